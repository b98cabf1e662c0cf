//! Offers: draws, claims, takebacks and concessions.

use rules::{DrawClaim, Repetition, Seat, Status};
use view::DynPosition;

use super::{Table, occurrences};
use crate::action::ActionError;
use crate::clock::Millis;
use crate::event::{EventKind, Offer};
use crate::pending_offer::PendingOffer;

impl Table {
    pub(super) fn make_offer(&mut self, seat: Seat, offer: Offer, now: Millis) -> Result<(), ActionError> {
        if self.pending.is_some() {
            return Err(ActionError::OfferWaiting);
        }
        let changed =
            self.events.iter().rev().find(|event| event.kind.changes_board()).map_or(0, |event| event.number);
        if offer != Offer::Claim && self.offered.contains(&(seat, offer, changed)) {
            return Err(ActionError::OfferedAlready);
        }
        match offer {
            Offer::Draw if self.board.draw().is_none() => return Err(ActionError::NoDraw),
            Offer::Concession(index) if usize::from(index) >= self.board.concessions(seat).len() => {
                return Err(ActionError::NoConcession);
            }
            Offer::Takeback if self.last_move_of(seat).is_none() => {
                return Err(ActionError::NothingToTakeBack);
            }
            Offer::Claim => {
                if let DrawClaim::ByRight(outcome) = self.claim_here()? {
                    self.log(now, EventKind::Offered { seat, offer });
                    self.end(outcome, now);
                    return Ok(());
                }
            }
            _ => {}
        }
        self.log(now, EventKind::Offered { seat, offer });
        self.offered.retain(|(other, kind, _)| (*other, *kind) != (seat, offer));
        self.offered.push((seat, offer, changed));
        self.pending = Some(PendingOffer::new(seat, offer, self.latest()));
        self.conclude_offer(now);
        Ok(())
    }

    /// The claim that can be made about the current position.
    pub(super) fn claim_here(&self) -> Result<DrawClaim, ActionError> {
        self.possible_claim(self.board.repeated(self.claim_occurrences()), self.turns.len())
    }

    /// The claim that a repetition allows after `moves` moves.
    fn possible_claim(&self, repetition: Repetition, moves: usize) -> Result<DrawClaim, ActionError> {
        match repetition {
            Repetition::Claimable(claim) => match self.claim_declined {
                Some(declined) if moves <= declined => Err(ActionError::ClaimDeclined),
                _ => Ok(claim),
            },
            _ => Err(ActionError::NothingToClaim),
        }
    }

    /// Occurrences of the current position, as claims count them: as a whole, or as the placement of the last mover.
    fn claim_occurrences(&self) -> u32 {
        let whole = occurrences(&self.keys, self.board.key());
        let last = self.turns.last().map(|turn| turn.seat);
        whole.max(last.map_or(0, |mover| self.placements_of(mover, &*self.board)))
    }

    /// Number of moves of a seat after which its [`claim_key`](rules::Rules::claim_key) was that of `board`.
    fn placements_of(&self, mover: Seat, board: &dyn DynPosition) -> u32 {
        let Some(key) = board.claim_key(mover) else { return 0 };
        let is_same = |index: usize| {
            let after = self.board_after(index + 1);
            self.turns[index].seat == mover && after.is_some_and(|after| after.claim_key(mover) == Some(key))
        };
        (0..self.turns.len()).filter(|&index| is_same(index)).count() as u32
    }

    /// Plays a move and claims a draw in the position after it. Nothing is played unless the claim is possible.
    pub(super) fn claim_with(
        &mut self,
        seat: Seat,
        text: &str,
        lag: Millis,
        now: Millis,
    ) -> Result<(), ActionError> {
        self.require_turn(seat)?;
        // An offer of another player lapses with the move; an offer of this seat would block the claim.
        if self.pending.is_some_and(|pending| pending.seat == seat) {
            return Err(ActionError::OfferWaiting);
        }
        let mut after = self.board.duplicate();
        let played = after.play_text(text).map_err(ActionError::Move)?;
        if !matches!(after.status(), Status::Turn(_)) {
            return Err(ActionError::NothingToClaim);
        }
        let key = after.key();
        let earlier = self.keys.iter().filter(|&&other| other == key).count() as u32;
        let times = 1 + earlier.max(self.placements_of(seat, &*after));
        self.possible_claim(after.repeated(times), self.turns.len() + 1)?;
        self.commit_move(seat, played, after, lag, now);
        self.make_offer(seat, Offer::Claim, now)
    }

    pub(super) fn answer(&mut self, seat: Seat, yes: bool, now: Millis) -> Result<(), ActionError> {
        if !self.awaits_answer(seat) {
            return Err(ActionError::NothingToAnswer);
        }
        self.log(now, EventKind::Answered { seat, yes });
        if !yes {
            self.decline_offer();
        } else if let Some(pending) = &mut self.pending {
            pending.accept(seat);
            self.conclude_offer(now);
        }
        Ok(())
    }

    /// Removes the pending offer as declined.
    fn decline_offer(&mut self) {
        if let Some(PendingOffer { offer: Offer::Claim, .. }) = self.pending.take() {
            self.claim_declined = Some(self.turns.len());
        }
    }

    /// Lets the pending offer lapse, which counts as declined.
    pub(super) fn lapse(&mut self, now: Millis) {
        self.decline_offer();
        self.log(now, EventKind::Lapsed);
    }

    /// Executes the pending offer once all active seats have accepted it.
    pub(super) fn conclude_offer(&mut self, now: Millis) {
        let Some(pending) = self.pending else { return };
        if !self.players().all(|seat| pending.has_accepted(seat)) {
            return;
        }
        self.pending = None;
        match pending.offer {
            Offer::Takeback => self.take_back(pending.seat, now),
            Offer::Concession(concession) => self.concede(pending.seat, concession, now),
            Offer::Draw => {
                if let Some(outcome) = self.board.draw() {
                    self.end(outcome, now);
                }
            }
            Offer::Claim => {
                let repetition = self.board.repeated(self.claim_occurrences());
                if let Repetition::Claimable(DrawClaim::ByConsent(outcome) | DrawClaim::ByRight(outcome)) =
                    repetition
                {
                    self.end(outcome, now);
                }
            }
        }
    }

    fn concede(&mut self, seat: Seat, concession: u8, now: Millis) {
        self.log(now, EventKind::Conceded { seat, concession });
        let outcome = self.board.concede(seat, concession.into());
        // The next game of the match starts with a stopped clock.
        self.clocks.stop(now);
        self.make_moves_permanent();
        match outcome {
            Some(outcome) => self.end(outcome, now),
            None => self.advance(now),
        }
    }

    /// Index of a seat's last move, if it can be taken back.
    pub(super) fn last_move_of(&self, seat: Seat) -> Option<usize> {
        self.turns.iter().rposition(|turn| turn.seat == seat).filter(|&index| index >= self.permanent)
    }

    /// Restores board, clocks and upcoming dice from before the seat's last move.
    fn take_back(&mut self, seat: Seat, now: Millis) {
        let Some(index) = self.last_move_of(seat) else { return };
        let moves = (self.turns.len() - index) as u32;
        self.turns.truncate(index + 1);
        if let Some(turn) = self.turns.pop() {
            self.board = turn.before;
            self.clocks = turn.clocks;
            self.rolled = turn.rolled;
            self.keys.truncate(index + 1);
            self.claim_declined = self.claim_declined.map(|declined| declined.min(index));
            self.clocks.restart(now);
            self.log(now, EventKind::TookBack { moves });
        }
    }
}
