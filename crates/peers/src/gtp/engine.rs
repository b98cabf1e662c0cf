//! GTP engine: Takhteh behind a GTP controller.

use std::collections::VecDeque;
use std::sync::Arc;

use engine::Limits;
use games::othello::formats::PlayedGame;
use games::othello::{Move, Othello};
use rules::cpu::Portable;
use rules::square::square_name;
use rules::{Notation, Rules, Seat};
use view::{DynMove, GamePosition};

use super::clock::GtpClock;
use super::commands::{Command, SYNTAX};
use crate::protocol_engine::{Effect, ProtocolEngine, SearchTask, TaskResult};

/// Supported commands, in the order of `list_commands`.
const COMMANDS: [&str; 21] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "showboard",
    "final_score",
    "time_settings",
    "time_left",
    "set_game",
    "list_games",
    "set_random_seed",
    "echo",
];

/// GTP engine for Othello.
///
/// Commands are answered in order; those received during a search are queued.
pub struct GtpEngine {
    name: String,
    game: PlayedGame,
    /// Number of moves before each move of the controller; undo removes inserted passes with it.
    undo_marks: Vec<usize>,
    clock: Option<GtpClock>,
    /// Clock of `time_settings`, for the following games.
    clock_set: Option<GtpClock>,
    pending: Option<PendingMove>,
    last_task: u64,
    queued: VecDeque<String>,
    is_over: bool,
}

/// A command that waits for the result of a search.
struct PendingMove {
    command: Command,
    seat: Seat,
    is_played: bool,
}

/// Immediate result of a command.
enum Response {
    Text(String),
    Effects(Vec<Effect>),
    Search(Effect),
}

impl From<&str> for Response {
    fn from(text: &str) -> Response {
        Response::Text(text.to_owned())
    }
}

impl GtpEngine {
    /// An engine at the start position. `name` is the name it reports.
    pub fn new(name: &str) -> GtpEngine {
        GtpEngine {
            name: name.to_owned(),
            game: PlayedGame::default(),
            undo_marks: Vec::new(),
            clock: None,
            clock_set: None,
            pending: None,
            last_task: 0,
            queued: VecDeque::new(),
            is_over: false,
        }
    }

    fn execute_line(&mut self, line: &str) -> Vec<Effect> {
        let Some(command) = Command::read(line) else { return Vec::new() };
        match self.execute(&command) {
            Ok(Response::Text(text)) => vec![Effect::Send(command.response(&Ok(text)))],
            Ok(Response::Effects(mut effects)) => {
                effects.insert(0, Effect::Send(command.response(&Ok(String::new()))));
                effects
            }
            Ok(Response::Search(search)) => vec![search],
            Err(error) => vec![Effect::Send(command.response(&Err(error)))],
        }
    }

    fn execute(&mut self, command: &Command) -> Result<Response, String> {
        Ok(match command.name.as_str() {
            "protocol_version" => "2".into(),
            "name" => Response::Text(format!("Takhteh {}", self.name)),
            "version" => env!("CARGO_PKG_VERSION").into(),
            "known_command" => Response::Text(COMMANDS.contains(&command.argument(0)).to_string()),
            "list_commands" => Response::Text(COMMANDS.join("\n")),
            "list_games" => "Othello".into(),
            "echo" => Response::Text(command.arguments.join(" ")),
            "quit" => {
                self.is_over = true;
                Response::Effects(vec![Effect::Quit])
            }
            "boardsize" => match command.count(0)? {
                8 => self.clear(None),
                _ => return Err("unacceptable size".to_owned()),
            },
            "clear_board" => self.clear(None),
            "set_game" => {
                if !["othello", "reversi"].contains(&command.argument(0).to_ascii_lowercase().as_str()) {
                    return Err("game not supported".to_owned());
                }
                self.clear(None)
            }
            "set_random_seed" => {
                let seed = command.argument(0).parse().map_err(|_| SYNTAX.to_owned())?;
                Response::Effects(vec![Effect::NewGame(Some(seed))])
            }
            // Othello has no komi.
            "komi" => command.argument(0).parse::<f64>().map(|_| "".into()).map_err(|_| SYNTAX.to_owned())?,
            "play" => self.play(command)?,
            "genmove" => self.search(command, true)?,
            "reg_genmove" => self.search(command, false)?,
            "undo" => {
                let moves = self.undo_marks.pop().ok_or("cannot undo")?;
                self.game.take_back_to(moves);
                "".into()
            }
            "showboard" => Response::Text(self.board()),
            "final_score" if !self.game.is_over() => return Err("cannot score".to_owned()),
            "final_score" => Response::Text(match self.game.lead() {
                0 => "0".to_owned(),
                lead @ 1.. => format!("B+{lead}"),
                lead => format!("W+{}", -lead),
            }),
            "time_settings" => {
                self.clock_set = GtpClock::new(command.seconds(0)?, command.seconds(1)?, command.count(2)?);
                self.clock = self.clock_set;
                "".into()
            }
            "time_left" => {
                let (seat, left, stones) = (command.colour(0)?, command.seconds(1)?, command.count(2)?);
                self.clock
                    .get_or_insert_with(|| GtpClock::from_left(left, stones))
                    .set_left(seat, left, stones);
                "".into()
            }
            _ => return Err("unknown command".to_owned()),
        })
    }

