//! Conversations as files: `>` is said to us, `<` is what we say, `!` what we ask of the conductor, and at `*` the engine
//! has found what it was first asked for. The engine of these stories takes the first legal move.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use std::collections::VecDeque;
use std::path::Path;
use std::time::Duration;

use engine::Analysis;
use games::catalog;
use peers::gtp::GtpEngine;
use peers::nboard::NBoardEngine;
use peers::{Act, Conversation, Finding, Task};
use search::{Evaluation, Unit};

/// What the engine of these stories finds: the first move of the list, and always the same about it.
fn first_move(task: &Task) -> Finding {
    let board = catalog::open("othello", "").unwrap().read_position(&task.position).unwrap();
    let best = board.moves().into_iter().next().unwrap();
    let advice = Analysis {
        evaluation: Evaluation::Value { value: 1.5, unit: Unit::Discs },
        pv: vec![best.clone()],
        depth: task.depth.unwrap_or(4),
        nodes: 7,
        best,
        alternatives: Vec::new(),
    };
    Finding { task: task.number, advice: Ok(Some(advice)), took: Duration::from_millis(250) }
}

/// The story told anew: what is said to us as it stands there, what we do as we do it now.
fn retold(story: &str, conversation: &mut dyn Conversation) -> String {
    let mut told = String::new();
    let mut tasks: VecDeque<Task> = VecDeque::new();
    for line in story.lines() {
        let acts = match line.split_at_checked(1) {
            Some((">", text)) => conversation.hear(text.strip_prefix(' ').unwrap_or(text)),
            Some(("*", _)) => conversation.learn(first_move(&tasks.pop_front().unwrap())),
            Some(("<" | "!", _)) => continue,
            _ => Vec::new(),
        };
        told.push_str(&format!("{line}\n"));
        for act in acts {
            match act {
                Act::Say(text) => {
                    told.extend(text.lines().map(|line| format!("{}\n", format!("< {line}").trim_end())));
                }
                Act::Think(task) => {
                    let depth = task.depth.map_or(String::new(), |depth| format!(" depth {depth}"));
                    let time = task.time.map_or(String::new(), |time| format!(" {} ms", time.as_millis()));
                    told.push_str(&format!("! think{depth}{time}: {}\n", task.position));
                    tasks.push_back(task);
                }
                Act::Stop => told.push_str("! stop\n"),
                Act::Begin(seed) => {
                    told.push_str(&seed.map_or("! begin\n".to_owned(), |seed| format!("! begin {seed}\n")));
                }
                Act::Quit => told.push_str("! quit\n"),
            }
        }
    }
    told
}

fn check(name: &str, conversation: &mut dyn Conversation) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts").join(format!("{name}.txt"));
    let story = std::fs::read_to_string(path).unwrap();
    let told = retold(&story, conversation);
    for (number, (expected, found)) in story.lines().zip(told.lines()).enumerate() {
        assert_eq!(found, expected, "line {} of {name}; it now goes\n{told}", number + 1);
    }
    assert_eq!(told, story);
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
