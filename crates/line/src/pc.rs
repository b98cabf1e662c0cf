//! The PC that drives a device.
//!
//! A PC adapts to its device. What an option does not say is assumed as in the lab (`setup`), and the device's messages
//! confirm or correct it. Messages leave through `outbox`, which waits until the device has stopped printing.

mod claims;
mod deadlines;
mod echo;
mod endpoint;
mod extra_ok;
mod opening;
mod outbox;
mod replies;
mod sending;
mod setup;
mod turn;

use std::time::Duration;

use games::othello::Move;
use rules::{InputError, Seat};

use crate::endpoint::{Effects, Endpoint};
use crate::event::{EndReason, Event, GameResult, Side, colour_name};
use crate::framing::{Framer, Line, LineEndings, MAX_LINE};
use crate::game::LineGame;
use crate::message::{Claim, DeviceMessage, DeviceResult, PcMessage, Reply, Strictness};
use crate::opening::OpeningStep;
use crate::profile::DeviceProfile;
use crate::quirks::Terminator;
use crate::{ColourOf, DEFAULT_FIRST, DEFAULT_SECONDS};

use self::echo::Echo;
use self::extra_ok::ExtraOk;
use self::outbox::{Outbox, Refused, Unanswered};
use self::setup::Setup;
pub use self::setup::{ColourReply, Observations};

/// Time for the last messages of the device after `EG`.
const CLOSING_TIME: Duration = Duration::from_secs(1);
/// Number of times that a move answered by `ER` is sent, and that a claim is rejected, before the game is ended.
const MAX_TRIES: u8 = 3;
/// Number of openings that are tried in a session.
const MAX_ATTEMPTS: u8 = 10;

/// Options of a PC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PcOptions {
    /// Strictness towards the device.
    pub strictness: Strictness,
    /// Side of the PC.
    pub own: Seat,
    /// Known properties of the device.
    pub profile: DeviceProfile,
    /// Seconds for a move, sent by `ST`; `None` sends no `ST`.
    pub seconds: Option<u8>,
    /// `true` to send `PS` automatically.
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
#[derive(Clone, Copy, PartialEq, Debug)]
enum Phase {
    /// Waits for the reply to a step of the opening, first sent at `since` and last at `sent`.
    Opening { index: usize, step: OpeningStep, since: Duration, sent: Duration, tries: u8, is_refused: bool },
    /// Waits for [`Pc::release`] before the step with this index.
    Holding { index: usize },
    /// Waits for a first move of the device. After `wait` without a byte the step `next` follows, or the game.
    Settling { next: usize, since: Duration, wait: Duration },
    /// Waits for a move of the PC's player.
    OwnTurn { since: Duration },
    /// Waits for the reply to our move, sent at `since` in a turn that began at `turn`.
    Sent { mv: Move, turn: Duration, since: Duration, tries: u8 },
    /// Waits for the device's move.
    DeviceTurn { since: Duration },
    /// The device is late with its move: waits for the reply to `AT`.
    Checking { since: Duration },
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
    /// Properties of the device: the given ones and those found so far.
    known: DeviceProfile,
    setup: Setup,
    /// `true` if the device has made a legal move in this game.
    is_confirmed: bool,
    /// Number of openings that did not fit.
    attempts: u8,
    /// `true` if the device, moving first, did so only after `NG`.
    needs_new_game: bool,
    /// `true` if the game may begin as soon as the device is ready.
    is_released: bool,
    framer: Framer,
    echo: Echo,
    outbox: Outbox,
    unanswered: Unanswered,
    ends: Terminator,
    extra_ok: ExtraOk,
    observations: Observations,
    phase: Phase,
    game: LineGame,
    unconfirmed: Option<UnconfirmedMove>,
    /// Last move of the device, until our next move is accepted.
    last_device_move: Option<Move>,
    /// `true` if our last move was sent again because the device said nothing.
    is_move_repeated: bool,
    /// Number of claims rejected in a row.
    rejections: u8,
    is_game_running: bool,
    has_begun_game: bool,
    /// `true` if [`Event::Finished`] follows the last message in the outbox.
    is_finishing: bool,
    leds: [bool; 3],
}

