//! PEXT by one BMI2 instruction. The portable implementation is the loop for `Portable`.
#![allow(unsafe_code, reason = "calls an instruction of BMI2, which a V3 value shows to exist")]

use std::arch::x86_64::_pext_u64;

use rules::cpu::V3;

use super::Pext;

impl Pext for V3 {
    #[inline(always)]
    fn pext(self, from: u64, mask: u64) -> usize {
        // SAFETY: a V3 exists only where BMI2 was found.
        unsafe { pext(from, mask) }
    }
}

#[inline]
#[target_feature(enable = "bmi2")]
fn pext(from: u64, mask: u64) -> usize {
    _pext_u64(from, mask) as usize
}
