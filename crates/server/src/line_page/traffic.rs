//! What was said on the lines and what happened, one thing after the other.

use std::collections::VecDeque;
use std::time::Duration;

use line::{End, Event, LONGEST};

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
    /// On which line, counted from 0; nowhere if it concerns the game.
    pub(crate) line: Option<usize>,
    /// A sentence, or bytes: each a character of the same number.
    pub(crate) text: String,
}

/// Bytes of one direction whose line has not ended.
#[derive(Clone, Default)]
struct Pending {
    bytes: Vec<u8>,
    since: Duration,
    latest: Duration,
    /// The last entry ended with CR: an LF right behind it belongs to the same end.
    after_cr: bool,
}

/// All entries that are kept.
pub(super) struct Traffic {
    entries: VecDeque<Entry>,
    next: u64,
    /// For each line, what was sent and what was heard.
    pending: Vec<[Pending; 2]>,
}

impl Traffic {
    /// Silence on so many lines.
    pub(super) fn new(lines: usize) -> Traffic {
        Traffic { entries: VecDeque::new(), next: 0, pending: vec![Default::default(); lines] }
    }

    /// What is new to somebody who was told up to this entry: the last one may have grown since.
    pub(super) fn news(&self, told: Option<&Entry>) -> Vec<Entry> {
        let is_new = |entry: &&Entry| told.is_none_or(|told| entry.number >= told.number && *entry != told);
        let count = self.entries.iter().rev().take_while(is_new).count();
        self.entries.range(self.entries.len() - count..).cloned().collect()
    }

    /// Bytes that went one way on a line: each line of text, with what ends it, becomes an entry.
    pub(super) fn bytes(&mut self, line: usize, direction: Direction, at: Duration, bytes: &[u8]) {
        self.flush_quiet(at);
        for &byte in bytes {
            let pending = &mut self.pending[line][direction as usize];
            let is_second_end = byte == b'\n' && pending.after_cr && pending.bytes.is_empty();
            if is_second_end && self.join_line_end(line, direction) {
                continue;
            }
            let pending = &mut self.pending[line][direction as usize];
            if pending.bytes.is_empty() {
                pending.since = at;
            }
            pending.latest = at;
            pending.bytes.push(byte);
            if matches!(byte, b'\r' | b'\n' | 0) || pending.bytes.len() >= LONGEST {
                self.flush(line, direction);
            }
        }
    }

    /// Something that happened, if a person wants to read of it.
    pub(super) fn happened(&mut self, at: Duration, event: &Event) {
        if let Some(what) = kind(event) {
            let end = if let Event::At(end, _) = event { Some(*end) } else { None };
            self.flush_quiet(at);
            self.add(at, what, end.map(End::index), event.to_string());
        }
    }

    /// An LF behind CR is added to the entry that CR has ended, if nothing came in between.
    fn join_line_end(&mut self, line: usize, direction: Direction) -> bool {
        self.pending[line][direction as usize].after_cr = false;
        let same = (what(direction), Some(line));
        match self.entries.back_mut() {
            Some(last) if (last.what, last.line) == same && last.text.ends_with('\r') => {
                last.text.push('\n');
                true
            }
            _ => false,
        }
    }

    fn flush_quiet(&mut self, now: Duration) {
        for line in 0..self.pending.len() {
            for direction in [Direction::Sent, Direction::Heard] {
                let pending = &self.pending[line][direction as usize];
                if !pending.bytes.is_empty() && now.saturating_sub(pending.latest) >= QUIET {
                    self.flush(line, direction);
                }
            }
        }
    }

    fn flush(&mut self, line: usize, direction: Direction) {
        let pending = &mut self.pending[line][direction as usize];
        let bytes = std::mem::take(&mut pending.bytes);
        pending.after_cr = bytes.last() == Some(&b'\r');
        let since = pending.since;
        self.add(since, what(direction), Some(line), bytes.into_iter().map(char::from).collect());
    }

