//! Alpha-beta search for two-player games without dice.

mod abdada;
mod node;
mod picker;
mod quiescence;
mod root;

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use rules::cpu::Cpu;
use rules::{InputError, Seat};

use crate::SearchGame;
use crate::context::SearchContext;
use crate::engine::{Engine, MAX_HASH, Progress, SearchResult, option_number};
use crate::evaluator::Evaluator;
use crate::request::{SearchLimits, SearchRequest};
use crate::transposition::TranspositionTable;
use abdada::AbdadaTable;

/// Maximum distance from the root, quiescence search included.
pub const MAX_PLY: u32 = 120;

/// Switches for the parts of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// Transposition table.
    pub table: bool,
    /// Aspiration windows around the last score.
    pub aspiration: bool,
    /// Quiescence search of noisy moves beyond the depth.
    pub quiescence: bool,
    /// Maximum depth of the quiescence search in plies. Not exact.
    pub qsearch_plies: u32,
    /// Skips noisy moves in quiescence that lose material or cannot raise alpha. Not exact.
    pub qsearch_pruning: bool,
    /// Null-move pruning. Not exact.
    pub null_move: bool,
    /// Late-move reductions. Not exact.
    pub lmr: bool,
    /// Late-move pruning, where the evaluator supports it. Not exact.
    pub late_move_pruning: bool,
    /// Multi-ProbCut, where the evaluator supports it. Not exact.
    pub prob_cut: bool,
    /// Accepts table entries that were searched deeper than required. Not exact: the score is that of a deeper search.
    pub tt_accept_deeper: bool,
}

impl Features {
    /// All features, for playing.
    pub const ALL: Features = Features {
        table: true,
        aspiration: true,
        quiescence: true,
        qsearch_plies: 12,
        qsearch_pruning: true,
        null_move: true,
        lmr: true,
        late_move_pruning: true,
        prob_cut: true,
        tt_accept_deeper: true,
    };

    /// All features that leave the score equal to that of plain negamax.
    pub const EXACT: Features = Features {
        qsearch_plies: MAX_PLY,
        qsearch_pruning: false,
        null_move: false,
        lmr: false,
        late_move_pruning: false,
        prob_cut: false,
        tt_accept_deeper: false,
        ..Features::ALL
    };
}

/// Part of the [`SearchContext`] that is specific to alpha-beta.
struct AlphaBetaState<'a, M> {
    features: Features,
    table: &'a TranspositionTable,
    /// Present if several threads search together.
    abdada: Option<&'a AbdadaTable>,
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
    ) -> Context<'a, R, E, C>
    where
        E: Evaluator<R>,
    {
        let state = AlphaBetaState {
            features: self.features,
            table: &self.table,
            abdada: (self.threads > 1).then_some(&self.abdada),
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
            for _ in 1..this.threads {
                scope.spawn(|| {
                    let helper_limits = SearchLimits { stop: &done, soft_stop: None, ..share };
                    let mut helper = this.context(request, helper_limits, seat, &iteration);
                    helper.assist(request.position);
                    helper_nodes.fetch_add(helper.budget.nodes(), Ordering::Relaxed);
                });
            }
            let main = this.context(request, share, seat, &iteration);
            main.deepen_root(request.position, first, limits.multi_pv, report)
        });
        Some(SearchResult { nodes: result.nodes + helper_nodes.into_inner(), ..result })
    }

    fn new_game(&mut self, _seed: u64) {
        self.table.clear();
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
