//! Othello's own engines.

use rules::Fault;
use rules::cpu::Cpu;
use search::{AlphaBeta, Engine, EngineOptions};

use super::evaluation::Counts;
use super::{Kernel, Othello};
use crate::engines::{House, Level};

/// Positions looked at by each level: about four times as many as by the one below.
const NODES: [u64; 8] = [100, 400, 1_600, 6_400, 25_600, 102_400, 409_600, 1_638_400];

impl<K: Kernel> House for Othello<K> {
    const ENGINES: &'static [&'static str] = &["strong"];

    fn engine<C: Cpu>(
        &self,
        cpu: C,
        _name: &str,
        options: &mut EngineOptions,
    ) -> Result<Box<dyn Engine<Self>>, Fault> {
        let level = Level::take(options)?;
        let threads = options.number("threads", 1, 1..=64)?;
        let search = AlphaBeta::new(cpu, Counts, 1 << 22).with_threads(threads as usize);
        Ok(Box::new(level.hold(search, NODES)))
    }
}
