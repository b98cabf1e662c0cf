//! We are the engine of a GTP controller.

use std::collections::VecDeque;

use games::othello::formats::PlayedGame;
use games::othello::{Move, Othello};
use rules::cpu::Portable;
use rules::square::square_name;
use rules::{Notation, Rules, Seat};

use super::clock::Clock;
use super::commands::{Command, SYNTAX};
use crate::conversation::{Act, Conversation, Finding, Task};

/// What can be asked of us, in the order it is listed.
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

/// Our part of a GTP conversation about Othello.
///
/// Commands are answered one after the other: those that come while a move is result about wait.
pub struct GtpEngine {
    name: String,
    game: PlayedGame,
    /// How many moves had been made before each move that somebody has asked for: passes that were put in go with it.
    marks: Vec<usize>,
    clock: Option<Clock>,
    /// The clock as `time_settings` has set it, for the games that follow.
    clock_set: Option<Clock>,
    thinking: Option<Thinking>,
    tasks: u64,
    waiting: VecDeque<String>,
    is_over: bool,
}

/// A command that waits for a move to be found.
struct Thinking {
    command: Command,
    seat: Seat,
    is_played: bool,
}

/// What a command comes to at once.
enum Answer {
    Text(String),
    Acts(Vec<Act>),
    Thinking(Act),
}

impl From<&str> for Answer {
    fn from(text: &str) -> Answer {
        Answer::Text(text.to_owned())
    }
}

impl GtpEngine {
    /// A conversation with nothing on the board yet. `name` is what the engine is called.
    pub fn new(name: &str) -> GtpEngine {
        GtpEngine {
            name: name.to_owned(),
            game: PlayedGame::default(),
            marks: Vec::new(),
            clock: None,
            clock_set: None,
            thinking: None,
            tasks: 0,
            waiting: VecDeque::new(),
            is_over: false,
        }
    }

    fn line(&mut self, line: &str) -> Vec<Act> {
        let Some(command) = Command::read(line) else { return Vec::new() };
        match self.obey(&command) {
            Ok(Answer::Text(text)) => vec![Act::Say(command.answer(&Ok(text)))],
            Ok(Answer::Acts(mut acts)) => {
                acts.insert(0, Act::Say(command.answer(&Ok(String::new()))));
                acts
            }
            Ok(Answer::Thinking(think)) => vec![think],
            Err(complaint) => vec![Act::Say(command.answer(&Err(complaint)))],
        }
    }

    fn obey(&mut self, command: &Command) -> Result<Answer, String> {
        Ok(match command.name.as_str() {
            "protocol_version" => "2".into(),
            "name" => Answer::Text(format!("Takhteh {}", self.name)),
            "version" => env!("CARGO_PKG_VERSION").into(),
            "known_command" => Answer::Text(COMMANDS.contains(&command.argument(0)).to_string()),
            "list_commands" => Answer::Text(COMMANDS.join("\n")),
            "list_games" => "Othello".into(),
            "echo" => Answer::Text(command.arguments.join(" ")),
            "quit" => {
                self.is_over = true;
                Answer::Acts(vec![Act::Quit])
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
                Answer::Acts(vec![Act::Begin(Some(seed))])
            }
            // Nothing is added to the discs of either side.
            "komi" => command.argument(0).parse::<f64>().map(|_| "".into()).map_err(|_| SYNTAX.to_owned())?,
            "play" => self.play(command)?,
            "genmove" => self.think(command, true)?,
            "reg_genmove" => self.think(command, false)?,
            "undo" => {
                let made = self.marks.pop().ok_or("cannot undo")?;
                self.game.take_back_to(made);
                "".into()
            }
            "showboard" => Answer::Text(self.board()),
            "final_score" if !self.game.is_over() => return Err("cannot score".to_owned()),
            "final_score" => Answer::Text(match self.game.lead() {
                0 => "0".to_owned(),
                lead @ 1.. => format!("B+{lead}"),
                lead => format!("W+{}", -lead),
            }),
            "time_settings" => {
                self.clock_set = Clock::new(command.seconds(0)?, command.seconds(1)?, command.count(2)?);
                self.clock = self.clock_set;
                "".into()
            }
            "time_left" => {
                let (seat, left, stones) = (command.colour(0)?, command.seconds(1)?, command.count(2)?);
                self.clock.get_or_insert_with(|| Clock::from_left(left, stones)).set_left(seat, left, stones);
                "".into()
            }
            _ => return Err("unknown command".to_owned()),
        })
    }

