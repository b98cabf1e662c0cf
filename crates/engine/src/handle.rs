//! An engine on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rules::InputError;

use crate::dyn_engine::{Analysis, DynEngine};
use crate::limits::Limits;
use crate::runner::{SearchRunner, SearchTask, TaskResult};
use crate::time_manager::TimeManager;
use crate::timer::StopFlags;

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
    /// The result of a task.
    Done {
        /// The task.
        task: u64,
        /// The result.
        result: TaskResult,
        /// Time the search took.
        took: Duration,
    },
    /// A task was cancelled before it began.
    Cancelled {
        /// The task.
        task: u64,
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
    Search(u64, SearchTask, StopFlags),
}

/// A running engine. Tasks are numbered, so that a result that is no longer wanted can be recognised. Dropping the handle
/// stops the engine.
pub struct EngineHandle {
    commands: Sender<Command>,
    shared: Arc<Shared>,
    /// Flags of the tasks that may not be finished.
    unfinished: Vec<StopFlags>,
    latest: u64,
}

struct Shared {
    runner: SearchRunner,
    pondering: Mutex<Pondering>,
    changed: Condvar,
}

/// State of the task that ponders.
#[derive(Default)]
struct Pondering {
    /// Its limits, until its deadlines start.
    task: Option<(Limits, StopFlags)>,
    /// Latest task whose ponder move was played.
    hit: u64,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Pondering> {
        self.pondering.lock().unwrap_or_else(PoisonError::into_inner)
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
            runner: SearchRunner::new(time_manager),
            pondering: Mutex::default(),
            changed: Condvar::new(),
        });
        let worker = Worker { engine, shared: Arc::clone(&shared), on_event };
        std::thread::spawn(move || worker.run(&received));
        EngineHandle { commands, shared, unfinished: Vec::new(), latest: 0 }
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
        let flags = StopFlags::new();
        self.unfinished.retain(StopFlags::is_shared);
        self.unfinished.push(flags.clone());
        self.send(Command::Search(self.latest, task, flags));
        self.latest
    }

    /// Stops the running task, which reports its best move so far, and cancels the queued ones.
    pub fn stop(&mut self) {
        for flags in self.unfinished.drain(..) {
            flags.raise();
        }
        let _guard = self.shared.lock();
        self.shared.changed.notify_all();
    }

    /// The move that the latest task pondered on was played: its deadlines start now.
    pub fn ponder_hit(&self) {
        let mut pondering = self.shared.lock();
        pondering.hit = self.latest;
        if let Some((limits, flags)) = pondering.task.take() {
            self.shared.runner.ponder_hit(&limits, &flags);
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
                Command::Search(task, _, flags) if flags.is_raised() => {
                    (self.on_event)(EngineEvent::Cancelled { task })
                }
                Command::Search(number, mut task, flags) => {
                    // A caller that waits for a result must not wait for ever.
                    let event = catch_unwind(AssertUnwindSafe(|| self.search(number, &mut task, &flags)))
                        .unwrap_or(EngineEvent::Crashed { task: number });
                    (self.on_event)(event)
                }
            };
            if !goes_on {
                return;
            }
        }
    }

    fn search(&mut self, number: u64, task: &mut SearchTask, flags: &StopFlags) -> EngineEvent {
        let ponders = std::mem::take(&mut task.limits.ponder);
        let mut pondering = self.shared.lock();
        // A move that was played before the task started is not pondered on.
        if ponders && pondering.hit < number {
            pondering.task = Some((task.limits.clone(), flags.clone()));
            task.limits.ponder = true;
        }
        drop(pondering);
        let Worker { engine, shared, on_event } = self;
        let mut report = |analysis: &Analysis| {
            on_event(EngineEvent::Progress { task: number, analysis: analysis.clone() });
        };
        let (result, took) = shared.runner.search(&mut **engine, task, flags, &mut report);
        self.wait_for_caller(number, &task.limits, flags);
        EngineEvent::Done { task: number, result, took }
    }

    /// A result found while pondering, or in a search without end, is due only when the caller asks for it.
    fn wait_for_caller(&self, number: u64, limits: &Limits, flags: &StopFlags) {
        let mut pondering = self.shared.lock();
        while !flags.is_raised() && (limits.infinite || limits.ponder && pondering.hit < number) {
            pondering = self.shared.changed.wait(pondering).unwrap_or_else(PoisonError::into_inner);
        }
        pondering.task = None;
    }
}
