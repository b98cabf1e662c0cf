//! GGF, the generic game format of the game server GGS and of NBoard.
//!
//! ```text
//! (;GM[Othello]PB[Laleh]PW[Amir]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)
//! ```
//!
//! A property's value ends at the first `]`. `B` and `W` are moves with the mover's notes (`F5/1.20/3.5`: the square or
//! `PA`, the evaluation, the seconds). All other properties are stored unchanged. The board, `BO`, decides the size: the
//! type, `TY` (`8`, `8r18`, `s8r20`, and `0` in some files), is checked only if there is no board.

use std::fmt;

use rules::cpu::Portable;
use rules::{InputError, Notation, Seat};

use super::played::move_name;
use super::{PlayedGame, without_bom};
use crate::othello::{Move, Othello, Position};

const BLACK_FIRST: Othello = Othello::new(Seat::FIRST, Portable);

/// The start of a game.
const BEGIN: &str = "(;";
/// Length of a game at most, in bytes, so that a damaged file is read in linear time.
const MAX_GAME: usize = 1 << 15;

/// The mover's notes on a move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MoveNote {
    /// The mover's evaluation, in discs.
    pub evaluation: Option<f64>,
    /// Seconds that were spent on it.
    pub seconds: Option<f64>,
}

/// A game in GGF.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ggf {
    properties: Vec<(String, String)>,
    game: PlayedGame,
    notes: Vec<MoveNote>,
}

impl Ggf {
    /// A game of Othello on the standard board, with no properties but its moves.
    pub fn new(game: PlayedGame) -> Ggf {
        let notes = vec![MoveNote::default(); game.moves().len()];
        Ggf { game, notes, ..Ggf::default() }.with("GM", "Othello").with("TY", "8")
    }

    /// Adds a property, such as `PB`, the name of Black. Characters that a value cannot hold are dropped.
    #[must_use]
    pub fn with(mut self, key: &str, value: &str) -> Ggf {
        let is_plain = |c: &char| *c != ']' && !c.is_control();
        self.properties.push((key.to_owned(), value.chars().filter(is_plain).collect()));
        self
    }

    /// The value of a property, if it has one.
    pub fn property(&self, key: &str) -> Option<&str> {
        self.properties.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// All properties but the board and the moves, in their order.
    pub fn properties(&self) -> &[(String, String)] {
        &self.properties
    }

    /// The starting position and the moves.
    pub fn game(&self) -> &PlayedGame {
        &self.game
    }

    /// The notes of each move.
    pub fn notes(&self) -> &[MoveNote] {
        &self.notes
    }
}

impl fmt::Display for Ggf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(;")?;
        for (key, value) in &self.properties {
            write!(f, "{key}[{value}]")?;
        }
        write!(f, "BO[8 {}]", board(self.game.start()))?;
        let mut turn = self.game.start().turn();
        for (&mv, note) in self.game.moves().iter().zip(&self.notes) {
            write!(f, "{}[{}", if turn == Seat::FIRST { 'B' } else { 'W' }, word(mv))?;
            let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
            match (number(note.evaluation), number(note.seconds)) {
                (evaluation, seconds) if !seconds.is_empty() => write!(f, "/{evaluation}/{seconds}]")?,
                (evaluation, _) if !evaluation.is_empty() => write!(f, "/{evaluation}]")?,
                _ => f.write_str("]")?,
            }
            turn = turn.other();
        }
        f.write_str(";)")
    }
}

/// A move as GGF and NBoard write it: `F5` or `PA`.
pub fn word(mv: Move) -> String {
    if mv == Move::PASS { "PA".to_owned() } else { move_name(mv).to_ascii_uppercase() }
}

/// Black is `*` here, not `X`.
fn board(position: &Position) -> String {
    BLACK_FIRST.write_position(position).replace('X', "*")
}

/// Reads a text that holds one game.
pub fn read(text: &str) -> Result<Ggf, InputError> {
    let (ggf, rest) = read_game(text)?;
    match rest.trim() {
        "" => Ok(ggf),
        rest => Err(InputError::unexpected(rest, "nothing after the end of the game, ;)")),
    }
}

/// Reads every game of a text by itself, so that one that is damaged does not hide the others. Server archives put a
/// count between games; it is skipped. A game has at most 32 KiB. Errors name the game, counted from 1, and the property or the move.
pub fn games(text: &str) -> impl Iterator<Item = Result<Ggf, InputError>> {
    let is_between = |c: char| c.is_whitespace() || c.is_ascii_digit();
    let mut rest = without_bom(text);
    (1..).map_while(move |number| {
        rest = rest.trim_start_matches(is_between);
        if rest.is_empty() {
            return None;
        }
        let longest = &rest[..rest.floor_char_boundary(MAX_GAME)];
        let read = read_game(longest);
        rest = match &read {
            Ok((_, after)) => &rest[longest.len() - after.len()..],
            // The end of a damaged game is unknown; resume at the next start.
            Err(_) => rest.match_indices(BEGIN).find(|(at, _)| *at > 0).map_or("", |(at, _)| &rest[at..]),
        };
        Some(read.map(|(ggf, _)| ggf).map_err(|error| error.within(format_args!("game {number}"))))
    })
}

