//! FEN with the letters of any army.

use rules::InputError;

use super::castling::{RIGHTS, Right};
use super::play::MAX_MOVE_NUMBER;
use super::position::{NO_SQUARE, Position};
use super::reach::bit;
use super::rules::Chess;
use crate::pext::Pext;

/// Name of a square.
pub fn square_name(square: u8) -> String {
    format!("{}{}", (b'a' + square % 8) as char, 8 - square / 8)
}

/// Square of a name.
pub fn read_square(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Some((b'8' - row) * 8 + (column - b'a')),
        _ => None,
    }
}

impl<C: Pext> Chess<C> {
    /// Reads a FEN. Fields from the third on are optional.
    pub fn read_fen(&self, text: &str) -> Result<Position, InputError> {
        let mut fields = text.split_whitespace();
        let mut position = Position::EMPTY;
        self.read_placement(fields.next().unwrap_or(""), &mut position)?;
        position.turn = match fields.next() {
            Some("w") => 0,
            Some("b") => 1,
            Some(other) => return Err(InputError::unexpected(other, "w or b for the side to move")),
            None => {
                return Err(InputError::new("the side to move is missing: expected w or b after the pieces"));
            }
        };
        self.check_royals(&position)?;
        if let Some(rights) = fields.next() {
            self.read_rights(rights, &mut position)?;
        }
        let passed = fields.next();
        let number = |text: Option<&str>, what: &str, usual: u16, most: u16| match text {
            None => Ok(usual),
            Some(text) => text
                .parse()
                .ok()
                .filter(|number| *number <= most && text.bytes().all(|byte| byte.is_ascii_digit()))
                .ok_or_else(|| InputError::unexpected(text, format_args!("{what}, a number up to {most}"))),
        };
        position.halfmove_clock = number(fields.next(), "the halfmove clock", 0, MAX_MOVE_NUMBER)?;
        position.fullmove_number = number(fields.next(), "the move number", 1, MAX_MOVE_NUMBER)?.max(1);
        if let Some(extra) = fields.next() {
            return Err(InputError::unexpected(extra, "nothing after the sixth field"));
        }
        if let Some(passed) = passed.filter(|passed| *passed != "-") {
            self.read_ep_square(passed, &mut position)?;
        }
        position.key = position.compute_key();
        Ok(position)
    }

    /// Reads the pieces of a FEN without checking that the position is playable; `None` if they are invalid.
    pub fn read_pieces(&self, text: &str) -> Option<Position> {
        let mut position = Position::EMPTY;
        self.read_placement(text.split_whitespace().next()?, &mut position).ok()?;
        position.key = position.compute_key();
        Some(position)
    }

