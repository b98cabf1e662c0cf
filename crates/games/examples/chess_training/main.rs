//! Tunes the coefficients of the chess evaluation over many armies.
//!
//! ```text
//! cargo run --release -p games --example chess_training -- games FILE --games N [--seed S] [--nodes 1500] [--threads T]
//! cargo run --release -p games --example chess_training -- fit FILE [--labels FILE] [--rounds 3] [--threads T]
//! ```
//!
//! `games` appends quiet positions of self-play, one a line, with the number of the army, the score of the search and the
//! result of the game. Every game has an army of its own: orthodox chess, or pieces drawn from all built-in armies. `fit`
//! lowers the mean squared error between predicted and real results by gradient descent, and prints the table of
//! `src/chess/weights/tuned.rs`. `--labels` adds positions of orthodox chess with the scores of another engine, as
//! `trials/chess_labels.py` writes them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a development tool"
)]

mod armies;
mod fit;
mod self_play;

use std::path::PathBuf;

use fit::{Source, SourceKind};

/// Options of the form `--name value` after the file.
struct Options(Vec<String>);

impl Options {
    fn number(&self, name: &str, default: u64) -> u64 {
        let Some(text) = self.text(name) else { return default };
        text.parse().unwrap_or_else(|_| panic!("{name} {text}: expected a whole number"))
    }

    fn text(&self, name: &str) -> Option<&str> {
        let at = self.0.iter().position(|word| word == name)?;
        Some(self.0.get(at + 1).unwrap_or_else(|| panic!("{name} needs a value")))
    }
}

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    assert!(words.len() >= 2, "expected games or fit, and a file");
    let options = Options(words.split_off(2));
    let file = PathBuf::from(&words[1]);
    let threads = options.number("--threads", 2);
    match words[0].as_str() {
        "games" => self_play::generate(
            &file,
            &self_play::Plan {
                games: options.number("--games", 4_000),
                seed: options.number("--seed", 1),
                nodes: options.number("--nodes", 1_500),
                threads,
            },
        ),
        "fit" => {
            let mut sources = vec![Source { path: file, kind: SourceKind::SelfPlay }];
            if let Some(labels) = options.text("--labels") {
                sources.push(Source { path: labels.into(), kind: SourceKind::Labels });
            }
            fit::fit(&sources, options.number("--rounds", 3), threads as usize);
        }
        other => panic!("{other}: expected games or fit"),
    }
}
