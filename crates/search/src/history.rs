//! What stood on the board before.

use rules::{Claim, Outcome, Repetition, Searchable};

/// The keys of the positions before the root and on the way down from it; kept only where positions can repeat.
pub(crate) struct History {
    keys: Vec<u64>,
    /// How many of them stood on the board before the search.
    past: usize,
}

impl History {
    /// The history of the root, with room for so many positions below it.
    pub(crate) fn new(past: &[u64], room: usize) -> History {
        let mut keys = Vec::with_capacity(past.len() + room);
        keys.extend_from_slice(past);
        History { keys, past: past.len() }
    }

    /// Back to the root.
    pub(crate) fn rewind(&mut self) {
        self.keys.truncate(self.past);
    }

    /// Goes below a position.
    #[inline(always)]
    pub(crate) fn enter<R: Searchable>(&mut self, rules: &R, position: &R::Position) {
        if R::REPEATS {
            self.keys.push(rules.key(position));
        }
    }

    /// Comes back to the position entered last.
    #[inline(always)]
    pub(crate) fn leave<R: Searchable>(&mut self) {
        if R::REPEATS {
            self.keys.pop();
        }
    }

    /// How the game ends, if it does, because this position below the root has stood on the board before.
    #[inline(always)]
    pub(crate) fn ending<R: Searchable>(&self, rules: &R, position: &R::Position) -> Option<Outcome> {
        if !R::REPEATS {
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
