//! The transposition table of the endgame solver, shared by its threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use search::Score;

use super::board::{Board, SCORE_INF};
use super::selectivity::Selectivity;

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

/// Contents of a slot besides its board.
#[derive(Clone, Copy)]
struct SlotData {
    entry: TtEntry,
    /// Selectivity of the search that found the bounds.
    selectivity: Selectivity,
    /// Logarithm of the subtree size; expensive entries are replaced last.
    cost: u8,
    /// Generation of the search that stored it; 0 in an empty slot.
    age: u8,
}

impl SlotData {
    #[inline(always)]
    fn pack(self) -> u64 {
        let TtEntry { lower, upper, best_moves: [best, second] } = self.entry;
        let selectivity = self.selectivity.level();
        u64::from_le_bytes([lower as u8, upper as u8, best, second, selectivity, self.cost, self.age, 0])
    }

    #[inline(always)]
    fn unpack(packed: u64) -> SlotData {
        let [lower, upper, best, second, selectivity, cost, age, _] = packed.to_le_bytes();
        SlotData {
            entry: TtEntry { lower: lower as i8, upper: upper as i8, best_moves: [best, second] },
            selectivity: Selectivity::of_level(selectivity),
            cost,
            age,
        }
    }
}

/// A stored position: its data, and its whole board combined with the data by exclusive or. A slot torn by two writers
/// therefore shows a board that is never looked up, and hash collisions cannot return another position's entry.
#[derive(Default)]
struct Slot([AtomicU64; 3]);

impl Slot {
    #[inline(always)]
    fn load(&self) -> (Board, SlotData) {
        let [mover, other, data] = &self.0;
        let data = data.load(Ordering::Relaxed);
        let board = Board {
            mover: mover.load(Ordering::Relaxed) ^ data,
            other: other.load(Ordering::Relaxed) ^ data.rotate_left(32),
        };
        (board, SlotData::unpack(data))
    }

    #[inline(always)]
    fn store(&self, board: Board, data: SlotData) {
        let packed = data.pack();
        self.0[0].store(board.mover ^ packed, Ordering::Relaxed);
        self.0[1].store(board.other ^ packed.rotate_left(32), Ordering::Relaxed);
        self.0[2].store(packed, Ordering::Relaxed);
    }
}

/// Number of slots in a bucket.
const BUCKET_SIZE: usize = 4;

/// A hash table with buckets of four slots.
pub(super) struct HashTable {
    slots: Box<[Slot]>,
    /// Number of hash bits that are not used.
    shift: u32,
    age: u8,
}

impl HashTable {
    /// A table of at most `bytes` bytes.
    pub(super) fn new(bytes: usize) -> HashTable {
        let buckets = (bytes / (BUCKET_SIZE * size_of::<Slot>())).max(2);
        let bits = buckets.ilog2();
        let slots = (0..BUCKET_SIZE << bits).map(|_| Slot::default()).collect();
        HashTable { slots, shift: 64 - bits, age: 1 }
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        for word in self.slots.iter_mut().flat_map(|slot| &mut slot.0) {
            *word.get_mut() = 0;
        }
        self.age = 1;
    }

    /// Starts a new generation; entries of older ones are replaced first.
    pub(super) fn age(&mut self) {
        self.age = self.age.checked_add(1).unwrap_or(1);
    }

    /// The index of the first slot of a position's bucket.
    #[inline(always)]
    pub(super) fn bucket(&self, board: Board) -> usize {
        let mixed = board.mover.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ board.other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(29);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> self.shift) as usize * BUCKET_SIZE
    }

    /// The entry of a position. Bounds of a more selective search are unknown here; its moves are not.
    #[inline(always)]
    pub(super) fn find(&self, bucket: usize, board: Board, selectivity: Selectivity) -> Option<TtEntry> {
        let bucket = self.slots.get(bucket..bucket + BUCKET_SIZE)?;
        bucket.iter().map(Slot::load).find(|(stored, data)| *stored == board && data.age > 0).map(
            |(_, data)| {
                if data.selectivity >= selectivity {
                    data.entry
                } else {
                    TtEntry { best_moves: data.entry.best_moves, ..TtEntry::UNKNOWN }
                }
            },
        )
    }

    /// All stored positions.
    #[cfg(test)]
    pub(super) fn all(&self) -> impl Iterator<Item = (Board, TtEntry)> {
        self.slots
            .iter()
            .map(Slot::load)
            .filter(|(_, data)| data.age > 0)
            .map(|(board, data)| (board, data.entry))
    }

    /// Stores the result of a null-window search above `alpha`.
    #[inline(always)]
    pub(super) fn store(&self, bucket: usize, board: Board, result: NullWindowResult) {
        let NullWindowResult { alpha, score, best, nodes, selectivity } = result;
        let Some(bucket) = self.slots.get(bucket..bucket + BUCKET_SIZE) else { return };
        let mut chosen = &bucket[0];
        let mut data = None;
        let mut lowest_value = u32::MAX;
        for slot in bucket {
            let (stored, old) = slot.load();
            if stored == board && old.age > 0 {
                (chosen, data) = (slot, Some(old));
                break;
            }
            let value = u32::from(old.cost) + if old.age == self.age { 256 } else { 0 };
            if value < lowest_value {
                (chosen, lowest_value) = (slot, value);
            }
        }
        let mut entry = match data {
            Some(old) if old.selectivity == selectivity => old.entry,
            // Bounds of different selectivity must not be combined.
            Some(old) => TtEntry { best_moves: old.entry.best_moves, ..TtEntry::UNKNOWN },
            None => TtEntry::UNKNOWN,
        };
        if score > alpha {
            entry.lower = entry.lower.max(score as i8);
        } else {
            entry.upper = entry.upper.min(score as i8);
        }
        // After a fail low without a best move the earlier one is still tried first.
        if best != entry.best_moves[0] && best != NO_SQUARE {
            entry.best_moves = [best, entry.best_moves[0]];
        }
        let cost = (nodes.max(1).ilog2() as u8).max(data.map_or(0, |old| old.cost));
        chosen.store(board, SlotData { entry, selectivity, cost, age: self.age });
    }
}

