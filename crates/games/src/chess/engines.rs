//! Engines of chess.

use engine::Level;
use rules::InputError;
use search::alpha_beta::Features;
use search::{AlphaBeta, Engine, EngineOptions};

use super::classic::Classic;
use super::evaluation::ArmyEvaluator;
use super::rules::Chess;
use super::weights::EvaluationWeights;
use crate::engines::for_each_cpu;
use crate::pext::Pext;
use crate::tuning::WeightTable;

/// Node limit of each level.
const NODES: [u64; 8] = [100, 350, 1_200, 4_000, 14_000, 50_000, 180_000, 650_000];

/// Thousandths of the inconspicuous moves that each level overlooks.
const OVERLOOKED: [u32; 8] = [450, 330, 220, 120, 50, 0, 0, 0];
/// Largest and smallest size of the transposition table in bytes.
const HASH: usize = 1 << 24;
const SMALL_HASH: usize = 1 << 18;
/// Bytes of the table for each node of a level.
const HASH_OF_NODE: u64 = 64;

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
    let evaluator = ArmyEvaluator::new(rules, &weights);
    let mut features = Features::ALL;
    // Parts of the search to leave out, to measure what each is worth.
    for name in options.word("without").iter().flat_map(|names| names.split('+')) {
        features = features.without(name)?;
    }
    // A level that searches few nodes needs no large table, and many of them may play at once.
    let hash = match level.is_explicit() {
        true => (HASH_OF_NODE * NODES[level.number() as usize - 1]) as usize,
        false => HASH,
    };
    let search = AlphaBeta::new(rules.cpu, evaluator, hash.clamp(SMALL_HASH, HASH)).with_features(features);
    Ok(Box::new(level.limit(search, NODES).overlooking(OVERLOOKED)))
}

fn weights<C: Pext>(rules: &Chess<C>, engine: &str) -> Option<WeightTable> {
    (engine == "strong").then(|| EvaluationWeights::table(rules))
}
