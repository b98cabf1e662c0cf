//! The transposition table of the endgame solver.

use search::Score;

use super::board::{Board, SCORE_INF};

/// Marks an unknown best move.
pub(super) const NO_SQUARE: u8 = 64;

/// Bounds on the score of a position, and its best moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TtEntry {
    /// Lower bound on the mover's score.
    pub(super) lower: i8,
    /// Upper bound on the mover's score.
    pub(super) upper: i8,
    /// The best move and the one before it; [`NO_SQUARE`] where unknown.
    pub(super) best_moves: [u8; 2],
}

impl TtEntry {
    pub(super) const UNKNOWN: TtEntry =
        TtEntry { lower: -SCORE_INF as i8, upper: SCORE_INF as i8, best_moves: [NO_SQUARE; 2] };
}

/// A stored position. It holds the whole board, so hash collisions cannot return another position's entry.
#[derive(Clone, Copy)]
struct Slot {
    board: Board,
    entry: TtEntry,
    /// Logarithm of the subtree size; expensive entries are replaced last.
    cost: u8,
    /// Generation of the search that stored it.
    age: u8,
}

const EMPTY: Slot = Slot { board: Board { mover: 0, other: 0 }, entry: TtEntry::UNKNOWN, cost: 0, age: 0 };

/// A hash table with buckets of four slots.
pub(super) struct HashTable {
    slots: Vec<Slot>,
    /// Number of hash bits that are not used.
    shift: u32,
    age: u8,
}

/// Number of slots in a bucket.
const BUCKET_SIZE: usize = 4;

impl HashTable {
    /// A table of at most `bytes` bytes.
    pub(super) fn new(bytes: usize) -> HashTable {
        let buckets = (bytes / (BUCKET_SIZE * size_of::<Slot>())).max(2);
        let bits = buckets.ilog2();
        HashTable { slots: vec![EMPTY; BUCKET_SIZE << bits], shift: 64 - bits, age: 1 }
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.slots.fill(EMPTY);
        self.age = 1;
    }

    /// Starts a new generation; entries of older ones are replaced first.
    pub(super) fn age(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// The index of the first slot of a position's bucket.
    #[inline(always)]
    pub(super) fn bucket(&self, board: Board) -> usize {
        let mixed = board.mover.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ board.other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(29);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> self.shift) as usize * BUCKET_SIZE
    }

    /// The entry of a position.
    #[inline(always)]
    pub(super) fn find(&self, bucket: usize, board: Board) -> Option<TtEntry> {
        let bucket = self.slots.get(bucket..bucket + BUCKET_SIZE)?;
        bucket.iter().find(|slot| slot.board == board).map(|slot| slot.entry)
    }

    /// All stored positions.
    #[cfg(test)]
    pub(super) fn all(&self) -> impl Iterator<Item = (Board, TtEntry)> {
        self.slots.iter().filter(|slot| slot.age > 0).map(|slot| (slot.board, slot.entry))
    }

    /// Stores the result of a null-window search above `alpha`.
    #[inline(always)]
    pub(super) fn store(
        &mut self,
        bucket: usize,
        board: Board,
        alpha: Score,
        score: Score,
        best: u8,
        nodes: u64,
    ) {
        let age = self.age;
        let Some(bucket) = self.slots.get_mut(bucket..bucket + BUCKET_SIZE) else { return };
        let cost = nodes.max(1).ilog2() as u8;
        let mut chosen = 0;
        let mut lowest_value = u32::MAX;
        for (index, slot) in bucket.iter().enumerate() {
            if slot.board == board {
                chosen = index;
                break;
            }
            let value = u32::from(slot.cost) + if slot.age == age { 256 } else { 0 };
            if value < lowest_value {
                (chosen, lowest_value) = (index, value);
            }
        }
        let Some(slot) = bucket.get_mut(chosen) else { return };
        if slot.board != board {
            *slot = Slot { board, ..EMPTY };
        }
        let entry = &mut slot.entry;
        if score > alpha {
            entry.lower = entry.lower.max(score as i8);
        } else {
            entry.upper = entry.upper.min(score as i8);
        }
        // After a fail low without a best move the earlier one is still tried first.
        if best != entry.best_moves[0] && best != NO_SQUARE {
            entry.best_moves = [best, entry.best_moves[0]];
        }
        (slot.cost, slot.age) = (slot.cost.max(cost), age);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_meet() {
        let mut table = HashTable::new(1 << 12);
        let board = Board { mover: 5, other: 10 };
        let bucket = table.bucket(board);
        assert_eq!(table.find(bucket, board), None);
        table.store(bucket, board, 3, 6, 12, 100);
        assert_eq!(table.find(bucket, board), Some(TtEntry { lower: 6, upper: 65, best_moves: [12, 64] }));
        table.store(bucket, board, 7, 6, 13, 100);
        assert_eq!(table.find(bucket, board), Some(TtEntry { lower: 6, upper: 6, best_moves: [13, 12] }));
        assert_eq!(table.find(bucket, board.pass()), None);
        table.clear();
        assert_eq!(table.find(bucket, board), None);
    }

    #[test]
    fn expensive_entries_are_replaced_last() {
        let mut table = HashTable::new(1);
        assert_eq!(table.slots.len(), 2 * BUCKET_SIZE);
        let boards: Vec<Board> = (1..2_000).map(|mover| Board { mover, other: 0 }).collect();
        let expensive = boards[7];
        table.store(table.bucket(expensive), expensive, 0, 1, 9, 1 << 40);
        for &board in &boards {
            table.store(table.bucket(board), board, 0, 1, 9, 10);
        }
        assert!(table.find(table.bucket(expensive), expensive).is_some());
        table.age();
        table.age();
        for &board in &boards[8..] {
            table.store(table.bucket(board), board, 0, 1, 9, 10);
        }
        assert_eq!(table.find(table.bucket(expensive), expensive), None);
    }
}
