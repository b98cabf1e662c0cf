//! `takhteh record`: records of games.

mod export;
mod import;
mod stored;

use std::path::{Path, PathBuf};

use clap::Subcommand;
use games::catalog;
use rules::InputError;
use table::verify::{VerifiedRecord, verify};
use terminal::Start;

use crate::bounded_read::{read_all, read_file};
use crate::data_folder::DataArgs;
use crate::error::CliError;
use crate::full_screen::{self, ScreenArgs};
use crate::output::{Output, Value, counted, json};

/// Maximum length of a record in bytes.
const MAX_RECORD: u64 = 64 << 20;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Replay records and check every move, clock and roll
    #[command(after_help = "\
The number of valid lines is printed for a record that is damaged or was cut off. All files are checked, and with \
several files each has its line on stdout. The exit code is 1 if one of them is invalid or cannot be read.

Examples:
  takhteh record verify game.record
  takhteh record verify games/game-1.record games/game-2.record --json
  takhteh record verify -")]
    Verify {
        /// Record files (- for stdin)
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// List stored games: your finished ones, or the unfinished ones
    #[command(after_help = "\
Private games of other players are not listed. Dates are in UTC.

Examples:
  takhteh record list
  takhteh record list --game halma --result win --since 2026-01-01
  takhteh record list --player Laleh
  takhteh record list --unfinished --json")]
    List(stored::ListArgs),
    /// Show a stored game: players, result, moves, final board
    #[command(
        after_help = "Examples:\n  takhteh record show k3v9x0m2bz\n  takhteh record show k3v9x0m2bz --json"
    )]
    Show {
        /// Id of the game
        id: String,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Continue a stored game in the terminal
    #[command(after_help = "\
A game of the browser can be continued here while no server is running, if no one else plays it.

Examples:
  takhteh record continue k3v9x0m2bz")]
    Continue {
        /// Id of the game
        id: String,
        #[command(flatten)]
        data: DataArgs,
        #[command(flatten)]
        screen: ScreenArgs,
    },
    /// Write a game in the format of other programs
    #[command(after_help = "\
Formats: pgn (chess), ggf and transcript (Othello), mat (backgammon), record (every game). Without --to it is the first of \
these that the game has.

Examples:
  takhteh record export k3v9x0m2bz
  takhteh record export game.record --to transcript
  takhteh record export k3v9x0m2bz --to record --json")]
    Export(export::Arguments),
    /// Read the games of a PGN file as records
    #[command(after_help = "\
Every move is checked; errors name line and column. Comments, annotations and variations are read and left out of the records. The tag \
Army holds the army of a game (record export writes it), the tag Variant names a built-in one. A game that was not decided on the board ends by \
resignation or agreement.

Examples:
  takhteh record import games.pgn --records games
  takhteh record import - --json")]
    Import(import::Arguments),
}

pub(crate) fn run(command: &Command, output: &mut Output) -> Result<(), CliError> {
    match command {
        Command::Verify { files } => verify_files(files, output),
        Command::List(arguments) => stored::list(arguments, output),
        Command::Show { id, data } => stored::show(&data.open()?, id, output),
        Command::Export(arguments) => export::run(arguments, output),
        Command::Import(arguments) => import::run(arguments, output),
        Command::Continue { id, data, screen } => {
            full_screen::require()?;
            full_screen::run(&mut data.open()?, screen, Start::Continue(id.clone()), output)
        }
    }
}

fn verify_files(files: &[PathBuf], output: &mut Output) -> Result<(), CliError> {
    let mut errors = Vec::new();
    for file in files {
        let name = file.display().to_string();
        match check(file) {
            Ok(verdict) => {
                output.result(|| format!("{name}: {}", summary(&verdict)), || object(&name, &verdict))?;
            }
            Err(error) => {
                let message = error.message(&name);
                // The error of a single file is the error of the command.
                if files.len() > 1 || output.is_json() {
                    output.result(|| error.line(&name), || error.object(&name))?;
                }
                errors.push(message);
            }
        }
    }
    output.flush()?;
    match &errors[..] {
        [] => Ok(()),
        [only] if files.len() == 1 => Err(CliError::failed(only)),
        several => {
            let verb = if several.len() == 1 { "is" } else { "are" };
            let records = counted(files.len(), "record");
            Err(CliError::failed(format_args!("{} of {records} {verb} invalid", several.len())))
        }
    }
}

