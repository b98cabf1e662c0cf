//! The device: the board on the line.

mod turn;

use std::time::Duration;

use games::othello::Move;
use rules::{InputError, Seat};

use crate::ColourOf;
use crate::endpoint::{Effects, Endpoint};
use crate::event::{EndReason, Event, GameResult, Side};
use crate::framing::{Framer, Line, LineEndings, MAX_LINE};
use crate::game::{LineGame, NextTurn};
use crate::message::{Claim, DeviceMessage, DeviceResult, PcMessage, Reply, Strictness};
use crate::quirks::{Quirks, StrayOk};

/// Price of an accepted claim for the PC.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ClaimCost {
    /// The turn.
    #[default]
    Turn,
    /// The game.
    Game,
}

/// Action of the device when the PC rejects a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AfterRejection {
    /// It resigns.
    #[default]
    Quit,
    /// It lets the PC move again.
    PlayOn,
}

/// Options of a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeviceOptions {
    /// Strictness towards the PC.
    pub strictness: Strictness,
    /// Side that moves first.
    pub first: Seat,
    /// Side whose colour `SP` names.
    pub colour_of: ColourOf,
    /// Seconds for a move until `ST` sets them.
    pub seconds: u8,
    /// Price of an accepted claim.
    pub claim_cost: ClaimCost,
    /// Action after a rejected claim.
    pub after_rejection: AfterRejection,
    /// Deviations from the table.
    pub quirks: Quirks,
    /// Longest wait for a reply of the PC.
    pub reply_timeout: Duration,
}

/// State of the device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// No game is running.
    Idle,
    /// The PC has to move. With `is_answered == false` it also owes an `OK` to the last message.
    PcTurn { since: Duration, is_answered: bool },
    /// The device has to move.
    OwnTurn,
    /// Our `OK` to a move of the PC waits for `OK`.
    Accepted { since: Duration },
    /// A claim waits for its reply. With `is_answered == false` the message before it does too.
    Claimed { claim: Claim, since: Duration, is_answered: bool },
    /// The device has made the last move or pass and waits for `OK`.
    Closing { since: Duration },
    /// The result was announced and waits for its reply.
    Announced { since: Duration },
}

/// The device: it plays, and checks the PC's moves and time.
#[derive(Clone, Debug)]
pub struct Device {
    options: DeviceOptions,
    framer: Framer,
    phase: Phase,
    game: LineGame,
    /// Side of the PC, once `SP` has set it.
    pc: Option<Seat>,
    seconds: u8,
    /// `true` if `NG` came before `SP`.
    is_new_game_pending: bool,
    leds: [bool; 3],
}

impl Device {
    /// Creates a device that was just switched on.
    pub fn new(options: DeviceOptions) -> Device {
        let ends = if options.strictness == Strictness::Strict { LineEndings::Cr } else { LineEndings::Any };
        Device {
            framer: Framer::new(ends),
            phase: Phase::Idle,
            game: LineGame::new(options.first),
            pc: None,
            seconds: options.seconds,
            is_new_game_pending: false,
            leds: [false; 3],
            options,
        }
    }

    fn limit(&self) -> Duration {
        Duration::from_secs(self.seconds.into())
    }

    fn is_tolerant(&self) -> bool {
        self.options.strictness == Strictness::Tolerant
    }

    fn pc(&self) -> Seat {
        self.pc.unwrap_or(self.options.first)
    }

    fn send_line(&self, text: &str, effects: &mut Effects) {
        effects.bytes.extend(text.as_bytes());
        effects.bytes.extend(self.options.quirks.terminator.bytes());
    }

    fn send(&self, report: DeviceMessage, effects: &mut Effects) {
        self.send_line(&report.to_string(), effects);
    }

    fn send_ok(&self, effects: &mut Effects) {
        self.send(DeviceMessage::Reply(Reply::Ok), effects);
    }

    /// Sends `ER` and notes the reason.
    fn reject(&self, reason: &str, effects: &mut Effects) {
        effects.note(reason);
        self.send(DeviceMessage::NotUnderstood, effects);
    }

