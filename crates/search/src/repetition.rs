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
    ///
    /// With `is_early`, a position that has occurred below the root counts as repeated often enough: who can repeat
    /// once can do so again.
    #[inline(always)]
    pub(crate) fn outcome<R: SearchGame>(
        &self,
        rules: &R,
        position: &R::Position,
        is_early: bool,
    ) -> Option<Outcome> {
        if !R::HAS_REPETITION {
            return None;
        }
        let window = rules.reversible_plies(position).min(self.keys.len());
        let mut times = 1;
        if window > 0 {
            let (key, start) = (rules.key(position), self.keys.len() - window);
            for (index, &earlier) in self.keys[start..].iter().enumerate() {
                if earlier == key {
                    let is_below_root = start + index > self.past;
                    times = if is_early && is_below_root { u32::MAX } else { times + 1 };
                    if times == u32::MAX {
                        break;
                    }
                }
            }
        }
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
