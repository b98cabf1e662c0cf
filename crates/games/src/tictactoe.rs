//! Tic-tac-toe: the smallest game of the house, and the worked example of how to add one.

use std::convert::Infallible;

use rules::diagram::{Figure, Material, Paint, Piece, Shape, read_square, square_name};
use rules::{Diagram, Fault, Notation, Outcome, Place, Playable, Rules, Searchable, Seat, Stage, mix};

use crate::engines::House;

/// Three in a row on a board of nine squares; crosses begin.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe;

/// The marks of both seats, a bit for each square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Position {
    marks: [u16; 2],
}

const FULL: u16 = 0o777;
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Position {
    fn turn(&self) -> Seat {
        let [crosses, noughts] = self.marks.map(u16::count_ones);
        if crosses > noughts { Seat::SECOND } else { Seat::FIRST }
    }

    fn has_line(&self, seat: Seat) -> bool {
        LINES.iter().any(|line| self.marks[seat.index()] & line == *line)
    }

    fn empty(&self) -> u16 {
        FULL & !(self.marks[0] | self.marks[1])
    }
}

impl Rules for TicTacToe {
    type Position = Position;
    type Move = u8;
    type Roll = Infallible;

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> Position {
        Position::default()
    }

    fn survey(&self, position: &Position, moves: &mut Vec<u8>) -> Stage {
        let turn = position.turn();
        if position.has_line(turn.other()) {
            return Stage::Over(Outcome::win(2, turn.other(), "three in a row"));
        }
        if position.empty() == 0 {
            return Stage::Over(Outcome::draw(2, "full board"));
        }
        moves.extend((0..9).filter(|square| position.empty() >> square & 1 == 1));
        Stage::Turn(turn)
    }

    fn play(&self, position: &mut Position, square: u8) {
        position.marks[position.turn().index()] |= 1 << square;
    }

    fn key(&self, position: &Position) -> u64 {
        mix(u64::from(position.marks[0]) << 16 | u64::from(position.marks[1]))
    }
}

impl Searchable for TicTacToe {}

impl Notation for TicTacToe {
    fn rules_text(&self) -> String {
        "tictactoe 1\n".to_owned()
    }

    fn seat_name(&self, seat: Seat) -> String {
        ["X", "O"][seat.index()].to_owned()
    }

    /// Nine of `X`, `O` and `-`, from a1 along the rows; whose turn it is follows from the marks.
    fn write_position(&self, position: &Position) -> String {
        (0..9)
            .map(|square| ['-', 'X', 'O'][owner(position, square).map_or(0, |seat| 1 + seat.index())])
            .collect()
    }

    fn read_position(&self, text: &str) -> Result<Position, Fault> {
        let expected = "nine of X, O and -, such as \"X-O-X----\"";
        if text.chars().count() != 9 {
            return Err(Fault::unexpected(text, expected));
        }
        let mut position = Position::default();
        for (square, mark) in text.chars().enumerate() {
            match mark {
                'X' | 'x' => position.marks[0] |= 1 << square,
                'O' | 'o' => position.marks[1] |= 1 << square,
                '-' => {}
                _ => return Err(Fault::unexpected(text, expected)),
            }
        }
        let [crosses, noughts] = position.marks.map(u16::count_ones);
        if crosses != noughts && crosses != noughts + 1 {
            return Err(Fault::new(format!(
                "{crosses} X and {noughts} O cannot be: X begins, so it has as many marks as O or one more"
            )));
        }
        if position.has_line(position.turn()) {
            return Err(Fault::new("the game was over before the last mark was made: a line stands already"));
        }
        Ok(position)
    }

    fn write_move(&self, _position: &Position, square: u8) -> String {
        square_name(square as usize % 3, square as usize / 3)
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<u8, Fault> {
        let (column, row) = read_square(text.trim(), 3, 3)
            .ok_or_else(|| Fault::unexpected(text.trim(), "a square from a1 to c3"))?;
        let square = (row * 3 + column) as u8;
        if !self.legal(position, square) {
            return Err(Fault::new(format!("{} cannot be marked: that square is not free", text.trim())));
        }
        Ok(square)
    }
}

impl Playable for TicTacToe {
    fn diagram(&self, position: &Position) -> Diagram {
        let mut diagram = Diagram::grid(Material::Paper, 3, 3, |column, row| {
            let piece = owner(position, row * 3 + column).map(|seat| match seat {
                Seat::FIRST => Piece { figure: Figure::Cross, paint: Paint::Black, letter: 'X' },
                _ => Piece { figure: Figure::Nought, paint: Paint::Red, letter: 'O' },
            });
            (Shape::Square { dark: false }, None, piece)
        });
        diagram.caption = match self.stage(position) {
            Stage::Turn(seat) => format!("{} to move", self.seat_name(seat)),
            _ => String::new(),
        };
        diagram
    }

    fn picks(&self, _position: &Position, square: u8) -> Vec<Place> {
        vec![Place(square.into())]
    }
}

fn owner(position: &Position, square: usize) -> Option<Seat> {
    Seat::all(2).find(|seat| position.marks[seat.index()] >> square & 1 == 1)
}

impl House for TicTacToe {}
