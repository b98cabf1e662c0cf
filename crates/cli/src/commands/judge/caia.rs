//! The dialect caia: dispatcher, and this program as manager and referee.

use std::collections::VecDeque;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use engine::StopFlags;
use peers::FailureKind;
use peers::caia::{CaiaManager, CaiaReferee, DispatchEffect, Dispatcher, ManagedGame, PlayerAnswer, Program};
use peers::process::{Guard, LineReceiver, Process, ProcessOptions, WaitPolicy};

use super::logs::{Log, LogFolder};
use super::plan::Plan;
use super::{Arguments, dice};
use crate::bounded_read;
use crate::error::CliError;
use crate::output::{Output, Value, json};
use crate::program_args::{own_path, start_guard};
use crate::signals::stop_flags;

/// Maximum length of a line in bytes.
const MAX_LINE: usize = 1 << 16;
/// Lines of manager and referee that may wait.
const MAX_PENDING: usize = 256;
/// Interval at which Ctrl-C is noticed.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// Time in which manager or referee must send something while no player is listened to.
const SILENCE: Duration = Duration::from_secs(60);
/// Time a player gets to exit after its output has ended.
const EXIT_TIMEOUT: Duration = Duration::from_millis(300);

/// Runs this program as the referee of one game; the argument is its log.
pub(super) fn run_referee(arguments: &Arguments) -> Result<(), CliError> {
    let log = match &arguments.a {
        Some(name) => {
            let path = Path::new(name);
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            LogFolder::new(Some(folder.unwrap_or(Path::new("."))))?.log(&file, 0)?
        }
        None => Log::default(),
    };
    let mut referee = CaiaReferee::new(dice(arguments.seed, 1));
    let send = |lines: Vec<String>| {
        lines.iter().for_each(|line| log.line(&format!("> {line}")));
        send(&lines)
    };
    send(referee.begin())?;
    for line in bounded_read::lines(std::io::stdin().lock(), MAX_LINE) {
        let line = line.map_err(|error| CliError::failed(format_args!("cannot read stdin: {error}")))?;
        log.line(&format!("< {line}"));
        send(referee.on_line(&line))?;
        if referee.is_finished() {
            break;
        }
    }
    Ok(())
}

/// Runs this program as the manager of the plan.
pub(super) fn run_manager(arguments: &Arguments) -> Result<(), CliError> {
    let plan = Plan::of(arguments)?;
    let program = own_path()?;
    let games = (1..).zip(plan.games()).map(|(number, game)| {
        let seed = arguments.seed.wrapping_add((number - 1) / 2);
        let log = |side: &str| Some(format!("game-{number:04}-{side}.log"));
        let sides = if game.is_swapped { ["b", "a"] } else { ["a", "b"] };
        ManagedGame {
            logs: match game.logs {
                Some([one, two]) => [Some(one), Some(two)],
                None => sides.map(log),
            },
            players: game.players,
            referee: format!("'{program}' judge --role referee --seed {seed}"),
            referee_log: arguments.logs.as_ref().map(|folder| {
                folder.join(format!("game-{number:04}-referee.log")).to_string_lossy().into_owned()
            }),
            budget: arguments.time,
        }
    });
    let mut manager = CaiaManager::new(games.collect());
    send(&manager.begin())?;
    for line in bounded_read::lines(std::io::stdin().lock(), MAX_LINE) {
        if manager.is_finished() {
            break;
        }
        let line = line.map_err(|error| CliError::failed(format_args!("cannot read stdin: {error}")))?;
        send(&manager.on_line(&line).map_err(CliError::failed)?)?;
    }
    Ok(())
}

/// Writes lines to stdout at once.
fn send(lines: &[String]) -> Result<(), CliError> {
    let mut stdout = std::io::stdout().lock();
    lines.iter().try_for_each(|line| writeln!(stdout, "{line}"))?;
    Ok(stdout.flush()?)
}

/// Runs the dispatcher until the manager stops it.
pub(super) fn run_dispatcher(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let manager = match &arguments.manager {
        Some(command) => command.clone(),
        None => own_manager(arguments)?,
    };
    let guard = start_guard()?;
    let stop = stop_flags()?;
    let mut logs = LogFolder::new(arguments.logs.as_deref())?;
    let log = logs.log("dispatcher.log", 0)?;
    let (sender, lines) = sync_channel(MAX_PENDING);
    let mut run = DispatcherRun {
        dispatcher: Dispatcher::new(),
        manager: start(&manager, Program::Manager, 0, &log, &guard, Some(&sender))?,
        referee: None,
        players: Vec::new(),
        referees: 0,
        logs,
        log,
        guard,
        stop,
        sender,
        totals: Vec::new(),
    };
    let ended = run.run(&lines, output);
    let totals = std::mem::take(&mut run.totals);
    // All programs end before the results are printed.
    drop(run);
    print_totals(&totals, output)?;
    ended
}

