//! External engines behind the [`Engine`] trait.

use engine::DynEngine;
use games::catalog::{self, Visitor};
use games::engines::{self, CatalogGame};
use rules::cpu::Cpu;
use rules::{InputError, Notation};
use search::{
    Engine, EngineError, EngineName, Evaluation, ProgramName, Progress, SearchRequest, SearchResult,
};

use crate::client::{Clocks, EngineClient, GameHistory, RestartingClient};
use crate::failure::{EngineFailure, FailureKind};
use crate::gtp::GtpSession;
use crate::json::JsonClient;
use crate::judge::JudgeClient;
use crate::nboard::NBoardSession;
use crate::open_error::OpenError;
use crate::program_options::ProgramOptions;
use crate::uci::UciSession;
use crate::xboard::XboardSession;

/// Creates an engine by name: an external program, or one of the game's own.
pub fn make<R: CatalogGame>(rules: &R, name: &EngineName) -> Result<Box<dyn Engine<R>>, OpenError> {
    make_with(rules, name, &ProgramOptions::default())
}

/// [`make`] with settings of an external program. An engine of the game gets the options as well.
pub fn make_with<R: CatalogGame>(
    rules: &R,
    name: &EngineName,
    options: &ProgramOptions,
) -> Result<Box<dyn Engine<R>>, OpenError> {
    match name.program() {
        Some(program) => Ok(Box::new(ExternalEngine::new(start(&rules.rules_text(), program, options)?))),
        None => {
            let mut engine = engines::create(rules, name)?;
            options.options.iter().try_for_each(|(key, value)| engine.set_option(key, value))?;
            Ok(engine)
        }
    }
}

/// Creates a type-erased engine for a game given by name and settings; without an engine name as in
/// [`engines::open`].
pub fn open(
    game: &str,
    settings: &str,
    engine: Option<&EngineName>,
) -> Result<Box<dyn DynEngine>, OpenError> {
    open_with(game, settings, engine, &ProgramOptions::default())
}

/// [`open`] with settings of an external program. An engine of the game gets the options as well.
pub fn open_with(
    game: &str,
    settings: &str,
    engine: Option<&EngineName>,
    options: &ProgramOptions,
) -> Result<Box<dyn DynEngine>, OpenError> {
    struct MakeEngine<'a>(&'a EngineName, &'a ProgramOptions);
    impl Visitor for MakeEngine<'_> {
        type Output = Result<Box<dyn DynEngine>, OpenError>;
        fn visit<C: Cpu, R: CatalogGame>(self, _cpu: C, rules: R) -> Self::Output {
            let engine = make_with(&rules, self.0, self.1)?;
            Ok(engine::erase(rules, engine, self.0.clone()))
        }
    }
    match engine.filter(|name| name.program().is_some()) {
        Some(name) => catalog::visit(game, settings, MakeEngine(name, options))?,
        None => {
            let mut engine = engines::open(game, settings, engine)?;
            options.options.iter().try_for_each(|(key, value)| engine.set_option(key, value))?;
            Ok(engine)
        }
    }
}

/// Starts an external program for a game.
fn start(
    rules: &str,
    program: &ProgramName,
    options: &ProgramOptions,
) -> Result<Box<dyn EngineClient>, OpenError> {
    let ProgramName { protocol, command } = program;
    let game = rules.split_whitespace().next().unwrap_or_default();
    let client: Box<dyn EngineClient> = match protocol.as_str() {
        "gtp" | "nboard" if game != "othello" => {
            return Err(InputError::new(format!("cannot play {game} by {protocol}: expected othello")).into());
        }
        "uci" | "xboard" if game != "chess" => {
            return Err(InputError::new(format!("cannot play {game} by {protocol}: expected chess")).into());
        }
        "gtp" | "nboard" | "judge" | "json" if !options.options.is_empty() => {
            return Err(InputError::new(format!(
                "cannot set options of a program by {protocol}: expected none, or a program by uci or xboard"
            ))
            .into());
        }
        "judge" if game != "backgammon" => {
            return Err(InputError::new(format!("cannot play {game} by judge: expected backgammon")).into());
        }
        "judge" if rules.contains("\nlength = ") => {
            return Err(InputError::new(
                "cannot play a match by judge: it has no cube; expected a single game of backgammon",
            )
            .into());
        }
        "gtp" | "nboard" if rules.contains("pass = free") => {
            return Err(InputError::new(format!(
                "cannot play othello with free passes by {protocol}: expected the ordinary rules"
            ))
            .into());
        }
        "gtp" => Box::new(RestartingClient::<GtpSession>::new(command, rules, options)?),
        "nboard" => Box::new(RestartingClient::<NBoardSession>::new(command, rules, options)?),
        "uci" => Box::new(RestartingClient::<UciSession>::new(command, rules, options)?),
        "xboard" => Box::new(RestartingClient::<XboardSession>::new(command, rules, options)?),
        "judge" => Box::new(JudgeClient::new(command, options)?),
        "json" => Box::new(JsonClient::new(command, rules, options)?),
        _ => {
            return Err(InputError::new(format!(
                "unknown protocol {}: expected json, gtp, nboard, uci, xboard or judge",
                InputError::quote(protocol)
            ))
            .into());
        }
    };
    Ok(client)
}

