//! What happens on the line, for those who watch it.

use std::fmt;
use std::time::Duration;

use games::othello::Move;
use rules::Seat;

use crate::message::Claim;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A game began: who moves first, and which side is ours.
    Began {
        /// Who moves first.
        first: Seat,
        /// Our side; nothing if we only referee.
        own: Option<Seat>,
    },
    /// A move or a pass that stands.
    Played {
        /// Whose.
        seat: Seat,
        /// Which.
        mv: Move,
    },
    /// The last move was claimed to be wrong after it had been accepted, and does not stand any more.
    TakenBack,
    /// A side loses its turn by a claim that was accepted.
    TurnLost {
        /// Which side.
        seat: Seat,
    },
    /// It is for us to choose, within this time.
    YourTurn {
        /// Our side.
        seat: Seat,
        /// How long.
        limit: Duration,
    },
    /// The device claims that the PC has broken a rule.
    Claimed(Claim),
    /// The PC has answered the claim.
    Answered {
        /// Whether it was accepted.
        accepted: bool,
    },
    /// The LEDs, 1 to 3.
    Leds([bool; 3]),
    /// The game is over.
    Ended(Ended),
    /// Something a person should know, in a sentence.
    Note(String),
    /// Nothing more will be said on our own account.
    Finished,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended {
    /// Why.
    pub why: Why,
    /// Who won, if somebody did; without a winner it was a tie, or came to nothing if [`Why::is_void`].
    pub winner: Option<Seat>,
    /// Black's and White's discs.
    pub discs: [u32; 2],
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// It was played to its end.
    PlayedOut,
    /// The PC ended it with `EG` or `NG`: the count decides.
    Stopped,
    /// A side gave up.
    GivenUp(Seat),
    /// A side broke a rule, and that costs the game.
    Claimed(Seat, Claim),
    /// A reset.
    Reset,
    /// The other end is silent.
    Silent,
    /// The ends of the line do not agree on what has happened.
    Disputed,
    /// The line is gone.
    Cut,
}

impl Why {
    /// Whether the game came to nothing.
    pub fn is_void(self) -> bool {
        matches!(self, Why::Reset | Why::Silent | Why::Disputed | Why::Cut)
    }
}

/// What a side is called.
pub fn colour(seat: Seat) -> &'static str {
    ["Black", "White"][seat.index()]
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = self.discs;
        match self.winner {
            Some(seat) => write!(f, "{} wins", colour(seat))?,
            None if self.why.is_void() => f.write_str("no result")?,
            None => f.write_str("a tie")?,
        }
        write!(f, ", Black {black}, White {white}: ")?;
        match self.why {
            Why::PlayedOut => f.write_str("played to the end"),
            Why::Stopped => f.write_str("the PC ended the game, more discs win"),
            Why::GivenUp(seat) => write!(f, "{} gave up", colour(seat)),
            Why::Claimed(seat, Claim::Illegal) => write!(f, "{} played an illegal move", colour(seat)),
            Why::Claimed(seat, Claim::Late) => write!(f, "{} took too long", colour(seat)),
            Why::Reset => f.write_str("the device was reset"),
            Why::Silent => f.write_str("the other end is silent"),
            Why::Disputed => f.write_str("the two ends do not agree on the game"),
            Why::Cut => f.write_str("the line was cut"),
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Began { first, own } => {
                write!(f, "a game begins: {} moves first", colour(*first))?;
                own.map_or(Ok(()), |own| write!(f, ", we have {}", colour(own)))
            }
            Event::Played { seat, mv } => match mv.square() {
                Some(_) => write!(f, "{} plays {}", colour(*seat), crate::message::name(*mv)),
                None => write!(f, "{} passes", colour(*seat)),
            },
            Event::TakenBack => f.write_str("the last move is taken back"),
            Event::TurnLost { seat } => write!(f, "{} loses the turn", colour(*seat)),
            Event::YourTurn { seat, limit } => {
                write!(f, "{} to choose within {} s", colour(*seat), limit.as_secs_f64())
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
            Event::Finished => f.write_str("done"),
        }
    }
}
