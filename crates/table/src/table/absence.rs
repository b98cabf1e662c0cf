//! Claims against a player who has left.

use rules::{Outcome, RetireReason, Seat};

use super::Table;
use crate::action::ActionError;
use crate::clock::Millis;
use crate::event::{AbsenceClaim, EventKind};

impl Table {
    /// `true` if a seat may claim a draw instead of a win: in a game of two that has draws.
    pub fn can_claim_absence_draw(&self) -> bool {
        self.game.seats() == 2 && self.board.draw().is_some()
    }

    pub(super) fn claim_absence(
        &mut self,
        seat: Seat,
        absent: Seat,
        claim: AbsenceClaim,
        now: Millis,
    ) -> Result<(), ActionError> {
        if absent == seat || !self.is_active(absent) {
            return Err(ActionError::NotAbsent);
        }
        if claim == AbsenceClaim::Draw && !self.can_claim_absence_draw() {
            return Err(ActionError::NoDraw);
        }
        self.log(now, EventKind::AbsenceClaimed { seat, absent, claim });
        match claim {
            AbsenceClaim::Win => self.retire(absent, RetireReason::Absent, now),
            AbsenceClaim::Draw => {
                self.end(Outcome::draw(self.game.seats(), RetireReason::Absent.rule()), now);
                Ok(())
            }
        }
    }
}