fn read_game(text: &str) -> Result<(Ggf, &str), InputError> {
    let text = text.trim_start();
    let Some(mut rest) = text.strip_prefix(BEGIN) else {
        return Err(InputError::unexpected(text, "the beginning of a game, (;"));
    };
    let mut reader = Reader { ggf: Ggf::default(), has_board: false };
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix(";)") {
            reader.check_type()?;
            return Ok((reader.ggf, after));
        }
        let expected = "a property such as PB[name], or ;) at the end of the game";
        if rest.is_empty() || rest.starts_with(BEGIN) {
            return Err(InputError::new(format!("the game breaks off: expected {expected}")));
        }
        let (key, after) = rest.split_once('[').ok_or_else(|| InputError::unexpected(rest, expected))?;
        let key = key.trim_end();
        if key.is_empty() || !key.chars().all(|c| c.is_ascii_alphanumeric()) {
            return Err(InputError::unexpected(rest, expected));
        }
        let Some((value, after)) = after.split_once(']') else {
            return Err(InputError::new(format!("property {key}: its value has no end: expected ]")));
        };
        reader.take(key, value)?;
        rest = after;
    }
}

/// A game that is being read.
struct Reader {
    ggf: Ggf,
    /// `true` if the board was set up by `BO`.
    has_board: bool,
}

impl Reader {
    fn take(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        let in_property = |error: InputError| error.within(format_args!("property {key}"));
        match key {
            "GM" if !["othello", "reversi"].contains(&value.trim().to_ascii_lowercase().as_str()) => {
                Err(in_property(InputError::unexpected(value, "Othello")))
            }
            "BO" if !self.ggf.game.moves().is_empty() => Err(in_property(InputError::new(
                "the board is set up after the first move: expected it before",
            ))),
            "BO" => {
                self.ggf.game = PlayedGame::from_position(read_board(value).map_err(in_property)?);
                self.has_board = true;
                Ok(())
            }
            "B" => self.take_move(Seat::FIRST, value),
            "W" => self.take_move(Seat::SECOND, value),
            _ => {
                self.ggf.properties.push((key.to_owned(), value.to_owned()));
                Ok(())
            }
        }
    }

    /// Checks that a game without a board is played on the standard one.
    fn check_type(&self) -> Result<(), InputError> {
        match self.ggf.property("TY") {
            Some(value) if !self.has_board && !is_standard(value) => {
                let error = InputError::unexpected(value, "8, a board of 8 by 8 squares, or the board, BO");
                Err(error.within("property TY"))
            }
            _ => Ok(()),
        }
    }

    fn take_move(&mut self, seat: Seat, value: &str) -> Result<(), InputError> {
        if self.ggf.game.moves().is_empty() {
            self.check_type()?;
        }
        let mut parts = value.split('/');
        let mv = parts.next().unwrap_or_default();
        let number = self.ggf.game.moves().len() + 1;
        let mut figure = |what: &str| match parts.next().map(str::trim) {
            None | Some("") => Ok(None),
            Some(text) => {
                text.parse::<f64>().ok().filter(|value| value.is_finite()).map(Some).ok_or_else(|| {
                    InputError::unexpected(text, format_args!("the {what}, a number"))
                        .within(format_args!("move {number}"))
                })
            }
        };
        let note = MoveNote { evaluation: figure("evaluation")?, seconds: figure("seconds")? };
        self.ggf.game.add_for(seat, mv)?;
        // A pass that was left out has been inserted; it has no notes.
        self.ggf.notes.resize(self.ggf.game.moves().len() - 1, MoveNote::default());
        self.ggf.notes.push(note);
        Ok(())
    }
}

/// `true` if a game of this type begins on the standard board: the type has the size of the board, letters of variants
/// around it, and `r` for a start of random discs; 0 leaves the size open.
fn is_standard(value: &str) -> bool {
    let value = value.trim().trim_start_matches(['s', 'S']);
    let variant = value.trim_start_matches(|c: char| c.is_ascii_digit());
    let size = &value[..value.len() - variant.len()];
    ["8", "0", ""].contains(&size) && !variant.contains(['r', 'R'])
}

/// The size (8, or 0 where it is left open), the squares with blanks anywhere between them, and the side to move.
fn read_board(value: &str) -> Result<Position, InputError> {
    let expected = "8, then 64 of *, O and -, and * or O for the side to move";
    let squares = value.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    let size = &value.trim_start()[..value.trim_start().len() - squares.len()];
    if !["8", "0", ""].contains(&size) {
        return Err(InputError::unexpected(value, expected));
    }
    let squares: Vec<char> = squares.chars().filter(|c| !c.is_whitespace()).collect();
    match squares.split_last() {
        Some((side, board)) if board.len() == 64 => {
            let text: String = board.iter().chain([&' ', side]).collect();
            BLACK_FIRST.read_position(&text)
        }
        _ => Err(InputError::new(format!(
            "there are {} characters after the size: expected {expected}",
            squares.len()
        ))),
    }
}
