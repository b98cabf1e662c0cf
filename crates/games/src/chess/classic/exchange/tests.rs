//! Exchanges worked out by hand.

use rules::Seat;
use rules::cpu::Portable;

use super::PieceValues;
use crate::chess::program::{ORDINARY, army_of_programs};
use crate::chess::rules::Chess;
use crate::chess::{builtin, read_square};

fn ordinary() -> Chess {
    Chess::new(builtin::army("ordinary").unwrap(), Portable).unwrap()
}

/// Result of the exchange on a square of White's, in pawns. Black is to move, as after a move of White's.
#[track_caller]
fn outcome(chess: &Chess, pieces: &str, square: &str) -> Option<i32> {
    let position = chess.read_fen(&format!("{pieces} b")).unwrap();
    let centipawns =
        chess.exchange(&position, read_square(square).unwrap(), &PieceValues::whole(chess.army()))?;
    assert_eq!(centipawns % 100, 0);
    Some(centipawns / 100)
}

#[test]
fn the_values_of_the_source() {
    let army = builtin::army("ordinary").unwrap();
    let values = PieceValues::whole(&army);
    for (letter, value) in [('K', 40), ('Q', 9), ('R', 5), ('B', 3), ('N', 3), ('P', 1)] {
        assert_eq!(values.of(army.kind_of_letter(letter).unwrap()), 100 * value, "{letter}");
    }
}

/// "A knight attacked by pawn and rook, defended by a bishop: -2."
#[test]
fn the_first_worked_example() {
    let chess = ordinary();
    let pieces = "3r3k/8/8/4p3/3N4/4B3/8/7K";
    assert_eq!(outcome(&chess, pieces, "d4"), Some(-2));
    let position = chess.read_fen(&format!("{pieces} b")).unwrap();
    let values = PieceValues::whole(chess.army());
    assert_eq!(chess.time_value(&position, Seat::FIRST, &values), -200);
}

/// "A pawn attacked by queen and rook, defended by a knight: rook takes (u 1), knight takes (c 5), queen takes (u 4),
/// stop: +1, so it does not lower the value."
#[test]
fn the_second_worked_example() {
    let chess = ordinary();
    let pieces = "3r3k/8/8/8/q2P4/5N2/8/7K";
    assert_eq!(outcome(&chess, pieces, "d4"), Some(1));
    let position = chess.read_fen(&format!("{pieces} b")).unwrap();
    let values = PieceValues::whole(chess.army());
    assert_eq!(chess.time_value(&position, Seat::FIRST, &values), 0);
}

/// No attacker; no defender; a defender who makes it good.
#[test]
fn the_shortest_exchanges() {
    let chess = ordinary();
    assert_eq!(outcome(&chess, "7k/8/8/8/3N4/8/8/7K", "d4"), None);
    assert_eq!(outcome(&chess, "3r3k/8/8/8/3N4/8/8/7K", "d4"), Some(-3));
    // Rook takes (u 3), pawn takes (c 5): no further attacker, +2.
    assert_eq!(outcome(&chess, "3r3k/8/8/8/3N4/4P3/8/7K", "d4"), Some(2));
    // Knight takes knight (u 3), pawn takes back (c 3): even.
    assert_eq!(outcome(&chess, "7k/8/4n3/8/3N4/4P3/8/7K", "d4"), Some(0));
    assert_eq!(outcome(&chess, "7k/8/8/8/8/8/8/7K", "d4"), None);
}

/// "Pieces behind join as lines open": two rooks on a column attack twice, the second through the first; and so defends
/// a queen behind a rook.
#[test]
fn pieces_behind_join() {
    let chess = ordinary();
    // Rook takes (u 3), pawn takes (c 5), the rook behind takes (u 4): u < c, stop, +1.
    assert_eq!(outcome(&chess, "3r3k/3r4/8/8/3N4/4P3/8/7K", "d4"), Some(1));
    // Bishop takes (u 3), rook takes (c 3), queen behind the bishop takes (u 8), the queen behind the rook takes
    // (c 3 + 9 = 12), no attacker is left: +4.
    assert_eq!(outcome(&chess, "7k/6q1/5b2/8/3N4/8/3R4/3Q3K", "d4"), Some(4));
    // Without the white queen it stops at u 8: -5.
    assert_eq!(outcome(&chess, "7k/6q1/5b2/8/3N4/8/3R4/7K", "d4"), Some(-5));
    // A pawn behind whom a bishop attacks along the same diagonal: pawn takes (u 1), pawn takes (c 1), bishop
    // takes (u 2), knight takes (c 4): +2.
    assert_eq!(outcome(&chess, "7k/6b1/8/4p3/3P4/4PN2/8/7K", "d4"), Some(2));
}

