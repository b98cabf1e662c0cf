//! Trains the evaluation of Othello: plays games, fits the weights of the patterns, and measures their error.
//!
//! ```text
//! cargo run --release -p games --example othello_training -- games FILE --games N [--seed S] [--exact 18] [--threads T]
//! cargo run --release -p games --example othello_training -- fit FILE --out WEIGHTS
//! cargo run --release -p games --example othello_training -- error FILE [--weights WEIGHTS]
//! cargo run --release -p games --example othello_training -- probcut FILE [--weights WEIGHTS] [--positions N]
//! ```
//!
//! `games.txt.xz` beside this file has the 200,000 games to which the built-in weights are fitted, played with seed 1 and the weights
//! before them; `xz -dk` unpacks it for `fit`, `error` and `probcut`, and for `games` to go on.
//!
//! `games` appends to its file, one game a line, and resumes where it was stopped or killed: game `n` follows from the
//! seed and `n` alone. `fit` writes the file of `src/othello/patterns`; the same games give the same weights. `error`
//! compares evaluations of held-out games with their results, by number of empty squares. `probcut` measures how well
//! shallow searches predict deep ones.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a development tool"
)]

mod fit;
mod probcut;
mod samples;
mod self_play;

use std::path::PathBuf;
use std::sync::Arc;

use games::othello::patterns::Weights;

use self_play::Plan;

/// Options of the form `--name value` after the file.
struct Options(Vec<String>);

impl Options {
    fn get(&self, name: &str) -> Option<&str> {
        let at = self.0.iter().position(|word| word == name)?;
        Some(self.0.get(at + 1).unwrap_or_else(|| panic!("{name} needs a value")))
    }

    fn number(&self, name: &str, default: u64) -> u64 {
        self.get(name).map_or(default, |text| {
            text.parse().unwrap_or_else(|_| panic!("{name} {text}: expected a whole number"))
        })
    }
}

/// The weights of an option, or the built-in ones.
fn weights(options: &Options) -> Arc<Weights> {
    match options.get("--weights") {
        Some(path) => Arc::new(Weights::read(&std::fs::read(path).unwrap()).unwrap()),
        None => Weights::builtin(),
    }
}

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    assert!(words.len() >= 2, "expected games, fit, error or probcut, and a file");
    let options = Options(words.split_off(2));
    let file = PathBuf::from(&words[1]);
    match words[0].as_str() {
        "games" => {
            let plan = Plan {
                games: options.number("--games", 200_000),
                seed: options.number("--seed", 1),
                exact_from: options.number("--exact", 18) as u32,
                threads: options.number("--threads", 2) as usize,
            };
            self_play::generate(&file, plan);
        }
        "fit" => {
            let out = options.get("--out").expect("fit needs --out WEIGHTS");
            let weights = fit::fit(&samples::read(&file), options.number("--threads", 2) as usize);
            std::fs::write(out, weights).unwrap();
        }
        "error" => fit::print_errors(&samples::read(&file), &weights(&options)),
        "probcut" => {
            let positions = options.number("--positions", 200) as usize;
            probcut::measure(&samples::read(&file), &weights(&options), positions);
        }
        other => panic!("{other}: expected games, fit, error or probcut"),
    }
}