/// The command of this program as manager with the same arguments.
fn own_manager(arguments: &Arguments) -> Result<String, CliError> {
    Plan::of(arguments)?;
    let quote = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let mut words = vec![quote(&own_path()?), "judge".to_owned(), "--role".to_owned(), "manager".to_owned()];
    words.extend([arguments.a.as_deref(), arguments.b.as_deref()].into_iter().flatten().map(quote));
    words.extend([
        "--time".to_owned(),
        arguments.time.to_string(),
        "--seed".to_owned(),
        arguments.seed.to_string(),
    ]);
    let games = arguments.games.map(|games| games.to_string());
    let paths =
        [&arguments.plan, &arguments.logs].map(|path| path.as_ref().map(|path| path.to_string_lossy()));
    for (option, value) in
        [("--games", games.as_deref()), ("--plan", paths[0].as_deref()), ("--logs", paths[1].as_deref())]
    {
        words.extend(value.into_iter().flat_map(|value| [option.to_owned(), quote(value)]));
    }
    Ok(words.join(" "))
}

/// A line of the manager or of a referee, which are numbered; `None` at the end of its output.
type Message = (Program, u64, Option<String>);

/// Starts a program; manager and referee send their lines to `sender`, with `number`.
fn start(
    command: &str,
    program: Program,
    number: u64,
    log: &Log,
    guard: &Arc<Guard>,
    sender: Option<&SyncSender<Message>>,
) -> Result<Process, CliError> {
    let options = ProcessOptions {
        lines: sender.cloned().map(|sender| -> LineReceiver {
            Box::new(move |line| sender.send((program, number, line)).is_ok())
        }),
        stderr: log.stderr(),
        guard: Some(Arc::clone(guard)),
        ..ProcessOptions::default()
    };
    Ok(Process::start_with(command, options)?)
}

struct DispatcherRun {
    dispatcher: Dispatcher,
    manager: Process,
    referee: Option<Process>,
    players: Vec<Option<Process>>,
    /// Number of referees started: lines of an earlier one are ignored.
    referees: u64,
    logs: LogFolder,
    log: Log,
    guard: Arc<Guard>,
    stop: StopFlags,
    sender: SyncSender<Message>,
    totals: Vec<PlayerTotal>,
}

/// Results of a player.
struct PlayerTotal {
    command: String,
    games: u64,
    points: i64,
}

impl DispatcherRun {
    fn run(&mut self, lines: &Receiver<Message>, output: &mut Output) -> Result<(), CliError> {
        let mut silent_since = Instant::now();
        loop {
            if self.stop.is_raised() {
                return Err(CliError::Interrupted("interrupted".to_owned()));
            }
            let effects = match lines.recv_timeout(POLL_INTERVAL) {
                Ok((Program::Referee, number, _)) if number != self.referees => continue,
                Ok((program, _, Some(line))) => {
                    self.log.line(&format!("{}< {line}", letter(program)));
                    self.dispatcher.on_line(program, &line)
                }
                Ok((Program::Manager, _, None)) => {
                    return Err(CliError::failed("the manager ended without stopping the dispatcher"));
                }
                // The manager decides what follows.
                Ok((_, _, None)) => {
                    self.log.line("# the referee has ended");
                    self.dispatcher.on_referee_end()
                }
                Err(RecvTimeoutError::Timeout) if silent_since.elapsed() > SILENCE => {
                    let silence = SILENCE.as_secs();
                    return Err(CliError::failed(format_args!(
                        "manager and referee have sent nothing for {silence} s"
                    )));
                }
                Err(_) => continue,
            };
            let mut open = VecDeque::from(effects);
            while let Some(effect) = open.pop_front() {
                match self.apply(effect, output)? {
                    Next::Effects(effects) => open.extend(effects),
                    Next::End => return Ok(()),
                }
            }
            silent_since = Instant::now();
        }
    }

    fn apply(&mut self, effect: DispatchEffect, output: &mut Output) -> Result<Next, CliError> {
        match effect {
            DispatchEffect::Start { program, command, log } => self.start(program, &command, log)?,
            DispatchEffect::Send(program, line) => self.send(program, &line),
            DispatchEffect::Listen { player, left, reader } => {
                return Ok(Next::Effects(self.listen(player, left, reader)));
            }
            DispatchEffect::Kill(Program::Player(number)) => {
                if let Some(player) = self.players.get_mut(number - 1) {
                    *player = None;
                }
            }
            DispatchEffect::Kill(_) => self.referee = None,
            DispatchEffect::Report { players, points, message } => {
                self.report(&players, points, &message, output)?;
            }
            DispatchEffect::Stop => return Ok(Next::End),
            DispatchEffect::Fail(error) => return Err(CliError::failed(error)),
        }
        Ok(Next::Effects(Vec::new()))
    }

