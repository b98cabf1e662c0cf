//! An engine protocol on stdin and stdout.

use std::collections::HashMap;
use std::io::{BufRead, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use clap::Args;
use engine::{EngineEvent, EngineHandle, Limits, SearchTask, TimeManager};
use games::{catalog, engines};
use peers::{Effect, ProtocolEngine, TaskResult};
use search::EngineName;
use view::DynGame;

use crate::error::CliError;
use crate::limit_args::LimitArgs;
use crate::log_file::LogFile;

/// Maximum length of an input line in bytes.
const MAX_LINE: u64 = 1 << 20;

/// The engine behind a protocol, as options of a command.
#[derive(Args)]
pub(crate) struct EngineArgs {
    /// Engine with options, such as strong:level=6
    #[arg(long, value_name = "ENGINE", default_value = "strong")]
    pub(crate) engine: EngineName,

    #[command(flatten)]
    limits: LimitArgs,

    /// Seed of random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Append received (>) and sent (<) lines to this file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

enum Event {
    Line(String),
    /// End of stdin.
    Closed,
    Engine(EngineEvent),
}

/// Runs a protocol for Othello until it ends.
pub(crate) fn run(arguments: &EngineArgs, mut protocol: impl ProtocolEngine) -> Result<(), CliError> {
    let mut log = arguments.log.as_deref().map(LogFile::open).transpose()?;
    let (sender, events) = channel();
    let mut searches = Searches::new(arguments, sender.clone())?;
    std::thread::spawn(move || read_lines(&sender));
    let mut is_closed = false;
    while let Ok(event) = events.recv() {
        let effects = match event {
            Event::Line(line) => {
                log.as_mut().map_or(Ok(()), |log| log.write(&marked('>', &line)))?;
                protocol.on_line(&line)
            }
            Event::Engine(event) => {
                searches.result(event)?.map_or_else(Vec::new, |result| protocol.on_result(result))
            }
            Event::Closed => {
                is_closed = true;
                Vec::new()
            }
        };
        for effect in effects {
            match effect {
                Effect::Send(text) => {
                    log.as_mut().map_or(Ok(()), |log| log.write(&marked('<', &text)))?;
                    let mut stdout = std::io::stdout().lock();
                    writeln!(stdout, "{text}").and_then(|()| stdout.flush())?;
                }
                Effect::Search(task) => searches.start(&task)?,
                Effect::NewGame(seed) => searches.engine.new_game(seed.unwrap_or(arguments.seed)),
                Effect::Stop => searches.engine.stop(),
                Effect::Quit => return Ok(()),
            }
        }
        if is_closed && protocol.is_idle() {
            break;
        }
    }
    Ok(())
}

/// The engine, and the protocol's numbers of its tasks.
struct Searches {
    game: Arc<dyn DynGame>,
    engine: EngineHandle,
    limits: Limits,
    numbers: HashMap<u64, u64>,
}

impl Searches {
    fn new(arguments: &EngineArgs, events: Sender<Event>) -> Result<Searches, CliError> {
        let mut engine = engines::open("othello", "", Some(&arguments.engine))?;
        engine.new_game(arguments.seed);
        let on_event = move |event| {
            matches!(event, EngineEvent::Progress { .. }) || events.send(Event::Engine(event)).is_ok()
        };
        Ok(Searches {
            game: catalog::open("othello", "")?,
            engine: EngineHandle::spawn(engine, TimeManager::PIPE, on_event),
            limits: arguments.limits.limits()?,
            numbers: HashMap::new(),
        })
    }

    fn start(&mut self, task: &peers::SearchTask) -> Result<(), CliError> {
        let mut limits = self.limits.clone();
        limits.clock = task.clock;
        limits.depth = match (limits.depth, task.depth) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        let position = self.game.read_position(&task.position)?;
        let id = self.engine.search(SearchTask { position, past: Vec::new(), limits });
        self.numbers.insert(id, task.number);
        Ok(())
    }

    /// Result of a task for the protocol.
    fn result(&mut self, event: EngineEvent) -> Result<Option<TaskResult>, CliError> {
        match event {
            EngineEvent::Done { task, result, took } => {
                let number = self.numbers.remove(&task);
                Ok(number.map(|task| TaskResult { task, analysis: result, took }))
            }
            EngineEvent::Crashed { .. } => Err(CliError::failed("the engine crashed")),
            EngineEvent::Progress { .. } | EngineEvent::OptionRejected(_) => Ok(None),
        }
    }
}

/// Sends the lines of stdin as events.
fn read_lines(events: &Sender<Event>) {
    let mut stdin = std::io::stdin().lock();
    loop {
        let mut line = Vec::new();
        match stdin.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(1..) => {
                let line = String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned();
                if events.send(Event::Line(line)).is_err() {
                    return;
                }
            }
            Ok(0) | Err(_) => {
                // A receiver that is gone needs no notice.
                let _ = events.send(Event::Closed);
                return;
            }
        }
    }
}

/// Received (`>`) or sent (`<`) text, each line with its mark.
fn marked(sign: char, text: &str) -> String {
    text.lines().map(|line| format!("{sign} {line}\n")).collect()
}
