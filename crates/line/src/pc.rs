//! The PC that drives a device.

mod claims;
mod echo;
mod opening;
mod replies;
mod turn;

use std::time::Duration;

use games::othello::Move;
use rules::{InputError, Seat};

use crate::endpoint::{Effects, Endpoint};
use crate::event::{EndReason, Event, GameResult, Side, colour_name};
use crate::framing::{Framer, Line, LineEndings, MAX_LINE};
use crate::game::LineGame;
use crate::message::{Claim, DeviceMessage, DeviceResult, PcMessage, Reply, Strictness};
use crate::{ColourOf, DEFAULT_SECONDS};

use self::echo::Echo;
use self::opening::Step;

/// Time for the last messages of the device after `EG`.
const CLOSING_TIME: Duration = Duration::from_secs(1);
/// Number of times that a move answered by `ER` is sent, and that a claim is rejected, before the game is ended.
const MAX_TRIES: u8 = 3;

/// Message at which a device begins a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BeginsAt {
    /// `NG`, as in the table.
    #[default]
    NewGame,
    /// `SP`; `NG` is not sent.
    Colour,
    /// Unknown: a device that moves first gets some time after `SP` to show that it has begun.
    Either,
}

/// Options of a PC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PcOptions {
    /// Strictness towards the device.
    pub strictness: Strictness,
    /// Side that moves first.
    pub first: Seat,
    /// Side of the PC.
    pub own: Seat,
    /// Side whose colour `SP` names.
    pub colour_of: ColourOf,
    /// Seconds for a move, sent by `ST`; `None` sends no `ST`.
    pub seconds: Option<u8>,
    /// Message at which the device begins a game.
    pub begins_at: BeginsAt,
    /// `true` to send_move `PS` automatically.
    pub auto_pass: bool,
    /// `true` to wait for [`Pc::release`] once the device is ready.
    pub hold_before_game: bool,
    /// Time for a move of the device; if it takes longer, it loses the game.
    pub device_limit: Option<Duration>,
    /// Tolerance for `IT`: the device starts its clock when it sends, the PC when it receives.
    pub grace: Duration,
    /// Longest wait for a reply of the device.
    pub reply_timeout: Duration,
}

impl PcOptions {
    /// Default tolerance for `IT`.
    pub const GRACE: Duration = Duration::from_millis(250);
}

/// State of the PC.
#[derive(Clone, PartialEq, Debug)]
enum Phase {
    /// Waits for the reply to a step of the opening, first sent at `since` and last at `sent`.
    Opening { step: Step, since: Duration, sent: Duration },
    /// Waits for [`Pc::release`].
    Holding,
    /// Waits for a sign that the device has begun at `SP`.
    Settling { until: Duration },
    /// Waits for a move of the PC's player.
    OwnTurn { since: Duration },
    /// Waits for the reply to our move, which took `took`.
    Sent { mv: Move, took: Duration, since: Duration, tries: u8 },
    /// Waits for the device's move.
    DeviceTurn { since: Duration },
    /// Waits for the consequence of a claim. Without one, our move is sent again at `again`.
    ClaimAnswered { claim: Claim, accepted: bool, mv: Option<Move>, since: Duration, again: Option<Duration> },
    /// The game is over on our board: waits for the device's result.
    Closing { since: Duration },
    /// The game has ended: waits for the last messages.
    Stopping { until: Duration },
    /// Waits for nothing.
    Done,
}

/// Move of the PC that got `OK` but may still be followed by a claim.
#[derive(Clone, Debug)]
struct UnconfirmedMove {
    before: LineGame,
    mv: Move,
    took: Duration,
}

/// The PC that drives a device.
#[derive(Clone, Debug)]
pub struct Pc {
    options: PcOptions,
    framer: Framer,
    echo: Echo,
    phase: Phase,
    game: LineGame,
    unconfirmed: Option<UnconfirmedMove>,
    /// Last move of the device, until our next move is accepted.
    last_device_move: Option<Move>,
    /// Number of claims rejected in a row.
    rejections: u8,
    is_game_running: bool,
    has_begun_game: bool,
    leds: [bool; 3],
}

impl Pc {
    /// Creates a PC; [`start`](Pc::start) sends the first message.
    pub fn new(options: PcOptions) -> Pc {
        let endings =
            if options.strictness == Strictness::Strict { LineEndings::Cr } else { LineEndings::Any };
        Pc {
            framer: Framer::new(endings),
            echo: Echo::default(),
            phase: Phase::Done,
            game: LineGame::new(options.first),
            unconfirmed: None,
            last_device_move: None,
            rejections: 0,
            is_game_running: false,
            has_begun_game: false,
            leds: [false; 3],
            options,
        }
    }

    /// Ends the game; more discs win.
    pub fn stop(&mut self, now: Duration) -> Effects {
        let mut effects = Effects::default();
        if self.is_game_running {
            self.end(EndReason::Stopped, self.game.leader(), &mut effects);
            self.end_game(now, &mut effects);
        } else if self.phase != Phase::Done {
            self.finish(&mut effects);
        }
        effects
    }

