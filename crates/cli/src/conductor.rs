//! A conversation on stdin and stdout, with an engine that thinks on a thread of its own.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use arena::{Pace, Timer, timed};
use clap::Args;
use games::thinker::{self, Thinker};
use peers::{Act, Conversation, Finding, Task};
use search::{EngineName, Limits};

use crate::failure::Failure;
use crate::pace::PaceChoice;

/// No line is longer.
const LONGEST_LINE: u64 = 1 << 20;

/// Who answers, as options of a command.
#[derive(Args)]
pub(crate) struct EngineChoice {
    /// Who thinks, with options as in strong:level=6
    #[arg(long, value_name = "ENGINE", default_value = "strong")]
    pub(crate) engine: EngineName,

    #[command(flatten)]
    pace: PaceChoice,

    /// Makes random choices repeatable
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Write down what is heard (>) and said (<) behind what is in this file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// Something the conductor waits for.
enum Event {
    Line(String),
    /// Nobody will say anything more.
    Closed,
    Found(Finding),
    /// The engine is no more.
    Broken,
}

/// Something for the engine to do.
enum Order {
    Begin(u64),
    Think(Task),
}

/// Holds a conversation about Othello until it is over.
pub(crate) fn conduct(choice: &EngineChoice, mut conversation: impl Conversation) -> Result<(), Failure> {
    let pace = choice.pace.pace()?;
    let mut thinker = thinker::open("othello", "", Some(&choice.engine))?;
    thinker.begin(choice.seed);
    let mut log = choice.log.as_deref().map(Log::open).transpose()?;
    let (sender, events) = channel();
    let (orders, taken) = channel();
    let cancelled = Arc::new(AtomicU64::new(0));
    let timer = Arc::new(Timer::new());
    let mind = Mind { thinker, pace, timer: Arc::clone(&timer), cancelled: Arc::clone(&cancelled) };
    let found = sender.clone();
    std::thread::spawn(move || mind.work(&taken, &found));
    std::thread::spawn(move || listen(&sender));
    let mut is_closed = false;
    let mut latest = 0;
    while let Ok(event) = events.recv() {
        let acts = match event {
            Event::Line(line) => {
                log.as_mut().map_or(Ok(()), |log| log.write('>', &line))?;
                conversation.hear(&line)
            }
            Event::Found(finding) => conversation.learn(finding),
            Event::Broken => return Err(Failure::work("the engine broke down")),
            Event::Closed => {
                is_closed = true;
                Vec::new()
            }
        };
        for act in acts {
            // If the engine is gone, its thread has ended with it, and so has our work.
            let order = |order| orders.send(order).map_err(|_| Failure::work("the engine does not answer"));
            match act {
                Act::Say(text) => {
                    log.as_mut().map_or(Ok(()), |log| log.write('<', &text))?;
                    let mut stdout = std::io::stdout().lock();
                    writeln!(stdout, "{text}").and_then(|()| stdout.flush())?;
                }
                Act::Think(task) => {
                    latest = task.number;
                    order(Order::Think(task))?;
                }
                Act::Begin(seed) => order(Order::Begin(seed.unwrap_or(choice.seed)))?,
                Act::Stop => {
                    // First the number, then the flag: see `Mind::think`.
                    cancelled.store(latest, Ordering::SeqCst);
                    timer.stop().store(true, Ordering::SeqCst);
                }
                Act::Quit => return Ok(()),
            }
        }
        if is_closed && conversation.is_idle() {
            break;
        }
    }
    Ok(())
}

/// Passes on what is said on stdin.
fn listen(events: &Sender<Event>) {
    let mut stdin = std::io::stdin().lock();
    loop {
        let mut line = Vec::new();
        match stdin.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(1..) => {
                let line = String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned();
                if events.send(Event::Line(line)).is_err() {
                    return;
                }
            }
            Ok(0) | Err(_) => {
                // If nobody listens any more, nobody needs to know.
                let _ = events.send(Event::Closed);
                return;
            }
        }
    }
}

/// The engine on its thread.
struct Mind {
    thinker: Box<dyn Thinker>,
    pace: Pace,
    timer: Arc<Timer>,
    /// Tasks up to this number are not wanted any more.
    cancelled: Arc<AtomicU64>,
}

impl Mind {
    fn work(mut self, orders: &Receiver<Order>, found: &Sender<Event>) {
        while let Ok(order) = orders.recv() {
            match order {
                Order::Begin(seed) => self.thinker.begin(seed),
                Order::Think(task) => {
                    // Whoever waits for an answer must not wait for ever.
                    let thinking = AssertUnwindSafe(|| self.think(&task));
                    let Ok(finding) = catch_unwind(thinking) else {
                        // If nobody listens any more, nobody waits.
                        let _ = found.send(Event::Broken);
                        return;
                    };
                    if finding.is_some_and(|finding| found.send(Event::Found(finding)).is_err()) {
                        return;
                    }
                }
            }
        }
    }

    /// What is found of a task; nothing if it was cancelled before.
    fn think(&mut self, task: &Task) -> Option<Finding> {
        let given = match self.pace {
            Pace::Time(time) => Some(time),
            Pace::Free | Pace::Depth(_) | Pace::Nodes(_) => None,
        };
        let time = [given, task.time].into_iter().flatten().min();
        self.timer.set(time.unwrap_or(Duration::MAX));
        // Setting the timer has lowered the flag. Whoever cancels sets the number before raising it: so either we see
        // the number here, or the flag is raised after this.
        if self.cancelled.load(Ordering::SeqCst) >= task.number {
            return None;
        }
        let mut limits = Limits::until(self.timer.stop());
        if let Some(time) = time {
            limits = limits.timed(time);
        }
        if let Pace::Nodes(nodes) = self.pace {
            limits = limits.nodes(nodes);
        }
        if let Pace::Depth(depth) = self.pace {
            limits = limits.depth(depth);
        }
        if let Some(depth) = task.depth {
            limits = limits.depth(depth.min(limits.depth));
        }
        let thinker = &mut self.thinker;
        let (advice, took) = timed(|| thinker.think(&task.position, &[], &limits, &mut |_| {}));
        Some(Finding { task: task.number, advice, took })
    }
}

/// A conversation written down.
struct Log {
    file: File,
    path: PathBuf,
}

impl Log {
    fn open(path: &Path) -> Result<Log, Failure> {
        let file = OpenOptions::new().append(true).create(true).open(path).map_err(|error| {
            Failure::call(format_args!("{} cannot hold the conversation: {error}", path.display()))
        })?;
        Ok(Log { file, path: path.to_owned() })
    }

    fn write(&mut self, sign: char, text: &str) -> Result<(), Failure> {
        let lines: String = text.lines().map(|line| format!("{sign} {line}\n")).collect();
        self.file.write_all(lines.as_bytes()).map_err(|error| {
            Failure::work(format_args!("{} could not be written: {error}", self.path.display()))
        })
    }
}
