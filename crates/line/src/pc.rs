//! Whoever drives a device.

mod answers;
mod claims;
mod echo;
mod opening;
mod turn;

use std::time::Duration;

use games::othello::Move;
use rules::{InputError, Seat};

use crate::event::{Ended, Event, Side, Why, colour};
use crate::framing::{Ends, Framer, Line};
use crate::game::Game;
use crate::message::{Answer, Claim, Command, Ending, Reading, Report};
use crate::station::{Effects, Station};
use crate::{ColourOf, USUAL_SECONDS};

use self::echo::Echo;
use self::opening::Step;

/// How long a device is given to say the last word after `EG`.
const LAST_WORD: Duration = Duration::from_secs(1);
/// How often a move is said that is answered by `ER`, and how often a claim is rejected, before the game is given up.
const TRIES: u8 = 3;

/// When a device takes a game to have begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BeginsAt {
    /// At `NG`, as the table says.
    #[default]
    NewGame,
    /// At `SP`: `NG` is not said.
    Colour,
    /// Nobody knows: a device that moves first is given time to show that it has begun at `SP`.
    Either,
}

/// What is fixed about a PC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PcOptions {
    /// How well the device has to write, and how well it has to keep to the table.
    pub reading: Reading,
    /// Who moves first.
    pub first: Seat,
    /// The PC's side.
    pub own: Seat,
    /// Whose colour `SP` names.
    pub colour_of: ColourOf,
    /// Seconds for a move to be set by `ST`; nothing is set without it.
    pub seconds: Option<u8>,
    /// When the device takes a game to have begun.
    pub begins_at: BeginsAt,
    /// Whether `PS` is said without asking anybody.
    pub passes_by_itself: bool,
    /// Whether the game waits for [`Pc::release`] once the device is ready.
    pub holds: bool,
    /// A device that takes longer than this for a move loses the game.
    pub device_limit: Option<Duration>,
    /// A claim that the PC was late is accepted if it was, or nearly, by so much: the device has counted since it sent what
    /// the PC has only heard.
    pub grace: Duration,
    /// How long an answer is waited for before the device is given up.
    pub patience: Duration,
}

impl PcOptions {
    /// What a PC that plays itself forgives a device's clock.
    pub const GRACE: Duration = Duration::from_millis(250);
}

/// What the PC waits for.
#[derive(Clone, PartialEq, Debug)]
enum Phase {
    /// The answer to a step of the opening.
    Asking { step: Step, since: Duration, said: Duration },
    /// Somebody else who has to be ready, too.
    Holding,
    /// Whether the device has begun at `SP`.
    Settling { until: Duration },
    /// Whoever plays here.
    OwnTurn { since: Duration },
    /// The answer to our move, chosen within so long.
    Sent { mv: Move, took: Duration, since: Duration, tries: u8 },
    /// The device's move.
    DeviceTurn { since: Duration },
    /// What comes of a claim that we have answered; a move of ours is said again if nothing does.
    Answered { claim: Claim, accepted: bool, mv: Option<Move>, since: Duration, again: Option<Duration> },
    /// The game is over by our board: the device's word.
    Closing { since: Duration },
    /// The game is over for us: the last words.
    Stopping { until: Duration },
    /// Nothing.
    Done,
}

/// A move of ours that was accepted, until the device's next one shows that it meant it.
#[derive(Clone, Debug)]
struct Doubt {
    before: Game,
    mv: Move,
    took: Duration,
}

/// Whoever drives a device.
#[derive(Clone, Debug)]
pub struct Pc {
    options: PcOptions,
    framer: Framer,
    echo: Echo,
    phase: Phase,
    game: Game,
    doubt: Option<Doubt>,
    /// The device's last move, while we have not answered it by one of ours.
    heard: Option<Move>,
    /// Claims in a row that we have rejected.
    rejections: u8,
    /// Whether the game is still the one that was begun last.
    is_on: bool,
    has_met_device: bool,
    leds: [bool; 3],
}

impl Pc {
    /// A PC that has said nothing yet; [`start`](Pc::start) makes it speak.
    pub fn new(options: PcOptions) -> Pc {
        let ends = if options.reading == Reading::Strict { Ends::Cr } else { Ends::Any };
        Pc {
            framer: Framer::new(ends),
            echo: Echo::default(),
            phase: Phase::Done,
            game: Game::new(options.first),
            doubt: None,
            heard: None,
            rejections: 0,
            is_on: false,
            has_met_device: false,
            leds: [false; 3],
            options,
        }
    }

    /// The PC ends the game: the count decides.
    pub fn stop(&mut self, now: Duration) -> Effects {
        let mut effects = Effects::default();
        if self.is_on {
            self.end(Why::Stopped, self.game.leader(), &mut effects);
            self.dismiss(now, &mut effects);
        } else if self.phase != Phase::Done {
            self.finish(&mut effects);
        }
        effects
    }

