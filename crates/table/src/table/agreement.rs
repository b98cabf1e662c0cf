//! What the players agree on: draws, claims and takebacks.

use rules::{Claim, Repetition, Seat, Status};
use view::DynPosition;

use super::{Table, occurrences};
use crate::action::ActionError;
use crate::clock::Millis;
use crate::event::{EventKind, Offer};
use crate::offer::Pending;

impl Table {
    pub(super) fn make_offer(&mut self, seat: Seat, offer: Offer, now: Millis) -> Result<(), ActionError> {
        if self.pending.is_some() {
            return Err(ActionError::OfferWaiting);
        }
        let changed =
            self.events.iter().rev().find(|event| event.what.changes_board()).map_or(0, |event| event.number);
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
                if let Claim::ByRight(outcome) =
                    self.claim_here(&*self.board, &self.keys, self.turns.len())?
                {
                    self.tell(now, EventKind::Offered { seat, offer });
                    self.end(outcome, now);
                    return Ok(());
                }
            }
            _ => {}
        }
        self.tell(now, EventKind::Offered { seat, offer });
        self.offered.retain(|(other, kind, _)| (*other, *kind) != (seat, offer));
        self.offered.push((seat, offer, changed));
        self.pending = Some(Pending::new(seat, offer, self.latest()));
        self.conclude_offer(now);
        Ok(())
    }

    /// What may be claimed about a position that stands after so many moves.
    pub(super) fn claim_here(
        &self,
        board: &dyn DynPosition,
        keys: &[u64],
        moves: usize,
    ) -> Result<Claim, ActionError> {
        match board.repeated(occurrences(keys, board.key())) {
            Repetition::Claimable(claim) => match self.claim_refused {
                Some(refused) if moves <= refused => Err(ActionError::ClaimRefused),
                _ => Ok(claim),
            },
            _ => Err(ActionError::NothingToClaim),
        }
    }

    /// A claim announced together with the move that makes the position: nothing is played unless it may be claimed.
    pub(super) fn claim_with(&mut self, seat: Seat, text: &str, now: Millis) -> Result<(), ActionError> {
        self.require_turn(seat)?;
        // An offer of the others lapses with the move; an own one would stand in the way of the claim.
        if self.pending.is_some_and(|pending| pending.seat == seat) {
            return Err(ActionError::OfferWaiting);
        }
        let mut after = self.board.duplicate();
        after.play_text(text).map_err(ActionError::Move)?;
        let mut keys = self.keys.clone();
        keys.push(after.key());
        if !matches!(after.status(), Status::Turn(_)) {
            return Err(ActionError::NothingToClaim);
        }
        self.claim_here(&*after, &keys, self.turns.len() + 1)?;
        self.play(seat, text, now)?;
        self.make_offer(seat, Offer::Claim, now)
    }

    pub(super) fn answer(&mut self, seat: Seat, yes: bool, now: Millis) -> Result<(), ActionError> {
        if !self.awaits_answer(seat) {
            return Err(ActionError::NothingToAnswer);
        }
        self.tell(now, EventKind::Answered { seat, yes });
        if !yes {
            self.turn_down();
        } else if let Some(pending) = &mut self.pending {
            pending.agree(seat);
            self.conclude_offer(now);
        }
        Ok(())
    }

    /// What is on offer is refused.
    fn turn_down(&mut self) {
        if let Some(Pending { offer: Offer::Claim, .. }) = self.pending.take() {
            self.claim_refused = Some(self.turns.len());
        }
    }

    /// What is on offer lapses, which refuses it and is told.
    pub(super) fn lapse(&mut self, now: Millis) {
        self.turn_down();
        self.tell(now, EventKind::Lapsed);
    }

    /// Carries out what is on offer once everybody who takes part has agreed.
    pub(super) fn conclude_offer(&mut self, now: Millis) {
        let Some(pending) = self.pending else { return };
        if !self.players().all(|seat| pending.has_agreed(seat)) {
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
                let times = occurrences(&self.keys, self.board.key());
                if let Repetition::Claimable(Claim::ByConsent(outcome) | Claim::ByRight(outcome)) =
                    self.board.repeated(times)
                {
                    self.end(outcome, now);
                }
            }
        }
    }

    fn concede(&mut self, seat: Seat, concession: u8, now: Millis) {
        self.tell(now, EventKind::Conceded { seat, concession });
        let outcome = self.board.concede(seat, concession.into());
        // Another game begins: its turns are timed anew.
        self.clocks.stop(now);
        self.apply_roll();
        match outcome {
            Some(outcome) => self.end(outcome, now),
            None => self.advance(now),
        }
    }

    /// The index of a seat's last move, if it can still be taken back.
    pub(super) fn last_move_of(&self, seat: Seat) -> Option<usize> {
        self.turns.iter().rposition(|turn| turn.seat == seat).filter(|&index| index >= self.settled)
    }

    /// Restores what stood before the seat's last move: board, clocks, and the dice that will come.
    fn take_back(&mut self, seat: Seat, now: Millis) {
        let Some(index) = self.last_move_of(seat) else { return };
        let moves = (self.turns.len() - index) as u32;
        self.turns.truncate(index + 1);
        if let Some(turn) = self.turns.pop() {
            self.board = turn.board;
            self.clocks = turn.clocks;
            self.rolled = turn.rolled;
            self.keys.truncate(index + 1);
            self.claim_refused = self.claim_refused.map(|refused| refused.min(index));
            self.clocks.restart(now);
            self.tell(now, EventKind::TookBack { moves });
        }
    }
}
