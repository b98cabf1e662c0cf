//! One end of a line at work: the clock, the line, whoever chooses, and whoever watches.

use std::io::BufRead;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use games::othello::Move;
use line::{Device, Effects, Event, Pc, Station, colour};
use rules::Notation;
use rules::cpu::Portable;
use rules::diagram::read_square;

use super::super::keeping::Keeping;
use super::super::link::{Arriving, Speaker};
use super::super::log::Log;
use super::super::mind::Mind;
use super::super::screen::{Screen, Subtitles};
use crate::failure::Failure;
use crate::output::json;

/// What can be typed.
const HELP: &str = "\
a square   play there, for example e3; passes are said by themselves
board      print the board again
resign     give up
stop       PC: end the game here, the discs are counted
quit       leave the line";

/// Which end we are.
pub(super) enum Role {
    Device(Box<Device>),
    Pc(Box<Pc>),
}

impl Role {
    fn station(&mut self) -> &mut dyn Station {
        match self {
            Role::Device(device) => &mut **device,
            Role::Pc(pc) => &mut **pc,
        }
    }
}

/// Who chooses our moves.
pub(super) enum Who {
    Human,
    Engine(Box<Mind>),
}

/// What comes to a session.
pub(super) enum Letter {
    /// From the line.
    Line(Arriving),
    /// From the engine: the number of the question, and a move or why there is none.
    Chosen(u64, Result<String, String>),
    /// From the terminal; nothing if it was closed.
    Typed(Option<String>),
}

/// Lets a thread listen to the terminal.
pub(super) fn listen_to_person(sender: Sender<Letter>) {
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            if sender.send(Letter::Typed(Some(line))).is_err() {
                return;
            }
        }
        // If the session is over, nobody minds.
        let _ = sender.send(Letter::Typed(None));
    });
}

/// Subtitles for what is said and for what is heard.
pub(super) fn subtitles() -> [Subtitles; 2] {
    [Subtitles::new(), Subtitles::new()]
}

/// One end of a line at work.
pub(super) struct Session<'a> {
    pub(super) role: Role,
    pub(super) speaker: Speaker,
    pub(super) letters: Receiver<Letter>,
    pub(super) who: Who,
    pub(super) log: Log,
    pub(super) keeping: Option<Keeping>,
    pub(super) screen: Screen<'a>,
    /// What we are called, and what the other end is.
    pub(super) names: [String; 2],
    pub(super) begun: Instant,
    pub(super) subtitles: [Subtitles; 2],
    pub(super) games_left: u32,
    /// Games that came to nothing.
    pub(super) void: u32,
    pub(super) is_over: bool,
}

