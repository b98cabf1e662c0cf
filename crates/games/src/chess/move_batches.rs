//! Moves in batches, for picking the n-th move without listing all.

use super::move_sink::{MoveSink, origin};
use super::position::{Move, Special};
use super::reach::{Bitboard, bit};

/// Capacity in batches; an ordinary chess position needs hardly more than half.
const MAX_BATCHES: usize = 32;

/// Legal moves of a position, one batch for each piece or shift, in generation order.
pub(super) struct MoveBatches {
    batches: [Batch; MAX_BATCHES],
    length: usize,
    count: u32,
    is_full: bool,
}

/// Moves that differ only in their target.
#[derive(Clone, Copy)]
struct Batch {
    targets: Bitboard,
    /// The move without its target.
    mv: Move,
    /// `true` if the moves share a shift instead of an origin; `mv.from` then holds the shift.
    is_shifted: bool,
}

impl Batch {
    const EMPTY: Batch = {
        let mv = Move { from: 0, to: 0, kind: 0, becomes: 0, special: Special::None };
        Batch { targets: 0, mv, is_shifted: false }
    };

    /// The move at `index`.
    #[inline(always)]
    fn nth(&self, index: u32) -> Move {
        let mut targets = self.targets;
        for _ in 0..index {
            targets &= targets - 1;
        }
        let to = targets.trailing_zeros() as u8;
        let from = if self.is_shifted { origin(to, self.mv.from as i8) } else { self.mv.from };
        Move { from, to, ..self.mv }
    }
}

impl MoveBatches {
    /// No moves.
    #[inline(always)]
    pub(super) fn new() -> MoveBatches {
        MoveBatches { batches: [Batch::EMPTY; MAX_BATCHES], length: 0, count: 0, is_full: false }
    }

    /// Number of moves; `None` if they exceeded the capacity.
    #[inline(always)]
    pub(super) fn count(&self) -> Option<u32> {
        if self.is_full { None } else { Some(self.count) }
    }

    /// The move at `index`, if there is one.
    #[inline(always)]
    pub(super) fn nth(&self, mut index: u32) -> Option<Move> {
        for batch in &self.batches {
            let size = batch.targets.count_ones();
            if index < size {
                return Some(batch.nth(index));
            }
            index -= size;
        }
        None
    }

    #[inline(always)]
    fn add(&mut self, batch: Batch) {
        match self.batches.get_mut(self.length) {
            Some(room) => {
                *room = batch;
                // An empty batch is overwritten by the next one, which is cheaper than a branch.
                self.length += usize::from(batch.targets != 0);
                self.count += batch.targets.count_ones();
            }
            None => self.is_full |= batch.targets != 0,
        }
    }
}

impl MoveSink for MoveBatches {
    #[inline(always)]
    fn push_targets(&mut self, kind: u8, from: u8, targets: Bitboard) {
        let mv = Move { from, to: 0, kind, becomes: kind, special: Special::None };
        self.add(Batch { targets, mv, is_shifted: false });
    }

    #[inline(always)]
    fn push(&mut self, mv: Move) {
        let (target, mv) = (bit(mv.to), Move { to: 0, ..mv });
        // Moves that passed a legality test arrive one by one; those of a piece are merged again.
        if let Some(last) = self.batches[..self.length.min(MAX_BATCHES)].last_mut()
            && (last.mv, last.is_shifted) == (mv, false)
            && last.targets < target
        {
            last.targets |= target;
            self.count += 1;
            return;
        }
        self.add(Batch { targets: target, mv, is_shifted: false });
    }

    fn push_promotions(&mut self, kind: u8, from: u8, mut targets: Bitboard, to: &[u8]) {
        while targets != 0 {
            let square = targets.trailing_zeros() as u8;
            targets &= targets - 1;
            for &becomes in to {
                self.push(Move { from, to: square, kind, becomes, special: Special::Promotion });
            }
        }
    }

    #[inline(always)]
    fn push_shifted(&mut self, kind: u8, shift: i8, targets: Bitboard, special: Special) {
        let mv = Move { from: shift as u8, to: 0, kind, becomes: kind, special };
        self.add(Batch { targets, mv, is_shifted: true });
    }

    fn push_shifted_promotions(&mut self, kind: u8, shift: i8, mut targets: Bitboard, to: &[u8]) {
        while targets != 0 {
            let square = targets & targets.wrapping_neg();
            targets ^= square;
            self.push_promotions(kind, origin(square.trailing_zeros() as u8, shift), square, to);
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::Notation;
    use rules::cpu::Portable;

    use super::*;
    use crate::chess::{Chess, builtin};

    /// Number of batched moves, each compared with the list; `None` if there were too many.
    fn compared(army: &str, fen: &str) -> Option<u32> {
        let chess = Chess::new(builtin::army(army).unwrap(), Portable).unwrap();
        let position = chess.read_position(fen).unwrap();
        let (mut list, mut batches) = (Vec::new(), MoveBatches::new());
        chess.compiled.legal_moves(Portable, &position, &mut list);
        chess.compiled.legal_moves(Portable, &position, &mut batches);
        let count = batches.count()?;
        let batched: Vec<Move> = (0..count).filter_map(|index| batches.nth(index)).collect();
        assert_eq!(batched, list);
        assert_eq!(batches.nth(count), None);
        Some(count)
    }

    #[test]
    fn batches_hold_the_moves_of_the_list_in_its_order() {
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        assert_eq!(compared("ordinary", kiwipete), Some(48));
        assert_eq!(compared("ordinary", "8/P6k/8/3pP3/8/8/K7/8 w - d6 0 2"), Some(11));
    }

    #[test]
    fn tested_moves_are_merged_again() {
        let aimed_at = "k7/p7/8/8/8/8/QQQQQQ2/K2NN2b w - - 0 1";
        assert!(compared("cannon", aimed_at).is_some_and(|count| count > 2 * MAX_BATCHES as u32));
    }

    #[test]
    fn too_many_batches_are_reported() {
        assert_eq!(compared("ordinary", "8/PPPPPPPP/8/8/8/8/8/K6k w - - 0 1"), None);
    }
}
