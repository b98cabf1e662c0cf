//! A client's copy of a table. It checks the messages: events have no gaps, and an event never changes.

use std::collections::BTreeMap;

use serde_json::Value;

/// A table as the client knows it.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The last message about it.
    pub last: Value,
    /// All events, by their number.
    pub events: Vec<Value>,
    /// Every event ever received, by number; it must not change.
    known: BTreeMap<u64, Value>,
    /// Number of messages, and of those with a reset.
    pub messages: usize,
    pub resets: usize,
    /// Number of events in the last message.
    pub brought: usize,
    /// The last layout, and the first message's description.
    pub layout: Value,
    pub about: Value,
}

impl Seen {
    /// Applies a message about the table.
    pub fn receive(&mut self, message: Value) {
        self.messages += 1;
        if message["reset"] == true {
            self.resets += 1;
            self.events.clear();
        }
        let events = message["events"].as_array().unwrap();
        self.brought = events.len();
        for event in events {
            assert_eq!(event["number"], self.events.len(), "events follow each other: {event}");
            let known = self.known.entry(self.events.len() as u64).or_insert_with(|| event.clone());
            assert_eq!(known, event, "an event keeps its number");
            self.events.push(event.clone());
        }
        let latest = (self.events.len() as u64).checked_sub(1);
        assert_eq!(message["latest"].as_u64(), latest, "the number of the last event");
        for (key, last) in [("layout", &mut self.layout), ("about", &mut self.about)] {
            if let Some(value) = message.get(key) {
                *last = value.clone();
            }
        }
        self.last = message;
    }

    pub fn latest(&self) -> u64 {
        self.events.len() as u64 - 1
    }

    pub fn state(&self) -> &str {
        self.last["state"].as_str().unwrap()
    }

    pub fn is_over(&self) -> bool {
        self.state() == "over"
    }

    pub fn turn(&self) -> Option<u64> {
        self.last["turn"].as_u64()
    }

    pub fn ply(&self) -> u64 {
        self.last["ply"].as_u64().unwrap()
    }

    pub fn position(&self) -> &str {
        self.last["position"].as_str().unwrap()
    }

    /// `true` if it is the turn of a seat that the client holds.
    pub fn is_own_turn(&self) -> bool {
        self.turn().is_some_and(|turn| self.own_seats().contains(&turn))
    }

    pub fn own_seats(&self) -> Vec<u64> {
        let seats = self.last["seats"].as_array().unwrap().iter();
        seats.filter(|seat| seat["who"] == "you").map(|seat| seat["seat"].as_u64().unwrap()).collect()
    }

    /// The kinds of the events, in order.
    pub fn kinds(&self) -> Vec<&str> {
        self.events.iter().map(|event| event["event"].as_str().unwrap()).collect()
    }

    pub fn has(&self, kind: &str) -> bool {
        self.kinds().contains(&kind)
    }

    pub fn count(&self, kind: &str) -> usize {
        self.kinds().into_iter().filter(|known| *known == kind).count()
    }
}
