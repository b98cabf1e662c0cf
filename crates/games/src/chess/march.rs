//! Kinds that move all at once: soldiers, and whatever else only steps to fixed squares and advances.
//!
//! Their moves need no look-up: the whole set is shifted.

use super::army::{Army, Kind, Manner, Step};
use super::hearer::Hearer;
use super::orders::Orders;
use super::position::{Position, Special};
use super::reach::{Deed, Squares, bit, row_of};
use crate::extract::Extract;

/// A step that a whole set makes at once.
#[derive(Clone, Copy, Debug)]
struct Stride {
    /// What is added to the number of a square.
    shift: i8,
    /// The squares from which it stays on the board.
    from: Squares,
    deed: Deed,
}

impl Stride {
    fn new(step: &Step, side: usize) -> Option<Stride> {
        let down = if side == 0 { -step.forward } else { step.forward };
        let inside = |square: &u8| {
            (0..8).contains(&((square % 8) as i8 + step.right))
                && (0..8).contains(&((square / 8) as i8 + down))
        };
        let deed = match (step.may_move, step.may_capture) {
            (true, true) => Deed::Both,
            (true, false) => Deed::Move,
            (false, true) => Deed::Capture,
            (false, false) => return None,
        };
        Some(Stride {
            shift: down * 8 + step.right,
            from: (0..64).filter(inside).fold(0, |all, square| all | bit(square)),
            deed,
        })
    }

    /// One step straight ahead.
    const fn ahead(side: usize) -> Stride {
        let (shift, from) = if side == 0 { (-8, !0xff) } else { (8, !0 >> 8) };
        Stride { shift, from, deed: Deed::Move }
    }

    #[inline(always)]
    fn of(self, set: Squares) -> Squares {
        // What stays on the board does not go round: so one instruction is enough for both directions.
        (set & self.from).rotate_left(self.shift as u32 & 63)
    }
}

/// How a kind moves all at once.
#[derive(Clone, Debug)]
pub(super) struct March {
    strides: [Vec<Stride>; 2],
    /// One step ahead, and where an advance of more than one may end.
    advance: [(Stride, Squares); 2],
}

impl March {
    /// How a kind marches, if it does nothing else.
    pub(super) fn of(kind: &Kind) -> Option<March> {
        let mut steps: Vec<Step> = Vec::new();
        let mut limit = None;
        for path in &kind.paths {
            match (path.steps.as_slice(), path.limit, path.manner) {
                ([step], None, Manner::Plain) if (step.right, step.forward) != (0, 0) => steps.push(*step),
                (advance, Some(row), Manner::Plain) if limit.is_none() && is_straight(advance) => {
                    limit = Some(row);
                }
                _ => return None,
            }
        }
        let limit = limit.filter(|_| !kind.is_royal)?;
        let is_advanced = |step: &Step| step.right == 0 && step.forward > 0;
        for (index, step) in steps.iter().enumerate() {
            let is_twin =
                steps[..index].iter().any(|other| (other.right, other.forward) == (step.right, step.forward));
            if is_twin || is_advanced(step) {
                return None;
            }
        }
        let strides = [0, 1].map(|side| steps.iter().filter_map(|step| Stride::new(step, side)).collect());
        let advance = [0, 1].map(|side| {
            let within = (0..64).filter(|&square| row_of(side, square) <= limit);
            (Stride::ahead(side), within.fold(0, |all, square| all | bit(square)))
        });
        Some(March { strides, advance })
    }

    /// Which kinds of an army march.
    pub(super) fn all(army: &Army) -> Vec<Option<March>> {
        army.kinds.iter().map(March::of).collect()
    }
}

/// The squares where an advance of two steps straight ahead may end.
pub(super) fn two_ahead(kind: &Kind, side: usize) -> Squares {
    let begins = |steps: &[Step]| {
        matches!(steps, [one, two, ..]
            if (one.right, one.forward, two.right, two.forward) == (0, 1, 0, 2) && two.may_move)
    };
    let advances = kind.paths.iter().filter(|path| path.manner == Manner::Plain && begins(&path.steps));
    let limits = advances.filter_map(|path| path.limit);
    let within = |square: &u8| limits.clone().any(|limit| row_of(side, *square) <= limit);
    (0..64).filter(within).fold(0, |all, square| all | bit(square))
}

/// Whether these steps go straight forward, one after another to the end of the board, without capturing.
fn is_straight(steps: &[Step]) -> bool {
    steps.len() == 7
        && steps.iter().zip(1..).all(|(step, ahead)| {
            (step.right, step.forward) == (0, ahead) && step.may_move && !step.may_capture
        })
}

impl Orders {
    /// Tells the moves of all these pieces of a kind that marches, as far as they are allowed.
    #[inline(always)]
    pub(super) fn of_march<C: Extract, H: Hearer>(
        &self,
        _cpu: C,
        position: &Position,
        (kind, march): (usize, &March),
        pieces: Squares,
        allowed: Squares,
        hearer: &mut H,
    ) {
        let side = position.turn as usize & 1;
        let (own, occupied) = (position.sides[side], position.occupied());
        for stride in &march.strides[side] {
            let reached = stride.of(pieces) & allowed;
            let targets = match stride.deed {
                Deed::Both => reached & !own,
                Deed::Move => reached & !occupied,
                Deed::Capture => reached & occupied & !own,
            };
            self.tell_shifted(kind, side, stride.shift, targets, Special::None, hearer);
        }
        let (ahead, zone) = &march.advance[side];
        let mut reached = ahead.of(pieces) & !occupied;
        let mut shift = ahead.shift;
        self.tell_shifted(kind, side, shift, reached & allowed, Special::None, hearer);
        loop {
            reached = ahead.of(reached) & !occupied & zone;
            if reached == 0 {
                break;
            }
            shift += ahead.shift;
            let is_passing = self.en_passant && shift == 2 * ahead.shift;
            let special = if is_passing { Special::Advance } else { Special::None };
            self.tell_shifted(kind, side, shift, reached & allowed, special, hearer);
        }
    }

    #[inline(always)]
    fn tell_shifted<H: Hearer>(
        &self,
        kind: usize,
        side: usize,
        shift: i8,
        mut targets: Squares,
        special: Special,
        hearer: &mut H,
    ) {
        if let Some((zones, to)) = &self.promotions[kind] {
            let promoting = targets & zones[side];
            if promoting != 0 {
                hearer.shifted_promotions(kind as u8, shift, promoting, to);
                targets ^= promoting;
            }
        }
        hearer.shifted(kind as u8, shift, targets, special);
    }
}
