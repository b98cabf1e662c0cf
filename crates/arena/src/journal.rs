//! A contest as text, kept game by game, so that it can be taken up again after any stop.
//!
//! The first line says which contest it is, with a digest of that; every other line is one game, as soon as it is
//! finished, counted from 1:
//!
//! ```text
//! takhteh match 1 5b0f4c1d9a7e3f62 othello 1; first = black; A strong:level=2; B random; no limit; games 100; ...
//! game 17 win points 40 24 moves 61 A 27 1234567 90000 B 28 56789 3000 by rule full board
//! ```
//!
//! After A and B stand the moves of that side, the nanoseconds it result about all of them, and about the longest. A game
//! that a side lost by a failure ends `by failure A crash: ` and the sentence that tells of it.

use std::time::Duration;

use rules::InputError;
use sha2::{Digest, Sha256};

use crate::report::{Ending, Failure, Report, Thinking, Verdict};
use crate::side::Side;
use crate::terms::Terms;

const HEADING: &str = "takhteh match 1";

/// The writing and reading of one contest's journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Journal {
    heading: String,
}

/// What was read of a journal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kept {
    /// The games in the order they stand there.
    pub reports: Vec<Report>,
    /// How many bytes of the text are whole lines: what follows was torn off and must be written again.
    pub whole: usize,
}

impl Journal {
    /// The journal of the contest in the game with these rules, between these sides, on these terms.
    pub fn new(rules_text: &str, names: [&str; 2], terms: &Terms) -> Journal {
        let Terms { games, pace, seed, openings, max_plies } = terms;
        let rules = rules_text.trim().replace('\n', "; ");
        let [a, b] = names;
        let contest = format!(
            "{rules}; A {a}; B {b}; {pace}; games {games}; seed {seed}; openings {openings}; moves {max_plies}"
        );
        let digest: String =
            Sha256::digest(&contest).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        Journal { heading: format!("{HEADING} {digest} {contest}\n") }
    }

    /// The first line, with its line break.
    pub fn heading(&self) -> &str {
        &self.heading
    }

    /// The line of a game, with its line break.
    pub fn line(&self, report: &Report) -> String {
        let Report { game, verdict, points: [a, b], plies, thinking, ending } = report;
        let (number, verdict) = (game + 1, word_of(verdict, &VERDICTS));
        let [thought_a, thought_b] = thinking.map(|Thinking { moves, total, longest }| {
            format!("{moves} {} {}", total.as_nanos(), longest.as_nanos())
        });
        let ending = match ending {
            Ending::Rule(rule) => format!("rule {rule}"),
            Ending::Stopped => "stop".to_owned(),
            Ending::Failed { side, failure, sentence } if sentence.is_empty() => {
                format!("failure {side} {failure}")
            }
            Ending::Failed { side, failure, sentence } => format!("failure {side} {failure}: {sentence}"),
        };
        format!(
            "game {number} {verdict} points {a} {b} moves {plies} A {thought_a} B {thought_b} by {ending}\n"
        )
    }

    /// Reads what was kept, if it is of this contest. A last line without its line break was torn off when the
    /// program was stopped, and is left out.
    pub fn read(&self, text: &str) -> Result<Kept, InputError> {
        if self.heading.starts_with(text) && text != self.heading {
            return Ok(Kept::default());
        }
        let Some(games) = text.strip_prefix(&self.heading) else {
            let first = text.lines().next().unwrap_or_default();
            let what = match first.strip_prefix(HEADING) {
                Some(other) => format!("it belongs to another match, {}", contest_of(other)),
                None => "it is not the journal of a match".to_owned(),
            };
            return Err(InputError::new(format!(
                "{what}: expected {}",
                contest_of(&self.heading[HEADING.len()..])
            )));
        };
        let mut kept = Kept { reports: Vec::new(), whole: self.heading.len() };
        for (line, number) in games.split_inclusive('\n').zip(2..) {
            let Some(whole) = line.strip_suffix('\n') else { break };
            let report = read_line(whole).ok_or_else(|| {
                InputError::unexpected(whole, "a game as this program writes it")
                    .within(format_args!("line {number}"))
            })?;
            kept.reports.push(report);
            kept.whole += line.len();
        }
        Ok(kept)
    }
}

/// The readable part of a heading, after its digest.
fn contest_of(heading: &str) -> &str {
    heading.trim().split_once(' ').map_or(heading, |(_, contest)| contest)
}

const VERDICTS: [(&str, Verdict); 3] =
    [("win", Verdict::Win), ("draw", Verdict::Draw), ("loss", Verdict::Loss)];

fn word_of<T: PartialEq>(value: &T, words: &[(&'static str, T)]) -> &'static str {
    words.iter().find(|(_, other)| other == value).map_or("?", |(word, _)| word)
}

fn read_line(line: &str) -> Option<Report> {
    let (fields, ending) = line.split_once(" by ")?;
    let fields: Vec<&str> = fields.split(' ').collect();
    let [
        "game",
        number,
        verdict,
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
    Some(Report {
        game: number.parse::<u64>().ok()?.checked_sub(1)?,
        verdict: VERDICTS.iter().find(|(word, _)| *word == verdict).map(|(_, verdict)| *verdict)?,
        points: [points_a.parse().ok()?, points_b.parse().ok()?],
        plies: plies.parse().ok()?,
        thinking: [read_thinking(moves_a, total_a, longest_a)?, read_thinking(moves_b, total_b, longest_b)?],
        ending: read_ending(ending)?,
    })
}

fn read_thinking(moves: &str, total: &str, longest: &str) -> Option<Thinking> {
    let span = |text: &str| text.parse().ok().map(Duration::from_nanos);
    Some(Thinking { moves: moves.parse().ok()?, total: span(total)?, longest: span(longest)? })
}

fn read_ending(text: &str) -> Option<Ending> {
    if let Some(rule) = text.strip_prefix("rule ") {
        return Some(Ending::Rule(rule.to_owned()));
    }
    if text == "stop" {
        return Some(Ending::Stopped);
    }
    let (side, what) = text.strip_prefix("failure ")?.split_once(' ')?;
    let (failure, sentence) = what.split_once(": ").unwrap_or((what, ""));
    let side = Side::BOTH.into_iter().find(|known| known.to_string() == side)?;
    let failure = Failure::ALL.into_iter().find(|known| known.to_string() == failure)?;
    Some(Ending::Failed { side, failure, sentence: sentence.to_owned() })
}
