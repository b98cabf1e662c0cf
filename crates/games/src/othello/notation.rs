//! Othello as text and as a picture.

use rules::square::{read_square, square_name};
use rules::{InputError, Notation, Rules, Seat, Status};
use view::diagram::{BoardMaterial, Piece, PieceColor, PieceShape, Shape};
use view::{Arrangement, Diagram, Place, Playable};

use super::{Kernel, Move, Othello, Position};

/// The pass button, numbered after the 64 squares.
const PASS: Place = Place(64);

impl<K: Kernel> Notation for Othello<K> {
    fn rules_text(&self) -> String {
        let pass = if self.passes_freely() { "pass = free\n" } else { "" };
        format!("othello 1\nfirst = {}\n{pass}", self.seat_name(self.first()).to_lowercase())
    }

    fn seat_name(&self, seat: Seat) -> String {
        ["Black", "White"][seat.index()].to_owned()
    }

    /// 64 of `X` (Black), `O` (White) and `-`, from a1 along the rows, a blank, and the side to move.
    fn write_position(&self, position: &Position) -> String {
        let mut text: String = (0..64).map(|square| owner(position, square).map_or('-', letter)).collect();
        text.push(' ');
        text.push(letter(position.turn));
        text
    }

    fn read_position(&self, text: &str) -> Result<Position, InputError> {
        let expected = "64 of X, O and -, a blank, and X or O for the side to move";
        let (board, side) = text
            .trim()
            .split_once(char::is_whitespace)
            .ok_or_else(|| InputError::unexpected(text, format_args!("{expected}: the side is missing")))?;
        let count = board.chars().count();
        if count != 64 {
            return Err(InputError::new(format!("the board has {count} squares: expected {expected}")));
        }
        let mut discs = [0u64; 2];
        for (square, c) in board.chars().enumerate() {
            match c {
                'X' | 'x' | '*' => discs[0] |= 1 << square,
                'O' | 'o' => discs[1] |= 1 << square,
                '-' | '.' => {}
                _ => {
                    let (name, c) = (square_name(square % 8, square / 8), InputError::quote(&c.to_string()));
                    return Err(InputError::new(format!("{c} cannot stand on {name}: expected X, O or -")));
                }
            }
        }
        let turn = match side.trim() {
            "X" | "x" | "*" => Seat::FIRST,
            "O" | "o" => Seat::SECOND,
            other => return Err(InputError::unexpected(other, "X or O for the side to move")),
        };
        Ok(Position::of(discs, turn))
    }

    fn write_move(&self, _position: &Position, mv: Move) -> String {
        match mv.square() {
            Some(square) => square_name(square as usize % 8, square as usize / 8),
            None => "pass".to_owned(),
        }
    }

    fn read_move_among(&self, position: &Position, moves: &[Move], text: &str) -> Result<Move, InputError> {
        let text = text.trim();
        let mv = match text.to_ascii_lowercase().as_str() {
            "pass" | "pa" | "ps" | "--" => Move::PASS,
            name => match read_square(name, 8, 8) {
                Some((column, row)) => Move((row * 8 + column) as u8),
                None => return Err(InputError::unexpected(text, "a square from a1 to h8, or pass")),
            },
        };
        if moves.contains(&mv) {
            return Ok(mv);
        }
        Err(InputError::new(match (moves.is_empty(), mv.square()) {
            (true, _) => format!("{} cannot be played: the game is over", InputError::quote(text)),
            (_, None) => "you cannot pass: there is a square where a disc turns others over".to_owned(),
            (_, Some(square)) if owner(position, square as usize).is_some() => {
                format!("{text} is not free: expected an empty square")
            }
            _ => format!("{text} turns no disc over: expected a square where one is closed in"),
        }))
    }
}

impl<K: Kernel> Playable for Othello<K> {
    fn diagram_among(&self, position: &Position, status: Status, moves: &[Move]) -> Diagram {
        let mut diagram = Diagram::grid(BoardMaterial::Felt, 8, 8, |column, row| {
            let piece = owner(position, row * 8 + column).map(disc);
            (Shape::Square { dark: false }, None, piece)
        });
        if moves.contains(&Move::PASS) {
            diagram.add_button(PASS, "pass");
        }
        let [black, white] = [Seat::FIRST, Seat::SECOND].map(|seat| position.discs(seat).count_ones());
        diagram.caption = match status {
            Status::Turn(seat) => format!("{} to move, Black {black}, White {white}", self.seat_name(seat)),
            _ => format!("Game over, Black {black}, White {white}"),
        };
        diagram
    }

    fn pieces(&self) -> Vec<Piece> {
        Seat::all(2).map(disc).collect()
    }

    fn seat_color(&self, seat: Seat) -> Option<PieceColor> {
        Some(disc(seat).color)
    }

    fn arrange(&self, arrangement: &Arrangement) -> Result<Position, InputError> {
        let turn = arrangement.turn_among(2)?;
        let mut discs = [0u64; 2];
        for (square, kind) in arrangement.on_squares(8, 8, &self.pieces())?.into_iter().enumerate() {
            if let Some(kind) = kind {
                discs[kind] |= 1 << square;
            }
        }
        let position = Position::of(discs, turn);
        match self.status(&position) {
            Status::Over(_) => Err(InputError::new(
                "neither side can move: expected a free square where a disc closes in others",
            )),
            _ => Ok(position),
        }
    }

    fn picks(&self, _position: &Position, mv: Move) -> Vec<Place> {
        vec![mv.square().map_or(PASS, |square| Place(square.into()))]
    }
}

fn disc(seat: Seat) -> Piece {
    let paint = if seat == Seat::FIRST { PieceColor::Black } else { PieceColor::White };
    Piece::new(PieceShape::Disc, paint, letter(seat))
}

fn letter(seat: Seat) -> char {
    ['X', 'O'][seat.index()]
}

fn owner(position: &Position, square: usize) -> Option<Seat> {
    Seat::all(2).find(|&seat| position.discs(seat) >> square & 1 == 1)
}
