//! Files of games in any of the formats.
//!
//! The format is detected: only WTHOR files have zero bytes, and only GGF has `(;`. All other text is transcripts.

use std::borrow::Cow;

use rules::InputError;

use super::ggf::{self, Ggf};
use super::{transcript, without_bom, wthor};
use crate::othello::Scoring;

/// A game of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct FileGame {
    /// The game and its properties. Those of a WTHOR game are the numbers of the players (`PB`, `PW`) and of the tournament
    /// (`EV`), the year (`DT`) and the result (`RE`).
    pub ggf: Ggf,
    /// A defect of the file that did not prevent the game from being read.
    pub warning: Option<InputError>,
}

/// Games of a file, each read by itself, so that one that is damaged does not hide the others.
pub type Games<'a> = Box<dyn Iterator<Item = Result<FileGame, InputError>> + 'a>;

/// Reads a file of games. The error says why it has none: it is empty, or of no known format.
pub fn games(bytes: &[u8]) -> Result<Games<'_>, InputError> {
    if bytes.contains(&0) && !is_utf16(bytes) {
        return wthor_games(bytes);
    }
    match text(bytes)? {
        Cow::Borrowed(text) => Ok(Box::new(text_games(text))),
        Cow::Owned(text) => Ok(Box::new(text_games(&text).collect::<Vec<_>>().into_iter())),
    }
}

/// Reads a WTHOR file.
pub fn wthor_games(bytes: &[u8]) -> Result<Games<'_>, InputError> {
    if bytes.is_empty() {
        return Err(empty());
    }
    let header = wthor::header(bytes)?;
    let year = (header.year > 0).then(|| header.year.to_string());
    Ok(Box::new(wthor::games(bytes)?.map(move |read| {
        let wthor::WthorGame { tournament, black, white, score, game, warning, .. } = read?;
        // The moves of a finished game decide: some files count the discs only.
        let [black_discs, white_discs] = game.discs();
        let result = if game.is_over() {
            Scoring::EmptiesToWinner.score(game.lead(), 64 - black_discs - white_discs)
        } else {
            2 * i32::from(score) - 64
        };
        let mut ggf = Ggf::new(game)
            .with("PB", &black.to_string())
            .with("PW", &white.to_string())
            .with("EV", &tournament.to_string());
        if let Some(year) = &year {
            ggf = ggf.with("DT", year);
        }
        Ok(FileGame { ggf: ggf.with("RE", &format!("{result:+}.00")), warning })
    })))
}

fn text_games(text: &str) -> Box<dyn Iterator<Item = Result<FileGame, InputError>> + '_> {
    let game = |ggf| FileGame { ggf, warning: None };
    if text.contains("(;") {
        return Box::new(ggf::games(text).map(move |read| read.map(game)));
    }
    Box::new(transcript::games(text).map(move |read| read.map(Ggf::new).map(game)))
}

/// The text of a file. Text that is not UTF-8 is read as Latin-1: only names in GGF go beyond ASCII.
fn text(bytes: &[u8]) -> Result<Cow<'_, str>, InputError> {
    if is_utf16(bytes) {
        return Err(InputError::new("the text is in UTF-16: expected UTF-8"));
    }
    let text = match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) if bytes.iter().any(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace()) => {
            return Err(InputError::new("neither text nor a WTHOR file: expected transcripts, GGF or WTHOR"));
        }
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    };
    if without_bom(&text).trim().is_empty() { Err(empty()) } else { Ok(text) }
}

fn is_utf16(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff])
}

fn empty() -> InputError {
    InputError::new("the file is empty: expected transcripts, GGF or WTHOR")
}