impl Session<'_> {
    /// Works until the line is gone, the games are played or the person leaves.
    pub(super) fn run(mut self) -> Result<(), Failure> {
        if let Role::Pc(pc) = &mut self.role {
            let effects = pc.start(Duration::ZERO);
            self.carry_out(&effects)?;
        }
        while !self.is_over {
            match self.next_letter()? {
                None => {
                    let now = self.begun.elapsed();
                    let effects = self.role.station().wake(now);
                    self.carry_out(&effects)?;
                }
                Some(letter) => self.read(letter)?,
            }
        }
        match self.void {
            0 => Ok(()),
            1 => Err(Failure::work("a game came to nothing")),
            void => Err(Failure::work(format_args!("{void} games came to nothing"))),
        }
    }

    /// What comes next; nothing if something has to be done before anything comes.
    fn next_letter(&mut self) -> Result<Option<Letter>, Failure> {
        let deadline = self.role.station().deadline();
        let received = match deadline {
            None => self.letters.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => self.letters.recv_timeout(deadline.saturating_sub(self.begun.elapsed())),
        };
        match received {
            Ok(letter) => Ok(Some(letter)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Failure::work("nobody listens to the line any more")),
        }
    }

    fn read(&mut self, letter: Letter) -> Result<(), Failure> {
        let now = self.begun.elapsed();
        match letter {
            Letter::Line(Arriving::Bytes(bytes)) => {
                self.log.bytes(now, "<", &bytes)?;
                for line in self.subtitles[1].lines(&bytes) {
                    self.screen.said(now, "<", &line)?;
                }
                let effects = self.role.station().hear(&bytes, now);
                self.carry_out(&effects)
            }
            Letter::Line(Arriving::Gone(why)) => {
                self.happened(&Event::Note(format!("the line is gone: {why}")))?;
                let effects = self.role.station().cut(now);
                self.carry_out(&effects)?;
                self.is_over = true;
                Ok(())
            }
            Letter::Chosen(turn, choice) => match &self.who {
                Who::Engine(mind) if mind.is_awaited(turn) => self.choose(&choice),
                _ => Ok(()),
            },
            Letter::Typed(Some(text)) => self.obey(text.trim()),
            Letter::Typed(None) => {
                self.is_over = true;
                Ok(())
            }
        }
    }

    /// What the engine says.
    fn choose(&mut self, choice: &Result<String, String>) -> Result<(), Failure> {
        let now = self.begun.elapsed();
        let done = match choice.as_deref().map(read_move) {
            Ok(Some(mv)) => self.role.station().choose(mv, now).map_err(|fault| fault.to_string()),
            Ok(None) => Err(format!("the engine says {choice:?}, which is no move")),
            Err(why) => Err(why.to_owned()),
        };
        match done {
            Ok(effects) => self.carry_out(&effects),
            Err(why) => {
                self.happened(&Event::Note(why))?;
                match self.role.station().give_up(now) {
                    Ok(effects) => self.carry_out(&effects),
                    Err(_) => Ok(()),
                }
            }
        }
    }

    /// What a person has typed.
    fn obey(&mut self, text: &str) -> Result<(), Failure> {
        let now = self.begun.elapsed();
        let done = match (text, &mut self.role) {
            ("", _) => return Ok(()),
            ("help" | "?", _) => return self.screen.tell(HELP, || json!({"help": HELP})),
            ("board", _) => return self.show_board(),
            ("quit" | "exit", _) => {
                self.is_over = true;
                return Ok(());
            }
            ("stop", Role::Pc(pc)) => Ok(pc.stop(now)),
            ("resign", role) => role.station().give_up(now),
            (text, role) => match read_move(text) {
                Some(mv) => role.station().choose(mv, now),
                None => Err(rules::Fault::unexpected(text, "a square from a1 to h8, or help")),
            },
        };
        match done {
            Ok(effects) => self.carry_out(&effects),
            Err(fault) => self
                .screen
                .tell(&format!("That cannot be done: {fault}."), || json!({"refused": fault.to_string()})),
        }
    }

    fn show_board(&mut self) -> Result<(), Failure> {
        let station = self.role.station();
        let question = format!("You have {}. Your move:", colour(station.own()));
        self.screen.board(station.game(), &question)
    }

    /// Says what is to be said, after what happened is on disk.
    fn carry_out(&mut self, effects: &Effects) -> Result<(), Failure> {
        for event in &effects.events {
            self.happened(event)?;
        }
        if effects.bytes.is_empty() {
            return self.go_on(&effects.events);
        }
        let now = self.begun.elapsed();
        self.log.bytes(now, ">", &effects.bytes)?;
        for line in self.subtitles[0].lines(&effects.bytes) {
            self.screen.said(now, ">", &line)?;
        }
        if let Err(error) = self.speaker.say(&effects.bytes) {
            self.happened(&Event::Note(format!("the line is gone: {error}")))?;
            let effects = self.role.station().cut(now);
            for event in &effects.events {
                self.happened(event)?;
            }
            self.is_over = true;
            return Ok(());
        }
        self.go_on(&effects.events)
    }

    /// Keeps and tells something that happened.
    fn happened(&mut self, event: &Event) -> Result<(), Failure> {
        let now = self.begun.elapsed();
        let own = self.role.station().own();
        if let Some(keeping) = &mut self.keeping {
            let mut names = [self.names[0].as_str(), self.names[1].as_str()];
            if own.index() == 1 {
                names.reverse();
            }
            keeping.keep(event, names, now)?;
        }
        self.log.happened(now, &event.to_string())?;
        self.screen.happened(now, event)
    }

    /// Whoever is concerned is asked, once everything was said.
    fn go_on(&mut self, events: &[Event]) -> Result<(), Failure> {
        for event in events {
            match (event, &mut self.who) {
                (Event::Began { .. }, Who::Engine(mind)) => mind.begin(),
                (Event::YourTurn { limit, .. }, Who::Engine(mind)) => {
                    let game = self.role.station().game();
                    let rules = games::othello::Othello::new(game.position().turn(), Portable);
                    mind.ask(rules.write_position(game.position()), *limit);
                }
                (Event::YourTurn { .. }, Who::Human) => self.show_board()?,
                (Event::Claimed(_) | Event::TurnLost { .. }, Who::Engine(mind)) => mind.forget(),
                (Event::Ended(ended), who) => {
                    if let Who::Engine(mind) = who {
                        mind.forget();
                    }
                    self.void += u32::from(ended.why.is_void());
                    self.games_left = self.games_left.saturating_sub(1);
                }
                (Event::Finished, _) => self.next_game()?,
                _ => {}
            }
        }
        self.is_over |= self.games_left == 0 && matches!(self.role, Role::Device(_)) && !self.is_answer_due();
        Ok(())
    }

    /// Whether the end of the last game still waits for its answer.
    fn is_answer_due(&mut self) -> bool {
        self.role.station().deadline().is_some()
    }

    /// A PC has said its last word: on to the next game, or home.
    fn next_game(&mut self) -> Result<(), Failure> {
        let now = self.begun.elapsed();
        match &mut self.role {
            Role::Pc(pc) if self.games_left > 0 && self.void == 0 && pc.has_met_device() => {
                let own = pc.own().other();
                let effects = pc.again(own, now);
                self.carry_out(&effects)
            }
            Role::Pc(pc) if !pc.has_met_device() => Err(Failure::work("no game was played")),
            _ => {
                self.is_over = true;
                Ok(())
            }
        }
    }
}

fn read_move(text: &str) -> Option<Move> {
    if text.eq_ignore_ascii_case("pass") {
        return Some(Move::PASS);
    }
    let (column, row) = read_square(&text.to_ascii_lowercase(), 8, 8)?;
    Some(Move::on((row * 8 + column) as u8))
}
