//! An engine without a game: results are drawn by the distance of its weights from the best ones.

use games::tuning::{GamePoints, GameSeed, Weight, WeightGames, WeightTable};
use rules::{InputError, Random};
use tuner::{Plan, PlanFile, Tunable};

/// The best weights.
pub(crate) const BEST: [f64; 4] = [70.0, 0.3, -20.0, 5.0];

/// Plan keys that every test needs.
const HEAD: &str = "game = \"backgammon\"\nengine = \"narrad\"\n";

/// The engine.
pub(crate) struct Quadratic {
    table: WeightTable,
}

impl Quadratic {
    pub(crate) fn new() -> Quadratic {
        let weight = |(name, min, max, start): (&str, f64, f64, f64)| Weight {
            name: name.to_owned(),
            min,
            max,
            start,
        };
        let weights =
            [("A", 0.0, 100.0, 20.0), ("B", 0.0, 1.0, 0.8), ("C", -100.0, 0.0, -90.0), ("D", 0.0, 10.0, 1.0)];
        let references = vec![("best", BEST.to_vec())];
        Quadratic { table: WeightTable { weights: weights.map(weight).to_vec(), references } }
    }

    /// A plan for this engine with these keys.
    pub(crate) fn plan(&self, keys: &str) -> Plan {
        PlanFile::read(&format!("{HEAD}{keys}")).unwrap().resolve("", &self.table).unwrap()
    }

    /// Sum of the squared distances from the best values, as fractions of the ranges.
    pub(crate) fn error(&self, weights: &[f64]) -> f64 {
        let axes = self.table.weights.iter().zip(weights).zip(BEST);
        axes.map(|((weight, value), best)| ((value - best) / (weight.max - weight.min)).powi(2)).sum()
    }
}

impl Tunable for Quadratic {
    fn table(&self) -> &WeightTable {
        &self.table
    }

    fn games(&self) -> Result<Box<dyn WeightGames + '_>, InputError> {
        Ok(Box::new(QuadraticGames { engine: self }))
    }
}

struct QuadraticGames<'a> {
    engine: &'a Quadratic,
}

impl WeightGames for QuadraticGames<'_> {
    /// The better side wins more often, the more the better it is.
    fn play(&mut self, weights: [&[f64]; 2], game: GameSeed) -> GamePoints {
        let [one, other] = weights.map(|weights| self.engine.error(weights));
        let chance = 1.0 / (1.0 + (4.0 * (one - other)).exp());
        let drawn = f64::from(Random::new(game.seed).below(1 << 20)) / f64::from(1 << 20);
        if drawn < chance { [1, 0] } else { [0, 1] }
    }
}
