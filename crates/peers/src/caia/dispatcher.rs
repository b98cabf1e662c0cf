//! The dispatcher: routes the lines of manager and referee.

use std::collections::VecDeque;
use std::time::Duration;

use rules::InputError;

use super::{CRASHED, EMPTY_LINE, STOPPED, TIMEOUT};
use crate::command_line;

/// Largest number of players.
const MAX_PLAYERS: usize = 4;
/// Lines that may wait for the end of a lock.
const MAX_QUEUED: usize = 1000;

/// A program under the dispatcher.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Program {
    /// The manager, which starts the others.
    Manager,
    /// The referee of a game.
    Referee,
    /// A player, numbered from 1.
    Player(usize),
}

/// Something the caller of a [`Dispatcher`] has to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DispatchEffect {
    /// Start a program by its command line; `log` is for the player's error output, or an argument of the referee.
    Start {
        /// The referee or a player.
        program: Program,
        /// Command line.
        command: String,
        /// Name of the log.
        log: Option<String>,
    },
    /// Send a line.
    Send(Program, String),
    /// Wait for the next line of a player, at most this long, and call [`Dispatcher::on_answer`].
    Listen {
        /// Number of the player.
        player: usize,
        /// Time that the player has left.
        left: Duration,
        /// The program that gets the answer.
        reader: Program,
    },
    /// End a program.
    Kill(Program),
    /// Note the result of a game: the commands of the first two players, their points, and the referee's message.
    Report {
        /// Command lines of both players.
        players: [String; 2],
        /// Points of both players.
        points: [i64; 2],
        /// The message, without blanks.
        message: String,
    },
    /// End all programs: the manager is done.
    Stop,
    /// End all programs: manager or referee broke the protocol.
    Fail(String),
}

/// The answer of a player that was listened to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerAnswer {
    /// A line.
    Line(String),
    /// The player has ended with an error.
    Crashed,
    /// The player has ended without an error.
    Stopped,
    /// The player has not answered in time.
    TimedOut,
}

/// A player as the manager has described it.
#[derive(Default)]
struct Player {
    command: String,
    budget: Duration,
    used: Duration,
    log: Option<String>,
}

/// The dispatcher's state.
#[derive(Default)]
pub struct Dispatcher {
    players: Vec<Option<Player>>,
    /// The program whose lines alone are handled.
    lock: Option<Program>,
    /// Lines that wait for the end of the lock.
    queued: VecDeque<(Program, String)>,
}

impl Dispatcher {
    /// A dispatcher without players.
    pub fn new() -> Dispatcher {
        Dispatcher::default()
    }

    /// Handles a line of the manager or the referee.
    pub fn on_line(&mut self, from: Program, line: &str) -> Vec<DispatchEffect> {
        if self.lock.is_some_and(|owner| owner != from) {
            self.queued.push_back((from, line.to_owned()));
            if self.queued.len() > MAX_QUEUED {
                return vec![DispatchEffect::Fail(format!(
                    "more than {MAX_QUEUED} lines wait for an unlock"
                ))];
            }
            return Vec::new();
        }
        let mut effects = self.handle(from, line).unwrap_or_else(|error| {
            let (from, quoted) = (name(from), InputError::quote(line));
            vec![DispatchEffect::Fail(format!("{from} sent {quoted}: {error}"))]
        });
        while self.lock.is_none()
            && let Some((from, line)) = self.queued.pop_front()
        {
            effects.extend(self.on_line(from, &line));
        }
        effects
    }

    /// Handles the answer to [`DispatchEffect::Listen`].
    pub fn on_answer(
        &mut self,
        player: usize,
        reader: Program,
        answer: PlayerAnswer,
        took: Duration,
    ) -> Vec<DispatchEffect> {
        if let Some(Some(player)) = self.players.get_mut(player - 1) {
            player.used += took;
        }
        let text = match answer {
            PlayerAnswer::Line(line) if line.trim().is_empty() => EMPTY_LINE.to_owned(),
            PlayerAnswer::Line(line) => line,
            PlayerAnswer::Crashed => CRASHED.to_owned(),
            PlayerAnswer::Stopped => STOPPED.to_owned(),
            PlayerAnswer::TimedOut => TIMEOUT.to_owned(),
        };
        vec![DispatchEffect::Send(reader, text)]
    }

    /// Handles the end of a referee that was not killed: its lock ends with it.
    pub fn on_referee_end(&mut self) -> Vec<DispatchEffect> {
        if self.lock == Some(Program::Referee) {
            self.lock = None;
        }
        let mut effects = Vec::new();
        while self.lock.is_none()
            && let Some((from, line)) = self.queued.pop_front()
        {
            effects.extend(self.on_line(from, &line));
        }
        effects
    }

