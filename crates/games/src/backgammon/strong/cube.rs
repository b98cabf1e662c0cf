//! Decisions about the cube, by the chance to win the match.

use std::sync::Arc;

use rules::Seat;
use rules::cpu::Cpu;
use search::{Evaluation, SearchRequest, SearchResult, Unit};

use super::{Action, BackgammonMatch, MatchEquity, Phase, Strong, decider};
use crate::backgammon::{Away, CubeState, MatchPosition, Probabilities, ROLLS};

/// Points that both sides need, seen by one of them.
pub(super) fn away(rules: &BackgammonMatch, position: &MatchPosition, seat: Seat) -> Away {
    let needed = |seat: Seat| i32::from(rules.length()) - i32::from(position.score(seat));
    let is_match_point = needed(seat) == 1 || needed(seat.other()) == 1;
    Away {
        own: needed(seat),
        other: needed(seat.other()),
        crawford_is_over: !rules.has_crawford() || is_match_point,
    }
}

/// The three results of a cube decision, as chances of the side on roll to win the match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CubeDecision {
    /// The side on roll does not double.
    pub no_double: f64,
    /// It doubles, and the other takes.
    pub double_take: f64,
    /// It doubles, and the other drops.
    pub double_drop: f64,
}

impl CubeDecision {
    /// The decision in a position before a roll, by what comes after some turns.
    pub fn new(equity: &MatchEquity, leaves: &[Probabilities], away: Away, cube: CubeState) -> CubeDecision {
        CubeDecision {
            no_double: after_roll(equity, leaves, away, cube),
            double_take: after_roll(equity, leaves, away, cube.doubled()),
            double_drop: equity.chance(away.won(cube.value)),
        }
    }

    /// The decision of the player on turn before the roll, by what comes after some turns (see [`Lookahead::leaves`](crate::backgammon::Lookahead::leaves)).
    pub fn of(
        rules: &BackgammonMatch,
        position: &MatchPosition,
        equity: &MatchEquity,
        leaves: &[Probabilities],
    ) -> CubeDecision {
        let turn = position.board().turn();
        let owns = |seat| position.owner().is_none_or(|owner| owner == seat);
        let cube = CubeState {
            value: position.cube().into(),
            own_access: owns(turn),
            other_access: owns(turn.other()),
        };
        let mut counted = leaves.to_vec();
        if !rules.game().triple() {
            for chances in &mut counted {
                (chances.win_backgammon, chances.lose_backgammon) = (0.0, 0.0);
            }
        }
        CubeDecision::new(equity, &counted, away(rules, position, turn), cube)
    }

    /// `true` if doubling is better than not doubling.
    pub fn doubles(&self) -> bool {
        self.double_take.min(self.double_drop) > self.no_double
    }

    /// `true` if the other side takes a double.
    pub fn takes(&self) -> bool {
        self.double_take <= self.double_drop
    }
}

/// Chance to win the match of a side that rolls without doubling. At every later turn the side on roll decides anew.
fn after_roll(equity: &MatchEquity, leaves: &[Probabilities], away: Away, cube: CubeState) -> f64 {
    if let [chances] = leaves {
        return equity.cubeful(chances, away, cube);
    }
    let parts = leaves.chunks(leaves.len() / ROLLS.len());
    let weighed = parts.zip(&ROLLS).map(|(part, &(_, weight))| {
        f64::from(weight) * (1.0 - before_roll(equity, part, away.flipped(), cube.flipped()))
    });
    weighed.sum::<f64>() / 36.0
}

/// Chance to win the match of a side that is to double or to roll.
fn before_roll(equity: &MatchEquity, leaves: &[Probabilities], away: Away, cube: CubeState) -> f64 {
    let no_double = after_roll(equity, leaves, away, cube);
    if !cube.own_access {
        return no_double;
    }
    let double_take = after_roll(equity, leaves, away, cube.doubled());
    no_double.max(double_take.min(equity.chance(away.won(cube.value))))
}

/// The average over sequences of rolls.
fn average(leaves: &[Probabilities]) -> Probabilities {
    if let [chances] = leaves {
        return *chances;
    }
    let mut sum = Probabilities::default();
    for (part, &(_, weight)) in leaves.chunks(leaves.len() / ROLLS.len()).zip(&ROLLS) {
        sum.add(weight as f32 / 36.0, average(part).flipped());
    }
    sum
}

impl<C: Cpu> Strong<C> {
    /// Doubles, takes or drops.
    pub(super) fn decide_cube(
        &self,
        request: &SearchRequest<'_, BackgammonMatch>,
        equity: &Arc<MatchEquity>,
    ) -> Option<SearchResult<Action>> {
        let SearchRequest { rules, position, limits, .. } = *request;
        let turn = position.board().turn();
        let (leaves, nodes) = self.leaves(&position.board().board(), &limits);
        let decision = CubeDecision::of(rules, position, equity, &leaves);
        let [wanted, other] = match (position.phase(), decision.doubles(), decision.takes()) {
            (Phase::Answering, _, true) => [Action::Take, Action::Drop],
            (Phase::Answering, _, false) => [Action::Drop, Action::Take],
            (_, true, _) => [Action::Double, Action::Roll],
            (_, false, _) => [Action::Roll, Action::Double],
        };
        let moves = request.moves();
        let best = if moves.contains(&wanted) { wanted } else { other };
        let chances = average(&leaves);
        let own = if decider(position.phase(), turn) == turn { chances } else { chances.flipped() };
        let value = own.equity().into();
        Some(SearchResult {
            score: value,
            evaluation: Evaluation::Value { value, unit: Unit::Points },
            depth: 1,
            nodes,
            ..SearchResult::unsearched(best)
        })
    }
}
