//! Engines of Halma.

use engine::Level;
use rules::cpu::{Cpu, Portable};
use rules::{InputError, Rules};
use search::{AlphaBeta, BestReply, Engine, EngineOptions};

use super::Halma;
use super::evaluation::RaceEvaluator;
use super::race_lead::RaceLead;
use super::weights::RaceWeights;
use crate::engines::CatalogGame;
use crate::tuning::WeightTable;

/// Node limit of each level.
const NODES: [u64; 8] = [60, 180, 540, 1_620, 4_860, 14_580, 43_740, 131_220];
/// Size of the transposition table in bytes.
const HASH: usize = 1 << 24;

impl<const W: usize> CatalogGame for Halma<W> {
    const ENGINES: &'static [&'static str] = &["strong"];

    fn engine(&self, _name: &str, options: &mut EngineOptions) -> Result<Box<dyn Engine<Self>>, InputError> {
        let level = Level::take(options)?;
        let values = RaceWeights::table().take(options)?;
        let evaluator = RaceEvaluator::new(self, &RaceWeights::from_values(&values));
        #[cfg(target_arch = "x86_64")]
        if let Some(v3) = rules::cpu::V3::detect() {
            return Ok(strong(v3, self, level, evaluator));
        }
        Ok(strong(Portable, self, level, evaluator))
    }

    fn weights(&self, engine: &str) -> Option<WeightTable> {
        (engine == "strong").then(RaceWeights::table)
    }
}

fn strong<C: Cpu, const W: usize>(
    cpu: C,
    rules: &Halma<W>,
    level: Level,
    evaluator: RaceEvaluator,
) -> Box<dyn Engine<Halma<W>>> {
    if rules.seats() > 2 {
        let engine = RaceLead::new(BestReply::new(cpu, evaluator.clone()), evaluator);
        return Box::new(level.limit(engine, NODES));
    }
    let engine = RaceLead::new(AlphaBeta::new(cpu, evaluator.clone(), HASH), evaluator);
    Box::new(level.limit(engine, NODES))
}