/// "A king captures only where no enemy can recapture."
#[test]
fn kings_do_not_move_into_check() {
    let chess = ordinary();
    assert_eq!(outcome(&chess, "8/8/8/3k4/3N4/8/8/7K", "d4"), Some(-3));
    assert_eq!(outcome(&chess, "8/8/8/3k4/3N4/8/5B2/7K", "d4"), None);
    // The other king guards as well.
    assert_eq!(outcome(&chess, "8/8/8/3k4/8/3N4/2K5/8", "d3"), None);
    // The king defends, since no piece is behind the rook: rook takes (u 3), king takes (c 5).
    assert_eq!(outcome(&chess, "3r3k/8/8/8/3N4/4K3/8/8", "d4"), Some(2));
    // But not with a rook behind it.
    assert_eq!(outcome(&chess, "3r3k/3r4/8/8/3N4/4K3/8/8", "d4"), Some(-3));
    // Nor where the king's own leaving opens a line: the rook on e8 takes back through e5.
    assert_eq!(outcome(&chess, "4R3/8/8/4k3/4P3/8/8/K7", "e4"), None);
    assert_eq!(outcome(&chess, "3R4/8/8/4k3/4P3/8/8/K7", "e4"), Some(-1));
}

/// "Equal values by square number": of two queens the one on the lower square goes first, and it matters whether a rook
/// stands behind that one.
#[test]
fn equals_go_by_their_square() {
    let chess = ordinary();
    // The queen on d5 (27) goes before the one on a4 (32): queen takes (u 9), knight takes (c 9), the rook behind takes
    // (u 12), rook takes (c 14), queen takes (u 17), no attacker is left: -3.
    assert_eq!(outcome(&chess, "k2r4/8/8/3q4/q2Q4/5N2/8/3R2K1", "d4"), Some(-3));
    // The queen on h8 (7) goes before the one on d5: queen takes (u 9), knight takes (c 9), queen takes (u 12), rook
    // takes (c 18), rook takes (u 17): u < c, stop, +1.
    assert_eq!(outcome(&chess, "k2r3q/8/8/3q4/3Q4/5N2/8/3R2K1", "d4"), Some(1));
}

/// The exchange works for any army, here with knights whose first square bars the second.
#[test]
fn any_army_exchanges() {
    let mut programs = ORDINARY;
    programs[4] = "10 20 0";
    let chess = Chess::new(army_of_programs("riders", programs).unwrap(), Portable).unwrap();
    // The rider on h2 attacks d4 over f3, which is empty; the one on f3 would condition it, but goes first (square 45 before
    // 55 at equal values) and lets it join. Riders have their own value; the pawn takes back and stops it.
    let values = PieceValues::new(&[4000, 900, 500, 300, 300, 100]);
    let position = chess.read_fen("k7/8/8/8/3P4/2P2n2/7n/K7 b").unwrap();
    // Rider takes (u 1), pawn takes (c 3), the second rider takes (u 2): u < c, +1.
    assert_eq!(chess.exchange(&position, 35, &values), Some(100));
    // Without the pawn on c3 it is a pawn lost.
    let position = chess.read_fen("k7/8/8/8/3P4/5n2/7n/K7 b").unwrap();
    assert_eq!(chess.exchange(&position, 35, &values), Some(-100));
}

/// "Time value = the smallest of 0 and all outcomes."
#[test]
fn the_smallest_outcome_counts() {
    let chess = ordinary();
    let values = PieceValues::whole(chess.army());
    // A rook attacked by a bishop without defence (-5), a knight attacked by a rook without defence (-3).
    let position = chess.read_fen("r6k/8/8/N2b4/8/8/6R1/1K6 b").unwrap();
    assert_eq!(chess.time_value(&position, Seat::FIRST, &values), -500);
    // Black's bishop is attacked by nothing, the rook by nothing.
    assert_eq!(chess.time_value(&position, Seat::SECOND, &values), 0);
}
