//! Which moves were good elsewhere in the tree.

use rules::{MAX_SEATS, Seat};

use crate::alpha_beta::MAX_PLY;
use crate::evaluator::Score;

/// Codes of moves are told apart modulo this where it is remembered how often they were good.
const HISTORIES: usize = 4096;
/// The places in the order of the two moves that were good last at the same distance from the root.
const KILLERS: [Score; 2] = [1 << 27, 1 << 26];
/// No history counts more.
const MOST: Score = 1 << 24;

/// Remembers moves, by their code, that made it needless to try the others: what was good in one position is tried
/// sooner in the next.
pub(crate) struct GoodMoves {
    killers: Vec<[u32; 2]>,
    histories: Vec<[Score; HISTORIES]>,
}

impl GoodMoves {
    pub(crate) fn new() -> GoodMoves {
        GoodMoves { killers: vec![[0; 2]; MAX_PLY as usize + 1], histories: vec![[0; HISTORIES]; MAX_SEATS] }
    }

    /// How early a move is tried.
    #[inline(always)]
    pub(crate) fn worth(&self, seat: Seat, ply: u32, code: u32) -> Score {
        let [last, before] = self.killers[ply as usize];
        if code == last {
            KILLERS[0]
        } else if code == before {
            KILLERS[1]
        } else {
            self.histories[seat.index()][code as usize % HISTORIES]
        }
    }

    /// Remembers that a move was good enough.
    #[inline(always)]
    pub(crate) fn remember(&mut self, seat: Seat, ply: u32, depth: u32, code: u32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let history = &mut self.histories[seat.index()][code as usize % HISTORIES];
        *history = (*history + (depth * depth) as Score).min(MOST);
    }
}
