//! UCI engine: Takhteh behind a chess program.

use std::collections::VecDeque;
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use engine::{Analysis, Limits, PvLine};
use games::chess::{Army, Chess, Move, Position, builtin};
use rules::cpu::Portable;
use rules::{InputError, Notation, Rules, Seat, Status};
use search::Evaluation;
use view::{DynMove, GamePosition};

use super::go::Go;
use crate::protocol_engine::{Effect, ProtocolEngine, SearchTask, TaskResult};

/// Name of the ordinary army in `UCI_Variant`, as all chess programs know it.
const CHESS: &str = "chess";
/// Ranges of the options.
const MAX_HASH: u64 = 4096;
const MAX_THREADS: u64 = 256;
const MAX_PV: u64 = 64;
/// Hash table and threads of an engine that was just opened.
const DEFAULT_HASH: u64 = 4;

/// Reads an army file.
pub type ReadFile = fn(&str) -> Result<String, InputError>;

/// UCI engine for chess with any army.
///
/// Every `go` is answered by one `bestmove`, in their order. Unknown commands and invalid ones change nothing and are
/// answered with an `info string`.
pub struct UciEngine {
    name: String,
    read_file: ReadFile,
    game: Game,
    /// Options that a new engine has to be told again.
    hash: u64,
    threads: u64,
    multi_pv: u64,
    /// Searches whose best move is due, the oldest first.
    searches: VecDeque<Search>,
    last_task: u64,
}

/// The position on the board.
#[derive(Clone)]
struct Game {
    rules: Arc<Chess>,
    position: Position,
    /// Keys of the positions before it.
    past: Vec<u64>,
}

/// A search whose best move is due.
struct Search {
    task: u64,
    game: Game,
}

impl UciEngine {
    /// An engine at the start position of an army, given as settings. `name` is the name it reports; `read_file` reads the
    /// file of the option `ArmyFile`.
    pub fn new(name: &str, settings: &str, read_file: ReadFile) -> Result<UciEngine, InputError> {
        Ok(UciEngine {
            name: format!("Takhteh {} {name}", env!("CARGO_PKG_VERSION")),
            read_file,
            game: Game::new(settings)?,
            hash: DEFAULT_HASH,
            threads: 1,
            multi_pv: 1,
            searches: VecDeque::new(),
            last_task: 0,
        })
    }

    /// Answer to `uci`.
    fn introduction(&self) -> Effect {
        let mut lines = vec![
            format!("id name {}", self.name),
            "id author the Takhteh developers".to_owned(),
            format!("option name Hash type spin default {DEFAULT_HASH} min 1 max {MAX_HASH}"),
            format!("option name Threads type spin default 1 min 1 max {MAX_THREADS}"),
            format!("option name MultiPV type spin default 1 min 1 max {MAX_PV}"),
            "option name Ponder type check default false".to_owned(),
        ];
        let variants: String =
            builtin::all().iter().map(|(name, _)| format!(" var {}", variant(name))).collect();
        lines.push(format!("option name UCI_Variant type combo default {CHESS}{variants}"));
        lines.push("option name ArmyFile type string default <empty>".to_owned());
        lines.push("uciok".to_owned());
        Effect::Send(lines.join("\n"))
    }

    fn set_option(&mut self, rest: &str) -> Result<Vec<Effect>, InputError> {
        let (name, value) = read_option(rest)?;
        let number = |most: u64| {
            let given = value.parse().ok().filter(|number| (1..=most).contains(number));
            given.ok_or_else(|| InputError::unexpected(value, format_args!("a number from 1 to {most}")))
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash = number(MAX_HASH)?,
            "threads" => self.threads = number(MAX_THREADS)?,
            "multipv" => {
                self.multi_pv = number(MAX_PV)?;
                return Ok(Vec::new());
            }
            // The controller decides when to ponder.
            "ponder" => return Ok(Vec::new()),
            "uci_variant" => {
                let army = if value.eq_ignore_ascii_case(CHESS) { "ordinary" } else { value };
                return self.change_army(format!("army = {army}\n"));
            }
            "armyfile" if value.is_empty() || value == "<empty>" => return Ok(Vec::new()),
            "armyfile" => return self.change_army((self.read_file)(value)?),
            _ => return Err(InputError::new(format!("there is no option {}", InputError::quote(name)))),
        }
        Ok(self.engine_options())
    }