    fn handle(&mut self, from: Program, line: &str) -> Result<Vec<DispatchEffect>, InputError> {
        let (target, text) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let text = text.trim_start();
        match target {
            "I" => self.command(from, text),
            "M" if from == Program::Referee => {
                let report = self.report(text);
                Ok([DispatchEffect::Send(Program::Manager, text.to_owned())]
                    .into_iter()
                    .chain(report)
                    .collect())
            }
            _ => {
                let number = self.number(target).map_err(|_| {
                    InputError::unexpected(
                        target,
                        "I and a command, M, or the number of a player, and a text",
                    )
                })?;
                Ok(vec![DispatchEffect::Send(Program::Player(number), text.to_owned())])
            }
        }
    }

    fn command(&mut self, from: Program, text: &str) -> Result<Vec<DispatchEffect>, InputError> {
        let words = command_line::split(text)?;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let is_manager = from == Program::Manager;
        Ok(match *words.as_slice() {
            ["lock"] => {
                self.lock = Some(from);
                vec![DispatchEffect::Send(from, "lock_ok".to_owned())]
            }
            ["unlock"] => {
                self.lock = None;
                Vec::new()
            }
            ["listen", number] => {
                let number = self.number(number)?;
                let left = self.player(number)?.left();
                vec![DispatchEffect::Listen { player: number, left, reader: from }]
            }
            ["request_time", number] => {
                let used = self.player(self.number(number)?)?.used.as_millis();
                // Both numbers are the same: this computer's time is not scaled.
                vec![DispatchEffect::Send(from, format!("time {used} {used}"))]
            }
            ["cpu_speed", ..] if is_manager => Vec::new(),
            ["number_players", count] if is_manager => {
                let count = count.parse().ok().filter(|count| (1..=MAX_PLAYERS).contains(count));
                let expected = format!("a number from 1 to {MAX_PLAYERS}");
                let count = count.ok_or_else(|| InputError::unexpected(words[1], expected))?;
                self.players = std::iter::repeat_with(|| None).take(count).collect();
                Vec::new()
            }
            ["player", number, command, time, ref log @ ..] if is_manager && log.len() <= 1 => {
                let number = self.number(number)?;
                let budget = time.parse().map_err(|_| InputError::unexpected(time, "milliseconds"))?;
                self.players[number - 1] = Some(Player {
                    command: command.to_owned(),
                    budget: Duration::from_millis(budget),
                    used: Duration::ZERO,
                    log: log.first().map(|&log| log.to_owned()),
                });
                Vec::new()
            }
            ["start", number, ..] if is_manager => {
                let number = self.number(number)?;
                let player = self.player(number)?;
                let (command, log) = (player.command.clone(), player.log.clone());
                vec![DispatchEffect::Start { program: Program::Player(number), command, log }]
            }
            ["referee", command, ref log @ ..] if is_manager && log.len() <= 1 => {
                let log = log.first().map(|&log| log.to_owned());
                vec![DispatchEffect::Start { program: Program::Referee, command: command.to_owned(), log }]
            }
            ["kill", number] if is_manager => {
                vec![DispatchEffect::Kill(Program::Player(self.number(number)?))]
            }
            ["kill_referee"] if is_manager => {
                let mut effects = vec![DispatchEffect::Kill(Program::Referee)];
                effects.extend(self.on_referee_end());
                effects
            }
            ["stop_caiaio"] if is_manager => vec![DispatchEffect::Stop],
            _ => {
                let expected = if is_manager {
                    "number_players, player, referee, start, listen, request_time, lock, unlock, kill, kill_referee or \
                     stop_caiaio with its arguments"
                } else {
                    "listen, request_time, lock or unlock with its arguments"
                };
                return Err(InputError::new(format!("unknown command: expected {expected}")));
            }
        })
    }

    /// The number of a player.
    fn number(&self, word: &str) -> Result<usize, InputError> {
        let number = word.parse().ok().filter(|number| (1..=self.players.len()).contains(number));
        number
            .ok_or_else(|| InputError::unexpected(word, format!("a player from 1 to {}", self.players.len())))
    }

    fn player(&self, number: usize) -> Result<&Player, InputError> {
        let player = self.players.get(number - 1).and_then(Option::as_ref);
        player.ok_or_else(|| {
            InputError::new(format!("player {number} is not described: expected `I player` first"))
        })
    }

    /// The result in a line to the manager, if it is one.
    fn report(&self, text: &str) -> Option<DispatchEffect> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let &["report", one, two, ref message @ ..] = words.as_slice() else { return None };
        let command =
            |number: usize| self.player(number).map_or(String::new(), |player| player.command.clone());
        Some(DispatchEffect::Report {
            players: [command(1), command(2)],
            points: [one.parse().ok()?, two.parse().ok()?],
            message: message.join("_"),
        })
    }
}

impl Player {
    fn left(&self) -> Duration {
        self.budget.saturating_sub(self.used)
    }
}

fn name(program: Program) -> String {
    match program {
        Program::Manager => "the manager".to_owned(),
        Program::Referee => "the referee".to_owned(),
        Program::Player(number) => format!("player {number}"),
    }
}
