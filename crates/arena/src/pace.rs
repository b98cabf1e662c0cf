//! How long engines may think about a move.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use search::SearchLimits;

use crate::timer::Timer;

/// How long an engine may think about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// As long as it likes: engines have levels of their own.
    Free,
    /// So many turns deep.
    Depth(u32),
    /// So many positions.
    Nodes(u64),
    /// So much time.
    Time(Duration),
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pace::Free => f.write_str("no limit"),
            Pace::Depth(depth) => write!(f, "depth {depth}"),
            Pace::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Pace::Time(time) => write!(f, "{} ms", time.as_millis()),
        }
    }
}

/// Holds engines to a pace, one move after the other.
pub struct Pacer {
    pace: Pace,
    /// Only where moves have a time: otherwise nobody has to look at a clock.
    timer: Option<Timer>,
}

impl Pacer {
    /// A pacer for one thread.
    pub fn new(pace: Pace) -> Pacer {
        Pacer { pace, timer: matches!(pace, Pace::Time(_)).then(Timer::new) }
    }

    /// The limits of a move that begins now. `stop` ends it early, unless it has a time.
    #[inline]
    pub fn begin<'a>(&'a self, stop: &'a AtomicBool) -> SearchLimits<'a> {
        let limits = SearchLimits::until(stop);
        match (self.pace, &self.timer) {
            (Pace::Depth(depth), _) => limits.depth(depth),
            (Pace::Nodes(nodes), _) => limits.nodes(nodes),
            (Pace::Time(time), Some(timer)) => {
                timer.set(time);
                SearchLimits::until(timer.stop()).timed(time)
            }
            (Pace::Free | Pace::Time(_), _) => limits,
        }
    }
}
