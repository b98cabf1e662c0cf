//! The second implementation of chess is itself right: published counts, the examples of the specification,
//! and boards worked out by hand.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use crate::second;

use games::chess::{Army, HopRule};
use rules::Random;
use second::chess::moves::Nature;
use second::chess::ordinary::{START, numbered, ordinary};
use second::chess::{Ending, Position, Side, check, programs, random};

/// The counts that the authors of chess programs publish and agree on.
#[test]
fn published_counts() {
    let army = ordinary();
    check(&army);
    for (fen, counts) in [
        (START, &[20, 400, 8_902, 197_281, 4_865_609][..]),
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
    let position = after(&army, START, "e2e4");
    assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert!(!position.has_en_passant_capture());
    assert_eq!(position.fen_if_it_matters(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    let position = after(&army, START, "e2e4 g8f6 e4e5 d7d5");
    assert_eq!(position.fen(), "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3");
    assert!(position.has_en_passant_capture());
    assert_eq!(position.fen_if_it_matters(), position.fen());
    assert_eq!(position.pseudo_legal().iter().filter(|mv| mv.nature == Nature::EnPassant).count(), 1);
    let captured = position.play("e5d6");
    assert_eq!(captured.fen(), "rnbqkb1r/ppp1pppp/3P1n2/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3");
    let later = after(&army, &position.fen(), "g1f3 f6e4");
    assert!(!later.has_en_passant_capture() && !later.moves().contains(&"e5d6".to_owned()));
}

/// Both pawns leave the row at once, and the rook looks along it.
#[test]
fn a_capture_in_passing_must_not_open_a_line() {
    let army = ordinary();
    let position = Position::read(&army, "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1");
    assert!(position.has_en_passant_capture() && !position.moves().contains(&"e5d6".to_owned()));
    assert_eq!(position.fen_if_it_matters(), "8/8/8/K2pP2r/8/8/8/7k w - - 0 1");
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
fn promotion_is_forced_and_reported() {
    let army = ordinary();
    let position = Position::read(&army, "3n3k/4P3/8/8/8/8/8/K7 w - - 0 1");
    let pawns: Vec<String> = position.moves().into_iter().filter(|text| text.starts_with("e7")).collect();
    assert_eq!(pawns, ["e7d8b", "e7d8n", "e7d8q", "e7d8r", "e7e8b", "e7e8n", "e7e8q", "e7e8r"]);
    assert_eq!(position.play("e7d8n").fen(), "3N3k/8/8/8/8/8/8/K7 b - - 0 1");
}

#[test]
fn endings() {
    let army = ordinary();
    let mated = after(&army, START, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(mated.ending(), Some(Ending::Checkmate));
    assert!(mated.is_in_check(Side::White) && mated.moves().is_empty());
    let ending = |fen: &str| Position::read(&army, fen).ending();
    assert_eq!(ending("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some(Ending::Stalemate));
    assert_eq!(ending("7k/8/6K1/8/8/8/8/Q7 b - - 149 90"), None);
    assert_eq!(ending("7k/8/6K1/8/8/8/8/1Q6 b - - 150 90"), Some(Ending::SeventyFiveMoves));
    assert_eq!(ending("7k/6Q1/6K1/8/8/8/8/8 b - - 150 90"), Some(Ending::Checkmate), "mate goes before");
}

/// Where the piece on a square can go.
fn reached(position: &Position<'_>, from: usize) -> Vec<usize> {
    position.pseudo_legal().iter().filter(|mv| mv.from == from).map(|mv| mv.to).collect()
}

/// "A knight with move 10 on square 35 (x 3, y 4) reaches 29, 25, 41 and 45."
#[test]
fn the_knight_of_the_specification() {
    let army = numbered(&[10, 0], 24);
    for (fen, side) in
        [("4k3/8/8/8/3X4/8/8/4K3 w - - 0 1", "White's"), ("4k3/8/8/8/3x4/8/8/4K3 b - - 0 1", "Black's")]
    {
        assert_eq!(reached(&Position::read(&army, fen), 35), [25, 29, 41, 45], "{side}");
    }
}

/// "`10 17 0`: an occupied 10 bars 17. `10 64 17 0`: it does not." The others are not touched by it.
#[test]
fn occupied_square_blocks_the_rest_of_its_path() {
    // The piece is on 35; a pawn of its own is on 29, which is square 10 to the right and forward.
    let fen = "4k3/8/8/5P2/3X4/8/8/4K3 w - - 0 1";
    assert_eq!(reached(&Position::read(&numbered(&[10, 17, 0], 24), fen), 35), [18, 25, 41, 45, 50, 52]);
    assert_eq!(
        reached(&Position::read(&numbered(&[10, 64, 17, 0], 24), fen), 35),
        [18, 20, 25, 41, 45, 50, 52]
    );
}

/// "A square off the board is passed over: it cannot be reached and it does not block."
#[test]
fn squares_off_the_board_do_not_bar() {
    let army = numbered(&[10, 17, 0], 24);
    assert_eq!(reached(&Position::read(&army, "4k3/8/8/8/8/8/6X1/4K3 w - - 0 1"), 54), [37, 39, 44]);
}

/// "Twins that mirroring makes (dx = 0 or dy = 0) count once."
#[test]
fn twins_count_once() {
    let count = |program: &[u8]| programs::paths(program).len();
    assert_eq!([count(&[1, 0]), count(&[8, 0]), count(&[9, 0]), count(&[1, 64, 8, 64, 9, 0])], [2, 2, 4, 8]);
}

/// The programs that the specification gives for ordinary chess do what the ordinary pieces do.
#[test]
fn ordinary_chess_in_numbers() {
    let rook = [1, 2, 3, 4, 5, 6, 7, 64, 8, 16, 24, 32, 40, 48, 56];
    let bishop = [9, 18, 27, 36, 45, 54, 63];
    let mut numbers = ordinary();
    for (kind, program) in numbers.kinds.iter_mut().zip([
        [&[1, 64, 8, 64, 9][..], &[0]].concat(),
        [&rook[..], &[64], &bishop, &[0]].concat(),
        [&rook[..], &[0]].concat(),
        [&bishop[..], &[0]].concat(),
        vec![10, 64, 17, 0],
    ]) {
        kind.paths = programs::paths(&program);
    }
    numbers.kinds[5].paths = programs::pawn_paths(9, 24);
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    assert_eq!(Position::read(&numbers, START).perft(3), 8_902);
    assert_eq!(Position::read(&numbers, kiwipete).perft(3), 97_862);
}

/// "With 24 a pawn of the second rank may step one or two; with 32 one, two or three."
#[test]
fn a_pawn_advances_up_to_its_limit() {
    for (limit, white, black) in [
        (8, &[44][..], &[20][..]),
        (24, &[36, 44], &[20, 28]),
        (31, &[36, 44], &[20, 28]),
        (32, &[28, 36, 44], &[20, 28, 36]),
    ] {
        let army = numbered(&[1, 0], limit);
        let position = Position::read(&army, "4k3/4p3/8/8/8/8/8/7K b - - 0 1");
        assert_eq!(reached(&position, 12), black, "limit {limit}");
        let position = Position::read(&army, "7k/8/8/8/8/8/4P3/4K3 w - - 0 1");
        assert_eq!(reached(&position, 52), white, "limit {limit}");
        let position = Position::read(&army, "7k/8/4P3/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(reached(&position, 20), [12], "one step is always allowed");
    }
}

/// The cannon captures over exactly one piece, the grasshopper lands just behind the first.
#[test]
fn hoppers() {
    let mut army = ordinary();
    for path in &mut army.kinds[2].paths {
        path.hop = HopRule::OverOne;
    }
    for path in &mut army.kinds[1].paths {
        path.hop = HopRule::JustBehind;
    }
    // On the row a4 to h4 stand pieces on c4, e4 and h4; a4 hops over the first one up to the second.
    let row = |letter| format!("7k/8/8/8/{letter}1p1p2p/8/8/7K w - - 0 1");
    assert_eq!(reached(&Position::read(&army, &row('R')), 32), [35, 36]);
    assert_eq!(reached(&Position::read(&army, &row('Q')), 32), [35]);
}

/// Invariants of every position, for any army.
fn assert_sound(position: &Position<'_>) {
    let fen = position.fen();
    assert_eq!(Position::read(position.army, &fen), *position, "{fen}");
    let mover = position.to_move;
    assert!(!position.is_in_check(mover.other()), "the royal piece could be captured: {fen}");
    let moves = position.moves();
    assert!(moves.windows(2).all(|pair| pair[0] < pair[1]), "sorted and each once: {fen}");
    let pseudo_legal = position.pseudo_legal();
    for (square, piece) in position.board.iter().enumerate() {
        if piece.is_some_and(|(_, side)| side != mover) {
            let is_captured = pseudo_legal.iter().any(|mv| mv.to == square);
            assert_eq!(position.is_attacked(square, mover), is_captured, "{fen} {square}");
        }
    }
}

/// Number of occurrences of each kind of event.
#[derive(Debug, Default)]
struct Seen {
    positions: u32,
    castlings: u32,
    is_en_passant: u32,
    promotions: u32,
    checks: u32,
    checkmates: u32,
    stalemates: u32,
    clocks: u32,
}

impl Seen {
    fn game(&mut self, positions: &[Position<'_>]) {
        for position in positions {
            assert_sound(position);
            self.positions += 1;
            self.checks += u32::from(position.is_in_check(position.to_move));
            for mv in position.legal() {
                self.castlings += u32::from(mv.nature == Nature::Castling);
                self.is_en_passant += u32::from(mv.nature == Nature::EnPassant);
                self.promotions += u32::from(mv.promotion.is_some());
            }
        }
        match positions[positions.len() - 1].ending() {
            Some(Ending::Checkmate) => self.checkmates += 1,
            Some(Ending::Stalemate) => self.stalemates += 1,
            Some(Ending::SeventyFiveMoves) => self.clocks += 1,
            None => {}
        }
    }

    fn is_varied(&self) -> bool {
        [self.promotions, self.checks, self.checkmates, self.stalemates, self.clocks]
            .iter()
            .all(|&often| often > 0)
    }
}

#[test]
fn games_of_any_army_are_sound() {
    let mut random = Random::new(64);
    let mut seen = Seen::default();
    for _ in 0..150 {
        let army = random::army(&mut random);
        check(&army);
        seen.game(&random::game(Position::start(&army), &mut random, 40));
        let position = random::position(&army, &mut random);
        seen.game(&random::game(position, &mut random, 40));
    }
    assert!(seen.is_varied() && seen.castlings > 50 && seen.is_en_passant > 50, "{seen:?}");
}

#[test]
fn games_of_number_armies_are_sound() {
    let mut random = Random::new(65);
    let mut seen = Seen::default();
    for _ in 0..100 {
        let army = random::number_army(&mut random);
        check(&army);
        seen.game(&random::game(Position::start(&army), &mut random, 40));
        let position = random::position(&army, &mut random);
        seen.game(&random::game(position, &mut random, 40));
    }
    assert!(seen.is_varied() && seen.castlings + seen.is_en_passant == 0, "{seen:?}");
}

/// The armies really have what is to be compared.
#[test]
fn armies_of_chance_have_every_sort_of_path() {
    let mut random = Random::new(66);
    let paths: Vec<_> =
        (0..60).flat_map(|_| random::army(&mut random).kinds).flat_map(|kind| kind.paths).collect();
    for hop in [HopRule::Plain, HopRule::OverOne, HopRule::JustBehind] {
        assert!(paths.iter().filter(|path| path.hop == hop).count() > 100, "{hop:?}");
    }
    for uses in [(true, true), (true, false), (false, true), (false, false)] {
        let has = paths
            .iter()
            .flat_map(|path| &path.steps)
            .filter(|step| (step.may_move, step.may_capture) == uses);
        assert!(has.count() > 50, "{uses:?}");
    }
    assert!(paths.iter().filter(|path| path.limit.is_some()).count() > 50);
    let longest = (0..20)
        .flat_map(|_| random::number_army(&mut random).kinds)
        .flat_map(|kind| kind.paths)
        .map(|path| path.steps.len());
    assert!(longest.max() > Some(8));
}
