//! Positions and moves.

use rules::Seat;

use super::army::MAX_KINDS;
use super::reach::{Bitboard, bit};

/// No square.
pub(super) const NO_SQUARE: u8 = 64;

/// Pieces on their squares, the side to move, and the state that the rules depend on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Squares of White's and of Black's pieces.
    pub(super) sides: [Bitboard; 2],
    /// Squares of each kind of piece, by index of the kind.
    pub(super) kinds: [Bitboard; MAX_KINDS],
    /// Zobrist key of everything below and above except the two counters.
    pub(super) key: u64,
    /// Side to move: 0 for White, 1 for Black.
    pub(super) turn: u8,
    /// Castling rights from the lowest bit: White kingside, White queenside, Black kingside, Black queenside.
    pub(super) castling: u8,
    /// En passant square; [`NO_SQUARE`] if none, or if it makes no difference to the legal moves.
    pub(super) ep_square: u8,
    /// Plies since the last capture or move of a piece that can be promoted.
    pub(super) halfmove_clock: u16,
    /// Number of the move, starting at 1 and incremented after Black's move.
    pub(super) fullmove_number: u16,
}

/// Special kinds of moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(super) enum Special {
    /// Ordinary move or capture.
    None,
    /// Castling.
    Castling,
    /// En passant capture.
    EnPassant,
    /// Double step that can be answered by an en passant capture.
    DoubleStep,
    /// Promotion, possibly to the same kind.
    Promotion,
    /// En passant capture that promotes the capturing piece.
    EnPassantPromotion,
}

/// A move: origin, target, and the kind of the piece before and after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) kind: u8,
    pub(super) becomes: u8,
    pub(super) special: Special,
}

impl Position {
    /// Empty board, White to move.
    pub(super) const EMPTY: Position = Position {
        sides: [0; 2],
        kinds: [0; MAX_KINDS],
        key: 0,
        turn: 0,
        castling: 0,
        ep_square: NO_SQUARE,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// The seat to move.
    pub fn turn(&self) -> Seat {
        if self.turn == 0 { Seat::FIRST } else { Seat::SECOND }
    }

    /// All occupied squares.
    #[inline(always)]
    pub(super) fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// Kind and side of the piece on a square, both by index; White is side 0.
    #[inline(always)]
    pub fn piece(&self, square: u8) -> Option<(usize, usize)> {
        let at = bit(square);
        if self.occupied() & at == 0 {
            return None;
        }
        Some((self.kind_at(square), usize::from(self.sides[1] & at != 0)))
    }

    /// Kind of the piece on an occupied square, by index. All kinds are looked at, which costs less than a branch that is
    /// often mispredicted.
    #[inline(always)]
    pub(super) fn kind_at(&self, square: u8) -> usize {
        let mut found = 0;
        for (kind, squares) in self.kinds.iter().enumerate() {
            found |= (squares >> (square & 63) & 1) << kind;
        }
        found.trailing_zeros() as usize & (MAX_KINDS - 1)
    }

    /// Square of the piece that a move captures, whether or not one stands there.
    #[inline(always)]
    pub(super) fn capture_square(&self, mv: Move) -> u8 {
        match (mv.is_en_passant(), self.turn & 1) {
            (false, _) => mv.to,
            (true, 0) => mv.to + 8,
            (true, _) => mv.to - 8,
        }
    }
}

impl Move {
    /// Origin of the piece.
    pub fn from(self) -> u8 {
        self.from
    }

    /// Target of the piece.
    pub fn to(self) -> u8 {
        self.to
    }

    /// Index of the kind that the piece is promoted to.
    pub fn promotion(self) -> Option<usize> {
        let promotes = matches!(self.special, Special::Promotion | Special::EnPassantPromotion);
        promotes.then_some(self.becomes as usize)
    }

    /// `true` for an en passant capture.
    pub(super) fn is_en_passant(self) -> bool {
        matches!(self.special, Special::EnPassant | Special::EnPassantPromotion)
    }
}
