//! Offers and permissions as players see them.

use rules::Seat;
use table::{Offer, Table};

use crate::wire::{OfferView, Permissions};

/// The offer that waits for its answer.
pub(super) fn pending_offer(table: &Table) -> Option<OfferView> {
    let (seat, offer) = table.offer()?;
    let text = match offer {
        Offer::Draw => "draw".to_owned(),
        Offer::Claim => "claim".to_owned(),
        Offer::Takeback => "takeback".to_owned(),
        Offer::Concession(index) => {
            table.board().concessions(seat).get(usize::from(index)).copied().unwrap_or("less").to_owned()
        }
    };
    let awaits = Seat::all(table.game().seats()).filter(|&seat| table.awaits_answer(seat)).collect();
    Some(OfferView::new(seat, offer, text, awaits))
}

/// Actions that are open to the holder of these seats.
pub(super) fn permissions(table: &Table, own: &[Seat], analyse: bool) -> Permissions {
    let board = table.board();
    let is_running = table.outcome().is_none();
    let active: Vec<Seat> = own.iter().copied().filter(|&seat| is_running && board.is_active(seat)).collect();
    // A holder of several seats acts for the one to move.
    let acting = table.turn().filter(|seat| active.contains(seat)).or(active.first().copied());
    Permissions {
        draw: acting.is_some() && board.draw().is_some(),
        claim: acting.is_some() && table.can_claim(),
        absence_draw: acting.is_some() && table.can_claim_absence_draw(),
        takeback: active.iter().any(|&seat| table.can_take_back(seat)),
        concessions: acting.map(|seat| board.concessions(seat).to_vec()).unwrap_or_default(),
        resign: acting.is_some(),
        resignation: acting.map(|seat| board.resignation(seat)),
        analyse,
    }
}
