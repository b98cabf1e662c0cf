//! What was said on a line and what happened on it, one thing after the other.

use std::collections::VecDeque;
use std::time::Duration;

use line::{Event, LONGEST};

/// How much is kept; what is older is forgotten.
pub(crate) const KEPT: usize = 1000;
/// Bytes that were followed by so much silence are shown, even if no line has ended.
const QUIET: Duration = Duration::from_millis(300);

/// Which way bytes went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Sent,
    Heard,
}

/// What an entry is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum What {
    /// We have said it.
    Sent,
    /// We have heard it.
    Heard,
    /// A move or a pass that stands.
    Move,
    /// A claim, its answer, and what comes of it.
    Claim,
    /// A game began or ended.
    Game,
    /// The LEDs have changed.
    Leds,
    /// Something a person should know.
    Note,
}

/// Something that was said, or that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// Counted from 0.
    pub(crate) number: u64,
    pub(crate) at: Duration,
    pub(crate) what: What,
    /// A sentence, or bytes: each a character of the same number.
    pub(crate) text: String,
}

/// Bytes of one direction whose line has not ended.
#[derive(Default)]
struct Pending {
    bytes: Vec<u8>,
    since: Duration,
    latest: Duration,
    /// The last entry ended with CR: an LF right behind it belongs to the same end.
    after_cr: bool,
}

/// All entries that are kept.
#[derive(Default)]
pub(super) struct Traffic {
    entries: VecDeque<Entry>,
    next: u64,
    pending: [Pending; 2],
}

impl Traffic {
    /// What is new to somebody who was told up to this entry: the last one may have grown since.
    pub(super) fn news(&self, told: Option<&Entry>) -> Vec<Entry> {
        let is_new = |entry: &&Entry| told.is_none_or(|told| entry.number >= told.number && *entry != told);
        let count = self.entries.iter().rev().take_while(is_new).count();
        self.entries.range(self.entries.len() - count..).cloned().collect()
    }

    /// Bytes that went one way: each line of them, with what ends it, becomes an entry.
    pub(super) fn bytes(&mut self, direction: Direction, at: Duration, bytes: &[u8]) {
        self.flush_quiet(at);
        for &byte in bytes {
            let pending = &mut self.pending[direction as usize];
            if byte == b'\n' && pending.after_cr && pending.bytes.is_empty() && self.join_line_end(direction)
            {
                continue;
            }
            let pending = &mut self.pending[direction as usize];
            if pending.bytes.is_empty() {
                pending.since = at;
            }
            pending.latest = at;
            pending.bytes.push(byte);
            if matches!(byte, b'\r' | b'\n' | 0) || pending.bytes.len() >= LONGEST {
                self.flush(direction);
            }
        }
    }

    /// Something that happened, if a person who sees the board and the clocks wants to read of it.
    pub(super) fn happened(&mut self, at: Duration, event: &Event) {
        let what = match event {
            Event::Played { .. } => What::Move,
            Event::Claimed(_) | Event::Answered { .. } | Event::TurnLost { .. } | Event::TakenBack => {
                What::Claim
            }
            Event::Began { .. } | Event::Ended(_) => What::Game,
            Event::Leds(_) => What::Leds,
            Event::Note(_) => What::Note,
            Event::YourTurn { .. } | Event::Finished => return,
        };
        self.flush_quiet(at);
        self.add(at, what, event.to_string());
    }

    /// An LF behind CR is added to the entry that CR has ended, if nothing came in between.
    fn join_line_end(&mut self, direction: Direction) -> bool {
        self.pending[direction as usize].after_cr = false;
        match self.entries.back_mut() {
            Some(last) if last.what == what(direction) && last.text.ends_with('\r') => {
                last.text.push('\n');
                true
            }
            _ => false,
        }
    }

    fn flush_quiet(&mut self, now: Duration) {
        for direction in [Direction::Sent, Direction::Heard] {
            let pending = &self.pending[direction as usize];
            if !pending.bytes.is_empty() && now.saturating_sub(pending.latest) >= QUIET {
                self.flush(direction);
            }
        }
    }

    fn flush(&mut self, direction: Direction) {
        let pending = &mut self.pending[direction as usize];
        let bytes = std::mem::take(&mut pending.bytes);
        pending.after_cr = bytes.last() == Some(&b'\r');
        let since = pending.since;
        self.add(since, what(direction), bytes.into_iter().map(char::from).collect());
    }

    fn add(&mut self, at: Duration, what: What, text: String) {
        if self.entries.len() == KEPT {
            self.entries.pop_front();
        }
        self.entries.push_back(Entry { number: self.next, at, what, text });
        self.next += 1;
    }
}

fn what(direction: Direction) -> What {
    match direction {
        Direction::Sent => What::Sent,
        Direction::Heard => What::Heard,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn texts(traffic: &Traffic) -> Vec<(What, String)> {
        traffic.news(None).into_iter().map(|entry| (entry.what, entry.text)).collect()
    }

    #[test]
    fn bytes_become_lines_however_they_come() {
        let mut traffic = Traffic::default();
        traffic.bytes(Direction::Sent, at(0), b"AT\rRST\r");
        for (index, byte) in b"OK\r\nMM B5\n\0\xff\r".iter().enumerate() {
            traffic.bytes(Direction::Heard, at(index as u64), &[*byte]);
        }
        let (sent, heard) = (What::Sent, What::Heard);
        let expected = [
            (sent, "AT\r"),
            (sent, "RST\r"),
            (heard, "OK\r\n"),
            (heard, "MM B5\n"),
            (heard, "\0"),
            (heard, "\u{ff}\r"),
        ];
        assert_eq!(texts(&traffic), expected.map(|(what, text)| (what, text.to_owned())));
        assert_eq!(traffic.news(None)[3].at, at(4), "a line has the time of its first byte");
    }

    #[test]
    fn a_line_without_an_end_is_shown_after_a_while() {
        let mut traffic = Traffic::default();
        traffic.bytes(Direction::Heard, at(0), b"OK");
        traffic.bytes(Direction::Sent, at(100), b"AT\r");
        assert_eq!(texts(&traffic).len(), 1, "it may still go on");
        traffic.happened(at(400), &Event::Note("silence".to_owned()));
        assert_eq!(
            texts(&traffic)[1..],
            [(What::Heard, "OK".to_owned()), (What::Note, "silence".to_owned())]
        );
        traffic.bytes(Direction::Heard, at(500), &[b'x'; 3 * LONGEST]);
        assert_eq!(texts(&traffic).len(), 6, "noise is cut in pieces");
    }

    #[test]
    fn news_are_what_is_new_and_no_more_than_is_kept() {
        let mut traffic = Traffic::default();
        traffic.bytes(Direction::Heard, at(0), b"OK\r");
        let told = traffic.news(None).pop();
        assert_eq!(traffic.news(told.as_ref()), []);
        traffic.bytes(Direction::Heard, at(1), b"\nMP\r");
        let news = traffic.news(told.as_ref());
        assert_eq!(
            news.iter().map(|entry| (entry.number, entry.text.as_str())).collect::<Vec<_>>(),
            [(0, "OK\r\n"), (1, "MP\r")]
        );
        for _ in 0..2 * KEPT {
            traffic.bytes(Direction::Sent, at(2), b"PS\r");
        }
        let news = traffic.news(told.as_ref());
        assert_eq!((news.len(), news[0].number), (KEPT, KEPT as u64 + 2));
    }
}
