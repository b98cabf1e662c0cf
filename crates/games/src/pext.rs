//! Parallel bit extract (PEXT): turns the occupancy of a mask into a table index.

#[cfg(target_arch = "x86_64")]
mod v3;

use rules::cpu::{Cpu, Portable};

/// A processor level with parallel bit extract.
pub trait Pext: Cpu {
    /// The bits of `from` selected by `mask`, packed at the low end.
    fn pext(self, from: u64, mask: u64) -> usize;
}

impl Pext for Portable {
    #[inline(always)]
    fn pext(self, from: u64, mut mask: u64) -> usize {
        let mut index = 0;
        let mut at = 1;
        while mask != 0 {
            if from & mask & mask.wrapping_neg() != 0 {
                index |= at;
            }
            at <<= 1;
            mask &= mask - 1;
        }
        index
    }
}

/// Parallel bit deposit, the inverse: the low bits of `index` spread over `mask`.
pub(crate) fn pdep(mut index: usize, mut mask: u64) -> u64 {
    let mut spread = 0;
    while mask != 0 {
        if index & 1 != 0 {
            spread |= mask & mask.wrapping_neg();
        }
        index >>= 1;
        mask &= mask - 1;
    }
    spread
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Random;

    #[test]
    fn pext_inverts_pdep() {
        let mut random = Random::new(1);
        for _ in 0..2000 {
            let mask = random.next_u64() & random.next_u64() & random.next_u64();
            let index = random.next_u64() as usize & ((1 << mask.count_ones()) - 1);
            let from = pdep(index, mask) | (random.next_u64() & !mask);
            assert_eq!(Portable.pext(from, mask), index);
            #[cfg(target_arch = "x86_64")]
            if let Some(v3) = rules::cpu::V3::detect() {
                assert_eq!(v3.pext(from, mask), index);
            }
        }
    }
}
