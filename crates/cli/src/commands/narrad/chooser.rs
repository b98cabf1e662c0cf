//! The choice of a play by Narrad's evaluation.

use games::backgammon::narrad::Weights;
use games::backgammon::{Backgammon, Play, Position};
use rules::{Rules, Seat};

/// The best play: expectiminimax over `depth` turns, full width. Of equal plays the first is chosen.
pub(super) fn choose(rules: &Backgammon, weights: &Weights, depth: u32, position: &Position) -> Play {
    best(rules, weights, depth, position).map_or(Play::PASS, |(_, play)| play)
}

/// The best play and its cost for the player on turn.
fn best(rules: &Backgammon, weights: &Weights, depth: u32, position: &Position) -> Option<(f64, Play)> {
    let mut plays = Vec::new();
    let _ = rules.legal_moves(position, &mut plays);
    let sign = if position.turn() == Seat::FIRST { 1.0 } else { -1.0 };
    let costs = plays.into_iter().map(|play| {
        let mut after = *position;
        rules.play(&mut after, play);
        (sign * balance(rules, weights, depth - 1, &after), play)
    });
    costs.min_by(|(one, _), (other, _)| one.total_cmp(other))
}

/// White's cost minus Black's, expected after `depth` more turns.
fn balance(rules: &Backgammon, weights: &Weights, depth: u32, position: &Position) -> f64 {
    if depth == 0 || position.winner().is_some() {
        return weights.balance(position);
    }
    let sign = if position.turn() == Seat::FIRST { 1.0 } else { -1.0 };
    let rolls = rules.rolls(position).iter().map(|&(roll, weight)| {
        let mut rolled = *position;
        rules.apply_roll(&mut rolled, roll);
        let cost = best(rules, weights, depth, &rolled).map_or(0.0, |(cost, _)| sign * cost);
        f64::from(weight) * cost
    });
    rolls.sum::<f64>() / 36.0
}
