//! Input of the human players.

use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use table::{Offer, SeatAction};

use crate::bounded_read;

/// Maximum length of a typed line in bytes.
const MAX_LINE: usize = 4096;

/// Maximum number of lines read ahead.
const MAX_PENDING: usize = 64;

/// Help text, with some moves of this position as examples. `resignations` are the choices of `resign`.
pub(super) fn help(moves: &[String], has_draws: bool, resignations: &[&str]) -> String {
    let examples: Vec<&str> = moves.iter().take(3).map(String::as_str).collect();
    let mut help = format!("a move          play it, for example {}\n", examples.join(" or "));
    help.push_str("moves           list the legal moves\nboard           draw the board again\n");
    if has_draws {
        help.push_str(
            "draw            offer a draw\n\
             claim           claim a draw under the rules; claim MOVE plays the move and claims\n",
        );
    }
    help.push_str(
        "takeback        propose to take the last move back\n\
         yes, no         answer an offer\n",
    );
    match resignations {
        [] | [_] => help.push_str("resign          resign the game\n"),
        several => help.push_str(&resignation_help(several)),
    }
    help.push_str("quit            leave the program; a record stays on disk\n");
    help
}

/// Choices of `resign`, a line each. The last one is the full loss.
pub(super) fn resignation_help(choices: &[&str]) -> String {
    let mut help = String::new();
    for (index, choice) in choices.iter().enumerate() {
        let effect = match index + 1 < choices.len() {
            true => "offer to lose it; the opponent may decline",
            false => "lose it at once",
        };
        help.push_str(&format!("{:18}{effect}\n", resign_command(choice)));
    }
    help
}

/// Command that resigns for this choice.
fn resign_command(choice: &str) -> String {
    format!("resign {}", choice.split(' ').next().unwrap_or(choice))
}

/// Meaning of `resign` with a name.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Resignation {
    /// There are several choices and none was named.
    List,
    /// Offers the partial resignation with this index.
    Offer(u8),
    /// Resigns everything at once.
    Resign,
    /// There is no such choice.
    Unknown(String),
}

impl Resignation {
    /// Finds the choice whose name begins with `what`.
    pub(super) fn choose(choices: &[&str], what: &str) -> Resignation {
        let index = match what {
            "" if choices.len() > 1 => return Resignation::List,
            "" => Some(0),
            what => choices.iter().position(|choice| choice.starts_with(what)),
        };
        match index {
            Some(index) if index + 1 < choices.len() => Resignation::Offer(index as u8),
            Some(_) => Resignation::Resign,
            None => {
                let commands: Vec<String> = choices.iter().map(|choice| resign_command(choice)).collect();
                let expected = commands.join(" or ");
                Resignation::Unknown(format!("a {what} cannot be resigned here: expected {expected}"))
            }
        }
    }
}

/// Joins words with commas into lines that fit a terminal, broken only between words.
pub(super) fn wrapped(words: &[String]) -> String {
    const WIDTH: usize = 78;
    let mut text = String::new();
    let mut length = 0;
    for (index, word) in words.iter().enumerate() {
        let width = word.chars().count() + 2;
        if index > 0 {
            text.push(',');
            if length + width > WIDTH {
                text.push('\n');
                length = 0;
            } else {
                text.push(' ');
            }
        }
        length += width;
        text.push_str(word);
    }
    text
}

/// Command typed by a player.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum PlayCommand {
    Empty,
    Help,
    Board,
    Moves,
    Quit,
    /// Resign what has a name that begins so; empty without a name.
    Resign(String),
    Act(SeatAction),
}

