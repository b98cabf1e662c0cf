//! The choice of moves on positions worked out by hand, and the tables of the specification.

use std::sync::atomic::AtomicBool;

use rules::cpu::Portable;
use rules::{Rules, Seat, Status};
use search::{Engine, RandomPlayer, SearchLimits, SearchRequest, SearchResult};

use super::{Classic, maximin, minimum};
use crate::chess::position::{Move, Position};
use crate::chess::rules::Chess;
use crate::chess::{builtin, square_name};

fn ordinary() -> Chess {
    Chess::new(builtin::army("ordinary").unwrap(), Portable).unwrap()
}

fn search(classic: &mut Classic, chess: &Chess, position: &Position) -> Option<SearchResult<Move>> {
    let stop = AtomicBool::new(false);
    classic.search(&SearchRequest::new(chess, position, &[], SearchLimits::until(&stop)), &mut |_| {})
}

/// The move of the chess computer, with every seed up to 20.
#[track_caller]
fn choices(fen: &str) -> Vec<String> {
    let chess = ordinary();
    let position = chess.read_fen(fen).unwrap();
    let mut found = Vec::new();
    for seed in 0..20 {
        let mut classic = Classic::new(chess.army());
        Engine::<Chess>::new_game(&mut classic, seed);
        let best = search(&mut classic, &chess, &position).unwrap().best;
        let promoted = best.promotion().map_or(String::new(), |kind| chess.army().kinds[kind].name.clone());
        found.push(square_name(best.from()) + &square_name(best.to()) + &promoted);
    }
    found.sort();
    found.dedup();
    found
}

/// "a: 5 0 - -3 | b: 1 3 2 2 | c: no reply at all, the game is over | d: -1 0 1 - => values -3, 1, over, -1: play c if it
/// wins, else b."
#[test]
fn the_first_table_of_the_source() {
    let table = [
        [Some(5), Some(0), None, Some(-3)],
        [Some(1), Some(3), Some(2), Some(2)],
        [None; 4],
        [Some(-1), Some(0), Some(1), None],
    ];
    assert_eq!(table.map(|row| minimum(&row)), [Some(-3), Some(1), None, Some(-1)]);
    assert_eq!(maximin(&table, |mv| mv == 2), Some(2));
    assert_eq!(maximin(&table, |_| false), Some(1));
}

/// "And a: - 1 - -3 | b: 0 1 0 - | c: 5 7 10 -1 | d: -2 - - 0 => b (0)."
#[test]
fn the_second_table_of_the_source() {
    let table = [
        [None, Some(1), None, Some(-3)],
        [Some(0), Some(1), Some(0), None],
        [Some(5), Some(7), Some(10), Some(-1)],
        [Some(-2), None, None, Some(0)],
    ];
    assert_eq!(table.map(|row| minimum(&row)), [Some(-3), Some(0), Some(-1), Some(-2)]);
    assert_eq!(maximin(&table, |_| true), Some(1));
    assert_eq!(maximin::<[Option<i32>; 0]>(&[], |_| true), None);
    assert_eq!(maximin(&[[None], [Some(-9)]], |_| false), Some(1));
    assert_eq!(maximin(&[[None], [None]], |_| false), Some(0));
}

/// "If the opponent is mated, take it at once", though a queen could be captured.
#[test]
fn a_mate_is_taken_at_once() {
    assert_eq!(choices("6k1/5ppp/8/7q/6P1/8/8/KN1R4 w - - 0 1"), ["d1d8"]);
    let chess = ordinary();
    let position = chess.read_fen("6k1/5ppp/8/7q/6P1/8/8/KN1R4 w - - 0 1").unwrap();
    let result = search(&mut Classic::new(chess.army()), &chess, &position).unwrap();
    assert_eq!((result.score, result.depth), (40.0, 1));
}

/// The piece value: the queen rather than the rook; and the time value: not a pawn that is defended.
#[test]
fn pieces_are_captured_where_they_are_not_made_good() {
    assert_eq!(choices("7k/8/8/q3r3/1P1P4/8/8/7K w - - 0 1"), ["b4a5"]);
    assert_eq!(choices("k7/8/8/2q1r3/1P1P4/8/8/7K w - - 0 1"), ["b4c5", "d4c5"]);
    // Queen takes pawn would cost the queen.
    let found = choices("k7/2p5/3p4/8/8/8/3Q4/K7 w - - 0 1");
    assert!(!found.contains(&"d2d6".to_owned()), "{found:?}");
    assert_eq!(choices("k7/8/3p4/8/8/8/3Q4/K7 w - - 0 1"), ["d2d6"]);
}

/// A piece that is attacked and can be saved is saved.
#[test]
fn attacked_pieces_are_saved() {
    let found = choices("k7/8/8/2p5/3R4/8/8/K7 w - - 0 1");
    assert!(found.iter().all(|mv| mv.starts_with("d4")), "{found:?}");
}

/// "To queen, rook, bishop or knight; classic takes the most valuable."
#[test]
fn promotion_is_to_the_most_valuable() {
    assert_eq!(choices("8/P7/8/8/8/7k/8/K7 w - - 0 1"), ["a7a8queen"]);
    assert_eq!(choices("r7/1P6/8/8/8/7k/8/K7 w - - 0 1"), ["b7a8queen"]);
    // A queen on a8 would be lost to the bishop; a bishop there would cost less, but is not result of.
    assert_eq!(choices("r3k2r/PP6/5pp1/2p4B/4b3/R3p2R/1N6/R3K2R w KQkq - 0 1"), ["h5f3"]);
}

