//! One game being played.
//!
//! A [`Table`] is a pure machine: an action of a seat and the time go in, events come out. It reads no clock and draws
//! no entropy of its own. The same [`Event`] goes to the store, to the screen and into the [`record`], and from its
//! events alone a table can be set up again: [`replay`](verify::replay) plays them and compares what comes out.

mod action;
mod clock;
mod dice;
mod event;
mod hash_chain;
mod offer;
pub mod record;
mod table;
pub mod verify;

pub use action::{Action, ActionError, Reply};
pub use clock::{Clocks, Millis, TimeControl};
pub use dice::{Dice, Secret};
pub use event::{Ending, Event, EventKind, Offer, Setup};
pub use hash_chain::HashChain;
pub use table::{Table, check_name, fitting_name};
