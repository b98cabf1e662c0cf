//! Which moves were good elsewhere in the tree.

use rules::{MAX_SEATS, Seat};

use crate::alpha_beta::MAX_PLY;
use crate::evaluator::Score;

/// Codes of moves are told apart modulo this where it is remembered how good they were.
const HISTORIES: usize = 4096;
/// The place in the order of the last move that was too good at a ply, and of the one before.
const KILLERS: [Score; 2] = [1 << 27, 1 << 26];
/// No history counts more.
const MOST: Score = 1 << 24;

/// What a search remembers of moves by their codes: the last two that were too good at each ply, and how often and how
/// deep each was too good anywhere.
pub(crate) struct KillersAndHistory {
    killers: [[u32; 2]; MAX_PLY as usize + 1],
    histories: Box<[[Score; HISTORIES]; MAX_SEATS]>,
}

/// What is remembered of the moves of one position.
#[derive(Clone, Copy)]
pub(crate) struct Remembered<'a> {
    killers: [u32; 2],
    histories: &'a [Score; HISTORIES],
}

impl KillersAndHistory {
    pub(crate) fn new() -> KillersAndHistory {
        KillersAndHistory {
            killers: [[0; 2]; MAX_PLY as usize + 1],
            histories: Box::new([[0; HISTORIES]; MAX_SEATS]),
        }
    }

    #[inline(always)]
    pub(crate) fn of(&self, turn: Seat, ply: u32) -> Remembered<'_> {
        Remembered {
            killers: self.killers[ply as usize],
            histories: &self.histories[turn.index() % MAX_SEATS],
        }
    }

    /// Remembers that a move was so good that the others need not be tried.
    #[inline(always)]
    pub(crate) fn keep(&mut self, turn: Seat, ply: u32, depth: u32, code: u32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != code {
            killers[1] = killers[0];
            killers[0] = code;
        }
        let history = &mut self.histories[turn.index() % MAX_SEATS][code as usize % HISTORIES];
        *history = (*history + (depth * depth) as Score).min(MOST);
    }
}

impl Remembered<'_> {
    /// How early a move is tried.
    #[inline(always)]
    pub(crate) fn worth(self, code: u32) -> Score {
        if code == self.killers[0] {
            KILLERS[0]
        } else if code == self.killers[1] {
            KILLERS[1]
        } else {
            self.histories[code as usize % HISTORIES]
        }
    }
}
