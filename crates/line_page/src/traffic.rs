//! Log of the bytes on the lines and of the events of the game.

use std::collections::VecDeque;
use std::time::Duration;

use line::{DeviceId, Event, MAX_LINE};
use serde::{Serialize, Serializer};

/// Number of entries that are stored; older ones are dropped.
const MAX_ENTRIES: usize = 1000;
/// Silence after which bytes are shown although their line has not ended.
const FLUSH_AFTER: Duration = Duration::from_millis(300);

/// Direction of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TrafficDirection {
    Sent,
    Received,
}

/// Kind of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EntryKind {
    /// Bytes that were sent.
    Sent,
    /// Bytes that were received.
    Received,
    /// A move or a pass.
    Move,
    /// A claim, its reply, or its consequence.
    Claim,
    /// A game began or ended.
    Game,
    /// The LEDs have changed.
    Leds,
    /// A note for the user.
    Note,
}

/// Entry of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct TrafficEntry {
    /// Number of the entry, counted from 0.
    pub(crate) number: u64,
    /// Time since the line was opened.
    #[serde(serialize_with = "millis")]
    pub(crate) at: Duration,
    pub(crate) kind: EntryKind,
    /// Line of the entry, counted from 0; `None` if it concerns the game.
    pub(crate) line: Option<usize>,
    /// Text of an event, or bytes as the characters with the same code points.
    pub(crate) text: String,
}

/// Serializes a time in milliseconds.
fn millis<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(time.as_millis() as u64)
}

/// Bytes of one direction up to the end of their line.
#[derive(Clone, Default)]
struct Pending {
    bytes: Vec<u8>,
    since: Duration,
    latest: Duration,
    /// `true` if the last entry ended with CR: an LF right after it belongs to the same line end.
    after_cr: bool,
}

/// Log of all lines.
pub(super) struct Traffic {
    entries: VecDeque<TrafficEntry>,
    next: u64,
    /// For each line, sent and received bytes.
    pending: Vec<[Pending; 2]>,
}

impl Traffic {
    /// Creates the empty log of `lines` lines.
    pub(super) fn new(lines: usize) -> Traffic {
        Traffic { entries: VecDeque::new(), next: 0, pending: vec![Default::default(); lines] }
    }

    /// Entries after `last`, and `last` itself if it has grown since.
    pub(super) fn entries_after(&self, last: Option<&TrafficEntry>) -> Vec<TrafficEntry> {
        let is_new =
            |entry: &&TrafficEntry| last.is_none_or(|last| entry.number >= last.number && *entry != last);
        let count = self.entries.iter().rev().take_while(is_new).count();
        self.entries.range(self.entries.len() - count..).cloned().collect()
    }

    /// Adds bytes. Each line of text, with its line end, becomes an entry.
    pub(super) fn add_bytes(&mut self, line: usize, direction: TrafficDirection, at: Duration, bytes: &[u8]) {
        self.flush_silent(at);
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
            if matches!(byte, b'\r' | b'\n' | 0) || pending.bytes.len() >= MAX_LINE {
                self.flush(line, direction);
            }
        }
    }

    /// Adds an event, if the log shows events of its kind.
    pub(super) fn add_event(&mut self, at: Duration, event: &Event) {
        if let Some(kind) = event_kind(event) {
            let end = if let Event::OnDevice(end, _) = event { Some(*end) } else { None };
            self.flush_silent(at);
            self.add(at, kind, end.map(DeviceId::index), event.to_string());
        }
    }

    /// Adds an LF to the entry that a CR has ended, unless another entry came in between.
    fn join_line_end(&mut self, line: usize, direction: TrafficDirection) -> bool {
        self.pending[line][direction as usize].after_cr = false;
        let same = (bytes_kind(direction), Some(line));
        match self.entries.back_mut() {
            Some(last) if (last.kind, last.line) == same && last.text.ends_with('\r') => {
                last.text.push('\n');
                true
            }
            _ => false,
        }
    }

    fn flush_silent(&mut self, now: Duration) {
        for line in 0..self.pending.len() {
            for direction in [TrafficDirection::Sent, TrafficDirection::Received] {
                let pending = &self.pending[line][direction as usize];
                if !pending.bytes.is_empty() && now.saturating_sub(pending.latest) >= FLUSH_AFTER {
                    self.flush(line, direction);
                }
            }
        }
    }

    fn flush(&mut self, line: usize, direction: TrafficDirection) {
        let pending = &mut self.pending[line][direction as usize];
        let bytes = std::mem::take(&mut pending.bytes);
        pending.after_cr = bytes.last() == Some(&b'\r');
        let since = pending.since;
        self.add(since, bytes_kind(direction), Some(line), bytes.into_iter().map(char::from).collect());
    }

    fn add(&mut self, at: Duration, kind: EntryKind, line: Option<usize>, text: String) {
        if self.entries.len() == MAX_ENTRIES {
            self.entries.pop_front();
        }
        self.entries.push_back(TrafficEntry { number: self.next, at, kind, line, text });
        self.next += 1;
    }
}

