//! Whom the page looks at.

use std::time::Duration;

use line::{End, Game, Relay, Station};
use rules::Seat;

/// One end of a line, or two devices that play each other.
#[derive(Clone, Copy)]
pub enum Watched<'a> {
    /// Our end of a line.
    End(&'a dyn Station),
    /// A relay: its two lines are those of A and B, and the side that is called its own is that of A.
    Relay(&'a Relay),
}

/// What a limit of time is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TimeFor {
    /// A move.
    Move,
    /// Any word, before that end is given up.
    Answer,
}

impl Watched<'_> {
    pub(super) fn game(&self) -> &Game {
        match self {
            Watched::End(station) => station.game(),
            Watched::Relay(relay) => relay.game(),
        }
    }

    pub(super) fn is_playing(&self) -> bool {
        match self {
            Watched::End(station) => station.is_playing(),
            Watched::Relay(relay) => relay.is_playing(),
        }
    }

    /// Whether somebody here is to choose.
    pub(super) fn is_to_choose(&self) -> bool {
        match self {
            Watched::End(station) => station.is_to_choose(),
            Watched::Relay(_) => false,
        }
    }

    pub(super) fn own(&self) -> Seat {
        match self {
            Watched::End(station) => station.own(),
            Watched::Relay(relay) => relay.end(End::A).device(),
        }
    }

    /// The LEDs of the device on each line.
    pub(super) fn leds(&self) -> Vec<[bool; 3]> {
        match self {
            Watched::End(station) => vec![station.leds()],
            Watched::Relay(relay) => End::BOTH.map(|end| relay.end(end).leds()).to_vec(),
        }
    }

    /// What is awaited of whom at the other end of a line, and until when.
    pub(super) fn awaited(&self) -> Vec<(Seat, TimeFor, Duration)> {
        let answer = |station: &dyn Station| {
            let until = station.deadline().filter(|_| station.is_playing())?;
            Some((station.own().other(), TimeFor::Answer, until))
        };
        match self {
            Watched::End(station) => answer(*station).into_iter().collect(),
            Watched::Relay(relay) => End::BOTH
                .into_iter()
                .map(|end| relay.end(end))
                .filter_map(|pc| match pc.device_until() {
                    Some(until) => Some((pc.device(), TimeFor::Move, until)),
                    None => answer(pc),
                })
                .collect(),
        }
    }
}
