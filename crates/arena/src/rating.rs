//! What results say about strength.
//!
//! The unit is a pair of games, worth 0, 1/2, 1, 3/2 or 2 to A (five counts, the pentanomial), or a single game, worth 0,
//! 1/2 or 1 (three counts, the trinomial). Pairs are the better unit: what opening and dice do for one side in one game
//! they do for the other in the next, so the games of a pair are not independent, but pairs are.
//!
//! With x the worth of a unit divided by the most it can be, over N units:
//!
//! - score: s = mean of x
//! - deviation of the score: d = sqrt(mean of (x - s)^2 / N)
//! - Elo difference of a score: elo(s) = 400 log10(s / (1 - s)), which is -inf at 0 (and below) and inf at 1 (and above)
//! - bounds at 95 %: low = elo(s - z d), high = elo(s + z d), with z = 1.959963984540054
//! - error: (high - low) / 2, if both bounds are finite
//! - likelihood of superiority: Phi((s - 1/2) / d), Phi the normal distribution; without any deviation 0, 1/2 or 1 as s
//!   is below, at or above 1/2
//!
//! If A has won everything, its Elo is infinite, and only a lower bound can be given: low = elo(0.05^(1/N)). A side whose
//! expected score is s takes everything of a unit at most with probability s, so of N units at most with s^N; with a
//! score below 0.05^(1/N), that would have happened in less than one contest of twenty. All lost is the mirror image.

/// The normal distribution leaves 2.5 % above this.
const Z: f64 = 1.959_963_984_540_054;
/// How seldom a one-sided bound may be wrong.
const SELDOM: f64 = 0.05;

/// What results say about strength; the module says how.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The share A has of all there was to win.
    pub score: f64,
    /// The Elo difference between A and B; infinite if one has won everything.
    pub elo: f64,
    /// Its lower bound.
    pub low: f64,
    /// Its upper bound.
    pub high: f64,
    /// How likely it is that A is the better one.
    pub superiority: f64,
}

impl Rating {
    /// The rating of so many units of each worth, from nothing to all in equal steps; nothing if there are none.
    pub fn of(counts: &[u64]) -> Option<Rating> {
        let units: u64 = counts.iter().sum();
        let most = counts.len().checked_sub(1)?;
        if units == 0 || most == 0 {
            return None;
        }
        let worths =
            || counts.iter().enumerate().map(|(step, &count)| (step as f64 / most as f64, count as f64));
        let n = units as f64;
        let score = worths().map(|(worth, count)| worth * count).sum::<f64>() / n;
        let variance = worths().map(|(worth, count)| count * (worth - score).powi(2)).sum::<f64>() / n;
        let deviation = (variance / n).sqrt();
        let (mut low, mut high) = (elo(score - Z * deviation), elo(score + Z * deviation));
        if counts[most] == units {
            low = elo(SELDOM.powf(1.0 / n));
        } else if counts[0] == units {
            high = -elo(SELDOM.powf(1.0 / n));
        }
        // Rounding must not make something of nothing: with one kind of unit only, there is no deviation at all.
        let is_one_kind = counts.iter().filter(|&&count| count > 0).count() == 1;
        let superiority = match is_one_kind {
            true => (score - 0.5).partial_cmp(&0.0).map_or(0.5, |order| 0.5 + 0.5 * f64::from(order as i8)),
            false => normal((score - 0.5) / deviation),
        };
        Some(Rating { score, elo: elo(score), low, high, superiority })
    }

    /// Half the width of what lies between the bounds, if both are finite.
    pub fn error(&self) -> Option<f64> {
        Some((self.high - self.low) / 2.0).filter(|error| error.is_finite())
    }
}

/// The Elo difference at which this score is expected.
fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The normal distribution up to z, by the series 1/2 + phi(z) (z + z^3/3 + z^5/15 + ...), whose terms have one sign.
fn normal(z: f64) -> f64 {
    // Beyond, the rest is below the precision of the number.
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

    #[test]
    fn known_values() {
        assert_eq!(Rating::of(&[]), None);
        assert_eq!(Rating::of(&[0; 5]), None);
        assert!((normal(1.0) - 0.841_344_746_068_543).abs() < 1e-14);
        assert!((normal(-3.0) - 0.001_349_898_031_630_1).abs() < 1e-14);
        assert_eq!((normal(0.0), normal(40.0), normal(-40.0)), (0.5, 1.0, 0.0));
        let even = Rating::of(&[0, 0, 7, 0, 0]).unwrap();
        assert_eq!((even.elo, even.error(), even.superiority), (0.0, Some(0.0), 0.5));
        let three_of_four = Rating::of(&[1, 0, 3]).unwrap();
        assert!((three_of_four.elo - 190.848_501_887_864_98).abs() < 1e-9);
        assert_eq!((three_of_four.high, three_of_four.error()), (f64::INFINITY, None));
    }

    #[test]
    fn all_won_is_bounded_from_below_and_all_lost_is_its_mirror_image() {
        let won = Rating::of(&[0, 0, 0, 0, 10]).unwrap();
        assert_eq!((won.score, won.elo, won.high, won.superiority), (1.0, f64::INFINITY, f64::INFINITY, 1.0));
        assert!((won.low - elo(0.05f64.powf(0.1))).abs() < 1e-12 && won.low > 180.0);
        let lost = Rating::of(&[10, 0, 0, 0, 0]).unwrap();
        assert_eq!((lost.low, lost.high, lost.superiority), (f64::NEG_INFINITY, -won.low, 0.0));
        assert_eq!((won.error(), lost.error()), (None, None));
    }
}