impl PlayCommand {
    /// Parses a line. While an offer waits for its answer, `y` and `n` are enough.
    pub(super) fn parse(line: &str, is_answering: bool) -> PlayCommand {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_lowercase().as_str(), rest.trim()) {
            ("", _) => PlayCommand::Empty,
            ("help" | "?", "") => PlayCommand::Help,
            ("board", "") => PlayCommand::Board,
            ("moves", "") => PlayCommand::Moves,
            ("quit" | "exit", "") => PlayCommand::Quit,
            ("draw", "") => PlayCommand::Act(SeatAction::Offer(Offer::Draw)),
            ("takeback", "") => PlayCommand::Act(SeatAction::Offer(Offer::Takeback)),
            ("claim", "") => PlayCommand::Act(SeatAction::Offer(Offer::Claim)),
            ("claim", mv) => PlayCommand::Act(SeatAction::ClaimWith(mv.to_owned())),
            ("resign", what) => PlayCommand::Resign(what.to_lowercase()),
            ("yes", "") => PlayCommand::Act(SeatAction::Answer(true)),
            ("no", "") => PlayCommand::Act(SeatAction::Answer(false)),
            ("y", "") if is_answering => PlayCommand::Act(SeatAction::Answer(true)),
            ("n", "") if is_answering => PlayCommand::Act(SeatAction::Answer(false)),
            _ => PlayCommand::Act(SeatAction::Move(line.to_owned())),
        }
    }
}

/// Result of waiting for a line.
pub(super) enum InputEvent {
    Line(String),
    TimedOut,
    Closed,
    Failed(std::io::Error),
}

/// Lines of stdin, read on a separate thread so that a clock can run out while waiting.
pub(super) struct Input {
    lines: Receiver<std::io::Result<String>>,
}

impl Input {
    pub(super) fn new() -> Input {
        // Bounded, so that an endless stdin waits for the game instead of filling the memory.
        let (sender, lines) = sync_channel(MAX_PENDING);
        std::thread::spawn(move || {
            for line in bounded_read::lines(std::io::stdin().lock(), MAX_LINE) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Input { lines }
    }

    /// Waits for the next line, at most `timeout` if there is one.
    pub(super) fn next(&self, timeout: Option<Duration>) -> InputEvent {
        let received = match timeout {
            Some(timeout) => self.lines.recv_timeout(timeout),
            None => self.lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match received {
            Ok(Ok(line)) => InputEvent::Line(line),
            Ok(Err(error)) => InputEvent::Failed(error),
            Err(RecvTimeoutError::Timeout) => InputEvent::TimedOut,
            Err(RecvTimeoutError::Disconnected) => InputEvent::Closed,
        }
    }
}

/// Lines of stdin for a program that also waits for a network.
pub(super) fn async_lines() -> tokio::sync::mpsc::Receiver<std::io::Result<String>> {
    let (sender, lines) = tokio::sync::mpsc::channel(MAX_PENDING);
    std::thread::spawn(move || {
        for line in bounded_read::lines(std::io::stdin().lock(), MAX_LINE) {
            if sender.blocking_send(line).is_err() {
                return;
            }
        }
    });
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_parsed() {
        let parse = PlayCommand::parse;
        assert_eq!(parse("  F5 ", false), PlayCommand::Act(SeatAction::Move("F5".to_owned())));
        assert_eq!(parse("24/18 13/11", false), PlayCommand::Act(SeatAction::Move("24/18 13/11".to_owned())));
        assert_eq!(parse("Claim a1-B2", false), PlayCommand::Act(SeatAction::ClaimWith("a1-B2".to_owned())));
        assert_eq!(parse("claim", false), PlayCommand::Act(SeatAction::Offer(Offer::Claim)));
        assert_eq!(parse("y", true), PlayCommand::Act(SeatAction::Answer(true)));
        assert_eq!(parse("resign", false), PlayCommand::Resign(String::new()));
        assert_eq!(parse("resign Gammon", false), PlayCommand::Resign("gammon".to_owned()));
        assert_eq!(parse("", true), PlayCommand::Empty);
        assert_eq!(parse("İ İ", false), PlayCommand::Act(SeatAction::Move("İ İ".to_owned())));
    }
}
