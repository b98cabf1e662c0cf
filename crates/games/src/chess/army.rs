//! Armies as values: what kinds of pieces there are, and how each moves.
//!
//! The board has 64 squares, number = row * 8 + column, square 0 at the upper left (a8), so White's pieces walk towards
//! smaller numbers. A kind is a set of [`Path`]s. A path is a list of squares as the piece sees them from where it
//! stands, `right` and `forward`: for White forward is up the board, for Black down, right is the same for both. The
//! squares of a path depend on each other in their order: an occupied one bars those behind it. Bitboard off the board are
//! passed over: they cannot be reached and do not condition. Paths do not depend on each other.

/// The most kinds an army can have.
pub const MAX_KINDS: usize = 16;

/// The most squares that the paths of all kinds together can have: ordinary chess needs 144.
pub const MAX_SQUARES: usize = 4096;

/// An army, which both sides have.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Army {
    /// What it is called.
    pub name: String,
    /// Its kinds of pieces; their order is the order of the palette.
    pub kinds: Vec<Kind>,
    /// The position before the first move, as a FEN with the letters of the kinds.
    pub start: String,
    /// Whether and with which kind the royal piece castles, by the rules and on the squares of ordinary chess.
    pub castling: Option<Castling>,
    /// Whether a piece that went two squares straight ahead by a path with a [`Path::limit`], and was not promoted, can be
    /// captured in the next move on the square it passed, by pieces that have a path with a limit too.
    pub en_passant: bool,
}

/// The kind that castles with the royal one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Castling {
    /// Its index among the kinds.
    pub partner: usize,
}

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Kind {
    /// What it is called: one word or a few, in small letters.
    pub name: String,
    /// Its letter in positions and moves, A to Z; small for Black in positions.
    pub letter: char,
    /// Which picture shows it (`king`, `queen`, ...); without one its letter does.
    pub picture: Option<String>,
    /// What it is worth, in hundredths of a pawn; without one it follows from how well it moves.
    pub value: Option<u32>,
    /// How it moves.
    pub paths: Vec<Path>,
    /// Whether the game is lost when it cannot be saved. Each side has exactly one such piece.
    pub is_royal: bool,
    /// Where and into what it is promoted.
    pub promotion: Option<Promotion>,
}

/// Where and into what a piece is promoted.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Promotion {
    /// From this row on, counted from 0 at the own back rank (7 is the last), it must be promoted when it arrives.
    pub row: u8,
    /// The indices of the kinds it can become.
    pub to: Vec<usize>,
}

/// Bitboard that depend on each other in their order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Path {
    /// The squares in their order.
    pub steps: Vec<Step>,
    /// How occupied squares matter.
    pub hop: HopRule,
    /// A pawn's advance: a square behind the first step is reached only if its row, counted from 0 at the own back
    /// rank, is not beyond this.
    pub limit: Option<u8>,
}

/// How occupied squares of a path matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HopRule {
    /// An occupied square bars those behind it.
    Plain,
    /// Exactly one square before the one that is reached must be occupied, by anybody: the cannon's capture.
    OverOne,
    /// The square before the one that is reached must be occupied, by anybody, and those before that empty: the
    /// grasshopper. Bitboard off the board do not count as before.
    JustBehind,
}

/// A square of a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Columns to the right.
    pub right: i8,
    /// Rows forward.
    pub forward: i8,
    /// Whether the piece may go there if it is empty.
    pub may_move: bool,
    /// Whether the piece may go there to capture.
    pub may_capture: bool,
}

impl Army {
    /// The index of the royal kind.
    pub fn royal(&self) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.is_royal)
    }

    /// The index of the kind with this letter, large or small.
    pub fn kind_of_letter(&self, letter: char) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.letter == letter.to_ascii_uppercase())
    }
}
