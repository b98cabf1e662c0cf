//! Killer moves and history scores: moves that caused cutoffs elsewhere in the tree.

use std::marker::PhantomData;

use rules::{MAX_SEATS, Seat};

use crate::SearchGame;
use crate::alpha_beta::MAX_PLY;
use crate::evaluator::Score;

/// Ordering scores of the first and second killer of a ply.
const KILLER_SCORES: [Score; 2] = [1 << 27, 1 << 26];
/// Bound of a history score.
const MAX_HISTORY: Score = 1 << 24;

/// Killers by ply, and history by seat and [`SearchGame::history_index`].
pub(crate) struct KillersAndHistory<R> {
    killers: [[u32; 2]; MAX_PLY as usize + 1],
    history: Vec<Score>,
    game: PhantomData<fn(&R)>,
}

impl<R: SearchGame> KillersAndHistory<R> {
    pub(crate) fn new() -> Self {
        KillersAndHistory {
            killers: [[0; 2]; MAX_PLY as usize + 1],
            history: vec![0; MAX_SEATS * R::HISTORY_SIZE],
            game: PhantomData,
        }
    }

    #[inline(always)]
    fn slot(seat: Seat, index: usize) -> usize {
        debug_assert!(index < R::HISTORY_SIZE);
        seat.index() * R::HISTORY_SIZE + index
    }

    /// Ordering score of a quiet move.
    #[inline(always)]
    pub(crate) fn score(
        &self,
        rules: &R,
        position: &R::Position,
        seat: Seat,
        ply: u32,
        mv: R::Move,
    ) -> Score {
        let (key, killers) = (rules.move_key(mv), self.killers[ply as usize]);
        if key == killers[0] {
            KILLER_SCORES[0]
        } else if key == killers[1] {
            KILLER_SCORES[1]
        } else {
            self.history[Self::slot(seat, rules.history_index(position, mv))]
        }
    }

    /// A killer of this ply, 0 or 1, if it is a legal quiet move.
    #[inline(always)]
    pub(crate) fn killer(
        &self,
        rules: &R,
        position: &R::Position,
        ply: u32,
        index: usize,
        scratch: &mut R::Scratch,
    ) -> Option<R::Move> {
        let key = self.killers[ply as usize][index];
        let mv = if key == 0 { None } else { rules.move_from_key_with(position, key, scratch) };
        mv.filter(|&mv| !R::HAS_NOISE || !rules.noisy(position, mv))
    }

    /// Records a move that caused a cutoff.
    #[inline(always)]
    pub(crate) fn record(
        &mut self,
        rules: &R,
        position: &R::Position,
        seat: Seat,
        ply: u32,
        depth: u32,
        mv: R::Move,
    ) {
        let (key, killers) = (rules.move_key(mv), &mut self.killers[ply as usize]);
        if killers[0] != key {
            killers[1] = killers[0];
            killers[0] = key;
        }
        let history = &mut self.history[Self::slot(seat, rules.history_index(position, mv))];
        *history = (*history + (depth * depth) as Score).min(MAX_HISTORY);
    }
}
