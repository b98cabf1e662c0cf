//! Jumps on a line of at most 16 squares, by its occupied squares.

use std::sync::{Arc, OnceLock};

/// Squares of a line.
const LENGTH: usize = 16;

/// Jumps from each square of each line: the distance to the bead that is jumped, forward in the low and backward in the
/// high half of a byte; 0 if there is none. Squares beyond the end of a shorter line count as occupied.
#[derive(Clone, Debug)]
pub(super) struct JumpTable(Arc<[u8]>);

impl JumpTable {
    /// The table, made once for each kind of jumps.
    pub(super) fn shared(super_jumps: bool) -> JumpTable {
        static TABLES: [OnceLock<JumpTable>; 2] = [OnceLock::new(), OnceLock::new()];
        TABLES[usize::from(super_jumps)].get_or_init(|| JumpTable::new(super_jumps)).clone()
    }

    fn new(super_jumps: bool) -> JumpTable {
        let entry = |index: usize| {
            let (at, line) = (index >> LENGTH, (index & 0xffff) as u16);
            let forward =
                distance(line.checked_shr(at as u32 + 1).unwrap_or(0), LENGTH - 1 - at, super_jumps);
            let reversed = line.reverse_bits();
            let backward = distance(reversed.checked_shr((LENGTH - at) as u32).unwrap_or(0), at, super_jumps);
            forward | backward << 4
        };
        JumpTable((0..LENGTH << LENGTH).map(entry).collect())
    }

    /// The jumps from a bit of a line.
    #[inline(always)]
    pub(super) fn get(&self, line: u16, bit: u8) -> u8 {
        self.0[usize::from(bit & 15) << LENGTH | usize::from(line)]
    }
}

/// Distance to the bead that can be jumped, given the `length` squares ahead.
fn distance(ahead: u16, length: usize, super_jumps: bool) -> u8 {
    let bead = ahead.trailing_zeros() as usize + 1;
    let is_allowed = bead <= length && 2 * bead <= length && (super_jumps || bead == 1);
    let is_free = || (bead..2 * bead).all(|square| ahead >> square & 1 == 0);
    if is_allowed && is_free() { bead as u8 } else { 0 }
}
