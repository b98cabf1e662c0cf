//! What a match has shown.

use std::collections::BTreeMap;
use std::time::Duration;

use arena::{Side, Tally, Terms, Thinking};

use crate::error::CliError;
use crate::output::{Map, Output, Value, json};

/// What a match has shown.
pub(super) struct Summary<'a> {
    pub(super) game: &'a str,
    pub(super) names: [&'a str; 2],
    pub(super) terms: Terms,
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
        let Terms { games, pace, seed, openings, max_plies } = self.terms;
        let [losses, draws, wins] = self.tally.trinomial();
        let [points_a, points_b] = self.tally.points();
        let score = self.tally.rating().map_or(0.0, |rating| rating.score);
        let mut lines = vec![
            format!(
                "{}: {a} against {b}, {games} games, {openings} random moves first, {pace}, seed {seed}",
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
        for (name, sentences) in self.names.iter().zip(self.tally.sentences()) {
            lines.extend(sentences.iter().map(|(failure, (game, sentence))| {
                format!("{failure} of {name} in game {}: {sentence}", game + 1)
            }));
        }
        let times = self.names.iter().zip(self.tally.thinking());
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
        let rating = self.tally.rating()?;
        let elo = match rating.error() {
            Some(error) => format!("{:+.1} ± {error:.1}", rating.elo),
            None if rating.low.is_finite() => format!("{:+.1}, at least {:+.1}", rating.elo, rating.low),
            None if rating.high.is_finite() => format!("{:+.1}, at most {:+.1}", rating.elo, rating.high),
            None => format!("{:+.1}, with no bound yet", rating.elo),
        };
        Some(format!("Elo {elo} (95 %), likelihood of superiority {:.1} %", 100.0 * rating.superiority))
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
        // What is infinite has no number in JSON: it is null.
        tell("elo", json!(rating.map(|rating| rating.elo)));
        tell("elo_error", json!(rating.and_then(|rating| rating.error())));
        tell("elo_low", json!(rating.map(|rating| rating.low)));
        tell("elo_high", json!(rating.map(|rating| rating.high)));
        tell("superiority", json!(rating.map(|rating| rating.superiority)));
        tell("pentanomial", json!(self.tally.pentanomial()));
        tell("moves", json!(self.tally.plies()));
        tell("endings", json!(self.tally.rules()));
        tell("stopped", json!(self.tally.stopped()));
        tell("failures", by_side(&|side| json!(self.tally.failures()[side.index()])));
        tell("failure_sentences", by_side(&|side| sentences_object(&self.tally.sentences()[side.index()])));
        tell("thinking", by_side(&|side| thinking_object(&self.tally.thinking()[side.index()])));
        tell("limit", json!(self.terms.pace.to_string()));
        tell("seed", json!(self.terms.seed));
        tell("openings", json!(self.terms.openings));
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

fn thinking_object(thinking: &Thinking) -> Value {
    let milliseconds = |span: Duration| span.as_secs_f64() * 1000.0;
    json!({
        "moves": thinking.moves, "mean_ms": milliseconds(thinking.mean()), "max_ms": milliseconds(thinking.longest),
    })
}
