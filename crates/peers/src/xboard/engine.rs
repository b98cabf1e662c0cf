//! xboard engine: Takhteh behind a chess program that speaks the xboard protocol.

use std::fmt::Display;
use std::time::Duration;

use engine::{Analysis, Limits, OpponentOffer};
use games::chess::{Move, builtin};
use rules::{InputError, Seat};
use search::Evaluation;
use std::sync::Arc;
use view::GamePosition;

use super::betza;
use super::board::Board;
use super::time::TimeSettings;
use crate::protocol_engine::{Effect, ProtocolEngine, SearchTask, TaskResult};
use crate::uci::ReadFile;

/// Variant name of the ordinary army.
const NORMAL: &str = "normal";
/// Score that stands for a mate; the moves to it are added.
const MATE: i64 = 100_000;
/// Consecutive own moves with a lost evaluation after which the engine resigns.
const RESIGN_MOVES: u32 = 3;
/// Evaluation in pawns that counts as lost.
const RESIGN_VALUE: f64 = -9.0;
/// Consecutive own moves with an even evaluation, late in the game, after which the engine offers a draw.
const DRAW_MOVES: u32 = 10;
/// Evaluation in pawns that counts as even.
const DRAW_VALUE: f64 = 0.1;
/// Plies before which the engine offers no draw.
const DRAW_PLIES: usize = 80;
/// Time for a hint.
const HINT_TIME: Duration = Duration::from_millis(500);
/// Largest hash table in MB and number of threads.
const MAX_HASH: u64 = 4096;
const MAX_THREADS: u64 = 256;

/// Side that the engine plays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Neither: it only follows the moves.
    Force,
    Play(Seat),
    /// It analyses every position.
    Analyze,
}

/// Purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Move,
    Analysis,
    Hint,
}

/// Engine of the xboard protocol for chess with any army.
///
/// A search for a move is answered by one `move`, by `resign`, or by nothing if the controller changes the position. Unknown commands are
/// answered with an error and change nothing.
pub struct XboardEngine {
    name: String,
    read_file: ReadFile,
    /// Army of a new game.
    settings: String,
    board: Board,
    mode: Mode,
    time: TimeSettings,
    /// The running search.
    search: Option<(u64, Purpose)>,
    last_task: u64,
    posts: bool,
    resigns: bool,
    /// Numbers of `ping` commands that are answered when the search has ended.
    pings: Vec<String>,
    /// Evaluation of the last own move.
    evaluation: Option<Evaluation>,
    lost_moves: u32,
    even_moves: u32,
    is_over: bool,
}

impl XboardEngine {
    /// An engine at the start position of an army, given as settings. `name` is the name it reports; `read_file` reads the file of
    /// the option `Army File`.
    pub fn new(name: &str, settings: &str, read_file: ReadFile) -> Result<XboardEngine, InputError> {
        Ok(XboardEngine {
            name: format!("Takhteh {} {name}", env!("CARGO_PKG_VERSION")),
            read_file,
            settings: settings.to_owned(),
            board: Board::new(settings)?,
            mode: Mode::Force,
            time: TimeSettings::default(),
            search: None,
            last_task: 0,
            posts: false,
            resigns: true,
            pings: Vec::new(),
            evaluation: None,
            lost_moves: 0,
            even_moves: 0,
            is_over: false,
        })
    }

    fn features(&self) -> Vec<Effect> {
        let variants: Vec<&str> =
            builtin::all().iter().map(|(name, _)| if *name == "ordinary" { NORMAL } else { name }).collect();
        let mut effects = vec![send("feature done=0")];
        effects.push(send(format_args!("feature myname=\"{}\"", self.name.replace('"', "'"))));
        effects.push(send(
            "feature ping=1 setboard=1 usermove=1 playother=1 san=0 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 \
             colors=0 name=1 pause=0 nps=0 debug=1 memory=1 smp=1",
        ));
        effects.push(send(format_args!("feature variants=\"{}\"", variants.join(","))));
        effects.push(send("feature option=\"Army File -file \""));
        effects.push(send("feature option=\"Resign -check 1\""));
        effects.push(send("feature done=1"));
        effects
    }

