//! Simulations: selection in the tree, expansion, rollout and backpropagation.

use crate::SearchGame;
use rules::cpu::Task;
use rules::{MAX_SEATS, Outcome, Random, Seat, Status};

use super::tree::{Index, Kind, ROOT, Selection, Shares, Step, Tree};
use crate::budget::Budget;
use crate::engine::SearchResult;
use crate::evaluation::{Evaluation, Unit};
use crate::evaluator::Evaluator;
use crate::repetition::RepetitionStack;
use crate::request::SearchRequest;

/// Parameters of the simulations.
#[derive(Clone, Copy, Debug)]
pub(super) struct SimulationConfig {
    /// Maximum number of plies of a rollout.
    pub(super) max_plies: u32,
    /// Exploration constant of UCT.
    pub(super) exploration: f64,
    /// Score that corresponds to a winning probability of three quarters.
    pub(super) advantage: f64,
}

impl Default for SimulationConfig {
    fn default() -> SimulationConfig {
        SimulationConfig { max_plies: 300, exploration: 1.0, advantage: 200.0 }
    }
}

/// Number of simulations before the first report; the next reports follow at every doubling.
const FIRST_REPORT: u64 = 64;

/// Simulations of one search.
pub(super) struct Simulations<'a, R: SearchGame, E> {
    rules: &'a R,
    evaluator: &'a E,
    config: SimulationConfig,
    random: &'a mut Random,
    tree: &'a mut Tree<R::Move>,
    root: &'a R::Position,
    root_moves: Option<&'a [R::Move]>,
    budget: Budget<'a>,
    /// Buffer for the moves of one position.
    moves: Vec<R::Move>,
    /// Tree nodes of the current simulation.
    path: Vec<Step>,
    history: RepetitionStack,
    /// Largest depth reached in the tree.
    max_depth: u32,
}

impl<'a, R: SearchGame, E: Evaluator<R>> Simulations<'a, R, E> {
    pub(super) fn new(
        evaluator: &'a E,
        config: SimulationConfig,
        random: &'a mut Random,
        tree: &'a mut Tree<R::Move>,
        request: &SearchRequest<'a, R>,
        moves: Vec<R::Move>,
    ) -> Self {
        Simulations {
            rules: request.rules,
            evaluator,
            config,
            random,
            tree,
            root: request.position,
            root_moves: request.root_moves,
            budget: Budget::new(request.limits),
            moves,
            path: Vec::with_capacity(256),
            history: RepetitionStack::new(request.past, 256),
            max_depth: 0,
        }
    }

