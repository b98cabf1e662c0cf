//! The evaluation for the searches of any game.

use rules::{Outcome, Seat};
use search::{Evaluation, Evaluator, Score, Unit};

use super::Weights;
use crate::backgammon::{Backgammon, Play, Position};

/// Score of a pip.
const PIP: f64 = 10.0;
/// Largest score of an unfinished game.
const MAX_SCORE: Score = 6_000;
/// Score of a point won.
const POINT: Score = 7_000;

/// Evaluates pips, blots and made points.
impl Evaluator<Backgammon> for Weights {
    type Accumulator = ();
    type Delta = ();

    fn refresh(&self, _rules: &Backgammon, _position: &Position, _accumulator: &mut ()) {}

    fn delta(&self, _rules: &Backgammon, _before: &Position, _play: Play, _after: &Position) -> Option<()> {
        Some(())
    }

    fn update(&self, _rules: &Backgammon, _before: &(), _delta: (), _after: &mut ()) {}

    fn evaluate(&self, rules: &Backgammon, position: &Position, _accumulator: &(), seat: Seat) -> Score {
        if let Some(winner) = position.winner() {
            let points = Score::from(rules.loss(position, winner.other()).points()) * POINT;
            return if winner == seat { points } else { -points };
        }
        let cost = if seat == Seat::FIRST { self.balance(position) } else { -self.balance(position) };
        ((-cost * PIP) as Score).clamp(-MAX_SCORE, MAX_SCORE)
    }

    /// A gammon counts two points, a backgammon three.
    fn terminal_score(&self, outcome: &Outcome, seat: Seat, _ply: u32) -> Score {
        Score::from(outcome.points(seat) - outcome.points(seat.other())) * POINT
    }

    fn max_abs(&self) -> Score {
        3 * POINT
    }

    /// Points per game.
    fn evaluation(&self, score: f64) -> Evaluation {
        Evaluation::Value { value: score / f64::from(POINT), unit: Unit::Points }
    }
}
