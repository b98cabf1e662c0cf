//! Relay between two devices.

use std::fmt;
use std::time::Duration;

use games::othello::Move;
use rules::Seat;

use crate::endpoint::{Effects, Endpoint};
use crate::event::{EndReason, Event, GameResult, Side, colour_name};
use crate::game::LineGame;
use crate::message::Strictness;
use crate::pc::{Pc, PcOptions};
use crate::profile::DeviceProfile;
use crate::{DEFAULT_FIRST, DEFAULT_SECONDS};

/// Tolerance for a device's claim that the other is late. The relay has its own clock, so a claim must be nearly true; the
/// tolerance covers the time that a message travels.
const GRACE: Duration = Duration::from_millis(60);

/// One of the two devices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeviceId {
    /// The first.
    A,
    /// The second.
    B,
}

impl DeviceId {
    /// Both devices.
    pub const BOTH: [DeviceId; 2] = [DeviceId::A, DeviceId::B];

    /// The other device.
    pub fn other(self) -> DeviceId {
        if self == DeviceId::A { DeviceId::B } else { DeviceId::A }
    }

    /// Index into arrays of both devices.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for DeviceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == DeviceId::A { "A" } else { "B" })
    }
}

/// Options of a relay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RelayOptions {
    /// Strictness of both lines.
    pub strictness: Strictness,
    /// Side of device A.
    pub a: Seat,
    /// Known properties of each device.
    pub profiles: [DeviceProfile; 2],
    /// Seconds for a move, at most 8.
    pub seconds: u8,
    /// Longest wait for a reply.
    pub reply_timeout: Duration,
}

impl RelayOptions {
    /// Options of the PC for one device. A move travels over two lines, so `ST` allows the devices one second more than the
    /// relay does; otherwise they would claim `IT` too early.
    fn pc(&self, end: DeviceId) -> PcOptions {
        let device = if end == DeviceId::A { self.a } else { self.a.other() };
        PcOptions {
            strictness: self.strictness,
            own: device.other(),
            profile: self.profiles[end.index()],
            seconds: Some(self.seconds + 1),
            auto_pass: false,
            hold_before_game: true,
            device_limit: Some(Duration::from_secs(self.seconds.into())),
            grace: GRACE,
            reply_timeout: self.reply_timeout,
        }
    }
}

/// Output of a relay: bytes for each device, and events.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RelayEffects {
    /// Bytes to send to A and B.
    pub bytes: [Vec<u8>; 2],
    /// Events of the game, or [of one device](Event::OnDevice).
    pub events: Vec<Event>,
}

/// Referee between two devices. Each device is driven by a [`Pc`] of its own, which plays the moves of the other device.
#[derive(Clone, Debug)]
pub struct Relay {
    pcs: [Pc; 2],
    /// Side that moves first.
    first: Seat,
    finished: [bool; 2],
    has_begun: [bool; 2],
    /// Move for each device that could not be sent yet.
    waiting: [Option<Move>; 2],
    /// Moves played before both devices had begun.
    early: Vec<Event>,
    /// `true` if the last claim of the device was accepted.
    claim_accepted: [bool; 2],
    /// Device that moved last. Its board is ahead until the other has accepted the move.
    last_mover: DeviceId,
    /// `true` if the default seconds are used because a device does not know `ST`.
    uses_default_seconds: bool,
    result: Option<GameResult>,
}

impl Relay {
    /// Creates a relay; [`start`](Relay::start) sends the first messages.
    pub fn new(options: &RelayOptions) -> Relay {
        Relay {
            pcs: DeviceId::BOTH.map(|end| Pc::new(options.pc(end))),
            first: options.profiles.iter().find_map(|profile| profile.first).unwrap_or(DEFAULT_FIRST),
            finished: [false; 2],
            has_begun: [false; 2],
            waiting: [None; 2],
            early: Vec::new(),
            claim_accepted: [false; 2],
            last_mover: DeviceId::A,
            uses_default_seconds: false,
            result: None,
        }
    }

    /// Starts the opening on both lines.
    pub fn start(&mut self, now: Duration) -> RelayEffects {
        self.both(now, |pc| pc.start(now))
    }

    /// Handles bytes received from one device.
    pub fn on_bytes(&mut self, end: DeviceId, bytes: &[u8], now: Duration) -> RelayEffects {
        // The other device may be late already.
        let mut all = self.on_timer(now);
        let effects = self.pcs[end.index()].on_bytes(bytes, now);
        self.apply(end, effects, now, &mut all);
        all
    }

