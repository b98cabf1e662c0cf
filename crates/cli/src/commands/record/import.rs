//! `takhteh record import`: records of the games of a PGN file.

use std::path::PathBuf;

use clap::Args;
use export::read_pgn;

use super::{read, text};
use crate::error::CliError;
use crate::output::{Output, counted, json};

#[derive(Args)]
pub(crate) struct Arguments {
    /// PGN file (- for stdin)
    file: PathBuf,

    /// Folder for the records, new or empty; without one the records are checked and printed
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// Skip games that cannot be read, instead of stopping at the first
    #[arg(long)]
    skip_invalid: bool,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let name = arguments.file.display().to_string();
    let bytes = read(&arguments.file)?;
    let in_file = |error: &dyn std::fmt::Display| CliError::failed(format_args!("{name}, {error}"));
    let pgn = text(&bytes).map_err(|error| in_file(&error))?;
    let games = read_pgn(pgn).map_err(|error| in_file(&error))?;
    let (mut records, mut skipped) = (Vec::new(), Vec::new());
    for game in &games {
        match game.record() {
            Ok(record) => records.push((game, record)),
            Err(error) if arguments.skip_invalid => skipped.push(error.to_string()),
            Err(error) => return Err(in_file(&error)),
        }
    }
    if let Some(folder) = &arguments.records {
        let cannot = |error: std::io::Error| {
            CliError::usage(format_args!("cannot write records to {}: {error}", folder.display()))
        };
        std::fs::create_dir_all(folder).map_err(cannot)?;
        if std::fs::read_dir(folder).map_err(cannot)?.next().is_some() {
            return Err(CliError::usage(format_args!(
                "cannot write records to {}: expected a new or empty folder",
                folder.display()
            )));
        }
        let digits = records.len().to_string().len();
        for ((_, record), number) in records.iter().zip(1..) {
            std::fs::write(folder.join(format!("game-{number:0digits$}.record")), record).map_err(cannot)?;
        }
    }
    for ((game, record), number) in records.iter().zip(1..) {
        let tag = |key| game.tag(key).unwrap_or("?");
        let (white, black, plies) = (tag("White"), tag("Black"), game.moves.len());
        output.result(
            || match arguments.records {
                Some(_) => {
                    format!("game {number}: {white} - {black} {}, {}", game.result, counted(plies, "move"))
                }
                None => record.strip_suffix('\n').unwrap_or(record).to_owned(),
            },
            || {
                json!({
                    "game": number, "line": game.line, "white": white, "black": black, "result": game.result,
                    "moves": plies, "record": record,
                })
            },
        )?;
    }
    output.flush()?;
    match skipped.first() {
        Some(first) => Err(CliError::failed(format_args!(
            "{name}: {} of {} skipped, the first at {first}",
            skipped.len(),
            counted(games.len(), "game")
        ))),
        None => Ok(()),
    }
}
