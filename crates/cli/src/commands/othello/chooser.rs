//! Who chooses the moves at our end of a line.

use std::time::Duration;

use arena::MoveLimit;
use games::engines;
use games::othello::Move;
use peers::SearchTask;
use rules::square::read_square;
use rules::{InputError, Seat};
use search::EngineName;

use crate::error::CliError;
use crate::mind::{Mind, Thought};

/// Of the time for a move so much is for thinking; the rest is for the line and for a busy machine.
fn budget(limit: Duration) -> Duration {
    limit.mul_f64(0.75).saturating_sub(Duration::from_millis(200)).max(Duration::from_millis(50))
}

/// An engine that is asked for one move at a time.
pub(super) struct Chooser {
    name: String,
    mind: Mind,
    /// The number of the last question; an answer to an earlier one is not awaited.
    turn: u64,
    seed: u64,
}

impl Chooser {
    /// An engine; its thoughts go to `answered`, until that says that nobody listens.
    pub(super) fn new(
        engine: &EngineName,
        first: Seat,
        seed: u64,
        answered: impl Fn(Thought) -> bool + Send + 'static,
    ) -> Result<Chooser, CliError> {
        let first = if first == Seat::FIRST { "black" } else { "white" };
        let thinker = engines::open("othello", &format!("first = {first}"), Some(engine))?;
        let name = thinker.name().to_string();
        Ok(Chooser { name, mind: Mind::new(thinker, MoveLimit::Unlimited, answered), turn: 0, seed })
    }

    /// Another game begins, and nothing that was asked before counts any more.
    pub(super) fn begin(&mut self) -> Result<(), CliError> {
        self.forget();
        self.seed = rules::mix(self.seed);
        self.mind.begin(self.seed)
    }

    /// Asks for a move in a position; an answer to an earlier question does not count any more.
    pub(super) fn ask(&mut self, position: String, limit: Duration) -> Result<(), CliError> {
        self.forget();
        self.turn += 1;
        self.mind.think(SearchTask { number: self.turn, position, depth: None, time: Some(budget(limit)) })
    }

    /// Nothing is asked any more, and nobody thinks about it on.
    pub(super) fn forget(&mut self) {
        self.mind.stop();
        self.turn += 1;
    }

    /// The move of a thought, or why there is none; nothing if another was asked for since.
    pub(super) fn choice(&self, thought: Thought) -> Option<Result<Move, String>> {
        let (turn, choice) = match thought {
            Thought::Broken(task) => (task, Err("the engine broke down".to_owned())),
            Thought::Found(finding) => {
                let choice = match finding.analysis {
                    Ok(Some(advice)) => read_move(&advice.best).ok_or_else(|| {
                        format!("{} says {}, which is no move", self.name, InputError::quote(&advice.best))
                    }),
                    Ok(None) => Err(format!("{} gave no move", self.name)),
                    Err(error) => Err(error.to_string()),
                };
                (finding.task, choice)
            }
        };
        (turn == self.turn).then_some(choice)
    }
}

/// Reads a square, or `pass`.
pub(super) fn read_move(text: &str) -> Option<Move> {
    if text.eq_ignore_ascii_case("pass") {
        return Some(Move::PASS);
    }
    let (column, row) = read_square(&text.to_ascii_lowercase(), 8, 8)?;
    Some(Move::on((row * 8 + column) as u8))
}

#[cfg(test)]
mod tests {
    use engine::Analysis;
    use peers::TaskResult;
    use search::{Evaluation, Unit};

    use super::*;

    #[test]
    fn only_the_last_question_is_answered_and_what_is_no_move_is_told() {
        let engine = "first".parse().unwrap();
        let mut chooser = Chooser::new(&engine, Seat::SECOND, 1, |_| true).unwrap();
        chooser.ask("start".to_owned(), Duration::from_secs(1)).unwrap();
        let asked = chooser.turn;
        let thought = |best: &str| {
            let advice = Analysis {
                best: best.to_owned(),
                evaluation: Evaluation::even(Unit::Discs),
                pv: Vec::new(),
                depth: 0,
                nodes: 0,
                alternatives: Vec::new(),
            };
            Thought::Found(TaskResult { task: asked, analysis: Ok(Some(advice)), took: Duration::ZERO })
        };
        assert_eq!(chooser.choice(thought("e3")), Some(Ok(Move::on(20))));
        let why = "first says \"z9\", which is no move".to_owned();
        assert_eq!(chooser.choice(thought("z9")), Some(Err(why)));
        assert_eq!(chooser.choice(Thought::Broken(asked)), Some(Err("the engine broke down".to_owned())));
        chooser.forget();
        assert_eq!(chooser.choice(thought("e3")), None);
    }
}
