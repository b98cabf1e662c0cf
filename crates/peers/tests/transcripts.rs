//! Protocol transcripts: `>` is a line to the engine, `<` its output, `!` another effect, and `*` the result of the oldest
//! search, which returns the first legal move.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use std::collections::VecDeque;
use std::path::Path;
use std::time::Duration;

use engine::Analysis;
use peers::gtp::GtpEngine;
use peers::nboard::NBoardEngine;
use peers::{Effect, ProtocolEngine, SearchTask, TaskResult};
use search::{Evaluation, Unit};

/// Search result with the first legal move and fixed figures.
fn first_move(task: &SearchTask) -> TaskResult {
    let best = task.position.read_move(&task.position.moves()[0]).unwrap();
    let analysis = Analysis {
        evaluation: Evaluation::Value { value: 1.5, unit: Unit::Discs },
        pv: vec![best.clone()],
        depth: task.limits.depth.unwrap_or(4),
        nodes: 7,
        best,
        alternatives: Vec::new(),
    };
    TaskResult { task: task.number, analysis: Ok(Some(analysis)), took: Duration::from_millis(250) }
}

/// Replays the input lines of a transcript; returns the transcript with the current output.
fn replay(transcript: &str, engine: &mut dyn ProtocolEngine) -> String {
    let mut replayed = String::new();
    let mut tasks: VecDeque<SearchTask> = VecDeque::new();
    for line in transcript.lines() {
        let effects = match line.split_at_checked(1) {
            Some((">", text)) => engine.on_line(text.strip_prefix(' ').unwrap_or(text)),
            Some(("*", _)) => engine.on_result(first_move(&tasks.pop_front().unwrap())),
            Some(("<" | "!", _)) => continue,
            _ => Vec::new(),
        };
        replayed.push_str(&format!("{line}\n"));
        for effect in effects {
            match effect {
                Effect::Send(text) => {
                    replayed.extend(text.lines().map(|line| format!("{}\n", format!("< {line}").trim_end())));
                }
                Effect::Search(task) => {
                    let depth = task.limits.depth.map_or(String::new(), |depth| format!(" depth {depth}"));
                    let time = task.limits.clock.map_or(String::new(), |clock| {
                        let moves = clock.moves_to_go.or(clock.expected_moves).unwrap_or_default();
                        format!(" {} ms for {moves} moves", clock.remaining.as_millis())
                    });
                    replayed.push_str(&format!("! search{depth}{time}: {}\n", task.position.position()));
                    tasks.push_back(task);
                }
                Effect::Stop => replayed.push_str("! stop\n"),
                Effect::NewGame(seed) => {
                    replayed.push_str(
                        &seed.map_or("! new game\n".to_owned(), |seed| format!("! new game {seed}\n")),
                    );
                }
                Effect::PonderHit => replayed.push_str("! ponder hit\n"),
                Effect::SetOption(key, value) => replayed.push_str(&format!("! option {key} {value}\n")),
                Effect::Open(settings) => replayed.push_str(&format!("! open {}\n", settings.trim())),
                Effect::Quit => replayed.push_str("! quit\n"),
            }
        }
    }
    replayed
}

fn check(name: &str, engine: &mut dyn ProtocolEngine) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts").join(format!("{name}.txt"));
    let transcript = std::fs::read_to_string(path).unwrap();
    let replayed = replay(&transcript, engine);
    for (number, (expected, found)) in transcript.lines().zip(replayed.lines()).enumerate() {
        assert_eq!(found, expected, "line {} of {name}; now:\n{replayed}", number + 1);
    }
    assert_eq!(replayed, transcript);
}

#[test]
fn gtp_commands() {
    check("gtp-commands", &mut GtpEngine::new("first"));
}

#[test]
fn gtp_games() {
    check("gtp-game", &mut GtpEngine::new("first"));
}

#[test]
fn gtp_passes_and_scores() {
    check("gtp-pass", &mut GtpEngine::new("first"));
}

#[test]
fn gtp_time() {
    check("gtp-time", &mut GtpEngine::new("first"));
}

#[test]
fn nboard_commands() {
    check("nboard-commands", &mut NBoardEngine::new("first"));
}

#[test]
fn nboard_is_interrupted() {
    check("nboard-interrupted", &mut NBoardEngine::new("first"));
}

#[test]
fn nboard_hints_and_analysis() {
    check("nboard-hints", &mut NBoardEngine::new("first"));
}
