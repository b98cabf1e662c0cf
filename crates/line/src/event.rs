//! Events of a line.

use std::fmt;
use std::time::Duration;

use games::othello::Move;
use rules::Seat;

use crate::message::Claim;
use crate::relay::DeviceId;

/// Event of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A game began.
    Began {
        /// Side that moves first.
        first: Seat,
        /// Side of this end, or of device A in a relay.
        side: Side,
    },
    /// A move or a pass was played.
    Played {
        /// Side that played.
        seat: Seat,
        /// The move.
        mv: Move,
    },
    /// The last move was taken back, because the device rejected it after an `OK`.
    TakenBack,
    /// A side lost its turn.
    TurnLost {
        /// The side.
        seat: Seat,
    },
    /// A move of this end is awaited.
    YourTurn {
        /// Side of this end.
        seat: Seat,
        /// Time for the move.
        limit: Duration,
    },
    /// The device claimed that the PC broke a rule.
    Claimed(Claim),
    /// The PC replied to the claim.
    Answered {
        /// `true` if the PC accepted the claim.
        accepted: bool,
    },
    /// LEDs 1 to 3 changed.
    Leds([bool; 3]),
    /// The game ended.
    Ended(GameResult),
    /// A note for the user.
    Note(String),
    /// An event of one device of a relay that does not concern the game.
    OnDevice(DeviceId, Box<Event>),
    /// This end sends nothing more by itself.
    Finished,
}

/// Side of one of the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Side of this end of the line.
    Own(Seat),
    /// Side of device A in a relay.
    DeviceA(Seat),
}

/// Result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Reason for the end.
    pub reason: EndReason,
    /// The winner; `None` after a tie or in a void game ([`EndReason::is_void`]).
    pub winner: Option<Seat>,
    /// Number of black and white discs.
    pub discs: [u32; 2],
}

/// Reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// Neither side can move.
    PlayedOut,
    /// The PC ended it with `EG` or `NG`; more discs win.
    Stopped,
    /// A side resigned.
    Resigned(Seat),
    /// A side broke a rule and lost the game.
    RuleBroken(Seat, Claim),
    /// The device was reset.
    Reset,
    /// The other end stopped replying.
    Timeout,
    /// The two ends disagree about the game.
    Disputed,
    /// The line was lost.
    Disconnected,
    /// The opening did not fit the device: the game is started again with another one.
    WrongOpening,
}

impl EndReason {
    /// `true` if the game has no result.
    pub fn is_void(self) -> bool {
        !matches!(
            self,
            EndReason::PlayedOut | EndReason::Stopped | EndReason::Resigned(_) | EndReason::RuleBroken(..)
        )
    }

    /// `true` if the game is started again and does not count.
    pub fn is_restarted(self) -> bool {
        matches!(self, EndReason::Reset | EndReason::WrongOpening)
    }
}

/// Name of a side.
pub fn colour_name(seat: Seat) -> &'static str {
    ["Black", "White"][seat.index()]
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = self.discs;
        match self.winner {
            Some(seat) => write!(f, "{} wins", colour_name(seat))?,
            None if self.reason.is_void() => f.write_str("no result")?,
            None => f.write_str("a tie")?,
        }
        write!(f, ", Black {black}, White {white}: ")?;
        match self.reason {
            EndReason::PlayedOut => f.write_str("played to the end"),
            EndReason::Stopped => f.write_str("the PC ended the game, more discs win"),
            EndReason::Resigned(seat) => write!(f, "{} resigned", colour_name(seat)),
            EndReason::RuleBroken(seat, Claim::Illegal) => {
                write!(f, "{} played an illegal move", colour_name(seat))
            }
            EndReason::RuleBroken(seat, Claim::Late) => write!(f, "{} took too long", colour_name(seat)),
            EndReason::Reset => f.write_str("the device was reset"),
            EndReason::Timeout => f.write_str("no reply from the other end"),
            EndReason::Disputed => f.write_str("the two ends disagree about the game"),
            EndReason::Disconnected => f.write_str("the line was disconnected"),
            EndReason::WrongOpening => f.write_str("the opening did not fit the device"),
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Began { first, side } => {
                let (who, own) = match side {
                    Side::Own(own) => ("we play", own),
                    Side::DeviceA(own) => ("device A plays", own),
                };
                write!(f, "a game begins: {} moves first, {who} {}", colour_name(*first), colour_name(*own))
            }
            Event::Played { seat, mv } => match mv.square() {
                Some(_) => write!(f, "{} plays {}", colour_name(*seat), crate::message::move_name(*mv)),
                None => write!(f, "{} passes", colour_name(*seat)),
            },
            Event::TakenBack => f.write_str("the last move is taken back"),
            Event::TurnLost { seat } => write!(f, "{} loses the turn", colour_name(*seat)),
            Event::YourTurn { seat, limit } => {
                write!(f, "{} to move within {} s", colour_name(*seat), limit.as_secs_f64())
            }
            Event::Claimed(claim) => write!(f, "the device claims: {claim}"),
            Event::Answered { accepted: true } => f.write_str("the PC accepts the claim"),
            Event::Answered { accepted: false } => f.write_str("the PC rejects the claim"),
            Event::Leds(on) => {
                let lit: Vec<String> = (1..=3).filter(|led| on[led - 1]).map(|led| led.to_string()).collect();
                if lit.is_empty() { f.write_str("LEDs off") } else { write!(f, "LED {} on", lit.join(", ")) }
            }
            Event::Ended(ended) => write!(f, "the game is over: {ended}"),
            Event::Note(text) => f.write_str(text),
            Event::OnDevice(end, event) => write!(f, "device {end}: {event}"),
            Event::Finished => f.write_str("done"),
        }
    }
}
