//! `takhteh othello convert`: games from one file format to another.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use games::othello::formats::{PlayedGame, ggf, transcript, wthor};
use rules::InputError;

use crate::error::CliError;
use crate::output::{Output, counted, json};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The games (- for stdin): transcripts a line, GGF, or a WTHOR file (.wtb)
    file: PathBuf,

    /// What to make of them, a game a line
    #[arg(long, value_enum, default_value_t = Target::Transcript)]
    to: Target,
}

/// What games are written as.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    /// f5d6c3..., passes left out
    Transcript,
    /// As NBoard and GGS write them
    Ggf,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let file = &arguments.file;
    let bytes = read(file)
        .map_err(|error| CliError::usage(format_args!("{} could not be read: {error}", file.display())))?;
    let in_file = |error: InputError| CliError::failed(format_args!("{}, {error}", file.display()));
    let mut errors = 0;
    for (game, number) in games(&bytes).map_err(in_file)?.zip(1..) {
        let text = game.and_then(|ggf| arguments.to.write(&ggf, number).map(|text| (ggf, text)));
        match text {
            Ok((ggf, text)) => tell(ggf.game(), number, &text, output)?,
            // The other games of the file are not to blame.
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
            Err(CliError::failed(format_args!("{games} of {} could not be read", file.display())))
        }
    }
}

fn read(file: &Path) -> std::io::Result<Vec<u8>> {
    if file != Path::new("-") {
        return std::fs::read(file);
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
}

/// The games of a file, whichever it is: no text is as full of zeros as a WTHOR file, and no transcript has brackets.
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
            // It has no word for where a game begins.
            Target::Transcript if ggf.game().start() != PlayedGame::default().start() => {
                Err(InputError::new(format!(
                    "game {number} does not begin as usual, which a transcript cannot say: expected --to ggf"
                )))
            }
            Target::Transcript => Ok(transcript::write(ggf.game())),
            Target::Ggf => Ok(ggf.to_string()),
        }
    }
}

fn tell(game: &PlayedGame, number: u64, text: &str, output: &mut Output) -> Result<(), CliError> {
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
