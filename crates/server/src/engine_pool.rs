//! Engine threads and their job queue.
//!
//! A fixed number of threads, fewer than there are cores, run all engines, and two more run only quick ones, which therefore
//! never wait for a long search. These two do not work for the same network at the same time: one that has many quick engines with
//! expensive rules delays no other. Moves that a game waits for take precedence over analysis; within each class users take
//! turns. Threads of long searches give way to all others. No search takes longer than [`MAX_SEARCH_TIME`]. Each thread caches the engines it used last, so that the next
//! move of a game finds a warm hash table.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::{Analysis, DynEngine, SearchRunner, SearchTask, StopFlags, TaskResult, TimeManager};
use games::engines;
use search::EngineName;

use crate::fair_queue::{FairQueue, Party};

/// Number of engines that a thread caches.
const CACHED_ENGINES: usize = 4;
/// Longest search for a move or an analysis, whatever its nodes cost.
const MAX_SEARCH_TIME: Duration = Duration::from_secs(8);
/// Longest search of a quick engine.
const MAX_QUICK_TIME: Duration = Duration::from_millis(150);
/// Number of threads that run only quick engines.
const QUICK_THREADS: usize = 2;
/// Largest level of a quick engine.
const MAX_QUICK_LEVEL: u64 = 3;
/// Nice value of the threads that run long searches.
const LONG_SEARCH_NICE: i32 = 5;
/// Number of analyses of one user that may wait.
const MAX_ANALYSES: usize = 4;
/// Number of analyses of all users of one network that may wait.
const MAX_NETWORK_ANALYSES: usize = 16;

/// Precedence of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Priority {
    /// A game waits for the move.
    Move,
    /// A player requested an evaluation.
    Analysis,
}

/// `true` if an engine needs little time for a move.
fn is_quick(engine: &EngineName) -> bool {
    let number = |option: &str, usual: u64| {
        engine.option(option).map_or(Some(usual), |value| value.parse::<u64>().ok())
    };
    match engine.name() {
        "strong" => {
            engine.option("rollouts").is_none()
                && number("level", 3).is_some_and(|level| level <= MAX_QUICK_LEVEL)
        }
        "narrad" => number("depth", 2).is_some_and(|depth| depth <= 2),
        _ => true,
    }
}

/// A search to run.
pub(crate) struct EngineJob {
    /// User on whose behalf the engine works: networks take turns, and so do the users of each.
    pub(crate) party: Party,
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
    quick: FairQueue<EngineJob>,
    moves: FairQueue<EngineJob>,
    analyses: FairQueue<EngineJob>,
    /// Networks for which the quick threads work.
    served: [Option<String>; QUICK_THREADS],
    is_closed: bool,
}

impl Waiting {
    /// Adds a job; returns it if too many analyses of its user are waiting.
    fn push(&mut self, priority: Priority, job: EngineJob) -> Result<(), Box<EngineJob>> {
        let party = job.party.clone();
        match priority {
            Priority::Move if is_quick(&job.engine) => self.quick.push(&party, job),
            Priority::Move => self.moves.push(&party, job),
            Priority::Analysis if self.has_enough_analyses(&party) => return Err(Box::new(job)),
            Priority::Analysis => self.analyses.push(&party, job),
        }
        Ok(())
    }

    fn has_enough_analyses(&self, party: &Party) -> bool {
        self.analyses.count(party) >= MAX_ANALYSES
            || self.analyses.network_count(party) >= MAX_NETWORK_ANALYSES
    }

    /// The next job of a thread, which has ended its last one. The first threads run quick jobs only, each for another network.
    /// The others, which give way to them, help where they cannot.
    fn next(&mut self, thread: usize) -> Option<EngineJob> {
        if let Some(own) = self.served.get_mut(thread) {
            *own = None;
            let served = &self.served;
            let is_free = |network: &str| !served.iter().flatten().any(|other| other == network);
            let job = self.quick.pop_of(is_free);
            self.served[thread] = job.as_ref().map(|job| job.party.network.clone());
            return job;
        }
        let (served, are_all_busy) = (&self.served, self.served.iter().all(Option::is_some));
        let waits = |network: &str| are_all_busy || served.iter().flatten().any(|other| other == network);
        let quick = self.quick.pop_of(waits);
        quick.or_else(|| self.moves.pop()).or_else(|| self.analyses.pop())
    }
}

