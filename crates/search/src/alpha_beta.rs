//! Alpha-beta for games of two without dice: deeper and deeper, the line found so far first.

mod busy;
mod node;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use crate::SearchGame;
use rules::cpu::Cpu;

use crate::engine::{Engine, Progress, SearchResult};
use crate::evaluator::Evaluator;
use crate::request::{SearchLimits, SearchRequest};
use crate::transposition::TranspositionTable;
use busy::Busy;
use worker::Worker;

/// No search goes deeper.
pub const MAX_PLY: u32 = 120;

/// Which parts of the search are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// Remember positions in the table.
    pub table: bool,
    /// Search first in a narrow window around the last score.
    pub aspiration: bool,
    /// Beyond the depth, look at noisy moves until none is left.
    pub quiescence: bool,
    /// Cut where even doing nothing is good enough. Not exact.
    pub null_move: bool,
    /// Search moves that come late in the order less deeply at first. Not exact.
    pub late_moves: bool,
    /// Trust what was found deeper than asked. Not exact, in the sense that the score may be that of a deeper search.
    pub deeper_is_better: bool,
}

impl Features {
    /// Everything that plays better.
    pub const ALL: Features = Features {
        table: true,
        aspiration: true,
        quiescence: true,
        null_move: true,
        late_moves: true,
        deeper_is_better: true,
    };

    /// Everything that leaves the score what plain negamax makes it.
    pub const EXACT: Features =
        Features { null_move: false, late_moves: false, deeper_is_better: false, ..Features::ALL };
}

/// An engine that searches by alpha-beta: principal variation search in iterations, with a transposition table, an
/// order of moves learnt on the way, and as many threads as asked for.
pub struct AlphaBeta<E, C> {
    cpu: C,
    evaluator: E,
    features: Features,
    threads: usize,
    table: TranspositionTable,
    busy: Busy,
}

impl<E, C: Cpu> AlphaBeta<E, C> {
    /// A search with this evaluator, and a table of at most so many bytes.
    pub fn new(cpu: C, evaluator: E, table_bytes: usize) -> AlphaBeta<E, C> {
        AlphaBeta {
            cpu,
            evaluator,
            features: Features::ALL,
            threads: 1,
            table: TranspositionTable::new(table_bytes),
            busy: Busy::new(),
        }
    }

    /// The same with these features.
    #[must_use]
    pub fn with_features(mut self, features: Features) -> Self {
        self.features = features;
        self
    }

    /// The same on so many threads. With more than one, the same search may come out differently each time.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Engine<R> for AlphaBeta<E, C> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, R>,
        report: &mut Progress<'_, R::Move>,
    ) -> Option<SearchResult<R::Move>> {
        let SearchRequest { rules, position, past, limits, .. } = *request;
        let (seat, first) = request.seat_and_first()?;
        self.table.age();
        let (cpu, evaluator, features) = (self.cpu, &self.evaluator, self.features);
        let (table, shared) = (&self.table, (self.threads > 1).then_some(&self.busy));
        let (done, iteration) = (AtomicBool::new(false), AtomicU32::new(0));
        let worker =
            |limits| Worker::new(cpu, rules, evaluator, features, table, shared, past, limits, &iteration);
        // The other threads go on until the first is done; they share what they find through the table.
        // A limit of positions is for all of them together: each has its share.
        let share =
            if limits.nodes == u64::MAX { u64::MAX } else { limits.nodes.div_ceil(self.threads as u64) };
        let (mut found, nodes) = (None, AtomicU64::new(0));
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(|| {
                    let mut assistant = worker(SearchLimits::until(&done).nodes(share));
                    assistant.assist(position, seat);
                    nodes.fetch_add(assistant.nodes, Ordering::Relaxed);
                });
            }
            let mut first_worker = worker(limits.nodes(share));
            found = first_worker.deepen(position, seat, report);
            nodes.fetch_add(first_worker.nodes, Ordering::Relaxed);
            done.store(true, Ordering::Relaxed);
        });
        let nodes = nodes.into_inner();
        let found =
            found.unwrap_or(SearchResult { best: first, score: 0.0, line: vec![first], depth: 0, nodes });
        Some(SearchResult { nodes, ..found })
    }

    fn new_game(&mut self, _seed: u64) {
        self.table.clear();
    }
}
