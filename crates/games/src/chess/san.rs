//! Standard algebraic notation with the letters of any army.

use rules::{InputError, Rules};

use super::fen::{read_square, square_name};
use super::position::{Move, Position, Special};
use super::reach::bit;
use super::rules::Chess;
use crate::pext::Pext;

impl<C: Pext> Chess<C> {
    /// Kind that is written without a letter: the first pawn-like one.
    fn unlettered(&self) -> Option<usize> {
        (0..self.army.kinds.len()).find(|kind| self.compiled.pawn_like & 1 << kind != 0)
    }

    fn move_list(&self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        moves
    }

    /// Writes a move in coordinate notation: `e2e4`, `e7e8q`.
    pub fn write_coordinates(&self, mv: Move) -> String {
        let mut text = square_name(mv.from) + &square_name(mv.to);
        text.extend(mv.promotion().map(|kind| self.army.kinds[kind].letter.to_ascii_lowercase()));
        text
    }

    /// Writes a move in standard algebraic notation: `Nf3`, `exd5`, `e8=Q+`, `O-O`.
    pub fn write_san(&self, position: &Position, mv: Move) -> String {
        let mut text = match mv.special {
            Special::Castling if mv.to > mv.from => "O-O".to_owned(),
            Special::Castling => "O-O-O".to_owned(),
            _ => self.write_plain(position, mv),
        };
        let mut after = *position;
        self.play(&mut after, mv);
        if self.in_check(&after) {
            // A check that ends the game by a draw rule is no mate.
            text.push(if self.compiled.has_legal_move(self.cpu, &after) { '+' } else { '#' });
        }
        text
    }

    fn write_plain(&self, position: &Position, mv: Move) -> String {
        let enemy = position.sides[position.turn as usize & 1 ^ 1];
        let captures = enemy & bit(mv.to) != 0 || mv.is_en_passant();
        let is_unlettered = self.unlettered() == Some(mv.kind as usize);
        let rivals: Vec<u8> = self
            .move_list(position)
            .into_iter()
            .filter(|other| other.kind == mv.kind && other.to == mv.to && other.from != mv.from)
            .filter(|other| other.special != Special::Castling)
            .map(|other| other.from)
            .collect();
        let shares_column = rivals.iter().any(|from| from % 8 == mv.from % 8);
        let shares_row = rivals.iter().any(|from| from / 8 == mv.from / 8);
        let from = square_name(mv.from);
        let mut text = String::new();
        if !is_unlettered {
            text.push(self.army.kinds[mv.kind as usize].letter);
        }
        if !rivals.is_empty() && (!shares_column || shares_row) || is_unlettered && captures {
            text.push_str(&from[..1]);
        }
        if shares_column {
            text.push_str(&from[1..]);
        }
        if captures {
            text.push('x');
        }
        text.push_str(&square_name(mv.to));
        if let Some(kind) = mv.promotion() {
            text.push('=');
            text.push(self.army.kinds[kind].letter);
        }
        text
    }

    /// Reads one of the legal moves, in short algebraic notation or by its squares.
    pub fn read_san(&self, position: &Position, moves: &[Move], text: &str) -> Result<Move, InputError> {
        let Some(&first) = moves.first() else {
            return Err(InputError::new(format!(
                "{} cannot be played: the game is over or another player is to move",
                InputError::quote(text)
            )));
        };
        let bare = text.trim().trim_end_matches(['+', '#', '!', '?']);
        // Squares are in lower case; an upper-case letter is a piece. A promotion letter may be either.
        let is_by_squares =
            bare.get(..4).is_some_and(|squares| !squares.contains(|c: char| c.is_ascii_uppercase()));
        let squares = bare.replacen('-', "", 1);
        let by_squares = |mv: &&Move| self.write_coordinates(**mv).eq_ignore_ascii_case(&squares);
        let by_squares: Vec<Move> =
            moves.iter().filter(|_| is_by_squares).filter(by_squares).copied().collect();
        let castles = match bare.replace('0', "O").to_ascii_uppercase().as_str() {
            "O-O" => Some(true),
            "O-O-O" => Some(false),
            _ => None,
        };
        let found: Vec<Move> = match castles {
            _ if !by_squares.is_empty() => by_squares,
            Some(short) => moves
                .iter()
                .copied()
                .filter(|mv| mv.special == Special::Castling && (mv.to > mv.from) == short)
                .collect(),
            None => {
                let pattern = self.parse(bare)?;
                moves.iter().copied().filter(|mv| pattern.matches(*mv)).collect()
            }
        };
        match found.as_slice() {
            [mv] => Ok(*mv),
            [] => Err(self.why_not(position, bare, first, moves)),
            [one, .., other] => {
                let names = [one, other].map(|mv| self.write_san(position, *mv));
                Err(InputError::new(format!(
                    "{} can mean {} or {}: expected one of them in full",
                    InputError::quote(text),
                    names[0],
                    names[1]
                )))
            }
        }
    }