    /// Ends the game without a result, because the two ends disagree about it.
    pub fn dispute(&mut self, now: Duration) -> Effects {
        let mut effects = Effects::default();
        if self.is_game_running {
            self.end(EndReason::Disputed, None, &mut effects);
            self.end_game(now, &mut effects);
        }
        effects
    }

    /// Sends the last pass by itself, if the game is over on the board.
    pub fn close(&mut self, now: Duration) -> Effects {
        let mut effects = Effects::default();
        if self.is_game_running && self.game.is_blocked() && matches!(self.phase, Phase::OwnTurn { .. }) {
            self.send_move(Move::PASS, now, now, &mut effects);
        }
        effects
    }

    /// Concedes the game to the device with `WN`.
    pub fn concede(&mut self, reason: EndReason, now: Duration) -> Effects {
        let mut effects = Effects::default();
        if self.is_game_running {
            self.send_message(PcMessage::YouWin, &mut effects);
            self.set_led(DeviceResult::Won, &mut effects);
            self.end(reason, Some(self.device()), &mut effects);
            self.phase = Phase::Stopping { until: now + CLOSING_TIME };
        }
        effects
    }

    fn limit(&self) -> Duration {
        Duration::from_secs(self.options.seconds.unwrap_or(DEFAULT_SECONDS).into())
    }

    fn is_tolerant(&self) -> bool {
        self.options.strictness == Strictness::Tolerant
    }

    /// Side of the device.
    pub fn device(&self) -> Seat {
        self.options.own.other()
    }

    /// Deadline of the device's move, if its time is limited and it is to move.
    pub fn device_deadline(&self) -> Option<Duration> {
        let limit = self.options.device_limit?;
        if let Phase::DeviceTurn { since } = self.phase { Some(since + limit) } else { None }
    }

    /// `true` if the last opening led to a game.
    pub fn has_begun_game(&self) -> bool {
        self.has_begun_game
    }

    fn send_message(&mut self, command: PcMessage, effects: &mut Effects) {
        let text = command.to_string();
        effects.bytes.extend(text.as_bytes());
        effects.bytes.push(b'\r');
        self.echo.sent(text);
    }

    fn reply(&mut self, reply: Reply, effects: &mut Effects) {
        self.send_message(PcMessage::Reply(reply), effects);
    }

    fn on_line(&mut self, line: &Line, now: Duration, effects: &mut Effects) {
        let text = match line {
            Line::Text(text) => text,
            Line::TooLong => {
                return effects
                    .note(format!("ignored a line longer than {MAX_LINE} bytes: expected at most 5"));
            }
            Line::Noise(_) => {
                return effects.note("ignored a line that is not ASCII text: check the baud rate");
            }
        };
        if self.is_tolerant() && self.echo.is_echo(text) {
            return;
        }
        match DeviceMessage::parse(text, self.options.strictness) {
            Some(message) => self.on_message(message, now, effects),
            None if self.is_tolerant() && looks_like_move(text) => {
                let quoted = InputError::quote(text.trim());
                effects.note(format!("{quoted} is no move: expected MM and a square from A1 to H8, or MP"));
            }
            // Boards and prose stand between messages.
            None if self.is_tolerant() => {}
            None => {
                let quoted = InputError::quote(text);
                effects.note(format!(
                    "{quoted} is no message of a device: expected OK, MM B5 or another one of the table"
                ));
            }
        }
    }

    fn on_message(&mut self, message: DeviceMessage, now: Duration, effects: &mut Effects) {
        match message {
            DeviceMessage::Move(mv) => self.on_move(mv, now, effects),
            DeviceMessage::Pass => self.on_move(Move::PASS, now, effects),
            DeviceMessage::Claim(claim) => self.on_claim(claim, now, effects),
            DeviceMessage::Result(result) => self.on_result(result, effects),
            DeviceMessage::Quit => {
                self.reply(Reply::Ok, effects);
                if self.is_game_running {
                    self.end(EndReason::Resigned(self.device()), Some(self.options.own), effects);
                }
                self.finish(effects);
            }
            DeviceMessage::NotUnderstood => self.not_understood(now, effects),
            DeviceMessage::Reply(reply) => self.on_reply(reply, now, effects),
        }
    }

    fn set_led(&mut self, result: DeviceResult, effects: &mut Effects) {
        let mut leds = [false; 3];
        leds[usize::from(result.led()) - 1] = true;
        self.set_leds(leds, effects);
    }

    fn set_leds(&mut self, leds: [bool; 3], effects: &mut Effects) {
        if leds != self.leds {
            self.leds = leds;
            effects.push(Event::Leds(leds));
        }
    }

    fn end(&mut self, reason: EndReason, winner: Option<Seat>, effects: &mut Effects) {
        self.is_game_running = false;
        self.unconfirmed = None;
        let discs = [Seat::FIRST, Seat::SECOND].map(|seat| self.game.discs(seat));
        effects.push(Event::Ended(GameResult { reason, winner, discs }));
    }

