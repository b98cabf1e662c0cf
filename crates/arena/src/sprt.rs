//! Sequential probability ratio test: ends a match as soon as its result is significant.
//!
//! The test decides between H0, "the difference is at most `elo0`", and H1, "it is at least `elo1`", in logistic Elo: a
//! difference e means the expected score s(e) = 1 / (1 + 10^(-e/400)). The unit is a pair of games with the score 0, 1/4,
//! 1/2, 3/4 or 1 (the pentanomial), see [`Rating`](crate::Rating).
//!
//! After N pairs with the observed shares p, the log-likelihood ratio (LLR) is N times the mean of ln(q1 / q0), where q0 and q1
//! are the distributions with the mean s(elo0) and s(elo1) under which the observed pairs are most likely (a generalised
//! SPRT). The distribution with the mean s that maximises the likelihood is q(a) = p(a) / (1 + t (a - s)), with t such
//! that the sum of q(a) (a - s) is 0. A score that has not occurred counts as [`UNSEEN`] pairs, so that the maximum exists.
//!
//! H1 is accepted when the LLR reaches ln((1 - beta) / alpha), and H0 when it falls to ln(beta / (1 - alpha)). Then H1 is accepted
//! with a probability of about alpha if the difference is `elo0`, and H0 with about beta if it is `elo1`.

use rules::InputError;

use crate::tally::Tally;

/// Pairs that a score without any counts for.
const UNSEEN: f64 = 1e-3;

/// Largest difference that may be tested.
const MAX_ELO: f64 = 1000.0;

/// Bisections that find a distribution: enough for every bit of an f64.
const BISECTIONS: u32 = 100;

/// Hypotheses of a test and its probabilities of error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// The hypothesis that a test has accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hypothesis {
    /// The difference is at most `elo0`.
    H0,
    /// The difference is at least `elo1`.
    H1,
}

impl Sprt {
    /// Default of `alpha` and `beta`.
    pub const DEFAULT_ERROR: f64 = 0.05;

    /// A test of `elo0` against `elo1` that wrongly accepts H1 with the probability `alpha`, and H0 with `beta`.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, InputError> {
        let is_possible = |elo: f64| elo.abs() <= MAX_ELO;
        if !(is_possible(elo0) && is_possible(elo1) && elo0 < elo1) {
            return Err(InputError::new(format!(
                "cannot test Elo {elo0} against {elo1}: expected the smaller first, from -{MAX_ELO} to {MAX_ELO}"
            )));
        }
        let is_probability = |error: f64| error > 0.0 && error < 0.5;
        if !(is_probability(alpha) && is_probability(beta)) {
            return Err(InputError::new(format!(
                "cannot test with the probabilities of error {alpha} and {beta}: expected more than 0 and less than 0.5"
            )));
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// Difference of H0 and difference of H1.
    pub fn elo(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// Probabilities `alpha` and `beta`.
    pub fn errors(&self) -> [f64; 2] {
        [self.alpha, self.beta]
    }

    /// The LLR at which H0 is accepted, and that at which H1 is accepted.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// Log-likelihood ratio of H1 to H0 after this number of pairs with each score, from 0 to the maximum; 0 without any pair.
    pub fn llr(&self, pentanomial: &[u64; 5]) -> f64 {
        if pentanomial.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = pentanomial.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let [h0, h1] = self.elo().map(|elo| most_likely(&counts, expected_score(elo)));
        counts.iter().zip(h0.iter().zip(h1)).map(|(count, (h0, h1))| count * (h1 / h0).ln()).sum()
    }

    /// The hypothesis accepted at this log-likelihood ratio.
    pub fn decide(&self, llr: f64) -> Option<Hypothesis> {
        let [lower, upper] = self.bounds();
        if llr >= upper {
            Some(Hypothesis::H1)
        } else if llr <= lower {
            Some(Hypothesis::H0)
        } else {
            None
        }
    }
}

/// Score that is expected at a difference in logistic Elo.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0f64.powf(-elo / 400.0))
}

/// The distribution with this mean under which the counts are most likely.
fn most_likely(counts: &[f64; 5], mean: f64) -> [f64; 5] {
    let pairs: f64 = counts.iter().sum();
    let deviation = |step: usize| step as f64 / 4.0 - mean;
    let share = |t: f64, step: usize| counts[step] / pairs / (1.0 + t * deviation(step));
    // The mean falls from 1 to 0 while t grows between the values at which the share of an end has its pole.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..BISECTIONS {
        let t = f64::midpoint(low, high);
        let excess: f64 = (0..5).map(|step| share(t, step) * deviation(step)).sum();
        if excess > 0.0 {
            low = t;
        } else {
            high = t;
        }
    }
    let t = f64::midpoint(low, high);
    std::array::from_fn(|step| share(t, step))
}

/// Progress of a test over the pairs of a match.
///
/// Pairs enter in the order of their numbers, and none after the decision. The decision therefore depends neither on the
/// number of threads nor on interruptions, and short games do not enter before long ones.
#[derive(Clone, PartialEq, Debug)]
pub struct SequentialTest {
    sprt: Sprt,
    pentanomial: [u64; 5],
    llr: f64,
    accepted: Option<Hypothesis>,
}

impl SequentialTest {
    /// A test before the first pair.
    pub fn new(sprt: Sprt) -> SequentialTest {
        SequentialTest { sprt, pentanomial: [0; 5], llr: 0.0, accepted: None }
    }

    /// Adds pairs of a match until the test is decided or a pair is missing.
    pub fn update(&mut self, tally: &Tally) {
        while self.accepted.is_none() {
            let Some(half_points) = tally.pair(self.pairs()) else { return };
            self.pentanomial[half_points] += 1;
            self.llr = self.sprt.llr(&self.pentanomial);
            self.accepted = self.sprt.decide(self.llr);
        }
    }

    /// The hypotheses.
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// Number of pairs that have entered.
    pub fn pairs(&self) -> u64 {
        self.pentanomial.iter().sum()
    }

    /// Log-likelihood ratio of H1 to H0.
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// The accepted hypothesis; `None` if the test is not decided.
    pub fn accepted(&self) -> Option<Hypothesis> {
        self.accepted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_likely_distribution_has_the_mean() {
        for counts in [[3.0, 20.0, 50.0, 30.0, 7.0], [UNSEEN, UNSEEN, 40.0, UNSEEN, UNSEEN], [1.0; 5]] {
            for elo in [-300.0, -5.0, 0.0, 2.5, 600.0] {
                let mean = expected_score(elo);
                let shares = most_likely(&counts, mean);
                assert!(shares.iter().all(|share| *share > 0.0), "{shares:?}");
                assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{shares:?}");
                let found: f64 =
                    shares.iter().enumerate().map(|(step, share)| step as f64 / 4.0 * share).sum();
                assert!((found - mean).abs() < 1e-9, "{found} {mean}");
            }
        }
        // Without a constraint that matters, the observed shares are the most likely.
        let shares = most_likely(&[1.0, 2.0, 4.0, 2.0, 1.0], 0.5);
        assert!(shares.iter().zip([0.1, 0.2, 0.4, 0.2, 0.1]).all(|(one, other)| (one - other).abs() < 1e-12));
    }
}
