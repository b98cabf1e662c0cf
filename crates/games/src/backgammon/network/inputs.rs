//! Inputs of the networks: what a network knows about a board.
//!
//! Both sides have the same inputs, those of the side on roll first. Most are zero, so they are listed.

mod shots;

use super::super::checkers::{BAR_BIT, HOME_POINTS, POINTS, mirrored};
use super::super::{Board, Checkers};
use shots::Shots;

/// Inputs of each point: a blot, two or more checkers, three or more, and those beyond the third.
const UNITS: usize = 4;
/// Inputs of the points, the bar and the checkers borne off, for one side.
const PLACEMENT: usize = 24 * UNITS + 2 + 3;
/// Further inputs of a side in contact positions.
const CONTACT: usize = 18;
/// Further inputs of a side in races.
const RACE: usize = 4;
/// Most inputs that are not zero.
const CAPACITY: usize = 2 * (15 * 2 + 5 + CONTACT) + 64;

/// Number of inputs of a contact position.
pub const CONTACT_INPUTS: usize = 2 * (PLACEMENT + CONTACT);
/// Number of inputs of a race.
pub const RACE_INPUTS: usize = 2 * (PLACEMENT + RACE);

/// Inputs that are not zero, by index, in ascending order.
#[derive(Clone, Debug)]
pub struct Inputs {
    indices: [u16; CAPACITY],
    values: [f32; CAPACITY],
    len: usize,
}

impl Default for Inputs {
    fn default() -> Inputs {
        Inputs { indices: [0; CAPACITY], values: [0.0; CAPACITY], len: 0 }
    }
}

/// Inputs of a board near which others are evaluated, by index.
#[derive(Clone, Debug)]
pub struct BaseInputs {
    values: [f32; CONTACT_INPUTS],
    listed: Inputs,
}

impl Default for BaseInputs {
    fn default() -> BaseInputs {
        BaseInputs { values: [0.0; CONTACT_INPUTS], listed: Inputs::default() }
    }
}

impl BaseInputs {
    /// Replaces the inputs.
    #[inline(always)]
    pub(super) fn set(&mut self, inputs: &Inputs) {
        for &index in self.listed.parts().0 {
            self.values[usize::from(index)] = 0.0;
        }
        for (index, value) in inputs.iter() {
            self.values[index] = value;
        }
        self.listed.clone_from(inputs);
    }

    /// Lists by how much inputs differ from these.
    #[inline(always)]
    pub(super) fn differences(&mut self, inputs: &Inputs, differences: &mut Inputs) {
        differences.len = 0;
        for (index, value) in inputs.iter() {
            differences.add(index, value - self.values[index]);
            // What remains is missing from the other inputs.
            self.values[index] = 0.0;
        }
        for (index, value) in self.listed.iter() {
            differences.add(index, -self.values[index]);
            self.values[index] = value;
        }
    }
}