    /// Ends a game whose first side the two ends disagree about.
    fn dispute_first_move(&mut self, now: Duration, effects: &mut Effects) {
        let (first, device) = (colour_name(self.options.first), colour_name(self.device()));
        effects.note(format!(
            "the device disagrees about who begins: expected {device} for the device and {first} to move first; check \
             --first and --sp-is"
        ));
        self.end(EndReason::Disputed, None, effects);
        self.end_game(now, effects);
    }

    /// Ends the game on the device with `EG`.
    fn end_game(&mut self, now: Duration, effects: &mut Effects) {
        self.send_message(PcMessage::EndGame, effects);
        self.phase = Phase::Stopping { until: now + CLOSING_TIME };
    }

    fn finish(&mut self, effects: &mut Effects) {
        self.phase = Phase::Done;
        effects.push(Event::Finished);
    }

    /// Acts on an expired deadline.
    fn on_deadline(&mut self, now: Duration, effects: &mut Effects) {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return;
        }
        match self.phase {
            Phase::Done | Phase::Holding | Phase::OwnTurn { .. } => {}
            Phase::Opening { step, since, .. } => self.retry_step(step, since, now, effects),
            Phase::Settling { .. } => self.send_step(Step::NewGame, now, effects),
            Phase::ClaimAnswered { mv: Some(mv), again: Some(_), .. } => {
                self.send_move(mv, now, now, effects);
            }
            Phase::ClaimAnswered { mv: None, again: Some(_), .. } => self.next_turn(now, effects),
            Phase::DeviceTurn { .. } if self.options.device_limit.is_some() => {
                self.end(EndReason::RuleBroken(self.device(), Claim::Late), Some(self.options.own), effects);
                self.end_game(now, effects);
            }
            Phase::Closing { .. } => {
                effects.note("no result from the device: expected WN, LS or TE");
                self.end(EndReason::PlayedOut, self.game.leader(), effects);
                self.finish(effects);
            }
            Phase::Stopping { .. } => self.finish(effects),
            Phase::Sent { .. } | Phase::DeviceTurn { .. } | Phase::ClaimAnswered { .. } => {
                self.end(EndReason::Timeout, None, effects);
                self.finish(effects);
            }
        }
    }
}

/// `true` if a line was probably meant as a move.
fn looks_like_move(text: &str) -> bool {
    text.split_whitespace()
        .next()
        .is_some_and(|word| ["MM", "MP"].iter().any(|mv| word.eq_ignore_ascii_case(mv)))
}

impl Endpoint for Pc {
    fn on_bytes(&mut self, bytes: &[u8], now: Duration) -> Effects {
        let mut effects = self.on_timer(now);
        for &byte in bytes {
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
        let reply_timeout = self.options.reply_timeout;
        match self.phase {
            Phase::Done | Phase::Holding | Phase::OwnTurn { .. } => None,
            Phase::Opening { step, since, sent } => Some(step.deadline(since, sent, reply_timeout)),
            Phase::Settling { until } | Phase::Stopping { until } => Some(until),
            Phase::ClaimAnswered { again: Some(again), .. } => Some(again),
            // A device has its seconds for a move even if the reply timeout is shorter.
            Phase::DeviceTurn { since } => Some(
                since + self.options.device_limit.unwrap_or(reply_timeout.max(self.limit() + CLOSING_TIME)),
            ),
            Phase::Sent { since, .. } | Phase::ClaimAnswered { since, .. } | Phase::Closing { since } => {
                Some(since + reply_timeout)
            }
        }
    }

    fn play(&mut self, mv: Move, now: Duration) -> Result<Effects, InputError> {
        let Phase::OwnTurn { since } = self.phase else {
            return Err(InputError::new("it is not the PC's turn"));
        };
        if !self.game.is_legal(mv) {
            let name = crate::message::move_name(mv);
            return Err(InputError::new(format!("{name} is not legal: expected a square marked V")));
        }
        let mut effects = Effects::default();
        self.send_move(mv, since, now, &mut effects);
        Ok(effects)
    }

    fn resign(&mut self, now: Duration) -> Result<Effects, InputError> {
        if !self.is_game_running {
            return Err(InputError::new("no game to resign"));
        }
        Ok(self.concede(EndReason::Resigned(self.options.own), now))
    }

    fn on_disconnect(&mut self, _now: Duration) -> Effects {
        let mut effects = Effects::default();
        if self.is_game_running {
            self.end(EndReason::Disconnected, None, &mut effects);
        }
        self.finish(&mut effects);
        effects
    }

    fn game(&self) -> &LineGame {
        &self.game
    }

    fn is_playing(&self) -> bool {
        self.is_game_running
    }

    fn awaits_move(&self) -> bool {
        matches!(self.phase, Phase::OwnTurn { .. })
    }

    fn own(&self) -> Seat {
        self.options.own
    }

    fn leds(&self) -> [bool; 3] {
        self.leds
    }
}
