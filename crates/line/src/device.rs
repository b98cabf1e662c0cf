//! The board on the line.

mod turn;

use std::time::Duration;

use games::othello::Move;
use rules::{InputError, Seat};

use crate::ColourOf;
use crate::event::{Ended, Event, Side, Why};
use crate::framing::{Ends, Framer, Line};
use crate::game::{Game, Next};
use crate::habits::{Habits, StrayOk};
use crate::message::{Answer, Claim, Command, Ending, Reading, Report};
use crate::station::{Effects, Station};

/// What it costs the PC to accept a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Accepted {
    /// Its turn.
    #[default]
    Turn,
    /// The game.
    Game,
}

/// What the device does when the PC rejects a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rejected {
    /// It gives up.
    #[default]
    Quit,
    /// It lets the PC choose again.
    PlayOn,
}

/// What is fixed about a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeviceOptions {
    /// How well the PC has to write.
    pub reading: Reading,
    /// Who moves first.
    pub first: Seat,
    /// Whose colour `SP` names.
    pub colour_of: ColourOf,
    /// Seconds for a move until `ST` says otherwise.
    pub seconds: u8,
    /// What an accepted claim costs.
    pub accepted: Accepted,
    /// What becomes of a rejected one.
    pub rejected: Rejected,
    /// What it does that the table does not say.
    pub habits: Habits,
    /// How long an answer is waited for before the PC is given up.
    pub patience: Duration,
}

/// What the device waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// No game is on.
    Idle,
    /// The PC has to move. What the device said before may still have to be answered by `OK`.
    PcTurn { since: Duration, is_answered: bool },
    /// The device chooses.
    OwnTurn,
    /// A claim waits for its answer; and perhaps what was said before it, too.
    Claimed { claim: Claim, since: Duration, is_answered: bool },
    /// The device has made the last move or pass, and waits for its `OK`.
    Closing { since: Duration },
    /// The end was announced, and waits for its answer.
    Announced { since: Duration },
}

/// The board on the line: it plays, and checks the PC's moves and time.
#[derive(Clone, Debug)]
pub struct Device {
    options: DeviceOptions,
    framer: Framer,
    phase: Phase,
    game: Game,
    /// The PC's side, once it was told.
    pc: Option<Seat>,
    seconds: u8,
    /// `NG` came before anybody knew who has which colour.
    is_new_game_wanted: bool,
    leds: [bool; 3],
}

impl Device {
    /// A device that was just switched on.
    pub fn new(options: DeviceOptions) -> Device {
        let ends = if options.reading == Reading::Strict { Ends::Cr } else { Ends::Any };
        Device {
            framer: Framer::new(ends),
            phase: Phase::Idle,
            game: Game::new(options.first),
            pc: None,
            seconds: options.seconds,
            is_new_game_wanted: false,
            leds: [false; 3],
            options,
        }
    }

    fn limit(&self) -> Duration {
        Duration::from_secs(self.seconds.into())
    }

    fn is_tolerant(&self) -> bool {
        self.options.reading == Reading::Tolerant
    }

    fn pc(&self) -> Seat {
        self.pc.unwrap_or(self.options.first)
    }

    fn write(&self, text: &str, effects: &mut Effects) {
        effects.bytes.extend(text.as_bytes());
        effects.bytes.extend(self.options.habits.terminator.bytes());
    }

    fn say(&self, report: Report, effects: &mut Effects) {
        self.write(&report.to_string(), effects);
    }

    fn ok(&self, effects: &mut Effects) {
        self.say(Report::Answer(Answer::Ok), effects);
    }

    /// Nothing happens but that the PC hears it was not understood.
    fn refuse(&self, why: &str, effects: &mut Effects) {
        effects.note(why);
        self.say(Report::NotUnderstood, effects);
    }

