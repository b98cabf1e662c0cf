//! The one queue of engine work.
//!
//! A fixed number of threads think, fewer than there are cores, so that the server stays awake. Moves that a game waits
//! for come before advice. A thread keeps the last few engines it used: the next move of the same game finds what the
//! engine has learnt.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use engine::{Analysis, DynEngine};
use games::engines;
use search::{EngineFailure, EngineName, FailureKind, SearchLimits};
use view::DynPosition;

/// How many engines a thread keeps.
const KEPT: usize = 4;

/// How much a job matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Urgency {
    /// A game waits for it.
    Move,
    /// Somebody asked for advice.
    Analysis,
}

/// Something to think about.
pub(crate) struct Job {
    /// Whose engine it is: jobs with one owner, rules and engine share what was learnt.
    pub(crate) owner: String,
    /// The rules in full.
    pub(crate) rules: String,
    /// Who thinks.
    pub(crate) engine: EngineName,
    /// Where every random choice of it comes from.
    pub(crate) seed: u64,
    /// The position.
    pub(crate) position: Box<dyn DynPosition>,
    /// The keys of the positions before it.
    pub(crate) past: Vec<u64>,
    /// Raised when nobody wants to know any more.
    pub(crate) stop: Arc<AtomicBool>,
    /// Called when the thinking begins: from then on it costs time.
    pub(crate) begun: Box<dyn FnOnce() + Send>,
    /// Hears every deeper result.
    pub(crate) report: Box<dyn FnMut(&Analysis) + Send>,
    /// Hears the last word; nothing if there is no move, or the job was stopped before it began.
    pub(crate) done: Box<dyn FnOnce(Result<Option<Analysis>, EngineFailure>) + Send>,
}

/// Who thinks for everybody.
#[derive(Clone)]
pub(crate) struct Thinkers {
    queue: Arc<Queue>,
}

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    something: Condvar,
}

#[derive(Default)]
struct Waiting {
    moves: VecDeque<Job>,
    advice: VecDeque<Job>,
    is_closed: bool,
}

impl Thinkers {
    /// So many threads that think; they end when [`Thinkers::close`] is called.
    pub(crate) fn start(threads: usize) -> std::io::Result<Thinkers> {
        let queue = Arc::new(Queue::default());
        for number in 1..=threads {
            let queue = Arc::clone(&queue);
            std::thread::Builder::new().name(format!("thinker {number}")).spawn(move || work(&queue))?;
        }
        Ok(Thinkers { queue })
    }

    /// Puts a job into the queue.
    pub(crate) fn submit(&self, urgency: Urgency, job: Job) {
        let mut waiting = self.queue.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        match urgency {
            Urgency::Move => waiting.moves.push_back(job),
            Urgency::Analysis => waiting.advice.push_back(job),
        }
        drop(waiting);
        self.queue.something.notify_one();
    }

    /// Nothing more is begun.
    pub(crate) fn close(&self) {
        let mut waiting = self.queue.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        *waiting = Waiting { is_closed: true, ..Waiting::default() };
        self.queue.something.notify_all();
    }
}

impl Queue {
    fn next(&self) -> Option<Job> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(job) = waiting.moves.pop_front().or_else(|| waiting.advice.pop_front()) {
                return Some(job);
            }
            waiting = self.something.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

struct Kept {
    owner: String,
    rules: String,
    engine: EngineName,
    thinker: Box<dyn DynEngine>,
}

fn work(queue: &Queue) {
    let mut kept: VecDeque<Kept> = VecDeque::new();
    while let Some(mut job) = queue.next() {
        let done = std::mem::replace(&mut job.done, Box::new(|_| {}));
        if job.stop.load(Ordering::Relaxed) {
            done(Ok(None));
            continue;
        }
        std::mem::replace(&mut job.begun, Box::new(|| {}))();
        // An engine that breaks down takes neither its thread nor its game with it.
        let thought = catch_unwind(AssertUnwindSafe(|| think(&mut kept, &mut job)));
        done(thought.unwrap_or_else(|_| {
            Err(EngineFailure { kind: FailureKind::Crash, sentence: "the engine has crashed".to_owned() })
        }));
    }
}

fn think(kept: &mut VecDeque<Kept>, job: &mut Job) -> Result<Option<Analysis>, EngineFailure> {
    let fits = |one: &Kept| one.owner == job.owner && one.rules == job.rules && one.engine == job.engine;
    let mut one = match kept.iter().position(fits).and_then(|index| kept.remove(index)) {
        Some(one) => one,
        None => {
            let mut thinker = engines::open_rules(&job.rules, Some(&job.engine))?;
            thinker.new_game(job.seed);
            Kept { owner: job.owner.clone(), rules: job.rules.clone(), engine: job.engine.clone(), thinker }
        }
    };
    let limits = SearchLimits::until(&job.stop);
    let advice = one.thinker.search(&*job.position, &job.past, &limits, &[], &mut *job.report);
    kept.push_front(one);
    kept.truncate(KEPT);
    advice
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
            begun: Box::new(|| {}),
            report: Box::new(|_| {}),
            done: Box::new(move |advice| done.send((name, advice.unwrap())).unwrap()),
        }
    }

    #[test]
    fn moves_come_before_advice_and_what_is_stale_is_not_begun() {
        let thinkers = Thinkers::start(1).unwrap();
        let (done, results) = mpsc::channel();
        // The first keeps the only thread busy while the others gather.
        let first = job("first", 8, done.clone());
        let hurry = Arc::clone(&first.stop);
        thinkers.submit(Urgency::Move, first);
        std::thread::sleep(Duration::from_millis(50));
        thinkers.submit(Urgency::Analysis, job("advice", 1, done.clone()));
        let stale = job("stale", 8, done.clone());
        stale.stop.store(true, Ordering::Relaxed);
        thinkers.submit(Urgency::Move, stale);
        thinkers.submit(Urgency::Move, job("move", 1, done));
        hurry.store(true, Ordering::Relaxed);
        let heard: Vec<(String, bool)> = (0..4)
            .map(|_| results.recv_timeout(Duration::from_secs(60)).unwrap())
            .map(|(name, advice)| (name, advice.is_some()))
            .collect();
        let heard: Vec<(&str, bool)> =
            heard.iter().map(|(name, advised)| (name.as_str(), *advised)).collect();
        assert_eq!(heard[1..], [("stale", false), ("move", true), ("advice", true)]);
        assert_eq!(heard[0].0, "first");
        thinkers.close();
    }
}
