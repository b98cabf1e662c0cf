//! Tunes the coefficients of the chess evaluation over many armies.
//!
//! ```text
//! cargo run --release -p games --example chess_training -- games FILE --games N [--seed S] [--nodes 1500] [--threads T]
//! cargo run --release -p games --example chess_training -- fit FILE [--sweeps 30] [--threads T]
//! ```
//!
//! `games` appends quiet positions of self-play, one a line, with the number of the army, the score of the search and the
//! result of the game. Every game has an army of its own: orthodox chess, or pieces drawn from all built-in armies. `fit`
//! changes one coefficient after the other while the mean squared error between predicted and real results falls, and
//! prints the table of `src/chess/weights.rs`.
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

/// Options of the form `--name value` after the file.
struct Options(Vec<String>);

impl Options {
    fn number(&self, name: &str, default: u64) -> u64 {
        let Some(at) = self.0.iter().position(|word| word == name) else { return default };
        let text = self.0.get(at + 1).unwrap_or_else(|| panic!("{name} needs a value"));
        text.parse().unwrap_or_else(|_| panic!("{name} {text}: expected a whole number"))
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
        "fit" => fit::fit(&file, options.number("--sweeps", 30), threads as usize),
        other => panic!("{other}: expected games or fit"),
    }
}
