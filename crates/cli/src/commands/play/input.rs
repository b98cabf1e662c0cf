//! What a person types.

use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use table::{Action, Offer};

use crate::bounded_read;

/// Maximum length of a typed line in bytes.
const MAX_LINE: usize = 4096;

/// Maximum number of lines read ahead.
const MAX_PENDING: usize = 64;

/// What can be typed, with some of the moves of this position as examples.
pub(super) fn help(moves: &[String], has_draws: bool, concessions: &[&str]) -> String {
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
        "takeback        ask to take the last move back\n\
         yes, no         answer an offer\n\
         resign          give up; it costs the most that the position can still cost\n",
    );
    for concession in concessions {
        help.push_str(&format!("resign {concession:9}  offer to lose only that; the other may refuse\n"));
    }
    help.push_str("quit            leave the program; the record, if one is kept, stays\n");
    help
}

/// A list of words in lines that fit a terminal, broken only between words.
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

/// What a line means.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Order {
    Nothing,
    Help,
    Board,
    Moves,
    Quit,
    /// Offer to lose what has a name that begins so.
    Concede(String),
    Act(Action),
}

/// Reads a line; where an answer is awaited, y and n will do.
pub(super) fn read(line: &str, answering: bool) -> Order {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match (word.to_lowercase().as_str(), rest.trim()) {
        ("", _) => Order::Nothing,
        ("help" | "?", "") => Order::Help,
        ("board", "") => Order::Board,
        ("moves", "") => Order::Moves,
        ("quit" | "exit", "") => Order::Quit,
        ("draw", "") => Order::Act(Action::Offer(Offer::Draw)),
        ("takeback", "") => Order::Act(Action::Offer(Offer::Takeback)),
        ("claim", "") => Order::Act(Action::Offer(Offer::Claim)),
        ("claim", mv) => Order::Act(Action::ClaimWith(mv.to_owned())),
        ("resign", "") => Order::Act(Action::Resign),
        ("resign", less) => Order::Concede(less.to_lowercase()),
        ("yes", "") => Order::Act(Action::Answer(true)),
        ("no", "") => Order::Act(Action::Answer(false)),
        ("y", "") if answering => Order::Act(Action::Answer(true)),
        ("n", "") if answering => Order::Act(Action::Answer(false)),
        _ => Order::Act(Action::Move(line.to_owned())),
    }
}

/// A line, or why there is none.
pub(super) enum Line {
    Typed(String),
    TimeUp,
    Closed,
    Failed(std::io::Error),
}

/// The lines typed at the terminal, read on a thread of their own so that a clock can run out meanwhile.
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

    pub(super) fn next(&self, wait: Option<Duration>) -> Line {
        let received = match wait {
            Some(wait) => self.lines.recv_timeout(wait),
            None => self.lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match received {
            Ok(Ok(line)) => Line::Typed(line),
            Ok(Err(error)) => Line::Failed(error),
            Err(RecvTimeoutError::Timeout) => Line::TimeUp,
            Err(RecvTimeoutError::Disconnected) => Line::Closed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        assert_eq!(read("  F5 ", false), Order::Act(Action::Move("F5".to_owned())));
        assert_eq!(read("24/18 13/11", false), Order::Act(Action::Move("24/18 13/11".to_owned())));
        assert_eq!(read("Claim a1-B2", false), Order::Act(Action::ClaimWith("a1-B2".to_owned())));
        assert_eq!(read("claim", false), Order::Act(Action::Offer(Offer::Claim)));
        assert_eq!(read("y", true), Order::Act(Action::Answer(true)));
        assert_eq!(read("", true), Order::Nothing);
        assert_eq!(read("İ İ", false), Order::Act(Action::Move("İ İ".to_owned())));
    }
}
