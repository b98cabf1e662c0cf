//! Othello's own engines.

use rules::Fault;
use rules::cpu::Cpu;
use search::{AlphaBeta, Engine, EngineOptions};

use super::evaluation::Counts;
use super::{Kernel, Othello};
use crate::engines::{House, LEVELS, Levelled, USUAL_LEVEL};

impl<K: Kernel> House for Othello<K> {
    const ENGINES: &'static [&'static str] = &["strong"];

    fn engine<C: Cpu>(
        &self,
        cpu: C,
        _name: &str,
        options: &mut EngineOptions,
    ) -> Result<Box<dyn Engine<Self>>, Fault> {
        let level = options.number("level", USUAL_LEVEL, LEVELS)?;
        let threads = options.number("threads", 1, 1..=64)?;
        // Each level looks at about four times as many positions as the one below.
        let nodes = 100 * 4u64.pow(level as u32 - 1);
        let search = AlphaBeta::new(cpu, Counts, 1 << 22).with_threads(threads as usize);
        Ok(Box::new(Levelled::new(search, nodes)))
    }
}
