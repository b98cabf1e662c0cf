//! Who plays the games of the house without a person.

use rules::cpu::Cpu;
use rules::{Fault, Playable, Searchable};
use search::{Engine, EngineName, EngineOptions, Limits, RandomPlayer, Thought};

/// A game of the house: its rules, and engines of its own.
pub trait House: Playable + Searchable + Sized {
    /// The names of its engines besides `random`.
    const ENGINES: &'static [&'static str] = &[];

    /// Makes one of [`ENGINES`](House::ENGINES), taking the options it knows.
    fn engine<C: Cpu>(
        &self,
        _cpu: C,
        name: &str,
        _options: &mut EngineOptions,
    ) -> Result<Box<dyn Engine<Self>>, Fault> {
        Err(Fault::new(format!("the engine {name} was not written yet")))
    }
}

/// Makes an engine by its name: `random`, or one of the game's own.
pub fn make<C: Cpu, R: House>(cpu: C, rules: &R, name: &EngineName) -> Result<Box<dyn Engine<R>>, Fault> {
    let mut options = name.options();
    let engine: Box<dyn Engine<R>> = if name.name() == "random" {
        Box::new(RandomPlayer::new(0))
    } else if R::ENGINES.contains(&name.name()) {
        rules.engine(cpu, name.name(), &mut options)?
    } else {
        let mut known = vec!["random"];
        known.extend(R::ENGINES);
        let found = Fault::quote(name.name());
        return Err(Fault::new(format!("there is no engine {found} here: expected {}", known.join(" or "))));
    };
    options.finish()?;
    Ok(engine)
}

/// The levels of `strong`, weakest first.
pub const LEVELS: std::ops::RangeInclusive<u64> = 1..=8;
/// The level if none is asked for.
pub const USUAL_LEVEL: u64 = 5;

/// An engine that looks at no more than so many positions, so that its strength does not depend on the machine.
pub struct Levelled<E> {
    engine: E,
    nodes: u64,
}

impl<E> Levelled<E> {
    /// The engine held to so many positions a move.
    pub fn new(engine: E, nodes: u64) -> Levelled<E> {
        Levelled { engine, nodes }
    }
}

impl<R: rules::Rules, E: Engine<R>> Engine<R> for Levelled<E> {
    fn think(
        &mut self,
        rules: &R,
        position: &R::Position,
        past: &[u64],
        limits: &Limits<'_>,
        report: &mut dyn FnMut(&Thought<R::Move>),
    ) -> Option<Thought<R::Move>> {
        let limits = limits.nodes(limits.nodes.min(self.nodes));
        self.engine.think(rules, position, past, &limits, report)
    }

    fn begin(&mut self, seed: u64) {
        self.engine.begin(seed);
    }
}
