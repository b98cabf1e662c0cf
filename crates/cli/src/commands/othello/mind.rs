//! Who chooses the moves at our end of a line.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use arena::Timer;
use games::thinker::{self, Thinker};
use rules::Seat;
use search::{EngineName, Limits};

use crate::failure::Failure;

/// Of the time for a move so much is for thinking; the rest is for the line and for a busy machine.
fn budget(limit: Duration) -> Duration {
    limit.mul_f64(0.75).saturating_sub(Duration::from_millis(200)).max(Duration::from_millis(50))
}

/// A question to an engine.
struct Question {
    turn: u64,
    position: String,
    limit: Duration,
    seed: Option<u64>,
}

/// An engine on a thread of its own. Questions are numbered, so that an answer that comes too late is known.
pub(super) struct Mind {
    questions: Sender<Question>,
    turn: u64,
    seed: u64,
    begins: bool,
}

impl Mind {
    /// An engine; its answers go to `answered`, with the number of the question.
    pub(super) fn new(
        engine: &EngineName,
        first: Seat,
        seed: u64,
        answered: impl Fn(u64, Result<String, String>) + Send + 'static,
    ) -> Result<Mind, Failure> {
        let first = if first == Seat::FIRST { "black" } else { "white" };
        let mut thinker = thinker::open("othello", &format!("first = {first}"), Some(engine))?;
        let (questions, asked) = channel::<Question>();
        std::thread::spawn(move || {
            let timer = Timer::new();
            while let Ok(question) = asked.recv() {
                // Whoever waits for an answer must not wait for ever.
                let thinking = AssertUnwindSafe(|| think(&mut *thinker, &timer, &question));
                let answer =
                    catch_unwind(thinking).unwrap_or_else(|_| Err("the engine broke down".to_owned()));
                answered(question.turn, answer);
            }
        });
        Ok(Mind { questions, turn: 0, seed, begins: true })
    }

    /// Another game begins, and nothing that was asked before counts any more.
    pub(super) fn begin(&mut self) {
        self.forget();
        self.seed = rules::mix(self.seed);
        self.begins = true;
    }

    /// Asks for a move in a position; an answer to an earlier question does not count any more.
    pub(super) fn ask(&mut self, position: String, limit: Duration) {
        self.turn += 1;
        let seed = std::mem::take(&mut self.begins).then_some(self.seed);
        // The thread outlives whatever happens in it.
        let _ = self.questions.send(Question { turn: self.turn, position, limit, seed });
    }

    /// Nothing is asked any more.
    pub(super) fn forget(&mut self) {
        self.turn += 1;
    }

    /// Whether an answer is to what was asked last.
    pub(super) fn is_awaited(&self, turn: u64) -> bool {
        turn == self.turn
    }
}

fn think(thinker: &mut dyn Thinker, timer: &Timer, question: &Question) -> Result<String, String> {
    if let Some(seed) = question.seed {
        thinker.begin(seed);
    }
    let budget = budget(question.limit);
    timer.set(budget);
    let limits = Limits::until(timer.stop()).timed(budget);
    match thinker.think(&question.position, &[], &limits, &mut |_| {}) {
        Ok(Some(advice)) => Ok(advice.best),
        Ok(None) => Err(format!("{} gave no move in {}", thinker.name(), question.position)),
        Err(fault) => Err(fault.to_string()),
    }
}
