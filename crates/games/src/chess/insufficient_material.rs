//! Insufficient material, for armies whose pieces move as in orthodox chess.

use super::army::{Army, Kind};
use super::position::Position;
use super::reach::{Bitboard, MoveMode, of_kind};

/// Dark squares.
const DARK: Bitboard = 0xaa55_aa55_aa55_aa55;

/// Indices of the kinds of an army that moves as orthodox chess does.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrthodoxKinds {
    king: usize,
    queen: usize,
    rook: usize,
    bishop: usize,
    knight: usize,
}

/// Finds the orthodox kinds by their letters; `None` if a kind moves differently.
pub(super) fn orthodox(army: &Army) -> Option<OrthodoxKinds> {
    let kind = |letter: char, squares: &[(i8, i8)], is_rider: bool| {
        army.kind_of_letter(letter).filter(|&kind| has_moves(&army.kinds[kind], squares, is_rider)).filter(
            |&kind| army.kinds[kind].promotion.is_none() && army.kinds[kind].is_royal == (letter == 'K'),
        )
    };
    let straight = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let diagonal = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    let jumps = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
    let around: Vec<(i8, i8)> = straight.iter().chain(&diagonal).copied().collect();
    Some(OrthodoxKinds {
        king: kind('K', &around, false)?,
        queen: kind('Q', &around, true)?,
        rook: kind('R', &straight, true)?,
        bishop: kind('B', &diagonal, true)?,
        knight: kind('N', &jumps, false)?,
    })
    .filter(|_| army.kinds.len() == 6)
}

fn has_moves(kind: &Kind, squares: &[(i8, i8)], is_rider: bool) -> bool {
    (0..64u8).all(|from| {
        let mut reached: Bitboard = 0;
        let reaches = of_kind(kind, 0, from);
        for reach in &reaches {
            reached |= 1 << reach.to;
        }
        let mut expected: Bitboard = 0;
        for (right, down) in squares {
            let (mut column, mut row) = ((from % 8) as i8 + right, (from / 8) as i8 + down);
            while (0..8).contains(&column) && (0..8).contains(&row) {
                expected |= 1 << (row * 8 + column);
                if !is_rider {
                    break;
                }
                column += right;
                row += down;
            }
        }
        reached == expected && reaches.iter().all(|reach| reach.mode == MoveMode::Both)
    })
}

impl OrthodoxKinds {
    /// `true` if no sequence of moves leads to mate: bare kings, one knight, or bishops on squares of one colour.
    #[inline(always)]
    pub(super) fn is_insufficient(self, position: &Position) -> bool {
        let others = position.occupied() & !position.kinds[self.king & 15];
        let bishops = position.kinds[self.bishop & 15];
        if others & !(bishops | position.kinds[self.knight & 15]) != 0 {
            return false;
        }
        others & others.wrapping_sub(1) == 0
            || (others & !bishops == 0 && (others & DARK == 0 || others & !DARK == 0))
    }

    /// `true` if a side cannot mate by any sequence of moves. A lone knight needs an enemy piece other than a queen to
    /// block the enemy king; bishops on squares of one colour need a piece on the other colour.
    pub(super) fn cannot_mate(self, position: &Position, side: usize) -> bool {
        let of_kind = |kind: usize| position.kinds[kind & 15];
        let own = position.sides[side] & !of_kind(self.king);
        let others = position.sides[side ^ 1] & !of_kind(self.king);
        let bishops = of_kind(self.bishop);
        let is_one_knight = own & !of_kind(self.knight) == 0 && own & own.wrapping_sub(1) == 0;
        let is_of_one_colour = bishops & DARK == 0 || bishops & !DARK == 0;
        let cannot_block = bishops | of_kind(self.rook) | of_kind(self.queen);
        own == 0
            || is_one_knight && others & !of_kind(self.queen) == 0
            || own & !bishops == 0 && is_of_one_colour && others & !cannot_block == 0
    }
}
