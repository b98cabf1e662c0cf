//! Games from the root: down the tree, then at random to the end.

use crate::SearchGame;
use rules::cpu::Task;
use rules::{MAX_SEATS, Outcome, Random, Seat, Status};

use super::tree::{Choice, Index, Kind, ROOT, Shares, Step, Tree};
use crate::budget::Budget;
use crate::engine::SearchResult;
use crate::evaluation::{Evaluation, Unit};
use crate::evaluator::Evaluator;
use crate::repetition::RepetitionStack;
use crate::request::SearchRequest;

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habits {
    /// Random games end after so many moves.
    pub(super) longest: u32,
    /// How much a move counts for having been tried seldom.
    pub(super) curiosity: f64,
    /// The score of a position that is won about three times in four.
    pub(super) advantage: f64,
}

impl Default for Habits {
    fn default() -> Habits {
        Habits { longest: 300, curiosity: 1.0, advantage: 200.0 }
    }
}

/// The first number of games after which there is something to report; from then on at every doubling.
const FIRST_REPORT: u64 = 64;

/// All games of one result.
pub(super) struct Simulations<'a, R: SearchGame, E> {
    rules: &'a R,
    evaluator: &'a E,
    habits: Habits,
    random: &'a mut Random,
    tree: &'a mut Tree<R::Move>,
    root: &'a R::Position,
    root_moves: Option<&'a [R::Move]>,
    budget: Budget<'a>,
    /// Room for the moves of one position.
    moves: Vec<R::Move>,
    /// The positions of the present game that are in the tree.
    path: Vec<Step>,
    history: RepetitionStack,
    /// The most moves any game has made within the tree.
    deepest: u32,
}

impl<'a, R: SearchGame, E: Evaluator<R>> Simulations<'a, R, E> {
    pub(super) fn new(
        evaluator: &'a E,
        habits: Habits,
        random: &'a mut Random,
        tree: &'a mut Tree<R::Move>,
        request: &SearchRequest<'a, R>,
        moves: Vec<R::Move>,
    ) -> Self {
        Simulations {
            rules: request.rules,
            evaluator,
            habits,
            random,
            tree,
            root: request.position,
            root_moves: request.root_moves,
            budget: Budget::new(request.limits),
            moves,
            path: Vec::with_capacity(256),
            history: RepetitionStack::new(request.past, 256),
            deepest: 0,
        }
    }

