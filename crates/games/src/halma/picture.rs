//! Halma as a picture.

use rules::{InputError, MAX_SEATS, Notation, Rules, Seat, Status};
use view::diagram::{BoardMaterial, Mark, Piece, PieceColor, PieceShape, Shape};
use view::{Arrangement, Diagram, Place, Playable};

use super::bits::Bits;
use super::{Colour, Halma, Move, Position};

impl<const W: usize> Playable for Halma<W> {
    fn diagram_among(&self, position: &Position<W>, status: Status, _moves: &[Move]) -> Diagram {
        let size = self.layout.size();
        let mut diagram = Diagram::grid(BoardMaterial::Maple, size, size, |column, row| {
            let cell = (row * size + column) as u16;
            let tint = self.layout.camp_at(cell).map(|seat| paint(self.colour(seat)));
            (Shape::Hollow, tint, position.owner(cell).map(|seat| self.bead(seat)))
        });
        diagram.caption = match status {
            Status::Turn(seat) => {
                let (name, number) = (self.seat_name(seat), position.moves_made + 1);
                format!("{name} to move, move {number}; {}", self.camp_rule(position))
            }
            _ => format!("Game over after {} moves", position.moves_made),
        };
        diagram.marks.extend(self.late_beads(position).into_iter().map(|cell| (Place(cell), Mark::Danger)));
        if self.is_legal(position, Move::PASS) {
            diagram.add_button(self.pass_button(), "pass");
        }
        diagram
    }

    fn pieces(&self) -> Vec<Piece> {
        Seat::all(self.seats()).map(|seat| self.bead(seat)).collect()
    }

    fn seat_color(&self, seat: Seat) -> Option<PieceColor> {
        Some(paint(self.colour(seat)))
    }

    /// No move has been made, so the camps are checked as late as in a game that begins.
    fn arrange(&self, arrangement: &Arrangement) -> Result<Position<W>, InputError> {
        let (turn, size) = (arrangement.turn_among(self.seats())?, self.layout.size());
        let mut beads = [Bits::EMPTY; MAX_SEATS];
        for (cell, kind) in (0..).zip(arrangement.on_squares(size, size, &self.pieces())?) {
            if let Some(kind) = kind {
                beads[kind].insert(cell);
            }
        }
        let position = Position::new(beads, turn);
        self.validate(&position)?;
        match Seat::all(self.seats()).find(|&seat| self.reached_goal(&position, seat)) {
            None => Ok(position),
            Some(seat) => Err(InputError::new(format!(
                "{} has reached its goal: expected a bead outside its target camp",
                self.seat_name(seat)
            ))),
        }
    }

    fn picks(&self, _position: &Position<W>, mv: Move) -> Vec<Place> {
        if mv == Move::PASS { vec![self.pass_button()] } else { vec![Place(mv.from), Place(mv.to)] }
    }

    fn trail(&self, position: &Position<W>, mv: Move) -> Vec<Place> {
        if mv == Move::PASS {
            return Vec::new();
        }
        self.path(position, mv).into_iter().map(Place).collect()
    }
}

impl<const W: usize> Halma<W> {
    /// The leave-camp rule as it applies to the next moves.
    fn camp_rule(&self, position: &Position<W>) -> String {
        match self.moves_to_camp_check(position) {
            Some(1) => "camps are checked after this move".to_owned(),
            Some(left) => format!("camps are checked in {left} moves"),
            None => "a move that ends in the own camp loses".to_owned(),
        }
    }

    fn bead(&self, seat: Seat) -> Piece {
        let colour = self.colour(seat);
        Piece::new(PieceShape::Bead, paint(colour), colour.letter())
    }

    /// The pass button, numbered after the squares.
    fn pass_button(&self) -> Place {
        Place((self.layout.size() * self.layout.size()) as u16)
    }
}

fn paint(colour: Colour) -> PieceColor {
    match colour {
        Colour::Green => PieceColor::Green,
        Colour::Yellow => PieceColor::Yellow,
        Colour::Blue => PieceColor::Blue,
        Colour::Red => PieceColor::Red,
    }
}
