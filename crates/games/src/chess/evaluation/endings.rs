//! Endings in which a lead must be turned into mate, or cannot be.

use search::Score;

use super::model::colours;
use super::squares::distance;
use super::terms::Terms;
use crate::pext::Pext;

/// Material in centipawns below which a side without pawns can hardly force a win, and the part of its lead that counts,
/// in 64ths.
const LITTLE: Score = 400;
const HARDLY_WON: Score = 16;
/// Lead from which an enemy is driven to the edge.
const DRIVING_LEAD: Score = 250;
/// Material from which a side needs no particular corner.
const QUEEN: Score = 800;
/// Score of each half step of the driven royal piece away from the centre.
const DRIVING_OUTWARD: Score = 20;
/// Score of each of its steps towards the only corners that will do.
const DRIVING_CORNER: Score = 120;
/// Score of each step between the royal pieces.
const DRIVING_CLOSE: Score = 16;

impl<C: Pext> Terms<'_, C> {
    /// Score of a side against a bare royal piece, with this material. Nothing but the way to mate counts: other terms would
    /// only distract from it. It is higher than before the last enemy piece was captured.
    pub(super) fn against_bare(&self, strong: usize, material: Score) -> Score {
        2 * material + self.driving(strong, material, material < QUEEN)
    }

    /// Bonus of a side that leads without pawns on the board: the enemy's royal piece near the edge, both near each other.
    /// If corners count, a side whose colour-bound pieces are all of one colour needs a corner of that colour.
    pub(super) fn driving(&self, strong: usize, lead: Score, corners_count: bool) -> Score {
        if lead < DRIVING_LEAD || self.pawns() != 0 {
            return 0;
        }
        let position = self.position;
        let [own, enemy] = [strong, strong ^ 1].map(|side| self.compiled.royal_square(position, side));
        let (column, row) = (Score::from(enemy % 8), Score::from(enemy / 8));
        let outward = match self.bound_colours(strong) {
            // The corners a8 and h1 are light, h8 and a1 are dark.
            (true, false) if corners_count => DRIVING_CORNER * (column + row - 7).abs(),
            (false, true) if corners_count => DRIVING_CORNER * (column - row).abs(),
            _ => DRIVING_OUTWARD * ((2 * column - 7).abs() + (2 * row - 7).abs()),
        };
        outward + DRIVING_CLOSE * (7 - distance(own, enemy))
    }

    /// Colours of the squares of a side's colour-bound pieces: light, dark.
    fn bound_colours(&self, side: usize) -> (bool, bool) {
        let mut bound = 0;
        for piece in self.model.pieces.iter().filter(|piece| piece.is_colour_bound) {
            bound |= self.position.kinds[piece.kind & 15] & self.position.sides[side];
        }
        colours(bound)
    }

    /// The side that has only its royal piece left, while the other one has more but no pawns.
    #[inline(always)]
    pub(super) fn bare_side(&self) -> Option<usize> {
        let bare = self.position.sides.iter().position(|side| side & (side - 1) == 0)?;
        let is_driven = self.position.sides[bare ^ 1].count_ones() > 1 && self.pawns() == 0;
        is_driven.then_some(bare)
    }

    /// Part of a lead late in the game that is worth something, in 64ths, against an enemy who has pieces: little if the
    /// leading side has no pawns and hardly more material, less than all if it has few pawns, and less if each side has one
    /// colour-bound piece, on squares of different colours. All of it in an army without pawns.
    pub(super) fn scale(&self, strong: usize, material: [Score; 2]) -> Score {
        let (pawns, weights) = (self.pawns(), &self.model.weights);
        let own = pawns & self.position.sides[strong];
        if self.model.pawns == 0 {
            return 64;
        }
        if own == 0 && material[strong] - material[strong ^ 1] < LITTLE {
            return HARDLY_WON;
        }
        let royal = self.position.kinds[self.model.royal & 15];
        let pieces = self.position.sides.map(|side| side & !pawns & !royal);
        if pieces[strong ^ 1] == 0 {
            return 64;
        }
        let is_single = pieces.iter().all(|&pieces| pieces != 0 && pieces & (pieces - 1) == 0);
        let is_opposite = is_single
            && matches!(
                [0, 1].map(|side| self.bound_colours(side)),
                [(true, false), (false, true)] | [(false, true), (true, false)]
            );
        let [base, each] = if is_opposite { weights.scale_bound } else { weights.scale };
        (base + each * own.count_ones() as Score).min(64)
    }
}
