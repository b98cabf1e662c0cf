//! Openings of a match: its options and opening files.

use std::path::{Path, PathBuf};

use arena::{ListedOpening, MatchConfig, default_opening_plies};
use clap::{Args, ValueEnum};
use games::engines::CatalogGame;
use rules::{InputError, Random, Status, mix};

use crate::bounded_read::read_text_file;
use crate::error::CliError;

/// Maximum length of a file of openings in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Options of the openings.
#[derive(Args)]
pub(super) struct OpeningArgs {
    /// Number of random moves at the start of each pair, or a file with openings: a position per line (in chess FEN or EPD), or PGN
    /// [default: 0 with dice, otherwise 6, fewer in short games]
    #[arg(long, value_name = "N|FILE", value_parser = source)]
    openings: Option<OpeningSource>,

    /// Order in which pairs take the openings of a file; random follows from --seed
    #[arg(long, value_name = "ORDER", value_enum, default_value_t = OpeningOrder::Sequential)]
    opening_order: OpeningOrder,

    /// Number of moves taken from each game of a PGN file [default: all]
    #[arg(long, value_name = "N")]
    opening_plies: Option<usize>,

    /// Discard random openings with an evaluation beyond this, in hundredths of the unit of the game (centipawns in chess), by
    /// a search of 5000 nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    balanced: Option<u32>,
}

#[derive(Clone)]
enum OpeningSource {
    Plies(u32),
    File(PathBuf),
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OpeningOrder {
    Sequential,
    Random,
}

/// Reads a number of moves or the name of a file.
fn source(text: &str) -> Result<OpeningSource, String> {
    match text.parse() {
        Ok(plies) => Ok(OpeningSource::Plies(plies)),
        Err(_) if Path::new(text).is_file() => Ok(OpeningSource::File(text.into())),
        Err(_) => Err("expected a number of random moves or a file".to_owned()),
    }
}

impl OpeningArgs {
    /// Sets the openings in the configuration; returns those of a file.
    pub(super) fn configure<R: CatalogGame>(
        &self,
        rules: &R,
        config: &mut MatchConfig,
    ) -> Result<Vec<ListedOpening<R>>, CliError> {
        config.balance = self.balanced.map(|bound| f64::from(bound) / 100.0);
        let path = match &self.openings {
            Some(OpeningSource::File(path)) => path,
            other => {
                config.opening_plies = match other {
                    Some(OpeningSource::Plies(plies)) => *plies,
                    _ => default_opening_plies(rules),
                };
                return Ok(Vec::new());
            }
        };
        if self.balanced.is_some() {
            return Err(CliError::usage("--balanced is for random openings: expected no file of openings"));
        }
        let text = read_text_file(path, MAX_BYTES)?;
        let in_file = |error: InputError| CliError::usage(format_args!("{}, {error}", path.display()));
        let mut openings = read(rules, &text, self.opening_plies).map_err(in_file)?;
        if openings.is_empty() {
            return Err(in_file(InputError::new(
                "there is no opening: expected a position per line, or PGN",
            )));
        }
        let order = match self.opening_order {
            OpeningOrder::Sequential => "in order",
            OpeningOrder::Random => {
                shuffle(&mut openings, config.seed);
                "in random order"
            }
        };
        let digest = text.bytes().fold(0, |digest, byte| mix(digest ^ u64::from(byte)));
        let plies = self.opening_plies.map_or_else(String::new, |plies| format!(" of {plies} moves"));
        config.opening_list = Some(format!("file {digest:016x}, {}{plies} {order}", openings.len()));
        config.opening_plies = 0;
        Ok(openings)
    }
}

fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut random = Random::new(mix(seed));
    for last in (1..items.len()).rev() {
        items.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
    }
}

/// Reads openings: PGN if the text begins with a tag or a move number, otherwise a position per line.
fn read<R: CatalogGame>(
    rules: &R,
    text: &str,
    plies: Option<usize>,
) -> Result<Vec<ListedOpening<R>>, InputError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_pgn = text.trim_start().starts_with(['[', '{']) || text.trim_start().starts_with("1.");
    if !is_pgn {
        let lines =
            text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
        let opening = |(line, number): (&str, usize)| {
            let position = rules
                .read_position(line.trim())
                .or_else(|error| epd_position(line).map_or(Err(error), |fen| rules.read_position(&fen)));
            let start = position.map_err(|error| error.within(format_args!("line {number}")))?;
            if !matches!(rules.status(&start), Status::Turn(_)) {
                let error =
                    InputError::new("no player is to move: expected a position of an unfinished game");
                return Err(error.within(format_args!("line {number}")));
            }
            Ok(ListedOpening { start, moves: Vec::new() })
        };
        return lines.map(opening).collect();
    }
    let mut openings = Vec::new();
    for game in export::read_pgn(text)? {
        let start = match game.tag("FEN") {
            Some(fen) => {
                rules.read_position(fen).map_err(|error| error.within(format_args!("line {}", game.line)))?
            }
            None => rules.start(),
        };
        let (mut position, mut moves) = (start.clone(), Vec::new());
        for mv in game.moves.iter().take(plies.unwrap_or(usize::MAX)) {
            let (line, column) = mv.place;
            let read = rules.read_move(&position, &mv.text);
            let read =
                read.map_err(|error| InputError::new(format!("line {line}, column {column}: {error}")))?;
            rules.play(&mut position, read);
            moves.push(read);
        }
        if !matches!(rules.status(&position), Status::Turn(_)) {
            let error = InputError::new("the moves finish the game: expected fewer, see --opening-plies");
            return Err(error.within(format_args!("line {}", game.line)));
        }
        openings.push(ListedOpening { start, moves });
    }
    Ok(openings)
}

/// The FEN of an EPD line: four fields, and counters if they are there.
fn epd_position(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let fields = words.get(..4)?.join(" ");
    let is_number = |word: Option<&&str>| word.is_some_and(|word| word.parse::<u32>().is_ok());
    match is_number(words.get(4)) && is_number(words.get(5)) {
        true => Some(format!("{fields} {} {}", words[4], words[5])),
        false => Some(format!("{fields} 0 1")),
    }
}