    /// The board as at the beginning, and the clock as it was set.
    fn clear(&mut self, seed: Option<u64>) -> Answer {
        self.clock = self.clock_set;
        self.game = PlayedGame::default();
        self.marks.clear();
        Answer::Acts(vec![Act::Begin(seed)])
    }

    fn play(&mut self, command: &Command) -> Result<Answer, String> {
        let (seat, vertex) = (command.colour(0)?, command.argument(1));
        let is_known =
            vertex.eq_ignore_ascii_case("pass") || rules::square::read_square(vertex, 8, 8).is_some();
        if !is_known {
            return Err(SYNTAX.to_owned());
        }
        self.let_begin(seat);
        let before = self.game.moves().len();
        // Some end a game by two passes: they change nothing, but can be undone.
        if self.game.is_over() && vertex.eq_ignore_ascii_case("pass") {
            self.marks.push(before);
            return Ok("".into());
        }
        self.game.add_for(seat, vertex).map_err(|_| "illegal move".to_owned())?;
        self.marks.push(before);
        Ok("".into())
    }

    fn think(&mut self, command: &Command, is_played: bool) -> Result<Answer, String> {
        let seat = command.colour(0)?;
        self.let_begin(seat);
        if self.game.is_over() {
            if is_played {
                self.marks.push(self.game.moves().len());
            }
            return Ok("pass".into());
        }
        let mut asked = self.game.clone();
        if asked.position().turn() != seat && asked.must_pass() {
            asked.push(Move::PASS);
        }
        if asked.position().turn() != seat {
            return Err(format!("it is not the turn of {}", rules().seat_name(seat).to_lowercase()));
        }
        let empty = 64 - asked.discs().iter().sum::<u32>();
        // A pass is result about too: what an engine learns by it, it has learnt wherever it plays the same game.
        let moves = if asked.must_pass() { u32::MAX } else { empty.div_ceil(2) };
        self.tasks += 1;
        self.thinking = Some(Thinking { command: command.clone(), seat, is_played });
        Ok(Answer::Thinking(Act::Think(Task {
            number: self.tasks,
            position: rules().write_position(asked.position()),
            depth: None,
            time: self.clock.map(|clock| clock.share(seat, moves)),
        })))
    }

    /// Either side may begin: some programs let White.
    fn let_begin(&mut self, seat: Seat) {
        if self.game.moves().is_empty() {
            self.game = PlayedGame::from_position(Othello::new(seat, Portable).start());
        }
    }

    /// The side to move has made this move, or the other one after it had to pass.
    fn made(&mut self, mv: Move) {
        self.marks.push(self.game.moves().len());
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

impl Conversation for GtpEngine {
    fn hear(&mut self, line: &str) -> Vec<Act> {
        if self.is_over {
            return Vec::new();
        }
        if self.thinking.is_some() {
            self.waiting.push_back(line.to_owned());
            return Vec::new();
        }
        self.line(line)
    }

    fn learn(&mut self, finding: Finding) -> Vec<Act> {
        let Some(thinking) = self.thinking.take_if(|_| finding.task == self.tasks) else { return Vec::new() };
        if let Some(clock) = &mut self.clock {
            clock.spend(thinking.seat, finding.took);
        }
        let answer = match finding.advice {
            Ok(Some(advice)) => self.chosen(&advice.best, thinking.is_played),
            Ok(None) => Err("no move was found".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        let mut acts = vec![Act::Say(thinking.command.answer(&answer))];
        while self.thinking.is_none() && !self.is_over {
            let Some(line) = self.waiting.pop_front() else { break };
            acts.extend(self.line(&line));
        }
        acts
    }

    fn is_idle(&self) -> bool {
        self.thinking.is_none() && self.waiting.is_empty()
    }
}

impl GtpEngine {
    fn chosen(&mut self, best: &str, is_played: bool) -> Result<String, String> {
        let mut game = self.game.clone();
        let mv = game.add(best).map_err(|error| error.to_string())?;
        if is_played {
            self.made(mv);
        }
        let name = mv.square().map(|square| square_name(square as usize % 8, square as usize / 8));
        Ok(name.map_or("pass".to_owned(), |name| name.to_ascii_uppercase()))
    }
}

fn rules() -> Othello {
    Othello::new(Seat::FIRST, Portable)
}