    /// Handles the passage of time.
    pub fn on_timer(&mut self, now: Duration) -> RelayEffects {
        self.both(now, |pc| pc.on_timer(now))
    }

    /// Handles the loss of one line.
    pub fn on_disconnect(&mut self, end: DeviceId, now: Duration) -> RelayEffects {
        let mut all = RelayEffects::default();
        let effects = self.pcs[end.index()].on_disconnect(now);
        self.apply(end, effects, now, &mut all);
        all
    }

    /// Ends the game; more discs win.
    pub fn stop(&mut self, now: Duration) -> RelayEffects {
        self.both(now, |pc| pc.stop(now))
    }

    /// Time of the next action that does not depend on received bytes.
    pub fn deadline(&self) -> Option<Duration> {
        self.pcs.iter().filter_map(Endpoint::deadline).min()
    }

    /// `true` if both lines are finished.
    pub fn is_finished(&self) -> bool {
        self.finished == [true; 2]
    }

    /// The game, including the last move received.
    pub fn game(&self) -> &LineGame {
        self.pc(self.last_mover).game()
    }

    /// `true` if both devices have begun a game that has not ended.
    pub fn is_playing(&self) -> bool {
        self.has_begun == [true; 2] && self.result.is_none()
    }

    /// PC that drives this device.
    pub fn pc(&self, end: DeviceId) -> &Pc {
        &self.pcs[end.index()]
    }

    fn both(&mut self, now: Duration, mut act: impl FnMut(&mut Pc) -> Effects) -> RelayEffects {
        let mut all = RelayEffects::default();
        for end in DeviceId::BOTH {
            let effects = act(&mut self.pcs[end.index()]);
            self.apply(end, effects, now, &mut all);
        }
        all
    }

    /// Applies the output of one PC: forwards moves to the other device and collects events.
    fn apply(&mut self, end: DeviceId, effects: Effects, now: Duration, all: &mut RelayEffects) {
        all.bytes[end.index()].extend(effects.bytes);
        let device = self.pcs[end.index()].own().other();
        for event in effects.events {
            match event {
                // The device has shown that the other side moves first, whose device has to be started first.
                Event::Began { first, .. } if first != self.first => {
                    self.first = first;
                    all.events.push(Event::Note(format!(
                        "{} moves first on device {end}: starting again",
                        colour_name(first)
                    )));
                    self.restart(now, all);
                    return;
                }
                Event::Began { first, .. } => {
                    self.has_begun[end.index()] = true;
                    let other = &mut self.pcs[end.other().index()];
                    other.set_first(first);
                    let effects = other.release(now);
                    self.apply(end.other(), effects, now, all);
                    if self.has_begun == [true; 2] {
                        all.events.push(Event::Began { first, side: Side::DeviceA(self.pcs[0].device()) });
                        all.events.append(&mut self.early);
                    }
                }
                Event::Played { seat, mv } if seat == device && self.result.is_none() => {
                    let events = if self.has_begun == [true; 2] { &mut all.events } else { &mut self.early };
                    events.push(Event::Played { seat, mv });
                    self.last_mover = end;
                    self.waiting[end.other().index()] = Some(mv);
                }
                // This device is opened again, and so must be the other one.
                Event::Ended(ended) if ended.reason == EndReason::WrongOpening => {
                    if self.has_begun == [true; 2] {
                        all.events.push(Event::Ended(ended));
                    }
                    self.forget_game();
                    let effects = self.pcs[end.other().index()].reopen_with(self.first, now);
                    self.apply(end.other(), effects, now, all);
                }
                Event::Ended(ended) => self.finish_other(end, ended, now, all),
                Event::Finished => {
                    self.finished[end.index()] = true;
                    // A device that never began leaves the other without a game.
                    if self.result.is_none() {
                        let discs = [Seat::FIRST, Seat::SECOND].map(|_| 2);
                        self.finish_other(
                            end,
                            GameResult { reason: EndReason::Timeout, winner: None, discs },
                            now,
                            all,
                        );
                    }
                }
                Event::Note(_) | Event::Leds(_) | Event::OnDevice(..) => {
                    all.events.push(Event::OnDevice(end, Box::new(event)));
                }
                Event::Claimed(_) | Event::Answered { .. } => {
                    self.claim_accepted[end.index()] = event == Event::Answered { accepted: true };
                    all.events.push(Event::OnDevice(end, Box::new(event)));
                }
                Event::TurnLost { .. } if self.claim_accepted[end.index()] => {
                    self.lose_on_time(end, now, all);
                }
                // The device took a turn that was not its own.
                Event::TurnLost { .. } => {
                    let effects = self.pcs[end.index()].dispute(now);
                    self.apply(end, effects, now, all);
                }
                Event::Played { .. } | Event::YourTurn { .. } | Event::TakenBack => {}
            }
        }
        for end in DeviceId::BOTH {
            self.forward_move(end, now, all);
        }
        if self.pcs.iter().all(Pc::is_holding) {
            self.begin(now, all);
        }
        // A device that was opened again must not wait for the other one, which has begun.
        for end in DeviceId::BOTH {
            if self.has_begun[end.other().index()] && self.pcs[end.index()].is_holding() {
                let effects = self.pcs[end.index()].release(now);
                self.apply(end, effects, now, all);
            }
        }
    }

