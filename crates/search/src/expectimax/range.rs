//! Bounds of a value, and of the weighted average of several.

/// Value of a position for the root's seat, in fractions of the evaluator's unit.
pub(super) type Value = i64;

/// The evaluator's unit: large enough that rounding at chance nodes does not matter, small enough that weighted sums fit
/// into 64 bits.
pub(super) const ONE: Value = 1 << 12;

/// Lower and upper bound of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub(super) lower: Value,
    pub(super) upper: Value,
}

impl Range {
    #[inline(always)]
    pub(super) fn exactly(value: Value) -> Range {
        Range { lower: value, upper: value }
    }

    #[inline(always)]
    pub(super) fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// The same range for the opponent.
    #[inline(always)]
    pub(super) fn flipped(self) -> Range {
        Range { lower: -self.upper, upper: -self.lower }
    }

    /// Intersection of two ranges.
    #[inline(always)]
    pub(super) fn and(self, other: Range) -> Range {
        Range { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// `true` if no further search is needed in this window: the value is exact, at most alpha or at least beta.
    #[inline(always)]
    pub(super) fn is_decided(self, alpha: Value, beta: Value) -> bool {
        self.is_exact() || self.upper <= alpha || self.lower >= beta
    }
}

/// Weighted sum of the ranges of all rolls.
///
/// The average is the sum divided by the weight, rounded towards zero. This rounding is monotonic and symmetric, so
/// bounds of the sum are bounds of the average.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sum {
    lower: i64,
    upper: i64,
    weight: i64,
}

impl Sum {
    /// The sum of rolls with this total weight, each with the same range.
    #[inline(always)]
    pub(super) fn new(weight: i64, each: Range) -> Sum {
        Sum { lower: weight * each.lower, upper: weight * each.upper, weight }
    }

    /// Replaces the range of one roll.
    #[inline(always)]
    pub(super) fn replace(&mut self, weight: i64, before: Range, now: Range) {
        self.lower += weight * (now.lower - before.lower);
        self.upper += weight * (now.upper - before.upper);
    }

    #[inline(always)]
    pub(super) fn average(&self) -> Range {
        Range { lower: self.lower / self.weight, upper: self.upper / self.weight }
    }

    /// Search window of one roll. At or below its alpha, the average is at most the node's alpha even if all other rolls
    /// are at their upper bounds; beta is the mirror image.
    #[inline(always)]
    pub(super) fn window(&self, alpha: Value, beta: Value, weight: i64, roll: Range) -> (Value, Value) {
        let others =
            Range { lower: self.lower - weight * roll.lower, upper: self.upper - weight * roll.upper };
        let alpha = (self.max_sum(alpha) - others.upper).div_euclid(weight);
        let beta = -(others.lower - self.min_sum(beta)).div_euclid(weight);
        (alpha.max(roll.lower - 1), beta.min(roll.upper + 1))
    }

    /// Smallest sum whose average is at least beta.
    #[inline(always)]
    fn min_sum(&self, beta: Value) -> i64 {
        if beta > 0 { beta * self.weight } else { (beta - 1) * self.weight + 1 }
    }

    /// Largest sum whose average is at most alpha.
    #[inline(always)]
    fn max_sum(&self, alpha: Value) -> i64 {
        -self.min_sum(-alpha)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every window of every small sum: its bounds are where the average crosses the node's window.
    #[test]
    fn windows_of_rolls_are_exact() {
        let each = Range { lower: -5, upper: 5 };
        for (weight, known_weight) in [(1, 1), (1, 2), (2, 1), (3, 4)] {
            for (lower, upper) in (-5..=5).flat_map(|lower| (lower..=5).map(move |upper| (lower, upper))) {
                let total = weight + known_weight;
                let mut sum = Sum::new(total, each);
                sum.replace(known_weight, each, Range { lower, upper });
                for (alpha, beta) in (-7..=6).flat_map(|alpha| (alpha + 1..=7).map(move |beta| (alpha, beta)))
                {
                    if sum.average().is_decided(alpha, beta) {
                        continue;
                    }
                    let (low, high) = sum.window(alpha, beta, weight, each);
                    assert!(low < high);
                    for value in -5..=5 {
                        let most = (known_weight * upper + weight * value) / total;
                        let least = (known_weight * lower + weight * value) / total;
                        assert_eq!(value <= low, most <= alpha, "{value} {alpha} {sum:?}");
                        assert_eq!(value >= high, least >= beta, "{value} {beta} {sum:?}");
                    }
                }
            }
        }
    }
}
