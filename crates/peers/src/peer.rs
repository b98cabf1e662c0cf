//! Another program as an engine of the house.

use engine::DynEngine;
use games::catalog::{self, Visitor};
use games::engines::{self, CatalogGame};
use rules::cpu::Cpu;
use rules::{InputError, Notation};
use search::{
    Engine, EngineFailure, EngineName, Evaluation, FailureKind, ProgramName, Progress, SearchRequest,
    SearchResult, Unit,
};

use crate::client::{Client, Started, Story};
use crate::gtp::GtpSession;
use crate::nboard::NBoardSession;

/// Makes an engine by its name: another program, or one of the game's own.
pub fn make<C: Cpu, R: CatalogGame>(
    cpu: C,
    rules: &R,
    name: &EngineName,
) -> Result<Box<dyn Engine<R>>, InputError> {
    match name.program() {
        Some(program) => Ok(Box::new(Peer::new(start(&rules.rules_text(), program)?))),
        None => engines::create(cpu, rules, name),
    }
}

/// The same with text in and text out, for a game given by its name and settings; without a name as
/// [`engines::open`] has it.
pub fn open(
    game: &str,
    settings: &str,
    engine: Option<&EngineName>,
) -> Result<Box<dyn DynEngine>, InputError> {
    struct Opening<'a>(&'a EngineName);
    impl Visitor for Opening<'_> {
        type Output = Result<Box<dyn DynEngine>, InputError>;
        fn visit<C: Cpu, R: CatalogGame>(self, cpu: C, rules: R) -> Self::Output {
            let engine = make(cpu, &rules, self.0)?;
            Ok(engine::erase(rules, engine, self.0.clone()))
        }
    }
    match engine.filter(|name| name.program().is_some()) {
        Some(name) => catalog::visit(game, settings, Opening(name))?,
        None => engines::open(game, settings, engine),
    }
}

/// Starts a program for a game, in the language it speaks.
fn start(rules: &str, program: &ProgramName) -> Result<Box<dyn Client>, InputError> {
    let ProgramName { protocol, command } = program;
    let game = rules.split_whitespace().next().unwrap_or_default();
    let client: Box<dyn Client> = match protocol.as_str() {
        "gtp" | "nboard" if game != "othello" => {
            return Err(InputError::new(format!(
                "{protocol} is spoken here for othello only, not for {game}"
            )));
        }
        "gtp" | "nboard" if rules.contains("pass = free") => {
            return Err(InputError::new(format!(
                "{protocol} does not know that one may pass whenever one likes"
            )));
        }
        "gtp" => Box::new(Started::<GtpSession>::new(command)?),
        "nboard" => Box::new(Started::<NBoardSession>::new(command)?),
        _ => {
            return Err(InputError::new(format!(
                "there is no protocol {} here: expected gtp or nboard",
                InputError::quote(protocol)
            )));
        }
    };
    Ok(client)
}

/// An engine that is another program.
///
/// It is told of games move by move; a position that does not follow from what it has heard is a game of its own.
pub struct Peer<R: Notation> {
    client: Box<dyn Client>,
    line: Option<Line<R>>,
    failure: Option<EngineFailure>,
}

/// A game as far as it was heard of.
struct Line<R: Notation> {
    /// Each position in which a move was made, and the move.
    plies: Vec<(R::Position, R::Move)>,
    /// Where they lead.
    position: R::Position,
}

impl<R: Notation> Line<R> {
    /// Goes back to a position that was in the game, the latest first; says whether there was one.
    fn go_back_to(&mut self, position: &R::Position) -> bool {
        if self.position == *position {
            return true;
        }
        let Some(made) = self.plies.iter().rposition(|(before, _)| before == position) else { return false };
        self.plies.truncate(made);
        self.position = position.clone();
        true
    }
}

impl<R: Notation> Peer<R> {
    /// The engine that this client asks.
    pub fn new(client: Box<dyn Client>) -> Peer<R> {
        Peer { client, line: None, failure: None }
    }

    /// The game that has come to this position.
    fn line(&mut self, position: &R::Position) -> &mut Line<R> {
        let fresh = || Line { plies: Vec::new(), position: position.clone() };
        let line = self.line.get_or_insert_with(fresh);
        if !line.go_back_to(position) {
            *line = fresh();
        }
        line
    }

    fn choose(&mut self, request: &SearchRequest<'_, R>) -> Result<SearchResult<R::Move>, EngineFailure> {
        let SearchRequest { rules, position, limits, .. } = *request;
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let line = self.line(position);
        let start = line.plies.first().map_or(position, |(first, _)| first);
        let story = Story {
            start: rules.write_position(start),
            moves: line.plies.iter().map(|(before, mv)| rules.write_move(before, *mv)).collect(),
        };
        let choice = self.client.choose(&story, &limits)?;
        let best = rules.read_move(position, &choice.text).map_err(|error| EngineFailure {
            kind: FailureKind::Illegal,
            sentence: format!("it played {}, but {error}", InputError::quote(&choice.text)),
        })?;
        let evaluation = Evaluation::Value { value: choice.score, unit: Unit::Discs };
        Ok(SearchResult {
            score: choice.score,
            evaluation,
            nodes: choice.nodes,
            ..SearchResult::unsearched(best)
        })
    }
}

impl<R: Notation> Engine<R> for Peer<R> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, R>,
        report: &mut Progress<'_, R::Move>,
    ) -> Option<SearchResult<R::Move>> {
        match self.choose(request) {
            Ok(result) => {
                report(&result);
                Some(result)
            }
            Err(failure) => {
                self.failure = Some(failure);
                None
            }
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.line = None;
        self.failure = self.client.new_game(seed).err();
    }

    fn needs_moves(&self) -> bool {
        true
    }

    fn on_move(&mut self, rules: &R, before: &R::Position, mv: R::Move) {
        let line = self.line(before);
        line.plies.push((before.clone(), mv));
        rules.play(&mut line.position, mv);
    }

    fn failure(&mut self) -> Option<EngineFailure> {
        self.failure.take()
    }
}
