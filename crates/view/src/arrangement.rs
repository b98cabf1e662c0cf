//! Pieces placed freely on a board.

use rules::square::square_name;
use rules::{InputError, Seat};

use crate::Place;
use crate::diagram::{Diagram, Piece};

/// Pieces placed freely on a board. The game decides whether they form a playable position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrangement {
    /// Pieces on each place, from bottom to top; places not listed are empty.
    pub stacks: Vec<(Place, Vec<Piece>)>,
    /// The seat to move.
    pub turn: Seat,
}

impl Arrangement {
    /// The pieces of a diagram.
    pub fn of(diagram: &Diagram, turn: Seat) -> Arrangement {
        let filled = diagram.spots.iter().filter(|spot| !spot.stack.is_empty());
        Arrangement { stacks: filled.map(|spot| (spot.place, spot.stack.clone())).collect(), turn }
    }

    /// The seat to move, which must be one of `seats` seats.
    pub fn turn_among(&self, seats: u8) -> Result<Seat, InputError> {
        let turn = self.turn;
        match turn.index() < usize::from(seats) {
            true => Ok(turn),
            false => Err(InputError::new(format!(
                "seat {turn} cannot be to move: expected a seat from 1 to {seats}"
            ))),
        }
    }

    /// Piece on each square, as an index into `kinds`, for boards whose squares hold at most one piece.
    /// The place of a square is `row * columns + column`, as in [`Diagram::grid`].
    pub fn on_squares(
        &self,
        columns: usize,
        rows: usize,
        kinds: &[Piece],
    ) -> Result<Vec<Option<usize>>, InputError> {
        let mut squares = vec![None; columns * rows];
        for (place, stack) in &self.stacks {
            let index = usize::from(place.0);
            let Some(square) = squares.get_mut(index) else {
                let last = square_name(columns - 1, rows - 1);
                return Err(InputError::new(format!(
                    "there is no place {index} on the board: expected a square from a1 to {last}"
                )));
            };
            let name = square_name(index % columns, index / columns);
            for piece in stack {
                if square.is_some() {
                    return Err(InputError::new(format!(
                        "more than one piece stands on {name}: expected one at most"
                    )));
                }
                *square = Some(piece.kind_among(kinds, &name)?);
            }
        }
        Ok(squares)
    }
}

impl Piece {
    /// Index of the piece in `kinds`, ignoring its letter; `place` is named in the error.
    pub fn kind_among(&self, kinds: &[Piece], place: &str) -> Result<usize, InputError> {
        let found = kinds.iter().position(|kind| kind.shape == self.shape && kind.color == self.color);
        found.ok_or_else(|| {
            let kinds: Vec<String> = kinds.iter().map(|kind| format!("a {kind}")).collect();
            InputError::new(format!("a {self} cannot stand on {place}: expected {}", kinds.join(" or ")))
        })
    }
}