    fn command(&mut self, command: &str, rest: &str) -> Result<Vec<Effect>, InputError> {
        Ok(match command {
            "" | "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating" | "ics"
            | "hard" | "easy" | "otim" | "bk" | "." => Vec::new(),
            "protover" => self.features(),
            "new" => self.new_game(),
            "variant" => {
                self.change_army(format!("army = {}\n", if rest == NORMAL { "ordinary" } else { rest }))?
            }
            "option" => self.set_option(rest)?,
            "memory" => vec![Effect::SetOption("hash", number(rest, MAX_HASH)?.to_string())],
            "cores" => vec![Effect::SetOption("threads", number(rest, MAX_THREADS)?.to_string())],
            "quit" => vec![Effect::Stop, Effect::Quit],
            "force" | "result" => self.leave_play(),
            "go" => self.play_side(self.board.turn()),
            "playother" => {
                let mut effects = self.leave_play();
                self.mode = Mode::Play(other(self.board.turn()));
                effects.extend(self.answer_pings());
                effects
            }
            "white" | "black" => Vec::new(),
            "level" => self.time.set_level(rest).map(|()| Vec::new())?,
            "st" => self.time.set_move_time(rest).map(|()| Vec::new())?,
            "sd" => self.time.set_depth(rest).map(|()| Vec::new())?,
            "time" => self.time.set_remaining(rest).map(|()| Vec::new())?,
            "usermove" => return self.user_move(rest),
            "?" => match self.search {
                Some((_, Purpose::Move)) => vec![Effect::Stop],
                _ => Vec::new(),
            },
            "ping" => {
                self.pings.push(rest.to_owned());
                self.answer_pings()
            }
            "draw" => match OpponentOffer::Draw.is_accepted(self.evaluation) {
                true => vec![send("offer draw")],
                false => Vec::new(),
            },
            "setboard" => {
                let board = match self.board.set_up(rest) {
                    Ok(board) => board,
                    Err(error) => {
                        return Ok(vec![send(format_args!("tellusererror Illegal position: {error}"))]);
                    }
                };
                self.change_board(board)
            }
            "undo" => self.take_back(1)?,
            "remove" => self.take_back(2)?,
            "hint" => self.hint(),
            "post" | "nopost" => {
                self.posts = command == "post";
                Vec::new()
            }
            "analyze" => {
                self.mode = Mode::Analyze;
                self.restart()
            }
            "exit" if self.mode == Mode::Analyze => self.leave_play(),
            "edit" | "pause" | "resume" | "nps" | "exit" => {
                return Err(InputError::new(format!("this command is not supported: {command}")));
            }
            // Without `usermove`, as programs of protocol 1 send moves.
            _ if rest.is_empty() && self.board.clone().play_text(command).is_ok() => {
                return self.user_move(command);
            }
            _ => return Err(InputError::new(format!("unknown command: {command}"))),
        })
    }

    fn new_game(&mut self) -> Vec<Effect> {
        self.time.new_game();
        (self.evaluation, self.lost_moves, self.even_moves) = (None, 0, 0);
        // A variant holds for one game.
        let mut effects = match self.change_army(self.settings.clone()) {
            Ok(effects) => effects,
            Err(error) => return vec![send(format_args!("tellusererror {error}"))],
        };
        self.mode = Mode::Play(Seat::SECOND);
        effects.push(Effect::NewGame(None));
        effects
    }

    /// Changes the army, sets its start position up and announces its pieces.
    fn change_army(&mut self, settings: String) -> Result<Vec<Effect>, InputError> {
        let board = Board::new(&settings)?;
        let is_same = board.rules.army() == self.board.rules.army();
        let army = board.rules.army().clone();
        let start = rules::Notation::write_position(&*board.rules, board.position());
        let mode = self.mode;
        let mut effects = self.change_board(board);
        if mode != Mode::Analyze {
            self.mode = mode;
        }
        if !is_same {
            effects.push(Effect::Open(settings));
        }
        if !builtin::army("ordinary").is_ok_and(|ordinary| ordinary == army) {
            effects.extend(betza::setup(&army, &start).map(send));
            effects.extend(betza::pieces(&army).into_iter().map(send));
        }
        Ok(effects)
    }

