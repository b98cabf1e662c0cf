//! Result of a match.

use std::collections::BTreeMap;
use std::time::Duration;

use arena::{MatchConfig, MoveTimes, Rating, SequentialTest, Side, Tally};

use super::sprt_args;
use crate::error::CliError;
use crate::output::{Map, Output, Value, json};

/// Note where the results allow no estimate, as with fewer than [`arena::MIN_UNITS`] pairs.
const TOO_FEW_GAMES: &str = "too few games";

/// Note in place of a result.
const NO_GAME: &str = "no game was finished";

/// Result of a match.
pub(super) struct Summary<'a> {
    pub(super) game: &'a str,
    pub(super) names: [&'a str; 2],
    pub(super) config: &'a MatchConfig,
    pub(super) threads: usize,
    /// Number of games that were played in earlier runs.
    pub(super) before: usize,
    pub(super) took: Duration,
    pub(super) tally: Tally,
    /// Sequential test of the match.
    pub(super) test: Option<SequentialTest>,
    /// All games were played, or the test was decided.
    pub(super) is_complete: bool,
}

impl Summary<'_> {
    pub(super) fn print(&self, output: &mut Output) -> Result<(), CliError> {
        output.result(|| self.text(), || self.object())
    }

    fn text(&self) -> String {
        let [a, b] = self.names;
        let &MatchConfig { games, seed, max_plies, .. } = self.config;
        let (limits, openings) = (self.config.limit_text(), self.openings());
        let [losses, draws, wins] = self.tally.trinomial();
        let [points_a, points_b] = self.tally.points();
        let score = self.tally.rating().map_or(0.0, |rating| rating.score);
        let games = match self.tally.played() {
            played if played < games => format!("{played} of {games}"),
            _ => games.to_string(),
        };
        let header =
            format!("{}: {a} against {b}, {games} games, {openings}, {limits}, seed {seed}", self.game);
        if self.tally.played() == 0 {
            return format!("{header}\n{NO_GAME}");
        }
        let mut lines = vec![
            header,
            format!("{a}: {wins} won, {draws} drawn, {losses} lost, {:.1} %", 100.0 * score),
            format!("points {points_a} to {points_b}"),
        ];
        lines.extend(self.rating());
        lines.push(format!(
            "pairs with 0, 1/2, 1, 3/2, 2 points: {}",
            self.tally.pentanomial().map(|n| n.to_string()).join(", ")
        ));
        lines.extend(self.test.as_ref().map(sprt_args::result_text));
        let mut endings: Vec<String> =
            self.tally.rules().iter().map(|(rule, times)| format!("{rule} {times}")).collect();
        if self.tally.stopped() > 0 {
            endings.push(format!("stopped after {max_plies} moves {}", self.tally.stopped()));
        }
        for (name, failures) in self.names.iter().zip(self.tally.failures()) {
            endings.extend(failures.iter().map(|(failure, times)| format!("{failure} of {name} {times}")));
        }
        lines.push(format!("endings: {}", endings.join(", ")));
        for (name, sentences) in self.names.iter().zip(self.tally.failure_messages()) {
            lines.extend(sentences.iter().map(|(failure, (game, sentence))| {
                format!("{failure} of {name} in game {}: {sentence}", game + 1)
            }));
        }
        let times = self.names.iter().zip(self.tally.move_times());
        let times = times.map(|(name, thinking)| {
            format!("{name} {:.1?} (at most {:.1?})", thinking.mean(), thinking.longest)
        });
        lines.push(format!("time for a move: {}", times.collect::<Vec<_>>().join(", ")));
        if self.before > 0 {
            lines.push(format!("{} games were played in earlier runs", self.before));
        }
        lines.join("\n")
    }

    fn openings(&self) -> String {
        let MatchConfig { opening_plies, balance, opening_list, .. } = self.config;
        match (opening_list, balance) {
            (Some(list), _) => format!("openings from {list}"),
            (None, Some(bound)) => {
                format!("{opening_plies} random moves first with an evaluation within {bound}")
            }
            (None, None) => format!("{opening_plies} random moves first"),
        }
    }

    fn rating(&self) -> Option<String> {
        Some(match self.tally.rating()?.elo {
            Some(elo) => format!(
                "Elo {:+.1} ± {:.1} (95 %), likelihood of superiority {:.1} %",
                elo.difference,
                elo.error(),
                100.0 * elo.superiority
            ),
            None => format!("Elo: {}", self.note()?),
        })
    }

    /// Note in place of an estimate.
    fn note(&self) -> Option<String> {
        match self.tally.rating() {
            None => Some(NO_GAME.to_owned()),
            Some(Rating { elo: Some(_), .. }) => None,
            Some(Rating { sweep_bound: Some(bound), .. }) if bound > 0.0 => {
                Some(format!("at least {bound:+.0} (95 %)"))
            }
            Some(Rating { sweep_bound: Some(bound), .. }) => Some(format!("at most {bound:+.0} (95 %)")),
            Some(_) => Some(TOO_FEW_GAMES.to_owned()),
        }
    }

    fn object(&self) -> Value {
        let [losses, draws, wins] = self.tally.trinomial();
        let rating = self.tally.rating();
        let by_side = |part: &dyn Fn(Side) -> Value| json!({"a": part(Side::A), "b": part(Side::B)});
        let mut object = Map::new();
        let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
        put("game", json!(self.game));
        put("a", json!(self.names[0]));
        put("b", json!(self.names[1]));
        put("games", json!(self.tally.played()));
        put("wins", json!(wins));
        put("draws", json!(draws));
        put("losses", json!(losses));
        put("score", json!(rating.map(|rating| rating.score)));
        put("points", by_side(&|side| json!(self.tally.points()[side.index()])));
        let elo = rating.and_then(|rating| rating.elo);
        put("elo", json!(elo.map(|elo| elo.difference)));
        put("elo_error", json!(elo.map(|elo| elo.error())));
        put("elo_low", json!(elo.map(|elo| elo.low)));
        put("elo_high", json!(elo.map(|elo| elo.high)));
        put("elo_bound", json!(rating.and_then(|rating| rating.sweep_bound)));
        put("elo_note", json!(self.note()));
        put("superiority", json!(elo.map(|elo| elo.superiority)));
        put("pentanomial", json!(self.tally.pentanomial()));
        if let Some(test) = &self.test {
            put("sprt", sprt_args::object(test));
        }
        put("moves", json!(self.tally.plies()));
        put("endings", json!(self.tally.rules()));
        put("stopped", json!(self.tally.stopped()));
        put("failures", by_side(&|side| json!(self.tally.failures()[side.index()])));
        put(
            "failure_sentences",
            by_side(&|side| sentences_object(&self.tally.failure_messages()[side.index()])),
        );
        put("thinking", by_side(&|side| thinking_object(&self.tally.move_times()[side.index()])));
        put("limit", json!(self.config.limit_text()));
        put("seed", json!(self.config.seed));
        put("openings", json!(self.config.opening_plies));
        put("balance", json!(self.config.balance));
        put("opening_list", json!(self.config.opening_list));
        put("threads", json!(self.threads));
        put("interrupted", json!(!self.is_complete));
        put("played_before", json!(self.before));
        put("seconds", json!(self.took.as_secs_f64()));
        Value::Object(object)
    }
}

/// First game lost by each kind of failure, with its message.
fn sentences_object(sentences: &BTreeMap<String, (u64, String)>) -> Value {
    let objects = sentences.iter().map(|(failure, (game, sentence))| {
        (failure.clone(), json!({"game": game + 1, "sentence": sentence}))
    });
    Value::Object(objects.collect())
}

fn thinking_object(thinking: &MoveTimes) -> Value {
    let milliseconds = |span: Duration| span.as_secs_f64() * 1000.0;
    json!({
        "moves": thinking.moves, "mean_ms": milliseconds(thinking.mean()), "max_ms": milliseconds(thinking.longest),
    })
}