impl Inputs {
    /// Number of inputs that are not zero.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Index and value of each input.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = (usize, f32)> {
        let (indices, values) = self.parts();
        indices.iter().zip(values).map(|(&index, &value)| (usize::from(index), value))
    }

    /// The indices and, in the same order, the values.
    #[inline(always)]
    pub(super) fn parts(&self) -> (&[u16], &[f32]) {
        (&self.indices[..self.len], &self.values[..self.len])
    }

    /// Replaces the inputs by those of a contact position.
    #[inline(always)]
    pub fn set_contact(&mut self, board: &Board) {
        self.len = 0;
        self.add_placement(0, board.mover());
        self.add_placement(PLACEMENT, board.opponent());
        let base = 2 * PLACEMENT;
        let pips = board.mover().pips();
        let others = (pips as i32 + board.lead()) as u32;
        self.add_contact(base, board.mover(), board.opponent(), pips, others);
        self.add_contact(base + CONTACT, board.opponent(), board.mover(), others, pips);
    }

    /// Replaces the inputs by those of a race.
    #[inline(always)]
    pub fn set_race(&mut self, board: &Board) {
        self.len = 0;
        self.add_placement(0, board.mover());
        self.add_placement(PLACEMENT, board.opponent());
        let base = 2 * PLACEMENT;
        self.add_race(base, board.mover(), board.opponent());
        self.add_race(base + RACE, board.opponent(), board.mover());
    }

    #[inline(always)]
    fn add(&mut self, index: usize, value: f32) {
        // Written in any case, counted if it is not zero: no branch to be mispredicted.
        let at = self.len.min(CAPACITY - 1);
        self.indices[at] = index as u16;
        self.values[at] = value;
        self.len = at + usize::from(value != 0.0);
    }

    #[inline(always)]
    fn add_placement(&mut self, base: usize, side: Checkers) {
        let mut points = side.occupied() & POINTS;
        while points != 0 {
            let number = points.trailing_zeros();
            points &= points - 1;
            let at = base + (number as usize - 1) * UNITS;
            let count = side.count(number as u8);
            if count == 1 {
                self.add(at, 1.0);
            } else {
                self.add(at + 1, 1.0);
                if count > 2 {
                    self.add(at + 2, 1.0);
                    self.add(at + 3, f32::from(count - 3) * 0.5);
                }
            }
        }
        let at = base + 24 * UNITS;
        let (bar, off) = (side.bar(), side.off());
        self.add(at, f32::from(u8::from(bar > 0)));
        self.add(at + 1, f32::from(bar.saturating_sub(1)) * 0.5);
        for third in 0..3 {
            self.add(at + 2 + usize::from(third), f32::from(off.saturating_sub(5 * third).min(5)) * 0.2);
        }
    }

    #[inline(always)]
    fn add_race(&mut self, base: usize, own: Checkers, other: Checkers) {
        let (pips, others) = (own.pips() as f32, other.pips() as f32);
        self.add(base, pips / 100.0);
        self.add(base + 1, (others - pips) / 25.0);
        self.add(base + 2, own.count_on(HOME_POINTS) as f32 / 15.0);
        self.add(base + 3, (others - pips) / (pips + 4.0));
    }

    #[inline(always)]
    fn add_contact(&mut self, base: usize, own: Checkers, other: Checkers, pips: u32, others: u32) {
        let made = own.made_points();
        let others_made = mirrored(other.made_points());
        let rearmost = u32::from(own.rearmost());
        let mut at = base;
        let mut push = |value: f32| {
            self.add(at, value);
            at += 1;
        };
        push(pips as f32 / 167.0);
        push((others as f32 - pips as f32) / 100.0);
        push(rearmost as f32 / 25.0);
        // Made points: an anchor far back and one farther on, and those at home.
        let anchors = made >> 19;
        push(anchors.checked_ilog2().map_or(0.0, |highest| (highest + 1) as f32 / 6.0));
        push(if made >> 13 & 0x3f == 0 { 0.0 } else { 1.0 });
        push((made & HOME_POINTS).count_ones() as f32 / 6.0);
        // The longest row of made points, and the other side's checkers behind it.
        let (length, lowest) = longest_row(made);
        push(length as f32 / 6.0);
        let behind = other.count_on(mirrored(((1 << lowest) - 1) & POINTS));
        push(length.saturating_sub(2) as f32 * behind as f32 / 15.0);
        // Rolls with which the rearmost checker gets past the points ahead of it.
        let ahead =
            if rearmost > 12 { others_made >> (rearmost - 12) } else { others_made << (12 - rearmost) };
        let escapes = shots::escapes(ahead & 0xfff);
        push(f32::from(escapes) / 36.0);
        push(
            (rearmost > 18) as u8 as f32 * f32::from(36 - escapes) / 36.0 * own.count_on(!0 << 19) as f32
                / 4.0,
        );
        // Shots at the other side's blots.
        let shots = Shots::new(own, other);
        push(shots.hitting as f32 / 36.0);
        push(shots.double as f32 / 36.0);
        push(shots.loss as f32 / (36.0 * 24.0));
        // Rolls that do not enter from the bar.
        let closed = (others_made >> 19 & 0x3f).count_ones();
        let stays_out = (closed * closed) as f32 / 36.0;
        push(stays_out);
        push(stays_out * f32::from(u8::from(own.occupied() & BAR_BIT != 0)));
        // Pips until the sides have passed each other.
        let passed = 25 - u32::from(other.rearmost());
        let beyond = !0 << (passed + 1).min(26);
        push((own.pips_on(beyond) as f32 - (passed * own.count_on(beyond)) as f32) / 167.0);
        push(own.count_on(!0 << 19) as f32 / 15.0);
        push((own.blots() & HOME_POINTS).count_ones() as f32 / 3.0);
        debug_assert_eq!(at, base + CONTACT);
    }
}

/// Length and lowest point of the longest row of adjacent points, the lowest of several.
#[inline(always)]
fn longest_row(points: u32) -> (u32, u32) {
    let (mut length, mut starts) = (0, points);
    let mut rows = points;
    while rows != 0 {
        starts = rows;
        length += 1;
        rows &= points >> length;
    }
    (length, if length == 0 { 0 } else { starts.trailing_zeros() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows() {
        assert_eq!(longest_row(0), (0, 0));
        assert_eq!(longest_row(0b10), (1, 1));
        assert_eq!(longest_row(0b1101110), (3, 1));
        assert_eq!(longest_row(0b1111_0110_0000), (4, 8));
    }

    #[test]
    fn both_sides_have_the_same_inputs_at_the_start() {
        let mut inputs = Inputs::default();
        inputs.set_contact(&Board::start());
        let value = |wanted: usize| inputs.iter().find(|&(index, _)| index == wanted).map(|(_, value)| value);
        for index in 0..PLACEMENT {
            assert_eq!(value(index), value(PLACEMENT + index));
        }
        for index in 0..CONTACT {
            assert_eq!(value(2 * PLACEMENT + index), value(2 * PLACEMENT + CONTACT + index));
        }
        assert_eq!(value(2 * PLACEMENT), Some(1.0));
    }
}
