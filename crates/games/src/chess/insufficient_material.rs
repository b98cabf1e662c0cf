//! Insufficient material, for armies whose pieces move as in orthodox chess.

use std::collections::BTreeSet;

use super::army::{Army, Kind};
use super::position::Position;
use super::reach::{Bitboard, LIGHT_SQUARES, MoveMode, PathCondition, bit, of_kind};

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

/// `true` if a kind moves and captures on these squares, as a rider along each line, and nothing but the pieces between
/// blocks it.
fn has_moves(kind: &Kind, squares: &[(i8, i8)], is_rider: bool) -> bool {
    (0..64u8).all(|from| {
        let reaches = of_kind(kind, 0, from);
        let found: BTreeSet<(u8, PathCondition)> =
            reaches.iter().map(|reach| (reach.to, reach.condition)).collect();
        let mut expected = BTreeSet::new();
        for (right, down) in squares {
            let (mut column, mut row) = ((from % 8) as i8 + right, (from / 8) as i8 + down);
            let mut between: Bitboard = 0;
            while (0..8).contains(&column) && (0..8).contains(&row) {
                let to = (row * 8 + column) as u8;
                expected.insert((to, PathCondition::Clear(between)));
                if !is_rider {
                    break;
                }
                between |= bit(to);
                column += right;
                row += down;
            }
        }
        found == expected && reaches.iter().all(|reach| reach.mode == MoveMode::Both)
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
            || (others & !bishops == 0 && (others & LIGHT_SQUARES == 0 || others & !LIGHT_SQUARES == 0))
    }

    /// `true` if a side cannot mate by any sequence of moves. A lone knight needs an enemy piece other than a queen to
    /// block the enemy king; bishops on squares of one colour need a piece on the other colour.
    pub(super) fn cannot_mate(self, position: &Position, side: usize) -> bool {
        let of_kind = |kind: usize| position.kinds[kind & 15];
        let own = position.sides[side] & !of_kind(self.king);
        let others = position.sides[side ^ 1] & !of_kind(self.king);
        let bishops = of_kind(self.bishop);
        let is_one_knight = own & !of_kind(self.knight) == 0 && own & own.wrapping_sub(1) == 0;
        let is_of_one_colour = bishops & LIGHT_SQUARES == 0 || bishops & !LIGHT_SQUARES == 0;
        let cannot_block = bishops | of_kind(self.rook) | of_kind(self.queen);
        own == 0
            || is_one_knight && others & !of_kind(self.queen) == 0
            || own & !bishops == 0 && is_of_one_colour && others & !cannot_block == 0
    }
}

#[cfg(test)]
mod tests {
    use rules::cpu::Portable;
    use rules::{Notation, Rules, Status};

    use crate::chess::builtin::{ORDINARY, army};
    use crate::chess::rules::Chess;
    use crate::chess::{Path, Step};

    /// Two bishops on squares of one colour, which no orthodox king fears.
    const BISHOPS: &str = "2k1B3/8/8/8/B7/8/8/K7 w - - 0 1";

    #[test]
    fn a_king_whose_squares_block_each_other_can_be_mated() {
        let ordinary = Chess::new(army(ORDINARY).unwrap(), Portable).unwrap();
        let is_over = |chess: &Chess<Portable>| {
            matches!(chess.status(&chess.read_position(BISHOPS).unwrap()), Status::Over(_))
        };
        assert!(is_over(&ordinary));
        let mut army = army(ORDINARY).unwrap();
        let royal = army.royal().unwrap();
        let around = [(1, 1), (0, 1), (-1, 1), (1, 0), (-1, 0), (1, -1), (0, -1), (-1, -1)];
        let step = |(right, forward)| Step { right, forward, may_move: true, may_capture: true };
        let path = Path { steps: around.map(step).to_vec(), ..army.kinds[royal].paths[0].clone() };
        army.kinds[royal].paths = vec![path];
        let blocked = Chess::new(army, Portable).unwrap();
        assert!(!is_over(&blocked), "its own pieces may take the squares of such a king");
    }
}
