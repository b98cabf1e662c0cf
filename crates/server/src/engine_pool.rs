//! Engine threads and their job queue.
//!
//! A fixed number of threads, fewer than there are cores, run all engines. Moves that a game waits for take precedence
//! over analysis. Each thread caches the engines it used last, so that the next move of a game finds a warm hash table.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use engine::{Analysis, DynEngine};
use games::engines;
use search::{EngineFailure, EngineName, FailureKind, SearchLimits};
use view::DynPosition;

/// Number of engines that a thread caches.
const CACHED_ENGINES: usize = 4;

/// Precedence of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Priority {
    /// A game waits for the move.
    Move,
    /// A player requested an evaluation.
    Analysis,
}

/// A search to run.
pub(crate) struct Job {
    /// Owner of the engine: jobs with the same owner, rules and engine share an engine.
    pub(crate) owner: String,
    /// Full text of the rules.
    pub(crate) rules: String,
    /// Engine to run.
    pub(crate) engine: EngineName,
    /// Seed of the engine's random choices.
    pub(crate) seed: u64,
    /// Position to search.
    pub(crate) position: Box<dyn DynPosition>,
    /// Keys of the earlier positions.
    pub(crate) past: Vec<u64>,
    /// Set to cancel the job.
    pub(crate) stop: Arc<AtomicBool>,
    /// Called when the search begins.
    pub(crate) on_start: Box<dyn FnOnce() + Send>,
    /// Receives every deeper result.
    pub(crate) on_progress: Box<dyn FnMut(&Analysis) + Send>,
    /// Receives the final result; `None` if there is no move, or the job was cancelled before it began.
    pub(crate) on_finish: Box<dyn FnOnce(Result<Option<Analysis>, EngineFailure>) + Send>,
}

/// Handle of the engine threads.
#[derive(Clone)]
pub(crate) struct EnginePool {
    queue: Arc<Queue>,
}

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    moves: VecDeque<Job>,
    analyses: VecDeque<Job>,
    is_closed: bool,
}

impl EnginePool {
    /// Starts `threads` engine threads. They end when [`EnginePool::close`] is called.
    pub(crate) fn start(threads: usize) -> std::io::Result<EnginePool> {
        let queue = Arc::new(Queue::default());
        for number in 1..=threads {
            let queue = Arc::clone(&queue);
            std::thread::Builder::new().name(format!("engine {number}")).spawn(move || run_jobs(&queue))?;
        }
        Ok(EnginePool { queue })
    }

    /// Queues a job.
    pub(crate) fn submit(&self, urgency: Priority, job: Job) {
        let mut waiting = self.queue.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        match urgency {
            Priority::Move => waiting.moves.push_back(job),
            Priority::Analysis => waiting.analyses.push_back(job),
        }
        drop(waiting);
        self.queue.changed.notify_one();
    }

    /// Discards all queued jobs and ends the threads after their current job.
    pub(crate) fn close(&self) {
        let mut waiting = self.queue.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        *waiting = Waiting { is_closed: true, ..Waiting::default() };
        self.queue.changed.notify_all();
    }
}

impl Queue {
    fn next(&self) -> Option<Job> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(job) = waiting.moves.pop_front().or_else(|| waiting.analyses.pop_front()) {
                return Some(job);
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

struct CachedEngine {
    owner: String,
    rules: String,
    name: EngineName,
    engine: Box<dyn DynEngine>,
}

fn run_jobs(queue: &Queue) {
    let mut cache: VecDeque<CachedEngine> = VecDeque::new();
    while let Some(mut job) = queue.next() {
        let on_finish = std::mem::replace(&mut job.on_finish, Box::new(|_| {}));
        if job.stop.load(Ordering::Relaxed) {
            on_finish(Ok(None));
            continue;
        }
        std::mem::replace(&mut job.on_start, Box::new(|| {}))();
        // An engine that panics ends neither its thread nor its game.
        let result = catch_unwind(AssertUnwindSafe(|| search(&mut cache, &mut job)));
        on_finish(result.unwrap_or_else(|_| {
            Err(EngineFailure { kind: FailureKind::Crash, sentence: "the engine has crashed".to_owned() })
        }));
    }
}

fn search(cache: &mut VecDeque<CachedEngine>, job: &mut Job) -> Result<Option<Analysis>, EngineFailure> {
    let fits =
        |one: &CachedEngine| one.owner == job.owner && one.rules == job.rules && one.name == job.engine;
    let mut one = match cache.iter().position(fits).and_then(|index| cache.remove(index)) {
        Some(one) => one,
        None => {
            let mut engine = engines::open_rules(&job.rules, Some(&job.engine))?;
            engine.new_game(job.seed);
            CachedEngine {
                owner: job.owner.clone(),
                rules: job.rules.clone(),
                name: job.engine.clone(),
                engine,
            }
        }
    };
    let limits = SearchLimits::until(&job.stop);
    let result = one.engine.search(&*job.position, &job.past, &limits, &[], &mut *job.on_progress);
    cache.push_front(one);
    cache.truncate(CACHED_ENGINES);
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::time::Duration;

    fn job(owner: &str, level: u8, done: mpsc::Sender<(String, Option<Analysis>)>) -> Job {
        let name = owner.to_owned();
        Job {
            owner: owner.to_owned(),
            rules: games::catalog::open("othello", "").unwrap().rules_text(),
            engine: format!("strong:level={level}").parse().unwrap(),
            seed: 1,
            position: games::catalog::open("othello", "").unwrap().start(),
            past: Vec::new(),
            stop: Arc::new(AtomicBool::new(false)),
            on_start: Box::new(|| {}),
            on_progress: Box::new(|_| {}),
            on_finish: Box::new(move |advice| done.send((name, advice.unwrap())).unwrap()),
        }
    }

    #[test]
    fn moves_precede_analysis_and_cancelled_jobs_do_not_run() {
        let pool = EnginePool::start(1).unwrap();
        let (done, results) = mpsc::channel();
        // The first job occupies the only thread while the others queue up.
        let first = job("first", 8, done.clone());
        let stop_first = Arc::clone(&first.stop);
        pool.submit(Priority::Move, first);
        std::thread::sleep(Duration::from_millis(50));
        pool.submit(Priority::Analysis, job("advice", 1, done.clone()));
        let stale = job("stale", 8, done.clone());
        stale.stop.store(true, Ordering::Relaxed);
        pool.submit(Priority::Move, stale);
        pool.submit(Priority::Move, job("move", 1, done));
        stop_first.store(true, Ordering::Relaxed);
        let finished: Vec<(String, bool)> = (0..4)
            .map(|_| results.recv_timeout(Duration::from_secs(60)).unwrap())
            .map(|(name, advice)| (name, advice.is_some()))
            .collect();
        let finished: Vec<(&str, bool)> =
            finished.iter().map(|(name, advised)| (name.as_str(), *advised)).collect();
        assert_eq!(finished[1..], [("stale", false), ("move", true), ("advice", true)]);
        assert_eq!(finished[0].0, "first");
        pool.close();
    }
}
