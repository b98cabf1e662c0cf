//! An engine on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rules::InputError;
use search::{EngineFailure, SearchLimits};
use view::DynPosition;

use crate::dyn_engine::{Analysis, DynEngine};
use crate::limits::Limits;
use crate::time_manager::{TimeManager, TimePlan};
use crate::timer::{Timer, timed};

/// A position to search.
pub struct SearchTask {
    /// The position.
    pub position: Box<dyn DynPosition>,
    /// Keys of the positions before it, the oldest first.
    pub past: Vec<u64>,
    /// Limits of the search.
    pub limits: Limits,
}

/// Message of an engine's thread.
#[derive(Debug)]
pub enum EngineEvent {
    /// An intermediate result of a task.
    Progress {
        /// The task.
        task: u64,
        /// The result so far.
        analysis: Analysis,
    },
    /// The result of a task; `None` if the position has no move.
    Done {
        /// The task.
        task: u64,
        /// The result.
        result: Result<Option<Analysis>, EngineFailure>,
        /// Time the search took.
        took: Duration,
    },
    /// The engine panicked during a task.
    Crashed {
        /// The task.
        task: u64,
    },
    /// An option could not be changed.
    OptionRejected(InputError),
}

enum Command {
    NewGame(u64),
    SetOption(String, String),
    Search(u64, SearchTask),
}

/// A running engine. Tasks are numbered, so that a result that is no longer wanted can be recognised. Dropping the handle
/// stops the engine.
pub struct EngineHandle {
    commands: Sender<Command>,
    shared: Arc<Shared>,
    latest: u64,
}

struct Shared {
    timer: Timer,
    /// Tasks up to this number are cancelled.
    cancelled: AtomicU64,
    pondering: Mutex<Pondering>,
    changed: Condvar,
}

/// State of the task that ponders or searches without end.
#[derive(Default)]
struct Pondering {
    /// Deadlines that start when the ponder move is played.
    plan: Option<TimePlan>,
    /// Latest task whose ponder move was played.
    hit: u64,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Pondering> {
        self.pondering.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_cancelled(&self, task: u64) -> bool {
        self.cancelled.load(Ordering::SeqCst) >= task
    }
}

impl EngineHandle {
    /// Starts a thread for an engine. Its events go to `on_event` until that returns `false`.
    pub fn spawn(
        engine: Box<dyn DynEngine>,
        time_manager: TimeManager,
        on_event: impl FnMut(EngineEvent) -> bool + Send + 'static,
    ) -> EngineHandle {
        let (commands, received) = channel();
        let shared = Arc::new(Shared {
            timer: Timer::new(),
            cancelled: AtomicU64::new(0),
            pondering: Mutex::default(),
            changed: Condvar::new(),
        });
        let worker = Worker { engine, time_manager, shared: Arc::clone(&shared), on_event };
        std::thread::spawn(move || worker.run(&received));
        EngineHandle { commands, shared, latest: 0 }
    }

    /// Starts a new game; random choices follow from the seed.
    pub fn new_game(&self, seed: u64) {
        self.send(Command::NewGame(seed));
    }

    /// Changes an option after the tasks that are queued.
    pub fn set_option(&self, key: &str, value: &str) {
        self.send(Command::SetOption(key.to_owned(), value.to_owned()));
    }

    /// Queues a task and returns its number. The transposition table stays warm between tasks.
    pub fn search(&mut self, task: SearchTask) -> u64 {
        self.latest += 1;
        self.send(Command::Search(self.latest, task));
        self.latest
    }

    /// Stops the running task, which reports its best move so far, and cancels the queued ones, which report nothing.
    pub fn stop(&self) {
        // First the number, then the flags: see `Worker::search`.
        self.shared.cancelled.store(self.latest, Ordering::SeqCst);
        self.shared.timer.stop_now();
        let _guard = self.shared.lock();
        self.shared.changed.notify_all();
    }

