//! Difference in strength estimated from results.
//!
//! The unit is a pair of games, in which A scores 0, 1/2, 1, 3/2 or 2 (five counts, the pentanomial), or a single game,
//! in which A scores 0, 1/2 or 1 (three counts, the trinomial). Pairs are the better unit: an advantage by opening or
//! dice goes to A in one game and to B in the other, so the games of a pair are not independent, but pairs are.
//!
//! With x the score in a unit divided by the maximum, over N units:
//!
//! - score: s = mean of x
//! - deviation of the score: d = sqrt(mean of (x - s)^2 / N)
//! - Elo difference of a score: elo(s) = 400 log10(s / (1 - s))
//! - bounds at 95 %: low = elo(s - z d), high = elo(s + z d), with z = 1.959963984540054
//! - error: (high - low) / 2
//! - likelihood of superiority: Phi((s - 1/2) / d), Phi the normal distribution; 1/2 if d is 0
//!
//! There is no estimate from fewer than [`MIN_UNITS`] units, nor if a bound is infinite because s - z d or s + z d leaves
//! the open interval from 0 to 1. That includes a clean sweep: any large enough difference explains it.
//!
//! After N >= [`MIN_UNITS`] units that one side won completely there is a bound instead. If a share p of all units is not a
//! complete win, N complete wins in a row have the probability (1 - p)^N; it is above 5 % only for p < 1 - 0.05^(1/N)
//! (for large N the rule of three, 3/N). In the worst case such units score nothing, so the score of the winner is at
//! least 0.05^(1/N) at 95 %.

/// The normal distribution leaves 2.5 % above this.
const Z: f64 = 1.959_963_984_540_054;

/// Probability of a clean sweep at its bound.
const SWEEP: f64 = 0.05;

/// Units needed for an estimate; the normal approximation means nothing for fewer.
pub const MIN_UNITS: u64 = 10;

/// Score of a match and the strength estimated from it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Score of A as a share of the maximum.
    pub score: f64,
    /// Estimated difference in strength; `None` if there are too few games.
    pub elo: Option<EloEstimate>,
    /// Bound on the difference at 95 % after a clean sweep, negative if B won every game; `None` if there are too few
    /// games.
    pub sweep_bound: Option<f64>,
}

/// Estimated Elo difference between A and B.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloEstimate {
    /// The difference, positive if A is stronger.
    pub difference: f64,
    /// Lower bound at 95 %.
    pub low: f64,
    /// Upper bound at 95 %.
    pub high: f64,
    /// Probability that A is the stronger side.
    pub superiority: f64,
}

impl Rating {
    /// Rating by the number of units with each score, from 0 to the maximum in equal steps; `None` without any unit.
    pub fn from_counts(counts: &[u64]) -> Option<Rating> {
        let units: u64 = counts.iter().sum();
        let top = counts.len().checked_sub(1)?;
        if units == 0 || top == 0 {
            return None;
        }
        let scores =
            || counts.iter().enumerate().map(|(step, &count)| (step as f64 / top as f64, count as f64));
        let n = units as f64;
        let score = scores().map(|(score, count)| score * count).sum::<f64>() / n;
        // Rounding must not create a deviation where all units have the same score.
        let is_uniform = counts.iter().filter(|&&count| count > 0).count() == 1;
        let variance = match is_uniform {
            true => 0.0,
            false => scores().map(|(unit, count)| count * (unit - score).powi(2)).sum::<f64>() / n,
        };
        let estimate = if units < MIN_UNITS { None } else { EloEstimate::new(score, (variance / n).sqrt()) };
        let sweep_bound = match (counts.first() == Some(&units), counts.last() == Some(&units)) {
            _ if units < MIN_UNITS => None,
            (true, _) => elo(SWEEP.powf(1.0 / n)).map(|bound| -bound),
            (_, true) => elo(SWEEP.powf(1.0 / n)),
            _ => None,
        };
        Some(Rating { score, elo: estimate, sweep_bound })
    }
}

