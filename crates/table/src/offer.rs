//! An offer that waits for its answers.

use rules::{MAX_SEATS, Seat};

use crate::event::Offer;

/// An offer and who has agreed to it so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pending {
    pub(crate) seat: Seat,
    pub(crate) offer: Offer,
    /// The number of the event by which it was made: who answers must have seen it.
    pub(crate) number: u64,
    agreed: [bool; MAX_SEATS],
}

impl Pending {
    pub(crate) fn new(seat: Seat, offer: Offer, number: u64) -> Pending {
        let mut agreed = [false; MAX_SEATS];
        agreed[seat.index()] = true;
        Pending { seat, offer, number, agreed }
    }

    pub(crate) fn agree(&mut self, seat: Seat) {
        self.agreed[seat.index()] = true;
    }

    pub(crate) fn has_agreed(&self, seat: Seat) -> bool {
        self.agreed[seat.index()]
    }
}
