//! Static exchange evaluation for any army.
//!
//! Both sides capture in turn on one square, each time with the least valuable attacker, and stop when that is better.
//! Attackers are found anew for every capture, so that pieces behind join and hoppers lose their hurdles. A royal piece
//! captures only where no enemy can recapture. Pins, checks and promotions after the first move are not considered.

use search::Score;

use super::compiled_army::CompiledArmy;
use super::position::{Move, Position, Special};
use super::reach::{Bitboard, bit};
use super::values::SearchValues;
use crate::pext::Pext;

impl CompiledArmy {
    /// `true` if the exchange that `mv` starts on its target gains at least `threshold`.
    #[inline(always)]
    pub(super) fn see_at_least<C: Pext>(
        &self,
        cpu: C,
        position: &Position,
        mv: Move,
        threshold: Score,
        values: &SearchValues,
    ) -> bool {
        if mv.special == Special::Castling {
            return threshold <= 0;
        }
        let mut side = position.turn as usize & 1;
        let victim = position.capture_square(mv);
        let captured = match position.sides[side ^ 1] & bit(victim) {
            0 => 0,
            _ => position.piece(victim).map_or(0, |(kind, _)| values.of(kind)),
        };
        let promoted = values.of(mv.becomes.into()) - values.of(mv.kind.into());
        // Balance from the view of the side that has just captured, relative to the threshold.
        let mut swap = captured + promoted - threshold;
        if swap < 0 {
            return false;
        }
        swap = values.of(mv.becomes.into()) - swap;
        if swap <= 0 {
            return true;
        }
        let mut occupied = (position.occupied() & !bit(victim) & !bit(mv.from)) | bit(mv.to);
        let mut holds = true;
        loop {
            side ^= 1;
            let attackers = self.attackers(cpu, position, side, mv.to, occupied);
            let Some((kind, square)) = values.least_valuable(position, attackers) else { break };
            occupied ^= square;
            if kind == self.royal && self.attackers(cpu, position, side ^ 1, mv.to, occupied) != 0 {
                break;
            }
            holds = !holds;
            swap = values.of(kind) - swap;
            if swap < Score::from(holds) {
                break;
            }
        }
        holds
    }
}

impl SearchValues {
    /// Kind and square of the least valuable of `attackers`, the royal piece last.
    #[inline(always)]
    fn least_valuable(&self, position: &Position, attackers: Bitboard) -> Option<(usize, Bitboard)> {
        if attackers == 0 {
            return None;
        }
        for &kind in self.order() {
            let found = position.kinds[kind as usize & 15] & attackers;
            if found != 0 {
                return Some((kind.into(), found & found.wrapping_neg()));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests;
