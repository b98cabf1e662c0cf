//! Drawing a game, resolving clicks into moves, and turning placed pieces into a position.

use rules::{InputError, Notation, Seat, Status, TableRules};

use crate::diagram::{Piece, PieceColor};
use crate::{Arrangement, Diagram, Guide};

/// A clickable part of the board: a square, a point, the bar, a button.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(pub u16);

/// Result of clicking some places in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Touch<M> {
    /// An incomplete move: these places may follow. Empty if no move begins with these clicks.
    Targets(Vec<Place>),
    /// A complete move.
    Done(M),
}

/// A game that can be drawn, and played by clicking what is drawn.
pub trait Playable: Notation + TableRules {
    /// Picture of a position.
    fn diagram(&self, position: &Self::Position) -> Diagram {
        let mut moves = Vec::new();
        let status = self.legal_moves(position, &mut moves);
        self.diagram_among(position, status, &moves)
    }

    /// Picture of a position, given its status and its legal moves.
    fn diagram_among(&self, position: &Self::Position, status: Status, moves: &[Self::Move]) -> Diagram;

    /// Kinds of pieces that can be placed on the board, in palette order.
    fn pieces(&self) -> Vec<Piece>;

    /// Explanation of how the pieces move, for games whose kinds differ.
    fn guide(&self) -> Option<Guide> {
        None
    }

    /// Colour of a seat's pieces, if it has one of its own.
    fn seat_color(&self, seat: Seat) -> Option<PieceColor>;

    /// Makes a playable position of placed pieces. Everything that a board does not show is as at the start of a game:
    /// no moves made, all seats active, no dice rolled, no score.
    fn arrange(&self, arrangement: &Arrangement) -> Result<Self::Position, InputError>;

    /// Places to click for a move, in order.
    fn picks(&self, position: &Self::Position, mv: Self::Move) -> Vec<Place>;

    /// Places that a piece passes in a move, for animation.
    fn trail(&self, position: &Self::Position, mv: Self::Move) -> Vec<Place> {
        self.picks(position, mv)
    }

    /// Resolves the places clicked so far.
    fn touch(&self, position: &Self::Position, picked: &[Place]) -> Touch<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        self.touch_among(position, &moves, picked)
    }

    /// Resolves the places clicked so far against `moves`, the legal moves of the position.
    ///
    /// The default compares [`picks`](Playable::picks); it requires that no move's picks are a prefix of another's.
    fn touch_among(
        &self,
        position: &Self::Position,
        moves: &[Self::Move],
        picked: &[Place],
    ) -> Touch<Self::Move> {
        let mut targets = Vec::new();
        for &mv in moves {
            let picks = self.picks(position, mv);
            if picks == picked {
                return Touch::Done(mv);
            }
            if picks.len() > picked.len() && picks.starts_with(picked) {
                targets.push(picks[picked.len()]);
            }
        }
        targets.sort_unstable();
        targets.dedup();
        Touch::Targets(targets)
    }
}