    fn hear_line(&mut self, line: &Line, now: Duration, effects: &mut Effects) {
        match line {
            Line::TooLong(length) => {
                self.refuse(&format!("a line of {length} bytes is no message: expected at most 5"), effects);
            }
            Line::Noise(_) => {
                self.refuse("a line that is no text arrived: is the speed of the line right?", effects);
            }
            Line::Text(text) => match Command::read(text, self.options.reading) {
                Some(command) => self.obey(command, now, effects),
                // An answer to this would be answered in turn, by another device for ever.
                None if text.trim() == "ER" => effects.note("the other end has not understood us"),
                None => {
                    let quoted = InputError::quote(text);
                    self.refuse(
                        &format!("{quoted} is no message to a device: expected AT, MV G3 or so"),
                        effects,
                    );
                }
            },
        }
    }

    fn obey(&mut self, command: Command, now: Duration, effects: &mut Effects) {
        match command {
            Command::Attention => self.ok(effects),
            Command::Reset => {
                self.ok(effects);
                if self.is_playing() {
                    self.end(Why::Reset, None, effects);
                }
                self.phase = Phase::Idle;
                self.game = Game::new(self.options.first);
                self.is_new_game_wanted = false;
                self.light(None, effects);
            }
            Command::Seconds(seconds) => {
                self.seconds = seconds;
                self.ok(effects);
            }
            Command::Colour(seat) => self.take_colour(seat, now, effects),
            Command::NewGame => {
                self.ok(effects);
                // A game without a move has not happened: one that began at SP begins once more.
                if self.is_playing() && !self.game.is_at_start() {
                    self.end(Why::Stopped, self.game.leader(), effects);
                }
                self.is_new_game_wanted = self.pc.is_none();
                match self.pc {
                    Some(_) => self.begin(now, effects),
                    None => effects.note("a new game waits for SP, which says who has which colour"),
                }
            }
            Command::EndGame => {
                self.ok(effects);
                self.is_new_game_wanted = false;
                if self.is_playing() {
                    self.announce(Why::Stopped, now, effects);
                }
            }
            Command::YouWin if self.is_playing() => {
                self.ok(effects);
                self.light(Some(Ending::Won), effects);
                self.end(Why::GivenUp(self.pc()), Some(self.own()), effects);
                self.phase = Phase::Idle;
            }
            Command::Move(mv) => self.hear_move(mv, now, effects),
            Command::Pass => self.hear_move(Move::PASS, now, effects),
            Command::Answer(answer) => self.hear_answer(answer, now, effects),
            Command::YouWin => {
                self.ok(effects);
                effects.note("WN came while no game is on");
            }
        }
    }

    /// A game that has not seen a move yet can still change its colours.
    fn take_colour(&mut self, named: Seat, now: Duration, effects: &mut Effects) {
        if self.is_playing() && !self.game.is_at_start() {
            return self.refuse("SP came in the middle of a game: expected it before", effects);
        }
        let was_playing = self.is_playing();
        self.pc = Some(self.options.colour_of.pc(named));
        let answer = if self.options.habits.answers_colour { Answer::Ok } else { Answer::Blank };
        self.say(Report::Answer(answer), effects);
        if was_playing || self.is_new_game_wanted || self.options.habits.starts_at_colour {
            self.begin(now, effects);
        }
    }

    fn begin(&mut self, now: Duration, effects: &mut Effects) {
        self.is_new_game_wanted = false;
        self.game = Game::new(self.options.first);
        self.light(None, effects);
        effects.tell(Event::Began { first: self.options.first, side: Side::Ours(self.own()) });
        self.turn_over(true, now, effects);
    }

    /// The LED of this ending alone, or none.
    fn light(&mut self, ending: Option<Ending>, effects: &mut Effects) {
        let mut leds = [false; 3];
        if let Some(ending) = ending {
            leds[usize::from(ending.led()) - 1] = true;
        }
        if leds != self.leds {
            self.leds = leds;
            effects.tell(Event::Leds(leds));
        }
    }

    fn end(&self, why: Why, winner: Option<Seat>, effects: &mut Effects) {
        let discs = [Seat::FIRST, Seat::SECOND].map(|seat| self.game.discs(seat));
        effects.tell(Event::Ended(Ended { why, winner, discs }));
    }

