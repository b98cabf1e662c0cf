//! Engine that plays at this end of a line.

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

/// Search time for a move; the rest of the limit is for the line and for a busy machine.
fn budget(limit: Duration) -> Duration {
    limit.mul_f64(0.75).saturating_sub(Duration::from_millis(200)).max(Duration::from_millis(50))
}

/// Engine that searches one position at a time.
pub(super) struct EnginePlayer {
    name: String,
    mind: Mind,
    /// Number of the last search; results of earlier ones are ignored.
    search: u64,
    seed: u64,
}

impl EnginePlayer {
    /// Starts an engine. Results are passed to `on_result`, which returns `false` when the session is over.
    pub(super) fn new(
        engine: &EngineName,
        first: Seat,
        seed: u64,
        on_result: impl Fn(Thought) -> bool + Send + 'static,
    ) -> Result<EnginePlayer, CliError> {
        let first = if first == Seat::FIRST { "black" } else { "white" };
        let engine = engines::open("othello", &format!("first = {first}"), Some(engine))?;
        let name = engine.name().to_string();
        Ok(EnginePlayer { name, mind: Mind::new(engine, MoveLimit::Unlimited, on_result), search: 0, seed })
    }

    /// Starts a new game and cancels the running search.
    pub(super) fn new_game(&mut self) -> Result<(), CliError> {
        self.cancel();
        self.seed = rules::mix(self.seed);
        self.mind.begin(self.seed)
    }

    /// Starts a search and cancels the running one.
    pub(super) fn start_search(&mut self, position: String, limit: Duration) -> Result<(), CliError> {
        self.cancel();
        self.search += 1;
        self.mind.think(SearchTask { number: self.search, position, depth: None, time: Some(budget(limit)) })
    }

    /// Stops the running search and ignores its result.
    pub(super) fn cancel(&mut self) {
        self.mind.stop();
        self.search += 1;
    }

    /// Move of a result, or the reason why there is none; `None` if the search was cancelled.
    pub(super) fn chosen_move(&self, thought: Thought) -> Option<Result<Move, String>> {
        let (turn, choice) = match thought {
            Thought::Broken(task) => (task, Err("the engine broke down".to_owned())),
            Thought::Found(finding) => {
                let choice = match finding.analysis {
                    Ok(Some(analysis)) => parse_move(&analysis.best).ok_or_else(|| {
                        format!("{} says {}, which is no move", self.name, InputError::quote(&analysis.best))
                    }),
                    Ok(None) => Err(format!("{} gave no move", self.name)),
                    Err(error) => Err(error.to_string()),
                };
                (finding.task, choice)
            }
        };
        (turn == self.search).then_some(choice)
    }
}

/// Parses a square or `pass`.
pub(super) fn parse_move(text: &str) -> Option<Move> {
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
    fn only_results_of_the_last_search_count() {
        let engine = "first".parse().unwrap();
        let mut player = EnginePlayer::new(&engine, Seat::SECOND, 1, |_| true).unwrap();
        player.start_search("start".to_owned(), Duration::from_secs(1)).unwrap();
        let search = player.search;
        let thought = |best: &str| {
            let analysis = Analysis {
                best: best.to_owned(),
                evaluation: Evaluation::even(Unit::Discs),
                pv: Vec::new(),
                depth: 0,
                nodes: 0,
                alternatives: Vec::new(),
            };
            Thought::Found(TaskResult { task: search, analysis: Ok(Some(analysis)), took: Duration::ZERO })
        };
        assert_eq!(player.chosen_move(thought("e3")), Some(Ok(Move::on(20))));
        let reason = "first says \"z9\", which is no move".to_owned();
        assert_eq!(player.chosen_move(thought("z9")), Some(Err(reason)));
        assert_eq!(
            player.chosen_move(Thought::Broken(search)),
            Some(Err("the engine broke down".to_owned()))
        );
        player.cancel();
        assert_eq!(player.chosen_move(thought("e3")), None);
    }
}
