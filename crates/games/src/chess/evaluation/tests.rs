//! The evaluation treats both sides alike, follows moves without drift, and knows how to win.

use std::sync::atomic::AtomicBool;

use rules::cpu::Portable;
use rules::{Notation, Random, Rules, Seat, Status};
use search::{AlphaBeta, Engine, Evaluator, SearchLimits, SearchRequest};

use super::*;
use crate::chess::builtin;

fn chess(name: &str) -> Chess<Portable> {
    Chess::new(builtin::army(name).unwrap(), Portable).unwrap()
}

fn evaluator(chess: &Chess<Portable>) -> ArmyEvaluator {
    ArmyEvaluator::new(chess, &EvaluationWeights::of(chess))
}

fn score(chess: &Chess<Portable>, evaluator: &ArmyEvaluator, position: &Position, seat: Seat) -> Score {
    let mut sums = Sums::default();
    evaluator.refresh(chess, position, &mut sums);
    evaluator.evaluate(chess, position, &sums, seat)
}

/// The position with the sides exchanged.
fn exchanged(position: &Position) -> Position {
    let mut other = *position;
    other.sides = [position.sides[1].swap_bytes(), position.sides[0].swap_bytes()];
    other.kinds = position.kinds.map(u64::swap_bytes);
    other.turn ^= 1;
    other
}

/// Random positions of a game of every built-in army.
fn positions(mut visit: impl FnMut(&Chess<Portable>, &ArmyEvaluator, &Position, Option<Move>)) {
    for (name, _) in builtin::all() {
        let chess = chess(name);
        let evaluator = evaluator(&chess);
        let mut random = Random::new(3);
        let (mut position, mut moves) = (chess.start(), Vec::new());
        for _ in 0..120 {
            moves.clear();
            if !matches!(chess.legal_moves(&position, &mut moves), Status::Turn(_)) {
                break;
            }
            let mv = random.pick(&moves).copied();
            visit(&chess, &evaluator, &position, mv);
            mv.into_iter().for_each(|mv| chess.play(&mut position, mv));
        }
    }
}

#[test]
fn both_sides_are_evaluated_alike() {
    positions(|chess, evaluator, position, _| {
        let seat = position.turn();
        let (own, other) = (
            score(chess, evaluator, position, seat),
            score(chess, evaluator, &exchanged(position), seat.other()),
        );
        assert_eq!(own, other, "{}", chess.write_position(position));
        assert_eq!(own, -score(chess, evaluator, position, seat.other()));
    });
}

#[test]
fn sums_follow_the_moves() {
    positions(|chess, evaluator, position, mv| {
        let Some(mv) = mv else { return };
        let (mut before, mut after, mut expected) = (Sums::default(), Sums::default(), Sums::default());
        evaluator.refresh(chess, position, &mut before);
        let mut played = *position;
        chess.play(&mut played, mv);
        evaluator.refresh(chess, &played, &mut expected);
        if let Some(delta) = evaluator.delta(chess, position, mv, &played) {
            evaluator.update(chess, &before, delta, &mut after);
            assert_eq!(after, expected, "{} {mv:?}", chess.write_position(position));
        }
    });
}

/// Each of these takes a plan: the corner of the bishop's colour, two bishops together, or a rook alone.
#[test]
fn bare_kings_are_mated() {
    let chess = chess(builtin::ORDINARY);
    for fen in [
        "8/8/8/3k4/8/8/4R3/4K3 w - - 0 1",
        "8/8/3k4/8/8/8/8/2BBK3 w - - 0 1",
        "7k/8/8/8/8/8/8/KBN5 w - - 0 1",
    ] {
        let mut position = chess.read_position(fen).unwrap();
        let mut engines = [(), ()].map(|()| AlphaBeta::new(Portable, evaluator(&chess), 1 << 22));
        let (mut past, mut moves) = (Vec::new(), Vec::new());
        let outcome = loop {
            moves.clear();
            if let Status::Over(outcome) = chess.legal_moves(&position, &mut moves) {
                break Some(outcome);
            }
            if past.len() >= 100 {
                break None;
            }
            let stop = AtomicBool::new(false);
            let limits = SearchLimits::until(&stop).nodes(30_000);
            let request = SearchRequest::new(&chess, &position, &past, limits);
            let best = engines[past.len() % 2].search(&request, &mut |_| {}).unwrap().best;
            past.push(chess.key(&position));
            chess.play(&mut position, best);
        };
        let is_won = outcome.is_some_and(|outcome| outcome.share(Seat::FIRST) == 1.0);
        assert!(is_won, "{fen} ends in {}", chess.write_position(&position));
    }
}
