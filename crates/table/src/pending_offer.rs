//! A pending offer.

use rules::{MAX_SEATS, Seat};

use crate::event::Offer;

/// An offer and the seats that have accepted it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PendingOffer {
    pub(crate) seat: Seat,
    pub(crate) offer: Offer,
    /// Number of the event that made the offer; an answer must have seen it.
    pub(crate) number: u64,
    accepted: [bool; MAX_SEATS],
}

impl PendingOffer {
    pub(crate) fn new(seat: Seat, offer: Offer, number: u64) -> PendingOffer {
        let mut accepted = [false; MAX_SEATS];
        accepted[seat.index()] = true;
        PendingOffer { seat, offer, number, accepted }
    }

    pub(crate) fn accept(&mut self, seat: Seat) {
        self.accepted[seat.index()] = true;
    }

    pub(crate) fn has_accepted(&self, seat: Seat) -> bool {
        self.accepted[seat.index()]
    }
}
