//! Positions that were met before in this search.

use super::range::{Range, Value};

/// A table of positions, for one thread.
///
/// What a position is worth counts only within the iteration that found it, at the same depth and as many turns from
/// the root: won games score by their distance from the root, and an average does not tell how many of them are in it.
/// The best move helps whenever the position is met again.
pub(super) struct Memory {
    slots: Vec<Slot>,
    iteration: u16,
}

/// Where in the search something was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) depth: u32,
    pub(super) ply: u32,
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    lower: i32,
    upper: i32,
    /// The code of the best move; 0 if none is known.
    code: u32,
    /// 0 in an empty slot.
    iteration: u16,
    depth: u8,
    ply: u8,
}

const EMPTY: Slot = Slot { key: 0, lower: 0, upper: 0, code: 0, iteration: 0, depth: 0, ply: 0 };

impl Memory {
    /// A table of at most so many bytes.
    pub(super) fn new(bytes: usize) -> Memory {
        let most = bytes / size_of::<Slot>();
        let slots = if most == 0 { 0 } else { 1 << most.ilog2() };
        Memory { slots: vec![EMPTY; slots], iteration: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.slots.fill(EMPTY);
        self.iteration = 0;
    }

    /// From now on only the moves of what was kept before count.
    pub(super) fn begin_iteration(&mut self) {
        if self.iteration == u16::MAX {
            self.clear();
        }
        self.iteration += 1;
    }

    /// Whether anything can be kept.
    #[inline(always)]
    pub(super) fn is_on(&self) -> bool {
        !self.slots.is_empty()
    }

    /// What the position is worth, if that is known, and the code of its best move.
    #[inline(always)]
    pub(super) fn find(&self, key: u64, place: Place) -> (Option<Range>, u32) {
        let Some(slot) = self.slots.get(self.index(key)).filter(|slot| slot.key == key) else {
            return (None, 0);
        };
        let is_same = slot.iteration == self.iteration && slot.place() == place;
        (is_same.then(|| Range { lower: slot.lower.into(), upper: slot.upper.into() }), slot.code)
    }

    /// Keeps what a position is worth, unless its slot holds something of this iteration that cost more to find.
    #[inline(always)]
    pub(super) fn keep(&mut self, key: u64, place: Place, range: Range, code: u32) {
        let (index, iteration) = (self.index(key), self.iteration);
        let Some(slot) = self.slots.get_mut(index) else { return };
        if slot.key != key && slot.iteration == iteration && slot.place().depth > place.depth {
            return;
        }
        let code = if code == 0 && slot.key == key { slot.code } else { code };
        let (lower, upper) = (within(range.lower), within(range.upper));
        *slot = Slot { key, lower, upper, code, iteration, depth: place.depth as u8, ply: place.ply as u8 };
    }

    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        key as usize & self.slots.len().wrapping_sub(1)
    }
}

impl Slot {
    #[inline(always)]
    fn place(&self) -> Place {
        Place { depth: self.depth.into(), ply: self.ply.into() }
    }
}

/// A value in half the room; all of them fit.
#[inline(always)]
fn within(value: Value) -> i32 {
    debug_assert!(i32::try_from(value).is_ok());
    value as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_last_an_iteration_and_moves_longer() {
        let mut memory = Memory::new(1000);
        assert!(memory.is_on() && !Memory::new(23).is_on());
        memory.begin_iteration();
        let (place, range) = (Place { depth: 3, ply: 2 }, Range { lower: -7, upper: 30_000 << 12 });
        memory.keep(5, place, range, 9);
        assert_eq!(memory.find(5, place), (Some(range), 9));
        assert_eq!(memory.find(5, Place { ply: 1, ..place }), (None, 9));
        assert_eq!(memory.find(5 + (1 << 40), place), (None, 0));
        memory.keep(5 + (1 << 40), Place { depth: 2, ply: 3 }, range, 8);
        assert_eq!(memory.find(5, place), (Some(range), 9), "deeper results stay");
        memory.begin_iteration();
        assert_eq!(memory.find(5, place), (None, 9));
        memory.keep(5, place, range, 0);
        assert_eq!(memory.find(5, place), (Some(range), 9));
        Memory::new(0).keep(5, place, range, 9);
    }
}
