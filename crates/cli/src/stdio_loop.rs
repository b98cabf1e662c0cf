//! An engine protocol on stdin and stdout.

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::mpsc::{Sender, SyncSender, channel, sync_channel};

use clap::Args;
use engine::{EngineEvent, EngineHandle, Limits, SearchTask, TimeManager};
use games::engines;
use peers::{Effect, ProtocolEngine, TaskResult};
use search::EngineName;

use crate::bounded_read;
use crate::error::CliError;
use crate::limit_args::LimitArgs;
use crate::log_file::LogFile;

/// Maximum length of an input line in bytes.
const MAX_LINE: usize = 1 << 20;

/// Maximum number of lines that are read ahead, including those that the protocol has queued during a search.
const MAX_PENDING: usize = 64;

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

enum LoopEvent {
    Line(String),
    /// End of stdin.
    Closed,
    /// Read error, or a line that is too long.
    Failed(std::io::Error),
    Engine(EngineEvent),
}

/// Runs a protocol for Othello until it ends.
pub(crate) fn run(arguments: &EngineArgs, mut protocol: impl ProtocolEngine) -> Result<(), CliError> {
    let mut log = arguments.log.as_deref().map(LogFile::open).transpose()?;
    let (sender, events) = channel();
    let mut searches = Searches::new(arguments, sender.clone())?;
    // The reader fills this channel by one for every line and waits while it is full. Engine events are not bounded: an
    // engine thread that waits for this loop could not be joined.
    let (line_slots, freed_slots) = sync_channel(MAX_PENDING);
    std::thread::spawn(move || read_lines(&sender, &line_slots));
    let mut held_slots = 0;
    let mut is_closed = false;
    while let Ok(event) = events.recv() {
        let effects = match event {
            LoopEvent::Line(line) => {
                held_slots += 1;
                log.as_mut().map_or(Ok(()), |log| log.write(&marked('>', &line)))?;
                protocol.on_line(&line)
            }
            LoopEvent::Engine(event) => {
                searches.result(event)?.map_or_else(Vec::new, |result| protocol.on_result(result))
            }
            LoopEvent::Closed => {
                is_closed = true;
                Vec::new()
            }
            LoopEvent::Failed(error) => {
                return Err(CliError::failed(format_args!("cannot read stdin: {error}")));
            }
        };
        while held_slots > protocol.queued_lines() && freed_slots.try_recv().is_ok() {
            held_slots -= 1;
        }
        for effect in effects {
            match effect {
                Effect::Send(text) => {
                    log.as_mut().map_or(Ok(()), |log| log.write(&marked('<', &text)))?;
                    let mut stdout = std::io::stdout().lock();
                    writeln!(stdout, "{text}").and_then(|()| stdout.flush())?;
                }
                Effect::Search(task) => searches.start(task),
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
    engine: EngineHandle,
    limits: Limits,
    numbers: HashMap<u64, u64>,
}

impl Searches {
    fn new(arguments: &EngineArgs, events: Sender<LoopEvent>) -> Result<Searches, CliError> {
        let mut engine = engines::open("othello", "", Some(&arguments.engine))?;
        engine.new_game(arguments.seed);
        let on_event = move |event| {
            matches!(event, EngineEvent::Progress { .. }) || events.send(LoopEvent::Engine(event)).is_ok()
        };
        Ok(Searches {
            engine: EngineHandle::spawn(engine, TimeManager::PIPE, on_event),
            limits: arguments.limits.limits()?,
            numbers: HashMap::new(),
        })
    }

    fn start(&mut self, task: peers::SearchTask) {
        let mut limits = self.limits.clone();
        limits.clock = task.clock;
        limits.depth = match (limits.depth, task.depth) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        let id = self.engine.search(SearchTask { position: task.position, past: Vec::new(), limits });
        self.numbers.insert(id, task.number);
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

/// Sends the lines of stdin as events, each after taking a slot.
fn read_lines(events: &Sender<LoopEvent>, line_slots: &SyncSender<()>) {
    for line in bounded_read::lines(std::io::stdin().lock(), MAX_LINE) {
        let event = line.map_or_else(LoopEvent::Failed, LoopEvent::Line);
        if line_slots.send(()).is_err() || events.send(event).is_err() {
            return;
        }
    }
    // A receiver that is gone needs no notice.
    let _ = events.send(LoopEvent::Closed);
}

/// Received (`>`) or sent (`<`) text, each line with its mark.
fn marked(sign: char, text: &str) -> String {
    text.lines().map(|line| format!("{sign} {line}\n")).collect()
}
