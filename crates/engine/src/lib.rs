//! One running engine: its limits, its time, its thread.
//!
//! [`DynEngine`] is an engine of a game whose type is not known at compile time. [`TimeManager`] turns [`Limits`] into a
//! soft and a hard deadline, and [`SearchRunner`] runs a search within them: everything that lets an engine move does so
//! through a runner. [`EngineHandle`] is a runner on a thread of its own, for callers that stop, ponder or do other work
//! meanwhile: GTP, NBoard, the serial line. The server's engine pool, `play`, `best` and the arena have threads of their
//! own and use a runner directly.

mod dyn_engine;
mod handle;
mod level;
mod limits;
mod offers;
mod runner;
mod time_manager;
mod timer;

pub use dyn_engine::{Analysis, DynEngine, PvLine, erase};
pub use handle::{EngineEvent, EngineHandle};
pub use level::{Level, Levelled};
pub use limits::{ClockLimits, Limits};
pub use offers::{OpponentOffer, Perspective, claims_draw};
pub use runner::{SearchRunner, SearchTask, TaskResult};
pub use time_manager::{TimeManager, TimePlan};
pub use timer::{StopFlags, timed};

/// Seed of the engine on a seat of a table: the same after the game is continued, and independent of the dice.
pub fn table_seed(table: &str, seat: rules::Seat) -> u64 {
    table.bytes().fold(u64::from(seat.number()), |seed, byte| rules::mix(seed ^ u64::from(byte)))
}
