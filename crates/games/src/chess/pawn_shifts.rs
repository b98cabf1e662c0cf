//! Set-wise generation for pawns and other kinds that only step to fixed squares and advance.
//!
//! All pieces of such a kind move at once by shifting their bitboard.

use super::army::{Army, HopRule, Kind, Step};
use super::compiled_army::CompiledArmy;
use super::move_sink::MoveSink;
use super::position::{Position, Special};
use super::reach::{Bitboard, MoveMode, bit, row_of};
use crate::pext::Pext;

/// A step that a whole bitboard makes at once.
#[derive(Clone, Copy, Debug)]
struct Shift {
    /// Difference of the square numbers.
    shift: i8,
    /// Origins from which the step stays on the board.
    from: Bitboard,
    mode: MoveMode,
}

impl Shift {
    fn new(step: &Step, side: usize) -> Option<Shift> {
        let down = if side == 0 { -step.forward } else { step.forward };
        let inside = |square: &u8| {
            (0..8).contains(&((square % 8) as i8 + step.right))
                && (0..8).contains(&((square / 8) as i8 + down))
        };
        let mode = match (step.may_move, step.may_capture) {
            (true, true) => MoveMode::Both,
            (true, false) => MoveMode::Move,
            (false, true) => MoveMode::Capture,
            (false, false) => return None,
        };
        Some(Shift {
            shift: down * 8 + step.right,
            from: (0..64).filter(inside).fold(0, |all, square| all | bit(square)),
            mode,
        })
    }

    /// One square straight ahead.
    const fn ahead(side: usize) -> Shift {
        let (shift, from) = if side == 0 { (-8, !0xff) } else { (8, !0 >> 8) };
        Shift { shift, from, mode: MoveMode::Move }
    }

    #[inline(always)]
    fn apply(self, pieces: Bitboard) -> Bitboard {
        // Nothing wraps around after masking, so one rotation serves both directions.
        (pieces & self.from).rotate_left(self.shift as u32 & 63)
    }
}

/// Shifts of a kind, by side.
#[derive(Clone, Debug)]
pub(super) struct PawnShifts {
    steps: [Vec<Shift>; 2],
    /// One square ahead, and the targets that an advance of more than one square may end on.
    advance: [(Shift, Bitboard); 2],
}

impl PawnShifts {
    /// The shifts of a kind; `None` if it also moves in other ways.
    pub(super) fn of(kind: &Kind) -> Option<PawnShifts> {
        let mut steps: Vec<Step> = Vec::new();
        let mut limit = None;
        for path in &kind.paths {
            match (path.steps.as_slice(), path.limit, path.hop) {
                ([step], None, HopRule::Plain) if (step.right, step.forward) != (0, 0) => steps.push(*step),
                (advance, Some(row), HopRule::Plain) if limit.is_none() && is_straight(advance) => {
                    limit = Some(row);
                }
                _ => return None,
            }
        }
        let limit = limit.filter(|_| !kind.is_royal)?;
        let is_ahead = |step: &Step| step.right == 0 && step.forward > 0;
        for (index, step) in steps.iter().enumerate() {
            let is_duplicate =
                steps[..index].iter().any(|other| (other.right, other.forward) == (step.right, step.forward));
            if is_duplicate || is_ahead(step) {
                return None;
            }
        }
        let steps = [0, 1].map(|side| steps.iter().filter_map(|step| Shift::new(step, side)).collect());
        let advance = [0, 1].map(|side| {
            let within = (0..64).filter(|&square| row_of(side, square) <= limit);
            (Shift::ahead(side), within.fold(0, |all, square| all | bit(square)))
        });
        Some(PawnShifts { steps, advance })
    }

    /// Squares that a set of pieces of one side attacks.
    #[inline(always)]
    fn attacked(&self, side: usize, pieces: Bitboard) -> Bitboard {
        let mut found = 0;
        for shift in &self.steps[side] {
            if shift.mode != MoveMode::Move {
                found |= shift.apply(pieces);
            }
        }
        found
    }

    /// Squares that `pieces` attack after a step ahead to one of `free`.
    #[inline(always)]
    pub(super) fn attacked_after_step(&self, side: usize, pieces: Bitboard, free: Bitboard) -> Bitboard {
        self.attacked(side, self.advance[side].0.apply(pieces) & free)
    }

