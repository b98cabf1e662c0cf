//! Scores that count early and late in the game.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use search::Score;

/// A score with all pieces on the board and one with none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Pair {
    pub(super) mg: Score,
    pub(super) eg: Score,
}

impl Pair {
    /// Both scores, rounded.
    pub(super) fn new(mg: f64, eg: f64) -> Pair {
        Pair { mg: mg.round() as Score, eg: eg.round() as Score }
    }
}

impl Add for Pair {
    type Output = Pair;
    #[inline(always)]
    fn add(self, other: Pair) -> Pair {
        Pair { mg: self.mg + other.mg, eg: self.eg + other.eg }
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline(always)]
    fn sub(self, other: Pair) -> Pair {
        Pair { mg: self.mg - other.mg, eg: self.eg - other.eg }
    }
}

impl AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    #[inline(always)]
    fn sub_assign(&mut self, other: Pair) {
        *self = *self - other;
    }
}

impl Neg for Pair {
    type Output = Pair;
    #[inline(always)]
    fn neg(self) -> Pair {
        Pair { mg: -self.mg, eg: -self.eg }
    }
}

impl Mul<Score> for Pair {
    type Output = Pair;
    #[inline(always)]
    fn mul(self, count: Score) -> Pair {
        Pair { mg: self.mg * count, eg: self.eg * count }
    }
}
