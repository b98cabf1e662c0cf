//! Halma's own engines.

use rules::cpu::Cpu;
use rules::{Fault, Rules};
use search::{AlphaBeta, Engine, EngineOptions};

use super::Halma;
use super::evaluation::Distances;
use crate::engines::{House, LEVELS, Levelled, USUAL_LEVEL};

impl House for Halma {
    const ENGINES: &'static [&'static str] = &["strong"];

    fn engine<C: Cpu>(
        &self,
        cpu: C,
        _name: &str,
        options: &mut EngineOptions,
    ) -> Result<Box<dyn Engine<Self>>, Fault> {
        let level = options.number("level", USUAL_LEVEL, LEVELS)?;
        // The plain generator is slow: each level looks at about three times as many positions as the one below.
        let nodes = 60 * 3u64.pow(level as u32 - 1);
        let distances = Distances::new(self.layout());
        if self.seats() > 2 {
            return Err(Fault::new("strong plays Halma for two so far: expected random for four"));
        }
        Ok(Box::new(Levelled::new(AlphaBeta::new(cpu, distances, 1 << 22), nodes)))
    }
}
