//! Legal moves of any army.
//!
//! What endangers the royal piece is found once for a position, in `checks.rs`. Then every other move is legal without
//! being tried. Only where that is not enough is a move played and looked at: en passant, and when an enemy that jumps
//! over others slider_paths at the royal piece, because there any move can open or close a line.

use super::check_info::CheckInfo;
use super::compiled_army::CompiledArmy;
use super::move_sink::MoveSink;
use super::position::{Move, NO_SQUARE, Position};
use super::reach::{Bitboard, MoveMode, bit};
use crate::pext::Pext;

impl CompiledArmy {
    /// Tells all legal moves.
    #[inline(always)]
    pub(super) fn legal_moves<C: Pext, S: MoveSink>(&self, cpu: C, position: &Position, sink: &mut S) {
        let side = position.turn as usize & 1;
        let royal = self.royal_square(position, side);
        let mut checks = CheckInfo::none();
        self.find_checks(cpu, position, royal, &mut checks);
        if checks.needs_legality_test {
            return self.legal_by_trying(cpu, position, sink);
        }
        for kind in 0..self.tables.of_kind.len() {
            let mut pieces = position.kinds[kind & 15] & position.sides[side];
            if pieces == 0 || kind == self.royal {
                continue;
            }
            // In passing some of them have a move that others do not: then each goes by itself.
            if let (Some(march), true) = (&self.pawn_shifts[kind], position.ep_square == NO_SQUARE) {
                let free = pieces & !checks.pinned;
                self.generate_shifted(cpu, position, (kind, march), free, checks.check_mask, sink);
                pieces &= checks.pinned;
            }
            while pieces != 0 {
                let square = pieces & pieces.wrapping_neg();
                pieces ^= square;
                let mut allowed = checks.check_mask;
                if checks.pinned & square != 0 {
                    for (pinned, line) in &checks.pins[..checks.pin_count] {
                        if *pinned == square {
                            allowed &= line;
                        }
                    }
                }
                self.of_piece(cpu, position, kind, square.trailing_zeros() as u8, allowed, sink);
            }
        }
        self.of_royal(side, royal, checks.king_targets, sink);
        if position.ep_square != NO_SQUARE {
            self.en_passant_captures(cpu, position, |mv| {
                if self.is_safe(cpu, position, mv) {
                    sink.push(mv);
                }
            });
        }
        if !checks.is_check {
            self.castle(cpu, position, sink);
        }
    }

    /// The squares a piece can go to.
    #[inline(always)]
    pub(super) fn targets<C: Pext>(&self, cpu: C, position: &Position, kind: usize, from: u8) -> Bitboard {
        let side = position.turn as usize & 1;
        let (own, occupied) = (position.sides[side], position.occupied());
        let mut targets = 0;
        for &group in &self.tables.of_kind[kind] {
            let group = &self.tables.path_groups[group as usize];
            let reached = self.tables.reached(cpu, group, side, from, occupied);
            targets |= match group.mode {
                MoveMode::Both => reached & !own,
                MoveMode::Move => reached & !occupied,
                MoveMode::Capture => reached & occupied & !own,
            };
        }
        targets
    }

    #[inline(always)]
    fn of_piece<C: Pext, S: MoveSink>(
        &self,
        cpu: C,
        position: &Position,
        kind: usize,
        from: u8,
        allowed: Bitboard,
        sink: &mut S,
    ) {
        let side = position.turn as usize & 1;
        let mut targets = self.targets(cpu, position, kind, from) & allowed;
        if position.ep_square != NO_SQUARE && self.can_capture_en_passant(cpu, position, kind, from) {
            // Where a piece can be captured in passing, going there captures it.
            targets &= !bit(position.ep_square);
        }
        if let Some((zones, to)) = &self.promotions[kind] {
            let promoting = targets & zones[side];
            if promoting != 0 {
                sink.push_promotions(kind as u8, from, promoting, to);
                targets ^= promoting;
            }
        }
        if self.en_passant && self.pawn_like & 1 << kind != 0 {
            let (one_ahead, two_ahead) =
                if side == 0 { (bit(from) >> 8, bit(from) >> 16) } else { (bit(from) << 8, bit(from) << 16) };
            let is_open = position.occupied() & (one_ahead | two_ahead) == 0;
            if is_open && targets & two_ahead & self.double_step_zones[kind][side] != 0 {
                sink.push_double_step(kind as u8, from, two_ahead.trailing_zeros() as u8);
                targets ^= two_ahead;
            }
        }
        sink.push_targets(kind as u8, from, targets);
    }

    #[inline(always)]
    fn of_royal<S: MoveSink>(&self, side: usize, from: u8, mut targets: Bitboard, sink: &mut S) {
        if let Some((zones, to)) = &self.promotions[self.royal] {
            sink.push_promotions(self.royal as u8, from, targets & zones[side], to);
            targets &= !zones[side];
        }
        sink.push_targets(self.royal as u8, from, targets);
    }

    /// Whether the own royal piece cannot be captured after a move.
    #[inline(always)]
    pub(super) fn is_safe<C: Pext>(&self, cpu: C, position: &Position, mv: Move) -> bool {
        let side = position.turn as usize & 1;
        let mut after = *position;
        self.play(&mut after, mv);
        let royal = self.royal_square(&after, side);
        !self.captures(cpu, &after, side ^ 1, royal, after.occupied())
    }

    /// The same moves, each tried.
    #[inline(never)]
    fn legal_by_trying<C: Pext, S: MoveSink>(&self, cpu: C, position: &Position, sink: &mut S) {
        let side = position.turn as usize & 1;
        let mut trying = Trying { compiled: self, cpu, position, sink };
        for kind in 0..self.tables.of_kind.len() {
            let mut pieces = position.kinds[kind & 15] & position.sides[side];
            while pieces != 0 {
                let from = pieces.trailing_zeros() as u8;
                pieces &= pieces - 1;
                self.of_piece(cpu, position, kind, from, !0, &mut trying);
            }
        }
        if position.ep_square != NO_SQUARE {
            self.en_passant_captures(cpu, position, |mv| trying.push(mv));
        }
        if !self.is_check(cpu, position) {
            self.castle(cpu, position, &mut trying);
        }
    }
}

/// Plays each move it hears, and passes on those that leave the royal piece safe.
struct Trying<'a, C, S> {
    compiled: &'a CompiledArmy,
    cpu: C,
    position: &'a Position,
    sink: &'a mut S,
}

impl<C: Pext, S: MoveSink> MoveSink for Trying<'_, C, S> {
    fn push(&mut self, mv: Move) {
        if self.compiled.is_safe(self.cpu, self.position, mv) {
            self.sink.push(mv);
        }
    }
}
