//! Limits on the search for a move.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::Timer;
use search::SearchLimits;

/// Limit on the search for each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveLimit {
    /// No limit besides the engine's own level.
    Unlimited,
    /// Maximum depth in plies.
    Depth(u32),
    /// Maximum number of nodes.
    Nodes(u64),
    /// Time for a move.
    Time(Duration),
}

impl fmt::Display for MoveLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveLimit::Unlimited => f.write_str("no limit"),
            MoveLimit::Depth(depth) => write!(f, "depth {depth}"),
            MoveLimit::Nodes(nodes) => write!(f, "{nodes} nodes"),
            MoveLimit::Time(time) => write!(f, "{} ms", time.as_millis()),
        }
    }
}

/// Applies a [`MoveLimit`] to one move after the other.
pub struct LimitEnforcer {
    limit: MoveLimit,
    /// Present only if the limit is a time.
    timer: Option<Timer>,
}

impl LimitEnforcer {
    /// An enforcer for one thread.
    pub fn new(limit: MoveLimit) -> LimitEnforcer {
        LimitEnforcer { limit, timer: matches!(limit, MoveLimit::Time(_)).then(Timer::new) }
    }

    /// Limits for a search that starts now. `stop` interrupts the search unless the limit is a time.
    #[inline]
    pub fn begin<'a>(&'a self, stop: &'a AtomicBool) -> SearchLimits<'a> {
        let limits = SearchLimits::until(stop);
        match (self.limit, &self.timer) {
            (MoveLimit::Depth(depth), _) => limits.depth(depth),
            (MoveLimit::Nodes(nodes), _) => limits.nodes(nodes),
            (MoveLimit::Time(time), Some(timer)) => {
                timer.set(time);
                SearchLimits::until(timer.stop()).timed(time)
            }
            (MoveLimit::Unlimited | MoveLimit::Time(_), _) => limits,
        }
    }
}
