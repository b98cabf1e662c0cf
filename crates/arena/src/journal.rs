//! Journal of a match: one line for each finished game, so that an interrupted match can be resumed.
//!
//! The first line identifies the match and contains a digest of its description. Every other line is one game, counted
//! from 1. Each line ends with a seal, as in records (see [`SealedLog`]):
//!
//! ```text
//! takhteh match 2 5b0f4c1d9a7e3f62 othello 1; first = black; A strong:level=2; B random; no limit; games 100; ...  ~0a1b2c3d
//! game 17 win points 40 24 moves 61 A 27 1234567 90000 B 28 56789 3000 by rule full board  ~9f8e7d6c
//! ```
//!
//! A and B are followed by the number of moves of that side, the nanoseconds spent on all of them, and those spent on the
//! slowest. A game lost by a failure ends with `by failure A crash: ` and a message.

use std::time::Duration;

use rules::InputError;
use table::{LogLines, SealedLog, SealedLogError};

use crate::match_config::MatchConfig;
use crate::report::{Failure, GameReport, GameResult, MoveTimes, Termination};
use crate::side::Side;

const HEADING: &str = "takhteh match 2";
/// Heading of journals whose lines have no seals.
const UNSEALED_HEADING: &str = "takhteh match 1";

/// Writer and reader of the journal of one match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Journal {
    log: SealedLog,
}

/// Contents of a journal: reports in the order of the file.
pub type JournalContents = LogLines<GameReport>;

impl Journal {
    /// Journal of a match with these rules, engines and configuration.
    pub fn new(rules_text: &str, names: [&str; 2], config: &MatchConfig) -> Journal {
        let MatchConfig { games, seed, max_plies, .. } = config;
        let (limits, openings) = (config.limit_text(), config.opening_text());
        let rules = rules_text.trim().replace('\n', "; ");
        let [a, b] = names;
        let description = format!(
            "{rules}; A {a}; B {b}; {limits}; games {games}; seed {seed}; openings {openings}; moves {max_plies}"
        );
        Journal { log: SealedLog::new(HEADING, &description) }
    }

    /// The first line, with its line break.
    pub fn heading(&self) -> &str {
        self.log.heading()
    }

    /// Appends a game; returns its line, with its line break.
    pub fn append(&mut self, report: &GameReport) -> String {
        self.log.append(&line_of(report))
    }

    /// Reads the journal, which must belong to this match; [`Journal::append`] then continues after its last complete
    /// line. A last line without a line break was torn when the program was killed, and is dropped.
    pub fn read(&mut self, text: &str) -> Result<JournalContents, InputError> {
        let read = self.log.read(text, "the line of a finished game", read_line);
        read.map_err(|error| match error {
            SealedLogError::Line(error) => error,
            SealedLogError::OtherKind if text.starts_with(UNSEALED_HEADING) => InputError::new(
                "it was written by an older version, which did not seal its lines: expected a new file",
            ),
            SealedLogError::OtherKind => self.foreign("it is not the journal of a match"),
            SealedLogError::OtherWork(other) => {
                self.foreign(&format!("it belongs to another match, {}", InputError::quote(&other)))
            }
        })
    }

    /// Error about a text that does not start with the heading of this match.
    fn foreign(&self, cause: &str) -> InputError {
        InputError::new(format!("{cause}: expected {}", self.log.description()))
    }
}

fn line_of(report: &GameReport) -> String {
    let GameReport { game, result, points: [a, b], plies, move_times, termination } = report;
    let (number, result) = (game + 1, word_of(result, &RESULTS));
    let [times_a, times_b] = move_times.map(|MoveTimes { moves, total, longest }| {
        format!("{moves} {} {}", total.as_nanos(), longest.as_nanos())
    });
    let termination = match termination {
        Termination::Rule(rule) => format!("rule {rule}"),
        Termination::MaxPlies => "stop".to_owned(),
        Termination::Failed { side, failure, message } if message.is_empty() => {
            format!("failure {side} {failure}")
        }
        Termination::Failed { side, failure, message } => format!("failure {side} {failure}: {message}"),
    };
    format!("game {number} {result} points {a} {b} moves {plies} A {times_a} B {times_b} by {termination}")
}

const RESULTS: [(&str, GameResult); 3] =
    [("win", GameResult::Win), ("draw", GameResult::Draw), ("loss", GameResult::Loss)];

fn word_of<T: PartialEq>(value: &T, words: &[(&'static str, T)]) -> &'static str {
    words.iter().find(|(_, other)| other == value).map_or("?", |(word, _)| word)
}

fn read_line(line: &str) -> Option<GameReport> {
    let (fields, termination) = line.split_once(" by ")?;
    let fields: Vec<&str> = fields.split(' ').collect();
    let [
        "game",
        number,
        result,
        "points",
        points_a,
        points_b,
        "moves",
        plies,
        "A",
        moves_a,
        total_a,
        longest_a,
        "B",
        moves_b,
        total_b,
        longest_b,
    ] = fields[..]
    else {
        return None;
    };
    Some(GameReport {
        game: number.parse::<u64>().ok()?.checked_sub(1)?,
        result: RESULTS.iter().find(|(word, _)| *word == result).map(|(_, result)| *result)?,
        points: [points_a.parse().ok()?, points_b.parse().ok()?],
        plies: plies.parse().ok()?,
        move_times: [
            read_move_times(moves_a, total_a, longest_a)?,
            read_move_times(moves_b, total_b, longest_b)?,
        ],
        termination: read_termination(termination)?,
    })
}

fn read_move_times(moves: &str, total: &str, longest: &str) -> Option<MoveTimes> {
    let span = |text: &str| text.parse().ok().map(Duration::from_nanos);
    Some(MoveTimes { moves: moves.parse().ok()?, total: span(total)?, longest: span(longest)? })
}

fn read_termination(text: &str) -> Option<Termination> {
    if let Some(rule) = text.strip_prefix("rule ") {
        return Some(Termination::Rule(rule.to_owned()));
    }
    if text == "stop" {
        return Some(Termination::MaxPlies);
    }
    let (side, what) = text.strip_prefix("failure ")?.split_once(' ')?;
    let (failure, message) = what.split_once(": ").unwrap_or((what, ""));
    let side = Side::BOTH.into_iter().find(|known| known.to_string() == side)?;
    let failure = Failure::ALL.into_iter().find(|known| known.to_string() == failure)?;
    Some(Termination::Failed { side, failure, message: message.to_owned() })
}