impl EloEstimate {
    /// Estimate by a score and its deviation; `None` if a bound is infinite.
    fn new(score: f64, deviation: f64) -> Option<EloEstimate> {
        let (low, high) = (elo(score - Z * deviation)?, elo(score + Z * deviation)?);
        let superiority = match deviation > 0.0 {
            true => normal((score - 0.5) / deviation),
            false => (score - 0.5).partial_cmp(&0.0).map_or(0.5, |order| 0.5 + 0.5 * f64::from(order as i8)),
        };
        Some(EloEstimate { difference: elo(score)?, low, high, superiority })
    }

    /// Half the width of the interval between the bounds.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Elo difference at which this score is expected; `None` if it is infinite.
fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// Cumulative normal distribution, by the series 1/2 + phi(z) (z + z^3/3 + z^5/15 + ...), whose terms have one sign.
fn normal(z: f64) -> f64 {
    // Beyond, the remainder is below the precision of f64.
    if z.abs() > 8.5 {
        return if z > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut odd) = (z, z, 1.0);
    while term.abs() > f64::EPSILON * sum.abs() {
        odd += 2.0;
        term *= z * z / odd;
        sum += term;
    }
    let density = (-0.5 * z * z).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (0.5 + density * sum).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(counts: &[u64]) -> Option<EloEstimate> {
        Rating::from_counts(counts).unwrap().elo
    }

    #[test]
    fn known_values() {
        assert_eq!(Rating::from_counts(&[]), None);
        assert_eq!(Rating::from_counts(&[0; 5]), None);
        assert!((normal(1.0) - 0.841_344_746_068_543).abs() < 1e-14);
        assert!((normal(-3.0) - 0.001_349_898_031_630_1).abs() < 1e-14);
        assert_eq!((normal(0.0), normal(40.0), normal(-40.0)), (0.5, 1.0, 0.0));
        let even = estimate(&[0, 0, 10, 0, 0]).unwrap();
        assert_eq!((even.difference, even.error(), even.superiority), (0.0, 0.0, 0.5));
        let three_of_four = estimate(&[5, 0, 15]).unwrap();
        assert!((three_of_four.difference - 190.848_501_887_864_98).abs() < 1e-9);
        assert!(
            three_of_four.low < three_of_four.difference && three_of_four.difference < three_of_four.high
        );
    }

    #[test]
    fn a_clean_sweep_or_too_few_games_give_no_estimate() {
        for sweep in [[0, 0, 0, 0, 10], [10, 0, 0, 0, 0], [0, 0, 0, 0, 1000], [0, 0, 0, 1, 99]] {
            assert_eq!(estimate(&sweep), None, "{sweep:?}");
        }
        assert_eq!(Rating::from_counts(&[0, 0, 0, 0, 10]).unwrap().score, 1.0);
        // One unit of each kind has finite bounds on the score, but five units are too few.
        assert_eq!(estimate(&[1, 1, 1, 1, 1]), None);
        assert_eq!(estimate(&[0, 0, 9, 0, 0]), None);
        assert!(estimate(&[2, 2, 2, 2, 2]).is_some());
    }

    #[test]
    fn a_clean_sweep_of_enough_games_gives_a_bound() {
        let bound = |counts: &[u64]| Rating::from_counts(counts).unwrap().sweep_bound;
        assert_eq!(bound(&[0, 0, 0, 0, 9]), None);
        assert_eq!(bound(&[0, 0, 0, 1, 1999]), None);
        let wins = bound(&[0, 0, 0, 0, 2000]).unwrap();
        // By the rule of three the score is at least 1 - 3/2000.
        assert!((wins - elo(1.0 - 3.0 / 2000.0).unwrap()).abs() < 1.0, "{wins}");
        assert_eq!(bound(&[2000, 0, 0, 0, 0]), Some(-wins));
        assert!(bound(&[0, 0, 0, 0, 10]).unwrap() < wins);
    }
}
