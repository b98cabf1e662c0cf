//! An engine protocol on stdin and stdout.

use std::collections::{HashMap, VecDeque};
use std::io::Write;
use std::path::PathBuf;
use std::sync::mpsc::{Sender, SyncSender, channel, sync_channel};
use std::time::Instant;

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
    /// An event of the engine that was opened as number so and so.
    Engine(u64, EngineEvent),
}

/// Runs a protocol for a game until it ends.
pub(crate) fn run(
    arguments: &EngineArgs,
    game: &'static str,
    settings: &str,
    mut protocol: impl ProtocolEngine,
) -> Result<(), CliError> {
    let mut log = arguments.log.as_deref().map(LogFile::open).transpose()?;
    let (sender, events) = channel();
    let mut searches = Searches::new(arguments, game, settings, sender.clone())?;
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
            LoopEvent::Engine(number, event) if number == searches.opened => {
                searches.handle(event, &mut protocol)?
            }
            // An engine that was replaced has nothing to say any more.
            LoopEvent::Engine(..) => Vec::new(),
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
        let mut queue = VecDeque::from(effects);
        while let Some(effect) = queue.pop_front() {
            match effect {
                Effect::Send(text) => {
                    log.as_mut().map_or(Ok(()), |log| log.write(&marked('<', &text)))?;
                    let mut stdout = std::io::stdout().lock();
                    writeln!(stdout, "{text}").and_then(|()| stdout.flush())?;
                }
                Effect::Search(task) => searches.start(task),
                Effect::NewGame(seed) => searches.engine.new_game(seed.unwrap_or(arguments.seed)),
                Effect::Stop => searches.engine.stop(),
                Effect::PonderHit => searches.engine.ponder_hit(),
                Effect::SetOption(key, value) => searches.engine.set_option(key, &value),
                Effect::Open(settings) => {
                    for task in searches.open(&settings)? {
                        queue.extend(protocol.on_cancelled(task));
                    }
                }
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
struct Searches<'a> {
    arguments: &'a EngineArgs,
    game: &'static str,
    events: Sender<LoopEvent>,
    engine: EngineHandle,
    /// How many engines were opened.
    opened: u64,
    limits: Limits,
    /// Number and start of each task, by the engine's number of it.
    tasks: HashMap<u64, (u64, Instant)>,
}

impl<'a> Searches<'a> {
    fn new(
        arguments: &'a EngineArgs,
        game: &'static str,
        settings: &str,
        events: Sender<LoopEvent>,
    ) -> Result<Searches<'a>, CliError> {
        let limits = arguments.limits.limits()?;
        let engine = open(arguments, game, settings, 0, events.clone())?;
        Ok(Searches { arguments, game, events, engine, opened: 0, limits, tasks: HashMap::new() })
    }

    /// Replaces the engine; returns the tasks that are cancelled by that.
    fn open(&mut self, settings: &str) -> Result<Vec<u64>, CliError> {
        self.opened += 1;
        self.engine = open(self.arguments, self.game, settings, self.opened, self.events.clone())?;
        let mut cancelled: Vec<u64> = self.tasks.drain().map(|(_, (number, _))| number).collect();
        cancelled.sort_unstable();
        Ok(cancelled)
    }

    fn start(&mut self, task: peers::SearchTask) {
        let peers::SearchTask { number, position, past, limits } = task;
        let least = |one: Option<u64>, other: Option<u64>| one.into_iter().chain(other).min();
        let limits = Limits {
            depth: self.limits.depth.into_iter().chain(limits.depth).min(),
            nodes: least(self.limits.nodes, limits.nodes),
            // A time of the protocol is the controller's; the one of the command line holds without it.
            move_time: if limits.clock.is_some() {
                limits.move_time
            } else {
                limits.move_time.or(self.limits.move_time)
            },
            ..limits
        };
        let id = self.engine.search(SearchTask { position, past, limits });
        self.tasks.insert(id, (number, Instant::now()));
    }

    /// Hands an event to the protocol.
    fn handle(
        &mut self,
        event: EngineEvent,
        protocol: &mut impl ProtocolEngine,
    ) -> Result<Vec<Effect>, CliError> {
        Ok(match event {
            EngineEvent::Done { task, result, took } => match self.tasks.remove(&task) {
                Some((task, _)) => protocol.on_result(TaskResult { task, analysis: result, took }),
                None => Vec::new(),
            },
            EngineEvent::Cancelled { task } => match self.tasks.remove(&task) {
                Some((task, _)) => protocol.on_cancelled(task),
                None => Vec::new(),
            },
            EngineEvent::Progress { task, analysis } => match self.tasks.get(&task) {
                Some((task, begun)) => protocol.on_progress(*task, &analysis, begun.elapsed()),
                None => Vec::new(),
            },
            EngineEvent::OptionRejected(error) => protocol.on_rejected_option(&error),
            EngineEvent::Crashed { .. } => return Err(CliError::failed("the engine crashed")),
        })
    }
}

/// Opens an engine whose events carry this number.
fn open(
    arguments: &EngineArgs,
    game: &str,
    settings: &str,
    number: u64,
    events: Sender<LoopEvent>,
) -> Result<EngineHandle, CliError> {
    let mut engine = engines::open(game, settings, Some(&arguments.engine))?;
    engine.new_game(arguments.seed);
    let on_event = move |event| events.send(LoopEvent::Engine(number, event)).is_ok();
    Ok(EngineHandle::spawn(engine, TimeManager::PIPE, on_event))
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