impl Pc {
    /// Creates a PC; [`start`](Pc::start) sends the first message.
    pub fn new(mut options: PcOptions) -> Pc {
        let is_strict = options.strictness == Strictness::Strict;
        let endings = if is_strict { LineEndings::Cr } else { LineEndings::Any };
        let default_quiet = if is_strict { Duration::ZERO } else { DeviceProfile::QUIET };
        if options.seconds.is_some() {
            options.profile.opening = options.profile.opening.map(crate::opening::Opening::with_seconds);
        }
        let known = options.profile;
        let setup = Setup::new(&known);
        Pc {
            known,
            setup,
            is_confirmed: false,
            attempts: 0,
            needs_new_game: false,
            is_released: false,
            framer: Framer::new(endings),
            echo: Echo::default(),
            outbox: Outbox::new(known.quiet.unwrap_or(default_quiet)),
            unanswered: Unanswered::default(),
            ends: known.ends.unwrap_or_default(),
            extra_ok: ExtraOk::new(if is_strict {
                known.ok_after_ok.or(Some(false))
            } else {
                known.ok_after_ok
            }),
            observations: Observations::default(),
            phase: Phase::Done,
            game: LineGame::new(setup.first),
            unconfirmed: None,
            last_device_move: None,
            is_move_repeated: false,
            rejections: 0,
            is_game_running: false,
            has_begun_game: false,
            is_finishing: false,
            leds: [false; 3],
            options,
        }
    }

    /// Properties of the device: the given ones and those found so far.
    pub fn profile(&self) -> DeviceProfile {
        DeviceProfile { ok_after_ok: self.extra_ok.is_needed(), ..self.known }
    }

    /// What was seen of the device.
    pub fn observations(&self) -> Observations {
        Observations { echoes: self.echo.is_echoing(), ..self.observations }
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
            self.send_message(PcMessage::YouWin, now, &mut effects);
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
            None if self.is_tolerant() => {
                self.observations.prose += 1;
                self.observations.prose_since_colour += 1;
                let printed_for = now.saturating_sub(self.outbox.last_sent());
                self.observations.longest_print = self.observations.longest_print.max(printed_for);
            }
            None => {
                let quoted = InputError::quote(text);
                effects.note(format!(
                    "{quoted} is no message of a device: expected OK, MM B5 or another one of the table"
                ));
            }
        }
    }

    fn on_message(&mut self, message: DeviceMessage, now: Duration, effects: &mut Effects) {
        self.observations.has_spoken |= message != DeviceMessage::Reply(Reply::Blank);
        match message {
            DeviceMessage::Move(mv) => self.on_move(mv, now, effects),
            DeviceMessage::Pass => self.on_move(Move::PASS, now, effects),
            DeviceMessage::Claim(claim) => self.on_claim(claim, now, effects),
            DeviceMessage::Result(result) => self.on_result(result, now, effects),
            DeviceMessage::Quit => {
                self.reply(Reply::Ok, now, effects);
                if self.is_game_running {
                    self.end(EndReason::Resigned(self.device()), Some(self.options.own), effects);
                    self.finish(effects);
                } else if matches!(self.phase, Phase::Stopping { .. }) {
                    self.finish(effects);
                }
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
        let (first, device) = (colour_name(self.setup.first), colour_name(self.device()));
        effects.note(format!(
            "the device disagrees about who begins: expected {device} for the device and {first} to move first; check \
             --first and --sp-is"
        ));
        if self.is_game_running {
            self.end(EndReason::Disputed, None, effects);
        }
        self.end_game(now, effects);
    }

    /// Ends the game on the device with `EG`.
    fn end_game(&mut self, now: Duration, effects: &mut Effects) {
        self.outbox.keep_replies();
        self.send_message(PcMessage::EndGame, now, effects);
        self.phase = Phase::Stopping { until: now + CLOSING_TIME };
    }

    fn finish(&mut self, effects: &mut Effects) {
        self.phase = Phase::Done;
        if self.outbox.is_empty() {
            effects.push(Event::Finished);
        } else {
            self.is_finishing = true;
        }
    }
}

/// `true` if a line was probably meant as a move.
fn looks_like_move(text: &str) -> bool {
    text.split_whitespace()
        .next()
        .is_some_and(|word| ["MM", "MP"].iter().any(|mv| word.eq_ignore_ascii_case(mv)))
}