    fn set_option(&mut self, rest: &str) -> Result<Vec<Effect>, InputError> {
        let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
        match name.trim() {
            "Army File" if value.trim().is_empty() => Ok(Vec::new()),
            "Army File" => self.change_army((self.read_file)(value.trim())?),
            "Resign" => {
                self.resigns = value.trim() != "0";
                Ok(Vec::new())
            }
            name => Err(InputError::new(format!("unknown option: {name}"))),
        }
    }

    /// Puts another game on the board.
    fn change_board(&mut self, board: Board) -> Vec<Effect> {
        self.board = board;
        self.is_over = false;
        self.restart()
    }

    /// Drops the running search and, if every position is analysed, analyses this one.
    fn restart(&mut self) -> Vec<Effect> {
        let mut effects = self.drop_search();
        if self.mode == Mode::Analyze && self.board.outcome().is_none() {
            let limits = Limits { infinite: true, ..Limits::default() };
            effects.push(self.start_search(Purpose::Analysis, limits));
        }
        effects.extend(self.answer_pings());
        effects
    }

    fn leave_play(&mut self) -> Vec<Effect> {
        self.mode = Mode::Force;
        self.restart()
    }

    fn drop_search(&mut self) -> Vec<Effect> {
        self.search.take().map(|_| Effect::Stop).into_iter().collect()
    }

    fn start_search(&mut self, purpose: Purpose, limits: Limits) -> Effect {
        self.last_task += 1;
        self.search = Some((self.last_task, purpose));
        let position = Box::new(GamePosition::new(Arc::clone(&self.board.rules), *self.board.position()));
        Effect::Search(SearchTask { number: self.last_task, position, past: self.board.past(), limits })
    }

    /// Plays this side from now on, and moves if it is its turn.
    fn play_side(&mut self, seat: Seat) -> Vec<Effect> {
        self.mode = Mode::Play(seat);
        let mut effects = self.drop_search();
        effects.extend(self.think());
        effects.extend(self.answer_pings());
        effects
    }

    /// Starts the search for a move if it is the engine's turn.
    fn think(&mut self) -> Vec<Effect> {
        if self.mode != Mode::Play(self.board.turn()) || self.is_over {
            return Vec::new();
        }
        if let Some(result) = self.board.result_line() {
            self.is_over = true;
            return vec![send(result)];
        }
        let limits = self.time.limits((self.board.plies() / 2) as u32);
        vec![self.start_search(Purpose::Move, limits)]
    }

    fn user_move(&mut self, text: &str) -> Result<Vec<Effect>, InputError> {
        let is_own_turn = self.mode == Mode::Play(self.board.turn());
        if is_own_turn && self.search.is_some() {
            return Ok(vec![send(format_args!("Illegal move (out of turn): {text}"))]);
        }
        if let Err(error) = self.board.play_text(text) {
            return Ok(vec![send(format_args!("Illegal move ({error}): {text}"))]);
        }
        if self.mode == Mode::Analyze {
            return Ok(self.restart());
        }
        let mut effects = self.drop_search();
        match (self.mode, self.board.result_line()) {
            (Mode::Play(_), Some(result)) => {
                self.is_over = true;
                effects.push(send(result));
            }
            _ => effects.extend(self.think()),
        }
        effects.extend(self.answer_pings());
        Ok(effects)
    }

    fn take_back(&mut self, plies: usize) -> Result<Vec<Effect>, InputError> {
        let mut board = self.board.clone();
        if !board.take_back(plies) {
            return Err(InputError::new("there is no move to take back"));
        }
        Ok(self.change_board(board))
    }

    fn hint(&mut self) -> Vec<Effect> {
        match self.search.is_none() && self.board.outcome().is_none() {
            true => vec![self.start_search(Purpose::Hint, Limits::move_time(HINT_TIME))],
            false => Vec::new(),
        }
    }

    /// Answers to `ping`, unless a move is due.
    fn answer_pings(&mut self) -> Vec<Effect> {
        match self.search {
            Some((_, Purpose::Move | Purpose::Hint)) => Vec::new(),
            _ => self.pings.drain(..).map(|number| send(format_args!("pong {number}"))).collect(),
        }
    }

