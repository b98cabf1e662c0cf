//! The transposition table of expectimax, which stores ranges.

use super::range::{Range, Value};

/// A table of positions, for one thread.
///
/// A range is valid only within the iteration that found it, at the same depth and distance from the root: wins score by
/// their distance from the root, and an average does not show how many wins it contains. The best move is valid whenever
/// the position is met again. Ranges need twice the bits of a score, so this table is not the one of alpha-beta.
pub(super) struct RangeTable {
    slots: Vec<Slot>,
    iteration: u16,
}

/// Depth and distance from the root at which a range was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SearchPoint {
    pub(super) depth: u32,
    pub(super) ply: u32,
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    lower: i32,
    upper: i32,
    /// Key of the best move; 0 if none is known.
    move_key: u32,
    /// 0 in an empty slot.
    iteration: u16,
    depth: u8,
    ply: u8,
}

const EMPTY: Slot = Slot { key: 0, lower: 0, upper: 0, move_key: 0, iteration: 0, depth: 0, ply: 0 };

impl RangeTable {
    /// A table of at most `bytes` bytes.
    pub(super) fn new(bytes: usize) -> RangeTable {
        let most = bytes / size_of::<Slot>();
        let slots = if most == 0 { 0 } else { 1 << most.ilog2() };
        RangeTable { slots: vec![EMPTY; slots], iteration: 0 }
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.slots.fill(EMPTY);
        self.iteration = 0;
    }

    /// Invalidates all ranges; moves stay.
    pub(super) fn begin_iteration(&mut self) {
        if self.iteration == u16::MAX {
            self.clear();
        }
        self.iteration += 1;
    }

    /// `true` if the table has any slot.
    #[inline(always)]
    pub(super) fn is_on(&self) -> bool {
        !self.slots.is_empty()
    }

    /// Range of the position, if it is valid here, and the key of its best move.
    #[inline(always)]
    pub(super) fn probe(&self, key: u64, point: SearchPoint) -> (Option<Range>, u32) {
        let Some(slot) = self.slots.get(self.index(key)).filter(|slot| slot.key == key) else {
            return (None, 0);
        };
        let is_same = slot.iteration == self.iteration && slot.point() == point;
        (is_same.then(|| Range { lower: slot.lower.into(), upper: slot.upper.into() }), slot.move_key)
    }

    /// Stores a range unless the slot holds a deeper one of another position from this iteration.
    #[inline(always)]
    pub(super) fn store(&mut self, key: u64, point: SearchPoint, range: Range, move_key: u32) {
        let (index, iteration) = (self.index(key), self.iteration);
        let Some(slot) = self.slots.get_mut(index) else { return };
        if slot.key != key && slot.iteration == iteration && slot.point().depth > point.depth {
            return;
        }
        let move_key = if move_key == 0 && slot.key == key { slot.move_key } else { move_key };
        let (lower, upper) = (within(range.lower), within(range.upper));
        *slot =
            Slot { key, lower, upper, move_key, iteration, depth: point.depth as u8, ply: point.ply as u8 };
    }

    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        key as usize & self.slots.len().wrapping_sub(1)
    }
}

impl Slot {
    #[inline(always)]
    fn point(&self) -> SearchPoint {
        SearchPoint { depth: self.depth.into(), ply: self.ply.into() }
    }
}

/// A value in 32 bits; all of them fit.
#[inline(always)]
fn within(value: Value) -> i32 {
    debug_assert!(i32::try_from(value).is_ok());
    value as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_last_one_iteration_and_moves_longer() {
        let mut table = RangeTable::new(1000);
        assert!(table.is_on() && !RangeTable::new(23).is_on());
        table.begin_iteration();
        let (point, range) = (SearchPoint { depth: 3, ply: 2 }, Range { lower: -7, upper: 30_000 << 12 });
        table.store(5, point, range, 9);
        assert_eq!(table.probe(5, point), (Some(range), 9));
        assert_eq!(table.probe(5, SearchPoint { ply: 1, ..point }), (None, 9));
        assert_eq!(table.probe(5 + (1 << 40), point), (None, 0));
        table.store(5 + (1 << 40), SearchPoint { depth: 2, ply: 3 }, range, 8);
        assert_eq!(table.probe(5, point), (Some(range), 9), "deeper results stay");
        table.begin_iteration();
        assert_eq!(table.probe(5, point), (None, 9));
        table.store(5, point, range, 0);
        assert_eq!(table.probe(5, point), (Some(range), 9));
        RangeTable::new(0).store(5, point, range, 9);
    }
}
