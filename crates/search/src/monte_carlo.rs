//! Monte Carlo tree search for any game.

mod simulation;
mod tree;

use crate::SearchGame;
use rules::cpu::Cpu;
use rules::{Random, Status};

use crate::engine::{Engine, Progress, SearchResult};
use crate::evaluator::{Evaluator, Even};
use crate::request::SearchRequest;
use simulation::{SimulationConfig, Simulations};
use tree::Tree;

/// Monte Carlo tree search with UCT selection and random rollouts; plays the most visited move.
///
/// Supports one to four seats, with dice or without. Every seat maximizes its own [share](rules::Outcome::share) of the
/// game; scores are shares, from 0 to 1. Nodes with a proven result are marked as such, as in MCTS-Solver.
///
/// The node limit counts every position of a simulation, in the tree and in the rollout; the depth limit bounds the
/// tree. Equal seeds and limits lead to equal results.
pub struct MonteCarlo<M, E, C> {
    cpu: C,
    evaluator: E,
    config: SimulationConfig,
    random: Random,
    tree: Tree<M>,
}

impl<M, C: Cpu> MonteCarlo<M, Even, C> {
    /// A search with a tree of at most `capacity` nodes. Rollouts that exceed the maximum length count as even.
    pub fn new(cpu: C, capacity: usize) -> Self {
        MonteCarlo::with_evaluator(cpu, Even, capacity)
    }
}

impl<M, E, C: Cpu> MonteCarlo<M, E, C> {
    /// A search with a tree of at most `capacity` nodes. The evaluator scores rollouts that exceed the maximum length.
    pub fn with_evaluator(cpu: C, evaluator: E, capacity: usize) -> Self {
        let (config, random) = (SimulationConfig::default(), Random::new(0));
        MonteCarlo { cpu, evaluator, config, random, tree: Tree::new(capacity) }
    }

    /// The evaluator.
    pub fn evaluator_mut(&mut self) -> &mut E {
        &mut self.evaluator
    }

    /// Sets the maximum length of a rollout.
    #[must_use]
    pub fn with_max_plies(mut self, plies: u32) -> Self {
        self.config.max_plies = plies;
        self
    }

    /// Sets the exploration constant of UCT (1 by default).
    #[must_use]
    pub fn with_exploration(mut self, exploration: f64) -> Self {
        self.config.exploration = exploration;
        self
    }

    /// Sets the score that corresponds to a winning probability of three quarters.
    #[must_use]
    pub fn with_advantage(mut self, score: f64) -> Self {
        self.config.advantage = score;
        self
    }
}

/// Node limit of a search that has only a depth limit.
const DEFAULT_NODES: u64 = 1 << 20;

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Engine<R> for MonteCarlo<R::Move, E, C> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, R>,
        report: &mut Progress<'_, R::Move>,
    ) -> Option<SearchResult<R::Move>> {
        let SearchRequest { rules, position, limits, .. } = *request;
        let mut moves = Vec::with_capacity(1024);
        let Status::Turn(seat) = rules.legal_moves(position, &mut moves) else { return None };
        if let Some(allowed) = request.root_moves {
            moves.retain(|mv| allowed.contains(mv));
        }
        let first = *moves.first()?;
        // A depth limit bounds the tree but not the number of simulations.
        let is_unbounded = limits.depth != u32::MAX && limits.nodes == u64::MAX;
        let limits = if is_unbounded { limits.nodes(DEFAULT_NODES) } else { limits };
        self.tree.reset(seat, rules.seats());
        let request = request.with_limits(limits);
        let simulations =
            Simulations::new(&self.evaluator, self.config, &mut self.random, &mut self.tree, &request, moves);
        Some(self.cpu.run(simulations.into_task(first, report)))
    }

    fn new_game(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }
}