    /// Starts the openings of both devices again.
    fn restart(&mut self, now: Duration, all: &mut RelayEffects) {
        self.forget_game();
        let first = self.first;
        let restarted = self.both(now, |pc| pc.reopen_with(first, now));
        for (bytes, more) in all.bytes.iter_mut().zip(restarted.bytes) {
            bytes.extend(more);
        }
        all.events.extend(restarted.events);
    }

    /// Forgets a game that is started again.
    fn forget_game(&mut self) {
        self.has_begun = [false; 2];
        self.waiting = [None; 2];
        self.early.clear();
    }

    /// Both devices are ready. The device that moves first is started first, because the other starts its clock at once.
    fn begin(&mut self, now: Duration, all: &mut RelayEffects) {
        let without_st = DeviceId::BOTH.into_iter().find(|end| self.pcs[end.index()].seconds().is_none());
        if let Some(without_st) = without_st
            && !self.uses_default_seconds
        {
            self.uses_default_seconds = true;
            all.events.push(Event::Note(format!(
                "device {without_st} does not know ST: both have {DEFAULT_SECONDS} seconds for a move"
            )));
            let limit = Duration::from_secs(DEFAULT_SECONDS.into());
            let outputs = self.pcs.each_mut().map(|pc| {
                let seconds = pc.seconds().map(|_| DEFAULT_SECONDS + 1);
                pc.set_seconds(seconds, limit, now)
            });
            // A device that gets new seconds is ready again after its reply.
            for (end, effects) in DeviceId::BOTH.into_iter().zip(outputs) {
                self.apply(end, effects, now, all);
            }
            return;
        }
        let a_is_first = self.pcs[DeviceId::A.index()].device() == self.first;
        let first = if a_is_first { DeviceId::A } else { DeviceId::B };
        let effects = self.pcs[first.index()].release(now);
        self.apply(first, effects, now, all);
    }

    /// Sends a waiting move as soon as the device can take it.
    fn forward_move(&mut self, end: DeviceId, now: Duration, all: &mut RelayEffects) {
        if let Some(mv) = self.waiting[end.index()]
            && let Ok(effects) = self.pcs[end.index()].play(mv, now)
        {
            self.waiting[end.index()] = None;
            self.apply(end, effects, now, all);
        }
    }

    /// Ends the game after an accepted `IT`. A turn cannot be taken from the other device, so it loses the game.
    fn lose_on_time(&mut self, end: DeviceId, now: Duration, all: &mut RelayEffects) {
        let late = self.pcs[end.index()].own();
        let reason = EndReason::RuleBroken(late, crate::message::Claim::Late);
        let effects = self.pcs[end.index()].concede(reason, now);
        self.apply(end, effects, now, all);
    }

    /// Ends the game for the other device too, unless the board shows the end to both.
    fn finish_other(&mut self, end: DeviceId, result: GameResult, now: Duration, all: &mut RelayEffects) {
        if self.result.is_some() {
            return;
        }
        self.result = Some(result);
        all.events.push(Event::Ended(result));
        let other = &mut self.pcs[end.other().index()];
        let effects = match result.reason {
            // The other device has not begun, so there is no game to lose or to win.
            _ if !other.is_playing() => other.stop(now),
            EndReason::PlayedOut => other.close(now),
            _ if result.winner == Some(other.own().other()) => other.concede(result.reason, now),
            _ => other.stop(now),
        };
        self.apply(end.other(), effects, now, all);
    }
}