    /// The ends do not agree on the game: it comes to nothing.
    pub fn dispute(&mut self, now: Duration) -> Effects {
        let mut effects = Effects::default();
        if self.is_on {
            self.end(Why::Disputed, None, &mut effects);
            self.dismiss(now, &mut effects);
        }
        effects
    }

    /// The other side has ended the game on the board without its last pass: this end needs nobody for that.
    pub fn close(&mut self, now: Duration) -> Effects {
        let mut effects = Effects::default();
        if self.is_on && self.game.is_stuck_for_good() && matches!(self.phase, Phase::OwnTurn { .. }) {
            self.send(Move::PASS, now, now, &mut effects);
        }
        effects
    }

    /// The device is told that it has won.
    pub fn concede(&mut self, why: Why, now: Duration) -> Effects {
        let mut effects = Effects::default();
        if self.is_on {
            self.say(Command::YouWin, &mut effects);
            self.light(Ending::Won, &mut effects);
            self.end(why, Some(self.device()), &mut effects);
            self.phase = Phase::Stopping { until: now + LAST_WORD };
        }
        effects
    }

    fn limit(&self) -> Duration {
        Duration::from_secs(self.options.seconds.unwrap_or(USUAL_SECONDS).into())
    }

    fn is_tolerant(&self) -> bool {
        self.options.reading == Reading::Tolerant
    }

    /// The device's side.
    pub fn device(&self) -> Seat {
        self.options.own.other()
    }

    /// Until when the device has to move, if its time is limited and it is to move.
    pub fn device_until(&self) -> Option<Duration> {
        let limit = self.options.device_limit?;
        if let Phase::DeviceTurn { since } = self.phase { Some(since + limit) } else { None }
    }

    /// Whether a game was ever begun.
    pub fn has_met_device(&self) -> bool {
        self.has_met_device
    }

    fn say(&mut self, command: Command, effects: &mut Effects) {
        let text = command.to_string();
        effects.bytes.extend(text.as_bytes());
        effects.bytes.push(b'\r');
        self.echo.said(text);
    }

    fn answer(&mut self, answer: Answer, effects: &mut Effects) {
        self.say(Command::Answer(answer), effects);
    }

    fn hear_line(&mut self, line: &Line, now: Duration, effects: &mut Effects) {
        let text = match line {
            Line::Text(text) => text,
            Line::TooLong(length) => {
                return effects.note(format!("a line of {length} bytes was left out: it is no message"));
            }
            Line::Noise(_) => {
                return effects.note("a line that is no text was left out: is the speed of the line right?");
            }
        };
        if self.is_tolerant() && self.echo.is_echo(text) {
            return;
        }
        match Report::read(text, self.options.reading) {
            Some(report) => self.hear_report(report, now, effects),
            None if self.is_tolerant() && looks_like_move(text) => {
                let quoted = InputError::quote(text.trim());
                effects.note(format!("{quoted} is no move: expected MM and a square from A1 to H8, or MP"));
            }
            // Boards and prose stand between messages.
            None if self.is_tolerant() => {}
            None => {
                let quoted = InputError::quote(text);
                effects.note(format!("{quoted} is no message of a device: expected OK, MM B5 or so"));
            }
        }
    }

    fn hear_report(&mut self, report: Report, now: Duration, effects: &mut Effects) {
        match report {
            Report::Move(mv) => self.hear_move(mv, now, effects),
            Report::Pass => self.hear_move(Move::PASS, now, effects),
            Report::Claim(claim) => self.hear_claim(claim, now, effects),
            Report::Ending(ending) => self.hear_ending(ending, effects),
            Report::Quit => {
                self.answer(Answer::Ok, effects);
                if self.is_on {
                    self.end(Why::GivenUp(self.device()), Some(self.options.own), effects);
                }
                self.finish(effects);
            }
            Report::NotUnderstood => self.not_understood(now, effects),
            Report::Answer(answer) => self.hear_answer(answer, now, effects),
        }
    }

    fn light(&mut self, ending: Ending, effects: &mut Effects) {
        let mut leds = [false; 3];
        leds[usize::from(ending.led()) - 1] = true;
        self.set_leds(leds, effects);
    }

    fn set_leds(&mut self, leds: [bool; 3], effects: &mut Effects) {
        if leds != self.leds {
            self.leds = leds;
            effects.tell(Event::Leds(leds));
        }
    }

    fn end(&mut self, why: Why, winner: Option<Seat>, effects: &mut Effects) {
        self.is_on = false;
        self.doubt = None;
        let discs = [Seat::FIRST, Seat::SECOND].map(|seat| self.game.discs(seat));
        effects.tell(Event::Ended(Ended { why, winner, discs }));
    }

