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
    /// Steps that are not made are [`Play::NO_STEP`].
    steps: [Step; 4],
}

impl Play {
    const NO_STEP: Step = Step { from: 0, to: 0 };

    /// No step at all: what remains when no checker can move.
    pub const PASS: Play = Play { steps: [Play::NO_STEP; 4] };

    /// The steps in the order in which they are played.
    pub fn steps(&self) -> &[Step] {
        &self.steps[..self.len()]
    }

    /// The steps, followed by steps from 0 to 0.
    #[inline(always)]
    pub(super) fn four_steps(&self) -> [Step; 4] {
        self.steps
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.steps.iter().position(|&step| step == Play::NO_STEP).unwrap_or(4)
    }

    /// The same play with this step at an index; ignored beyond the fourth.
    #[inline(always)]
    #[must_use]
    pub(super) fn with_step(mut self, index: usize, step: Step) -> Play {
        if let Some(place) = self.steps.get_mut(index) {
            *place = step;
        }
        self
    }
}
