//! Positions as text. Bad text panics.

use games::chess::Army;

use super::{Position, Side};

/// The name of a square, `a8` for 0.
pub fn square_name(square: usize) -> String {
    format!("{}{}", char::from(b'a' + (square % 8) as u8), 8 - square / 8)
}

/// The square of a name.
pub fn square_of_name(name: &str) -> usize {
    (0..64).find(|&square| square_name(square) == name).expect("a square from a1 to h8")
}

impl<'a> Position<'a> {
    /// The position of a FEN with the letters of the army.
    pub fn read(army: &'a Army, fen: &str) -> Position<'a> {
        let fields: Vec<&str> = fen.split(' ').collect();
        let [rows, to_move, rights, en_passant, clock, number] = fields[..] else {
            panic!("a FEN has six fields: {fen}");
        };
        let mut board = [None; 64];
        let rows: Vec<&str> = rows.split('/').collect();
        assert_eq!(rows.len(), 8, "eight rows: {fen}");
        for (row, text) in rows.into_iter().enumerate() {
            let mut column = 0;
            for letter in text.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    column += empty as usize;
                } else {
                    let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
                    let is_its = |letter_of_kind| letter_of_kind == letter.to_ascii_uppercase();
                    let kind = army.kinds.iter().position(|kind| is_its(kind.letter));
                    assert!(column < 8, "eight columns: {fen}");
                    board[row * 8 + column] = Some((kind.expect("the letter of a kind"), side));
                    column += 1;
                }
            }
            assert_eq!(column, 8, "eight columns: {fen}");
        }
        let to_move = match to_move {
            "w" => Side::White,
            "b" => Side::Black,
            _ => panic!("w or b: {fen}"),
        };
        assert!(rights == "-" || rights.chars().all(|letter| "KQkq".contains(letter)), "rights: {fen}");
        assert!(rights == "-" || army.castling.is_some(), "castling rights without castling: {fen}");
        let en_passant = (en_passant != "-").then(|| square_of_name(en_passant));
        if let Some(passed) = en_passant {
            let advanced = to_move.other().seen_from(passed, 0, 1).and_then(|square| board[square]);
            let is_enemy = advanced.is_some_and(|(_, side)| side != to_move);
            assert!(army.en_passant && is_enemy && board[passed].is_none(), "en passant: {fen}");
        }
        Position {
            army,
            board,
            to_move,
            rights: ['K', 'Q', 'k', 'q'].map(|letter| rights.contains(letter)),
            en_passant,
            clock: clock.parse().expect("a number"),
            number: number.parse().expect("a number"),
        }
    }

    /// The position as a FEN. The en passant square is written after every double advance, even if no piece can
    /// capture there.
    pub fn fen(&self) -> String {
        let mut rows = Vec::new();
        for row in self.board.chunks(8) {
            let mut text = String::new();
            let mut empty = 0;
            for square in row {
                if square.is_some() && empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                match *square {
                    None => empty += 1,
                    Some((kind, Side::White)) => text.push(self.army.kinds[kind].letter),
                    Some((kind, Side::Black)) => text.push(self.army.kinds[kind].letter.to_ascii_lowercase()),
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            rows.push(text);
        }
        let to_move = if self.to_move == Side::White { "w" } else { "b" };
        let mut rights: String =
            "KQkq".chars().zip(self.rights).filter(|&(_, has)| has).map(|(letter, _)| letter).collect();
        if rights.is_empty() {
            rights.push('-');
        }
        let en_passant = self.en_passant.map_or("-".to_owned(), square_name);
        format!("{} {to_move} {rights} {en_passant} {} {}", rows.join("/"), self.clock, self.number)
    }

    /// The same, but the en passant square is written only if it changes the legal moves.
    pub fn fen_if_it_matters(&self) -> String {
        let without = Position { en_passant: None, ..*self };
        if without.legal() == self.legal() { without.fen() } else { self.fen() }
    }
}
