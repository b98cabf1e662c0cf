//! Reproducible pseudorandom numbers.

/// A small pseudorandom generator (SplitMix64) for random play; not for secrets.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator with this seed.
    pub fn new(seed: u64) -> Random {
        // Seeds are often 0, 1, 2: mixing spreads their counters.
        Random { state: mix(seed) }
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// A number below `bound`, which must not be 0. The bias is below `bound` / 2^32.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.next_u64() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// A random element; `None` if the slice is empty.
    #[inline]
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { from.get(self.below(from.len() as u32) as usize) }
    }

    /// A random element by weight; `None` if all weights are 0.
    pub fn pick_weighted<T: Copy>(&mut self, from: &[(T, u32)]) -> Option<T> {
        let total: u32 = from.iter().map(|(_, weight)| weight).sum();
        if total == 0 {
            return None;
        }
        let mut at = self.below(total);
        for &(item, weight) in from {
            if at < weight {
                return Some(item);
            }
            at -= weight;
        }
        None
    }
}

/// The finalizer of SplitMix64; also used for position keys.
#[inline]
pub const fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A check sum of some bytes: any damage changes it, but for one case in 2^64.
pub fn check_sum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(sum ^ u64::from_le_bytes(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_picked_by_weight() {
        let mut random = Random::new(7);
        let mut seen = [0u32; 3];
        for _ in 0..30_000 {
            seen[random.pick_weighted(&[(0usize, 1), (1, 2), (2, 0)]).unwrap()] += 1;
        }
        assert_eq!(seen[2], 0);
        assert!((9_500..10_500).contains(&seen[0]), "{seen:?}");
        assert_eq!(random.pick::<u8>(&[]), None);
        assert_eq!(random.pick_weighted::<u8>(&[]), None);
    }
}
