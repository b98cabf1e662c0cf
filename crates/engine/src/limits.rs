//! The limits a caller sets for one search.

use std::fmt;
use std::time::Duration;

use view::DynMove;

/// Remaining time of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockLimits {
    /// Time left on the own clock.
    pub remaining: Duration,
    /// Increment per move.
    pub increment: Duration,
    /// Moves until the next time control; `None` if the remaining time is for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Expected number of own moves to the end of the game, if the caller knows.
    pub expected_moves: Option<u32>,
}

/// Limits of one search. Everything that is not set is unlimited; an engine then searches as its level says.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Longest time of the search, without the reserves that a time for the move has.
    pub longest: Option<Duration>,
    /// Time of the game, to be divided by the [`TimeManager`](crate::TimeManager).
    pub clock: Option<ClockLimits>,
    /// Searches until stopped, and reports the result only then.
    pub infinite: bool,
    /// Searches on the opponent's time: deadlines start at [`EngineHandle::ponder_hit`](crate::EngineHandle::ponder_hit).
    pub ponder: bool,
    /// Number of principal variations; 0 counts as 1.
    pub multi_pv: usize,
    /// Moves to which the search is restricted; empty for all.
    pub root_moves: Vec<DynMove>,
}

impl Limits {
    /// A time for this move.
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }

    /// A maximum depth.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A maximum number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Clock of a game.
    pub fn clock(clock: ClockLimits) -> Limits {
        Limits { clock: Some(clock), ..Limits::default() }
    }

    /// Time of a turn: for this move alone, or for the rest of the game with an increment after every move.
    pub fn turn(remaining: Duration, increment: Option<Duration>) -> Limits {
        match increment {
            None => Limits::move_time(remaining),
            Some(increment) => {
                Limits::clock(ClockLimits { remaining, increment, moves_to_go: None, expected_moves: None })
            }
        }
    }

    /// The same with a search of at most `longest`.
    #[must_use]
    pub fn at_most(self, longest: Duration) -> Limits {
        Limits { longest: Some(self.longest.map_or(longest, |time| time.min(longest))), ..self }
    }

    /// The same after `waited` of the time has passed before the search.
    #[must_use]
    pub fn after(mut self, waited: Duration) -> Limits {
        if let Some(time) = &mut self.move_time {
            *time = time.saturating_sub(waited);
        }
        if let Some(clock) = &mut self.clock {
            clock.remaining = clock.remaining.saturating_sub(waited);
        }
        self
    }

    /// `true` if no limit is set.
    pub fn is_unlimited(&self) -> bool {
        let Limits { depth, nodes, move_time, longest, clock, .. } = self;
        depth.is_none() && nodes.is_none() && move_time.is_none() && longest.is_none() && clock.is_none()
    }

    /// `true` if a deadline follows from these limits.
    pub fn is_timed(&self) -> bool {
        self.move_time.is_some() || self.clock.is_some()
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(self.move_time.map(|time| format!("{} ms", time.as_millis())));
        parts.extend(self.clock.map(|clock| format!("{} ms on the clock", clock.remaining.as_millis())));
        f.write_str(if parts.is_empty() { "no limit" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}
