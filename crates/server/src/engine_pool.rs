//! Engine threads and their job queue.
//!
//! A fixed number of threads, fewer than there are cores, run all engines. Moves that a game waits for take precedence
//! over analysis. Each thread caches the engines it used last, so that the next move of a game finds a warm hash table.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Instant;

use engine::{Analysis, DynEngine, SearchRunner, SearchTask, StopFlags, TaskResult, TimeManager};
use games::engines;
use search::EngineName;

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
pub(crate) struct EngineJob {
    /// Owner of the engine: jobs with the same owner, rules and engine share an engine.
    pub(crate) owner: String,
    /// Full text of the rules.
    pub(crate) rules: String,
    /// Engine to run.
    pub(crate) engine: EngineName,
    /// Seed of the engine's random choices.
    pub(crate) seed: u64,
    /// Position to search, and the limits besides the engine's level. The time counts from `submitted` on.
    pub(crate) task: SearchTask,
    /// Time at which the job was made: a clock runs while it waits in the queue.
    pub(crate) submitted: Instant,
    /// Raised to cancel the job.
    pub(crate) stop: StopFlags,
    /// Receives every deeper result.
    pub(crate) on_progress: Box<dyn FnMut(&Analysis) + Send>,
    /// Receives the final result; `None` if there is no move, or the job was cancelled before it began.
    pub(crate) on_finish: Box<dyn FnOnce(TaskResult) + Send>,
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
    moves: VecDeque<EngineJob>,
    analyses: VecDeque<EngineJob>,
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
    pub(crate) fn submit(&self, priority: Priority, job: EngineJob) {
        let mut waiting = self.queue.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        match priority {
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
    fn next(&self) -> Option<EngineJob> {
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
    let runner = SearchRunner::new(TimeManager::SERVER);
    while let Some(mut job) = queue.next() {
        let on_finish = std::mem::replace(&mut job.on_finish, Box::new(|_| {}));
        if job.stop.is_raised() {
            on_finish(Ok(None));
            continue;
        }
        // An engine that panics ends neither its thread nor its game.
        let result = catch_unwind(AssertUnwindSafe(|| search(&mut cache, &runner, &mut job)));
        on_finish(result.unwrap_or_else(|_| Err("the engine has crashed".into())));
    }
}

fn search(cache: &mut VecDeque<CachedEngine>, runner: &SearchRunner, job: &mut EngineJob) -> TaskResult {
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
    job.task.limits = std::mem::take(&mut job.task.limits).after(job.submitted.elapsed());
    let (result, _) = runner.search(&mut *one.engine, &job.task, &job.stop, &mut *job.on_progress);
    cache.push_front(one);
    cache.truncate(CACHED_ENGINES);
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Limits;
    use std::sync::mpsc;
    use std::time::Duration;

    fn job(owner: &str, level: u8, done: mpsc::Sender<(String, Option<Analysis>)>) -> EngineJob {
        let name = owner.to_owned();
        EngineJob {
            owner: owner.to_owned(),
            rules: games::catalog::open("othello", "").unwrap().rules_text(),
            engine: format!("strong:level={level}").parse().unwrap(),
            seed: 1,
            task: SearchTask {
                position: games::catalog::open("othello", "").unwrap().start(),
                past: Vec::new(),
                limits: Limits::default(),
            },
            submitted: Instant::now(),
            stop: StopFlags::new(),
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
        let stop_first = first.stop.clone();
        pool.submit(Priority::Move, first);
        std::thread::sleep(Duration::from_millis(50));
        pool.submit(Priority::Analysis, job("advice", 1, done.clone()));
        let stale = job("stale", 8, done.clone());
        stale.stop.raise();
        pool.submit(Priority::Move, stale);
        pool.submit(Priority::Move, job("move", 1, done));
        stop_first.raise();
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
