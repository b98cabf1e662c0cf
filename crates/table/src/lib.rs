//! One game in progress.
//!
//! A [`Table`] is a pure state machine: an action of a seat and the time go in, events come out. It reads no clock and no
//! entropy. The same [`TableEvent`] goes to the store, to the screen and into the [`record`]. A table can be restored from its
//! events alone: [`replay`](verify::replay) applies them and compares the results.

mod action;
mod clock;
mod dice;
mod event;
mod hash_chain;
mod lag;
mod pending_offer;
pub mod record;
mod sealed_log;
mod table;
pub mod verify;

pub use action::{ActionError, ActionReply, SeatAction};
pub use clock::{Clocks, Millis, TimeControl};
pub use dice::{DiceSource, GIVEN_DICE, GivenRolls, Secret};
pub use event::{AbsenceClaim, EventKind, FinalOutcome, GameSetup, Offer, TableEvent};
pub use hash_chain::HashChain;
pub use sealed_log::{LogLines, SealedLog, SealedLogError};
pub use table::{Table, check_name, sanitize_name};