    fn add(&mut self, at: Duration, what: What, line: Option<usize>, text: String) {
        if self.entries.len() == KEPT {
            self.entries.pop_front();
        }
        self.entries.push_back(Entry { number: self.next, at, what, line, text });
        self.next += 1;
    }
}

fn what(direction: Direction) -> What {
    match direction {
        Direction::Sent => What::Sent,
        Direction::Heard => What::Heard,
    }
}

/// What an event is to a person who sees the board and the clocks; nothing if it needs no words then.
fn kind(event: &Event) -> Option<What> {
    Some(match event {
        Event::Played { .. } => What::Move,
        Event::Claimed(_) | Event::Answered { .. } | Event::TurnLost { .. } | Event::TakenBack => What::Claim,
        Event::Began { .. } | Event::Ended(_) => What::Game,
        Event::Leds(_) => What::Leds,
        Event::Note(_) => What::Note,
        Event::At(_, event) => return kind(event),
        Event::YourTurn { .. } | Event::Finished => return None,
    })
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
        let mut traffic = Traffic::new(1);
        traffic.bytes(0, Direction::Sent, at(0), b"AT\rRST\r");
        for (index, byte) in b"OK\r\nMM B5\n\0\xff\r".iter().enumerate() {
            traffic.bytes(0, Direction::Heard, at(index as u64), &[*byte]);
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
        let mut traffic = Traffic::new(1);
        traffic.bytes(0, Direction::Heard, at(0), b"OK");
        traffic.bytes(0, Direction::Sent, at(100), b"AT\r");
        assert_eq!(texts(&traffic).len(), 1, "it may still go on");
        traffic.happened(at(400), &Event::Note("silence".to_owned()));
        assert_eq!(
            texts(&traffic)[1..],
            [(What::Heard, "OK".to_owned()), (What::Note, "silence".to_owned())]
        );
        traffic.bytes(0, Direction::Heard, at(500), &[b'x'; 3 * LONGEST]);
        assert_eq!(texts(&traffic).len(), 6, "noise is cut in pieces");
    }

    #[test]
    fn news_are_what_is_new_and_no_more_than_is_kept() {
        let mut traffic = Traffic::new(1);
        traffic.bytes(0, Direction::Heard, at(0), b"OK\r");
        let told = traffic.news(None).pop();
        assert_eq!(traffic.news(told.as_ref()), []);
        traffic.bytes(0, Direction::Heard, at(1), b"\nMP\r");
        let news = traffic.news(told.as_ref());
        assert_eq!(
            news.iter().map(|entry| (entry.number, entry.text.as_str())).collect::<Vec<_>>(),
            [(0, "OK\r\n"), (1, "MP\r")]
        );
        for _ in 0..2 * KEPT {
            traffic.bytes(0, Direction::Sent, at(2), b"PS\r");
        }
        let news = traffic.news(told.as_ref());
        assert_eq!((news.len(), news[0].number), (KEPT, KEPT as u64 + 2));
    }

    #[test]
    fn two_lines_do_not_mix() {
        let mut traffic = Traffic::new(2);
        traffic.bytes(0, Direction::Heard, at(0), b"MM ");
        traffic.bytes(1, Direction::Heard, at(1), b"OK\r");
        traffic.bytes(0, Direction::Heard, at(2), b"E3\r");
        // This is no second end of A's line: it comes from B, and is kept for itself.
        traffic.bytes(1, Direction::Heard, at(3), b"\n");
        traffic.happened(at(4), &Event::At(End::B, Box::new(Event::Leds([true, false, false]))));
        traffic.happened(at(5), &Event::Note("night falls".to_owned()));
        let told: Vec<_> =
            traffic.news(None).into_iter().map(|entry| (entry.line, entry.what, entry.text)).collect();
        let expected = [
            (Some(1), What::Heard, "OK\r"),
            (Some(0), What::Heard, "MM E3\r"),
            (Some(1), What::Heard, "\n"),
            (Some(1), What::Leds, "device B: LED 1 on"),
            (None, What::Note, "night falls"),
        ];
        assert_eq!(told, expected.map(|(line, what, text)| (line, what, text.to_owned())));
    }
}