    fn engine_options(&self) -> Vec<Effect> {
        [("hash", self.hash), ("threads", self.threads)]
            .map(|(key, value)| Effect::SetOption(key, value.to_string()))
            .into()
    }

    /// Starts the engine again, for another army.
    fn change_army(&mut self, settings: String) -> Result<Vec<Effect>, InputError> {
        self.game = Game::new(&settings)?;
        let mut effects = vec![Effect::Open(settings)];
        effects.extend(self.engine_options());
        Ok(effects)
    }

    /// Starts a search, whatever is wrong with its limits.
    fn go(&mut self, rest: &str) -> Vec<Effect> {
        let Game { rules, position, past } = &self.game;
        let mut go = Go::read(rest);
        let to_move = if let Status::Turn(seat) = rules.status(position) { seat } else { Seat::FIRST };
        let mut root_moves = Vec::new();
        for word in &go.search_moves {
            match rules.read_move(position, word) {
                Ok(mv) => root_moves.push(DynMove::new(mv)),
                Err(_) => go.ignored.push(word.clone()),
            }
        }
        let limits = Limits { multi_pv: self.multi_pv as usize, root_moves, ..go.limits(to_move) };
        let (game, past) = (self.game.clone(), past.clone());
        let ignored = (!go.ignored.is_empty()).then(|| {
            send(format_args!("info string go ignores {}", InputError::quote(&go.ignored.join(" "))))
        });
        ignored.into_iter().chain([self.search(game, past, limits)]).collect()
    }

    fn search(&mut self, game: Game, past: Vec<u64>, limits: Limits) -> Effect {
        self.last_task += 1;
        let position = Box::new(GamePosition::new(Arc::clone(&game.rules), game.position));
        self.searches.push_back(Search { task: self.last_task, game });
        Effect::Search(SearchTask { number: self.last_task, position, past, limits })
    }

    /// Handles a command; an error is told to the controller.
    fn command(&mut self, command: &str, rest: &str) -> Result<Vec<Effect>, InputError> {
        Ok(match command {
            "" | "debug" | "register" => Vec::new(),
            "uci" => vec![self.introduction()],
            "isready" => vec![send("readyok")],
            "setoption" => self.set_option(rest)?,
            "ucinewgame" => {
                self.game = self.game.start();
                vec![Effect::NewGame(None)]
            }
            "position" => {
                self.game = self.game.changed(rest)?;
                Vec::new()
            }
            "go" => self.go(rest),
            "stop" => vec![Effect::Stop],
            "ponderhit" => vec![Effect::PonderHit],
            "quit" => vec![Effect::Stop, Effect::Quit],
            _ => return Err(InputError::new(format!("there is no command {}", InputError::quote(command)))),
        })
    }
}

impl Game {
    fn new(settings: &str) -> Result<Game, InputError> {
        let rules = Arc::new(Chess::new(Army::read(settings)?, Portable)?);
        Ok(Game { position: rules.start(), rules, past: Vec::new() })
    }

    /// The start of a game with the same army.
    fn start(&self) -> Game {
        Game { rules: Arc::clone(&self.rules), position: self.rules.start(), past: Vec::new() }
    }