    /// Resets the board and the clock.
    fn clear(&mut self, seed: Option<u64>) -> Response {
        self.clock = self.clock_set;
        self.game = PlayedGame::default();
        self.undo_marks.clear();
        Response::Effects(vec![Effect::NewGame(seed)])
    }

    fn play(&mut self, command: &Command) -> Result<Response, String> {
        let (seat, vertex) = (command.colour(0)?, command.argument(1));
        let is_known =
            vertex.eq_ignore_ascii_case("pass") || rules::square::read_square(vertex, 8, 8).is_some();
        if !is_known {
            return Err(SYNTAX.to_owned());
        }
        self.set_first_player(seat);
        let before = self.game.moves().len();
        // Some controllers end a game with two passes; these change nothing but can be undone.
        if self.game.is_over() && vertex.eq_ignore_ascii_case("pass") {
            self.undo_marks.push(before);
            return Ok("".into());
        }
        self.game.add_for(seat, vertex).map_err(|_| "illegal move".to_owned())?;
        self.undo_marks.push(before);
        Ok("".into())
    }

    fn search(&mut self, command: &Command, is_played: bool) -> Result<Response, String> {
        let seat = command.colour(0)?;
        self.set_first_player(seat);
        if self.game.is_over() {
            if is_played {
                self.undo_marks.push(self.game.moves().len());
            }
            return Ok("pass".into());
        }
        let mut game = self.game.clone();
        if game.position().turn() != seat && game.must_pass() {
            game.push(Move::PASS);
        }
        if game.position().turn() != seat {
            return Err(format!("it is not the turn of {}", rules().seat_name(seat).to_lowercase()));
        }
        let empty = 64 - game.discs().iter().sum::<u32>();
        // A forced pass is searched too: the engine then has the same state wherever it plays the same game.
        let moves = if game.must_pass() { u32::MAX } else { empty.div_ceil(2) };
        self.last_task += 1;
        self.pending = Some(PendingMove { command: command.clone(), seat, is_played });
        Ok(Response::Search(Effect::Search(SearchTask {
            number: self.last_task,
            position: Box::new(GamePosition::new(Arc::new(rules()), *game.position())),
            past: Vec::new(),
            limits: Limits { clock: self.clock.map(|clock| clock.limits(seat, moves)), ..Limits::default() },
        })))
    }

    /// Lets either side start: some programs start with White.
    fn set_first_player(&mut self, seat: Seat) {
        if self.game.moves().is_empty() {
            self.game = PlayedGame::from_position(Othello::new(seat, Portable).start());
        }
    }

    /// Plays a move of the side to move, or of the other side after a forced pass.
    fn push_move(&mut self, mv: Move) {
        self.undo_marks.push(self.game.moves().len());
        if mv != Move::PASS && self.game.must_pass() {
            self.game.push(Move::PASS);
        }
        self.game.push(mv);
    }

    fn board(&self) -> String {
        let columns: String = (0..8).map(|column| format!(" {}", (b'a' + column) as char)).collect();
        let mut lines = vec![String::new(), format!("  {columns}")];
        for row in 0..8 {
            let square = |column: usize| {
                let disc = |seat| self.game.position().discs(seat) >> (8 * row + column) & 1 == 1;
                if disc(Seat::FIRST) {
                    " X"
                } else if disc(Seat::SECOND) {
                    " O"
                } else {
                    " ."
                }
            };
            lines.push(format!(" {}{}", row + 1, (0..8).map(square).collect::<String>()));
        }
        let next = match self.game.is_over() {
            true => "the game is over".to_owned(),
            false => format!("{} to move", rules().seat_name(self.game.position().turn())),
        };
        let [black, white] = self.game.discs();
        lines.push(format!("{next}, X Black {black}, O White {white}"));
        lines.join("\n")
    }
}

impl ProtocolEngine for GtpEngine {
    fn on_line(&mut self, line: &str) -> Vec<Effect> {
        if self.is_over {
            return Vec::new();
        }
        if self.pending.is_some() {
            self.queued.push_back(line.to_owned());
            return Vec::new();
        }
        self.execute_line(line)
    }

    fn on_result(&mut self, result: TaskResult) -> Vec<Effect> {
        let Some(pending) = self.pending.take_if(|_| result.task == self.last_task) else {
            return Vec::new();
        };
        if let Some(clock) = &mut self.clock {
            clock.spend(pending.seat, result.took);
        }
        let answer = match result.analysis {
            Ok(Some(analysis)) => self.chosen(&analysis.best, pending.is_played),
            Ok(None) => Err("no move was found".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        let mut effects = vec![Effect::Send(pending.command.response(&answer))];
        while self.pending.is_none() && !self.is_over {
            let Some(line) = self.queued.pop_front() else { break };
            effects.extend(self.execute_line(&line));
        }
        effects
    }

    fn is_idle(&self) -> bool {
        self.pending.is_none() && self.queued.is_empty()
    }

    fn queued_lines(&self) -> usize {
        self.queued.len()
    }
}

impl GtpEngine {
    fn chosen(&mut self, best: &DynMove, is_played: bool) -> Result<String, String> {
        let mv: Move = best.get().ok_or("the engine plays another game")?;
        if is_played {
            self.push_move(mv);
        }
        let name = mv.square().map(|square| square_name(square as usize % 8, square as usize / 8));
        Ok(name.map_or("pass".to_owned(), |name| name.to_ascii_uppercase()))
    }
}

fn rules() -> Othello {
    Othello::new(Seat::FIRST, Portable)
}
