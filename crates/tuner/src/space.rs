//! The space a tuner searches: ranges of some weights, with the others fixed.

use games::tuning::WeightTable;
use rules::Random;

/// A weight that is tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Name of the weight.
    pub name: String,
    /// Smallest value.
    pub min: f64,
    /// Largest value, above `min`.
    pub max: f64,
    /// Value to start from.
    pub start: f64,
    /// Index of the weight in the engine's table.
    pub weight: usize,
}

impl Parameter {
    /// A value as it is used and written: within the range, with four significant digits of its width.
    pub fn rounded(&self, value: f64) -> f64 {
        let digits = 3 - (self.max - self.min).log10().floor() as i32;
        let scale = 10f64.powi(digits.clamp(0, 12));
        ((value * scale).round() / scale).clamp(self.min, self.max)
    }

    /// The value at a fraction of the range.
    pub fn at(&self, fraction: f64) -> f64 {
        self.rounded(self.min + fraction.clamp(0.0, 1.0) * (self.max - self.min))
    }

    /// The fraction of the range below a value.
    pub fn fraction(&self, value: f64) -> f64 {
        (value - self.min) / (self.max - self.min)
    }

    /// A value drawn uniformly from the range.
    pub fn random(&self, random: &mut Random) -> f64 {
        self.at(unit(random))
    }
}

/// A number from 0 to 1, 1 excluded.
pub(crate) fn unit(random: &mut Random) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// The parameters of a run and the weights of the engine they belong to.
#[derive(Clone, PartialEq, Debug)]
pub struct Space {
    /// The parameters, in the order of a candidate's values.
    pub parameters: Vec<Parameter>,
    /// The engine's weights.
    pub table: WeightTable,
}

impl Space {
    /// Values of all parameters.
    pub fn values(&self, of: impl FnMut(&Parameter) -> f64) -> Vec<f64> {
        self.parameters.iter().map(of).collect()
    }

    /// All weights of the engine with these values of the parameters.
    pub fn weights(&self, values: &[f64]) -> Vec<f64> {
        let mut weights = self.table.start();
        for (parameter, value) in self.parameters.iter().zip(values) {
            if let Some(weight) = weights.get_mut(parameter.weight) {
                *weight = *value;
            }
        }
        weights
    }

    /// Values at these fractions of the ranges.
    pub(crate) fn at(&self, fractions: &[f64]) -> Vec<f64> {
        self.parameters.iter().zip(fractions).map(|(parameter, fraction)| parameter.at(*fraction)).collect()
    }

    /// Fractions of the ranges at the start.
    pub(crate) fn start_fractions(&self) -> Vec<f64> {
        self.values(|parameter| parameter.fraction(parameter.start))
    }
}
