//! The checkers of one side in 128 bits.

use super::position::{BAR, CHECKERS, OFF, Side};

/// Bits of the points 1 to 24.
pub(super) const POINTS: u32 = 0x1ff_fffe;
/// Bits of the points 1 to 6, a side's home.
pub(super) const HOME_POINTS: u32 = 0x7e;
/// Bit of the bar.
pub(super) const BAR_BIT: u32 = 1 << BAR;

/// The checkers of one side in four bit planes: bit `n` of plane `k` is bit `k` of the number of checkers on `n`, in the
/// side's own numbering of the points (see [`Side`]).
///
/// Masks of blots and made points take a few operations on the planes, whatever the number of points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Checkers([u32; 4]);

impl Checkers {
    /// The checkers of the start position.
    pub fn start() -> Checkers {
        let mut side = [0; 26];
        side[24] = 2;
        side[13] = 5;
        side[8] = 3;
        side[6] = 5;
        Checkers::new(&side)
    }

    /// The checkers with these counts, each at most 15.
    pub fn new(side: &Side) -> Checkers {
        let mut planes = [0; 4];
        for (number, &count) in side.iter().enumerate() {
            for (bit, plane) in planes.iter_mut().enumerate() {
                *plane |= u32::from(count >> bit & 1) << number;
            }
        }
        Checkers(planes)
    }

    /// The counts by number.
    pub fn counts(self) -> Side {
        std::array::from_fn(|number| self.count(number as u8))
    }

    /// Number of checkers on a point, the bar and borne off included.
    #[inline(always)]
    pub fn count(self, number: u8) -> u8 {
        let [one, two, four, eight] = self.0.map(|plane| plane >> number & 1);
        (one | two << 1 | four << 2 | eight << 3) as u8
    }

    /// Adds a checker.
    #[inline(always)]
    pub fn add(&mut self, number: u8) {
        let mut carry = 1 << number;
        for plane in &mut self.0 {
            let full = *plane & carry;
            *plane ^= carry;
            carry = full;
        }
    }

    /// Removes a checker from a point that has some.
    #[inline(always)]
    pub fn remove(&mut self, number: u8) {
        let mut borrow = 1 << number;
        for plane in &mut self.0 {
            let empty = !*plane & borrow;
            *plane ^= borrow;
            borrow = empty;
        }
    }

    /// Numbers above [`OFF`] with checkers on them.
    #[inline(always)]
    pub fn occupied(self) -> u32 {
        let [one, two, four, eight] = self.0;
        (one | two | four | eight) & !(1 << OFF)
    }

    /// Points with one checker.
    #[inline(always)]
    pub fn blots(self) -> u32 {
        let [one, two, four, eight] = self.0;
        one & !(two | four | eight) & POINTS
    }

    /// Points with two checkers or more.
    #[inline(always)]
    pub fn made_points(self) -> u32 {
        let [_, two, four, eight] = self.0;
        (two | four | eight) & POINTS
    }

    /// Number of checkers on the bar.
    #[inline(always)]
    pub fn bar(self) -> u8 {
        self.count(BAR)
    }

    /// Number of checkers borne off.
    #[inline(always)]
    pub fn off(self) -> u8 {
        self.count(OFF)
    }

    /// `true` if every checker has been borne off.
    #[inline(always)]
    pub fn is_done(self) -> bool {
        self.off() == CHECKERS
    }

    /// The highest number with a checker; [`OFF`] if none is left.
    #[inline(always)]
    pub fn rearmost(self) -> u8 {
        self.occupied().checked_ilog2().unwrap_or(0) as u8
    }

    /// The pip count.
    #[inline(always)]
    pub fn pips(self) -> u32 {
        self.pips_on(!0)
    }

    /// Pips of the checkers on some points, the bar included.
    #[inline(always)]
    pub(super) fn pips_on(self, mask: u32) -> u32 {
        // Bit `k` of the numbers 0 to 31, as a mask.
        const NUMBER_BITS: [u32; 5] = [0xaaaa_aaaa, 0xcccc_cccc, 0xf0f0_f0f0, 0xff00_ff00, 0xffff_0000];
        let mut pips = 0;
        for (shift, plane) in self.0.into_iter().enumerate() {
            for (bit, numbers) in NUMBER_BITS.into_iter().enumerate() {
                pips += (plane & mask & numbers).count_ones() << (bit + shift);
            }
        }
        pips
    }

    /// Number of checkers on some points, the bar included.
    #[inline(always)]
    pub(super) fn count_on(self, mask: u32) -> u32 {
        let mask = mask & !(1 << OFF);
        let [one, two, four, eight] = self.0.map(|plane| (plane & mask).count_ones());
        one + 2 * two + 4 * four + 8 * eight
    }

    /// The planes as two words, for hashing.
    #[inline(always)]
    pub(super) fn words(self) -> [u64; 2] {
        let [one, two, four, eight] = self.0.map(u64::from);
        [one | two << 32, four | eight << 32]
    }
}

/// The same points in the other side's numbering: `n` becomes `25 - n`.
#[inline(always)]
pub(super) fn mirrored(points: u32) -> u32 {
    points.reverse_bits() >> 6
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Random;

    #[test]
    fn planes_agree_with_counts() {
        let mut random = Random::new(5);
        for _ in 0..2_000 {
            let mut side: Side = [0; 26];
            let mut checkers = Checkers::new(&side);
            for _ in 0..15 {
                let number = random.below(26) as u8;
                side[number as usize] += 1;
                checkers.add(number);
            }
            for _ in 0..random.below(10) {
                let number = random.below(26) as u8;
                if side[number as usize] > 0 {
                    side[number as usize] -= 1;
                    checkers.remove(number);
                }
            }
            assert_eq!(checkers, Checkers::new(&side));
            assert_eq!(checkers.counts(), side);
            let on = |wanted: fn(u8) -> bool| {
                (1..26).filter(|&number| wanted(side[number])).fold(0, |mask, number| mask | 1 << number)
            };
            assert_eq!(checkers.occupied(), on(|count| count > 0));
            assert_eq!(checkers.blots(), on(|count| count == 1) & POINTS);
            assert_eq!(checkers.made_points(), on(|count| count > 1) & POINTS);
            let pips: u32 = (0..).zip(side).map(|(number, count): (u32, _)| number * u32::from(count)).sum();
            assert_eq!(checkers.pips(), pips);
            let rearmost = (0..26).rev().find(|&number| number == 0 || side[number] > 0);
            assert_eq!(Some(checkers.rearmost().into()), rearmost);
        }
    }

    #[test]
    fn mirrored_numbers() {
        for number in 0..=25 {
            assert_eq!(mirrored(1 << number), 1 << (25 - number));
        }
    }
}