    /// The count is announced.
    fn announce(&mut self, why: Why, now: Duration, effects: &mut Effects) {
        if self.options.habits.prints {
            let [own, user] = [self.own(), self.pc()].map(|seat| self.game.discs(seat));
            self.write(&format!("The final score is: AVR: {own} User: {user}"), effects);
        }
        let ending = self.game.ending(self.own());
        self.say(Report::Ending(ending), effects);
        self.light(Some(ending), effects);
        self.end(why, self.game.leader(), effects);
        self.phase = Phase::Announced { since: now };
    }

    fn quit(&mut self, why: Why, winner: Option<Seat>, now: Duration, effects: &mut Effects) {
        self.say(Report::Quit, effects);
        self.end(why, winner, effects);
        self.phase = Phase::Announced { since: now };
    }

    /// What time alone brings about.
    fn pass_time(&mut self, now: Duration, effects: &mut Effects) {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return;
        }
        match self.phase {
            Phase::Idle | Phase::OwnTurn => {}
            Phase::PcTurn { .. } => self.claim(Claim::Late, now, effects),
            Phase::Closing { .. } => {
                effects.note("the last move was not answered by OK");
                self.announce(Why::PlayedOut, now, effects);
            }
            Phase::Claimed { .. } => {
                effects.note("a claim was never answered: expected OK or PL");
                self.end(Why::Silent, None, effects);
                self.phase = Phase::Idle;
            }
            Phase::Announced { .. } => {
                effects.note("the end of the game was never answered");
                self.phase = Phase::Idle;
            }
        }
    }

    fn claim(&mut self, claim: Claim, now: Duration, effects: &mut Effects) {
        let stray = self.options.habits.stray_ok;
        if stray == Some(StrayOk::Before) {
            self.ok(effects);
        }
        self.say(Report::Claim(claim), effects);
        if stray == Some(StrayOk::Behind) {
            self.ok(effects);
        }
        effects.tell(Event::Claimed(claim));
        let is_answered = !matches!(self.phase, Phase::PcTurn { is_answered: false, .. });
        self.phase = Phase::Claimed { claim, since: now, is_answered };
    }
}

impl Station for Device {
    fn hear(&mut self, bytes: &[u8], now: Duration) -> Effects {
        let mut effects = self.wake(now);
        for &byte in bytes {
            if self.options.habits.echoes {
                effects.bytes.push(byte);
            }
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
        match self.phase {
            Phase::Idle | Phase::OwnTurn => None,
            Phase::PcTurn { since, .. } => Some(since + self.limit()),
            Phase::Claimed { since, .. } | Phase::Closing { since } | Phase::Announced { since } => {
                Some(since + self.options.patience)
            }
        }
    }

    fn choose(&mut self, mv: Move, now: Duration) -> Result<Effects, InputError> {
        if self.phase != Phase::OwnTurn {
            return Err(InputError::new("it is not the device's turn"));
        }
        if !self.game.is_legal(mv) {
            let name = crate::message::name(mv);
            return Err(InputError::new(format!("{name} is not legal here: expected a square marked V")));
        }
        let mut effects = Effects::default();
        self.make_own_move(mv, now, &mut effects);
        Ok(effects)
    }

    fn give_up(&mut self, now: Duration) -> Result<Effects, InputError> {
        if !self.is_playing() {
            return Err(InputError::new("no game is on that could be given up"));
        }
        let mut effects = Effects::default();
        self.quit(Why::GivenUp(self.own()), Some(self.pc()), now, &mut effects);
        Ok(effects)
    }

    fn cut(&mut self, _now: Duration) -> Effects {
        let mut effects = Effects::default();
        if self.is_playing() {
            self.end(Why::Cut, None, &mut effects);
        }
        self.phase = Phase::Idle;
        effects.tell(Event::Finished);
        effects
    }

    fn game(&self) -> &Game {
        &self.game
    }

    fn is_playing(&self) -> bool {
        !matches!(self.phase, Phase::Idle | Phase::Announced { .. })
    }

    fn is_to_choose(&self) -> bool {
        self.phase == Phase::OwnTurn
    }

    fn own(&self) -> Seat {
        self.pc().other()
    }

    fn leds(&self) -> [bool; 3] {
        self.leds
    }
}
