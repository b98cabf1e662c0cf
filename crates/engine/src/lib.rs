//! One running engine: its limits, its time, its thread.
//!
//! [`DynEngine`] is an engine of a game whose type is not known at compile time. [`EngineHandle`] runs one on a thread of
//! its own: it searches, reports, can be stopped, can ponder, and keeps its transposition table warm. [`TimeManager`] turns
//! [`Limits`] into a soft and a hard deadline. Everything that lets an engine move uses these: the terminal, the server,
//! the arena, GTP, NBoard and the serial line.

mod dyn_engine;
mod handle;
mod level;
mod limits;
mod offers;
mod time_manager;
mod timer;

pub use dyn_engine::{Analysis, DynEngine, PvLine, erase};
pub use handle::{EngineEvent, EngineHandle, SearchTask};
pub use level::{Level, Levelled};
pub use limits::{ClockLimits, Limits};
pub use offers::{accepts_concession, accepts_draw};
pub use time_manager::{TimeManager, TimePlan};
pub use timer::{Timer, timed};