/// Reason why a record is not valid.
enum RecordError {
    /// The file cannot be read.
    Unreadable(CliError),
    /// The record has an error. `valid_lines` lines before it are a valid record on their own.
    Invalid { error: InputError, valid_lines: Option<usize> },
}

impl RecordError {
    fn message(&self, name: &str) -> String {
        match self {
            RecordError::Unreadable(error) => error.message().to_owned(),
            RecordError::Invalid { error, valid_lines: Some(lines) } => {
                format!("{name}, {error} (valid up to line {lines})")
            }
            RecordError::Invalid { error, valid_lines: None } => format!("{name}, {error}"),
        }
    }

    /// Result of one of several files.
    fn line(&self, name: &str) -> String {
        let message = self.message(name);
        let prefixes = [format!("{name}, "), format!("cannot read {name}: ")];
        let cause = prefixes.iter().find_map(|prefix| message.strip_prefix(prefix)).unwrap_or(&message);
        match self {
            RecordError::Unreadable(_) => format!("{name}: cannot be read: {cause}"),
            RecordError::Invalid { .. } => format!("{name}: invalid, {cause}"),
        }
    }

    fn object(&self, name: &str) -> Value {
        match self {
            RecordError::Unreadable(error) => {
                json!({"file": name, "verified": false, "error": error.message()})
            }
            RecordError::Invalid { error, valid_lines } => {
                json!({"file": name, "verified": false, "error": error.to_string(), "valid_lines": valid_lines})
            }
        }
    }
}

/// Reads and verifies one file.
fn check(file: &Path) -> Result<VerifiedRecord, RecordError> {
    let bytes = read(file).map_err(RecordError::Unreadable)?;
    text(&bytes).and_then(|text| verify(text, catalog::open_rules)).map_err(|error| {
        let valid_lines = valid_lines(&bytes, &error);
        RecordError::Invalid { error, valid_lines }
    })
}

/// Number of lines before the error that are a valid record on their own; `None` if they are not.
fn valid_lines(bytes: &[u8], error: &InputError) -> Option<usize> {
    let message = error.to_string();
    let line: usize = message.strip_prefix("line ")?.split(':').next()?.parse().ok()?;
    let valid = line.checked_sub(1).filter(|&valid| valid > 0)?;
    let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').take(valid).collect();
    let before = lines.concat();
    text(&before).and_then(|text| verify(text, catalog::open_rules)).is_ok().then_some(valid)
}

fn read(file: &Path) -> Result<Vec<u8>, CliError> {
    match file == Path::new("-") {
        true => read_all(std::io::stdin().lock(), "stdin", MAX_RECORD),
        false => read_file(file, MAX_RECORD),
    }
}

fn text(bytes: &[u8]) -> Result<&str, InputError> {
    str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].split(|&byte| byte == b'\n').count();
        InputError::new(format!("line {line}: expected text in UTF-8"))
    })
}

fn object(name: &str, verdict: &VerifiedRecord) -> Value {
    let ending = verdict.outcome.as_ref();
    json!({
        "file": name, "verified": true,
        "game": verdict.setup.rules.split_whitespace().next(), "names": verdict.setup.names,
        "events": verdict.events, "moves": verdict.moves, "rolls": verdict.rolls,
        "dice_checked": verdict.dice_checked, "finished": ending.is_some(),
        "places": ending.map(|ending| &ending.places), "points": ending.map(|ending| &ending.points),
        "rule": ending.map(|ending| &ending.rule), "position": verdict.position,
    })
}

fn summary(verdict: &VerifiedRecord) -> String {
    let game = verdict.setup.rules.split_whitespace().next().unwrap_or_default();
    let end = match &verdict.outcome {
        Some(ending) => {
            let places = verdict.setup.names.iter().zip(&ending.places).zip(&ending.points);
            let places: Vec<String> =
                places.map(|((name, place), points)| format!("{name} place {place} with {points}")).collect();
            format!("ended by {}: {}", ending.rule, places.join(", "))
        }
        None => "not finished".to_owned(),
    };
    let is_given = verdict.setup.commitment.as_deref() == Some(table::GIVEN_DICE);
    let dice = match (verdict.rolls, verdict.dice_checked) {
        (rolls @ 1.., _) if is_given => format!(", {rolls} rolls given by the players"),
        (0, _) => String::new(),
        (rolls, true) => format!(", {rolls} rolls recomputed from the secret"),
        (rolls, false) => format!(", {rolls} possible rolls (their secret is not published yet)"),
    };
    format!("verified, {game}, {}{dice}, {end}", counted(verdict.moves, "move"))
}
