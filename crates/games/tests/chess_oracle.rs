//! The second implementation of chess is itself right: published counts, the examples of the specification, and
//! boards worked out by hand.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod second;

use games::chess::{Army, Castling, Kind, Manner, Path, Promotion, Step};
use second::chess::moves::Nature;
use second::chess::{Ending, Position, Side, check};

const ORDINARY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A kind that both moves and captures along these lines, each up to so many squares.
fn piece(name: &str, letter: char, directions: &[(i8, i8)], length: i8) -> Kind {
    let line = |&(right, forward): &(i8, i8)| {
        let step = |times| Step {
            right: right * times,
            forward: forward * times,
            may_move: true,
            may_capture: true,
        };
        Path { steps: (1..=length).map(step).collect(), manner: Manner::Plain, limit: None }
    };
    Kind {
        name: name.to_owned(),
        letter,
        picture: Some(name.to_owned()),
        value: None,
        paths: directions.iter().map(line).collect(),
        is_royal: letter == 'K',
        promotion: None,
    }
}

/// Ordinary chess, put together by hand.
fn ordinary() -> Army {
    let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let oblique = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
    let leaps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let all = [straight, oblique].concat();
    let mut soldier = piece("soldier", 'P', &[], 0);
    let advance = |forward| Step { right: 0, forward, may_move: true, may_capture: false };
    soldier.paths.push(Path { steps: vec![advance(1), advance(2)], manner: Manner::Plain, limit: Some(3) });
    for right in [-1, 1] {
        let step = Step { right, forward: 1, may_move: false, may_capture: true };
        soldier.paths.push(Path { steps: vec![step], manner: Manner::Plain, limit: None });
    }
    soldier.promotion = Some(Promotion { row: 7, to: vec![1, 2, 3, 4] });
    Army {
        name: "ordinary chess".to_owned(),
        kinds: vec![
            piece("king", 'K', &all, 1),
            piece("queen", 'Q', &all, 7),
            piece("rook", 'R', &straight, 7),
            piece("bishop", 'B', &oblique, 7),
            piece("knight", 'N', &leaps, 1),
            soldier,
        ],
        start: ORDINARY.to_owned(),
        castling: Some(Castling { partner: 2 }),
        en_passant: true,
    }
}

/// The counts that the authors of chess programs publish and agree on.
#[test]
fn published_counts() {
    let army = ordinary();
    check(&army);
    for (fen, counts) in [
        (ORDINARY, &[20, 400, 8_902, 197_281, 4_865_609][..]),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2_039, 97_862]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9_467]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379]),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2_079, 89_890]),
    ] {
        let position = Position::read(&army, fen);
        assert_eq!(position.fen(), fen);
        for (depth, &count) in counts.iter().enumerate() {
            assert_eq!(position.perft(depth as u32 + 1), count, "{fen} depth {}", depth + 1);
        }
    }
}

/// The position after these moves of ordinary chess.
fn after<'a>(army: &'a Army, fen: &str, moves: &str) -> Position<'a> {
    moves.split_whitespace().fold(Position::read(army, fen), |position, text| position.play(text))
}

#[test]
fn a_square_passed_over_is_remembered_for_one_move() {
    let army = ordinary();
    let position = after(&army, ORDINARY, "e2e4");
    assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert!(!position.can_capture_in_passing());
    assert_eq!(position.fen_if_capturable(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    let position = after(&army, ORDINARY, "e2e4 g8f6 e4e5 d7d5");
    assert_eq!(position.fen(), "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3");
    assert!(position.can_capture_in_passing());
    assert_eq!(position.fen_if_capturable(), position.fen());
    assert_eq!(position.pseudo_legal().iter().filter(|mv| mv.nature == Nature::EnPassant).count(), 1);
    let captured = position.play("e5d6");
    assert_eq!(captured.fen(), "rnbqkb1r/ppp1pppp/3P1n2/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3");
    let later = after(&army, &position.fen(), "g1f3 f6e4");
    assert!(!later.can_capture_in_passing() && !later.moves().contains(&"e5d6".to_owned()));
}

/// Both soldiers leave the row at once, and the rook looks along it.
#[test]
fn a_capture_in_passing_must_not_open_a_line() {
    let army = ordinary();
    let position = Position::read(&army, "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1");
    assert!(position.can_capture_in_passing() && !position.moves().contains(&"e5d6".to_owned()));
}

#[test]
fn castling() {
    let army = ordinary();
    let castlings = |fen: &str| -> Vec<String> {
        let position = Position::read(&army, fen);
        let moves = position.legal();
        moves.iter().filter(|mv| mv.nature == Nature::Castling).map(|mv| position.text(mv)).collect()
    };
    assert_eq!(castlings("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"), ["e8c8", "e8g8"]);
    assert_eq!(castlings("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1"), ["e1g1"], "rights");
    assert_eq!(castlings("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1"), ["e1g1"], "empty between");
    assert_eq!(castlings("4k3/8/8/8/8/8/8/1r2K2R w K - 0 1"), [""; 0], "in check");
    assert_eq!(castlings("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1"), ["e1c1"], "through check");
    assert_eq!(castlings("4k3/8/8/8/8/6r1/8/R3K2R w KQ - 0 1"), ["e1c1"], "into check");
    assert_eq!(castlings("4k3/8/8/8/8/1r6/8/R3K2R w KQ - 0 1"), ["e1c1", "e1g1"], "the rook may pass b1");
    let castled = after(&army, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", "e1c1 e8g8");
    assert_eq!(castled.fen(), "r4rk1/8/8/8/8/8/8/2KR3R w - - 5 10");
    let captured = after(&army, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", "a1a8");
    assert_eq!(captured.fen(), "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 9", "both rooks' rights are gone");
}

#[test]
fn promotion_is_forced_and_told() {
    let army = ordinary();
    let position = Position::read(&army, "3n3k/4P3/8/8/8/8/8/K7 w - - 0 1");
    let soldiers: Vec<String> = position.moves().into_iter().filter(|text| text.starts_with("e7")).collect();
    assert_eq!(soldiers, ["e7d8b", "e7d8n", "e7d8q", "e7d8r", "e7e8b", "e7e8n", "e7e8q", "e7e8r"]);
    assert_eq!(position.play("e7d8n").fen(), "3N3k/8/8/8/8/8/8/K7 b - - 0 1");
}

#[test]
fn endings() {
    let army = ordinary();
    let mated = after(&army, ORDINARY, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(mated.ending(), Some(Ending::Checkmate));
    assert!(mated.is_in_check(Side::White) && mated.moves().is_empty());
    let ending = |fen: &str| Position::read(&army, fen).ending();
    assert_eq!(ending("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some(Ending::Stalemate));
    assert_eq!(ending("7k/8/6K1/8/8/8/8/Q7 b - - 149 90"), None);
    assert_eq!(ending("7k/8/6K1/8/8/8/8/1Q6 b - - 150 90"), Some(Ending::SeventyFiveMoves));
    assert_eq!(ending("7k/6Q1/6K1/8/8/8/8/8 b - - 150 90"), Some(Ending::Checkmate), "mate goes before");
}
