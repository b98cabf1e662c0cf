//! Legal moves of any army.
//!
//! What endangers the royal piece is found once for a position, in `dangers.rs`. Then every other move is legal without
//! being tried. Only where that is not enough is a move played and looked at: en passant, and when an enemy that jumps
//! over others aims at the royal piece, because there any move can open or close a line.

use super::dangers::Dangers;
use super::hearer::Hearer;
use super::orders::Orders;
use super::position::{Move, NOWHERE, Position};
use super::reach::{Deed, Squares, bit};
use crate::extract::Extract;

impl Orders {
    /// Tells all legal moves.
    #[inline(always)]
    pub(super) fn legal_moves<C: Extract, H: Hearer>(&self, cpu: C, position: &Position, hearer: &mut H) {
        let side = position.turn as usize & 1;
        let royal = self.royal_square(position, side);
        let mut dangers = Dangers::none();
        self.find_dangers(cpu, position, royal, &mut dangers);
        if dangers.is_unclear {
            return self.legal_by_trying(cpu, position, hearer);
        }
        for kind in 0..self.tables.of_kind.len() {
            let mut pieces = position.kinds[kind & 15] & position.sides[side];
            if pieces == 0 || kind == self.royal {
                continue;
            }
            // In passing some of them have a move that others do not: then each goes by itself.
            if let (Some(march), true) = (&self.marching[kind], position.passed == NOWHERE) {
                let free = pieces & !dangers.pinned;
                self.of_march(cpu, position, (kind, march), free, dangers.answers, hearer);
                pieces &= dangers.pinned;
            }
            while pieces != 0 {
                let square = pieces & pieces.wrapping_neg();
                pieces ^= square;
                let mut allowed = dangers.answers;
                if dangers.pinned & square != 0 {
                    for (pinned, line) in &dangers.pins[..dangers.pin_count] {
                        if *pinned == square {
                            allowed &= line;
                        }
                    }
                }
                self.of_piece(cpu, position, kind, square.trailing_zeros() as u8, allowed, hearer);
            }
        }
        self.of_royal(side, royal, dangers.refuge, hearer);
        if position.passed != NOWHERE {
            self.in_passing(cpu, position, |mv| {
                if self.is_safe(cpu, position, mv) {
                    hearer.single(mv);
                }
            });
        }
        if !dangers.is_check {
            self.castle(cpu, position, hearer);
        }
    }

    /// The squares a piece can go to.
    #[inline(always)]
    pub(super) fn targets<C: Extract>(&self, cpu: C, position: &Position, kind: usize, from: u8) -> Squares {
        let side = position.turn as usize & 1;
        let (own, occupied) = (position.sides[side], position.occupied());
        let mut targets = 0;
        for &family in &self.tables.of_kind[kind] {
            let family = &self.tables.families[family as usize];
            let reached = self.tables.reached(cpu, family, side, from, occupied);
            targets |= match family.deed {
                Deed::Both => reached & !own,
                Deed::Move => reached & !occupied,
                Deed::Capture => reached & occupied & !own,
            };
        }
        targets
    }

    #[inline(always)]
    fn of_piece<C: Extract, H: Hearer>(
        &self,
        cpu: C,
        position: &Position,
        kind: usize,
        from: u8,
        allowed: Squares,
        hearer: &mut H,
    ) {
        let side = position.turn as usize & 1;
        let mut targets = self.targets(cpu, position, kind, from) & allowed;
        if position.passed != NOWHERE && self.passes(cpu, position, kind, from) {
            // Where a piece can be captured in passing, going there captures it.
            targets &= !bit(position.passed);
        }
        if let Some((zones, to)) = &self.promotions[kind] {
            let promoting = targets & zones[side];
            if promoting != 0 {
                hearer.promotions(kind as u8, from, promoting, to);
                targets ^= promoting;
            }
        }
        if self.en_passant && self.marches & 1 << kind != 0 {
            let (one_ahead, two_ahead) =
                if side == 0 { (bit(from) >> 8, bit(from) >> 16) } else { (bit(from) << 8, bit(from) << 16) };
            let is_open = position.occupied() & (one_ahead | two_ahead) == 0;
            if is_open && targets & two_ahead & self.leaps_ahead[kind][side] != 0 {
                hearer.advance(kind as u8, from, two_ahead.trailing_zeros() as u8);
                targets ^= two_ahead;
            }
        }
        hearer.moves(kind as u8, from, targets);
    }

    #[inline(always)]
    fn of_royal<H: Hearer>(&self, side: usize, from: u8, mut targets: Squares, hearer: &mut H) {
        if let Some((zones, to)) = &self.promotions[self.royal] {
            hearer.promotions(self.royal as u8, from, targets & zones[side], to);
            targets &= !zones[side];
        }
        hearer.moves(self.royal as u8, from, targets);
    }

    /// Whether the own royal piece cannot be captured after a move.
    #[inline(always)]
    pub(super) fn is_safe<C: Extract>(&self, cpu: C, position: &Position, mv: Move) -> bool {
        let side = position.turn as usize & 1;
        let mut after = *position;
        self.play(&mut after, mv);
        let royal = self.royal_square(&after, side);
        !self.captures(cpu, &after, side ^ 1, royal, after.occupied())
    }

    /// The same moves, each tried.
    #[inline(never)]
    fn legal_by_trying<C: Extract, H: Hearer>(&self, cpu: C, position: &Position, hearer: &mut H) {
        let side = position.turn as usize & 1;
        let mut trying = Trying { orders: self, cpu, position, hearer };
        for kind in 0..self.tables.of_kind.len() {
            let mut pieces = position.kinds[kind & 15] & position.sides[side];
            while pieces != 0 {
                let from = pieces.trailing_zeros() as u8;
                pieces &= pieces - 1;
                self.of_piece(cpu, position, kind, from, !0, &mut trying);
            }
        }
        if position.passed != NOWHERE {
            self.in_passing(cpu, position, |mv| trying.single(mv));
        }
        if !self.is_check(cpu, position) {
            self.castle(cpu, position, &mut trying);
        }
    }
}

/// Plays each move it hears, and passes on those that leave the royal piece safe.
struct Trying<'a, C, H> {
    orders: &'a Orders,
    cpu: C,
    position: &'a Position,
    hearer: &'a mut H,
}

impl<C: Extract, H: Hearer> Hearer for Trying<'_, C, H> {
    fn single(&mut self, mv: Move) {
        if self.orders.is_safe(self.cpu, self.position, mv) {
            self.hearer.single(mv);
        }
    }
}