    fn start(&mut self, program: Program, command: &str, log: Option<String>) -> Result<(), CliError> {
        match program {
            Program::Player(number) => {
                let log = match log {
                    Some(name) => {
                        // Managers name a path; the folder of the logs is chosen here.
                        let name =
                            Path::new(&name).file_name().unwrap_or_default().to_string_lossy().into_owned();
                        self.logs.log(&name, 0)?
                    }
                    None => self.log.clone(),
                };
                let process = start(command, program, 0, &log, &self.guard, None)?;
                self.players.resize_with(self.players.len().max(number), || None);
                self.players[number - 1] = Some(process);
            }
            _ => {
                self.referees += 1;
                let quote = |log: String| format!("\"{}\"", log.replace('\\', "\\\\").replace('"', "\\\""));
                let command =
                    [command.to_owned()].into_iter().chain(log.map(quote)).collect::<Vec<_>>().join(" ");
                let sender = Some(&self.sender);
                let process =
                    start(&command, Program::Referee, self.referees, &self.log, &self.guard, sender)?;
                self.referee = Some(process);
            }
        }
        Ok(())
    }

    /// Sends a line. A program that has ended gets nothing; its reader notices.
    fn send(&mut self, program: Program, line: &str) {
        self.log.line(&format!("{}> {line}", letter(program)));
        let process = match program {
            Program::Manager => Some(&mut self.manager),
            Program::Referee => self.referee.as_mut(),
            Program::Player(number) => self.players.get_mut(number - 1).and_then(Option::as_mut),
        };
        let _ = process.map(|process| process.send(line));
    }

    /// Waits for a line of a player.
    fn listen(&mut self, player: usize, left: Duration, reader: Program) -> Vec<DispatchEffect> {
        let Some(process) = self.players.get_mut(player - 1).and_then(Option::as_mut) else {
            return self.dispatcher.on_answer(player, reader, PlayerAnswer::Stopped, Duration::ZERO);
        };
        let policy =
            WaitPolicy { timeout: left, on_timeout: FailureKind::Time, stop: Some(self.stop.stop()) };
        let begin = Instant::now();
        let received = process.receive("I listen", policy, |line| Some(Ok(line.to_owned())));
        let took = begin.elapsed();
        let answer = match received {
            Ok(line) => PlayerAnswer::Line(line),
            Err(failure) if failure.kind == FailureKind::Time => PlayerAnswer::TimedOut,
            Err(_) => match process.exit_status(EXIT_TIMEOUT) {
                Some(status) if status.success() => PlayerAnswer::Stopped,
                _ => PlayerAnswer::Crashed,
            },
        };
        self.log.line(&format!("{player}< {answer:?} ({} ms)", took.as_millis()));
        self.dispatcher.on_answer(player, reader, answer, took)
    }

    fn report(
        &mut self,
        players: &[String; 2],
        points: [i64; 2],
        message: &str,
        output: &mut Output,
    ) -> Result<(), CliError> {
        let number = self.totals.iter().map(|total| total.games).sum::<u64>() / 2 + 1;
        for (command, points) in players.iter().zip(points) {
            let index = self.totals.iter().position(|total| total.command == *command);
            let total = match index {
                Some(index) => &mut self.totals[index],
                None => {
                    self.totals.push(PlayerTotal { command: command.clone(), games: 0, points: 0 });
                    let last = self.totals.len() - 1;
                    &mut self.totals[last]
                }
            };
            total.games += 1;
            total.points += points;
        }
        let [one, two] = players;
        output.result(
            || format!("game {number}: {one} {}, {two} {}: {message}", points[0], points[1]),
            || json!({"game": number, "players": players, "points": points, "message": message}),
        )?;
        output.flush()
    }
}

/// What follows an effect.
enum Next {
    Effects(Vec<DispatchEffect>),
    End,
}

fn letter(program: Program) -> String {
    match program {
        Program::Manager => "M".to_owned(),
        Program::Referee => "R".to_owned(),
        Program::Player(number) => number.to_string(),
    }
}

fn print_totals(totals: &[PlayerTotal], output: &mut Output) -> Result<(), CliError> {
    if totals.is_empty() {
        return Ok(());
    }
    let width = totals.iter().map(|total| total.command.chars().count()).max().unwrap_or(0);
    let mut lines = vec![format!("{:width$}  games  points", "")];
    lines.extend(
        totals
            .iter()
            .map(|PlayerTotal { command, games, points }| format!("{command:width$}  {games:5}  {points:6}")),
    );
    let players = totals.iter().map(|PlayerTotal { command, games, points }| {
        json!({"command": command, "games": games, "points": points})
    });
    let players: Vec<Value> = players.collect();
    output.result(|| lines.join("\n"), || json!({"players": players}))
}