impl EnginePool {
    /// Starts `threads` engine threads and those for quick engines. They end when [`EnginePool::close`] is called.
    pub(crate) fn start(threads: usize) -> std::io::Result<EnginePool> {
        let queue = Arc::new(Queue::default());
        for number in 0..QUICK_THREADS + threads {
            let queue = Arc::clone(&queue);
            let is_quick_thread = number < QUICK_THREADS;
            let name =
                if is_quick_thread { format!("quick engine {number}") } else { format!("engine {number}") };
            let run = move || {
                if !is_quick_thread {
                    give_way();
                }
                run_jobs(&queue, number);
            };
            std::thread::Builder::new().name(name).spawn(run)?;
        }
        Ok(EnginePool { queue })
    }

    /// Queues a job; returns it if too many analyses of its user are waiting.
    pub(crate) fn submit(&self, priority: Priority, job: EngineJob) -> Result<(), Box<EngineJob>> {
        self.queue.waiting.lock().unwrap_or_else(PoisonError::into_inner).push(priority, job)?;
        // Not every idle thread may take the job.
        self.queue.changed.notify_all();
        Ok(())
    }

    /// Discards all queued jobs and ends the threads after their current job.
    pub(crate) fn close(&self) {
        let mut waiting = self.queue.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        *waiting = Waiting { is_closed: true, ..Waiting::default() };
        self.queue.changed.notify_all();
    }
}

/// Lowers the priority of the calling thread: a long search uses the processors that moves, messages and quick engines leave.
fn give_way() {
    // On Linux the priority is that of a thread. Without it the server still works, with longer delays under load.
    let nice = rustix::process::getpriority_process(None)
        .map_or(LONG_SEARCH_NICE, |nice| nice.max(LONG_SEARCH_NICE));
    if let Err(error) = rustix::process::setpriority_process(None, nice) {
        tracing::warn!(%error, "cannot lower the priority of an engine thread");
    }
}

