//! Statistics of moves that raised alpha or failed to, for ordering, reductions and pruning.
//!
//! Every slot moves towards its bound by an amount that shrinks as it gets near, so that recent searches count more.

use rules::Seat;

use super::{Features, MAX_PLY};
use crate::SearchGame;
use crate::evaluator::Score;

/// Bound of a history slot.
pub(super) const MAX_HISTORY: i32 = 16_384;
/// Slots of the correction history for each seat.
const CORRECTIONS: usize = 1 << 14;
/// Bound of a correction slot, and the part of it that is one point of score.
const MAX_CORRECTION: i32 = 8_192;
const CORRECTION_SCALE: i32 = 96;
/// Change of a correction slot for each point of difference and ply of depth.
const CORRECTION_BONUS: i32 = 2;
/// Plies back to the moves with which continuation history pairs a move.
const CONTINUATIONS: [usize; 2] = [1, 2];
/// No move at a ply: a null move, or the root.
const NONE: u32 = u32::MAX;
/// Entries of the path before the root, which have no move.
const PATH_OFFSET: usize = 2;

/// Histories of one thread, reused by the searches of a game.
pub(super) struct Histories {
    /// Switches of the search that uses them.
    pub(super) features: Features,
    /// Quiet moves by seat and [`SearchGame::history_index`].
    quiet: Vec<i16>,
    /// Noisy moves by seat and [`SearchGame::noisy_index`].
    noisy: Vec<i16>,
    /// Quiet moves by distance to the earlier move, seat, earlier move and move, each a [`SearchGame::piece_target`].
    continuation: Vec<i16>,
    /// Difference between search and static evaluation by seat and [`SearchGame::structure_key`].
    correction: Vec<i16>,
    /// Move made at each ply of the path.
    path: [u32; MAX_PLY as usize + PATH_OFFSET + 1],
}

/// Moves a slot by a bonus or, if it is negative, a penalty.
#[inline(always)]
fn nudge(slot: &mut i16, bonus: i32, bound: i32) {
    let value = i32::from(*slot);
    *slot = (value + bonus - value * bonus.abs() / bound) as i16;
}

/// Bonus of a move that caused a cutoff at this depth.
#[inline(always)]
pub(super) fn bonus(depth: u32) -> i32 {
    (160 * depth as i32 - 60).min(1_600)
}

impl Histories {
    /// Empty histories of a game.
    pub(super) fn new<R: SearchGame>(features: Features) -> Histories {
        let targets = R::PIECE_TARGETS;
        Histories {
            features,
            quiet: vec![0; 2 * R::HISTORY_SIZE],
            noisy: vec![0; 2 * R::NOISY_SIZE],
            continuation: vec![0; 2 * CONTINUATIONS.len() * targets * targets],
            correction: vec![0; 2 * CORRECTIONS],
            path: [NONE; MAX_PLY as usize + PATH_OFFSET + 1],
        }
    }

    /// Enters the move made at a ply; `None` for a null move.
    #[inline(always)]
    pub(super) fn enter(&mut self, ply: u32, piece_target: Option<usize>) {
        self.path[ply as usize + PATH_OFFSET] = piece_target.map_or(NONE, |index| index as u32);
    }

    /// Start of the row of continuation history for each earlier move of the path.
    #[inline(always)]
    fn rows<R: SearchGame>(&self, seat: Seat, ply: u32) -> [Option<usize>; CONTINUATIONS.len()] {
        let targets = R::PIECE_TARGETS;
        let mut rows = [None; CONTINUATIONS.len()];
        if !self.features.continuation {
            return rows;
        }
        for (index, &back) in CONTINUATIONS.iter().enumerate() {
            let earlier = self.path[ply as usize + PATH_OFFSET - back];
            if earlier != NONE {
                rows[index] = Some(((index * 2 + (seat.index() & 1)) * targets + earlier as usize) * targets);
            }
        }
        rows
    }

