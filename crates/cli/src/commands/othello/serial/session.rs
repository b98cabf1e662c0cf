//! One end of a line at work: the clock, the line, whoever chooses, and whoever watches.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use line::{Device, Effects, Event, Pc, Station, colour};
use rules::cpu::Portable;
use rules::{Fault, Notation};
use server::line_page::Order;

use super::super::chooser::Chooser;
use super::super::keeping::Keeping;
use super::super::link::{Arriving, Speaker};
use super::super::log::Log;
use super::super::screen::{Screen, Subtitles};
use super::page::Page;
use super::person::read_move;
use crate::failure::Failure;
use crate::mind::Thought;

/// Which end we are.
pub(super) enum Role {
    Device(Box<Device>),
    Pc(Box<Pc>),
}

impl Role {
    pub(super) fn station(&mut self) -> &mut dyn Station {
        match self {
            Role::Device(device) => &mut **device,
            Role::Pc(pc) => &mut **pc,
        }
    }
}

/// Who chooses our moves.
pub(super) enum Who {
    Human,
    Engine(Box<Chooser>),
}

/// What comes to a session.
pub(super) enum Letter {
    /// From the line.
    Line(Arriving),
    /// From the engine.
    Thought(Thought),
    /// From the terminal; nothing if it was closed.
    Typed(Option<String>),
    /// From the page.
    Ordered(Order),
    /// The first visitor of the page is there.
    Visited,
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
    pub(super) page: Option<Page>,
    /// What we are called, and what the other end is.
    pub(super) names: [String; 2],
    pub(super) begun: Instant,
    pub(super) subtitles: [Subtitles; 2],
    pub(super) games_left: u32,
    /// Whether a person says when another game begins.
    pub(super) is_asked_again: bool,
    /// Whether the first game waits for somebody to open the page.
    pub(super) awaits_visitor: bool,
    /// Nothing more will be said until then.
    pub(super) is_finished: bool,
    /// Games that came to nothing.
    pub(super) void: u32,
    pub(super) is_over: bool,
}