impl Queue {
    fn next(&self, thread: usize) -> Option<EngineJob> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if waiting.is_closed {
                return None;
            }
            let before = waiting.served.get(thread).cloned().flatten();
            let job = waiting.next(thread);
            if before.is_some() && waiting.quick.len() > 0 {
                // Another thread may now work for the network that this one has left.
                self.changed.notify_all();
            }
            if job.is_some() {
                return job;
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

fn run_jobs(queue: &Queue, thread: usize) {
    let mut cache: VecDeque<CachedEngine> = VecDeque::new();
    let runner = SearchRunner::new(TimeManager::SERVER);
    while let Some(mut job) = queue.next(thread) {
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
    let limits = std::mem::take(&mut job.task.limits).after(job.submitted.elapsed());
    let longest = if is_quick(&job.engine) { MAX_QUICK_TIME } else { MAX_SEARCH_TIME };
    job.task.limits = limits.at_most(longest);
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

    fn job(owner: &str, level: u8, done: mpsc::Sender<(String, Option<Analysis>)>) -> EngineJob {
        job_from(owner, owner, level, done)
    }

    fn job_from(
        network: &str,
        owner: &str,
        level: u8,
        done: mpsc::Sender<(String, Option<Analysis>)>,
    ) -> EngineJob {
        let name = owner.to_owned();
        EngineJob {
            party: Party { network: network.to_owned(), user: owner.to_owned() },
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
            // A test may not wait for all results.
            on_finish: Box::new(move |advice| drop(done.send((name, advice.unwrap())))),
        }
    }

    #[test]
    fn moves_precede_analysis_and_cancelled_jobs_do_not_run() {
        let pool = EnginePool::start(1).unwrap();
        let (done, results) = mpsc::channel();
        // The first job occupies the only thread while the others queue up.
        let first = job("first", 8, done.clone());
        let stop_first = first.stop.clone();
        let submit = |priority, job| assert!(pool.submit(priority, job).is_ok());
        submit(Priority::Move, first);
        std::thread::sleep(Duration::from_millis(50));
        submit(Priority::Analysis, job("advice", 1, done.clone()));
        let stale = job("stale", 8, done.clone());
        stale.stop.raise();
        submit(Priority::Move, stale);
        submit(Priority::Move, job("move", 4, done));
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

    /// Quick threads take only quick engines, and a stranger is behind neither the long searches nor the many quick ones of
    /// another user.
    #[test]
    fn quick_engines_do_not_wait_for_others() {
        const LONG: usize = QUICK_THREADS;
        let (done, _) = mpsc::channel();
        let mut waiting = Waiting::default();
        let push = |waiting: &mut Waiting, user: &str, level: u8| {
            assert!(waiting.push(Priority::Move, job(user, level, done.clone())).is_ok());
        };
        for level in [8, 3, 2, 3, 1] {
            push(&mut waiting, "greedy", level);
        }
        let next = |waiting: &mut Waiting, thread: usize| {
            let job = waiting.next(thread)?;
            Some(format!("{} {}", job.party.user, job.engine))
        };
        let long = next(&mut waiting, LONG).unwrap();
        assert_eq!(long, "greedy strong:level=8", "the quick threads are about to take the others");
        assert_eq!(next(&mut waiting, 0).unwrap(), "greedy strong:level=3");
        assert_eq!(next(&mut waiting, 1), None, "one thread at a time for a network");
        assert_eq!(next(&mut waiting, LONG).unwrap(), "greedy strong:level=2", "the others help");
        push(&mut waiting, "stranger", 1);
        push(&mut waiting, "stranger", 8);
        assert_eq!(next(&mut waiting, 1).unwrap(), "stranger strong:level=1");
        assert_eq!(next(&mut waiting, 0).unwrap(), "greedy strong:level=3");
        assert_eq!(next(&mut waiting, 1), None, "long searches are for the other threads");
        assert_eq!(next(&mut waiting, LONG).unwrap(), "greedy strong:level=1");
        assert_eq!(next(&mut waiting, LONG).unwrap(), "stranger strong:level=8");
        assert_eq!((next(&mut waiting, LONG), next(&mut waiting, 0)), (None, None));
    }

    /// The priority of the other threads stays.
    #[test]
    fn only_threads_of_long_searches_give_way() {
        let nice = || rustix::process::getpriority_process(None).unwrap();
        let before = nice();
        let lowered = std::thread::spawn(move || {
            give_way();
            nice()
        });
        assert_eq!((lowered.join().unwrap(), nice()), (LONG_SEARCH_NICE.max(before), before));
    }

    #[test]
    fn analyses_of_one_user_are_limited() {
        let pool = EnginePool::start(0).unwrap();
        let (done, _) = mpsc::channel();
        let accepted = |user: &str| pool.submit(Priority::Analysis, job(user, 7, done.clone())).is_ok();
        assert_eq!((0..6).filter(|_| accepted("greedy")).count(), MAX_ANALYSES);
        assert!(accepted("other"));
        let accepted = |number: usize| {
            let job = job_from("crowd", &format!("guest {number}"), 7, done.clone());
            pool.submit(Priority::Analysis, job).is_ok()
        };
        assert_eq!((0..40).filter(|number| accepted(*number)).count(), MAX_NETWORK_ANALYSES);
        assert!(pool.submit(Priority::Analysis, job("other", 7, done.clone())).is_ok());
        pool.close();
    }

    #[test]
    fn engines_are_quick_or_not() {
        for (engine, quick) in [
            ("strong:level=1", true),
            ("strong:level=3", true),
            ("strong", true),
            ("strong:level=4", false),
            ("strong:level=1,rollouts=144", false),
            ("classic", true),
            ("narrad", true),
            ("narrad:depth=3", false),
            ("random", true),
        ] {
            assert_eq!(is_quick(&engine.parse().unwrap()), quick, "{engine}");
        }
    }
}