    /// Score of a quiet move, between -3 and 3 times [`MAX_HISTORY`].
    #[inline(always)]
    pub(super) fn quiet<R: SearchGame>(
        &self,
        rules: &R,
        position: &R::Position,
        seat: Seat,
        ply: u32,
        mv: R::Move,
    ) -> Score {
        let slot = (seat.index() & 1) * R::HISTORY_SIZE + rules.history_index(position, mv);
        let mut score = Score::from(self.quiet[slot]);
        let target = rules.piece_target(position, mv);
        for row in self.rows::<R>(seat, ply).into_iter().flatten() {
            score += Score::from(self.continuation[row + target]);
        }
        score
    }

    /// Score of a noisy move, between -[`MAX_HISTORY`] and [`MAX_HISTORY`].
    #[inline(always)]
    pub(super) fn noisy<R: SearchGame>(
        &self,
        rules: &R,
        position: &R::Position,
        seat: Seat,
        mv: R::Move,
    ) -> Score {
        let slot = (seat.index() & 1) * R::NOISY_SIZE + rules.noisy_index(position, mv);
        self.noisy[slot].into()
    }

    /// Records a quiet move with a bonus or penalty.
    #[inline(always)]
    pub(super) fn record_quiet<R: SearchGame>(
        &mut self,
        rules: &R,
        position: &R::Position,
        seat: Seat,
        ply: u32,
        mv: R::Move,
        bonus: i32,
    ) {
        if !self.features.history {
            return;
        }
        let slot = (seat.index() & 1) * R::HISTORY_SIZE + rules.history_index(position, mv);
        nudge(&mut self.quiet[slot], bonus, MAX_HISTORY);
        let target = rules.piece_target(position, mv);
        for row in self.rows::<R>(seat, ply).into_iter().flatten() {
            nudge(&mut self.continuation[row + target], bonus, MAX_HISTORY);
        }
    }

    /// Records a noisy move with a bonus or penalty.
    #[inline(always)]
    pub(super) fn record_noisy<R: SearchGame>(
        &mut self,
        rules: &R,
        position: &R::Position,
        seat: Seat,
        mv: R::Move,
        bonus: i32,
    ) {
        if !self.features.history {
            return;
        }
        let slot = (seat.index() & 1) * R::NOISY_SIZE + rules.noisy_index(position, mv);
        nudge(&mut self.noisy[slot], bonus, MAX_HISTORY);
    }

    #[inline(always)]
    fn correction_slot<R: SearchGame>(rules: &R, position: &R::Position, seat: Seat) -> usize {
        let key = rules.structure_key(position);
        (seat.index() & 1) * CORRECTIONS + (key as usize & (CORRECTIONS - 1))
    }

    /// Expected difference between the score of a search and the static evaluation.
    #[inline(always)]
    pub(super) fn correction<R: SearchGame>(&self, rules: &R, position: &R::Position, seat: Seat) -> Score {
        if !self.features.correction {
            return 0;
        }
        i32::from(self.correction[Self::correction_slot(rules, position, seat)]) / CORRECTION_SCALE
    }

    /// Records by how much a search to this depth differed from the corrected evaluation.
    #[inline(always)]
    pub(super) fn record_correction<R: SearchGame>(
        &mut self,
        rules: &R,
        position: &R::Position,
        seat: Seat,
        difference: Score,
        depth: u32,
    ) {
        let bonus =
            (difference * depth as i32 * CORRECTION_BONUS).clamp(-MAX_CORRECTION / 4, MAX_CORRECTION / 4);
        nudge(&mut self.correction[Self::correction_slot(rules, position, seat)], bonus, MAX_CORRECTION);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_stay_within_their_bound() {
        let mut slot = 0i16;
        for _ in 0..10_000 {
            nudge(&mut slot, 1_600, MAX_HISTORY);
            assert!(i32::from(slot) <= MAX_HISTORY);
        }
        assert!(i32::from(slot) > MAX_HISTORY * 9 / 10, "{slot}");
        nudge(&mut slot, -1_600, MAX_HISTORY);
        let penalised = slot;
        assert!(i32::from(penalised) < MAX_HISTORY * 9 / 10, "a penalty counts most far from its own bound");
        for _ in 0..10_000 {
            nudge(&mut slot, -1_600, MAX_HISTORY);
            assert!(i32::from(slot) >= -MAX_HISTORY);
        }
    }
}
