//! Engines of chess.

use engine::Level;
use rules::InputError;
use rules::cpu::Cpu;
use search::{AlphaBeta, Engine, EngineOptions};

use super::classic::Classic;
use super::evaluation::PieceSquareEvaluator;
use super::rules::Chess;
use crate::engines::CatalogGame;
use crate::pext::Pext;

/// Node limit of each level.
const NODES: [u64; 8] = [100, 350, 1_200, 4_000, 14_000, 50_000, 180_000, 650_000];

impl<X: Pext> CatalogGame for Chess<X> {
    const ENGINES: &'static [&'static str] = &["strong", "classic"];

    fn engine<C: Cpu>(
        &self,
        cpu: C,
        name: &str,
        options: &mut EngineOptions,
    ) -> Result<Box<dyn Engine<Self>>, InputError> {
        if name == "classic" {
            return Ok(Box::new(Classic::new(self.army())));
        }
        let level = Level::take(options)?;
        Ok(Box::new(level.limit(AlphaBeta::new(cpu, PieceSquareEvaluator::new(self), 1 << 22), NODES)))
    }
}
