//! Engines of Othello.

use engine::Level;
use rules::InputError;
use search::{Engine, EngineOptions, Progress, SearchRequest, SearchResult};

use super::strong::Strong;
use super::{Kernel, Move, Othello};
use crate::engines::for_each_cpu;

/// Node limit of each level. It grows by a factor of four, and of six for the last level, where nodes gain less strength.
const NODES: [u64; 8] = [100, 400, 1_600, 6_400, 25_600, 102_400, 409_600, 2_457_600];

for_each_cpu!(Othello, &["strong", "first"], create);

fn create<K: Kernel>(
    rules: &Othello<K>,
    name: &str,
    options: &mut EngineOptions,
) -> Result<Box<dyn Engine<Othello<K>>>, InputError> {
    if name == "first" {
        return Ok(Box::new(First));
    }
    let level = Level::take(options)?;
    let threads = options.number("threads", 1, 1..=64)?;
    Ok(Box::new(level.limit(Strong::new(rules.kernel(), threads as usize), NODES)))
}

/// Plays the first legal move in the order a1, b1, ..., h8.
struct First;

impl<K: Kernel> Engine<Othello<K>> for First {
    fn search(
        &mut self,
        request: &SearchRequest<'_, Othello<K>>,
        _report: &mut Progress<'_, Move>,
    ) -> Option<SearchResult<Move>> {
        request.moves().iter().copied().min().map(SearchResult::unsearched)
    }

    fn new_game(&mut self, _seed: u64) {}
}