    fn on_line(&mut self, line: &Line, now: Duration, effects: &mut Effects) {
        match line {
            Line::TooLong => {
                let reason = format!("a line is longer than {MAX_LINE} bytes: expected at most 5");
                self.reject(&reason, effects);
            }
            Line::Noise(_) => {
                self.reject("a line is not ASCII text: check the baud rate", effects);
            }
            Line::Text(text) => match PcMessage::parse(text, self.options.strictness) {
                Some(command) => self.execute(command, now, effects),
                // A reply to ER could start an endless exchange of errors.
                None if text.trim() == "ER" => effects.note("the other end did not understand a message"),
                None => {
                    let quoted = InputError::quote(text);
                    self.reject(
                        &format!("{quoted} is no message to a device: expected AT, MV G3 or another one of the table"),
                        effects,
                    );
                }
            },
        }
    }

    fn execute(&mut self, command: PcMessage, now: Duration, effects: &mut Effects) {
        match command {
            PcMessage::Attention => self.send_ok(effects),
            PcMessage::Reset => {
                self.send_ok(effects);
                if self.is_playing() {
                    self.end(EndReason::Reset, None, effects);
                }
                self.phase = Phase::Idle;
                self.game = LineGame::new(self.options.first);
                self.is_new_game_pending = false;
                self.set_led(None, effects);
            }
            PcMessage::Seconds(seconds) => {
                self.seconds = seconds;
                self.send_ok(effects);
            }
            PcMessage::Colour(seat) => self.set_colour(seat, now, effects),
            PcMessage::NewGame => {
                self.send_ok(effects);
                // A game that began at SP and has no move yet is started again.
                if self.is_playing() && !self.game.is_at_start() {
                    self.end(EndReason::Stopped, self.game.leader(), effects);
                }
                self.is_new_game_pending = self.pc.is_none();
                match self.pc {
                    Some(_) => self.begin(now, effects),
                    None => effects.note("the new game waits for SP, which sets the colours"),
                }
            }
            PcMessage::EndGame => {
                self.send_ok(effects);
                self.is_new_game_pending = false;
                if self.is_playing() {
                    self.announce(EndReason::Stopped, now, effects);
                }
            }
            PcMessage::YouWin if self.is_playing() => {
                self.send_ok(effects);
                self.set_led(Some(DeviceResult::Won), effects);
                self.end(EndReason::Resigned(self.pc()), Some(self.own()), effects);
                self.phase = Phase::Idle;
            }
            PcMessage::Move(mv) => self.on_move(mv, now, effects),
            PcMessage::Pass => self.on_move(Move::PASS, now, effects),
            PcMessage::Reply(answer) => self.on_reply(answer, now, effects),
            PcMessage::YouWin => {
                self.send_ok(effects);
                effects.note("WN arrived while no game was running");
            }
        }
    }

    /// Sets the colours. A game without a move yet is started again with them.
    fn set_colour(&mut self, named: Seat, now: Duration, effects: &mut Effects) {
        if self.is_playing() && !self.game.is_at_start() {
            return self.reject("SP arrived during a game: expected it before the first move", effects);
        }
        let was_playing = self.is_playing();
        self.pc = Some(self.options.colour_of.pc(named));
        let reply = if self.options.quirks.ok_to_colour { Reply::Ok } else { Reply::Blank };
        self.send(DeviceMessage::Reply(reply), effects);
        if was_playing || self.is_new_game_pending || self.options.quirks.starts_at_colour {
            self.begin(now, effects);
        }
    }

    fn begin(&mut self, now: Duration, effects: &mut Effects) {
        self.is_new_game_pending = false;
        self.game = LineGame::new(self.options.first);
        self.set_led(None, effects);
        effects.push(Event::Began { first: self.options.first, side: Side::Own(self.own()) });
        self.next_turn(true, now, effects);
    }

    /// Switches on the LED of this result alone, or none.
    fn set_led(&mut self, result: Option<DeviceResult>, effects: &mut Effects) {
        let mut leds = [false; 3];
        if let Some(result) = result {
            leds[usize::from(result.led()) - 1] = true;
        }
        if leds != self.leds {
            self.leds = leds;
            effects.push(Event::Leds(leds));
        }
    }

    fn end(&self, reason: EndReason, winner: Option<Seat>, effects: &mut Effects) {
        let discs = [Seat::FIRST, Seat::SECOND].map(|seat| self.game.discs(seat));
        effects.push(Event::Ended(GameResult { reason, winner, discs }));
    }

    /// Announces the result by disc count.
    fn announce(&mut self, reason: EndReason, now: Duration, effects: &mut Effects) {
        if self.options.quirks.prints {
            let [own, user] = [self.own(), self.pc()].map(|seat| self.game.discs(seat));
            self.send_line(&format!("The final score is: AVR: {own} User: {user}"), effects);
        }
        let result = self.game.device_result(self.own());
        self.send(DeviceMessage::Result(result), effects);
        self.set_led(Some(result), effects);
        self.end(reason, self.game.leader(), effects);
        self.phase = Phase::Announced { since: now };
    }

