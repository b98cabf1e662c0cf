//! What is known of a value, and of the average of several.

/// What a position is worth to the seat that thinks, in fractions of the evaluator's unit.
pub(super) type Value = i64;

/// The evaluator's unit. So fine that rounding at the throws does not matter, so coarse that no sum of weighed values
/// leaves 64 bits.
pub(super) const ONE: Value = 1 << 12;

/// The true value is not below the one and not above the other.
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

    /// Seen from the other side of the board.
    #[inline(always)]
    pub(super) fn flipped(self) -> Range {
        Range { lower: -self.upper, upper: -self.lower }
    }

    /// What follows if both are true.
    #[inline(always)]
    pub(super) fn and(self, other: Range) -> Range {
        Range { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Whether it answers the request where in the window the value is: at most alpha, at least beta, or just where
    /// between.
    #[inline(always)]
    pub(super) fn answers(self, alpha: Value, beta: Value) -> bool {
        self.is_exact() || self.upper <= alpha || self.lower >= beta
    }
}

/// The ranges of all throws, each as often as it weighs.
///
/// The average is the sum divided by the weight, rounded towards zero. That never turns a larger sum into a smaller
/// average, and it is the same from both sides of the board: so bounds of the sum are bounds of the average.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sum {
    lower: i64,
    upper: i64,
    weight: i64,
}

impl Sum {
    /// The sum of throws that weigh so much together, while each can be anything in the range.
    #[inline(always)]
    pub(super) fn new(weight: i64, each: Range) -> Sum {
        Sum { lower: weight * each.lower, upper: weight * each.upper, weight }
    }

    /// More is known now of one throw.
    #[inline(always)]
    pub(super) fn learn(&mut self, weight: i64, before: Range, now: Range) {
        self.lower += weight * (now.lower - before.lower);
        self.upper += weight * (now.upper - before.upper);
    }

    #[inline(always)]
    pub(super) fn average(&self) -> Range {
        Range { lower: self.lower / self.weight, upper: self.upper / self.weight }
    }

    /// The window in which the value of one throw matters: at or below its alpha, the average is at or below the alpha
    /// of the whole even if the others are as high as they can be, and likewise above.
    #[inline(always)]
    pub(super) fn window(&self, alpha: Value, beta: Value, weight: i64, throw: Range) -> (Value, Value) {
        let others =
            Range { lower: self.lower - weight * throw.lower, upper: self.upper - weight * throw.upper };
        let alpha = (self.greatest_sum(alpha) - others.upper).div_euclid(weight);
        let beta = -(others.lower - self.least_sum(beta)).div_euclid(weight);
        (alpha.max(throw.lower - 1), beta.min(throw.upper + 1))
    }

    /// The least sum whose average is not below beta.
    #[inline(always)]
    fn least_sum(&self, beta: Value) -> i64 {
        if beta > 0 { beta * self.weight } else { (beta - 1) * self.weight + 1 }
    }

    /// The greatest sum whose average is not above alpha.
    #[inline(always)]
    fn greatest_sum(&self, alpha: Value) -> i64 {
        -self.least_sum(-alpha)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every window of every small sum: the edges are just where the average crosses the window.
    #[test]
    fn windows_of_throws_are_exact() {
        let each = Range { lower: -5, upper: 5 };
        for (weight, known_weight) in [(1, 1), (1, 2), (2, 1), (3, 4)] {
            for (lower, upper) in (-5..=5).flat_map(|lower| (lower..=5).map(move |upper| (lower, upper))) {
                let total = weight + known_weight;
                let mut sum = Sum::new(total, each);
                sum.learn(known_weight, each, Range { lower, upper });
                for (alpha, beta) in (-7..=6).flat_map(|alpha| (alpha + 1..=7).map(move |beta| (alpha, beta)))
                {
                    if sum.average().answers(alpha, beta) {
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
