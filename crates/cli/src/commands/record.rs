//! `takhteh record`

use std::path::{Path, PathBuf};

use clap::Subcommand;
use games::catalog;
use table::verify::{Verdict, verify};

use crate::bounded_read::{read_all, read_file};
use crate::error::CliError;
use crate::output::{Output, json};

/// Maximum length of a record in bytes.
const MAX_RECORD: u64 = 64 << 20;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Play a record again and check every move, clock and roll
    Verify {
        /// The record (- for stdin)
        file: PathBuf,
    },
}

pub(crate) fn run(command: &Command, output: &mut Output) -> Result<(), CliError> {
    let Command::Verify { file } = command;
    let bytes = read(file)?;
    let verdict = String::from_utf8(bytes)
        .map_err(|error| {
            let line =
                error.as_bytes()[..error.utf8_error().valid_up_to()].split(|&byte| byte == b'\n').count();
            rules::InputError::new(format!("line {line}: expected text in UTF-8"))
        })
        .and_then(|text| verify(&text, catalog::open_rules));
    match verdict {
        Ok(verdict) => output.result(
            || format!("{}: {}", file.display(), summary(&verdict)),
            || {
                let ending = verdict.ending.as_ref();
                json!({
                    "file": file.display().to_string(), "verified": true,
                    "game": verdict.setup.rules.split_whitespace().next(), "names": verdict.setup.names,
                    "events": verdict.events, "moves": verdict.moves, "rolls": verdict.rolls,
                    "dice_checked": verdict.dice_checked, "finished": ending.is_some(),
                    "places": ending.map(|ending| &ending.places), "points": ending.map(|ending| &ending.points),
                    "rule": ending.map(|ending| &ending.rule), "position": verdict.position,
                })
            },
        ),
        Err(error) => {
            if output.is_json() {
                output.result(String::new, || {
                    json!({"file": file.display().to_string(), "verified": false, "error": error.to_string()})
                })?;
            }
            output.flush()?;
            Err(CliError::failed(format_args!("{}, {error}", file.display())))
        }
    }
}

fn read(file: &Path) -> Result<Vec<u8>, CliError> {
    match file == Path::new("-") {
        true => read_all(std::io::stdin().lock(), "stdin", MAX_RECORD),
        false => read_file(file, MAX_RECORD),
    }
}

fn summary(verdict: &Verdict) -> String {
    let game = verdict.setup.rules.split_whitespace().next().unwrap_or_default();
    let end = match &verdict.ending {
        Some(ending) => {
            let places = verdict.setup.names.iter().zip(&ending.places).zip(&ending.points);
            let places: Vec<String> =
                places.map(|((name, place), points)| format!("{name} place {place} with {points}")).collect();
            format!("ended by {}: {}", ending.rule, places.join(", "))
        }
        None => "not finished".to_owned(),
    };
    let dice = match (verdict.rolls, verdict.dice_checked) {
        (0, _) => String::new(),
        (rolls, true) => format!(", {rolls} rolls computed again from the secret"),
        (rolls, false) => format!(", {rolls} rolls that could come (their secret is not out yet)"),
    };
    format!("verified, {game}, {} moves{dice}, {end}", verdict.moves)
}
