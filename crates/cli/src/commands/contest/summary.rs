//! What a match has shown.

use std::collections::BTreeMap;
use std::time::Duration;

use arena::{MatchConfig, MoveTimes, Side, Tally};

use crate::error::CliError;
use crate::output::{Map, Output, Value, json};

/// Note where the results allow no estimate: a clean sweep, or fewer than [`arena::MIN_UNITS`] pairs.
const TOO_FEW_GAMES: &str = "too few games";

/// What a match has shown.
pub(super) struct Summary<'a> {
    pub(super) game: &'a str,
    pub(super) names: [&'a str; 2],
    pub(super) config: MatchConfig,
    pub(super) threads: usize,
    /// Games that were played before this run.
    pub(super) before: usize,
    pub(super) took: Duration,
    pub(super) tally: Tally,
}

impl Summary<'_> {
    pub(super) fn print(&self, output: &mut Output) -> Result<(), CliError> {
        output.result(|| self.text(), || self.object())
    }

    fn text(&self) -> String {
        let [a, b] = self.names;
        let MatchConfig { games, limit, seed, opening_plies, max_plies } = self.config;
        let [losses, draws, wins] = self.tally.trinomial();
        let [points_a, points_b] = self.tally.points();
        let score = self.tally.rating().map_or(0.0, |rating| rating.score);
        let mut lines = vec![
            format!(
                "{}: {a} against {b}, {games} games, {opening_plies} random moves first, {limit}, seed {seed}",
                self.game
            ),
            format!("{a}: {wins} won, {draws} drawn, {losses} lost, {:.1} %", 100.0 * score),
            format!("points {points_a} to {points_b}"),
        ];
        lines.extend(self.rating());
        lines.push(format!(
            "pairs worth 0, 1/2, 1, 3/2, 2: {}",
            self.tally.pentanomial().map(|n| n.to_string()).join(", ")
        ));
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
            lines.push(format!("{} of the games were played before", self.before));
        }
        lines.join("\n")
    }

    fn rating(&self) -> Option<String> {
        Some(match self.tally.rating()?.elo {
            Some(elo) => format!(
                "Elo {:+.1} ± {:.1} (95 %), likelihood of superiority {:.1} %",
                elo.difference,
                elo.error(),
                100.0 * elo.superiority
            ),
            None => format!("Elo: {TOO_FEW_GAMES}"),
        })
    }

    fn object(&self) -> Value {
        let [losses, draws, wins] = self.tally.trinomial();
        let rating = self.tally.rating();
        let by_side = |part: &dyn Fn(Side) -> Value| json!({"a": part(Side::A), "b": part(Side::B)});
        let mut object = Map::new();
        let mut tell = |key: &str, value: Value| object.insert(key.to_owned(), value);
        tell("game", json!(self.game));
        tell("a", json!(self.names[0]));
        tell("b", json!(self.names[1]));
        tell("games", json!(self.tally.played()));
        tell("wins", json!(wins));
        tell("draws", json!(draws));
        tell("losses", json!(losses));
        tell("score", json!(rating.map(|rating| rating.score)));
        tell("points", by_side(&|side| json!(self.tally.points()[side.index()])));
        let elo = rating.and_then(|rating| rating.elo);
        tell("elo", json!(elo.map(|elo| elo.difference)));
        tell("elo_error", json!(elo.map(|elo| elo.error())));
        tell("elo_low", json!(elo.map(|elo| elo.low)));
        tell("elo_high", json!(elo.map(|elo| elo.high)));
        tell("elo_note", json!(elo.is_none().then_some(TOO_FEW_GAMES)));
        tell("superiority", json!(elo.map(|elo| elo.superiority)));
        tell("pentanomial", json!(self.tally.pentanomial()));
        tell("moves", json!(self.tally.plies()));
        tell("endings", json!(self.tally.rules()));
        tell("stopped", json!(self.tally.stopped()));
        tell("failures", by_side(&|side| json!(self.tally.failures()[side.index()])));
        tell(
            "failure_sentences",
            by_side(&|side| sentences_object(&self.tally.failure_messages()[side.index()])),
        );
        tell("thinking", by_side(&|side| thinking_object(&self.tally.move_times()[side.index()])));
        tell("limit", json!(self.config.limit.to_string()));
        tell("seed", json!(self.config.seed));
        tell("openings", json!(self.config.opening_plies));
        tell("threads", json!(self.threads));
        tell("played_before", json!(self.before));
        tell("seconds", json!(self.took.as_secs_f64()));
        Value::Object(object)
    }
}

/// The first game lost by each failure, and what is told of it.
fn sentences_object(sentences: &BTreeMap<String, (u64, String)>) -> Value {
    let told = sentences.iter().map(|(failure, (game, sentence))| {
        (failure.clone(), json!({"game": game + 1, "sentence": sentence}))
    });
    Value::Object(told.collect())
}

fn thinking_object(thinking: &MoveTimes) -> Value {
    let milliseconds = |span: Duration| span.as_secs_f64() * 1000.0;
    json!({
        "moves": thinking.moves, "mean_ms": milliseconds(thinking.mean()), "max_ms": milliseconds(thinking.longest),
    })
}
