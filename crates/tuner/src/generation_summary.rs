//! A generation in numbers.

use crate::method::Generation;
use crate::run::Run;

/// Spread of a parameter's values: minimum, lower quartile, median, upper quartile and maximum.
pub type Spread = [f64; 5];

/// A generation in numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct GenerationSummary {
    /// Number, from 0.
    pub number: u32,
    /// Games played until its end.
    pub games: u64,
    /// Most points of a candidate.
    pub best: f64,
    /// Mean points of the candidates.
    pub mean: f64,
    /// Spread of each parameter over the candidates.
    pub spreads: Vec<Spread>,
    /// Values of the champion.
    pub champion: Vec<f64>,
}

impl GenerationSummary {
    /// Summary of a generation of a run.
    pub fn new(run: &Run, generation: &Generation) -> GenerationSummary {
        let points = || generation.ranking.iter().map(|ranked| ranked.points);
        let values_of = |candidate: usize| run.candidates.get(candidate).map_or(&[][..], |it| &it.values);
        let champion = values_of(generation.champion).to_vec();
        let spread_of = |index: usize| {
            let values = generation.ranking.iter().map(|ranked| values_of(ranked.candidate));
            spread(values.filter_map(|values| values.get(index).copied()).collect())
        };
        GenerationSummary {
            number: generation.number,
            games: generation.games,
            best: points().fold(0.0, f64::max),
            mean: points().sum::<f64>() / generation.ranking.len().max(1) as f64,
            spreads: (0..champion.len()).map(spread_of).collect(),
            champion,
        }
    }
}

/// Spread of some values, with linear interpolation between neighbours.
fn spread(mut values: Vec<f64>) -> Spread {
    values.sort_by(f64::total_cmp);
    let last = values.len().saturating_sub(1);
    [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| {
        let at = share * last as f64;
        let of = |index: usize| values.get(index.min(last)).copied().unwrap_or(0.0);
        let (below, above) = (of(at.floor() as usize), of(at.ceil() as usize));
        below + (above - below) * at.fract()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_are_interpolated() {
        assert_eq!(spread(vec![4.0, 0.0, 1.0, 3.0, 2.0]), [0.0, 1.0, 2.0, 3.0, 4.0]);
        assert_eq!(spread(vec![1.0, 2.0]), [1.0, 1.25, 1.5, 1.75, 2.0]);
        assert_eq!(spread(vec![7.0]), [7.0; 5]);
        assert_eq!(spread(Vec::new()), [0.0; 5]);
    }
}
