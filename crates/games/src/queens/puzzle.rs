//! Queens placed by hand: a puzzle for one.

use std::convert::Infallible;

use rules::{
    InputError, Notation, Outcome, Perft, RetireReason, Rules, Seat, Settings, Status, TableRules, mix,
};
use search::SearchGame;
use view::diagram::{BoardMaterial, Piece, PieceColor, PieceShape, Shape};
use view::{Arrangement, Diagram, Place, Playable};

use super::placement::{LARGEST, Placement, Square};
use crate::engines::CatalogGame;

const QUEEN: Piece = Piece::new(PieceShape::Crown, PieceColor::Black, 'Q');

/// The puzzle on a board of some size: put a queen in every row so that none attacks another.
#[derive(Clone, Copy, Debug)]
pub struct Queens {
    empty: Placement,
}

impl Queens {
    /// The puzzle on a board of this size.
    pub fn new(size: usize) -> Result<Queens, InputError> {
        Placement::empty(size)
            .map(|empty| Queens { empty })
            .map_err(|error| InputError::new(error.to_string()))
    }

    /// Reads `size = 8`.
    pub fn from_settings(mut settings: Settings) -> Result<Queens, InputError> {
        let size = settings.take("size").map_or(Ok(8), |setting| setting.number(1..=LARGEST as u32))?;
        settings.finish()?;
        Queens::new(size as usize)
    }

    fn size(&self) -> usize {
        self.empty.size()
    }
}

impl Rules for Queens {
    type Position = Placement;
    type Move = Square;
    type Roll = Infallible;

    fn seats(&self) -> u8 {
        1
    }

    fn start(&self) -> Placement {
        self.empty
    }

    fn legal_moves(&self, placement: &Placement, moves: &mut Vec<Square>) -> Status {
        let placed = placement.queens().count() as i16;
        if placement.is_complete() {
            return Status::Over(Outcome::solo(true, placed, "all queens placed"));
        }
        let base = moves.len();
        let columns = 0..self.size() as u8;
        for row in placement.open_rows() {
            let squares = columns.clone().map(|column| Square { row: row as u8, column });
            moves.extend(squares.filter(|&square| self.is_legal(placement, square)));
        }
        if moves.len() == base {
            return Status::Over(Outcome::solo(false, placed, "no safe square left"));
        }
        Status::Turn(Seat::FIRST)
    }

    fn is_legal(&self, placement: &Placement, square: Square) -> bool {
        let mut with_queen = *placement;
        with_queen.place(square).is_ok()
    }

    fn play(&self, placement: &mut Placement, square: Square) {
        let placed = placement.place(square);
        debug_assert!(placed.is_ok(), "{placed:?}");
    }

    fn key(&self, placement: &Placement) -> u64 {
        placement
            .queens()
            .fold(0, |key, queen| key ^ mix(u64::from(queen.row) << 8 | u64::from(queen.column) | 1 << 16))
    }
}

impl TableRules for Queens {
    fn retire(&self, placement: &mut Placement, _seat: Seat, why: RetireReason) -> Option<Outcome> {
        Some(Outcome::solo(false, placement.queens().count() as i16, why.rule()))
    }
}

impl Perft for Queens {}

impl SearchGame for Queens {
    type Scratch = ();
}

impl Notation for Queens {
    fn rules_text(&self) -> String {
        format!("queens 1\nsize = {}\n", self.size())
    }

    fn seat_name(&self, _seat: Seat) -> String {
        "solver".to_owned()
    }

    /// The queens' squares, `a1,e2,h3`, or `-` for an empty board.
    fn write_position(&self, placement: &Placement) -> String {
        let squares = placement.squares_text();
        if squares.is_empty() { "-".to_owned() } else { squares }
    }

    fn read_position(&self, text: &str) -> Result<Placement, InputError> {
        let squares = if text.trim() == "-" { "" } else { text };
        Placement::from_squares_text(self.size(), squares).map_err(|error| InputError::new(error.to_string()))
    }

    fn write_move(&self, _placement: &Placement, square: Square) -> String {
        square.to_string()
    }

    fn read_move_among(
        &self,
        placement: &Placement,
        _moves: &[Square],
        text: &str,
    ) -> Result<Square, InputError> {
        let alone = Placement::from_squares_text(self.size(), text)
            .map_err(|error| InputError::new(error.to_string()))?;
        let mut queens = alone.queens();
        let (Some(square), None) = (queens.next(), queens.next()) else {
            return Err(InputError::unexpected(text, "one square, such as e2"));
        };
        let mut with_queen = *placement;
        with_queen.place(square).map_err(|error| InputError::new(error.to_string()))?;
        Ok(square)
    }
}

impl Playable for Queens {
    fn diagram_among(&self, placement: &Placement, status: Status, _moves: &[Square]) -> Diagram {
        let size = self.size();
        let mut diagram = Diagram::grid(BoardMaterial::Tiles, size, size, |column, row| {
            let stands = placement.has(Square { row: row as u8, column: column as u8 });
            (Shape::Square { dark: (row + column) % 2 == 1 }, None, stands.then_some(QUEEN))
        });
        let placed = placement.queens().count();
        diagram.caption = match status {
            Status::Over(outcome) => format!("{placed} of {size} queens: {}", outcome.rule()),
            _ => format!("{placed} of {size} queens"),
        };
        diagram
    }

    fn pieces(&self) -> Vec<Piece> {
        vec![QUEEN]
    }

    fn seat_color(&self, _seat: Seat) -> Option<PieceColor> {
        Some(QUEEN.color)
    }

    fn arrange(&self, arrangement: &Arrangement) -> Result<Placement, InputError> {
        let size = self.size();
        arrangement.turn_among(self.seats())?;
        let mut placement = self.empty;
        for (place, kind) in arrangement.on_squares(size, size, &self.pieces())?.into_iter().enumerate() {
            if kind.is_some() {
                let square = Square { row: (place / size) as u8, column: (place % size) as u8 };
                placement.place(square).map_err(|error| InputError::new(error.to_string()))?;
            }
        }
        match self.status(&placement) {
            Status::Over(outcome) => {
                Err(InputError::new(format!("{}: expected a safe square for another queen", outcome.rule())))
            }
            _ => Ok(placement),
        }
    }

    fn picks(&self, _placement: &Placement, square: Square) -> Vec<Place> {
        vec![Place(u16::from(square.row) * self.size() as u16 + u16::from(square.column))]
    }
}

impl CatalogGame for Queens {}
