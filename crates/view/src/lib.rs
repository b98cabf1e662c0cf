//! Pictures of positions, clicks that become moves, and the type-erased game that pages and records work with.
//!
//! [`Playable`] draws a game as a [`Diagram`] and resolves clicks. [`DynGame`] and [`DynPosition`] are implemented for
//! every playable game, for callers that learn only at run time which game they have.

mod arrangement;
pub mod diagram;
mod erased;
mod guide;
mod half_turn;
pub mod laws;
mod picking;
mod playable;
mod preview;

pub use arrangement::Arrangement;
pub use diagram::Diagram;
pub use erased::{DynGame, DynMove, DynPosition, GamePosition, Played, erase};
pub use guide::{Guide, MoveKind, PieceGuide};
pub use half_turn::{half_turn, is_upside_down};
pub use picking::{MoveInput, Pick};
pub use playable::{Place, Playable, Touch};
pub use preview::{after_picks, lifted};