    /// Task that runs simulations until a limit is reached or the root is proven. `fallback` is the move if not even one
    /// simulation was completed.
    pub(super) fn into_task<'r>(
        self,
        fallback: R::Move,
        report: &'r mut dyn FnMut(&SearchResult<R::Move>),
    ) -> SimulationTask<'a, 'r, R, E> {
        SimulationTask { simulations: self, fallback, report }
    }

    /// Runs one simulation. Returns `false` if the budget was exhausted before its end.
    #[inline(always)]
    fn simulate(&mut self) -> bool {
        let mut position = self.root.clone();
        let (mut at, mut depth) = (ROOT, 0);
        self.path.clear();
        self.history.rewind();
        let shares = loop {
            self.path.push(Step { at, proven: None });
            if !self.budget.take() {
                return false;
            }
            if let Some(shares) = self.tree.node(at).proven {
                break shares;
            }
            if self.tree.node(at).kind == Kind::Leaf {
                // Many nodes are visited only once: expanding them at the first visit would waste memory.
                let is_new = self.tree.node(at).visits == 0 && at != ROOT;
                let is_deep = depth >= self.budget.depth() && at != ROOT;
                match self.expand(at, &position, is_new || is_deep) {
                    Expansion::Expanded => {}
                    Expansion::Terminal(shares) => {
                        self.tree.prove(&self.path, shares);
                        break shares;
                    }
                    Expansion::Rollout(status) => match self.rollout(&mut position, status) {
                        Some(shares) => break shares,
                        None => return false,
                    },
                }
            }
            self.history.push(self.rules, &position);
            let Some(next) = self.descend(at, &mut position) else { return false };
            depth += u32::from(self.tree.node(next).mv.is_some());
            self.max_depth = self.max_depth.max(depth);
            at = next;
        };
        self.tree.backpropagate(&self.path, shares);
        true
    }

    /// Generates the moves of a leaf into `moves` and adds its children to the tree, unless `keep_leaf` is set or the tree
    /// is full.
    #[inline(always)]
    fn expand(&mut self, at: Index, position: &R::Position, keep_leaf: bool) -> Expansion {
        if at != ROOT
            && let Some(outcome) = self.history.outcome(self.rules, position, false)
        {
            return Expansion::Terminal(shares_of(&outcome));
        }
        self.moves.clear();
        let status = self.rules.legal_moves(position, &mut self.moves);
        if let (ROOT, Some(allowed)) = (at, self.root_moves) {
            self.moves.retain(|mv| allowed.contains(mv));
        }
        match status {
            Status::Over(outcome) => Expansion::Terminal(shares_of(&outcome)),
            Status::Turn(seat) if !keep_leaf && self.tree.has_room(self.moves.len()) => {
                // Shuffled, so that the order of generation does not bias the search.
                for index in (1..self.moves.len()).rev() {
                    self.moves.swap(index, self.random.below(index as u32 + 1) as usize);
                }
                self.tree.expand_turn(at, seat, &self.moves);
                Expansion::Expanded
            }
            Status::Chance if !keep_leaf && self.tree.has_room(self.rules.rolls(position).len()) => {
                let weights = self.rules.rolls(position).iter().map(|&(_, weight)| weight);
                self.tree.expand_chance(at, weights);
                Expansion::Expanded
            }
            status => Expansion::Rollout(status),
        }
    }

    /// Selects a child, by UCT or by a roll, and moves the position to it.
    #[inline(always)]
    fn descend(&mut self, at: Index, position: &mut R::Position) -> Option<Index> {
        match self.tree.node(at).kind {
            Kind::Turn(seat) => {
                let Selection { visit, proven } = self.tree.select(at, seat, self.config.exploration)?;
                self.path.last_mut()?.proven = proven;
                self.rules.play(position, self.tree.node(visit).mv?);
                Some(visit)
            }
            Kind::Chance => {
                let (index, next) = self.tree.sample_roll(at, self.random)?;
                let &(roll, _) = self.rules.rolls(position).get(index)?;
                self.rules.apply_roll(position, roll);
                Some(next)
            }
            Kind::Leaf => None,
        }
    }

    /// Plays random moves to the end of the game or to the maximum length. Returns `None` if the budget is exhausted
    /// before. `self.moves` holds the moves of the first position.
    #[inline(always)]
    fn rollout(&mut self, position: &mut R::Position, mut status: Status) -> Option<Shares> {
        let mut plies = 0;
        loop {
            match status {
                Status::Over(outcome) => return Some(shares_of(&outcome)),
                Status::Turn(_) => match self.random.pick(&self.moves) {
                    Some(&mv) if plies < self.config.max_plies => self.rules.play(position, mv),
                    _ => return Some(self.evaluate(position)),
                },
                Status::Chance => match self.random.pick_weighted(self.rules.rolls(position)) {
                    Some(roll) => self.rules.apply_roll(position, roll),
                    None => return Some(self.evaluate(position)),
                },
            }
            plies += u32::from(status != Status::Chance);
            if !self.budget.take() {
                return None;
            }
            self.moves.clear();
            status = self.rules.legal_moves(position, &mut self.moves);
        }
    }

    /// Evaluation of an unfinished game, as shares.
    fn evaluate(&self, position: &R::Position) -> Shares {
        let mut accumulator = E::Accumulator::default();
        self.evaluator.refresh(self.rules, position, &mut accumulator);
        // A logistic curve with odds of three to one at `advantage`.
        let steepness = 3f64.ln() / self.config.advantage;
        shares(self.rules.seats(), |seat| {
            let score = f64::from(self.evaluator.evaluate(self.rules, position, &accumulator, seat));
            1.0 / (1.0 + (-steepness * score).exp())
        })
    }

    /// Result of the simulations so far.
    fn result(&self, fallback: R::Move) -> SearchResult<R::Move> {
        let mut pv = Vec::new();
        let (mut at, mut score) = (ROOT, 0.5);
        while let Kind::Turn(seat) = self.tree.node(at).kind
            && let Some(next) = self.tree.best_child(at, seat)
            && let Some(mv) = self.tree.node(next).mv
        {
            if at == ROOT {
                score = self.tree.node(next).share(seat);
            }
            pv.push(mv);
            at = next;
        }
        let best = pv.first().copied().unwrap_or(fallback);
        if pv.is_empty() {
            pv.push(fallback);
        }
        SearchResult {
            best,
            score,
            evaluation: Evaluation::Value { value: score, unit: Unit::Share },
            pv,
            depth: self.max_depth,
            nodes: self.budget.nodes(),
            alternatives: Vec::new(),
        }
    }
}

/// Result of expanding a leaf.
enum Expansion {
    /// Children were added.
    Expanded,
    /// No children were added; the simulation continues with a rollout.
    Rollout(Status),
    /// The game is over.
    Terminal(Shares),
}

/// See [`Simulations::into_task`].
pub(super) struct SimulationTask<'a, 'r, R: SearchGame, E> {
    simulations: Simulations<'a, R, E>,
    fallback: R::Move,
    report: &'r mut dyn FnMut(&SearchResult<R::Move>),
}

impl<R: SearchGame, E: Evaluator<R>> Task for SimulationTask<'_, '_, R, E> {
    type Output = SearchResult<R::Move>;

    #[inline(always)]
    fn run(self) -> SearchResult<R::Move> {
        let SimulationTask { mut simulations, fallback, report } = self;
        let mut played = 0u64;
        while simulations.tree.node(ROOT).proven.is_none() && simulations.simulate() {
            played += 1;
            if played >= FIRST_REPORT && played.is_power_of_two() {
                report(&simulations.result(fallback));
            }
        }
        simulations.result(fallback)
    }
}

fn shares_of(outcome: &Outcome) -> Shares {
    shares(outcome.seats(), |seat| outcome.share(seat))
}

fn shares(seats: u8, share: impl Fn(Seat) -> f64) -> Shares {
    let mut shares = [0.0; MAX_SEATS];
    for seat in Seat::all(seats) {
        shares[seat.index()] = share(seat) as f32;
    }
    shares
}
