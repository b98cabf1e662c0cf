//! Probe of a device: short games in both colours, and the options that fit it.

use std::time::Duration;

use games::othello::Move;
use rules::Seat;

use crate::endpoint::{Effects, Endpoint};
use crate::event::{EndReason, Event, colour_name};
use crate::message::Strictness;
use crate::pc::{ColourReply, Observations, Pc, PcOptions};
use crate::profile::DeviceProfile;
use crate::quirks::Terminator;
use crate::{ColourOf, DEFAULT_SECONDS};

/// Number of our moves in each game. Two turns are needed to learn that a device waits for an extra `OK`.
const MOVES: u8 = 4;
/// Seconds that `ST` sends. The probe needs the default, and only tests whether the device knows the command.
const SECONDS: u8 = DEFAULT_SECONDS;

/// A tolerant [`Pc`] that plays the first moves of a game in each colour and reports what it has found.
#[derive(Clone, Debug)]
pub struct Probe {
    pc: Pc,
    /// Number of our moves in this game.
    moves: u8,
    /// Colours of the PC in which the device has played.
    played: Vec<Seat>,
    notes: Vec<String>,
    is_finished: bool,
}

/// Result of a probe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProbeReport {
    /// Properties of the device.
    pub profile: DeviceProfile,
    /// What was seen of the device.
    pub observations: Observations,
    /// Colours of the PC in which the device has played.
    pub played: Vec<Seat>,
    /// Notes of the PC.
    pub notes: Vec<String>,
}

impl Probe {
    /// Creates a probe; `given` are properties that are not to be found out.
    pub fn new(given: DeviceProfile, reply_timeout: Duration) -> Probe {
        let pc = Pc::new(PcOptions {
            strictness: Strictness::Tolerant,
            own: Seat::SECOND,
            profile: given,
            seconds: Some(SECONDS),
            auto_pass: true,
            hold_before_game: false,
            device_limit: None,
            grace: PcOptions::GRACE,
            reply_timeout,
        });
        Probe { pc, moves: 0, played: Vec::new(), notes: Vec::new(), is_finished: false }
    }

    /// Sends the first message.
    pub fn start(&mut self, now: Duration) -> Effects {
        let effects = self.pc.start(now);
        self.react(effects, now)
    }

    /// Handles received bytes.
    pub fn on_bytes(&mut self, bytes: &[u8], now: Duration) -> Effects {
        let effects = self.pc.on_bytes(bytes, now);
        self.react(effects, now)
    }

    /// Handles the passage of time.
    pub fn on_timer(&mut self, now: Duration) -> Effects {
        let effects = self.pc.on_timer(now);
        self.react(effects, now)
    }

    /// Handles the loss of the line.
    pub fn on_disconnect(&mut self, now: Duration) -> Effects {
        self.is_finished = true;
        self.pc.on_disconnect(now)
    }

    /// Time of the next action that does not depend on received bytes.
    pub fn deadline(&self) -> Option<Duration> {
        self.pc.deadline()
    }

    /// `true` if both games are over.
    pub fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// Side of the PC.
    pub fn own(&self) -> Seat {
        self.pc.own()
    }

    /// What was found so far.
    pub fn report(&self) -> ProbeReport {
        ProbeReport {
            profile: self.pc.profile(),
            observations: self.pc.observations(),
            played: self.played.clone(),
            notes: self.notes.clone(),
        }
    }

    /// Plays the probe's moves and starts its second game.
    fn react(&mut self, effects: Effects, now: Duration) -> Effects {
        let mut all = Effects { bytes: effects.bytes, events: Vec::new() };
        for event in effects.events {
            let more = match &event {
                Event::Began { .. } => {
                    self.moves = 0;
                    None
                }
                Event::YourTurn { .. } if self.moves == MOVES => Some(self.pc.stop(now)),
                Event::YourTurn { .. } => {
                    self.moves += 1;
                    let mv = Move::on(self.pc.game().moves().trailing_zeros() as u8);
                    self.pc.play(mv, now).ok()
                }
                Event::Ended(result) => {
                    if result.reason == EndReason::Stopped {
                        self.played.push(self.pc.own());
                    }
                    None
                }
                Event::Note(note) => {
                    self.notes.push(note.clone());
                    None
                }
                Event::Finished => self.second_game(now),
                _ => None,
            };
            all.events.push(event);
            if let Some(more) = more {
                let more = self.react(more, now);
                all.bytes.extend(more.bytes);
                all.events.extend(more.events);
            }
        }
        all
    }

    /// Starts the game in the other colour, unless it was played or the first one could not begin.
    fn second_game(&mut self, now: Duration) -> Option<Effects> {
        if self.pc.own() == Seat::FIRST || !self.pc.has_begun_game() {
            self.is_finished = true;
            return None;
        }
        Some(self.pc.new_game(Seat::FIRST, now))
    }
}

impl ProbeReport {
    /// `true` if the device has played in both colours.
    pub fn is_complete(&self) -> bool {
        self.played.len() == 2
    }

    /// Options of `serial` and `relay` for this device.
    pub fn options(&self) -> Vec<String> {
        let DeviceProfile { opening, first, colour_of, ends, ok_after_ok, quiet } = self.profile;
        let mut options = Vec::new();
        options.extend(opening.map(|opening| format!("--opening {opening}")));
        options.extend(first.map(|first| format!("--first {}", colour_name(first).to_lowercase())));
        if colour_of == Some(ColourOf::Device) {
            options.push("--sp-is device".to_owned());
        }
        options.extend(ends.map(|ends| format!("--ends {}", ends.name())));
        options
            .extend(ok_after_ok.map(|needed| format!("--ok-after-ok {}", if needed { "yes" } else { "no" })));
        options.extend(quiet.map(|quiet| format!("--quiet-ms {}", quiet.as_millis())));
        options
    }

    /// Quirks of the device, as sentences.
    pub fn quirks(&self) -> Vec<String> {
        let DeviceProfile { opening, first, colour_of, ends, ok_after_ok, .. } = self.profile;
        let seen = &self.observations;
        let mut quirks = Vec::new();
        quirks.extend(opening.map(|opening| format!("the opening is {opening}")));
        quirks.extend(first.map(|first| format!("{} moves first", colour_name(first))));
        if colour_of == Some(ColourOf::Device) {
            quirks.push("SP names the device's colour".to_owned());
        }
        if let Some(ends) = ends.filter(|ends| *ends != Terminator::Cr) {
            quirks.push(format!("it needs lines that end with {}", ends.name().to_uppercase()));
        }
        quirks.extend(match seen.colour_reply {
            Some(ColourReply::Ok) => Some("SP is answered by OK".to_owned()),
            Some(ColourReply::Board) => Some("SP is answered by a board only".to_owned()),
            Some(ColourReply::Silence) => Some("SP is not answered".to_owned()),
            Some(ColourReply::Blank) | None => None,
        });
        if seen.knows_seconds == Some(false) {
            quirks.push("it does not know ST".to_owned());
        }
        if ok_after_ok == Some(true) {
            quirks.push("it waits for OK after its OK to a move".to_owned());
        }
        if seen.refuses_blank {
            quirks.push("it answers an empty line by ER".to_owned());
        }
        if seen.echoes {
            quirks.push("it sends back what it receives".to_owned());
        }
        if seen.prose > 0 {
            let milliseconds = seen.longest_print.as_millis();
            quirks.push(format!("it prints boards or prose, up to {milliseconds} ms after a message"));
        }
        quirks
    }
}
