//! Repetition of positions on the path.

use rules::{DrawClaim, Outcome, Repetition, Status};

use crate::SearchGame;

/// Keys of the positions before the root and on the path below it; stored only where positions can repeat.
pub(crate) struct RepetitionStack {
    keys: Vec<u64>,
    /// Number of keys before the root.
    past: usize,
}

impl RepetitionStack {
    /// The past of the root, with capacity for `depth` positions below it.
    pub(crate) fn new(past: &[u64], depth: usize) -> RepetitionStack {
        let mut keys = Vec::with_capacity(past.len() + depth);
        keys.extend_from_slice(past);
        RepetitionStack { keys, past: past.len() }
    }

    /// Back to the root.
    pub(crate) fn rewind(&mut self) {
        self.keys.truncate(self.past);
    }

    /// Enters the tree below a position.
    #[inline(always)]
    pub(crate) fn push<R: SearchGame>(&mut self, rules: &R, position: &R::Position) {
        if R::HAS_REPETITION {
            self.keys.push(rules.key(position));
        }
    }

    /// Leaves the tree below the last position.
    #[inline(always)]
    pub(crate) fn pop<R: SearchGame>(&mut self) {
        if R::HAS_REPETITION {
            self.keys.pop();
        }
    }

    /// Outcome of the game if this position, below the root, ends it or may be claimed as a draw. Only positions since
    /// the last irreversible move are compared. Mate has precedence over any claim.
    #[inline(always)]
    pub(crate) fn outcome<R: SearchGame>(&self, rules: &R, position: &R::Position) -> Option<Outcome> {
        if !R::HAS_REPETITION {
            return None;
        }
        let window = rules.reversible_plies(position).min(self.keys.len());
        let times = if window == 0 {
            1
        } else {
            let key = rules.key(position);
            1 + self.keys[self.keys.len() - window..].iter().filter(|&&earlier| earlier == key).count() as u32
        };
        match rules.repeated(position, times) {
            Repetition::Over(outcome) | Repetition::Claimable(DrawClaim::ByRight(outcome)) => {
                if rules.in_check(position)
                    && let Status::Over(mate) = rules.status(position)
                {
                    return Some(mate);
                }
                Some(outcome)
            }
            _ => None,
        }
    }
}
