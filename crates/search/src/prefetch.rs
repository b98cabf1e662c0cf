//! A hint to the processor that memory will be read soon.
#![allow(
    unsafe_code,
    reason = "the instruction takes a raw pointer; it reads nothing that the program could see"
)]

/// Brings a value into the cache, or does nothing: the program behaves the same either way.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: SSE is part of x86-64, and a prefetch of any address is harmless; this one is that of a live value.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(test)]
mod tests {
    use super::prefetch;

    #[test]
    fn values_stay_as_they_are() {
        let values = [1u64, 2, 3];
        values.iter().for_each(prefetch);
        assert_eq!(values, [1, 2, 3]);
    }
}