/// A move that leaves no reply is played only if it mates: capturing the pawn would be stalemate.
#[test]
fn stalemate_is_avoided() {
    let found = choices("k7/2p5/8/8/8/2Q5/8/K7 w - - 0 1");
    assert!(!found.contains(&"c3c7".to_owned()), "{found:?}");
    // With a pawn that can still move it is not stalemate, and the capture pays off.
    assert_eq!(choices("k7/2p5/8/7p/8/2Q5/8/K7 w - - 0 1"), ["c3c7"]);
}

/// An en passant capture gains a pawn.
#[test]
fn double_step_is_captured_en_passant() {
    assert_eq!(choices("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1"), ["e5d6"]);
}

/// The position value counts what is reached, covered, attacked and pressed; here by hand. White: the king on a1 reaches
/// a2 and b1, and covers the pawn on b2: 3. The pawn presses on a3 and c3 and reaches b3 and b4: 4. Black: the king
/// on h8 reaches 3. The rook on b8 reaches a8, six squares up to g8 less its king's h8, which it covers: a8, c8 to g8 and
/// h8, 7; down b7 to b3, 5, and it attacks b2, 1.
#[test]
fn the_position_value_by_hand() {
    let chess = ordinary();
    let position = chess.read_fen("1r5k/8/8/8/8/8/1P6/K7 w - - 0 1").unwrap();
    assert_eq!(chess.position_value(&position, Seat::FIRST), 7 - 16);
    assert_eq!(chess.position_value(&position, Seat::SECOND), 16 - 7);
    assert_eq!(chess.position_value(&chess.start(), Seat::FIRST), 0);
}

/// The position value is the number of the codes 1, 2, 3, 10 and 11, for every army, hoppers too.
#[test]
fn the_position_value_is_the_number_of_codes() {
    for (name, _) in builtin::all() {
        let chess = Chess::new(builtin::army(name).unwrap(), Portable).unwrap();
        let mut player = RandomPlayer::new(3);
        for _ in 0..30 {
            let mut position = chess.start();
            player.playout(&chess, &mut position, &mut Vec::new(), 40);
            let mut counts = [0, 0];
            for square in 0..64 {
                if let Some((_, side)) = position.piece(square) {
                    let codes = chess.relations(&position, square);
                    counts[side] +=
                        codes.iter().filter(|code| matches!(code, 1..=3 | 10 | 11)).count() as i32;
                }
            }
            let value = chess.position_value(&position, Seat::FIRST);
            assert_eq!(value, counts[0] - counts[1], "{name}: {}", chess.write_fen(&position));
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let chess = ordinary();
    let play = |seed| {
        let mut classic = Classic::new(chess.army());
        Engine::<Chess>::new_game(&mut classic, seed);
        let mut position = chess.start();
        for _ in 0..30 {
            let Some(result) = search(&mut classic, &chess, &position) else { break };
            chess.play(&mut position, result.best);
        }
        chess.write_fen(&position)
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

#[test]
fn stop_ends_the_search_and_moves_are_counted() {
    let chess = ordinary();
    let mut classic = Classic::new(chess.army());
    let stop = AtomicBool::new(true);
    let mut reports = 0;
    let mut nodes = |limits: SearchLimits<'_>| {
        classic
            .search(&SearchRequest::new(&chess, &chess.start(), &[], limits), &mut |_| reports += 1)
            .unwrap()
            .nodes
    };
    assert_eq!(nodes(SearchLimits::until(&stop)), 1);
    let stop = AtomicBool::new(false);
    assert_eq!(nodes(SearchLimits::until(&stop)), 20);
    assert_eq!(nodes(SearchLimits::until(&stop).nodes(7)), 7);
    assert_eq!(reports, 3);
    let mated = chess.read_fen("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1").unwrap();
    assert!(search(&mut classic, &chess, &mated).is_none());
}

/// Points and draws of the chess computer in `games` games against random moves, with alternating colours.
fn points_against_random_moves(games: u64) -> (f64, u32) {
    let chess = ordinary();
    let (mut points, mut draws) = (0.0, 0);
    for game in 0..games {
        let own = if game % 2 == 0 { Seat::FIRST } else { Seat::SECOND };
        let mut classic = Classic::new(chess.army());
        Engine::<Chess>::new_game(&mut classic, game);
        let mut random = RandomPlayer::new(game);
        let mut position = chess.start();
        let mut moves = Vec::new();
        let outcome = loop {
            moves.clear();
            match chess.legal_moves(&position, &mut moves) {
                Status::Over(outcome) => break outcome,
                Status::Turn(seat) if seat == own => {
                    let best = search(&mut classic, &chess, &position).unwrap().best;
                    chess.play(&mut position, best);
                }
                _ => chess.play(&mut position, random.choose(&moves).unwrap()),
            }
        };
        points += outcome.share(own);
        draws += u32::from(outcome.share(own) == 0.5);
    }
    (points, draws)
}

#[test]
fn it_beats_chance() {
    let (points, draws) = points_against_random_moves(20);
    assert!(points >= 18.0, "{points} points of 20, {draws} draws");
}