    /// The shifts of every kind of an army.
    pub(super) fn all(army: &Army) -> Vec<Option<PawnShifts>> {
        army.kinds.iter().map(PawnShifts::of).collect()
    }
}

/// Targets on which a double step straight ahead may end.
pub(super) fn double_step_zone(kind: &Kind, side: usize) -> Bitboard {
    let begins = |steps: &[Step]| {
        matches!(steps, [one, two, ..]
            if (one.right, one.forward, two.right, two.forward) == (0, 1, 0, 2) && two.may_move)
    };
    let advances = kind.paths.iter().filter(|path| path.hop == HopRule::Plain && begins(&path.steps));
    let limits = advances.filter_map(|path| path.limit);
    let within = |square: &u8| limits.clone().any(|limit| row_of(side, *square) <= limit);
    (0..64).filter(within).fold(0, |all, square| all | bit(square))
}

/// `true` if the steps go straight ahead to the end of the board without capturing.
fn is_straight(steps: &[Step]) -> bool {
    steps.len() == 7
        && steps.iter().zip(1..).all(|(step, ahead)| {
            (step.right, step.forward) == (0, ahead) && step.may_move && !step.may_capture
        })
}

impl CompiledArmy {
    /// Squares that those of `pieces` of a kind attack, whatever stands on them.
    #[inline(always)]
    pub(super) fn attacks_of_kind<C: Pext>(
        &self,
        cpu: C,
        position: &Position,
        kind: usize,
        side: usize,
        pieces: Bitboard,
    ) -> Bitboard {
        let mut left = pieces & position.kinds[kind & 15];
        if let Some(shifts) = &self.pawn_shifts[kind] {
            return shifts.attacked(side, left);
        }
        let mut found = 0;
        while left != 0 {
            let from = left.trailing_zeros() as u8;
            left &= left - 1;
            for &group in &self.tables.of_kind[kind] {
                let group = &self.tables.path_groups[group as usize];
                if group.mode != MoveMode::Move {
                    found |= self.tables.reached(cpu, group, side, from, position.occupied());
                }
            }
        }
        found
    }

    /// Generates the moves of `pieces`, all of one kind, to targets among `allowed`.
    #[inline(always)]
    pub(super) fn generate_shifted<C: Pext, S: MoveSink>(
        &self,
        _cpu: C,
        position: &Position,
        (kind, shifts): (usize, &PawnShifts),
        pieces: Bitboard,
        allowed: Bitboard,
        sink: &mut S,
    ) {
        let side = position.turn as usize & 1;
        let (own, occupied) = (position.sides[side], position.occupied());
        for step in &shifts.steps[side] {
            let reached = step.apply(pieces) & allowed;
            let targets = match step.mode {
                MoveMode::Both => reached & !own,
                MoveMode::Move => reached & !occupied,
                MoveMode::Capture => reached & occupied & !own,
            };
            self.push_shifted(kind, side, step.shift, targets, Special::None, sink);
        }
        let (ahead, zone) = &shifts.advance[side];
        let mut reached = ahead.apply(pieces) & !occupied;
        let mut shift = ahead.shift;
        self.push_shifted(kind, side, shift, reached & allowed, Special::None, sink);
        loop {
            reached = ahead.apply(reached) & !occupied & zone;
            if reached == 0 {
                break;
            }
            shift += ahead.shift;
            let is_double_step = self.en_passant && shift == 2 * ahead.shift;
            let special = if is_double_step { Special::DoubleStep } else { Special::None };
            self.push_shifted(kind, side, shift, reached & allowed, special, sink);
        }
    }

    #[inline(always)]
    fn push_shifted<S: MoveSink>(
        &self,
        kind: usize,
        side: usize,
        shift: i8,
        mut targets: Bitboard,
        special: Special,
        sink: &mut S,
    ) {
        if let Some((zones, to)) = &self.promotions[kind] {
            let promoting = targets & zones[side];
            if promoting != 0 {
                sink.push_shifted_promotions(kind as u8, shift, promoting, to);
                targets ^= promoting;
            }
        }
        sink.push_shifted(kind as u8, shift, targets, special);
    }
}
