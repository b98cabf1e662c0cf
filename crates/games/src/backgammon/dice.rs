//! Rolls, and the dice left in the middle of a turn.

use std::cmp::Ordering;
use std::fmt;

use rules::InputError;

/// A roll of two dice, without an order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dice {
    high: u8,
    low: u8,
}

impl Dice {
    /// The roll of these two numbers, if both are from 1 to 6.
    pub const fn new(one: u8, two: u8) -> Option<Dice> {
        if one < 1 || one > 6 || two < 1 || two > 6 {
            return None;
        }
        Some(if one > two { Dice { high: one, low: two } } else { Dice { high: two, low: one } })
    }

    /// The larger number.
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The smaller number; the same as the larger in a double.
    pub const fn low(self) -> u8 {
        self.low
    }

    /// `true` if both numbers are the same, so that they are played four times.
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }

    /// Reads a roll such as `31`, `13` or `3-1`.
    pub fn read(text: &str) -> Result<Dice, InputError> {
        let digits = match text.trim().as_bytes() {
            &[one, two] | &[one, b'-', two] => Some((one.wrapping_sub(b'0'), two.wrapping_sub(b'0'))),
            _ => None,
        };
        digits
            .and_then(|(one, two)| Dice::new(one, two))
            .ok_or_else(|| InputError::unexpected(text.trim(), "two dice from 1 to 6 such as \"31\""))
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.high, self.low)
    }
}

/// All rolls of two dice, each with its weight out of 36.
pub static ROLLS: [(Dice, u32); 21] = all_rolls();

const fn all_rolls() -> [(Dice, u32); 21] {
    let mut rolls = [(Dice { high: 1, low: 1 }, 1); 21];
    let (mut high, mut index) = (1, 0);
    while high <= 6 {
        let mut low = 1;
        while low <= high {
            rolls[index] = (Dice { high, low }, if high == low { 1 } else { 2 });
            index += 1;
            low += 1;
        }
        high += 1;
    }
    rolls
}

/// The dice of a turn that have not been played yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct RemainingDice {
    /// The numbers, the larger first; of a double only the first is in use.
    faces: [u8; 2],
    /// Number of times each is still to be played.
    times: [u8; 2],
}

impl RemainingDice {
    pub(super) fn new(dice: Dice) -> RemainingDice {
        let times = if dice.is_double() { [4, 0] } else { [1, 1] };
        RemainingDice { faces: [dice.high, dice.low], times }
    }

    /// Each number that may be played next, the larger first, with what is left after it.
    pub(super) fn choices(self) -> impl Iterator<Item = (u8, RemainingDice)> {
        (0..2).filter(move |&index| self.times[index] > 0).map(move |index| {
            let mut rest = self;
            rest.times[index] -= 1;
            (self.faces[index], rest)
        })
    }

    /// `true` if some of these dice add up to a distance; to bear off, the last of them may be larger than needed.
    pub(super) fn can_make(self, distance: u8, bearing_off: bool) -> bool {
        self.choices().any(|(die, rest)| match die.cmp(&distance) {
            Ordering::Less => rest.can_make(distance - die, bearing_off),
            Ordering::Equal => true,
            Ordering::Greater => bearing_off,
        })
    }

    /// Number of steps these dice still allow.
    pub(super) fn count(self) -> u8 {
        self.times[0] + self.times[1]
    }

    /// `true` if the larger number has been played as often as it may.
    #[cfg(test)]
    pub(super) fn larger_is_played(self) -> bool {
        self.times[0] == 0
    }
}

/// The numbers in words: `6 and 1`, `two 4s`.
impl fmt::Display for RemainingDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [high, low] = self.faces;
        match self.times {
            [0, 0] => f.write_str("none"),
            [1, 1] => write!(f, "{high} and {low}"),
            [1, 0] => write!(f, "{high}"),
            [0, _] => write!(f, "{low}"),
            [2, _] => write!(f, "two {high}s"),
            [3, _] => write!(f, "three {high}s"),
            [_, _] => write!(f, "four {high}s"),
        }
    }
}
