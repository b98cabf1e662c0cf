//! The one time policy of all engines.

use std::time::Duration;

use crate::limits::{ClockLimits, Limits};

/// Moves that a game without any hint is expected to last.
const USUAL_MOVES: u32 = 30;
/// Share of the remaining time that is divided among the expected moves; the rest is for longer games.
const SPENDABLE: f64 = 0.9;
/// Share of the increment that is spent at once.
const INCREMENT_SHARE: f64 = 0.8;
/// Share of a move's time after which no further iteration is started: it would rarely finish.
const SOFT_SHARE: f64 = 0.75;
/// Factor by which an iteration that has started may exceed the move's time.
const HARD_FACTOR: f64 = 2.5;
/// Share of the remaining time that one move may never exceed.
const MAX_SHARE: f64 = 0.5;
/// Least time for a move.
const MIN_TIME: Duration = Duration::from_millis(10);

/// Deadlines of one search, counted from its start.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TimePlan {
    /// No iteration is started after this.
    pub soft: Option<Duration>,
    /// The search is stopped after this.
    pub hard: Option<Duration>,
}

/// Divides time among moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimeManager {
    /// Time lost between the engine and its clock: pipes, a network, a serial line.
    pub overhead: Duration,
    /// The same where each move has a fixed time: callers usually tolerate that it is exceeded a little.
    pub move_time_overhead: Duration,
    /// Share of a fixed move time that is used.
    pub move_time_share: f64,
}

impl TimeManager {
    /// For an engine in this process.
    pub const LOCAL: TimeManager = TimeManager::new(0, 0, 1.0);
    /// For an engine that plays people at this terminal under a clock.
    pub const TERMINAL: TimeManager = TimeManager::new(20, 20, 0.9);
    /// For an engine that talks to another process.
    pub const PIPE: TimeManager = TimeManager::new(30, 3, 1.0);
    /// For an engine of a server that holds many games.
    pub const SERVER: TimeManager = TimeManager::new(50, 50, 0.75);
    /// For a slow serial line whose other end measures the time.
    pub const SERIAL: TimeManager = TimeManager::new(200, 200, 0.75);

    /// A manager with overheads in milliseconds.
    pub const fn new(overhead: u64, move_time_overhead: u64, move_time_share: f64) -> TimeManager {
        TimeManager {
            overhead: Duration::from_millis(overhead),
            move_time_overhead: Duration::from_millis(move_time_overhead),
            move_time_share,
        }
    }

    /// Deadlines for a search with these limits.
    pub fn plan(&self, limits: &Limits) -> TimePlan {
        if limits.infinite {
            return TimePlan::default();
        }
        let fixed =
            limits.move_time.map(|time| less(time.mul_f64(self.move_time_share), self.move_time_overhead));
        let clock = limits.clock.map(|clock| self.share(clock)).unwrap_or_default();
        let earliest = |one: Option<Duration>, other: Option<Duration>| match (one, other) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        TimePlan { soft: clock.soft, hard: earliest(earliest(fixed, clock.hard), limits.longest) }
    }

    fn share(&self, clock: ClockLimits) -> TimePlan {
        let ClockLimits { remaining, increment, moves_to_go, expected_moves } = clock;
        // The last move before a time control may use all of it; the end of a game may come later than expected.
        let (moves, spendable) = match moves_to_go {
            Some(moves) => (moves.max(1), 1.0),
            None => (expected_moves.unwrap_or(USUAL_MOVES).max(1), SPENDABLE),
        };
        let usual = remaining.mul_f64(spendable) / moves + increment.mul_f64(INCREMENT_SHARE);
        let available = self.after_overhead(remaining);
        let max = if moves == 1 { available } else { remaining.mul_f64(MAX_SHARE).min(available) };
        let usual = self.after_overhead(usual).min(max.max(MIN_TIME));
        let hard = usual.mul_f64(HARD_FACTOR).min(max).max(usual.min(available)).max(MIN_TIME.min(available));
        TimePlan { soft: Some(usual.mul_f64(SOFT_SHARE)), hard: Some(hard) }
    }

    fn after_overhead(&self, time: Duration) -> Duration {
        less(time, self.overhead)
    }
}

/// A time less an overhead.
fn less(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(MIN_TIME)
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: Duration = Duration::from_secs(1);

    fn clock(remaining: Duration, increment: Duration, moves_to_go: Option<u32>) -> ClockLimits {
        ClockLimits { remaining, increment, moves_to_go, expected_moves: None }
    }

    #[test]
    fn fixed_times_are_used_up_to_the_overhead() {
        let plan = |manager: TimeManager| manager.plan(&Limits::move_time(2 * S));
        assert_eq!(plan(TimeManager::LOCAL), TimePlan { soft: None, hard: Some(2 * S) });
        assert_eq!(plan(TimeManager::PIPE).hard, Some(Duration::from_millis(1997)));
        assert_eq!(plan(TimeManager::SERIAL).hard, Some(Duration::from_millis(1300)));
        assert_eq!(TimeManager::LOCAL.plan(&Limits::depth(3)), TimePlan::default());
    }

    #[test]
    fn no_clock_is_ever_exceeded() {
        for manager in [TimeManager::LOCAL, TimeManager::PIPE] {
            for millis in [30, 50, 200, 1_000, 60_000, 3_600_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                    for increment in [Duration::ZERO, S / 100, 10 * S] {
                        let remaining = Duration::from_millis(millis);
                        let plan = manager.plan(&Limits::clock(clock(remaining, increment, moves_to_go)));
                        let (soft, hard) = (plan.soft.unwrap(), plan.hard.unwrap());
                        let context =
                            format!("{manager:?} {remaining:?} {moves_to_go:?} {increment:?}: {plan:?}");
                        assert!(
                            hard + manager.overhead.min(remaining / 2) <= remaining.max(2 * MIN_TIME),
                            "{context}"
                        );
                        assert!(soft <= hard, "{context}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_game_is_played_within_its_time() {
        let mut remaining = 60 * S;
        for moves in (1..=40u32).rev() {
            let limits =
                ClockLimits { expected_moves: Some(moves), ..clock(remaining, Duration::ZERO, None) };
            let plan = TimeManager::PIPE.plan(&Limits::clock(limits));
            // Half of the moves run into the hard deadline.
            let spent = if moves % 2 == 0 { plan.hard.unwrap() } else { plan.soft.unwrap() };
            assert!(spent < remaining, "{moves} moves with {remaining:?}");
            remaining -= spent;
        }
        assert!(remaining < 30 * S, "{remaining:?} left unused");
    }

    #[test]
    fn time_controls_are_used_in_full() {
        let plan = TimeManager::LOCAL.plan(&Limits::clock(clock(10 * S, Duration::ZERO, Some(5))));
        assert_eq!(plan.soft, Some(S.mul_f64(1.5)));
        assert_eq!(plan.hard, Some(5 * S));
        let plan = TimeManager::LOCAL.plan(&Limits::clock(clock(10 * S, Duration::ZERO, Some(1))));
        assert_eq!(plan.hard, Some(10 * S));
    }
}
