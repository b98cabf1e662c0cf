//! Weights of engines that a tuner can change, and games between two sets of them.

use rules::InputError;

/// A weight of an engine's evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Weight {
    /// Name, as in parameter files.
    pub name: String,
    /// Smallest value a tuner tries, unless its plan says otherwise.
    pub min: f64,
    /// Largest value a tuner tries.
    pub max: f64,
    /// Value without tuning.
    pub start: f64,
}

/// The weights of an engine.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WeightTable {
    /// The weights, in the order of every list of values.
    pub weights: Vec<Weight>,
    /// Published values of all weights, by name; a tuned engine is compared with them.
    pub references: Vec<(&'static str, Vec<f64>)>,
}

impl WeightTable {
    /// The values without tuning.
    pub fn start(&self) -> Vec<f64> {
        self.weights.iter().map(|weight| weight.start).collect()
    }

    /// Values as the option `params` of an engine: numbers with `/` between them.
    pub fn write_option(values: &[f64]) -> String {
        values.iter().map(f64::to_string).collect::<Vec<_>>().join("/")
    }

    /// Reads values written by [`write_option`](WeightTable::write_option).
    pub fn read_option(&self, text: &str) -> Result<Vec<f64>, InputError> {
        let values: Option<Vec<f64>> = text.split('/').map(|value| value.trim().parse().ok()).collect();
        let count = self.weights.len();
        values
            .filter(|values| values.len() == count && values.iter().all(|value| value.is_finite()))
            .ok_or_else(|| {
                InputError::unexpected(text, format_args!("{count} numbers with \"/\" between them"))
            })
    }

    /// The parameter file of these values: a line with name and value for each weight.
    pub fn write_file(&self, values: &[f64]) -> String {
        self.weights.iter().zip(values).map(|(weight, value)| format!("{} {value}\n", weight.name)).collect()
    }
}

/// What is random in a game, and which side has which seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameSeed {
    /// Seed of dice, openings and engines.
    pub seed: u64,
    /// `true` if the second player has the first seat.
    pub is_swapped: bool,
}

/// Points of both players in a game, at most 9 each.
pub type GamePoints = [u8; 2];

/// Plays games between two sets of weights of one engine, on one thread.
///
/// The result is a function of weights and seed: earlier games leave no trace.
pub trait WeightGames: Send {
    /// Plays a game.
    fn play(&mut self, weights: [&[f64]; 2], game: GameSeed) -> GamePoints;
}
