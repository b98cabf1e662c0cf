//! Weights of engines that a tuner can change, and games between two sets of them.

use rules::InputError;
use search::EngineOptions;

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

    /// Values as the option `params` of an engine: names with their values.
    pub fn write_option(&self, values: &[f64]) -> String {
        let named: Vec<(&str, f64)> =
            self.weights.iter().map(|weight| weight.name.as_str()).zip(values.iter().copied()).collect();
        write_option(&named)
    }

    /// Takes the option `params` of an engine: all values in order, or names with their values. Weights that are not named
    /// have the value without tuning.
    pub fn take(&self, options: &mut EngineOptions) -> Result<Vec<f64>, InputError> {
        let Some(text) = options.word("params") else { return Ok(self.start()) };
        let count = self.weights.len();
        let given = read_option(&text).ok_or_else(|| {
            InputError::unexpected(
                &text,
                format_args!("{count} numbers with \"/\" between them, or NAME:VALUE"),
            )
        })?;
        let mut values = self.start();
        if given.iter().all(|(name, _)| name.is_none()) {
            if given.len() != count {
                return Err(InputError::new(format!("params has {} numbers: expected {count}", given.len())));
            }
            values = given.iter().map(|(_, value)| *value).collect();
        }
        for (name, value) in given.iter().filter_map(|(name, value)| Some((name.as_ref()?, value))) {
            let index = self.weights.iter().position(|weight| weight.name == *name).ok_or_else(|| {
                let (name, names) = (InputError::quote(name), self.names());
                InputError::new(format!("params has no parameter {name}: expected {names}"))
            })?;
            values[index] = *value;
        }
        Ok(values)
    }

    /// The names of all weights; those that only differ in their numbers as a range.
    fn names(&self) -> String {
        let numbered = |name: &str| {
            let (base, number) = name.rsplit_once('_')?;
            Some((base.to_owned(), number.parse::<usize>().ok()?))
        };
        // Name or base of numbered names, and their last number.
        let mut ranges: Vec<(String, usize)> = Vec::new();
        for weight in &self.weights {
            match (numbered(&weight.name), ranges.last_mut()) {
                (Some((base, number)), Some((range, last))) if *range == base && number == *last + 1 => {
                    *last = number;
                }
                (Some((base, 0)), _) => ranges.push((base, 0)),
                _ => ranges.push((weight.name.clone(), 0)),
            }
        }
        let text = |(name, last): (String, usize)| match last {
            0 => name,
            _ => format!("{name}_0 to {last}"),
        };
        ranges.into_iter().map(text).collect::<Vec<_>>().join(", ")
    }

    /// The parameter file of these values: a line with name and value for each weight.
    pub fn write_file(&self, values: &[f64]) -> String {
        self.weights.iter().zip(values).map(|(weight, value)| format!("{} {value}\n", weight.name)).collect()
    }
}

/// Values with their names as the option `params` of an engine.
pub fn write_option(values: &[(&str, f64)]) -> String {
    values.iter().map(|(name, value)| format!("{name}:{value}")).collect::<Vec<_>>().join("/")
}

/// Reads the option `params` of an engine: numbers, or names with numbers, with `/` between them. `None` if it is
/// something else, such as the name of a file.
pub fn read_option(text: &str) -> Option<Vec<(Option<String>, f64)>> {
    let entry = |entry: &str| {
        let (name, value) = match entry.split_once(':') {
            Some((name, value)) => (Some(name.trim().to_owned()), value),
            None => (None, entry),
        };
        let value = value.trim().parse().ok().filter(|value: &f64| value.is_finite())?;
        Some((name, value))
    };
    text.split('/').map(entry).collect()
}

/// Seed and seats of a game.
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
