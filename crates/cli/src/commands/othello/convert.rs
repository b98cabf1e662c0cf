//! `takhteh othello convert`: conversion of game files.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use games::othello::formats::{PlayedGame, ggf, transcript, wthor};
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
    let bytes = read_file_or_stdin(file, MAX_FILE)?;
    let in_file = |error: InputError| CliError::failed(format_args!("{}, {error}", file.display()));
    let mut errors = 0;
    for (game, number) in games(&bytes).map_err(in_file)?.zip(1..) {
        let text = game.and_then(|ggf| arguments.to.write(&ggf, number).map(|text| (ggf, text)));
        match text {
            Ok((ggf, text)) => print(ggf.game(), number, &text, output)?,
            // The other games of the file are still converted.
            Err(error) => {
                errors += 1;
                let _ = writeln!(std::io::stderr(), "takhteh: {}, {error}", file.display());
            }
        }
    }
    output.flush()?;
    match errors {
        0 => Ok(()),
        _ => {
            let games = counted(errors, "game");
            Err(CliError::failed(format_args!("cannot read {games} of {}", file.display())))
        }
    }
}

/// Reads a file, or stdin for `-`, of at most `limit` bytes.
pub(super) fn read_file_or_stdin(file: &Path, limit: u64) -> Result<Vec<u8>, CliError> {
    if file == Path::new("-") {
        return read_all(std::io::stdin().lock(), "stdin", limit);
    }
    read_file(file, limit)
}

/// Games of a file. The format is detected: only WTHOR files contain zero bytes, and only GGF contains `(;`.
fn games(bytes: &[u8]) -> Result<Box<dyn Iterator<Item = Result<ggf::Ggf, InputError>> + '_>, InputError> {
    let Some(text) = str::from_utf8(bytes).ok().filter(|text| !text.contains('\0')) else {
        let game = |game: wthor::WthorGame| {
            let number = |key: &str, number: u16| (key.to_owned(), number.to_string());
            let names = [number("PB", game.black), number("PW", game.white), number("EV", game.tournament)];
            names.iter().fold(ggf::Ggf::new(game.game), |ggf, (key, value)| ggf.with(key, value))
        };
        return Ok(Box::new(wthor::games(bytes)?.map(move |read| read.map(game))));
    };
    if text.contains("(;") {
        return Ok(Box::new(ggf::games(text)));
    }
    Ok(Box::new(transcript::games(text).map(|read| read.map(ggf::Ggf::new))))
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

fn print(game: &PlayedGame, number: u64, text: &str, output: &mut Output) -> Result<(), CliError> {
    let [black, white] = game.discs();
    output.result(
        || text.to_owned(),
        || {
            json!({
                "game": number, "text": text, "moves": game.moves().len(), "black": black, "white": white,
                "finished": game.is_over(),
            })
        },
    )
}
