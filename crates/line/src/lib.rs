//! Othello over a serial line.
//!
//! A [`Device`] is the board on the line, a [`Pc`] drives a device, and a [`Relay`] lets two devices play each other. They
//! are pure state machines: bytes and time in, bytes and [`Event`]s out. Tests replay transcripts without waiting. Ports,
//! clocks and engines belong to the caller.
//!
//! Each end has a board of its own and checks the other's moves and time against it. A relay is two [`Pc`]s: each plays the
//! moves of the other's device. After any noise the next complete message is understood, and a timeout ends every wait
//! except that for our own move.

mod board_print;
mod device;
mod endpoint;
mod event;
mod framing;
mod game;
mod message;
mod opening;
mod pc;
mod probe;
mod profile;
mod quirks;
mod relay;

pub use board_print::board_print;
pub use device::{AfterRejection, ClaimCost, Device, DeviceOptions};
pub use endpoint::{Effects, Endpoint};
pub use event::{EndReason, Event, GameResult, Side, colour_name};
pub use framing::{Framer, Line, LineEndings, MAX_LINE};
pub use game::{LineGame, NextTurn};
pub use message::{Claim, DeviceMessage, DeviceResult, PcMessage, Reply, Strictness, move_name};
pub use opening::{Opening, OpeningStep};
pub use pc::{ColourReply, Observations, Pc, PcOptions};
pub use probe::{Probe, ProbeReport};
pub use profile::DeviceProfile;
pub use quirks::{Quirks, StrayOk, Terminator};
pub use relay::{DeviceId, Relay, RelayEffects, RelayOptions};

use rules::Seat;

/// Seconds for a move unless `ST` sets them.
pub const DEFAULT_SECONDS: u8 = 2;

/// Side that moves first in the lab.
pub const DEFAULT_FIRST: Seat = Seat::SECOND;

/// Side whose colour `SP` names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColourOf {
    /// The PC.
    #[default]
    Pc,
    /// The device.
    Device,
}

impl ColourOf {
    /// The other side.
    #[must_use]
    pub fn other(self) -> ColourOf {
        if self == ColourOf::Pc { ColourOf::Device } else { ColourOf::Pc }
    }

    /// Side of the PC for the colour in `SP`, and colour in `SP` for the side of the PC.
    pub fn pc(self, named: Seat) -> Seat {
        match self {
            ColourOf::Pc => named,
            ColourOf::Device => named.other(),
        }
    }
}
