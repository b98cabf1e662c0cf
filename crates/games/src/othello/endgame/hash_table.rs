//! What is known of positions that were searched before.

use search::Score;

use super::board::{Board, SCORE_INF};

/// No square: nothing is known of the best move.
pub(super) const NO_SQUARE: u8 = 64;

/// What is known of a position: bounds on the difference, and the moves that were best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TtEntry {
    /// The mover gets at least this.
    pub(super) least: i8,
    /// The mover gets at most this.
    pub(super) most: i8,
    /// The best move, and the best before it; [`NO_SQUARE`] if there was none.
    pub(super) best: [u8; 2],
}

impl TtEntry {
    pub(super) const NOTHING: TtEntry =
        TtEntry { least: -SCORE_INF as i8, most: SCORE_INF as i8, best: [NO_SQUARE; 2] };
}

/// One position. The whole board is kept: an answer is never that of another position.
#[derive(Clone, Copy)]
struct Slot {
    board: Board,
    known: TtEntry,
    /// How large the tree below was, as a power of two: what cost more stays longer.
    cost: u8,
    /// The search it is of.
    age: u8,
}

const EMPTY: Slot = Slot { board: Board { mover: 0, other: 0 }, known: TtEntry::NOTHING, cost: 0, age: 0 };

/// A table of positions, four to a place.
pub(super) struct HashTable {
    entries: Vec<Slot>,
    /// Bits of a hash that are not used.
    shift: u32,
    age: u8,
}

/// Entries that share a place.
const BUCKET_SIZE: usize = 4;

impl HashTable {
    /// A table of so many bytes or a little less.
    pub(super) fn new(bytes: usize) -> HashTable {
        let places = (bytes / (BUCKET_SIZE * size_of::<Slot>())).max(2);
        let bits = places.ilog2();
        HashTable { entries: vec![EMPTY; BUCKET_SIZE << bits], shift: 64 - bits, age: 1 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.fill(EMPTY);
        self.age = 1;
    }

    /// Another search begins: what older ones left gives way first.
    pub(super) fn age(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Where a position is looked for.
    #[inline(always)]
    pub(super) fn place(&self, board: Board) -> usize {
        let mixed = board.mover.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ board.other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(29);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> self.shift) as usize * BUCKET_SIZE
    }

    /// What is known of a position.
    #[inline(always)]
    pub(super) fn find(&self, place: usize, board: Board) -> Option<TtEntry> {
        let bucket = self.entries.get(place..place + BUCKET_SIZE)?;
        bucket.iter().find(|entry| entry.board == board).map(|entry| entry.known)
    }

    /// Everything that is known.
    #[cfg(test)]
    pub(super) fn all(&self) -> impl Iterator<Item = (Board, TtEntry)> {
        self.entries.iter().filter(|entry| entry.age > 0).map(|entry| (entry.board, entry.known))
    }

    /// Keeps what a search with the window above `alpha` has found.
    #[inline(always)]
    pub(super) fn store(
        &mut self,
        place: usize,
        board: Board,
        alpha: Score,
        score: Score,
        best: u8,
        nodes: u64,
    ) {
        let age = self.age;
        let Some(bucket) = self.entries.get_mut(place..place + BUCKET_SIZE) else { return };
        let cost = nodes.max(1).ilog2() as u8;
        let mut chosen = 0;
        let mut least_worth = u32::MAX;
        for (index, entry) in bucket.iter().enumerate() {
            if entry.board == board {
                chosen = index;
                break;
            }
            let worth = u32::from(entry.cost) + if entry.age == age { 256 } else { 0 };
            if worth < least_worth {
                (chosen, least_worth) = (index, worth);
            }
        }
        let Some(entry) = bucket.get_mut(chosen) else { return };
        if entry.board != board {
            *entry = Slot { board, ..EMPTY };
        }
        let known = &mut entry.known;
        if score > alpha {
            known.least = known.least.max(score as i8);
        } else {
            known.most = known.most.min(score as i8);
        }
        // Where no move was good enough, the one that was best before is still the one to try first.
        if best != known.best[0] && best != NO_SQUARE {
            known.best = [best, known.best[0]];
        }
        (entry.cost, entry.age) = (entry.cost.max(cost), age);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_meet() {
        let mut table = HashTable::new(1 << 12);
        let board = Board { mover: 5, other: 10 };
        let place = table.place(board);
        assert_eq!(table.find(place, board), None);
        table.store(place, board, 3, 6, 12, 100);
        assert_eq!(table.find(place, board), Some(TtEntry { least: 6, most: 65, best: [12, 64] }));
        table.store(place, board, 7, 6, 13, 100);
        assert_eq!(table.find(place, board), Some(TtEntry { least: 6, most: 6, best: [13, 12] }));
        assert_eq!(table.find(place, board.pass()), None);
        table.clear();
        assert_eq!(table.find(place, board), None);
    }

    #[test]
    fn what_cost_more_stays() {
        let mut table = HashTable::new(1);
        assert_eq!(table.entries.len(), 2 * BUCKET_SIZE);
        let boards: Vec<Board> = (1..2_000).map(|mover| Board { mover, other: 0 }).collect();
        let dear = boards[7];
        table.store(table.place(dear), dear, 0, 1, 9, 1 << 40);
        for &board in &boards {
            table.store(table.place(board), board, 0, 1, 9, 10);
        }
        assert!(table.find(table.place(dear), dear).is_some());
        table.age();
        table.age();
        for &board in &boards[8..] {
            table.store(table.place(board), board, 0, 1, 9, 10);
        }
        assert_eq!(table.find(table.place(dear), dear), None);
    }
}
