//! Alpha-beta search for two-player games without dice.

mod abdada;
mod expanded_node;
mod features;
mod histories;
mod node;
mod picker;
mod pruning;
mod quiescence;
mod reductions;
mod root;

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use rules::cpu::Cpu;
use rules::{InputError, Seat};

use crate::SearchGame;
use crate::context::SearchContext;
use crate::engine::{Engine, MAX_HASH, Progress, SearchResult, option_number};
use crate::evaluator::{Evaluator, Score};
use crate::request::{SearchLimits, SearchRequest};
use crate::transposition::TranspositionTable;
use abdada::AbdadaTable;
use histories::Histories;
use reductions::Reductions;

pub use features::Features;

/// Maximum distance from the root, quiescence search included.
pub const MAX_PLY: u32 = 120;

/// Part of the [`SearchContext`] that is specific to alpha-beta.
struct AlphaBetaState<'a, M> {
    features: Features,
    table: &'a TranspositionTable,
    /// Present if several threads search together.
    abdada: Option<&'a AbdadaTable>,
    /// Histories of selective search.
    histories: Histories,
    reductions: &'a Reductions,
    /// Static evaluation at each ply of the path; `None` in check.
    evals: [Option<Score>; MAX_PLY as usize + 1],
    /// Moves that the positions on the path have tried without a cutoff.
    tried: Vec<M>,
    /// Thousandths of the inconspicuous moves that are overlooked, and the seed that decides which.
    overlooked: u32,
    seed: u64,
    /// Moves of the positions on the path that are put off because another thread is searching them.
    deferred: Vec<M>,
    /// Root moves that earlier principal variations of this iteration start with.
    excluded: Vec<M>,
    /// Variation of a root that failed high, until it is searched again.
    failed_high: Vec<M>,
    /// Depth of the main thread, for helper threads.
    iteration: &'a AtomicU32,
}

type Context<'a, R, E, C> = SearchContext<'a, R, E, C, AlphaBetaState<'a, <R as rules::Rules>::Move>>;

/// Principal variation search with iterative deepening, a transposition table, learnt move ordering and, on request,
/// several threads.
pub struct AlphaBeta<E, C> {
    cpu: C,
    evaluator: E,
    features: Features,
    threads: usize,
    table: TranspositionTable,
    abdada: AbdadaTable,
    reductions: Reductions,
    /// Seed of the game: decides what weak levels overlook.
    seed: u64,
    /// Histories of each thread, between the searches of a game.
    histories: Vec<Histories>,
}

impl<E, C: Cpu> AlphaBeta<E, C> {
    /// A search with this evaluator and a transposition table of at most `table_bytes` bytes.
    pub fn new(cpu: C, evaluator: E, table_bytes: usize) -> AlphaBeta<E, C> {
        AlphaBeta {
            cpu,
            evaluator,
            features: Features::ALL,
            threads: 1,
            table: TranspositionTable::new(table_bytes),
            abdada: AbdadaTable::new(),
            reductions: Reductions::new(),
            seed: 0,
            histories: Vec::new(),
        }
    }

    /// The evaluator. After a change of its scores the [table must be cleared](AlphaBeta::clear_table).
    pub fn evaluator_mut(&mut self) -> &mut E {
        &mut self.evaluator
    }

    /// Empties the transposition table.
    pub fn clear_table(&mut self) {
        self.table.clear();
    }

    /// The same with these features.
    #[must_use]
    pub fn with_features(mut self, features: Features) -> Self {
        self.features = features;
        self.histories.clear();
        self
    }

    /// The same on several threads. With more than one, repeated searches may differ.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Transposition-table use in thousandths.
    pub fn table_fill(&self) -> u32 {
        self.table.fill()
    }

    fn context<'a, R: SearchGame>(
        &'a self,
        request: &SearchRequest<'a, R>,
        limits: SearchLimits<'a>,
        seat: Seat,
        iteration: &'a AtomicU32,
        histories: Histories,
    ) -> Context<'a, R, E, C>
    where
        E: Evaluator<R>,
    {
        let state = AlphaBetaState {
            features: self.features,
            table: &self.table,
            abdada: (self.threads > 1).then_some(&self.abdada),
            histories,
            reductions: &self.reductions,
            evals: [None; MAX_PLY as usize + 1],
            tried: Vec::with_capacity(1024),
            overlooked: limits.overlooked,
            seed: self.seed,
            deferred: Vec::new(),
            excluded: Vec::new(),
            failed_high: Vec::new(),
            iteration,
        };
        SearchContext::new(self.cpu, &request.with_limits(limits), &self.evaluator, seat, state)
    }
}

/// Raises a flag when dropped, also by a panic: helper threads never outlive the main thread's search.
struct RaiseOnDrop<'a>(&'a AtomicBool);

impl Drop for RaiseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Engine<R> for AlphaBeta<E, C> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, R>,
        report: &mut Progress<'_, R::Move>,
    ) -> Option<SearchResult<R::Move>> {
        let (seat, first) = request.seat_and_first()?;
        self.table.age();
        let mut histories = std::mem::take(&mut self.histories);
        // Without margins nothing is learnt from one search for the next.
        histories.truncate(if E::PAWN.is_some() { self.threads } else { 0 });
        histories.resize_with(self.threads, || Histories::new::<R>(self.features));
        let this = &*self;
        let limits = request.limits;
        let (done, iteration, helper_nodes) = (AtomicBool::new(false), AtomicU32::new(0), AtomicU64::new(0));
        // A node limit is divided among the threads, which share their results through the table.
        let share = match limits.nodes {
            u64::MAX => limits,
            nodes => SearchLimits { nodes: nodes.div_ceil(this.threads as u64), ..limits },
        };
        let result = std::thread::scope(|scope| {
            let _stop_helpers = RaiseOnDrop(&done);
            let main_histories = histories.pop()?;
            let helpers: Vec<_> = histories
                .drain(..)
                .map(|histories| {
                    scope.spawn(|| {
                        let helper_limits = SearchLimits { stop: &done, soft_stop: None, ..share };
                        let mut helper = this.context(request, helper_limits, seat, &iteration, histories);
                        helper.assist(request.position);
                        helper_nodes.fetch_add(helper.budget.nodes(), Ordering::Relaxed);
                        helper.state.histories
                    })
                })
                .collect();
            let mut main = this.context(request, share, seat, &iteration, main_histories);
            let result = main.deepen_root(request.position, first, limits.multi_pv, report);
            done.store(true, Ordering::Relaxed);
            for helper in helpers {
                histories.push(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            histories.push(main.state.histories);
            Some(result)
        })?;
        self.histories = histories;
        Some(SearchResult { nodes: result.nodes + helper_nodes.into_inner(), ..result })
    }

    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.table.clear();
        self.histories.clear();
    }

    /// `hash` is the size of the transposition table in MiB, `threads` the number of threads.
    fn set_option(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        let number = |max| option_number(key, value, max);
        match key {
            "hash" => self.table = TranspositionTable::new(number(MAX_HASH)? << 20),
            "threads" => self.threads = number(256)?,
            _ => {
                return Err(InputError::new(format!(
                    "there is no option {} to change: expected hash or threads",
                    InputError::quote(key)
                )));
            }
        }
        Ok(())
    }
}
