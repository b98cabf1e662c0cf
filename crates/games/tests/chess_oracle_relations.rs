//! The relation codes of chess, by both implementations, against boards worked out by hand from the table of
//! the specification. White is the user (U), Black the computer (C).
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use crate::second;

use games::chess::{Army, Chess, HopRule, Path, Step};
use rules::cpu::Portable;
use second::chess::Position;
use second::chess::ordinary::{numbered, ordinary};

/// Compares the codes of the piece on a square, 0 being a8, with a board. Dots stand for 0, so that the rest
/// is readable.
#[track_caller]
fn assert_relations(army: &Army, rows: &str, from: usize, expected: [&str; 8]) {
    let chess = Chess::new(army.clone(), Portable).unwrap();
    let fen = format!("{rows} w - - 0 1");
    let fast = chess.relations(&chess.read_fen(&fen).unwrap(), from as u8);
    for codes in [Position::read(army, &fen).relations(from), fast] {
        let found: Vec<String> = codes
            .chunks(8)
            .map(|row| {
                let word = |&code: &u8| if code == 0 { ".".to_owned() } else { code.to_string() };
                row.iter().map(word).collect::<Vec<_>>().join(" ")
            })
            .collect();
        assert_eq!(found, expected);
    }
}

/// A rook on d4 with nothing in its way: every square of its column and its row is a defined move without a
/// blocker and empty, 1. All others are no moves, 0, and so is where it stands.
#[test]
fn a_rook_alone() {
    let expected = [
        ". . . 1 . . . .",
        ". . . 1 . . . .",
        ". . . 1 . . . .",
        ". . . 1 . . . .",
        "1 1 1 . 1 1 1 1",
        ". . . 1 . . . .",
        ". . . 1 . . . .",
        ". . . 1 . . . .",
    ];
    assert_relations(&ordinary(), "7k/8/8/8/3R4/8/8/K7", 35, expected);
}

/// A rook on a1. Upwards: a2 empty, 1; a3 a C pawn, 2; a4 empty behind one C piece, 4; a5 a C knight
/// behind one C piece, 5; from a6 on there are two blockers, 0, also on a7 where a U pawn stands. To the
/// right: b1 empty, 1; c1 a U knight, 3; d1 empty behind one U piece, 7; e1 the U king behind one U piece,
/// 9; then two blockers, 0.
#[test]
fn a_rook_with_blockers() {
    let expected = [
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        "5 . . . . . . .",
        "4 . . . . . . .",
        "2 . . . . . . .",
        "1 . . . . . . .",
        ". 1 3 7 9 . . .",
    ];
    assert_relations(&ordinary(), "7k/P7/8/n7/8/p7/8/R1N1K3", 56, expected);
}

/// A bishop of the computer on d5: the codes are by U and C, not by own and enemy. Up right: e6 U, 3; f7 C behind
/// one U, 8; g8 two blockers, 0. Up left: c6 C, 2; b7 U behind one C, 6; a8 two blockers, 0. Down right: e4
/// empty, 1; f3 U, 3; g2 empty behind one U, 7; h1 U behind one U, 9. Down left: c4 C, 2; b3 empty behind one
/// C, 4; a2 C behind one C, 5.
#[test]
fn a_bishop_of_the_computer() {
    let expected = [
        ". . . . . . . .",
        ". 6 . . . 8 . .",
        ". . 2 . 3 . . .",
        ". . . . . . . .",
        ". . 2 . 1 . . .",
        ". 4 . . . 3 . .",
        "5 . . . . . 7 .",
        ". . . . . . . 9",
    ];
    assert_relations(&ordinary(), "8/1R3p2/2n1P3/3b4/2p5/5K2/k7/7R", 27, expected);
}

/// A knight on b1: each leap is a path of one square, so that nothing blocks it. a3 is empty, 1; on c3
/// stands a C pawn, 2; on d2 a U pawn, 3.
#[test]
fn a_knight() {
    let expected = [
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        "1 . 2 . . . . .",
        ". . . 3 . . . .",
        ". . . . . . . .",
    ];
    assert_relations(&ordinary(), "4k3/8/8/8/8/2p5/3P4/1N2K3", 57, expected);
}

/// A pawn on e2: e3 and e4 are empty and within the limit, 1; e5 is beyond it, 0. It presses on d3,
/// which is empty, 10, and on f3, where an own knight stands, 11.
#[test]
fn a_pawn_that_may_advance() {
    let expected = [
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . 1 . . .",
        ". . . 10 1 11 . .",
        ". . . . . . . .",
        ". . . . . . . .",
    ];
    assert_relations(&ordinary(), "4k3/8/8/8/8/5N2/4P3/4K3", 52, expected);
}

/// A pawn on d2 whose way is barred by a C pawn on d3: d3 and d4 are both 12, by the first blocker,
/// though a U knight stands on d4. On c3 it can capture a C knight, 2. It presses on e3, 10.
#[test]
fn a_pawn_barred_by_the_enemy() {
    let expected = [
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . 12 . . . .",
        ". . 2 12 10 . . .",
        ". . . . . . . .",
        ". . . . . . . .",
    ];
    assert_relations(&ordinary(), "4k3/8/8/8/3N4/2np4/3P4/4K3", 51, expected);
}

