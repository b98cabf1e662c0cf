//! The sentences of the specification about relation codes, one by one.

use rules::cpu::Portable;

use crate::chess::army::{Army, HopRule, Path, Step};
use crate::chess::program::{ORDINARY, army_of_programs};
use crate::chess::rules::Chess;
use crate::chess::{builtin, read_square};

fn ordinary() -> Army {
    builtin::army("ordinary").unwrap()
}

/// The code of the piece on one square to another.
#[track_caller]
fn code(army: &Army, pieces: &str, from: &str, to: &str) -> u8 {
    let chess = Chess::new(army.clone(), Portable).unwrap();
    let position = chess.read_fen(&format!("{pieces} w")).unwrap();
    chess.relations(&position, read_square(from).unwrap())[read_square(to).unwrap() as usize]
}

/// The codes of the piece on a square to several others.
#[track_caller]
fn codes<const N: usize>(army: &Army, pieces: &str, from: &str, to: [&str; N]) -> [u8; N] {
    to.map(|to| code(army, pieces, from, to))
}

/// "1 / 2 / 3: yes, none, empty / C / U", and the same behind one C piece and behind one U piece.
#[test]
fn no_blocker_one_of_the_computer_one_of_the_user() {
    let army = ordinary();
    assert_eq!(codes(&army, "7k/8/8/8/8/p1P5/8/R3K3", "a1", ["a2", "a3"]), [1, 2]);
    assert_eq!(code(&army, "7k/8/8/8/8/8/P7/R3K3", "a1", "a2"), 3);
    assert_eq!(codes(&army, "7k/8/8/n7/8/p7/8/R3K3", "a1", ["a3", "a4", "a5"]), [2, 4, 5]);
    assert_eq!(code(&army, "7k/8/8/N7/8/p7/8/R3K3", "a1", "a5"), 6);
    assert_eq!(codes(&army, "7k/8/8/n7/8/P7/8/R3K3", "a1", ["a3", "a4", "a5"]), [3, 7, 8]);
    assert_eq!(code(&army, "7k/8/8/N7/8/P7/8/R3K3", "a1", "a5"), 9);
}

/// "Write U for user, C for computer": the codes say whose, not own and enemy.
#[test]
fn codes_of_a_black_piece_show_the_owner() {
    let army = ordinary();
    assert_eq!(codes(&army, "r3k3/8/n7/8/N7/8/8/4K3", "a8", ["a7", "a6", "a5", "a4"]), [1, 2, 4, 6]);
    assert_eq!(codes(&army, "r3k3/8/N7/8/n7/8/8/4K3", "a8", ["a7", "a6", "a5", "a4"]), [1, 3, 7, 8]);
}

/// "0: no, or two or more blockers"; "two blockers of any colours give 0, never 4-9".
#[test]
fn two_blockers_of_any_colours_give_0() {
    let army = ordinary();
    for (first, second) in [("p", "p"), ("p", "P"), ("P", "p"), ("P", "P")] {
        for last in ["1", "n", "N"] {
            let pieces = format!("7k/8/8/{last}7/{second}7/{first}7/8/R3K3");
            assert_eq!(code(&army, &pieces, "a1", "a5"), 0, "{pieces}");
        }
    }
    assert_eq!(codes(&army, "7k/8/8/8/8/8/8/R3K3", "a1", ["b2", "a1", "b3"]), [0; 3]);
}

/// "10 / 11: presses on the square but cannot go there (a pawn's capture square), none, empty / own piece".
#[test]
fn a_pawn_presses() {
    let army = ordinary();
    assert_eq!(codes(&army, "4k3/8/8/8/8/5N2/4P3/4K3", "e2", ["d3", "f3"]), [10, 11]);
    assert_eq!(codes(&army, "4k3/4p3/5n2/8/8/8/8/4K3", "e7", ["d6", "f6"]), [10, 11]);
}

/// "A pawn's capture square with an enemy on it is a plain capture, 2 or 3".
#[test]
fn a_pawn_captures() {
    let army = ordinary();
    assert_eq!(code(&army, "4k3/8/8/8/8/3n4/4P3/6K1", "e2", "d3"), 2);
    assert_eq!(code(&army, "6k1/4p3/3N4/8/8/8/8/4K3", "e7", "d6"), 3);
}

