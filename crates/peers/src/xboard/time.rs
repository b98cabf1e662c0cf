//! Limits of an xboard engine: `level`, `st`, `sd`, `time`.

use std::time::Duration;

use engine::{ClockLimits, Limits};
use rules::InputError;

/// Time control and depth that the controller has set.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TimeSettings {
    /// Moves of a session; 0 if the time is for the whole game.
    moves: u32,
    base: Duration,
    increment: Duration,
    /// Time for every move, instead of a clock.
    move_time: Option<Duration>,
    depth: Option<u32>,
    /// Time left on the own clock.
    remaining: Duration,
}

impl Default for TimeSettings {
    /// Forty moves in five minutes, as the protocol prescribes before the first `level`.
    fn default() -> TimeSettings {
        let base = Duration::from_secs(300);
        TimeSettings {
            moves: 40,
            base,
            increment: Duration::ZERO,
            move_time: None,
            depth: None,
            remaining: base,
        }
    }
}

impl TimeSettings {
    /// `level MOVES BASE INCREMENT`; the base in minutes or as minutes:seconds, the increment in seconds.
    pub(super) fn set_level(&mut self, text: &str) -> Result<(), InputError> {
        let unexpected = || InputError::unexpected(text, "moves, minutes or minutes:seconds, and seconds");
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[moves, base, increment] = words.as_slice() else { return Err(unexpected()) };
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let numbers = (
            moves.parse::<u32>().ok(),
            read_seconds(minutes).map(|minutes| minutes * 60),
            read_seconds(seconds),
            read_seconds(increment),
        );
        let (Some(moves), Some(minutes), Some(seconds), Some(increment)) = numbers else {
            return Err(unexpected());
        };
        let base = minutes + seconds;
        *self = TimeSettings { moves, base, increment, move_time: None, remaining: base, depth: self.depth };
        Ok(())
    }

    /// `st SECONDS`.
    pub(super) fn set_move_time(&mut self, text: &str) -> Result<(), InputError> {
        let time = read_seconds(text).filter(|time| !time.is_zero());
        self.move_time = Some(time.ok_or_else(|| InputError::unexpected(text, "seconds for a move"))?);
        Ok(())
    }

    /// `sd DEPTH`.
    pub(super) fn set_depth(&mut self, text: &str) -> Result<(), InputError> {
        let depth = text.parse().ok().filter(|depth| *depth > 0);
        self.depth = Some(depth.ok_or_else(|| InputError::unexpected(text, "a depth"))?);
        Ok(())
    }

    /// `time CENTISECONDS`; a clock that has run out may be negative.
    pub(super) fn set_remaining(&mut self, text: &str) -> Result<(), InputError> {
        let centiseconds: i64 =
            text.parse().map_err(|_| InputError::unexpected(text, "hundredths of a second"))?;
        self.remaining = Duration::from_millis(centiseconds.max(0).unsigned_abs().saturating_mul(10));
        Ok(())
    }

    /// Starts the clock of a new game, which has no depth.
    pub(super) fn new_game(&mut self) {
        self.remaining = self.base;
        self.depth = None;
    }

    /// Limits of the next search, after this number of own moves.
    pub(super) fn limits(&self, own_moves: u32) -> Limits {
        let moves_to_go = (self.moves > 0).then(|| self.moves - own_moves % self.moves.max(1));
        let clock = ClockLimits {
            remaining: self.remaining,
            increment: self.increment,
            moves_to_go,
            expected_moves: None,
        };
        match self.move_time {
            Some(time) => Limits { depth: self.depth, ..Limits::move_time(time) },
            None => Limits { depth: self.depth, ..Limits::clock(clock) },
        }
    }
}

fn read_seconds(text: &str) -> Option<Duration> {
    text.parse::<f64>().ok().filter(|seconds| (0.0..=1e7).contains(seconds)).map(Duration::from_secs_f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_become_limits() {
        let mut time = TimeSettings::default();
        time.set_level("40 0:30 0").unwrap();
        time.set_remaining("1234").unwrap();
        let clock = time.limits(38).clock.unwrap();
        assert_eq!((clock.remaining, clock.moves_to_go), (Duration::from_millis(12_340), Some(2)));
        assert_eq!(time.limits(40).clock.unwrap().moves_to_go, Some(40));
        time.set_level("0 5 2.5").unwrap();
        let clock = time.limits(7).clock.unwrap();
        assert_eq!((clock.remaining, clock.moves_to_go), (Duration::from_secs(300), None));
        assert_eq!(clock.increment, Duration::from_millis(2500));
        time.set_remaining("-3").unwrap();
        assert_eq!(time.limits(0).clock.unwrap().remaining, Duration::ZERO);
        time.set_move_time("0.5").unwrap();
        time.set_depth("7").unwrap();
        let limits = time.limits(0);
        assert_eq!((limits.move_time, limits.depth), (Some(Duration::from_millis(500)), Some(7)));
        assert!(limits.clock.is_none());
        time.new_game();
        assert_eq!(time.limits(0).depth, None);
        for level in ["", "40", "40 5", "x 5 0", "40 y 0", "40 5 -1", "40 5:z 0", "40 5 0 0"] {
            assert!(time.set_level(level).is_err(), "{level}");
        }
        assert!(
            time.set_move_time("0").is_err()
                && time.set_depth("0").is_err()
                && time.set_remaining("x").is_err()
        );
    }
}