impl Session<'_> {
    /// Works until the line is gone, the games are played or the person leaves.
    pub(super) fn run(mut self) -> Result<(), Failure> {
        if self.awaits_visitor {
            self.screen.wait_for_visitor()?;
        } else {
            self.begin_again()?;
        }
        self.look();
        while !self.is_over {
            match self.next_letter()? {
                None => {
                    let now = self.begun.elapsed();
                    let effects = self.role.station().wake(now);
                    self.carry_out(&effects)?;
                }
                Some(letter) => self.read(letter)?,
            }
            self.look();
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

    /// Whoever watches on the page sees how things stand.
    fn look(&mut self) {
        if let Some(page) = &self.page {
            page.look(self.role.station(), self.begun.elapsed());
        }
    }

    fn read(&mut self, letter: Letter) -> Result<(), Failure> {
        let now = self.begun.elapsed();
        match letter {
            Letter::Line(Arriving::Bytes(bytes)) => {
                self.log.bytes(now, "<", &bytes)?;
                if let Some(page) = &self.page {
                    page.heard(now, &bytes);
                }
                for line in self.subtitles[1].lines(&bytes) {
                    self.screen.said(now, "<", &line)?;
                }
                let effects = self.role.station().hear(&bytes, now);
                self.carry_out(&effects)
            }
            Letter::Line(Arriving::Gone(why)) => self.lose_line(&why),
            Letter::Thought(thought) => {
                let Who::Engine(chooser) = &self.who else { return Ok(()) };
                chooser.choice(thought).map_or(Ok(()), |choice| self.choose(choice))
            }
            Letter::Typed(Some(text)) => self.obey(text.trim()),
            Letter::Typed(None) => {
                // A person at the page needs no terminal.
                self.is_over |= self.page.is_none();
                Ok(())
            }
            Letter::Ordered(order) => self.follow(order),
            Letter::Visited if self.awaits_visitor => self.begin_again(),
            Letter::Visited => Ok(()),
        }
    }

    /// What the engine says.
    fn choose(&mut self, choice: Result<String, String>) -> Result<(), Failure> {
        let now = self.begun.elapsed();
        let chosen = choice.and_then(|text| {
            read_move(&text)
                .ok_or_else(|| format!("the engine says {}, which is no move", Fault::quote(&text)))
        });
        let station = self.role.station();
        match chosen.and_then(|mv| station.choose(mv, now).map_err(|fault| fault.to_string())) {
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

    pub(super) fn show_board(&mut self) -> Result<(), Failure> {
        let station = self.role.station();
        let question = format!("You have {}. Your move:", colour(station.own()));
        self.screen.board(station.game(), &question)
    }

    /// Says what is to be said, after what happened is on disk.
    pub(super) fn carry_out(&mut self, effects: &Effects) -> Result<(), Failure> {
        for event in &effects.events {
            self.happened(event)?;
        }
        if effects.bytes.is_empty() {
            return self.go_on(&effects.events);
        }
        let now = self.begun.elapsed();
        self.log.bytes(now, ">", &effects.bytes)?;
        if let Some(page) = &self.page {
            page.said(now, &effects.bytes);
        }
        for line in self.subtitles[0].lines(&effects.bytes) {
            self.screen.said(now, ">", &line)?;
        }
        if let Err(error) = self.speaker.say(&effects.bytes) {
            return self.lose_line(&error.to_string());
        }
        self.go_on(&effects.events)
    }

    /// There is nobody to talk to any more.
    fn lose_line(&mut self, why: &str) -> Result<(), Failure> {
        self.is_over = true;
        self.happened(&Event::Note(format!("the line is gone: {why}")))?;
        let effects = self.role.station().cut(self.begun.elapsed());
        let done = self.carry_out(&effects);
        if let Some(page) = &self.page {
            page.line_is_gone();
        }
        done
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
        if let Some(page) = &self.page {
            page.happened(now, event);
        }
        self.screen.happened(now, event)
    }

    /// Whoever is concerned is asked, once everything was said.
    fn go_on(&mut self, events: &[Event]) -> Result<(), Failure> {
        for event in events {
            match (event, &mut self.who) {
                (Event::Began { .. }, Who::Engine(chooser)) => chooser.begin()?,
                (Event::YourTurn { limit, .. }, Who::Engine(chooser)) => {
                    let game = self.role.station().game();
                    let rules = games::othello::Othello::new(game.position().turn(), Portable);
                    chooser.ask(rules.write_position(game.position()), *limit)?;
                }
                (Event::YourTurn { .. }, Who::Human) => self.show_board()?,
                (Event::Claimed(_) | Event::TurnLost { .. }, Who::Engine(chooser)) => chooser.forget(),
                (Event::Ended(ended), who) => {
                    if let Who::Engine(chooser) = who {
                        chooser.forget();
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

    /// A PC begins its first game, or another one with the colours changed; a device that was never met is looked for.
    pub(super) fn begin_again(&mut self) -> Result<(), Failure> {
        let now = self.begun.elapsed();
        let Role::Pc(pc) = &mut self.role else { return Ok(()) };
        (self.awaits_visitor, self.is_finished) = (false, false);
        let effects = if pc.has_met_device() { pc.again(pc.own().other(), now) } else { pc.start(now) };
        self.carry_out(&effects)
    }

    /// A PC has said its last word: on to the next game, or home.
    fn next_game(&mut self) -> Result<(), Failure> {
        if self.is_asked_again && !self.is_over {
            self.is_finished = true;
            return Ok(());
        }
        let is_next = self.games_left > 0 && self.void == 0 && !self.is_over;
        match &self.role {
            Role::Pc(pc) if !pc.has_met_device() => Err(Failure::work("no game was played")),
            Role::Pc(_) if is_next => self.begin_again(),
            _ => {
                self.is_over = true;
                Ok(())
            }
        }
    }
}
