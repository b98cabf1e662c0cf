//! Othello over a serial line.
//!
//! A [`Device`] is the board on the line, a [`Pc`] drives one, a [`Relay`] lets two devices play each other. Each is a
//! [`Station`]: bytes and time in, bytes and [`Event`]s out, so that every exchange can be told as a transcript and
//! played again in no time. Ports, clocks and engines belong to whoever runs it.

mod board_print;
mod device;
mod event;
mod framing;
mod game;
mod habits;
mod message;
mod pc;
mod relay;
mod station;

pub use board_print::board_print;
pub use device::{Accepted, Device, DeviceOptions, Rejected};
pub use event::{Ended, Event, Side, Why, colour};
pub use framing::{Ends, Framer, LONGEST, Line};
pub use game::{Game, Next};
pub use habits::{Habits, StrayOk, Terminator};
pub use message::{Answer, Claim, Command, Ending, Reading, Report, name};
pub use pc::{BeginsAt, Pc, PcOptions};
pub use relay::{End, Relay, RelayEffects, RelayOptions};
pub use station::{Effects, Station};

use rules::Seat;

/// Seconds for a move if nobody has set them.
pub const USUAL_SECONDS: u8 = 2;

/// Whose colour `SP` names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColourOf {
    /// The PC's.
    #[default]
    Pc,
    /// The device's own.
    Device,
}

impl ColourOf {
    /// The PC's side if `SP` named this one, and the other way round.
    pub fn pc(self, named: Seat) -> Seat {
        match self {
            ColourOf::Pc => named,
            ColourOf::Device => named.other(),
        }
    }
}
