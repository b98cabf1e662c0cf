//! Engines of Halma.

use engine::Level;
use rules::cpu::Portable;
use rules::{InputError, Rules};
use search::{AlphaBeta, BestReply, Engine, EngineOptions};

use super::Halma;
use super::evaluation::{DistanceEvaluator, DistanceWeights};
use super::race_lead::RaceLead;
use crate::engines::CatalogGame;
use crate::tuning::WeightTable;

/// Node limit of each level.
const NODES: [u64; 8] = [60, 180, 540, 1_620, 4_860, 14_580, 43_740, 131_220];

impl CatalogGame for Halma {
    const ENGINES: &'static [&'static str] = &["strong"];

    fn engine(&self, _name: &str, options: &mut EngineOptions) -> Result<Box<dyn Engine<Self>>, InputError> {
        let level = Level::take(options)?;
        let values = DistanceWeights::table().take(options)?;
        let evaluator = DistanceEvaluator::new(self.layout(), &DistanceWeights::from_values(&values));
        if self.seats() > 2 {
            let engine = RaceLead::new(BestReply::new(Portable, evaluator.clone()), evaluator);
            return Ok(Box::new(level.limit(engine, NODES)));
        }
        let engine = RaceLead::new(AlphaBeta::new(Portable, evaluator.clone(), 1 << 22), evaluator);
        Ok(Box::new(level.limit(engine, NODES)))
    }

    fn weights(&self, engine: &str) -> Option<WeightTable> {
        (engine == "strong").then(DistanceWeights::table)
    }
}
