//! The play of one roll.

/// One checker moved by one die, in the mover's own count of the points (see [`Side`](super::Side)).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// The origin: 1 to 24, or [`BAR`](super::BAR).
    pub from: u8,
    /// The destination: 1 to 24, or [`OFF`](super::OFF).
    pub to: u8,
}

/// A whole turn: up to four steps, the highest point first.
///
/// Plays that end in the same position are one move, so of all the ways to get there only one is a legal `Play`: the
/// one that starts from the highest points and uses the larger die first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Play {
    // Steps beyond the count stay as in the pass, so that equal plays are equal in every byte.
    steps: [Step; 4],
    count: u8,
}

impl Play {
    /// No step at all: what remains when no checker can move.
    pub const PASS: Play = Play { steps: [Step { from: 0, to: 0 }; 4], count: 0 };

    /// The steps in the order in which they are played.
    pub fn steps(&self) -> &[Step] {
        &self.steps[..self.count as usize]
    }

    /// The same play with one more step; a fifth is ignored, since no roll allows it.
    #[must_use]
    pub(super) fn then(mut self, step: Step) -> Play {
        if let Some(next) = self.steps.get_mut(self.count as usize) {
            *next = step;
            self.count += 1;
        }
        self
    }
}
