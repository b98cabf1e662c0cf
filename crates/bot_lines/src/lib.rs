//! Lines of JSON between a game and a bot: one protocol for bots of a server (over HTTP) and local programs (over pipes).
//!
//! A bot receives a [`TableLine`] after every change of a game and answers with a [`BotAction`] when it is its turn.
//! `docs/bots.md` describes both.

mod action;
mod line;

pub use action::{BotAction, Offer, OfferKind, read_action};
pub use line::{Clock, Ending, Moved, PendingOffer, SeatLine, TableLine};