    /// The device takes another side to begin than we do: nobody can play so.
    fn disagree_on_beginning(&mut self, now: Duration, effects: &mut Effects) {
        let (first, device) = (colour(self.options.first), colour(self.device()));
        effects.note(format!(
            "the device does not begin as we do, who take it to have {device} and {first} to move first: do both ends \
             have the same --first and --sp-is?"
        ));
        self.end(Why::Disputed, None, effects);
        self.dismiss(now, effects);
    }

    /// The device has broken a rule or is not to play on: it is told that the game ends here.
    fn dismiss(&mut self, now: Duration, effects: &mut Effects) {
        self.say(Command::EndGame, effects);
        self.phase = Phase::Stopping { until: now + LAST_WORD };
    }

    fn finish(&mut self, effects: &mut Effects) {
        self.phase = Phase::Done;
        effects.tell(Event::Finished);
    }

    /// What time alone brings about.
    fn pass_time(&mut self, now: Duration, effects: &mut Effects) {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return;
        }
        match self.phase {
            Phase::Done | Phase::Holding | Phase::OwnTurn { .. } => {}
            Phase::Asking { step, since, .. } => self.ask_again(step, since, now, effects),
            Phase::Settling { .. } => self.ask(Step::NewGame, now, effects),
            Phase::Answered { mv: Some(mv), again: Some(_), .. } => self.send(mv, now, now, effects),
            Phase::Answered { mv: None, again: Some(_), .. } => self.go_on(now, effects),
            Phase::DeviceTurn { .. } if self.options.device_limit.is_some() => {
                self.end(Why::Claimed(self.device(), Claim::Late), Some(self.options.own), effects);
                self.dismiss(now, effects);
            }
            Phase::Closing { .. } => {
                effects.note("the device does not say how the game has ended: expected WN, LS or TE");
                self.end(Why::PlayedOut, self.game.leader(), effects);
                self.finish(effects);
            }
            Phase::Stopping { .. } => self.finish(effects),
            Phase::Sent { .. } | Phase::DeviceTurn { .. } | Phase::Answered { .. } => {
                self.end(Why::Silent, None, effects);
                self.finish(effects);
            }
        }
    }
}

/// Whether a line was perhaps meant to be a move, unlike prose.
fn looks_like_move(text: &str) -> bool {
    text.split_whitespace()
        .next()
        .is_some_and(|word| ["MM", "MP"].iter().any(|mv| word.eq_ignore_ascii_case(mv)))
}

impl Station for Pc {
    fn hear(&mut self, bytes: &[u8], now: Duration) -> Effects {
        let mut effects = self.wake(now);
        for &byte in bytes {
            if let Some(line) = self.framer.push(byte) {
                self.hear_line(&line, now, &mut effects);
            }
        }
        effects
    }

    fn wake(&mut self, now: Duration) -> Effects {
        let mut effects = Effects::default();
        self.pass_time(now, &mut effects);
        effects
    }

    fn deadline(&self) -> Option<Duration> {
        let patience = self.options.patience;
        match self.phase {
            Phase::Done | Phase::Holding | Phase::OwnTurn { .. } => None,
            Phase::Asking { step, since, said } => Some(step.deadline(since, said, patience)),
            Phase::Settling { until } | Phase::Stopping { until } => Some(until),
            Phase::Answered { again: Some(again), .. } => Some(again),
            // Whatever our patience for answers is, a device has its seconds for a move.
            Phase::DeviceTurn { since } => {
                Some(since + self.options.device_limit.unwrap_or(patience.max(self.limit() + LAST_WORD)))
            }
            Phase::Sent { since, .. } | Phase::Answered { since, .. } | Phase::Closing { since } => {
                Some(since + patience)
            }
        }
    }

    fn choose(&mut self, mv: Move, now: Duration) -> Result<Effects, InputError> {
        let Phase::OwnTurn { since } = self.phase else {
            return Err(InputError::new("it is not the PC's turn"));
        };
        if !self.game.is_legal(mv) {
            let name = crate::message::name(mv);
            return Err(InputError::new(format!("{name} is not legal here: expected a square marked V")));
        }
        let mut effects = Effects::default();
        self.send(mv, since, now, &mut effects);
        Ok(effects)
    }

    fn give_up(&mut self, now: Duration) -> Result<Effects, InputError> {
        if !self.is_on {
            return Err(InputError::new("no game is on that could be given up"));
        }
        Ok(self.concede(Why::GivenUp(self.options.own), now))
    }

    fn cut(&mut self, _now: Duration) -> Effects {
        let mut effects = Effects::default();
        if self.is_on {
            self.end(Why::Cut, None, &mut effects);
        }
        self.finish(&mut effects);
        effects
    }

    fn game(&self) -> &Game {
        &self.game
    }

    fn is_playing(&self) -> bool {
        self.is_on
    }

    fn is_to_choose(&self) -> bool {
        matches!(self.phase, Phase::OwnTurn { .. })
    }

    fn own(&self) -> Seat {
        self.options.own
    }

    fn leds(&self) -> [bool; 3] {
        self.leds
    }
}
