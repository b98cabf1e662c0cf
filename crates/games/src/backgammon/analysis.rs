//! Positions judged by `strong`'s networks: chances, best plays, cube decisions, rollouts.
//!
//! The processor is chosen here, so that the code behind is compiled once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rules::cpu::Portable;

use super::BackgammonMatch;
use super::network::Networks;
use super::rollout::{self, RolloutPlan, RolloutResult};
use super::{Board, CubeDecision, Lookahead, MatchEquity, MatchPosition, Play, Position, Probabilities};

/// A legal play with the chances of the side that makes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatedPlay {
    /// The play.
    pub play: Play,
    /// The board after it, seen by the side that made it.
    pub board: Board,
    /// The chances after it.
    pub chances: Probabilities,
}

/// Judges positions by networks.
#[derive(Clone, Debug)]
pub struct Analyst {
    networks: Arc<Networks>,
}

/// Runs an expression with `$cpu` as the best processor level.
macro_rules! on_best_cpu {
    ($cpu:ident => $run:expr) => {{
        #[cfg(target_arch = "x86_64")]
        if let Some($cpu) = rules::cpu::V3::detect() {
            return $run;
        }
        let $cpu = Portable;
        $run
    }};
}

impl Analyst {
    /// An analyst with the networks of the program.
    pub fn builtin() -> Analyst {
        Analyst::new(Networks::builtin())
    }

    /// An analyst with these networks.
    pub fn new(networks: Arc<Networks>) -> Analyst {
        Analyst { networks }
    }

    /// Chances of the side on roll, looking some turns ahead.
    pub fn chances(&self, board: &Board, turns: u32) -> Probabilities {
        on_best_cpu!(cpu => Lookahead::new(cpu, &self.networks).chances(board, turns))
    }

    /// The legal plays of the dice on the table, the best first; `turns` more turns are looked ahead for each.
    pub fn plays(&self, position: &Position, turns: u32) -> Vec<RatedPlay> {
        let mut plays = Vec::new();
        position.for_each_turn(|turn| {
            let chances = self.chances(&turn.board.flipped(), turns).flipped();
            plays.push(RatedPlay { play: turn.play, board: turn.board, chances });
        });
        plays.sort_by(|one, two| two.chances.equity().total_cmp(&one.chances.equity()));
        plays
    }

    /// The cube decision of the player on turn before the roll, looking some turns ahead.
    pub fn cube_decision(
        &self,
        rules: &BackgammonMatch,
        position: &MatchPosition,
        turns: u32,
    ) -> CubeDecision {
        let leaves = self.leaves(&position.board().board(), turns);
        CubeDecision::of(rules, position, &MatchEquity::new(rules.length()), &leaves)
    }

    fn leaves(&self, board: &Board, turns: u32) -> Vec<Probabilities> {
        on_best_cpu!(cpu => Lookahead::new(cpu, &self.networks).leaves(board, turns))
    }

    /// Rolls out a position before the roll of its mover.
    pub fn roll_out(
        &self,
        board: &Board,
        plan: &RolloutPlan,
        stop: &AtomicBool,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Option<RolloutResult> {
        on_best_cpu!(cpu => rollout::roll_out(cpu, &self.networks, board, plan, stop, progress))
    }
}