    fn read_placement(&self, text: &str, position: &mut Position) -> Result<(), InputError> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != 8 {
            return Err(InputError::new(format!(
                "the pieces {} have {} rows: expected 8, from the 8th down, divided by /",
                InputError::quote(text),
                rows.len()
            )));
        }
        for (row, letters) in rows.iter().enumerate() {
            let mut column = 0;
            for letter in letters.chars() {
                match letter {
                    '1'..='8' => column += letter as usize - '0' as usize,
                    _ => {
                        let kind = self.army.kind_of_letter(letter).ok_or_else(|| {
                            let known: String = self.army.kinds.iter().map(|kind| kind.letter).collect();
                            InputError::new(format!(
                                "row {}: no piece has the letter {}: expected one of {known}, lower case for Black, or a \
                                 number of empty squares",
                                8 - row,
                                InputError::quote(&letter.to_string())
                            ))
                        })?;
                        if column < 8 {
                            let square = bit((row * 8 + column) as u8);
                            position.kinds[kind] |= square;
                            position.sides[usize::from(letter.is_ascii_lowercase())] |= square;
                        }
                        column += 1;
                    }
                }
            }
            if column != 8 {
                return Err(InputError::new(format!(
                    "row {} ({}) has {column} squares: expected 8",
                    8 - row,
                    InputError::quote(letters)
                )));
            }
        }
        Ok(())
    }

    fn check_royals(&self, position: &Position) -> Result<(), InputError> {
        let name = &self.army.kinds[self.compiled.royal].name;
        for (side, colour) in ["White", "Black"].into_iter().enumerate() {
            let count = (position.kinds[self.compiled.royal] & position.sides[side]).count_ones();
            if count != 1 {
                return Err(InputError::new(format!(
                    "{colour} has {count} pieces of kind {name}: expected exactly one"
                )));
            }
        }
        let waiting = position.turn as usize & 1 ^ 1;
        let royal = self.compiled.royal_square(position, waiting);
        if self.compiled.is_attacked_by(self.cpu, position, waiting ^ 1, royal, position.occupied()) {
            let colour = ["White", "Black"][waiting];
            return Err(InputError::new(format!(
                "{colour}'s {name} on {} could be captured at once: expected the side that is not to move to be safe",
                square_name(royal)
            )));
        }
        for (kind, promotion) in self.compiled.promotions.iter().enumerate() {
            let Some((zones, _)) = promotion else { continue };
            // Kinds that others promote to may stand in the promotion zone.
            let is_promoted_to =
                self.compiled.promotions.iter().flatten().any(|(_, to)| to.contains(&(kind as u8)));
            if is_promoted_to {
                continue;
            }
            for (side, zone) in zones.iter().enumerate() {
                let late = position.kinds[kind] & position.sides[side] & zone;
                if late != 0 {
                    return Err(InputError::new(format!(
                        "the {} on {} should have been promoted: expected none from its row {} on",
                        self.army.kinds[kind].name,
                        square_name(late.trailing_zeros() as u8),
                        self.army.kinds[kind].promotion.as_ref().map_or(8, |promotion| promotion.row + 1)
                    )));
                }
            }
        }
        Ok(())
    }

    fn read_rights(&self, text: &str, position: &mut Position) -> Result<(), InputError> {
        if text == "-" {
            return Ok(());
        }
        let Some(partner) = self.compiled.partner else {
            return Err(InputError::unexpected(text, "- because this army has no castling"));
        };
        for letter in text.chars() {
            let index = RIGHTS.iter().position(|right| right.letter == letter);
            let index = index.filter(|index| position.castling & 1 << index == 0).ok_or_else(|| {
                InputError::unexpected(text, "castling rights: some of K, Q, k and q, each once, or -")
            })?;
            let Right { side, royal, corner, .. } = RIGHTS[index];
            let own = position.sides[side];
            let stands = |kind: usize, square: u8| position.kinds[kind] & own & bit(square) != 0;
            if !stands(self.compiled.royal, royal) || !stands(partner, corner) {
                return Err(InputError::new(format!(
                    "the right to castle {letter} needs a {} on {} and a {} on {}",
                    self.army.kinds[self.compiled.royal].name,
                    square_name(royal),
                    self.army.kinds[partner].name,
                    square_name(corner)
                )));
            }
            position.castling |= 1 << index;
        }
        Ok(())
    }

    fn read_ep_square(&self, text: &str, position: &mut Position) -> Result<(), InputError> {
        let error = |why: &str| {
            InputError::new(format!("cannot capture en passant on {}: {why}", InputError::quote(text)))
        };
        if !self.compiled.en_passant {
            return Err(error("this army has no en passant, expected -"));
        }
        let square = read_square(text).ok_or_else(|| error("expected the name of a square, or -"))?;
        let enemy = position.turn as usize & 1 ^ 1;
        let (beyond, before) = if enemy == 0 {
            (square.checked_sub(8), square.checked_add(8))
        } else {
            (square.checked_add(8), square.checked_sub(8))
        };
        // Enemy pieces that may have made a double step to their square.
        let double_stepped =
            (0..self.army.kinds.len()).filter(|kind| self.compiled.pawn_like & 1 << kind != 0);
        let double_stepped = double_stepped.fold(0, |all, kind| {
            all | position.kinds[kind] & position.sides[enemy] & self.compiled.double_step_zones[kind][enemy]
        });
        match (beyond.filter(|s| *s < 64), before.filter(|s| *s < 64)) {
            (Some(beyond), Some(before))
                if double_stepped & bit(beyond) != 0
                    && position.occupied() & (bit(square) | bit(before)) == 0 =>
            {
                position.set_ep_square(square);
                if !self.compiled.ep_square_matters(self.cpu, position) {
                    position.set_ep_square(NO_SQUARE);
                }
                Ok(())
            }
            _ => Err(error("expected an empty square that an enemy pawn has just crossed")),
        }
    }

    /// Writes a FEN.
    pub fn write_fen(&self, position: &Position) -> String {
        let mut text = String::new();
        for row in 0..8u8 {
            let mut empty = 0;
            for square in row * 8..row * 8 + 8 {
                match position.piece(square) {
                    None => empty += 1,
                    Some((kind, side)) => {
                        if empty > 0 {
                            text.push_str(&empty.to_string());
                            empty = 0;
                        }
                        let letter = self.army.kinds[kind].letter;
                        text.push(if side == 0 { letter } else { letter.to_ascii_lowercase() });
                    }
                }
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            if row < 7 {
                text.push('/');
            }
        }
        let rights: String = RIGHTS
            .iter()
            .enumerate()
            .filter(|(index, _)| position.castling & 1 << index != 0)
            .map(|(_, right)| right.letter)
            .collect();
        let rights = if rights.is_empty() { "-".to_owned() } else { rights };
        let passed =
            if position.ep_square == NO_SQUARE { "-".to_owned() } else { square_name(position.ep_square) };
        let turn = if position.turn == 0 { 'w' } else { 'b' };
        format!("{text} {turn} {rights} {passed} {} {}", position.halfmove_clock, position.fullmove_number)
    }
}
