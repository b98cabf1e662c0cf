//! How the pieces of a game move, for those who do not know them yet.

use crate::Place;
use crate::diagram::Piece;

/// What a newcomer is told about the pieces of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guide {
    /// What is particular about these pieces, in a sentence, where somebody has written one.
    pub about: Option<String>,
    /// Whether everybody knows all of them.
    pub is_familiar: bool,
    /// One lesson for each kind.
    pub lessons: Vec<Lesson>,
}

/// How one kind of piece moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// The piece.
    pub piece: Piece,
    /// Whether everybody knows how it moves.
    pub is_familiar: bool,
    /// How it moves, in sentences.
    pub words: String,
    /// Where it stands in the example.
    pub from: Place,
    /// Where it gets to from there if nobody is in the way; each place once.
    pub ways: Vec<(Place, Way)>,
}

/// What a piece may do on a place that it gets to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Way {
    /// Go there, and capture what stands there.
    Any,
    /// Go there if it is empty.
    Move,
    /// Capture there.
    Capture,
    /// Get there only by jumping over a piece.
    Over,
    /// Go there if it is empty, and get there by jumping over a piece, too.
    MoveOrOver,
}
