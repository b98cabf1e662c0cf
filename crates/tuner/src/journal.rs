//! Journal of a run: the results of its games, so that it can be resumed.
//!
//! The first line names the plan. Every other line holds results in the order in which the run played them, two digits
//! for each game, or says that a time limit ended the search:
//!
//! ```text
//! takhteh tune 1 5b0f4c1d9a7e3f62 game = backgammon; engine = narrad:depth=2; ...  ~0a1b2c3d
//! games 0 2001100210  ~9f8e7d6c
//! end 12  ~77aa0c1e
//! ```

use games::tuning::GamePoints;
use rules::InputError;
use table::{SealedLog, SealedLogError};

use crate::plan::Plan;

const HEADING: &str = "takhteh tune 1";

/// Writer and reader of the journal of one plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Journal {
    log: SealedLog,
    /// Number of games written or read.
    games: u64,
}

/// Contents of a journal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recorded {
    /// Results in the order of the games.
    pub results: Vec<GamePoints>,
    /// Generation after which a time limit ended the search.
    pub ended_after: Option<u32>,
    /// Length of the complete lines in bytes; a torn last line follows and must be cut off.
    pub valid_len: usize,
}

enum Line {
    Games(u64, Vec<GamePoints>),
    End(u32),
}

impl Journal {
    /// Journal of a plan.
    pub fn new(plan: &Plan) -> Journal {
        Journal { log: SealedLog::new(HEADING, &plan.description()), games: 0 }
    }

    /// The first line, with its line break.
    pub fn heading(&self) -> &str {
        self.log.heading()
    }

    /// Appends results; returns their line, with its line break.
    pub fn append(&mut self, results: &[GamePoints]) -> String {
        let digits: String =
            results.iter().flatten().map(|points| char::from(b'0' + points.min(&9))).collect();
        let line = format!("games {} {digits}", self.games);
        self.games += results.len() as u64;
        self.log.append(&line)
    }

    /// Appends the end of the search after a generation; returns its line, with its line break.
    pub fn append_end(&mut self, generation: u32) -> String {
        self.log.append(&format!("end {generation}"))
    }

    /// Reads the journal, which must belong to this plan. A last line without a line break was torn when the program was
    /// killed, and is dropped.
    pub fn read(&mut self, text: &str) -> Result<Recorded, InputError> {
        let read = self.log.read(text, "results of games", read_line);
        let read = read.map_err(|error| match error {
            SealedLogError::Line(error) => error,
            SealedLogError::OtherKind => InputError::new("it is not the journal of a tuning run"),
            SealedLogError::OtherWork(other) => {
                InputError::new(other_plan(&other, self.log.description())).within("line 1")
            }
        })?;
        let mut recorded = Recorded { valid_len: read.valid_len, ..Recorded::default() };
        for (line, number) in read.lines.into_iter().zip(2..) {
            match line {
                Line::Games(first, results) if first == recorded.results.len() as u64 => {
                    recorded.results.extend(results);
                }
                Line::Games(first, _) => {
                    return Err(InputError::new(format!(
                        "line {number}: game {first} cannot follow {} games",
                        recorded.results.len()
                    )));
                }
                Line::End(generation) => recorded.ended_after = Some(generation),
            }
        }
        self.games = recorded.results.len() as u64;
        Ok(recorded)
    }
}

/// Error about the journal of another plan: the first key that differs.
fn other_plan(other: &str, expected: &str) -> String {
    let mut keys = other.split("; ").zip(expected.split("; "));
    match keys.find(|(theirs, ours)| theirs != ours) {
        Some((theirs, ours)) => format!(
            "it belongs to another plan, with {}: expected {}",
            InputError::quote(theirs),
            InputError::quote(ours)
        ),
        None => "it belongs to another plan, with other parameters".to_owned(),
    }
}

fn read_line(line: &str) -> Option<Line> {
    let (word, rest) = line.split_once(' ')?;
    if word == "end" {
        return rest.parse().ok().map(Line::End);
    }
    let (first, digits) = rest.split_once(' ').filter(|_| word == "games")?;
    let digit = |byte: &u8| byte.is_ascii_digit().then(|| byte - b'0');
    let points: Vec<u8> = digits.as_bytes().iter().map(digit).collect::<Option<_>>()?;
    let (pairs, rest) = points.as_chunks::<2>();
    rest.is_empty().then(|| first.parse().ok().map(|first| Line::Games(first, pairs.to_vec())))?
}