/// "One that is also an empty advance square is 1".
#[test]
fn a_capturing_square_that_is_an_empty_advance_square() {
    let mut programs = ORDINARY;
    programs[5] = "8 24 0";
    let army = army_of_programs("ahead", programs).unwrap();
    assert_eq!(codes(&army, "4k3/8/8/8/8/8/4P3/4K3", "e2", ["e3", "e4"]), [1, 1]);
    assert_eq!(codes(&army, "4k3/8/8/8/8/4n3/4P3/4K3", "e2", ["e3", "e4"]), [2, 12]);
    assert_eq!(codes(&army, "4k3/8/8/8/8/4N3/4P3/4K3", "e2", ["e3", "e4"]), [11, 13]);
}

/// "12 / 13: advance impossible (pawn), C piece / U piece"; "a pawn's advance squares from the first blocker up to
/// the limit are all 12 or 13, by that blocker's colour".
#[test]
fn an_advance_that_is_impossible() {
    let army = ordinary();
    assert_eq!(codes(&army, "4k3/8/8/8/4N3/4n3/4P3/4K3", "e2", ["e3", "e4", "e5"]), [12, 12, 0]);
    assert_eq!(codes(&army, "4k3/8/8/8/4n3/4N3/4P3/4K3", "e2", ["e3", "e4", "e5"]), [13, 13, 0]);
    assert_eq!(codes(&army, "4k3/8/8/8/4n3/8/4P3/4K3", "e2", ["e3", "e4", "e5"]), [1, 12, 0]);
    let mut programs = ORDINARY;
    programs[5] = "9 40 0";
    let army = army_of_programs("far", programs).unwrap();
    let ahead = ["e3", "e4", "e5", "e6", "e7"];
    assert_eq!(codes(&army, "6k1/8/4N3/4n3/4P3/8/4P3/4K3", "e2", ahead), [1, 13, 13, 13, 0]);
    let ahead = ["e6", "e5", "e4", "e3", "e2"];
    assert_eq!(codes(&army, "4k3/4p3/8/4P3/8/8/8/6K1", "e7", ahead), [1, 13, 13, 13, 0]);
}

/// "Several paths to one square: fewest blockers, then the lowest code."
#[test]
fn several_paths_to_one_square() {
    let mut programs = ORDINARY;
    programs[1] = "1 2 64 9 2 0";
    let army = army_of_programs("many ways", programs).unwrap();
    assert_eq!(code(&army, "4k3/8/8/4P3/3Qn3/4P3/8/4K3", "d4", "f4"), 4);
    assert_eq!(code(&army, "4k3/8/8/4P3/3QP3/4P3/8/4K3", "d4", "f4"), 7);
    assert_eq!(code(&army, "4k3/8/8/4P3/3Qn3/8/8/4K3", "d4", "f4"), 1);
}

/// "A square off the board is passed over: it cannot be reached and it does not block."
#[test]
fn squares_off_the_board_do_not_block() {
    let mut programs = ORDINARY;
    programs[4] = "10 17 0";
    let army = army_of_programs("lame", programs).unwrap();
    assert_eq!(codes(&army, "4k3/8/8/8/8/4p3/6N1/3K4", "g2", ["h4", "e3", "f4"]), [1, 2, 4]);
}

/// Hoppers are not in the table: the hurdle is no blocker, the second piece is.
#[test]
fn hoppers_get_the_nearest_code() {
    let mut army = ordinary();
    let line = |hop, may_move| Path {
        steps: (1..8).map(|forward| Step { right: 0, forward, may_move, may_capture: true }).collect(),
        hop,
        limit: None,
    };
    let bishop = army.kind_of_letter('B').unwrap();
    let ahead = ["a2", "a3", "a4", "a5", "a6", "a7"];
    army.kinds[bishop].paths = vec![line(HopRule::OverOne, false)];
    assert_eq!(codes(&army, "4k3/8/n7/P7/8/P7/8/B3K3", "a1", ahead), [0, 0, 10, 11, 8, 0]);
    assert_eq!(codes(&army, "4k3/8/n7/8/p7/P7/8/B3K3", "a1", ahead), [0, 0, 2, 0, 5, 0]);
    army.kinds[bishop].paths = vec![line(HopRule::JustBehind, true)];
    assert_eq!(codes(&army, "4k3/8/8/p7/8/P7/8/B3K3", "a1", ahead), [0, 0, 1, 0, 7, 0]);
    assert_eq!(codes(&army, "4k3/8/8/8/p7/P7/8/B3K3", "a1", ahead), [0, 0, 2, 7, 0, 0]);
}

#[test]
fn an_empty_square_has_no_relations() {
    let chess = Chess::new(ordinary(), Portable).unwrap();
    let start = chess.start;
    assert_eq!(chess.relations(&start, 32), [0; 64]);
}