    /// A line of thinking: depth, score, time, nodes, variation.
    fn thinking(&self, analysis: &Analysis, elapsed: Duration) -> Option<Effect> {
        let is_shown = self.posts || self.mode == Mode::Analyze;
        is_shown.then(|| {
            let score = match analysis.evaluation {
                Evaluation::Value { value, .. } => (value * 100.0).round() as i64,
                Evaluation::Win { plies, .. } => MATE + i64::from(plies.div_ceil(2)),
                Evaluation::Loss { plies, .. } => -MATE - i64::from(plies.div_ceil(2)),
            };
            let (depth, nodes, time) = (analysis.depth, analysis.nodes, elapsed.as_millis() / 10);
            send(format_args!("{depth} {score} {time} {nodes} {}", self.board.write_variation(&analysis.pv)))
        })
    }

    /// Plays the move that was found, or resigns.
    fn play_found(&mut self, analysis: &Analysis) -> Vec<Effect> {
        let Some(mv) = analysis.best.get::<Move>() else { return Vec::new() };
        let (is_lost, is_even) = match analysis.evaluation {
            Evaluation::Value { value, .. } => (value <= RESIGN_VALUE, value.abs() <= DRAW_VALUE),
            Evaluation::Win { .. } => (false, false),
            Evaluation::Loss { .. } => (true, false),
        };
        self.evaluation = Some(analysis.evaluation);
        self.lost_moves = if is_lost { self.lost_moves + 1 } else { 0 };
        self.even_moves = if is_even { self.even_moves + 1 } else { 0 };
        if self.resigns && self.lost_moves >= RESIGN_MOVES {
            self.is_over = true;
            return vec![send("resign")];
        }
        let mut effects = Vec::new();
        if self.even_moves >= DRAW_MOVES && self.board.plies() >= DRAW_PLIES {
            self.even_moves = 0;
            effects.push(send("offer draw"));
        }
        effects.push(send(format_args!("move {}", self.board.rules.write_coordinates(mv))));
        self.board.play(mv);
        if let Some(result) = self.board.result_line() {
            self.is_over = true;
            effects.push(send(result));
        }
        effects
    }
}

impl ProtocolEngine for XboardEngine {
    fn on_line(&mut self, line: &str) -> Vec<Effect> {
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        self.command(command, rest.trim()).unwrap_or_else(|error| {
            let line: String = line.chars().take(100).collect();
            vec![send(format_args!("Error ({error}): {line}"))]
        })
    }

    fn on_progress(&mut self, task: u64, analysis: &Analysis, elapsed: Duration) -> Vec<Effect> {
        match self.search {
            Some((current, Purpose::Move | Purpose::Analysis)) if current == task => {
                self.thinking(analysis, elapsed).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    fn on_result(&mut self, result: TaskResult) -> Vec<Effect> {
        let Some((_, purpose)) = self.search.take_if(|(current, _)| *current == result.task) else {
            return Vec::new();
        };
        let mut effects = match (result.analysis, purpose) {
            (Ok(Some(analysis)), Purpose::Move) => {
                let mut effects: Vec<Effect> = self.thinking(&analysis, result.took).into_iter().collect();
                effects.extend(self.play_found(&analysis));
                effects
            }
            (Ok(Some(analysis)), Purpose::Hint) => {
                vec![send(format_args!("Hint: {}", self.board.write_variation(&[analysis.best])))]
            }
            (Ok(_), _) => Vec::new(),
            (Err(error), _) => vec![send(format_args!("tellusererror {error}"))],
        };
        effects.extend(self.answer_pings());
        effects
    }

    /// A search for a move that was stopped before it began has to find one, too.
    fn on_cancelled(&mut self, task: u64) -> Vec<Effect> {
        match self.search {
            Some((current, purpose @ (Purpose::Move | Purpose::Hint))) if current == task => {
                vec![self.start_search(purpose, Limits::depth(1))]
            }
            _ => Vec::new(),
        }
    }

    fn is_idle(&self) -> bool {
        !matches!(self.search, Some((_, Purpose::Move | Purpose::Hint)))
    }
}

/// A whole number from 1 to a maximum.
fn number(text: &str, most: u64) -> Result<u64, InputError> {
    let number: u64 = text.parse().map_err(|_| InputError::unexpected(text, "a number"))?;
    Ok(number.clamp(1, most))
}

fn other(seat: Seat) -> Seat {
    if seat == Seat::FIRST { Seat::SECOND } else { Seat::FIRST }
}

fn send(text: impl Display) -> Effect {
    Effect::Send(text.to_string())
}
