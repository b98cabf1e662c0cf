//! Engine that plays at this end of a line.

use std::sync::Arc;
use std::time::Duration;

use engine::{EngineEvent, EngineHandle, Limits, SearchTask, TimeManager};
use games::engines;
use games::othello::{Move, Othello, Position};
use rules::Seat;
use rules::cpu::Portable;
use rules::square::read_square;
use search::EngineName;
use view::GamePosition;

use crate::error::CliError;

/// Engine that searches one position at a time.
pub(super) struct EnginePlayer {
    name: String,
    engine: EngineHandle,
    rules: Arc<Othello<Portable>>,
    /// The running search; results of earlier ones are ignored.
    search: Option<u64>,
    seed: u64,
}

impl EnginePlayer {
    /// Starts an engine. Results are passed to `on_result`, which returns `false` when the session is over.
    pub(super) fn new(
        engine: &EngineName,
        first: Seat,
        seed: u64,
        mut on_result: impl FnMut(EngineEvent) -> bool + Send + 'static,
    ) -> Result<EnginePlayer, CliError> {
        let colour = if first == Seat::FIRST { "black" } else { "white" };
        let engine = engines::open("othello", &format!("first = {colour}"), Some(engine))?;
        let name = engine.name().to_string();
        let on_event = move |event| matches!(event, EngineEvent::Progress { .. }) || on_result(event);
        let engine = EngineHandle::spawn(engine, TimeManager::SERIAL, on_event);
        Ok(EnginePlayer { name, engine, rules: Arc::new(Othello::new(first, Portable)), search: None, seed })
    }

    /// Starts a new game and cancels the running search.
    pub(super) fn new_game(&mut self) {
        self.cancel();
        self.seed = rules::mix(self.seed);
        self.engine.new_game(self.seed);
    }

    /// Starts a search and cancels the running one. `limit` is the time that the line allows for the move.
    pub(super) fn start_search(&mut self, position: &Position, limit: Duration) {
        self.cancel();
        let position = Box::new(GamePosition::new(Arc::clone(&self.rules), *position));
        let limits = Limits::move_time(limit);
        self.search = Some(self.engine.search(SearchTask { position, past: Vec::new(), limits }));
    }

    /// Stops the running search and ignores its result.
    pub(super) fn cancel(&mut self) {
        self.engine.stop();
        self.search = None;
    }

    /// Move of a result, or the reason why there is none; `None` if the search was cancelled.
    pub(super) fn chosen_move(&self, event: EngineEvent) -> Option<Result<Move, String>> {
        let (search, choice) = match event {
            EngineEvent::Crashed { task } => (task, Err("the engine crashed".to_owned())),
            EngineEvent::Done { task, result, .. } => {
                let choice = match result {
                    Ok(Some(analysis)) => {
                        analysis.best.get().ok_or_else(|| format!("{} plays another game", self.name))
                    }
                    Ok(None) => Err(format!("{} gave no move", self.name)),
                    Err(failure) => Err(failure.to_string()),
                };
                (task, choice)
            }
            EngineEvent::Progress { .. } | EngineEvent::Cancelled { .. } | EngineEvent::OptionRejected(_) => {
                return None;
            }
        };
        (self.search == Some(search)).then_some(choice)
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
    use rules::Rules;
    use search::{Evaluation, Unit};
    use view::DynMove;

    use super::*;

    #[test]
    fn only_results_of_the_last_search_count() {
        let engine = "first".parse().unwrap();
        let mut player = EnginePlayer::new(&engine, Seat::SECOND, 1, |_| true).unwrap();
        let start = player.rules.start();
        player.start_search(&start, Duration::from_secs(1));
        let task = player.search.unwrap();
        let result = |best: DynMove| EngineEvent::Done {
            task,
            result: Ok(Some(Analysis {
                best,
                evaluation: Evaluation::even(Unit::Discs),
                pv: Vec::new(),
                depth: 0,
                nodes: 0,
                alternatives: Vec::new(),
            })),
            took: Duration::ZERO,
        };
        let e3 = || DynMove::new(Move::on(20));
        assert_eq!(player.chosen_move(result(e3())), Some(Ok(Move::on(20))));
        let reason = "first plays another game".to_owned();
        assert_eq!(player.chosen_move(result(DynMove::new(7_u8))), Some(Err(reason)));
        let crashed = player.chosen_move(EngineEvent::Crashed { task });
        assert_eq!(crashed, Some(Err("the engine crashed".to_owned())));
        player.cancel();
        assert_eq!(player.chosen_move(result(e3())), None);
    }
}