/// A pawn of the computer on a7 walks down: a6 is empty, 1; on a5 stands a U bishop, 13. On b6 it can
/// capture a U pawn, 3. Its other capturing square is off the board.
#[test]
fn a_pawn_of_the_computer() {
    let expected = [
        ". . . . . . . .",
        ". . . . . . . .",
        "1 3 . . . . . .",
        "13 . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
    ];
    assert_relations(&ordinary(), "4k3/p7/1P6/B7/8/8/8/4K3", 8, expected);
}

/// A pawn on h5 is past its limit, so only one step is defined: an own rook stands there, 13. h7 is no
/// advance square, 0. It presses on its own pawn on g6, 11.
#[test]
fn a_pawn_past_its_limit() {
    let expected = [
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . 11 13",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
    ];
    assert_relations(&ordinary(), "4k3/8/6PR/7P/8/8/8/4K3", 31, expected);
}

/// A pawn on c2 with the limit 32, which is row 4 and so c5. c3 is empty, 1; c4 has the first blocker, a
/// C pawn, so that c4 and c5 are 12, though c5 has a U piece; c6 is beyond the limit, 0. It presses on
/// b3 and d3, both empty, 10.
#[test]
fn a_pawn_with_a_far_limit() {
    let expected = [
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . 12 . . . . .",
        ". . 12 . . . . .",
        ". 10 1 10 . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
    ];
    assert_relations(&numbered(&[1, 0], 32), "4k3/8/8/2X5/2p5/8/2P5/4K3", 50, expected);
}

/// `10 17` on g2. Right and forward: 10 is off the board and passed over, 17 is h4, empty, 1. Right and
/// back: both are off the board. Left and forward: 10 is e3 with a C pawn, 2; 17 is f4, empty behind one
/// C piece, 4. Left and back: 10 is e1 with the U king, 3; 17 is off the board.
#[test]
fn squares_off_the_board() {
    let expected = [
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . 4 . 1",
        ". . . . 2 . . .",
        ". . . . . . . .",
        ". . . . 3 . . .",
    ];
    assert_relations(&numbered(&[10, 17, 0], 24), "4k3/8/8/8/8/4p3/6X1/4K3", 54, expected);
}

/// `1 2 64 9 2` on d4: two squares aside, f4 and b4, are the ends of three paths each, over the squares of
/// the next column. On the right these are e5 with a U piece, 3, e4 with a C piece, 2, and e3 with a U
/// piece, 3: f4 is empty behind one blocker on every path, 7, 4 and 7, and the lowest is 4. On the left
/// they are c5 with a C piece, 2, c4 with a U piece, 3, and c3, empty, 1: b4 would be 4 and 7, but over c3
/// there is no blocker, 1.
#[test]
fn several_paths_to_one_square() {
    let expected = [
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . 2 . 3 . . .",
        ". 1 3 . 2 4 . .",
        ". . 1 . 3 . . .",
        ". . . . . . . .",
        ". . . . . . . .",
    ];
    assert_relations(&numbered(&[1, 2, 64, 9, 2, 0], 24), "4k3/8/8/2p1P3/2PXp3/4P3/8/4K3", 35, expected);
}

/// Fewest blockers go before the lowest code. X on d4 runs up to two squares to the right and besides
/// presses on the second, f4, over whatever is between. e4 has a C piece, 2; f4 is empty: by the run 4 with
/// one blocker, by the press 10 with none, so 10.
#[test]
fn fewest_blockers_go_first() {
    let mut army = numbered(&[1, 0], 24);
    let step = |right, may_move| Step { right, forward: 0, may_move, may_capture: true };
    army.kinds[1].paths = [vec![step(1, true), step(2, true)], vec![step(2, false)]]
        .map(|steps| Path { steps, hop: HopRule::Plain, limit: None })
        .to_vec();
    let expected = [
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . 2 10 . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
    ];
    assert_relations(&army, "4k3/8/8/8/3Xp3/8/8/4K3", 35, expected);
}

/// "One that is also an empty advance square is 1": a pawn whose capturing square is 8 presses on where it
/// walks. With an enemy on that square it captures, 2, and with an own piece it presses, 11.
#[test]
fn a_capturing_square_on_the_way() {
    let mut army = numbered(&[1, 0], 24);
    army.kinds[2].paths = second::chess::programs::pawn_paths(8, 24);
    let code = |rows: &str| Position::read(&army, &format!("{rows} w - - 0 1")).relations(52)[44];
    assert_eq!(code("4k3/8/8/8/8/8/4P3/4K3"), 1);
    assert_eq!(code("4k3/8/8/8/8/4x3/4P3/4K3"), 2);
    assert_eq!(code("4k3/8/8/8/8/4X3/4P3/4K3"), 11);
}