    /// The game of a `position` command: `startpos` or `fen FEN`, then `moves` and the moves.
    fn changed(&self, rest: &str) -> Result<Game, InputError> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let mut game = self.start();
        match &words[..end] {
            ["startpos"] => {}
            ["fen", fen @ ..] => game.position = self.rules.read_position(&fen.join(" "))?,
            _ => return Err(InputError::unexpected(rest, "startpos or fen, and moves")),
        }
        for word in words.iter().skip(end + 1) {
            let mv = self.rules.read_move(&game.position, word)?;
            game.past.push(self.rules.key(&game.position));
            self.rules.play(&mut game.position, mv);
        }
        Ok(game)
    }

    /// Moves in coordinates.
    fn write_moves(&self, moves: &[DynMove]) -> String {
        let moves = moves.iter().filter_map(DynMove::get::<Move>);
        moves.map(|mv| self.rules.write_coordinates(mv)).collect::<Vec<_>>().join(" ")
    }

    /// `info` lines about a result, one for each variation.
    fn info(&self, analysis: &Analysis, elapsed: Duration) -> String {
        let Analysis { depth, nodes, .. } = analysis;
        let per_second = (*nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64;
        let best = PvLine { evaluation: analysis.evaluation, pv: analysis.pv.clone() };
        let lines = [&best].into_iter().chain(&analysis.alternatives).zip(1..).map(|(line, number)| {
            format!(
                "info depth {depth} multipv {number} score {} nodes {nodes} nps {per_second} time {} pv {}",
                score(line.evaluation),
                elapsed.as_millis(),
                self.write_moves(&line.pv)
            )
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

impl ProtocolEngine for UciEngine {
    fn on_line(&mut self, line: &str) -> Vec<Effect> {
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        self.command(command, rest.trim())
            .unwrap_or_else(|error| vec![send(format_args!("info string {error}"))])
    }

    fn on_progress(&mut self, task: u64, analysis: &Analysis, elapsed: Duration) -> Vec<Effect> {
        let search = self.searches.iter().find(|search| search.task == task);
        search.map(|search| Effect::Send(search.game.info(analysis, elapsed))).into_iter().collect()
    }

    fn on_result(&mut self, result: TaskResult) -> Vec<Effect> {
        let Some(index) = self.searches.iter().position(|search| search.task == result.task) else {
            return Vec::new();
        };
        let Some(Search { game, .. }) = self.searches.remove(index) else { return Vec::new() };
        match result.analysis {
            Ok(Some(analysis)) => {
                let ponder = analysis.pv.get(1).map(|mv| game.write_moves(std::slice::from_ref(mv)));
                let best = game.write_moves(std::slice::from_ref(&analysis.best));
                let ponder = ponder.map(|mv| format!(" ponder {mv}")).unwrap_or_default();
                vec![
                    Effect::Send(game.info(&analysis, result.took)),
                    send(format_args!("bestmove {best}{ponder}")),
                ]
            }
            Ok(None) => vec![send("bestmove 0000")],
            Err(error) => vec![send(format_args!("info string {error}")), send("bestmove 0000")],
        }
    }

    /// A search that was stopped before it began has to name a move, too.
    fn on_cancelled(&mut self, task: u64) -> Vec<Effect> {
        let Some(index) = self.searches.iter().position(|search| search.task == task) else {
            return Vec::new();
        };
        let Some(Search { game, .. }) = self.searches.remove(index) else { return Vec::new() };
        let past = game.past.clone();
        vec![self.search(game, past, Limits::depth(1))]
    }

    fn is_idle(&self) -> bool {
        self.searches.is_empty()
    }
}

/// Name of an army in `UCI_Variant`.
fn variant(army: &str) -> &str {
    if army == "ordinary" { CHESS } else { army }
}

/// Reads `name NAME value VALUE`; a name may have several words.
fn read_option(rest: &str) -> Result<(&str, &str), InputError> {
    let unexpected = || InputError::unexpected(rest, "name NAME value VALUE");
    let rest = rest.strip_prefix("name ").ok_or_else(unexpected)?.trim();
    let (name, value) = rest.split_once(" value").unwrap_or((rest, ""));
    Ok((name.trim(), value.trim()))
}

/// An evaluation in hundredths of a pawn, or in moves to mate.
fn score(evaluation: Evaluation) -> String {
    match evaluation {
        Evaluation::Value { value, .. } => format!("cp {}", (value * 100.0).round() as i64),
        Evaluation::Win { plies, .. } => format!("mate {}", plies.div_ceil(2)),
        Evaluation::Loss { plies, .. } => format!("mate -{}", plies.div_ceil(2)),
    }
}

fn send(text: impl Display) -> Effect {
    Effect::Send(text.to_string())
}
