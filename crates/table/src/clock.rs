//! Time controls and clocks.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use rules::{InputError, MAX_SEATS, Seat};

use crate::lag::LagAllowance;

/// Milliseconds since the table was opened.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Millis(pub u64);

impl Millis {
    fn since(self, earlier: Millis) -> Millis {
        Millis(self.0.saturating_sub(earlier.0))
    }

    pub(crate) fn after(self, span: Millis) -> Millis {
        Millis(self.0.saturating_add(span.0))
    }
}

/// Time control of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeControl {
    /// No limit.
    #[default]
    Unlimited,
    /// A time for the whole game and an increment for every turn.
    Game {
        /// Time for the whole game.
        base: Millis,
        /// Added after every turn; 0 is sudden death.
        increment: Millis,
    },
    /// A time for each move.
    Move(Millis),
}

/// Longest time that can be set: a year.
const MAX_TIME: u64 = 366 * 24 * 3600 * 1000;

impl FromStr for TimeControl {
    type Err = InputError;

    /// Reads `none`, `5m`, `5m+3s`, `90s+500ms`, or `8s/move`.
    fn from_str(text: &str) -> Result<TimeControl, InputError> {
        let error = || {
            InputError::unexpected(
                text,
                "a clock such as none, 5m (for the game), 5m+3s (with increment) or 8s/move",
            )
        };
        let text = text.trim();
        if text == "none" {
            return Ok(TimeControl::Unlimited);
        }
        if let Some(limit) = text.strip_suffix("/move") {
            return read_span(limit).filter(|limit| limit.0 > 0).map(TimeControl::Move).ok_or_else(error);
        }
        let (base, increment) = text.split_once('+').unwrap_or((text, "0s"));
        match (read_span(base), read_span(increment)) {
            (Some(base), Some(increment)) if base.0 > 0 => Ok(TimeControl::Game { base, increment }),
            _ => Err(error()),
        }
    }
}

/// Reads `90s`, `500ms`, `1h30m`: numbers, each with its unit.
fn read_span(text: &str) -> Option<Millis> {
    let mut total = 0u64;
    let mut rest = text;
    while !rest.is_empty() {
        let (number, after) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit())?);
        let (unit, after) = after.split_at(after.find(|c: char| c.is_ascii_digit()).unwrap_or(after.len()));
        let scale = match unit {
            "ms" => 1,
            "s" => 1_000,
            "m" | "min" => 60_000,
            "h" => 3_600_000,
            _ => return None,
        };
        total = total.checked_add(number.parse::<u64>().ok()?.checked_mul(scale)?)?;
        rest = after;
    }
    (!text.is_empty() && total <= MAX_TIME).then_some(Millis(total))
}

fn write_span(Millis(millis): Millis) -> String {
    for (scale, unit) in [(3_600_000, "h"), (60_000, "m"), (1_000, "s")] {
        if millis > 0 && millis % scale == 0 {
            return format!("{}{unit}", millis / scale);
        }
    }
    format!("{millis}ms")
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TimeControl::Unlimited => f.write_str("none"),
            TimeControl::Game { base, increment: Millis(0) } => f.write_str(&write_span(base)),
            TimeControl::Game { base, increment } => {
                write!(f, "{}+{}", write_span(base), write_span(increment))
            }
            TimeControl::Move(limit) => write!(f, "{}/move", write_span(limit)),
        }
    }
}

/// Clocks of all seats; at most one runs.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: TimeControl,
    left: [Millis; MAX_SEATS],
    running: Option<(Seat, Millis)>,
    lag: LagAllowance,
}

impl Clocks {
    /// Full clocks, none running.
    pub(crate) fn new(control: TimeControl) -> Clocks {
        let full = match control {
            TimeControl::Unlimited => Millis(0),
            TimeControl::Game { base, .. } => base,
            TimeControl::Move(limit) => limit,
        };
        Clocks { control, left: [full; MAX_SEATS], running: None, lag: LagAllowance::new(control) }
    }

    /// Stops the running clock after a complete turn and adds the increment.
    pub(crate) fn complete_turn(&mut self, now: Millis) {
        let running = self.running;
        self.stop(now);
        if let (TimeControl::Game { increment, .. }, Some((seat, _))) = (self.control, running) {
            self.left[seat.index()] = self.left[seat.index()].after(increment);
        }
    }

    /// Starts the clock of a seat, unless it already runs.
    pub(crate) fn pass_to(&mut self, seat: Seat, now: Millis) {
        if self.running.is_some_and(|(running, _)| running == seat) {
            return;
        }
        self.stop(now);
        if let TimeControl::Move(limit) = self.control {
            self.left[seat.index()] = limit;
        }
        self.running = Some((seat, now));
    }

    /// Stops the running clock.
    pub(crate) fn stop(&mut self, now: Millis) {
        if let Some((seat, _)) = self.running {
            self.left[seat.index()] = self.left(seat, now).unwrap_or_default();
        }
        self.running = None;
    }

    /// Restarts the running clock now, with the time it had at the start of the turn.
    pub(crate) fn restart(&mut self, now: Millis) {
        if let Some((_, since)) = &mut self.running {
            *since = now;
        }
    }