    /// The move that the latest task pondered on was played: its deadlines start now.
    pub fn ponder_hit(&self) {
        let mut pondering = self.shared.lock();
        pondering.hit = self.latest;
        if let Some(plan) = pondering.plan.take() {
            self.shared.timer.restart(plan);
        }
        self.shared.changed.notify_all();
    }

    fn send(&self, command: Command) {
        // A thread that is gone has reported why.
        let _ = self.commands.send(command);
    }
}

impl Drop for EngineHandle {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The engine on its thread.
struct Worker<F> {
    engine: Box<dyn DynEngine>,
    time_manager: TimeManager,
    shared: Arc<Shared>,
    on_event: F,
}

impl<F: FnMut(EngineEvent) -> bool> Worker<F> {
    fn run(mut self, commands: &Receiver<Command>) {
        while let Ok(command) = commands.recv() {
            let goes_on = match command {
                Command::NewGame(seed) => {
                    self.engine.new_game(seed);
                    true
                }
                Command::SetOption(key, value) => match self.engine.set_option(&key, &value) {
                    Ok(()) => true,
                    Err(error) => (self.on_event)(EngineEvent::OptionRejected(error)),
                },
                Command::Search(number, task) => {
                    // A caller that waits for a result must not wait for ever.
                    let event = catch_unwind(AssertUnwindSafe(|| self.search(number, &task)))
                        .unwrap_or(Some(EngineEvent::Crashed { task: number }));
                    event.is_none_or(|event| (self.on_event)(event))
                }
            };
            if !goes_on {
                return;
            }
        }
    }

    /// Result of a task; `None` if it was cancelled before it started.
    fn search(&mut self, number: u64, task: &SearchTask) -> Option<EngineEvent> {
        let limits = &task.limits;
        let plan = self.time_manager.plan(limits);
        self.start_deadlines(number, limits, plan);
        // Starting the deadlines has lowered the flags. A caller that stops the engine stores the number before it raises
        // them: so either the number is seen here, or the flags are raised after this.
        if self.shared.is_cancelled(number) {
            return None;
        }
        let Worker { engine, shared, on_event, .. } = self;
        let search_limits = search_limits(limits, plan, &shared.timer);
        let mut report = |analysis: &Analysis| {
            on_event(EngineEvent::Progress { task: number, analysis: analysis.clone() });
        };
        let (result, took) = timed(|| {
            engine.search(&*task.position, &task.past, &search_limits, &limits.root_moves, &mut report)
        });
        if limits.infinite || limits.ponder {
            self.wait_for_caller(number, limits);
        }
        Some(EngineEvent::Done { task: number, result, took })
    }

    fn start_deadlines(&self, number: u64, limits: &Limits, plan: TimePlan) {
        let mut pondering = self.shared.lock();
        let is_pondering = limits.ponder && pondering.hit < number;
        pondering.plan = is_pondering.then_some(plan);
        self.shared.timer.start(if is_pondering { TimePlan::default() } else { plan });
    }

    /// A result found while pondering, or in a search without end, is due only when the caller asks for it.
    fn wait_for_caller(&self, number: u64, limits: &Limits) {
        let mut pondering = self.shared.lock();
        while !self.shared.is_cancelled(number) && (limits.infinite || pondering.hit < number) {
            pondering = self.shared.changed.wait(pondering).unwrap_or_else(PoisonError::into_inner);
        }
        pondering.plan = None;
    }
}

/// Limits of the search itself, whose time the timer watches.
fn search_limits<'a>(limits: &Limits, plan: TimePlan, timer: &'a Timer) -> SearchLimits<'a> {
    let mut search = SearchLimits::until(timer.stop()).soft_stop(timer.soft_stop()).multi_pv(limits.multi_pv);
    if let Some(depth) = limits.depth {
        search = search.depth(depth);
    }
    if let Some(nodes) = limits.nodes {
        search = search.nodes(nodes);
    }
    if let Some(time) = plan.hard {
        search = search.timed(time);
    }
    search.is_set |= limits.infinite;
    search
}