/// Result of a null-window search above `alpha`.
#[derive(Clone, Copy)]
pub(super) struct NullWindowResult {
    pub(super) alpha: Score,
    pub(super) score: Score,
    /// The best move, or [`NO_SQUARE`].
    pub(super) best: u8,
    /// Size of the subtree.
    pub(super) nodes: u64,
    pub(super) selectivity: Selectivity,
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXACT: Selectivity = Selectivity::EXACT;

    fn result(alpha: Score, score: Score, best: u8, nodes: u64) -> NullWindowResult {
        NullWindowResult { alpha, score, best, nodes, selectivity: EXACT }
    }

    #[test]
    fn bounds_meet() {
        let mut table = HashTable::new(1 << 12);
        let board = Board { mover: 5, other: 10 };
        let bucket = table.bucket(board);
        assert_eq!(table.find(bucket, board, EXACT), None);
        table.store(bucket, board, result(3, 6, 12, 100));
        let expected = TtEntry { lower: 6, upper: 65, best_moves: [12, 64] };
        assert_eq!(table.find(bucket, board, EXACT), Some(expected));
        table.store(bucket, board, result(7, 6, 13, 100));
        let expected = TtEntry { lower: 6, upper: 6, best_moves: [13, 12] };
        assert_eq!(table.find(bucket, board, EXACT), Some(expected));
        assert_eq!(table.find(bucket, board.pass(), EXACT), None);
        table.clear();
        assert_eq!(table.find(bucket, board, EXACT), None);
    }

    #[test]
    fn selective_bounds_never_reach_an_exact_search() {
        let table = HashTable::new(1 << 12);
        let board = Board { mover: 5, other: 10 };
        let (bucket, selective) = (table.bucket(board), Selectivity::of_level(0));
        assert!(selective < EXACT);
        table.store(bucket, board, NullWindowResult { selectivity: selective, ..result(3, 6, 12, 100) });
        assert_eq!(table.find(bucket, board, selective).unwrap().lower, 6);
        let seen = table.find(bucket, board, EXACT).unwrap();
        assert_eq!(seen, TtEntry { best_moves: [12, NO_SQUARE], ..TtEntry::UNKNOWN });
        table.store(bucket, board, result(9, 8, 13, 100));
        assert_eq!(table.find(bucket, board, EXACT).unwrap().lower, -65, "the selective bound is gone");
        assert_eq!(table.find(bucket, board, selective).unwrap().upper, 8, "an exact bound holds everywhere");
    }

    #[test]
    fn expensive_entries_are_replaced_last() {
        let mut table = HashTable::new(1);
        assert_eq!(table.slots.len(), 2 * BUCKET_SIZE);
        let boards: Vec<Board> = (1..2_000).map(|mover| Board { mover, other: 0 }).collect();
        let expensive = boards[7];
        let store = |table: &HashTable, board, nodes| {
            table.store(table.bucket(board), board, result(0, 1, 9, nodes));
        };
        store(&table, expensive, 1 << 40);
        for &board in &boards {
            store(&table, board, 10);
        }
        assert!(table.find(table.bucket(expensive), expensive, EXACT).is_some());
        table.age();
        table.age();
        for &board in &boards[8..] {
            store(&table, board, 10);
        }
        assert_eq!(table.find(table.bucket(expensive), expensive, EXACT), None);
    }
}
