//! Engines with text in and text out, for those who learn only at run time which game they have.

use rules::cpu::Cpu;
use rules::{Fault, Stage};
use search::{Engine, EngineName, Limits, Question, Thought};

use crate::catalog::{self, Visitor};
use crate::engines::{self, House};

/// What thinking has come to, written out.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// The move to play.
    pub best: String,
    /// What the position is worth to the seat to move, in the unit of whoever thought.
    pub score: f64,
    /// The moves expected, the best first, as far as no dice come between.
    pub line: Vec<String>,
    /// How deep the search was, in turns.
    pub depth: u32,
    /// Positions that were looked at.
    pub nodes: u64,
}

/// An engine of a game whose type is not known.
pub trait Thinker: Send {
    /// The engine's name with the options it was asked for with.
    fn name(&self) -> &EngineName;

    /// Thinks about a position as its board writes it; see [`Engine::think`].
    fn think(
        &mut self,
        position: &str,
        past: &[u64],
        limits: &Limits<'_>,
        report: &mut dyn FnMut(&Advice),
    ) -> Result<Option<Advice>, Fault>;

    /// Another game begins; see [`Engine::begin`].
    fn begin(&mut self, seed: u64);

    /// A move was made in this position; see [`Engine::hear`].
    fn hear(&mut self, position: &str, mv: &str) -> Result<(), Fault>;
}

/// The text facade of an engine that somebody has made.
pub fn of_engine<R: House>(rules: R, engine: Box<dyn Engine<R>>, name: EngineName) -> Box<dyn Thinker> {
    Box::new(Typed { rules, engine, name })
}

/// Makes an engine of a game by the game's name and settings: the one named, or else `strong` if the game has it, or
/// `random`.
pub fn open(game: &str, settings: &str, engine: Option<&EngineName>) -> Result<Box<dyn Thinker>, Fault> {
    catalog::visit(game, settings, Opening { engine })?
}

/// The same for a game given by the full text of its rules.
pub fn open_rules(rules: &str, engine: Option<&EngineName>) -> Result<Box<dyn Thinker>, Fault> {
    let (name, settings) = catalog::split_rules(rules)?;
    open(name, settings, engine)
}

struct Opening<'a> {
    engine: Option<&'a EngineName>,
}

impl Visitor for Opening<'_> {
    type Output = Result<Box<dyn Thinker>, Fault>;

    fn visit<C: Cpu, R: House>(self, cpu: C, rules: R) -> Self::Output {
        let name = match self.engine {
            Some(name) => name.clone(),
            None if R::ENGINES.contains(&"strong") => "strong".parse()?,
            None => "random".parse()?,
        };
        let engine = engines::make(cpu, &rules, &name)?;
        Ok(of_engine(rules, engine, name))
    }
}

struct Typed<R> {
    rules: R,
    engine: Box<dyn Engine<R>>,
    name: EngineName,
}

impl<R: House> Thinker for Typed<R> {
    fn name(&self) -> &EngineName {
        &self.name
    }

    fn think(
        &mut self,
        position: &str,
        past: &[u64],
        limits: &Limits<'_>,
        report: &mut dyn FnMut(&Advice),
    ) -> Result<Option<Advice>, Fault> {
        let rules = &self.rules;
        let position = rules::read_position(rules, position)?;
        let mut report = |thought: &Thought<R::Move>| report(&advice(rules, &position, thought));
        match self.engine.think(&Question::new(rules, &position, past, *limits), &mut report) {
            Some(thought) => Ok(Some(advice(rules, &position, &thought))),
            None => self.engine.breakdown().map_or(Ok(None), |broken| Err(Fault::new(broken.sentence))),
        }
    }

    fn begin(&mut self, seed: u64) {
        self.engine.begin(seed);
    }

    fn hear(&mut self, position: &str, mv: &str) -> Result<(), Fault> {
        if !self.engine.listens() {
            return Ok(());
        }
        let position = rules::read_position(&self.rules, position)?;
        let mv = self.rules.read_move(&position, mv)?;
        self.engine.hear(&self.rules, &position, mv);
        Ok(())
    }
}

fn advice<R: House>(rules: &R, position: &R::Position, thought: &Thought<R::Move>) -> Advice {
    let mut line = Vec::new();
    let mut at = position.clone();
    for &mv in &thought.line {
        // Behind a throw nobody knows what can be played.
        if !matches!(rules.stage(&at), Stage::Turn(_)) || !rules.legal(&at, mv) {
            break;
        }
        line.push(rules.write_move(&at, mv));
        rules.play(&mut at, mv);
    }
    Advice {
        best: rules.write_move(position, thought.best),
        score: thought.score,
        line,
        depth: thought.depth,
        nodes: thought.nodes,
    }
}
