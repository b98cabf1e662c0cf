//! An engine that thinks on a thread of its own, and can be stopped.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use arena::{MoveLimit, Timer, timed};
use engine::DynEngine;
use games::catalog;
use peers::{SearchTask, TaskResult};
use search::SearchLimits;

use crate::error::CliError;

/// What an engine has come to.
pub(crate) enum Thought {
    Found(TaskResult),
    /// It broke down over the task of this number.
    Broken(u64),
}

/// Something for the engine to do.
enum Order {
    Begin(u64),
    Think(SearchTask),
}

/// An engine on a thread of its own. Tasks are numbered, so that an answer that comes too late is known.
pub(crate) struct Mind {
    orders: Sender<Order>,
    timer: Arc<Timer>,
    /// Tasks up to this number are not wanted any more.
    cancelled: Arc<AtomicU64>,
    /// The number of the last task.
    latest: u64,
}

impl Mind {
    /// Lets an engine work at this pace; what it comes to goes to `answered`, until that says that nobody listens.
    pub(crate) fn new(
        thinker: Box<dyn DynEngine>,
        pace: MoveLimit,
        answered: impl Fn(Thought) -> bool + Send + 'static,
    ) -> Mind {
        let (orders, taken) = channel();
        let cancelled = Arc::new(AtomicU64::new(0));
        let timer = Arc::new(Timer::new());
        let mut worker =
            Worker { thinker, pace, timer: Arc::clone(&timer), cancelled: Arc::clone(&cancelled) };
        std::thread::spawn(move || {
            while let Ok(order) = taken.recv() {
                if !worker.obey(order).is_none_or(&answered) {
                    return;
                }
            }
        });
        Mind { orders, timer, cancelled, latest: 0 }
    }

    /// Another game begins; random choices follow from the seed.
    pub(crate) fn begin(&self, seed: u64) -> Result<(), CliError> {
        self.order(Order::Begin(seed))
    }

    /// Thinks about this, behind whatever is being thought about.
    pub(crate) fn think(&mut self, task: SearchTask) -> Result<(), CliError> {
        self.latest = task.number;
        self.order(Order::Think(task))
    }

    /// Nothing that is being thought about is wanted any more.
    pub(crate) fn stop(&self) {
        // First the number, then the flag: see `Worker::think`.
        self.cancelled.store(self.latest, Ordering::SeqCst);
        self.timer.stop().store(true, Ordering::SeqCst);
    }

    fn order(&self, order: Order) -> Result<(), CliError> {
        self.orders.send(order).map_err(|_| CliError::failed("the engine does not answer"))
    }
}

/// The engine on its thread.
struct Worker {
    thinker: Box<dyn DynEngine>,
    pace: MoveLimit,
    timer: Arc<Timer>,
    cancelled: Arc<AtomicU64>,
}

impl Worker {
    fn obey(&mut self, order: Order) -> Option<Thought> {
        match order {
            Order::Begin(seed) => {
                self.thinker.new_game(seed);
                None
            }
            Order::Think(task) => {
                // Whoever waits for an answer must not wait for ever.
                let found = catch_unwind(AssertUnwindSafe(|| self.think(&task)));
                found.map_or(Some(Thought::Broken(task.number)), |found| found.map(Thought::Found))
            }
        }
    }

    /// What is found of a task; nothing if it was cancelled before.
    fn think(&mut self, task: &SearchTask) -> Option<TaskResult> {
        let given = match self.pace {
            MoveLimit::Time(time) => Some(time),
            MoveLimit::Unlimited | MoveLimit::Depth(_) | MoveLimit::Nodes(_) => None,
        };
        let time = [given, task.time].into_iter().flatten().min();
        self.timer.set(time.unwrap_or(Duration::MAX));
        // Setting the timer has lowered the flag. Whoever cancels sets the number before raising it: so either we see
        // the number here, or the flag is raised after this.
        if self.cancelled.load(Ordering::SeqCst) >= task.number {
            return None;
        }
        let mut limits = SearchLimits::until(self.timer.stop());
        if let Some(time) = time {
            limits = limits.timed(time);
        }
        if let MoveLimit::Nodes(nodes) = self.pace {
            limits = limits.nodes(nodes);
        }
        if let MoveLimit::Depth(depth) = self.pace {
            limits = limits.depth(depth);
        }
        if let Some(depth) = task.depth {
            limits = limits.depth(depth.min(limits.depth));
        }
        let thinker = &mut self.thinker;
        let (advice, took) = timed(|| {
            let position =
                catalog::open("othello", "").and_then(|game| game.read_position(&task.position))?;
            thinker.search(&*position, &[], &limits, &[], &mut |_| {})
        });
        Some(TaskResult { task: task.number, analysis: advice, took })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::Receiver;
    use std::time::Instant;

    use games::engines;

    use super::*;

    fn strong() -> (Mind, Receiver<Thought>) {
        let engine = "strong".parse().unwrap();
        let thinker = engines::open("othello", "", Some(&engine)).unwrap();
        let (sender, thoughts) = channel();
        (Mind::new(thinker, MoveLimit::Unlimited, move |thought| sender.send(thought).is_ok()), thoughts)
    }

    fn task(number: u64, time: Duration) -> SearchTask {
        SearchTask { number, position: "start".to_owned(), depth: None, time: Some(time) }
    }

    #[test]
    fn what_is_stopped_keeps_nobody_waiting() {
        let (mut mind, thoughts) = strong();
        let begin = Instant::now();
        mind.think(task(1, Duration::from_secs(60))).unwrap();
        mind.think(task(2, Duration::from_secs(60))).unwrap();
        std::thread::sleep(Duration::from_millis(100));
        mind.stop();
        mind.think(task(3, Duration::from_millis(50))).unwrap();
        // The first was being thought about, the second was not begun.
        let found: Vec<u64> = (0..2)
            .map(|_| match thoughts.recv_timeout(Duration::from_secs(20)).unwrap() {
                Thought::Found(finding) => finding.task,
                Thought::Broken(task) => panic!("it broke down over {task}"),
            })
            .collect();
        assert_eq!(found, [1, 3]);
        assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    }
}
