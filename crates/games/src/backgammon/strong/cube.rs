//! Decisions about the cube, by the chance to win the match.

use std::sync::Arc;

use rules::Seat;
use rules::cpu::Cpu;
use search::{Evaluation, SearchRequest, SearchResult, Unit};

use super::{Action, BackgammonMatch, MatchEquity, Phase, Strong, decider};
use crate::backgammon::{Away, CubeState, MatchPosition, Probabilities};

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
    /// The decision in a position before the roll of the side with these chances.
    pub fn new(equity: &MatchEquity, chances: &Probabilities, away: Away, cube: CubeState) -> CubeDecision {
        let dropped = Away { own: away.own - cube.value, ..away };
        CubeDecision {
            no_double: equity.cubeful(chances, away, cube),
            double_take: equity.cubeful(chances, away, cube.doubled()),
            double_drop: equity.chance(dropped),
        }
    }

    /// The decision of the player on turn with these chances, before the roll.
    pub fn of(
        rules: &BackgammonMatch,
        position: &MatchPosition,
        equity: &MatchEquity,
        chances: &Probabilities,
    ) -> CubeDecision {
        let turn = position.board().turn();
        let owns = |seat| position.owner().is_none_or(|owner| owner == seat);
        let cube = CubeState {
            value: position.cube().into(),
            own_access: owns(turn),
            other_access: owns(turn.other()),
        };
        let mut counted = *chances;
        if !rules.game().triple() {
            (counted.win_backgammon, counted.lose_backgammon) = (0.0, 0.0);
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

impl<C: Cpu> Strong<C> {
    /// Doubles, takes or drops.
    pub(super) fn decide_cube(
        &self,
        request: &SearchRequest<'_, BackgammonMatch>,
        equity: &Arc<MatchEquity>,
    ) -> Option<SearchResult<Action>> {
        let SearchRequest { rules, position, limits, .. } = *request;
        let turn = position.board().turn();
        let (chances, nodes) = self.chances_before_roll(&position.board().board(), &limits);
        let decision = CubeDecision::of(rules, position, equity, &chances);
        let [wanted, other] = match (position.phase(), decision.doubles(), decision.takes()) {
            (Phase::Answering, _, true) => [Action::Take, Action::Drop],
            (Phase::Answering, _, false) => [Action::Drop, Action::Take],
            (_, true, _) => [Action::Double, Action::Roll],
            (_, false, _) => [Action::Roll, Action::Double],
        };
        let moves = request.moves();
        let best = if moves.contains(&wanted) { wanted } else { other };
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
