//! Clocks.

use std::fmt;
use std::str::FromStr;

use rules::{Fault, MAX_SEATS, Seat};

/// Milliseconds since the table was opened.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Millis(pub u64);

impl Millis {
    fn since(self, earlier: Millis) -> Millis {
        Millis(self.0.saturating_sub(earlier.0))
    }
}

/// How much time the players have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeControl {
    /// As much as they like.
    #[default]
    Unlimited,
    /// So much for the whole game, and so much more for every move made.
    Game {
        /// For the whole game.
        base: Millis,
        /// Added when a move is made; 0 is sudden death.
        increment: Millis,
    },
    /// So much for each move.
    Move(Millis),
}

/// The longest time that can be given: a year.
const LONGEST: u64 = 366 * 24 * 3600 * 1000;

impl FromStr for TimeControl {
    type Err = Fault;

    /// Reads `none`, `5m`, `5m+3s`, `90s+500ms`, or `8s/move`.
    fn from_str(text: &str) -> Result<TimeControl, Fault> {
        let fault = || {
            Fault::unexpected(
                text,
                "a clock such as none, 5m (for the game), 5m+3s (and more for each move) or 8s/move",
            )
        };
        let text = text.trim();
        if text == "none" {
            return Ok(TimeControl::Unlimited);
        }
        if let Some(limit) = text.strip_suffix("/move") {
            return read_span(limit).filter(|limit| limit.0 > 0).map(TimeControl::Move).ok_or_else(fault);
        }
        let (base, increment) = text.split_once('+').unwrap_or((text, "0s"));
        match (read_span(base), read_span(increment)) {
            (Some(base), Some(increment)) if base.0 > 0 => Ok(TimeControl::Game { base, increment }),
            _ => Err(fault()),
        }
    }
}

fn read_span(text: &str) -> Option<Millis> {
    let split = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at(split);
    let scale = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    };
    let millis = number.parse::<u64>().ok()?.checked_mul(scale)?;
    (millis <= LONGEST).then_some(Millis(millis))
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

/// The clocks of all seats, of which at most one runs.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: TimeControl,
    left: [Millis; MAX_SEATS],
    running: Option<(Seat, Millis)>,
}

impl Clocks {
    /// All clocks full, none running.
    pub(crate) fn new(control: TimeControl) -> Clocks {
        let full = match control {
            TimeControl::Unlimited => Millis(0),
            TimeControl::Game { base, .. } => base,
            TimeControl::Move(limit) => limit,
        };
        Clocks { control, left: [full; MAX_SEATS], running: None }
    }

    /// It is this seat's turn: whoever's clock ran has made a move, unless it is the same seat that goes on.
    pub(crate) fn pass_to(&mut self, seat: Seat, now: Millis) {
        if let Some((running, _)) = self.running {
            if running == seat {
                return;
            }
            self.stop(now);
            if let TimeControl::Game { increment, .. } = self.control {
                self.left[running.index()].0 += increment.0;
            }
        }
        if let TimeControl::Move(limit) = self.control {
            self.left[seat.index()] = limit;
        }
        self.running = Some((seat, now));
    }

    /// Stops whatever clock runs.
    pub(crate) fn stop(&mut self, now: Millis) {
        if let Some((seat, _)) = self.running {
            self.left[seat.index()] = self.left(seat, now).unwrap_or_default();
        }
        self.running = None;
    }

    /// The clock that ran when a move was made runs again from now, with what it had when that turn began.
    pub(crate) fn restart(&mut self, now: Millis) {
        if let Some((_, since)) = &mut self.running {
            *since = now;
        }
    }

    /// Forgives the time between these two moments.
    pub(crate) fn forgive(&mut self, from: Millis, to: Millis) {
        if let Some((_, since)) = &mut self.running {
            since.0 += to.since(from.max(*since)).0;
        }
    }

    /// Time a seat has left, unless it has as much as it likes.
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

    /// The seat whose clock runs, and when its time is up.
    pub fn deadline(&self) -> Option<(Seat, Millis)> {
        let (seat, since) = self.running?;
        (self.control != TimeControl::Unlimited).then(|| (seat, Millis(since.0 + self.left[seat.index()].0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_and_written() {
        for text in ["none", "5m", "5m+3s", "90s+500ms", "8s/move", "1h", "1500ms/move"] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), text);
        }
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
    fn an_increment_is_added_when_the_turn_passes() {
        let mut clocks = Clocks::new("10s+2s".parse().unwrap());
        clocks.pass_to(Seat::FIRST, Millis(1_000));
        assert_eq!(clocks.deadline(), Some((Seat::FIRST, Millis(11_000))));
        clocks.pass_to(Seat::FIRST, Millis(3_000));
        assert_eq!(clocks.deadline(), Some((Seat::FIRST, Millis(11_000))), "the same seat goes on");
        clocks.pass_to(Seat::SECOND, Millis(5_000));
        assert_eq!(clocks.left(Seat::FIRST, Millis(99_000)), Some(Millis(8_000)));
        assert_eq!(clocks.left(Seat::SECOND, Millis(6_000)), Some(Millis(9_000)));
        clocks.forgive(Millis(6_000), Millis(106_000));
        assert_eq!(clocks.left(Seat::SECOND, Millis(106_000)), Some(Millis(9_000)));
    }

    #[test]
    fn time_for_a_move_is_given_anew() {
        let mut clocks = Clocks::new("2s/move".parse().unwrap());
        clocks.pass_to(Seat::FIRST, Millis(0));
        clocks.pass_to(Seat::SECOND, Millis(1_900));
        clocks.pass_to(Seat::FIRST, Millis(3_000));
        assert_eq!(clocks.deadline(), Some((Seat::FIRST, Millis(5_000))));
        assert_eq!(clocks.left(Seat::SECOND, Millis(9_000)), Some(Millis(900)));
    }
}
