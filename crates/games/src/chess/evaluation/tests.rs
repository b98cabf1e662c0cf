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

/// White's score of an orthodox position.
fn orthodox(fen: &str) -> Score {
    let chess = chess(builtin::ORDINARY);
    score(&chess, &evaluator(&chess), &chess.read_position(fen).unwrap(), Seat::FIRST)
}

/// The score of White to move must rise from each position to the next.
fn assert_rising(fens: &[&str]) {
    let scores: Vec<Score> = fens.iter().map(|fen| orthodox(fen)).collect();
    assert!(scores.is_sorted_by(|one, other| one < other), "{fens:?}: {scores:?}");
}

#[test]
fn capturing_the_last_pawn_raises_the_score() {
    assert_rising(&["7k/8/8/3p4/8/8/3Q4/4K3 w - - 0 1", "7k/8/8/3Q4/8/8/8/4K3 w - - 0 1"]);
    assert_rising(&["7k/8/8/3p4/8/8/3RR3/4K3 w - - 0 1", "7k/8/8/3R4/8/8/4R3/4K3 w - - 0 1"]);
}

#[test]
fn kings_are_driven_to_the_corner_of_the_bishop_only_when_bare() {
    // The bishop on b1 is light: a8 and h1 will do, a1 and h8 will not.
    assert_rising(&["8/8/4k3/8/8/8/8/1BN1K3 w - - 0 1", "k7/8/8/8/8/8/8/1BN1K3 w - - 0 1"]);
    assert_rising(&["7k/8/8/8/8/8/8/1BN1K3 w - - 0 1", "k7/8/8/8/8/8/8/1BN1K3 w - - 0 1"]);
    let swing =
        orthodox("k7/8/8/8/3r4/8/8/1B2KR2 w - - 0 1") - orthodox("8/8/4k3/8/3r4/8/8/1B2KR2 w - - 0 1");
    assert!(swing.abs() < 150, "{swing}");
}

#[test]
fn terms_have_the_sign_that_players_expect() {
    // A pinned knight.
    assert_rising(&["4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "3r2k1/8/8/8/8/8/4N3/4K3 w - - 0 1"]);
    // A pawn that advances unopposed.
    assert_rising(&["6k1/5ppp/8/8/P7/8/5PPP/6K1 w - - 0 1", "6k1/5ppp/P7/8/8/8/5PPP/6K1 w - - 0 1"]);
    // Pawns side by side rather than one behind the other.
    assert_rising(&["6k1/5ppp/8/8/3P4/3P4/6PP/6K1 w - - 0 1", "6k1/5ppp/8/8/2PP4/8/6PP/6K1 w - - 0 1"]);
    // A king behind its pawns while the queens are on the board.
    assert_rising(&[
        "r2q1rk1/5ppp/8/8/5PPP/8/8/R2Q1RK1 w - - 0 1",
        "r2q1rk1/5ppp/8/8/8/8/5PPP/R2Q1RK1 w - - 0 1",
    ]);
    // A knight that no pawn can drive away.
    assert_rising(&[
        "6k1/pp3ppp/8/8/4P3/8/1N3PPP/6K1 w - - 0 1",
        "6k1/pp3ppp/8/3N4/4P3/8/5PPP/6K1 w - - 0 1",
    ]);
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