    fn quit(&mut self, reason: EndReason, winner: Option<Seat>, now: Duration, effects: &mut Effects) {
        self.send(DeviceMessage::Quit, effects);
        self.end(reason, winner, effects);
        self.phase = Phase::Announced { since: now };
    }

    /// Acts on an expired deadline.
    fn on_deadline(&mut self, now: Duration, effects: &mut Effects) {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return;
        }
        match self.phase {
            Phase::Idle | Phase::OwnTurn => {}
            Phase::PcTurn { .. } => self.claim(Claim::Late, now, effects),
            Phase::Accepted { .. } => {
                effects.note("no OK to our OK: going on");
                self.next_turn(true, now, effects);
            }
            Phase::Closing { .. } => {
                effects.note("no OK to the last move");
                self.announce(EndReason::PlayedOut, now, effects);
            }
            Phase::Claimed { .. } => {
                effects.note("no reply to a claim: expected OK or PL");
                self.end(EndReason::Timeout, None, effects);
                self.phase = Phase::Idle;
            }
            Phase::Announced { .. } => {
                effects.note("no reply to the result");
                self.phase = Phase::Idle;
            }
        }
    }

    fn claim(&mut self, claim: Claim, now: Duration, effects: &mut Effects) {
        let stray = self.options.quirks.stray_ok;
        if stray == Some(StrayOk::Before) {
            self.send_ok(effects);
        }
        self.send(DeviceMessage::Claim(claim), effects);
        if stray == Some(StrayOk::After) {
            self.send_ok(effects);
        }
        effects.push(Event::Claimed(claim));
        let is_answered = !matches!(self.phase, Phase::PcTurn { is_answered: false, .. });
        self.phase = Phase::Claimed { claim, since: now, is_answered };
    }
}

impl Endpoint for Device {
    fn on_bytes(&mut self, bytes: &[u8], now: Duration) -> Effects {
        let mut effects = self.on_timer(now);
        for &byte in bytes {
            if self.options.quirks.echoes {
                effects.bytes.push(byte);
            }
            if let Some(line) = self.framer.push(byte) {
                self.on_line(&line, now, &mut effects);
            }
        }
        effects
    }

    fn on_timer(&mut self, now: Duration) -> Effects {
        let mut effects = Effects::default();
        self.on_deadline(now, &mut effects);
        effects
    }

    fn deadline(&self) -> Option<Duration> {
        match self.phase {
            Phase::Idle | Phase::OwnTurn => None,
            Phase::PcTurn { since, .. } => Some(since + self.limit()),
            Phase::Accepted { since }
            | Phase::Claimed { since, .. }
            | Phase::Closing { since }
            | Phase::Announced { since } => Some(since + self.options.reply_timeout),
        }
    }

    fn play(&mut self, mv: Move, now: Duration) -> Result<Effects, InputError> {
        if self.phase != Phase::OwnTurn {
            return Err(InputError::new("it is not the device's turn"));
        }
        if !self.game.is_legal(mv) {
            let name = crate::message::move_name(mv);
            return Err(InputError::new(format!("{name} is not legal: expected a square marked V")));
        }
        let mut effects = Effects::default();
        self.make_own_move(mv, now, &mut effects);
        Ok(effects)
    }

    fn resign(&mut self, now: Duration) -> Result<Effects, InputError> {
        if !self.is_playing() {
            return Err(InputError::new("no game to resign"));
        }
        let mut effects = Effects::default();
        self.quit(EndReason::Resigned(self.own()), Some(self.pc()), now, &mut effects);
        Ok(effects)
    }

    fn on_disconnect(&mut self, _now: Duration) -> Effects {
        let mut effects = Effects::default();
        if self.is_playing() {
            self.end(EndReason::Disconnected, None, &mut effects);
        }
        self.phase = Phase::Idle;
        effects.push(Event::Finished);
        effects
    }

    fn game(&self) -> &LineGame {
        &self.game
    }

    fn is_playing(&self) -> bool {
        !matches!(self.phase, Phase::Idle | Phase::Announced { .. })
    }

    fn awaits_move(&self) -> bool {
        self.phase == Phase::OwnTurn
    }

    fn own(&self) -> Seat {
        self.pc().other()
    }

    fn leds(&self) -> [bool; 3] {
        self.leds
    }
}
