//! Engines of chess.

use engine::Level;
use rules::InputError;
use search::{AlphaBeta, Engine, EngineOptions};

use super::classic::Classic;
use super::evaluation::PieceSquareEvaluator;
use super::rules::Chess;
use super::weights::EvaluationWeights;
use crate::engines::for_each_cpu;
use crate::pext::Pext;
use crate::tuning::WeightTable;

/// Node limit of each level.
const NODES: [u64; 8] = [100, 350, 1_200, 4_000, 14_000, 50_000, 180_000, 650_000];

for_each_cpu!(Chess, &["strong", "classic"], create, weights);

fn create<C: Pext>(
    rules: &Chess<C>,
    name: &str,
    options: &mut EngineOptions,
) -> Result<Box<dyn Engine<Chess<C>>>, InputError> {
    if name == "classic" {
        let seed = if options.has("seed") { Some(options.number("seed", 0, 0..=u64::MAX)?) } else { None };
        return Ok(Box::new(Classic::new(rules.army()).with_seed(seed)));
    }
    let level = Level::take(options)?;
    let values = EvaluationWeights::table(rules).take(options)?;
    let weights = EvaluationWeights::from_values(rules, &values);
    let evaluator = PieceSquareEvaluator::new(rules, &weights);
    Ok(Box::new(level.limit(AlphaBeta::new(rules.cpu, evaluator, 1 << 22), NODES)))
}

fn weights<C: Pext>(rules: &Chess<C>, engine: &str) -> Option<WeightTable> {
    (engine == "strong").then(|| EvaluationWeights::table(rules))
}
