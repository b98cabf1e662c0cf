//! Ordinary chess, and armies of number programs.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use games::chess::{Army, Chess, Move, builtin, program};
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use games::engines;
use games::pext::Pext;
use rules::cpu::{Cpu, Portable};
use rules::{DrawClaim, Notation, Repetition, RetireReason, Rules, Seat, Status, TableRules, perft};
use search::{Evaluation, SearchGame, SearchLimits, SearchRequest, SearchResult, Unit};
use view::diagram::PieceShape;
use view::{Place, Playable};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn ordinary() -> Chess {
    Chess::new(builtin::army("ordinary").unwrap(), Portable).unwrap()
}

/// Published perft counts.
fn published<C: Pext + Cpu>(cpu: C) {
    let chess = Chess::new(builtin::army("ordinary").unwrap(), cpu).unwrap();
    for (fen, depth, count) in [
        (START, 5, 4_865_609),
        (KIWIPETE, 4, 4_085_603),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3_894_594),
        // Endgames in which perft continues after a draw by rule.
        ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1_134_888),
        ("8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1", 6, 1_038_514),
        ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1_440_467),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661_072),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803_711),
        ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1_274_206),
        ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1_720_476),
        ("2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3_821_001),
        ("8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1_004_658),
        ("4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217_342),
        ("8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92_683),
        ("K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2_217),
        ("8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567_584),
        ("8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23_527),
        ("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", 2, 96),
    ] {
        let position = chess.read_fen(fen).unwrap();
        assert_eq!(perft(cpu, &chess, &position, depth), count, "{fen}");
    }
}

#[test]
fn published_counts() {
    published(Portable);
    #[cfg(target_arch = "x86_64")]
    if let Some(v3) = rules::cpu::V3::detect() {
        published(v3);
    }
}

/// "ordinary chess is one special case of countless ones": defined by numbers it is the same game.
#[test]
fn ordinary_chess_by_numbers_is_ordinary_chess() {
    let numbers = program::army_of_programs("by numbers", program::ORDINARY).unwrap();
    let numbers = Chess::new(numbers, Portable).unwrap();
    let plain = Army::read("army = ordinary\ncastling = false\nen_passant = false").unwrap();
    let plain = Chess::new(plain, Portable).unwrap();
    for (fen, depth) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 5),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1", 4),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
    ] {
        let counts =
            [&numbers, &plain].map(|chess| perft(Portable, chess, &chess.read_fen(fen).unwrap(), depth));
        assert_eq!(counts[0], counts[1], "{fen}");
    }
    // Without castling and en passant kiwipete has fewer moves: both were really off.
    let with = ordinary();
    let position = with.read_fen(KIWIPETE).unwrap();
    assert_ne!(
        perft(Portable, &with, &position, 4),
        perft(Portable, &plain, &plain.read_fen(&KIWIPETE.replace("KQkq", "-")).unwrap(), 4)
    );
}

#[test]
fn every_builtin_army_has_small_tables_and_moves() {
    for name in builtin::NAMES {
        let chess = Chess::new(builtin::army(name).unwrap(), Portable).unwrap();
        assert!(chess.table_bytes() <= 1 << 20, "{name}: {} bytes", chess.table_bytes());
        assert!(matches!(chess.status(&chess.start()), Status::Turn(Seat::FIRST)), "{name}");
        assert!(perft(Portable, &chess, &chess.start(), 3) > 1000, "{name}");
    }
}

fn status_of(fen: &str) -> Status {
    let chess = ordinary();
    chess.status(&chess.read_fen(fen).unwrap())
}

#[test]
fn games_end_by_the_rules() {
    let rule = |fen: &str| match status_of(fen) {
        Status::Over(outcome) => (outcome.rule(), outcome.winner()),
        other => panic!("{fen}: {other:?}"),
    };
    let black = Some(Seat::SECOND);
    assert_eq!(rule("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), ("checkmate", black));
    assert_eq!(rule("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), ("stalemate", None));
    assert_eq!(rule("7k/8/8/8/8/8/8/R6K w - - 150 120"), ("75 moves", None));
    // Mate comes before the count of moves.
    assert_eq!(rule("R6k/6pp/8/8/8/8/8/7K b - - 150 120"), ("checkmate", Some(Seat::FIRST)));
    for dead in [
        "8/8/4k3/8/8/3K4/8/8 w",
        "8/8/4k3/8/8/3KN3/8/8 w",
        "8/8/4k3/8/8/3KB3/8/8 b",
        "8/2b5/4k3/8/8/3KB3/8/8 w",
    ] {
        assert_eq!(rule(dead), ("dead position", None), "{dead}");
    }
    for alive in [
        "8/8/4k3/8/8/3KNN2/8/8 w",
        "8/3b4/4k3/8/8/3KB3/8/8 w",
        "8/3p4/4k3/8/8/3K4/8/8 w",
        "8/8/4kn2/8/8/3KN3/8/8 w",
    ] {
        assert!(matches!(status_of(alive), Status::Turn(_)), "{alive}");
    }
}

#[test]
fn draws_are_claimed_at_three_and_fifty_and_come_at_five() {
    let chess = ordinary();
    let quiet = chess.read_fen("7k/8/8/8/8/8/8/R6K w - - 99 80").unwrap();
    assert_eq!(chess.repeated(&quiet, 2), Repetition::Nothing);
    let is_claim = |found| match found {
        Repetition::Claimable(DrawClaim::ByRight(outcome)) => outcome.rule(),
        other => panic!("{other:?}"),
    };
    assert_eq!(is_claim(chess.repeated(&quiet, 3)), "threefold repetition");
    let fifty = chess.read_fen("7k/8/8/8/8/8/8/R6K w - - 100 80").unwrap();
    assert_eq!(is_claim(chess.repeated(&fifty, 1)), "50 moves");
    assert!(
        matches!(chess.repeated(&quiet, 5), Repetition::Over(outcome) if outcome.rule() == "fivefold repetition")
    );
}

/// Article 6.9: running out of time against a bare king is a draw.
#[test]
fn a_bare_king_does_not_win_on_time() {
    let chess = ordinary();
    let mut position = chess.read_fen("7k/8/8/8/8/8/8/R6K w").unwrap();
    let outcome = chess.retire(&mut position, Seat::FIRST, RetireReason::OutOfTime).unwrap();
    assert_eq!(outcome.winner(), None);
    let outcome = chess.retire(&mut position, Seat::SECOND, RetireReason::OutOfTime).unwrap();
    assert_eq!(outcome.winner(), Some(Seat::FIRST));
    let outcome = chess.retire(&mut position, Seat::FIRST, RetireReason::Resigned).unwrap();
    assert_eq!(outcome.winner(), Some(Seat::SECOND));
}

#[test]
fn moves_are_read_as_people_write_them() {
    let chess = ordinary();
    let position = chess.read_fen(KIWIPETE).unwrap();
    let read = |text: &str| chess.read_move(&position, text).map(|mv| chess.write_move(&position, mv));
    for (text, written) in [
        ("O-O", "O-O"),
        ("0-0-0", "O-O-O"),
        ("e1g1", "O-O"),
        ("dxe6", "dxe6"),
        ("de6", "dxe6"),
        ("d5e6", "dxe6"),
        ("Nxd7", "Nxd7"),
        ("Nb5!", "Nb5"),
        ("Nd1", "Nd1"),
        ("Qxf6", "Qxf6"),
        ("Qf3xf6", "Qxf6"),
        ("f3-f6", "Qxf6"),
    ] {
        assert_eq!(read(text).as_deref(), Ok(written), "{text}");
    }
    let error = |text: &str| read(text).unwrap_err().to_string();
    assert!(error("Nf9").contains("a move such as Nf3"));
    assert!(error("Qh8").contains("is not a legal move here: expected one of 48 such as"));
    let promoting = chess.read_fen("8/P6k/8/8/8/8/8/K7 w").unwrap();
    assert_eq!(
        chess.read_move(&promoting, "a8=N").map(|mv| chess.write_move(&promoting, mv)),
        Ok("a8=N".to_owned())
    );
    assert_eq!(
        chess.read_move(&promoting, "a7a8q").map(|mv| chess.write_move(&promoting, mv)),
        Ok("a8=Q".to_owned())
    );
    assert!(chess.read_move(&promoting, "a8").is_err());
    let twins = chess.read_fen("k7/8/8/1N3N2/8/8/8/1N2K3 w").unwrap();
    let ambiguous = chess.read_move(&twins, "Nd4").unwrap_err().to_string();
    assert!(ambiguous.contains("Nbd4") && ambiguous.contains("Nfd4"), "{ambiguous}");
}

#[test]
fn fen_errors_are_specific() {
    let chess = ordinary();
    for (fen, words) in [
        ("", "1 rows"),
        ("8/8/8/8/8/8/8 w", "7 rows"),
        ("9/8/8/8/8/8/8/8 w", "letter"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNRR w KQkq - 0 1", "9 squares"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1", "White has 0 pieces of kind king"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1", "White has 2 pieces of kind king"),
        ("rnbxkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "no piece has the letter"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "side to move is missing"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x", "w or b"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KK", "each once"),
        ("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", "needs a king on e8 and a rook on a8"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3", "en passant"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x", "number"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1", "sixth field"),
        ("P3k3/8/8/8/8/8/8/4K3 w", "should have been promoted"),
        ("4k3/4R3/8/8/8/8/8/4K3 w", "could be captured at once"),
    ] {
        match chess.read_fen(fen) {
            Ok(_) => assert_eq!(words, "x", "{fen} was taken"),
            Err(error) => assert!(error.to_string().contains(words), "{fen}: {error}"),
        }
    }
}

/// Positions that differ in one feature have different keys.
#[test]
fn different_positions_have_different_keys() {
    let chess = ordinary();
    let mut keys = std::collections::HashSet::new();
    let fens = [
        "4k3/8/8/8/8/8/8/Q3K3 w",
        "4k3/8/8/8/8/8/8/R3K3 w",
        "4k3/8/8/8/8/8/8/B3K3 w",
        "4k3/8/8/8/8/8/8/N3K3 w",
        "4k3/8/8/8/8/8/8/q3K3 w",
        "4k3/8/8/8/8/8/8/R3K3 b",
        "4k3/8/8/8/8/8/8/R3K3 w Q",
        "4k3/8/8/8/8/8/8/R3K2R w KQ",
        "4k3/8/8/8/8/8/8/R3K2R w K",
        "4k3/8/8/8/8/8/8/R3K2R w -",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6",
        "4k3/8/8/3pP3/8/8/8/4K3 w - -",
    ];
    for fen in fens {
        assert!(keys.insert(chess.key(&chess.read_fen(fen).unwrap())), "{fen}");
    }
    // Counters stay out of it.
    let counted = chess.read_fen("4k3/8/8/8/8/8/8/Q3K3 w - - 30 40").unwrap();
    assert!(!keys.insert(chess.key(&counted)));
}

#[test]
fn games_without_end_can_still_be_written_down() {
    let chess = ordinary();
    let mut position = chess.read_fen("4k3/8/8/8/8/8/8/Q3K3 b - - 0 9999").unwrap();
    let mv = chess.read_move(&position, "Kd7").unwrap();
    chess.play(&mut position, mv);
    assert_eq!(chess.read_fen(&chess.write_fen(&position)), Ok(position));
}

/// A pawn on its first rank cannot arise in a game but can be set up.
#[test]
fn pawns_may_stand_on_their_first_row() {
    let chess = ordinary();
    let position = chess.read_fen("4k3/8/8/8/8/8/8/P3K3 w").unwrap();
    assert!(chess.read_move(&position, "a2").is_ok());
}

/// Running out of time is a draw if the opponent cannot mate.
#[test]
fn a_flag_falls_against_too_little() {
    let chess = ordinary();
    for (fen, is_draw) in [
        ("8/8/4k3/8/8/3KQ3/8/8 b", true),
        ("8/8/4k2n/8/8/3KQ3/8/8 b", true),
        ("8/8/4k2n/8/8/3KR3/8/8 b", false),
        ("8/8/4k2n/8/8/3KP3/8/8 b", false),
        ("8/8/4k1nn/8/8/3KQ3/8/8 b", false),
        ("8/8/4k2b/8/8/3KR3/8/8 b", true),
        ("8/8/4k2b/8/8/3KN3/8/8 b", false),
        // h6 is dark; d4 is dark, d5 is light.
        ("8/8/4k2b/8/3B4/3K4/8/8 b", true),
        ("8/8/4k2b/3B4/8/3K4/8/8 b", false),
        ("8/8/4k2p/8/8/3KQ3/8/8 b", false),
    ] {
        let mut position = chess.read_fen(fen).unwrap();
        if matches!(chess.status(&position), Status::Over(_)) {
            continue;
        }
        let outcome = chess.retire(&mut position, Seat::FIRST, RetireReason::OutOfTime).unwrap();
        assert_eq!(outcome.winner().is_none(), is_draw, "{fen}");
        let outcome = chess.retire(&mut position, Seat::FIRST, RetireReason::Resigned).unwrap();
        assert_eq!(outcome.winner(), Some(Seat::SECOND), "{fen}");
    }
}

#[test]
fn the_pictures_of_builtin_armies_are_drawn() {
    for name in builtin::NAMES {
        for kind in builtin::army(name).unwrap().kinds {
            assert!(
                kind.picture.is_none_or(|picture| PieceShape::named(&picture).is_some()),
                "{name}: {}",
                kind.name
            );
        }
    }
}

/// Only an enemy that may have made a double step can be captured en passant.
#[test]
fn only_double_steps_are_captured_en_passant() {
    let chess = ordinary();
    assert!(chess.read_fen("4k3/8/3pP3/8/8/8/8/K7 b - e5 0 1").is_err());
    assert!(chess.read_fen("4k3/8/8/8/3pP3/8/8/K7 b - e3 0 1").is_ok());
}

/// Positions with the same legal moves are equal: an illegal en passant capture does not matter.
#[test]
fn an_illegal_en_passant_square_is_dropped() {
    let chess = ordinary();
    for (fen, advance, later) in [
        ("8/3p4/8/K3P2r/8/8/8/7k b - - 0 1", "d5", "8/8/8/K2pP2r/8/8/8/7k w - - 0 2"),
        ("8/3p4/8/K3P3/7r/8/8/7k b - - 0 1", "d5", "8/8/8/K2pP3/7r/8/8/7k w - d6 0 2"),
    ] {
        let mut position = chess.read_fen(fen).unwrap();
        let mv = chess.read_move(&position, advance).unwrap();
        chess.play(&mut position, mv);
        assert_eq!(chess.write_fen(&position), later);
        let with_square = later.replace(" w - - ", " w - d6 ");
        assert_eq!(chess.read_fen(&with_square), Ok(position), "read as it is played");
    }
}

/// A king that can also move to its castling target has both moves.
#[test]
fn king_moves_and_castling_are_distinct() {
    let army = "army = \"ordinary\"\n[kind.K]\nmoves = [\"ride 1,0 up to 4\", \"leap 1,1\"]\n";
    let chess = Chess::new(Army::read(army).unwrap(), Portable).unwrap();
    let position = chess.read_fen("4k3/8/8/8/8/8/PPPP4/4K2R w K").unwrap();
    let [runs, castles] = ["Kg1", "O-O"].map(|text| chess.read_move(&position, text).unwrap());
    assert_ne!(runs, castles);
    assert_ne!(chess.move_key(runs), chess.move_key(castles));
    assert_eq!(chess.picks(&position, runs), [Place(60), Place(62)]);
    assert_eq!(chess.picks(&position, castles), [Place(60), Place(63)]);
    let error = chess.read_move(&position, "e1g1").unwrap_err().to_string();
    assert!(error.contains("Kg1") && error.contains("O-O"), "{error}");
    // One that cannot run castles by the squares it goes to, also with a line between them.
    let chess = ordinary();
    let position = chess.read_fen("4k3/8/8/8/8/8/PPPP4/4K2R w K").unwrap();
    let castles = chess.read_move(&position, "O-O").unwrap();
    assert_eq!(chess.picks(&position, castles), [Place(60), Place(62)]);
    assert_eq!(chess.read_move(&position, "e1g1"), Ok(castles));
    assert_eq!(chess.read_move(&position, "e1-g1"), Ok(castles));
}

#[test]
fn promotion_is_a_choice() {
    let chess = ordinary();
    let position = chess.read_fen("7k/P7/8/8/8/8/8/K7 w").unwrap();
    for text in ["a8", "a7a8", "a8=K"] {
        let error = chess.read_move(&position, text).unwrap_err().to_string();
        assert!(
            error.contains("has no promotion") && error.contains("a8=Q+ or a8=R+ or a8=B or a8=N"),
            "{error}"
        );
    }
    let error = chess.read_move(&position, "Kb1=Q").unwrap_err().to_string();
    assert!(error.contains("has a promotion where there is none: expected Kb1"), "{error}");
}

/// A mate in one is found whatever the piece values.
#[test]
fn large_values_do_not_hide_a_mate() {
    let rich = "army = \"ordinary\"\n[kind.R]\nvalue = 1000\n";
    let many = "6rk/6pp/8/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK w";
    for (army, fen, least) in
        [(rich, "6k1/5ppp/8/8/8/8/8/R5K1 w", 29_999.0), ("army = \"ordinary\"\n", many, 29_000.0)]
    {
        let chess = Chess::new(Army::read(army).unwrap(), Portable).unwrap();
        let position = chess.read_fen(fen).unwrap();
        let mut engine = engines::create(&chess, &"strong".parse().unwrap()).unwrap();
        let stop = AtomicBool::new(false);
        let request = SearchRequest::new(&chess, &position, &[], SearchLimits::until(&stop).depth(3));
        let result = engine.search(&request, &mut |_| {}).unwrap();
        assert!(result.score >= least, "{fen}: {result:?}");
    }
}

/// No built-in army allows a mate in the first moves.
#[test]
fn no_builtin_army_is_mated_at_once() {
    for name in builtin::NAMES {
        let chess = Chess::new(builtin::army(name).unwrap(), Portable).unwrap();
        let mut engine = engines::create(&chess, &"strong".parse().unwrap()).unwrap();
        let (stop, start) = (AtomicBool::new(false), chess.start());
        let request = SearchRequest::new(&chess, &start, &[], SearchLimits::until(&stop).depth(5));
        let result = engine.search(&request, &mut |_| {}).unwrap();
        assert!(result.depth == 5 && result.score.abs() < 1000.0, "{name}: {result:?}");
    }
}

/// Result of `strong` in a position.
fn searched(chess: &Chess, engine: &str, fen: &str, depth: u32) -> (SearchResult<Move>, String) {
    let position = if fen == "start" { chess.start() } else { chess.read_position(fen).unwrap() };
    let mut engine = engines::create(chess, &engine.parse().unwrap()).unwrap();
    let stop = AtomicBool::new(false);
    let request = SearchRequest::new(chess, &position, &[], SearchLimits::until(&stop).depth(depth));
    let result = engine.search(&request, &mut |_| {}).unwrap();
    let best = chess.write_move(&position, result.best);
    (result, best)
}

/// Mate precedes the claim after 50 moves; any other hundredth ply without capture is a draw.
#[test]
fn mate_on_the_hundredth_quiet_ply_is_mate() {
    let chess = ordinary();
    for depth in 1..=4 {
        let (result, best) = searched(&chess, "strong", "k7/8/1K6/8/8/8/7R/8 w - - 99 120", depth);
        assert_eq!(
            (best.as_str(), result.evaluation),
            ("Rh8#", Evaluation::Win { plies: 1, unit: Unit::Pawns }),
            "depth {depth}"
        );
    }
    for depth in 1..=4 {
        let (result, _) = searched(&chess, "strong", "k7/8/8/2K5/8/8/7R/8 w - - 99 120", depth);
        assert_eq!(result.score, 0.0, "depth {depth}");
    }
    let (result, _) = searched(&chess, "strong", "k7/8/8/2K5/8/8/7R/8 w - - 0 120", 2);
    assert!(result.score > 200.0, "{result:?}");
}

/// Levels limit the nodes, but depth 1 is complete: no level gives a bishop for a pawn.
#[test]
fn low_levels_complete_the_first_iteration_with_the_cannon_army() {
    let chess = Chess::new(builtin::army("cannon").unwrap(), Portable).unwrap();
    for level in 1..=4 {
        let (result, best) = searched(&chess, &format!("strong:level={level}"), "start", 64);
        assert!(result.depth >= 1, "level {level}: {result:?}");
        assert_ne!(best, "Bxf7", "level {level}");
    }
}

/// The history index distinguishes moves by origin and by target.
#[test]
fn moves_with_other_squares_have_other_history_indices() {
    for (army, fen) in
        [("ordinary", START), ("ordinary", KIWIPETE), ("cannon", "start"), ("griffon", "start")]
    {
        let chess = Chess::new(builtin::army(army).unwrap(), Portable).unwrap();
        let position = if fen == "start" { chess.start() } else { chess.read_position(fen).unwrap() };
        let mut moves = Vec::new();
        chess.legal_moves(&position, &mut moves);
        let squares = |mv: Move| (mv.from(), mv.to());
        for &one in &moves {
            for &other in &moves {
                let indices = [one, other].map(|mv| chess.history_index(&position, mv));
                assert_eq!(indices[0] == indices[1], squares(one) == squares(other), "{one:?} and {other:?}");
            }
        }
        let distinct: HashSet<_> = moves.iter().map(|&mv| squares(mv)).collect();
        assert!(distinct.len() > 15, "{army}");
    }
}

/// A knight that promotes can mate, and so can a king that is not royal.
#[test]
fn insufficient_material_requires_orthodox_pieces() {
    let army = builtin::army("ordinary").unwrap().write();
    let promoted = army.replace("[kind.N]\n", "[kind.N]\npromotion = \"Q\"\n");
    assert_ne!(army, promoted);
    let chess = Chess::new(Army::read(&promoted).unwrap(), Portable).unwrap();
    let position = chess.read_fen("8/8/4k3/8/8/3KN3/8/8 w").unwrap();
    assert!(matches!(chess.status(&position), Status::Turn(_)));
}

#[test]
fn an_army_of_endless_paths_is_refused() {
    let squares =
        |first: i8| -> Vec<String> { (1..=7).map(|n| format!("{},{n}", (first + n) % 8)).collect() };
    let path = |n: i8| format!("\"path {},0 {}\"", n % 7 + 1, squares(n / 7).join(" "));
    let paths: Vec<String> = (0..127).chain(0..127).map(path).collect();
    let text = format!("army = ordinary\n[kind.Q]\nname = \"queen\"\nmoves = [{}]\n", paths.join(", "));
    let error = Army::read(&text).unwrap_err().to_string();
    assert!(error.contains("squares in all: expected at most 4096"), "{error}");
}

/// A check that ends the game by a draw rule is written with `+`.
#[test]
fn only_mates_are_written_with_a_hash_sign() {
    let chess = ordinary();
    for (fen, mv, written) in [
        // Insufficient material after the capture.
        ("5K2/8/8/k7/3N4/1q6/8/8 w - - 32 93", "d4b3", "Nxb3+"),
        // The 75th move without a capture or a pawn move.
        ("k7/8/8/8/8/8/7R/K7 w - - 149 120", "h2h8", "Rh8+"),
        ("k7/8/1K6/8/8/8/7R/8 w - - 149 120", "h2h8", "Rh8#"),
    ] {
        let position = chess.read_fen(fen).unwrap();
        let mv = chess.read_move(&position, mv).unwrap();
        assert_eq!(chess.write_move(&position, mv), written, "{fen}");
    }
}

/// Checkmate takes precedence over the 75-move rule, in the early status as in the status.
#[test]
fn early_status_leaves_mates_to_the_search() {
    let chess = ordinary();
    let early = |fen: &str| chess.early_status(&chess.read_fen(fen).unwrap());
    assert_eq!(early("k6R/8/1K6/8/8/8/8/8 b - - 150 120"), Status::Turn(Seat::SECOND));
    for (fen, rule) in
        [("k6R/8/8/8/8/8/8/K7 b - - 150 120", "75 moves"), ("k7/8/8/8/8/8/8/KN6 w - - 3 90", "dead position")]
    {
        assert!(matches!(early(fen), Status::Over(outcome) if outcome.rule() == rule), "{fen}");
    }
    assert_eq!(early(START), Status::Turn(Seat::FIRST));
}

#[test]
fn null_moves_pass_the_turn() {
    let chess = ordinary();
    let null = |fen: &str| chess.null_move(&chess.read_fen(fen).unwrap());
    let after = null("rnbqkbnr/1ppppppp/8/pP6/8/8/P1PPPPPP/RNBQKBNR w KQkq a6 0 2").unwrap();
    assert_eq!(chess.write_fen(&after), "rnbqkbnr/1ppppppp/8/pP6/8/8/P1PPPPPP/RNBQKBNR b KQkq - 0 2");
    assert_eq!(chess.read_fen(&chess.write_fen(&after)), Ok(after), "the key is updated");
    assert_eq!(null("4k3/8/8/8/8/8/4r3/4K2R w - - 0 1"), None, "in check");
    assert_eq!(null("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), None, "king and pawns only");
}