    /// The work of playing games until a limit is reached or nothing is left in doubt; `fallback` is the move if there
    /// was no time for one game.
    pub(super) fn until_enough<'r>(
        self,
        fallback: R::Move,
        report: &'r mut dyn FnMut(&SearchResult<R::Move>),
    ) -> UntilEnough<'a, 'r, R, E> {
        UntilEnough { simulations: self, fallback, report }
    }

    /// Plays one game and learns from it; says whether the budget allowed it.
    #[inline(always)]
    fn play(&mut self) -> bool {
        let mut position = self.root.clone();
        let (mut at, mut depth) = (ROOT, 0);
        self.path.clear();
        self.history.rewind();
        let shares = loop {
            self.path.push(Step { at, certain: None });
            if !self.budget.take() {
                return false;
            }
            if let Some(shares) = self.tree.node(at).proven {
                break shares;
            }
            if self.tree.node(at).kind == Kind::Unopened {
                // What is met for the first time is often not met again, and not worth the room of its children.
                let is_new = self.tree.node(at).visits == 0 && at != ROOT;
                let is_deep = depth >= self.budget.depth() && at != ROOT;
                match self.open(at, &position, is_new || is_deep) {
                    Opened::Yes => {}
                    Opened::Over(shares) => {
                        self.tree.prove(&self.path, shares);
                        break shares;
                    }
                    Opened::No(stage) => match self.play_at_random(&mut position, stage) {
                        Some(shares) => break shares,
                        None => return false,
                    },
                }
            }
            self.history.push(self.rules, &position);
            let Some(next) = self.descend(at, &mut position) else { return false };
            depth += u32::from(self.tree.node(next).mv.is_some());
            self.deepest = self.deepest.max(depth);
            at = next;
        };
        self.tree.record(&self.path, shares);
        true
    }

    /// Looks what a position waits for and gives it children, unless only the look was wanted or there is no room. The
    /// moves found stay in `moves`.
    #[inline(always)]
    fn open(&mut self, at: Index, position: &R::Position, only_look: bool) -> Opened {
        if at != ROOT
            && let Some(outcome) = self.history.outcome(self.rules, position)
        {
            return Opened::Over(shares_of(&outcome));
        }
        self.moves.clear();
        let status = self.rules.legal_moves(position, &mut self.moves);
        if let (ROOT, Some(allowed)) = (at, self.root_moves) {
            self.moves.retain(|mv| allowed.contains(mv));
        }
        match status {
            Status::Over(outcome) => Opened::Over(shares_of(&outcome)),
            Status::Turn(seat) if !only_look && self.tree.has_room(self.moves.len()) => {
                // The order of the rules must not favour anything.
                for index in (1..self.moves.len()).rev() {
                    self.moves.swap(index, self.random.below(index as u32 + 1) as usize);
                }
                self.tree.open_turn(at, seat, &self.moves);
                Opened::Yes
            }
            Status::Chance if !only_look && self.tree.has_room(self.rules.rolls(position).len()) => {
                let weights = self.rules.rolls(position).iter().map(|&(_, weight)| weight);
                self.tree.open_chance(at, weights);
                Opened::Yes
            }
            stage => Opened::No(stage),
        }
    }

    /// Goes on to the child that is next, by choice or by chance.
    #[inline(always)]
    fn descend(&mut self, at: Index, position: &mut R::Position) -> Option<Index> {
        match self.tree.node(at).kind {
            Kind::Turn(seat) => {
                let Choice { visit, certain } = self.tree.choose(at, seat, self.habits.curiosity)?;
                self.path.last_mut()?.certain = certain;
                self.rules.play(position, self.tree.node(visit).mv?);
                Some(visit)
            }
            Kind::Chance => {
                let (number, next) = self.tree.throw(at, self.random)?;
                let &(roll, _) = self.rules.rolls(position).get(number)?;
                self.rules.apply_roll(position, roll);
                Some(next)
            }
            Kind::Unopened => None,
        }
    }

    /// Plays on at random, until the game is over or long enough; nothing if the budget was spent before. The moves of
    /// the first position are known.
    #[inline(always)]
    fn play_at_random(&mut self, position: &mut R::Position, mut stage: Status) -> Option<Shares> {
        let mut made = 0;
        loop {
            match stage {
                Status::Over(outcome) => return Some(shares_of(&outcome)),
                Status::Turn(_) => match self.random.pick(&self.moves) {
                    Some(&mv) if made < self.habits.longest => self.rules.play(position, mv),
                    _ => return Some(self.judge(position)),
                },
                Status::Chance => match self.random.pick_weighted(self.rules.rolls(position)) {
                    Some(roll) => self.rules.apply_roll(position, roll),
                    None => return Some(self.judge(position)),
                },
            }
            made += u32::from(stage != Status::Chance);
            if !self.budget.take() {
                return None;
            }
            self.moves.clear();
            stage = self.rules.legal_moves(position, &mut self.moves);
        }
    }

    /// What the evaluator thinks of a game that is not over.
    fn judge(&self, position: &R::Position) -> Shares {
        let mut accumulator = E::Accumulator::default();
        self.evaluator.refresh(self.rules, position, &mut accumulator);
        // Odds of three to one for the score that is called an advantage.
        let steepness = 3f64.ln() / self.habits.advantage;
        shares(self.rules.seats(), |seat| {
            let score = f64::from(self.evaluator.evaluate(self.rules, position, &accumulator, seat));
            1.0 / (1.0 + (-steepness * score).exp())
        })
    }

    /// What the games have shown so far.
    fn result(&self, fallback: R::Move) -> SearchResult<R::Move> {
        let mut line = Vec::new();
        let (mut at, mut score) = (ROOT, 0.5);
        while let Kind::Turn(seat) = self.tree.node(at).kind
            && let Some(next) = self.tree.favourite(at, seat)
            && let Some(mv) = self.tree.node(next).mv
        {
            if at == ROOT {
                score = self.tree.node(next).share(seat);
            }
            line.push(mv);
            at = next;
        }
        let best = line.first().copied().unwrap_or(fallback);
        if line.is_empty() {
            line.push(fallback);
        }
        SearchResult {
            best,
            score,
            evaluation: Evaluation::Value { value: score, unit: Unit::Share },
            pv: line,
            depth: self.deepest,
            nodes: self.budget.nodes(),
            alternatives: Vec::new(),
        }
    }
}

/// What came of a look at a position.
enum Opened {
    /// It has children now.
    Yes,
    /// It has none, and games go on at random.
    No(Status),
    /// The game is over.
    Over(Shares),
}

/// See [`Simulations::until_enough`].
pub(super) struct UntilEnough<'a, 'r, R: SearchGame, E> {
    simulations: Simulations<'a, R, E>,
    fallback: R::Move,
    report: &'r mut dyn FnMut(&SearchResult<R::Move>),
}

impl<R: SearchGame, E: Evaluator<R>> Task for UntilEnough<'_, '_, R, E> {
    type Output = SearchResult<R::Move>;

    #[inline(always)]
    fn run(self) -> SearchResult<R::Move> {
        let UntilEnough { mut simulations, fallback, report } = self;
        let mut played = 0u64;
        while simulations.tree.node(ROOT).proven.is_none() && simulations.play() {
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
