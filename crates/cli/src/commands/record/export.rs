//! `takhteh record export`: games in the formats of other programs.

use std::path::Path;

use clap::Args;
use export::{Format, GameRecord};

use super::{read, text};
use crate::data_folder::DataArgs;
use crate::error::CliError;
use crate::output::{Output, json};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Id of a stored game, or a record file (- for stdin)
    game: String,

    /// Format: pgn, ggf, transcript, mat or record
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,

    #[command(flatten)]
    data: DataArgs,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let name = &arguments.game;
    let path = Path::new(name);
    let (record, finished) = if name == "-" || path.is_file() {
        let bytes = read(path)?;
        (text(&bytes).map_err(|error| CliError::failed(format_args!("{name}, {error}")))?.to_owned(), None)
    } else {
        let (_, record, finished) = arguments.data.open()?.game(name)?;
        (record, finished.map(|game| game.finished))
    };
    if record.is_empty() {
        return Err(CliError::failed(format_args!("cannot export the game {name}: it has not started yet")));
    }
    let game = GameRecord::read(&record, finished)
        .map_err(|error| CliError::failed(format_args!("cannot export {name}: {error}")))?;
    let format = match &arguments.to {
        Some(format) => Format::named(format, game.game())
            .map_err(|error| CliError::usage(format_args!("cannot use --to: {error}")))?,
        None => Format::of_game(game.game()).first().copied().unwrap_or(Format::Record),
    };
    let written = game.write(format).map_err(|error| {
        CliError::failed(format_args!("cannot export {name} as {}: {error}", format.name()))
    })?;
    output.result(
        || written.strip_suffix('\n').unwrap_or(&written).to_owned(),
        || json!({"game": game.game(), "format": format.name(), "text": written}),
    )
}
