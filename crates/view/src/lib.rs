//! Pictures of positions, clicks that become moves, and the type-erased game that pages and records work with.
//!
//! [`Playable`] draws a game as a [`Diagram`] and resolves clicks. [`DynGame`] and [`DynPosition`] are implemented for
//! every playable game, for callers that learn only at run time which game they have.

mod arrangement;
pub mod diagram;
mod erased;
mod guide;
pub mod laws;
mod playable;

pub use arrangement::Arrangement;
pub use diagram::Diagram;
pub use erased::{DynGame, DynMove, DynPosition, GamePosition, Played, erase};
pub use guide::{Guide, MoveKind, PieceGuide};
pub use playable::{Place, Playable, Touch};
