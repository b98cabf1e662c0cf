//! A conversation on stdin and stdout, with an engine that thinks on a thread of its own.

use std::io::{BufRead, Read, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};

use clap::Args;
use games::engines;
use peers::{Effect, ProtocolEngine};
use search::EngineName;

use crate::error::CliError;
use crate::log_file::LogFile;
use crate::mind::{Mind, Thought};
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
    Thought(Thought),
}

/// Holds a conversation about Othello until it is over.
pub(crate) fn conduct(choice: &EngineChoice, mut conversation: impl ProtocolEngine) -> Result<(), CliError> {
    let pace = choice.pace.pace()?;
    let mut thinker = engines::open("othello", "", Some(&choice.engine))?;
    thinker.new_game(choice.seed);
    let mut log = choice.log.as_deref().map(LogFile::open).transpose()?;
    let (sender, events) = channel();
    let found = sender.clone();
    let mut mind = Mind::new(thinker, pace, move |thought| found.send(Event::Thought(thought)).is_ok());
    std::thread::spawn(move || listen(&sender));
    let mut is_closed = false;
    while let Ok(event) = events.recv() {
        let acts = match event {
            Event::Line(line) => {
                log.as_mut().map_or(Ok(()), |log| log.write(&marked('>', &line)))?;
                conversation.on_line(&line)
            }
            Event::Thought(Thought::Found(finding)) => conversation.on_result(finding),
            Event::Thought(Thought::Broken(_)) => return Err(CliError::failed("the engine broke down")),
            Event::Closed => {
                is_closed = true;
                Vec::new()
            }
        };
        for act in acts {
            match act {
                Effect::Send(text) => {
                    log.as_mut().map_or(Ok(()), |log| log.write(&marked('<', &text)))?;
                    let mut stdout = std::io::stdout().lock();
                    writeln!(stdout, "{text}").and_then(|()| stdout.flush())?;
                }
                Effect::Search(task) => mind.think(task)?,
                Effect::NewGame(seed) => mind.begin(seed.unwrap_or(choice.seed))?,
                Effect::Stop => mind.stop(),
                Effect::Quit => return Ok(()),
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

/// What is heard (`>`) and said (`<`), line by line.
fn marked(sign: char, text: &str) -> String {
    text.lines().map(|line| format!("{sign} {line}\n")).collect()
}