fn bytes_kind(direction: TrafficDirection) -> EntryKind {
    match direction {
        TrafficDirection::Sent => EntryKind::Sent,
        TrafficDirection::Received => EntryKind::Received,
    }
}

/// Kind of an event; `None` if the board and the clocks show it.
fn event_kind(event: &Event) -> Option<EntryKind> {
    Some(match event {
        Event::Played { .. } => EntryKind::Move,
        Event::Claimed(_) | Event::Answered { .. } | Event::TurnLost { .. } | Event::TakenBack => {
            EntryKind::Claim
        }
        Event::Began { .. } | Event::Ended(_) => EntryKind::Game,
        Event::Leds(_) => EntryKind::Leds,
        Event::Note(_) => EntryKind::Note,
        Event::OnDevice(_, event) => return event_kind(event),
        Event::YourTurn { .. } | Event::Finished => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn texts(traffic: &Traffic) -> Vec<(EntryKind, String)> {
        traffic.entries_after(None).into_iter().map(|entry| (entry.kind, entry.text)).collect()
    }

    #[test]
    fn bytes_become_lines() {
        let mut traffic = Traffic::new(1);
        traffic.add_bytes(0, TrafficDirection::Sent, at(0), b"AT\rRST\r");
        for (index, byte) in b"OK\r\nMM B5\n\0\xff\r".iter().enumerate() {
            traffic.add_bytes(0, TrafficDirection::Received, at(index as u64), &[*byte]);
        }
        let (sent, received) = (EntryKind::Sent, EntryKind::Received);
        let expected = [
            (sent, "AT\r"),
            (sent, "RST\r"),
            (received, "OK\r\n"),
            (received, "MM B5\n"),
            (received, "\0"),
            (received, "\u{ff}\r"),
        ];
        assert_eq!(texts(&traffic), expected.map(|(kind, text)| (kind, text.to_owned())));
        assert_eq!(traffic.entries_after(None)[3].at, at(4), "a line has the time of its first byte");
    }

    #[test]
    fn a_line_without_an_end_is_shown_after_a_while() {
        let mut traffic = Traffic::new(1);
        traffic.add_bytes(0, TrafficDirection::Received, at(0), b"OK");
        traffic.add_bytes(0, TrafficDirection::Sent, at(100), b"AT\r");
        assert_eq!(texts(&traffic).len(), 1, "it may still go on");
        traffic.add_event(at(400), &Event::Note("silence".to_owned()));
        assert_eq!(
            texts(&traffic)[1..],
            [(EntryKind::Received, "OK".to_owned()), (EntryKind::Note, "silence".to_owned())]
        );
        traffic.add_bytes(0, TrafficDirection::Received, at(500), &[b'x'; 3 * MAX_LINE]);
        assert_eq!(texts(&traffic).len(), 6, "noise is cut in pieces");
    }

    #[test]
    fn only_new_entries_are_returned_and_old_ones_are_dropped() {
        let mut traffic = Traffic::new(1);
        traffic.add_bytes(0, TrafficDirection::Received, at(0), b"OK\r");
        let last = traffic.entries_after(None).pop();
        assert_eq!(traffic.entries_after(last.as_ref()), []);
        traffic.add_bytes(0, TrafficDirection::Received, at(1), b"\nMP\r");
        let news = traffic.entries_after(last.as_ref());
        assert_eq!(
            news.iter().map(|entry| (entry.number, entry.text.as_str())).collect::<Vec<_>>(),
            [(0, "OK\r\n"), (1, "MP\r")]
        );
        for _ in 0..2 * MAX_ENTRIES {
            traffic.add_bytes(0, TrafficDirection::Sent, at(2), b"PS\r");
        }
        let news = traffic.entries_after(last.as_ref());
        assert_eq!((news.len(), news[0].number), (MAX_ENTRIES, MAX_ENTRIES as u64 + 2));
    }

    #[test]
    fn two_lines_do_not_mix() {
        let mut traffic = Traffic::new(2);
        traffic.add_bytes(0, TrafficDirection::Received, at(0), b"MM ");
        traffic.add_bytes(1, TrafficDirection::Received, at(1), b"OK\r");
        traffic.add_bytes(0, TrafficDirection::Received, at(2), b"E3\r");
        // The LF comes from B after an entry of A: it is an entry of its own.
        traffic.add_bytes(1, TrafficDirection::Received, at(3), b"\n");
        traffic.add_event(at(4), &Event::OnDevice(DeviceId::B, Box::new(Event::Leds([true, false, false]))));
        traffic.add_event(at(5), &Event::Note("night falls".to_owned()));
        let entries: Vec<_> = traffic
            .entries_after(None)
            .into_iter()
            .map(|entry| (entry.line, entry.kind, entry.text))
            .collect();
        let expected = [
            (Some(1), EntryKind::Received, "OK\r"),
            (Some(0), EntryKind::Received, "MM E3\r"),
            (Some(1), EntryKind::Received, "\n"),
            (Some(1), EntryKind::Leds, "device B: LED 1 on"),
            (None, EntryKind::Note, "night falls"),
        ];
        assert_eq!(entries, expected.map(|(line, kind, text)| (line, kind, text.to_owned())));
    }
}