/// An external program as an engine.
///
/// The program receives games move by move. A position that does not follow from the moves so far starts a new game.
pub struct ExternalEngine<R: Notation> {
    client: Box<dyn EngineClient>,
    line: Option<GameLine<R>>,
    failure: Option<EngineFailure>,
    /// The clocks before the next move, in a game with clocks.
    clocks: Option<Clocks>,
}

/// The moves of the current game.
struct GameLine<R: Notation> {
    /// Each move with the position before it.
    plies: Vec<(R::Position, R::Move)>,
    /// The position after the last move.
    position: R::Position,
}

impl<R: Notation> GameLine<R> {
    /// Truncates the game to the latest occurrence of a position; returns `false` if it has none. A position after a roll
    /// continues the game.
    fn go_back_to(&mut self, rules: &R, position: &R::Position) -> bool {
        if self.position == *position {
            return true;
        }
        let is_next_roll = rules.rolls(&self.position).iter().any(|&(roll, _)| {
            let mut rolled = self.position.clone();
            rules.apply_roll(&mut rolled, roll);
            rolled == *position
        });
        if is_next_roll {
            self.position = position.clone();
            return true;
        }
        let Some(ply) = self.plies.iter().rposition(|(before, _)| before == position) else { return false };
        self.plies.truncate(ply);
        self.position = position.clone();
        true
    }
}

impl<R: Notation> ExternalEngine<R> {
    /// The engine that this client talks to.
    pub fn new(client: Box<dyn EngineClient>) -> ExternalEngine<R> {
        ExternalEngine { client, line: None, failure: None, clocks: None }
    }

    /// The game that has led to this position.
    fn line(&mut self, rules: &R, position: &R::Position) -> &mut GameLine<R> {
        let fresh = || GameLine { plies: Vec::new(), position: position.clone() };
        let line = self.line.get_or_insert_with(fresh);
        if !line.go_back_to(rules, position) {
            *line = fresh();
        }
        line
    }

    fn choose_move(
        &mut self,
        request: &SearchRequest<'_, R>,
    ) -> Result<SearchResult<R::Move>, EngineFailure> {
        let SearchRequest { rules, position, limits, .. } = *request;
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let clocks = self.clocks.take();
        let line = self.line(rules, position);
        let start = line.plies.first().map_or(position, |(first, _)| first);
        let before = line.plies.iter().map(|(before, _)| before);
        let history = GameHistory {
            start: rules.write_position(start),
            positions: before.chain([position]).map(|position| rules.write_position(position)).collect(),
            moves: line.plies.iter().map(|(before, mv)| rules.write_move(before, *mv)).collect(),
            clocks,
        };
        let chosen = self.client.choose_move(&history, &limits)?;
        let best = rules.read_move(position, &chosen.text).map_err(|error| EngineFailure {
            kind: FailureKind::Illegal,
            sentence: format!("it played {}, but {error}", InputError::quote(&chosen.text)),
        })?;
        let evaluation = Evaluation::Value { value: chosen.score, unit: chosen.unit };
        Ok(SearchResult {
            score: chosen.score,
            evaluation,
            nodes: chosen.nodes,
            ..SearchResult::unsearched(best)
        })
    }
}

impl<R: Notation> Engine<R> for ExternalEngine<R> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, R>,
        report: &mut Progress<'_, R::Move>,
    ) -> Option<SearchResult<R::Move>> {
        match self.choose_move(request) {
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

    /// Sets the clocks (`clock`) before a move.
    fn set_option(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        if key != "clock" {
            let key = InputError::quote(key);
            return Err(InputError::new(format!("cannot change {key} of a running program: expected clock")));
        }
        self.clocks = Some(value.parse()?);
        Ok(())
    }

    fn needs_moves(&self) -> bool {
        true
    }

    fn on_move(&mut self, rules: &R, before: &R::Position, mv: R::Move) {
        let line = self.line(rules, before);
        line.plies.push((before.clone(), mv));
        rules.play(&mut line.position, mv);
    }

    fn failure(&mut self) -> Option<EngineError> {
        self.failure.take().map(Into::into)
    }
}
