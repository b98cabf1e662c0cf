//! Armies: the kinds of pieces and how each moves.
//!
//! The board has 64 squares, number = row * 8 + column, square 0 at the upper left (a8), so White's pawns advance
//! towards smaller numbers. A kind is a set of [`Path`]s. A path is a list of squares relative to the piece, `right` and
//! `forward`: forward is up the board for White and down for Black; right is the same for both. A piece on a square of a
//! path blocks the squares after it. Squares off the board are skipped: they cannot be reached and do not block. Paths
//! are independent of each other.

/// Largest number of kinds in an army.
pub const MAX_KINDS: usize = 16;

/// Largest number of squares in the paths of all kinds together; ordinary chess has 144.
pub const MAX_SQUARES: usize = 4096;

/// An army; both sides have the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Army {
    /// Name of the army.
    pub name: String,
    /// Kinds of pieces, in palette order.
    pub kinds: Vec<Kind>,
    /// Start position as a FEN with the letters of the kinds.
    pub start: String,
    /// Partner of the royal piece in castling, which follows the rules and squares of ordinary chess; `None` without
    /// castling.
    pub castling: Option<Castling>,
    /// `true` if a double step straight ahead along a path with a [`Path::limit`] can be answered by an en passant capture.
    /// Only kinds that have a path with a limit capture en passant, and a promoted piece cannot be captured so.
    pub en_passant: bool,
}

/// Castling partner of the royal piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Castling {
    /// Index of the kind.
    pub partner: usize,
}

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Kind {
    /// Name in lower case, one word or a few.
    pub name: String,
    /// Letter in FEN and move notation, A to Z; lower case for Black in a FEN.
    pub letter: char,
    /// Name of its picture (`king`, `queen`, ...); `None` shows its letter.
    pub picture: Option<String>,
    /// Value in centipawns; `None` derives it from the mobility.
    pub value: Option<u32>,
    /// Paths along which it moves.
    pub paths: Vec<Path>,
    /// `true` for the kind that must not be lost. Each side has exactly one such piece.
    pub is_royal: bool,
    /// Promotion of this kind.
    pub promotion: Option<Promotion>,
}

/// Rank and choices of a promotion.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Promotion {
    /// First row of the promotion zone, counted from 0 at the own back rank; promotion there is mandatory.
    pub row: u8,
    /// Indices of the kinds to choose from.
    pub to: Vec<usize>,
}

/// Squares that block each other in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Path {
    /// Squares in order.
    pub steps: Vec<Step>,
    /// Rule for occupied squares.
    pub hop: HopRule,
    /// Last row, counted from 0 at the own back rank, that squares after the first step may lie on: a pawn's multiple
    /// step.
    pub limit: Option<u8>,
}

/// Rule for occupied squares of a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HopRule {
    /// A piece blocks the squares after it.
    Plain,
    /// Exactly one square before the target must be occupied, by either side: the cannon's capture.
    OverOne,
    /// The square just before the target must be occupied, by either side, and all before that empty: the grasshopper.
    /// Squares off the board do not count.
    JustBehind,
}

/// A square of a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Columns to the right.
    pub right: i8,
    /// Rows forward.
    pub forward: i8,
    /// `true` if the piece may move there when the square is empty.
    pub may_move: bool,
    /// `true` if the piece may capture there.
    pub may_capture: bool,
}

impl Army {
    /// Index of the royal kind.
    pub fn royal(&self) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.is_royal)
    }

    /// Index of the kind with a letter of either case.
    pub fn kind_of_letter(&self, letter: char) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.letter == letter.to_ascii_uppercase())
    }
}
