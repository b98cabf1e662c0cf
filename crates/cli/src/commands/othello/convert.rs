//! `takhteh othello convert`: conversion of game files.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use games::othello::formats::game_file::{self, FileGame};
use games::othello::formats::{PlayedGame, ggf, transcript};
use rules::InputError;

use crate::bounded_read::{read_all, read_file};
use crate::error::CliError;
use crate::output::{Output, counted, json};

/// Largest game file in bytes: a million games.
const MAX_FILE: u64 = 64 << 20;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Game file (- for stdin): transcripts, one per line, GGF, or WTHOR (.wtb)
    file: PathBuf,

    /// Output format, one game per line
    #[arg(long, value_enum, default_value_t = Target::Transcript)]
    to: Target,
}

/// Output format.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    /// f5d6c3..., without passes
    Transcript,
    /// Format of NBoard and GGS
    Ggf,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let file = &arguments.file;
    let name = display_name(file);
    let bytes = read_file_or_stdin(file, MAX_FILE)?;
    // The name says WTHOR, even if the content does not look like it.
    let is_wthor = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wtb"));
    let games = if is_wthor { game_file::wthor_games(&bytes) } else { game_file::games(&bytes) };
    let games = games.map_err(|error| CliError::failed(format_args!("cannot read {name}: {error}")))?;
    let (mut converted, mut errors) = (0, 0);
    for (game, number) in games.zip(1..) {
        match game.and_then(|game| arguments.to.write(&game.ggf, number).map(|text| (game, text))) {
            Ok((game, text)) => {
                converted += 1;
                print(&game, number, &text, output)?;
                if let Some(warning) = &game.warning {
                    report(&name, number, "warning", warning, output);
                }
            }
            // The other games of the file are still converted.
            Err(error) => {
                errors += 1;
                report(&name, number, "error", &error, output);
            }
        }
    }
    output.flush()?;
    match (errors, converted) {
        (0, 0) => Err(CliError::failed(format_args!("cannot read {name}: the file has no games"))),
        (0, _) => Ok(()),
        _ => {
            let games = counted(errors, "game");
            Err(CliError::failed(format_args!("cannot read {games} of {name}")))
        }
    }
}

/// Prints a warning or an error of one game on stderr, as an object with `--json`.
fn report(file: &str, number: u64, kind: &str, error: &InputError, output: &Output) {
    let line = match kind {
        _ if output.is_json() => json!({"file": file, "game": number, kind: error.to_string()}).to_string(),
        "error" => format!("takhteh: {file}, {error}"),
        _ => format!("takhteh: {kind}: {file}, {error}"),
    };
    // A closed stderr is no reason to stop.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Reads a file, or stdin for `-`, of at most `limit` bytes.
pub(super) fn read_file_or_stdin(file: &Path, limit: u64) -> Result<Vec<u8>, CliError> {
    if file == Path::new("-") {
        return read_all(std::io::stdin().lock(), "stdin", limit);
    }
    read_file(file, limit)
}

/// Name of a file in messages; `stdin` for `-`.
pub(super) fn display_name(file: &Path) -> String {
    if file == Path::new("-") { "stdin".to_owned() } else { file.display().to_string() }
}

impl Target {
    fn write(self, ggf: &ggf::Ggf, number: u64) -> Result<String, InputError> {
        match self {
            Target::Transcript if ggf.game().start() != PlayedGame::default().start() => {
                Err(InputError::new(format!(
                    "game {number} has its own start position, which a transcript cannot express: expected --to ggf"
                )))
            }
            Target::Transcript => Ok(transcript::write(ggf.game())),
            Target::Ggf => Ok(ggf.to_string()),
        }
    }
}

fn print(game: &FileGame, number: u64, text: &str, output: &mut Output) -> Result<(), CliError> {
    let played = game.ggf.game();
    let [black, white] = played.discs();
    output.result(
        || text.to_owned(),
        || {
            let warning = game.warning.as_ref().map(ToString::to_string);
            json!({
                "game": number, "text": text, "moves": played.moves().len(), "black": black, "white": white,
                "finished": played.is_over(), "warning": warning,
            })
        },
    )
}
