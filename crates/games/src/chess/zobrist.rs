//! Zobrist keys: a position's key is the exclusive or of one number for each of its features.

use rules::mix;

use super::army::MAX_KINDS;
use super::position::{NO_SQUARE, Position};

/// Numbers of the pieces, by side, kind and square.
static PIECES: [[[u64; 64]; MAX_KINDS]; 2] = {
    let mut table = [[[0; 64]; MAX_KINDS]; 2];
    let mut index = 0;
    while index < 2 * MAX_KINDS * 64 {
        table[index / (MAX_KINDS * 64)][index / 64 % MAX_KINDS][index % 64] = number(index as u64);
        index += 1;
    }
    table
};

/// Numbers of the castling rights; 0 for none.
static CASTLING: [u64; 16] = {
    let mut table = [0; 16];
    let mut rights = 1;
    while rights < 16 {
        table[rights] = number(0x1_0000 + rights as u64);
        rights += 1;
    }
    table
};

/// Numbers of the en passant squares; 0 for [`NO_SQUARE`].
static EN_PASSANT: [u64; NO_SQUARE as usize + 1] = {
    let mut table = [0; NO_SQUARE as usize + 1];
    let mut square = 0;
    while square < NO_SQUARE as usize {
        table[square] = number(0x2_0000 + square as u64);
        square += 1;
    }
    table
};

/// Number of Black to move.
pub(super) const BLACK_TO_MOVE: u64 = number(0x3_0000);

const fn number(index: u64) -> u64 {
    mix(mix(index.wrapping_add(0x9e37_79b9_7f4a_7c15)))
}

/// Number of a piece on a square.
#[inline(always)]
pub(super) fn piece(side: usize, kind: usize, square: u8) -> u64 {
    PIECES[side & 1][kind & (MAX_KINDS - 1)][square as usize & 63]
}

/// Number of a set of castling rights.
#[inline(always)]
pub(super) fn castling(rights: u8) -> u64 {
    CASTLING[rights as usize & 15]
}

/// Number of an en passant square.
#[inline(always)]
pub(super) fn en_passant(square: u8) -> u64 {
    EN_PASSANT[(square as usize).min(NO_SQUARE as usize)]
}

impl Position {
    /// The key computed from scratch.
    pub(super) fn compute_key(&self) -> u64 {
        let mut key = castling(self.castling) ^ en_passant(self.ep_square);
        if self.turn & 1 != 0 {
            key ^= BLACK_TO_MOVE;
        }
        for (side, &pieces) in self.sides.iter().enumerate() {
            for (kind, &squares) in self.kinds.iter().enumerate() {
                let mut left = squares & pieces;
                while left != 0 {
                    key ^= piece(side, kind, left.trailing_zeros() as u8);
                    left &= left - 1;
                }
            }
        }
        key
    }

    /// Changes the en passant square and its part of the key.
    #[inline(always)]
    pub(super) fn set_ep_square(&mut self, square: u8) {
        self.key ^= en_passant(self.ep_square) ^ en_passant(square);
        self.ep_square = square;
    }
}
