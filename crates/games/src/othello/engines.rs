//! Othello's own engines.

use engine::Level;
use rules::InputError;
use rules::cpu::Cpu;
use search::{AlphaBeta, Engine, EngineOptions, Progress, SearchRequest, SearchResult};

use super::shapes::Shapes;
use super::strong::Strong;
use super::{Kernel, Move, Othello};
use crate::engines::CatalogGame;

/// Positions looked at by each level: four times as many as by the one below, and six times by the last, where more of
/// them tell less.
const NODES: [u64; 8] = [100, 400, 1_600, 6_400, 25_600, 102_400, 409_600, 2_457_600];

impl<K: Kernel> CatalogGame for Othello<K> {
    const ENGINES: &'static [&'static str] = &["strong", "first"];

    fn engine<C: Cpu>(
        &self,
        cpu: C,
        name: &str,
        options: &mut EngineOptions,
    ) -> Result<Box<dyn Engine<Self>>, InputError> {
        if name == "first" {
            return Ok(Box::new(First));
        }
        let level = Level::take(options)?;
        let threads = options.number("threads", 1, 1..=64)?;
        let search = AlphaBeta::new(cpu, Shapes::new(), 1 << 22).with_threads(threads as usize);
        Ok(Box::new(level.limit(Strong::new(search), NODES)))
    }
}

/// Takes the first legal move it finds, looking along the rows from a1 to h8.
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
