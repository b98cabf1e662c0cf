//! Explanations of how the pieces of a game move.

use crate::Place;
use crate::diagram::Piece;

/// Explanation of a set of pieces for players who do not know them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guide {
    /// Description of the set, if its author wrote one.
    pub about: Option<String>,
    /// `true` if all pieces are ordinary ones.
    pub is_familiar: bool,
    /// One guide for each kind of piece.
    pub pieces: Vec<PieceGuide>,
}

/// Explanation of one kind of piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceGuide {
    /// The piece.
    pub piece: Piece,
    /// `true` if the piece moves as in the ordinary game.
    pub is_familiar: bool,
    /// Its moves, in sentences.
    pub words: String,
    /// Square it stands on in the example.
    pub from: Place,
    /// Targets on an otherwise empty board, each once.
    pub targets: Vec<(Place, MoveKind)>,
}

/// Kind of move by which a piece reaches a target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MoveKind {
    /// Move or capture.
    Any,
    /// Move to an empty square.
    Move,
    /// Capture only.
    Capture,
    /// Reached only by hopping over a piece.
    Hop,
    /// Reached by a plain move to an empty square and by hopping.
    MoveOrHop,
}
