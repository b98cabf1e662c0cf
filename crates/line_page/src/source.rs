//! State of the line that the page shows.

use std::time::Duration;

use line::{DeviceId, Endpoint, LineGame, Relay};
use rules::Seat;
use serde::Serialize;

/// One end of a line, or a relay between two devices.
#[derive(Clone, Copy)]
pub enum LineSource<'a> {
    /// This end of a line.
    Endpoint(&'a dyn Endpoint),
    /// A relay. Its lines are those of A and B; its own side is that of A.
    Relay(&'a Relay),
}

/// Purpose of a time limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TimerKind {
    /// Time for a move.
    Move,
    /// Time for any reply.
    Reply,
}

impl LineSource<'_> {
    pub(super) fn game(&self) -> &LineGame {
        match self {
            LineSource::Endpoint(endpoint) => endpoint.game(),
            LineSource::Relay(relay) => relay.game(),
        }
    }

    pub(super) fn is_playing(&self) -> bool {
        match self {
            LineSource::Endpoint(endpoint) => endpoint.is_playing(),
            LineSource::Relay(relay) => relay.is_playing(),
        }
    }

    /// `true` if a move of this end is awaited.
    pub(super) fn awaits_move(&self) -> bool {
        match self {
            LineSource::Endpoint(endpoint) => endpoint.awaits_move(),
            LineSource::Relay(_) => false,
        }
    }

    pub(super) fn own(&self) -> Seat {
        match self {
            LineSource::Endpoint(endpoint) => endpoint.own(),
            LineSource::Relay(relay) => relay.pc(DeviceId::A).device(),
        }
    }

    /// LEDs of the device on each line.
    pub(super) fn leds(&self) -> Vec<[bool; 3]> {
        match self {
            LineSource::Endpoint(endpoint) => vec![endpoint.leds()],
            LineSource::Relay(relay) => DeviceId::BOTH.map(|end| relay.pc(end).leds()).to_vec(),
        }
    }

    /// Running time limits of the other end, or of both devices of a relay.
    pub(super) fn timers(&self) -> Vec<(Seat, TimerKind, Duration)> {
        let reply = |endpoint: &dyn Endpoint| {
            let until = endpoint.deadline().filter(|_| endpoint.is_playing())?;
            Some((endpoint.own().other(), TimerKind::Reply, until))
        };
        match self {
            LineSource::Endpoint(endpoint) => reply(*endpoint).into_iter().collect(),
            LineSource::Relay(relay) => DeviceId::BOTH
                .into_iter()
                .map(|end| relay.pc(end))
                .filter_map(|pc| match pc.device_deadline() {
                    Some(until) => Some((pc.device(), TimerKind::Move, until)),
                    None => reply(pc),
                })
                .collect(),
        }
    }
}