    /// Does not charge the time between two moments.
    pub(crate) fn skip(&mut self, from: Millis, to: Millis) {
        if let Some((_, since)) = &mut self.running {
            *since = since.after(to.since(from.max(*since)));
        }
    }

    /// Longest lag that the next move of a seat gets back.
    pub fn lag_allowance(&self, seat: Seat) -> Millis {
        self.lag.of(seat)
    }

    /// Time that a move of the seat to move gets back for a lag: within its allowance, and not more than has passed.
    pub(crate) fn lag_credit(&self, seat: Seat, lag: Millis, now: Millis) -> Millis {
        match self.running {
            Some((running, since)) if running == seat => lag.min(self.lag.of(seat)).min(now.since(since)),
            _ => Millis(0),
        }
    }

    /// Gives a [credit](Clocks::lag_credit) to the running clock of a seat that moves.
    pub(crate) fn compensate(&mut self, seat: Seat, credit: Millis) {
        if let Some((_, since)) = &mut self.running {
            *since = since.after(credit);
        }
        self.lag.spend(seat, credit);
    }

    /// Remaining time of a seat; `None` without a limit.
    pub fn left(&self, seat: Seat, now: Millis) -> Option<Millis> {
        if self.control == TimeControl::Unlimited {
            return None;
        }
        let left = self.left[seat.index()];
        match self.running {
            Some((running, since)) if running == seat => Some(left.since(now.since(since))),
            _ => Some(left),
        }
    }

    /// Remaining time of a seat, and its increment if the time is for the whole game; `None` without a limit.
    pub fn turn_time(&self, seat: Seat, now: Millis) -> Option<(Duration, Option<Duration>)> {
        let increment = match self.control {
            TimeControl::Game { increment, .. } => Some(Duration::from_millis(increment.0)),
            TimeControl::Move(_) | TimeControl::Unlimited => None,
        };
        Some((Duration::from_millis(self.left(seat, now)?.0), increment))
    }

    /// The seat whose clock runs, and the time of its flag fall.
    pub fn deadline(&self) -> Option<(Seat, Millis)> {
        let (seat, since) = self.running?;
        (self.control != TimeControl::Unlimited).then(|| (seat, since.after(self.left[seat.index()])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_and_written() {
        for text in ["none", "5m", "5m+3s", "90s+500ms", "8s/move", "1h", "1500ms/move", "90m"] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), text);
        }
        assert_eq!("1h30m".parse::<TimeControl>().unwrap().to_string(), "90m");
        assert_eq!("300s".parse::<TimeControl>().unwrap().to_string(), "5m");
        for text in [
            "",
            "5",
            "0m",
            "0s/move",
            "m",
            "5m+",
            "+3s",
            "5y",
            "99999999999999999999h",
            "9999999h",
            "5m/move+1s",
        ] {
            assert!(text.parse::<TimeControl>().unwrap_err().to_string().contains("such as none"), "{text}");
        }
    }

    #[test]
    fn an_increment_is_added_when_a_turn_is_completed() {
        let mut clocks = Clocks::new("10s+2s".parse().unwrap());
        clocks.pass_to(Seat::FIRST, Millis(1_000));
        assert_eq!(clocks.deadline(), Some((Seat::FIRST, Millis(11_000))));
        clocks.pass_to(Seat::FIRST, Millis(3_000));
        assert_eq!(clocks.deadline(), Some((Seat::FIRST, Millis(11_000))), "the same turn goes on");
        clocks.complete_turn(Millis(5_000));
        clocks.pass_to(Seat::SECOND, Millis(5_000));
        assert_eq!(clocks.left(Seat::FIRST, Millis(99_000)), Some(Millis(8_000)));
        assert_eq!(clocks.left(Seat::SECOND, Millis(6_000)), Some(Millis(9_000)));
        clocks.skip(Millis(6_000), Millis(106_000));
        assert_eq!(clocks.left(Seat::SECOND, Millis(106_000)), Some(Millis(9_000)));
        clocks.pass_to(Seat::FIRST, Millis(106_000));
        assert_eq!(
            clocks.left(Seat::SECOND, Millis(106_000)),
            Some(Millis(9_000)),
            "the turn was not completed"
        );
    }

    #[test]
    fn time_for_a_move_is_given_anew() {
        let mut clocks = Clocks::new("2s/move".parse().unwrap());
        clocks.pass_to(Seat::FIRST, Millis(0));
        clocks.complete_turn(Millis(1_900));
        clocks.pass_to(Seat::FIRST, Millis(1_900));
        assert_eq!(clocks.deadline(), Some((Seat::FIRST, Millis(3_900))), "also to the same seat");
        clocks.pass_to(Seat::SECOND, Millis(3_000));
        assert_eq!(clocks.deadline(), Some((Seat::SECOND, Millis(5_000))));
    }

    #[test]
    fn no_time_is_too_large() {
        let mut clocks = Clocks::new("1h+1h".parse().unwrap());
        clocks.pass_to(Seat::FIRST, Millis(u64::MAX));
        assert_eq!(clocks.deadline(), Some((Seat::FIRST, Millis(u64::MAX))));
        clocks.skip(Millis(0), Millis(u64::MAX));
        clocks.complete_turn(Millis(u64::MAX));
    }
}
