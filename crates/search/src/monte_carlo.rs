//! Monte-Carlo tree search for any game: what random games from here on come to.

mod simulation;
mod tree;

use crate::SearchGame;
use rules::cpu::Cpu;
use rules::{Random, Status};

use crate::engine::{Engine, Progress, SearchResult};
use crate::evaluator::{Evaluator, Even};
use crate::request::SearchRequest;
use simulation::{Habits, Simulations};
use tree::Tree;

/// An engine that plays games at random from the positions it finds most interesting (UCT), and makes the move it has
/// looked at most often.
///
/// It works for one to four seats, with dice or without. Every seat is taken to play for its own
/// [share](rules::Outcome::share) of the game; scores are shares too, from 0 to 1. Positions whose outcome is certain,
/// because all that follows has been seen or the mover can win at once, are remembered as such.
///
/// The limit of nodes counts every position a game comes through, in the tree and behind it; the limit of depth is that
/// of the tree. With the same seed the same limits lead to the same choice.
pub struct MonteCarlo<M, E, C> {
    cpu: C,
    evaluator: E,
    habits: Habits,
    random: Random,
    tree: Tree<M>,
}

impl<M, C: Cpu> MonteCarlo<M, Even, C> {
    /// A search that plays its games to the end, with room for so many positions. Games that are too long count as
    /// even.
    pub fn new(cpu: C, positions: usize) -> Self {
        MonteCarlo::with_evaluator(cpu, Even, positions)
    }
}

impl<M, E, C: Cpu> MonteCarlo<M, E, C> {
    /// A search that lets the evaluator judge games that are too long, with room for so many positions.
    pub fn with_evaluator(cpu: C, evaluator: E, positions: usize) -> Self {
        let (habits, random) = (Habits::default(), Random::new(0));
        MonteCarlo { cpu, evaluator, habits, random, tree: Tree::new(positions) }
    }

    /// The same, but random games end after so many moves.
    #[must_use]
    pub fn with_longest(mut self, moves: u32) -> Self {
        self.habits.longest = moves;
        self
    }

    /// The same, but moves that were seldom tried count so much more (usually 1).
    #[must_use]
    pub fn with_curiosity(mut self, curiosity: f64) -> Self {
        self.habits.curiosity = curiosity;
        self
    }

    /// The same, but a position with this score is taken to be won about three times in four.
    #[must_use]
    pub fn with_advantage(mut self, score: f64) -> Self {
        self.habits.advantage = score;
        self
    }
}

/// Positions after which a search that was given only a depth has seen enough.
const ENOUGH: u64 = 1 << 20;

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
        // A depth bounds the tree, not the games below it: without another limit they would be played for ever.
        let is_endless = limits.depth != u32::MAX && limits.nodes == u64::MAX;
        let limits = if is_endless { limits.nodes(ENOUGH) } else { limits };
        self.tree.plant(seat, rules.seats());
        let request = request.with_limits(limits);
        let simulations =
            Simulations::new(&self.evaluator, self.habits, &mut self.random, &mut self.tree, &request, moves);
        Some(self.cpu.run(simulations.until_enough(first, report)))
    }

    fn new_game(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }
}
