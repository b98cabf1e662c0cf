//! Positions and moves.

use rules::{Seat, mix};

use super::army::MAX_KINDS;
use super::reach::{Bitboard, bit};

/// No square.
pub(super) const NO_SQUARE: u8 = 64;

/// What stands where, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The squares of White's and of Black's pieces.
    pub(super) sides: [Bitboard; 2],
    /// The squares of each kind, by its index.
    pub(super) kinds: [Bitboard; MAX_KINDS],
    /// 0 if White is to move, 1 if Black.
    pub(super) turn: u8,
    /// Who may still castle: White's short and long side, Black's short and long side, from the lowest bit.
    pub(super) castling: u8,
    /// The square that a piece advanced over in the last move, if it can be captured there.
    pub(super) ep_square: u8,
    /// Moves of either side since the last capture or pawn's move.
    pub(super) halfmove_clock: u16,
    /// The number of the move, as White and Black count together.
    pub(super) fullmove_number: u16,
}

/// What is special about a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(super) enum Special {
    /// Nothing.
    None,
    /// The royal piece castles.
    Castling,
    /// A piece is captured on the square it advanced over.
    EnPassant,
    /// A piece advances over a square.
    DoubleStep,
    /// A piece is promoted, be it to what it was.
    Promotion,
    /// A piece is captured on the square it advanced over by one that is promoted there.
    EnPassantPromotion,
}

/// A move: where from, where to, and what becomes of the piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) kind: u8,
    pub(super) becomes: u8,
    pub(super) special: Special,
}

impl Position {
    /// Nothing on the board, White to move.
    pub(super) const EMPTY: Position = Position {
        sides: [0; 2],
        kinds: [0; MAX_KINDS],
        turn: 0,
        castling: 0,
        ep_square: NO_SQUARE,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// Whose turn it is.
    pub fn turn(&self) -> Seat {
        if self.turn == 0 { Seat::FIRST } else { Seat::SECOND }
    }

    /// All squares that are not empty.
    #[inline(always)]
    pub(super) fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// The kind and the side of the piece on a square, both by index; White is side 0.
    pub fn piece(&self, square: u8) -> Option<(usize, usize)> {
        let at = bit(square);
        let side = self.sides.iter().position(|pieces| pieces & at != 0)?;
        self.kinds.iter().position(|pieces| pieces & at != 0).map(|kind| (kind, side))
    }

    /// What repetition compares: pieces, turn, castling and passing.
    pub(super) fn key(&self) -> u64 {
        let rest = u64::from(self.turn) << 16 | u64::from(self.castling) << 8 | u64::from(self.ep_square);
        let mut key = mix(mix(rest + 1) ^ self.sides[0]);
        for (kind, &squares) in self.kinds.iter().enumerate().filter(|(_, squares)| **squares != 0) {
            key = mix(mix(key.wrapping_add(kind as u64)) ^ squares);
        }
        key
    }
}

impl Move {
    /// Where the piece comes from.
    pub fn from(self) -> u8 {
        self.from
    }

    /// Where it goes.
    pub fn to(self) -> u8 {
        self.to
    }

    /// The index of the kind it is promoted to, if it is.
    pub fn promotion(self) -> Option<usize> {
        let promotes = matches!(self.special, Special::Promotion | Special::EnPassantPromotion);
        promotes.then_some(self.becomes as usize)
    }

    /// Whether a piece is captured on a square that it has advanced over.
    pub(super) fn is_en_passant(self) -> bool {
        matches!(self.special, Special::EnPassant | Special::EnPassantPromotion)
    }
}
