//! What stood on the board before.

use crate::SearchGame;
use rules::{Claim, Outcome, Repetition};

/// The keys of the positions before the root and on the way down from it; kept only where positions can repeat.
pub(crate) struct RepetitionStack {
    keys: Vec<u64>,
    /// How many of them stood on the board before the search.
    past: usize,
}

impl RepetitionStack {
    /// The history of the root, with room for so many positions below it.
    pub(crate) fn new(past: &[u64], room: usize) -> RepetitionStack {
        let mut keys = Vec::with_capacity(past.len() + room);
        keys.extend_from_slice(past);
        RepetitionStack { keys, past: past.len() }
    }

    /// Back to the root.
    pub(crate) fn rewind(&mut self) {
        self.keys.truncate(self.past);
    }

    /// Goes below a position.
    #[inline(always)]
    pub(crate) fn enter<R: SearchGame>(&mut self, rules: &R, position: &R::Position) {
        if R::HAS_REPETITION {
            self.keys.push(rules.key(position));
        }
    }

    /// Comes back to the position entered last.
    #[inline(always)]
    pub(crate) fn leave<R: SearchGame>(&mut self) {
        if R::HAS_REPETITION {
            self.keys.pop();
        }
    }

    /// How the game ends, if it does, because this position below the root has stood on the board before.
    #[inline(always)]
    pub(crate) fn ending<R: SearchGame>(&self, rules: &R, position: &R::Position) -> Option<Outcome> {
        if !R::HAS_REPETITION {
            return None;
        }
        let key = rules.key(position);
        let times = 1 + self.keys.iter().filter(|&&earlier| earlier == key).count() as u32;
        match rules.repeated(position, times) {
            Repetition::Over(outcome) | Repetition::Claimable(Claim::ByRight(outcome)) => Some(outcome),
            _ => None,
        }
    }
}
