//! Reference implementation of the chess computer's move choice. It plays every exchange on the board of the reference
//! rules.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use crate::second;

use std::sync::atomic::AtomicBool;

use games::chess::{Army, Chess, Classic, PieceValues, builtin};
use rules::cpu::Portable;
use rules::{Random, Rules, Seat};
use search::{Engine, SearchLimits, SearchRequest};
use second::chess::moves::Move;
use second::chess::{Position, Side, random};

/// Values of the kinds in centipawns.
type Values = Vec<u32>;

/// Squares from which pieces of a side capture on a square, the least valuable first, then by index. A royal piece that
/// could be recaptured is left out.
fn takers(position: &Position<'_>, values: &Values, target: usize, by: Side) -> Vec<usize> {
    let mut found = Vec::new();
    let mut board = *position;
    // An enemy must stand there for a capture.
    let (kind, _) = board.board[target].unwrap();
    board.board[target] = Some((kind, by.other()));
    for from in (0..64).filter(|&from| from != target) {
        if let Some((kind, side)) = board.board[from]
            && side == by
            && matches!(board.relations(from)[target], 2 | 3)
        {
            let is_royal = position.army.kinds[kind].is_royal;
            let mut after = board;
            after.board[from] = None;
            after.board[target] = Some((kind, by));
            if !(is_royal && after.is_attacked(target, by.other())) {
                found.push((values[kind], from));
            }
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(_, from)| from).collect()
}

/// Captures with the least valuable piece and returns its value; `None` if no piece can capture.
fn take(position: &mut Position<'_>, values: &Values, target: usize, by: Side) -> Option<i64> {
    let from = *takers(position, values, target, by).first()?;
    let (kind, _) = position.board[from].unwrap();
    position.board[target] = position.board[from].take();
    Some(i64::from(values[kind]))
}

fn outcome(position: &Position<'_>, values: &Values, target: usize) -> i64 {
    let (kind, own) = position.board[target].unwrap();
    let mut board = *position;
    let Some(mut attacker) = take(&mut board, values, target, own.other()) else { return 0 };
    let (mut u, mut c) = (i64::from(values[kind]), 0);
    while let Some(defender) = take(&mut board, values, target, own) {
        c += attacker;
        if c < u {
            break;
        }
        let Some(next) = take(&mut board, values, target, own.other()) else { break };
        u += defender;
        if u < c {
            break;
        }
        attacker = next;
    }
    c - u
}

fn squares_of(position: &Position<'_>, own: Side) -> Vec<usize> {
    (0..64).filter(|&square| position.board[square].is_some_and(|(_, side)| side == own)).collect()
}

fn time_value(position: &Position<'_>, values: &Values, own: Side) -> i64 {
    let outcomes = squares_of(position, own).into_iter().map(|square| outcome(position, values, square));
    outcomes.min().unwrap_or(0).min(0)
}

fn position_value(position: &Position<'_>, own: Side) -> i64 {
    let count = |side| -> usize {
        let counts = squares_of(position, side).into_iter().map(|square| {
            position.relations(square).iter().filter(|code| [1, 2, 3, 10, 11].contains(*code)).count()
        });
        counts.sum()
    };
    count(own) as i64 - count(own.other()) as i64
}

/// Moves among which the engine chooses at random, as text.
fn choices(position: &Position<'_>, values: &Values) -> Vec<String> {
    let own = position.to_move;
    let material = |position: &Position<'_>, side| -> i64 {
        let kinds = squares_of(position, side).into_iter().map(|square| position.board[square].unwrap().0);
        kinds.map(|kind| i64::from(values[kind])).sum()
    };
    let mut mates = Vec::new();
    let mut scored = Vec::new();
    for mv in position.legal() {
        let text = position.text(&mv);
        // Only the most valuable promotion.
        let becomes = |mv: &Move| mv.promotion.map_or(0, |kind| values[kind]);
        let is_lesser = position
            .legal()
            .iter()
            .any(|other| (other.from, other.to) == (mv.from, mv.to) && becomes(other) > becomes(&mv));
        if is_lesser {
            continue;
        }
        let after = position.after(&mv);
        let goes_on = !after.legal().is_empty();
        if !goes_on && after.is_in_check(after.to_move) {
            mates.push(text);
            continue;
        }
        let captured = material(position, own.other()) - material(&after, own.other());
        let first = captured + time_value(&after, values, own);
        scored.push(((goes_on, first, position_value(&after, own)), text));
    }
    if !mates.is_empty() {
        return mates;
    }
    let best = scored.iter().map(|(score, _)| *score).max();
    scored.into_iter().filter(|(score, _)| Some(*score) == best).map(|(_, text)| text).collect()
}

/// Plays random games and compares values and choice with the engine in each position.
fn agree(army: &Army, values: &Values, random: &mut Random, boards: usize) {
    let chess = Chess::new(army.clone(), Portable).unwrap();
    let worth = PieceValues::new(values);
    let stop = AtomicBool::new(false);
    let mut positions: Vec<Position<'_>> = (0..boards / 2).map(|_| random::position(army, random)).collect();
    positions.extend(random::game(Position::start(army), random, boards / 2));
    for slow in &positions {
        let fen = slow.fen_if_it_matters();
        let fast = chess.read_fen(&fen).unwrap();
        for (seat, side) in [(Seat::FIRST, Side::White), (Seat::SECOND, Side::Black)] {
            let found = i64::from(chess.time_value(&fast, seat, &worth));
            assert_eq!(found, time_value(slow, values, side), "{}: {fen}", army.name);
            let found = i64::from(chess.position_value(&fast, seat));
            assert_eq!(found, position_value(slow, side), "{}: {fen}", army.name);
        }
        let mut moves = Vec::new();
        chess.legal_moves(&fast, &mut moves);
        let mut engine = Classic::with_values(worth);
        Engine::<Chess>::new_game(&mut engine, random.next_u64());
        let result =
            engine.search(&SearchRequest::new(&chess, &fast, &[], SearchLimits::until(&stop)), &mut |_| {});
        let Some(result) = result else { continue };
        let mut after = fast;
        chess.play(&mut after, result.best);
        let after = chess.write_fen(&after);
        let expected = choices(slow, values);
        let fens: Vec<String> = expected.iter().map(|text| slow.play(text).fen_if_it_matters()).collect();
        let pieces = |fen: &str| fen.split(' ').next().unwrap().to_owned();
        assert!(
            fens.iter().any(|fen| pieces(fen) == pieces(&after)),
            "{}: {fen}: {after} is none of {expected:?}",
            army.name
        );
    }
}

#[test]
fn ordinary_chess_agrees() {
    let army = builtin::army("ordinary").unwrap();
    agree(&army, &vec![4000, 900, 500, 300, 300, 100], &mut Random::new(1), 400);
}

#[test]
fn number_programs_agree() {
    let mut random = Random::new(2);
    for _ in 0..25 {
        let army = random::number_army(&mut random);
        // Some kinds are worth the same, so that squares decide.
        let values: Values = army.kinds.iter().map(|_| 100 + 100 * random.below(5)).collect();
        agree(&army, &values, &mut random, 16);
    }
}