    fn why_not(&self, position: &Position, text: &str, first: Move, moves: &[Move]) -> InputError {
        // Only the promotion may be missing or wrong.
        if let Ok(pattern) = self.parse(text) {
            let becomes = |mv: &&Move| MovePattern { promotion: mv.promotion(), ..pattern }.matches(**mv);
            let choices: Vec<String> =
                moves.iter().filter(becomes).map(|mv| self.write_san(position, *mv)).collect();
            if let [one, ..] = choices.as_slice() {
                let why = if one.contains('=') {
                    "has no promotion, or one that is not possible"
                } else {
                    "has a promotion where there is none"
                };
                return InputError::new(format!(
                    "{} {why}: expected {}",
                    InputError::quote(text),
                    choices.join(" or ")
                ));
            }
        }
        let check = if self.in_check(position) { ": the king is in check" } else { "" };
        InputError::new(format!(
            "{} is not a legal move here{check}: expected one of {} such as {}",
            InputError::quote(text),
            moves.len(),
            self.write_san(position, first)
        ))
    }

    fn parse(&self, text: &str) -> Result<MovePattern, InputError> {
        let error =
            || InputError::unexpected(text, "a move such as Nf3, exd5, e8=Q, O-O, or its squares as in e2e4");
        let is_letter =
            |letter: char| self.army.kind_of_letter(letter).filter(|_| letter.is_ascii_uppercase());
        let mut rest = text;
        let kind = match rest.chars().next().and_then(is_letter) {
            Some(kind) => {
                rest = &rest[1..];
                Some(kind)
            }
            None => None,
        };
        let promotion = match rest.chars().last().filter(char::is_ascii_alphabetic) {
            Some(letter) => {
                let kind = self.army.kind_of_letter(letter).ok_or_else(error)?;
                rest = rest[..rest.len() - 1].trim_end_matches('=');
                Some(kind)
            }
            None => None,
        };
        let squares: String = rest.chars().filter(|c| !matches!(c, 'x' | ':' | '-')).collect();
        if !squares.is_ascii() || squares.len() < 2 || squares.len() > 4 {
            return Err(error());
        }
        let (hints, to) = squares.split_at(squares.len() - 2);
        let mut pattern = MovePattern {
            kind,
            unlettered: self.unlettered(),
            to: read_square(to).ok_or_else(error)?,
            column: None,
            row: None,
            promotion,
        };
        for hint in hints.bytes() {
            match hint {
                b'a'..=b'h' if pattern.column.is_none() => pattern.column = Some(hint - b'a'),
                b'1'..=b'8' if pattern.row.is_none() => pattern.row = Some(b'8' - hint),
                _ => return Err(error()),
            }
        }
        Ok(pattern)
    }
}

/// Parsed move text.
#[derive(Clone, Copy)]
struct MovePattern {
    kind: Option<usize>,
    unlettered: Option<usize>,
    to: u8,
    column: Option<u8>,
    row: Option<u8>,
    promotion: Option<usize>,
}

impl MovePattern {
    fn matches(&self, mv: Move) -> bool {
        // A move with both squares needs no letter.
        let has_both = self.column.is_some() && self.row.is_some();
        let kind_matches = match self.kind.or(self.unlettered) {
            Some(kind) => kind == mv.kind as usize || self.kind.is_none() && has_both,
            None => has_both,
        };
        kind_matches
            && mv.to == self.to
            && mv.special != Special::Castling
            && self.column.is_none_or(|column| column == mv.from % 8)
            && self.row.is_none_or(|row| row == mv.from / 8)
            && self.promotion == mv.promotion()
    }
}
