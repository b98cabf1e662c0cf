//! Records of games in the formats that other programs read.
//!
//! Every game has its record. Chess also has PGN, Othello GGF and the transcript, backgammon the match file.

mod mat;
mod othello;
mod pgn;
mod pgn_import;
mod pgn_reader;

use games::catalog;
use rules::InputError;
use table::verify::{self, verify};
use table::{EventKind, GameSetup, Table, record};

pub use mat::match_file_of;
pub use pgn_reader::{PgnGame, PgnMove, read_pgn};

/// A file format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The record of this program.
    Record,
    /// Portable game notation of chess.
    Pgn,
    /// Generic game format of Othello.
    Ggf,
    /// Moves of Othello without anything else.
    Transcript,
    /// Match file of backgammon.
    Mat,
}

/// All formats with their names.
const NAMES: [(Format, &str); 5] = [
    (Format::Record, "record"),
    (Format::Pgn, "pgn"),
    (Format::Ggf, "ggf"),
    (Format::Transcript, "transcript"),
    (Format::Mat, "mat"),
];

impl Format {
    /// Formats of a game, its usual one first.
    pub fn of_game(game: &str) -> &'static [Format] {
        match game {
            "chess" => &[Format::Pgn, Format::Record],
            "othello" => &[Format::Ggf, Format::Transcript, Format::Record],
            "backgammon" => &[Format::Mat, Format::Record],
            _ => &[Format::Record],
        }
    }

    /// Name on the command line and in addresses.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(format, _)| *format == self).map_or("record", |(_, name)| name)
    }

    /// The format of a game with this name.
    pub fn named(name: &str, game: &str) -> Result<Format, InputError> {
        let formats = Format::of_game(game);
        formats.iter().find(|format| format.name() == name).copied().ok_or_else(|| {
            let names: Vec<&str> = formats.iter().map(|format| format.name()).collect();
            InputError::unexpected(name, format_args!("{} for {game}", names.join(" or ")))
        })
    }

    /// Extension of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Transcript => "txt",
            other => other.name(),
        }
    }
}

/// A record that was read and verified.
pub struct GameRecord {
    text: String,
    table: Table,
    setup: GameSetup,
    /// Time of the end in milliseconds since the Unix epoch, for formats with a date.
    finished: Option<i64>,
}

impl GameRecord {
    /// Reads a record; every move, clock and roll is checked.
    pub fn read(text: &str, finished: Option<i64>) -> Result<GameRecord, InputError> {
        let setup = verify(text, catalog::open_rules)?.setup;
        let table = verify::replay_record(catalog::open_rules(&setup.rules)?, &record::read(text)?)?;
        Ok(GameRecord { text: text.to_owned(), table, setup, finished })
    }

    /// Name of the game.
    pub fn game(&self) -> &str {
        game_of(&self.setup)
    }

    /// The game in a format.
    pub fn write(&self, format: Format) -> Result<String, InputError> {
        match format {
            Format::Record => Ok(self.text.clone()),
            Format::Pgn => pgn::write(self),
            Format::Ggf => othello::ggf(self),
            Format::Transcript => othello::transcript(self),
            Format::Mat => mat::write(&self.table),
        }
    }

    /// Date of the end by a `strftime` format; `unknown` without one.
    fn date(&self, format: &str, unknown: &str) -> String {
        let time = self.finished.and_then(|at| jiff::Timestamp::from_millisecond(at).ok());
        time.map_or_else(|| unknown.to_owned(), |time| time.strftime(format).to_string())
    }
}

fn game_of(setup: &GameSetup) -> &str {
    setup.rules.split([' ', '\n']).next().unwrap_or("")
}

/// Setup of a table.
fn setup_of(table: &Table) -> Result<&GameSetup, InputError> {
    match table.events().first().map(|event| &event.kind) {
        Some(EventKind::Opened(setup)) => Ok(setup),
        _ => Err(InputError::new("the table was not opened")),
    }
}
