//! The line protocol of `CodeCup`'s `caia`, the second dialect of the judge.
//!
//! A manager, a referee and the players are processes under one dispatcher. Each message is one line. A line `I COMMAND` is
//! for the dispatcher, `M TEXT` for the manager, and `N TEXT` for player N. The manager starts players and referee:
//! `I number_players N`, `I player N EXE MS [LOG]`, `I referee EXE [LOG]`, `I start N`, `I lock` (answered by `lock_ok`),
//! `I unlock`, `I kill N`, `I kill_referee`, `I stop_caiaio`, and `I cpu_speed`, which has no effect here. The referee
//! reads the players: `I listen N` is answered by the next line of player N, or by `crashed`, `stopped` or `timeout`;
//! `I request_time N` by `time MS SCALED`, the time the player has used. At the end it sends the manager
//! `report POINTS POINTS MESSAGE`. The players speak the lines of the [judge protocol](crate::judge).
//!
//! All three are state machines without stream, clock or process.

mod dispatcher;
mod manager;
mod referee;

pub use dispatcher::{DispatchEffect, Dispatcher, PlayerAnswer, Program};
pub use manager::{CaiaManager, ManagedGame};
pub use referee::CaiaReferee;

/// Answer for a player that ended with an error.
const CRASHED: &str = "crashed";
/// Answer for a player that ended without an error.
const STOPPED: &str = "stopped";
/// Answer for a player that has used up its time.
const TIMEOUT: &str = "timeout";
/// Answer for an empty line, which a reader of words would miss.
const EMPTY_LINE: &str = "empty_line";
