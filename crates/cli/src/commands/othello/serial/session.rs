//! One end of a line at work: the clock, the line, whoever chooses, and whoever watches.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use games::othello::Move;
use line::{Device, Effects, Event, Pc, Station, Why, colour};
use line_page::LineSource;
use rules::Notation;
use rules::cpu::Portable;

use super::super::chooser::Chooser;
use super::super::clock::Clock;
use super::super::link::{Arriving, Speaker};
use super::super::witnesses::Witnesses;
use super::letter::{Letter, Reception};
use crate::error::CliError;

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

/// One end of a line at work.
pub(super) struct Session<'a> {
    pub(super) role: Role,
    /// Nobody is there while a device waits for its next visitor.
    pub(super) speaker: Option<Speaker>,
    /// Where the next visitor is waited for, by a device that was not told how many games there are to be.
    pub(super) reception: Option<Reception>,
    /// Counts the visitors: what comes from an earlier one does not count any more.
    pub(super) visit: u32,
    pub(super) letters: Receiver<Letter>,
    pub(super) who: Who,
    pub(super) witnesses: Witnesses<'a>,
    pub(super) clock: Clock,
    pub(super) games_left: u32,
    /// Whether a person says when another game begins.
    pub(super) is_asked_again: bool,
    /// Whether the first game waits for somebody to open the page.
    pub(super) awaits_visitor: bool,
    /// Nothing more will be said until then.
    pub(super) is_finished: bool,
    /// Games that came to nothing.
    pub(super) void: u32,
    /// When we leave, whether the other end has answered or not.
    pub(super) leave_by: Option<Duration>,
    pub(super) is_over: bool,
}

impl Session<'_> {
    /// Works until the line is gone, the games are played or the person leaves.
    pub(super) fn run(mut self) -> Result<(), CliError> {
        if self.awaits_visitor {
            let sentence = "The first game begins when the page is opened";
            self.witnesses.screen.sentence("awaits_visitor", sentence)?;
        } else {
            self.begin_again()?;
        }
        self.look();
        while !self.is_over {
            match self.next_letter()? {
                None => {
                    let now = self.clock.now();
                    let effects = self.role.station().wake(now);
                    self.carry_out(&effects)?;
                }
                Some(letter) => self.read(letter)?,
            }
            self.look();
            if let Some(by) = self.leave_by {
                self.is_over |= self.clock.elapsed() >= by || !self.is_answer_due();
            }
        }
        match self.void {
            0 => Ok(()),
            1 => Err(CliError::failed("a game came to nothing")),
            void => Err(CliError::failed(format_args!("{void} games came to nothing"))),
        }
    }

    /// What comes next; nothing if something has to be done before anything comes.
    fn next_letter(&mut self) -> Result<Option<Letter>, CliError> {
        let deadline = [self.role.station().deadline(), self.leave_by].into_iter().flatten().min();
        let received = match deadline {
            None => self.letters.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => self.letters.recv_timeout(deadline.saturating_sub(self.clock.elapsed())),
        };
        match received {
            Ok(letter) => Ok(Some(letter)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                Err(CliError::failed("nobody listens to the line any more"))
            }
        }
    }

    /// Whoever watches on the page sees how things stand.
    fn look(&mut self) {
        self.witnesses.look(LineSource::Endpoint(self.role.station()), self.clock.elapsed());
    }

    fn read(&mut self, letter: Letter) -> Result<(), CliError> {
        match letter {
            Letter::Line(visit, ..) if visit != self.visit => Ok(()),
            Letter::Line(_, at, Arriving::Bytes(bytes)) => self.hear(&bytes, at),
            Letter::Line(_, at, Arriving::Gone(why)) => self.lose_line(&why, at),
            Letter::Called(link) => self.welcome(link?),
            Letter::Leave => self.leave(),
            Letter::Thought(thought) => {
                let Who::Engine(chooser) = &self.who else { return Ok(()) };
                chooser.choice(thought).map_or(Ok(()), |choice| self.choose(choice))
            }
            Letter::Typed(Some(text)) => self.obey(text.trim()),
            Letter::Typed(None) => {
                // A person at the page needs no terminal.
                if self.witnesses.page.is_none() { self.leave() } else { Ok(()) }
            }
            Letter::Ordered(order) => self.follow(order),
            Letter::Visited if self.awaits_visitor => self.begin_again(),
            Letter::Visited => Ok(()),
        }
    }

    fn hear(&mut self, bytes: &[u8], at: Duration) -> Result<(), CliError> {
        self.witnesses.heard(0, bytes, at)?;
        let effects = self.role.station().hear(bytes, self.clock.at(at));
        self.carry_out(&effects)
    }

    /// What the engine says.
    fn choose(&mut self, choice: Result<Move, String>) -> Result<(), CliError> {
        let now = self.clock.now();
        let station = self.role.station();
        match choice.and_then(|mv| station.choose(mv, now).map_err(|error| error.to_string())) {
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

    pub(super) fn show_board(&mut self) -> Result<(), CliError> {
        let station = self.role.station();
        let question = format!("You have {}. Your move:", colour(station.own()));
        self.witnesses.screen.board(station.game(), &question)
    }

    /// Says what is to be said, after what happened is on disk.
    pub(super) fn carry_out(&mut self, effects: &Effects) -> Result<(), CliError> {
        for event in &effects.events {
            self.happened(event)?;
        }
        if effects.bytes.is_empty() {
            return self.go_on(&effects.events);
        }
        let now = self.clock.elapsed();
        self.witnesses.said(0, &effects.bytes, now)?;
        if let Some(speaker) = &self.speaker {
            speaker.say(&effects.bytes);
        }
        self.go_on(&effects.events)
    }

    /// Keeps and tells something that happened.
    pub(super) fn happened(&mut self, event: &Event) -> Result<(), CliError> {
        let now = self.clock.elapsed();
        self.witnesses.happened(event, self.role.station().own(), now)
    }

    /// Whoever is concerned is asked, once everything was said.
    fn go_on(&mut self, events: &[Event]) -> Result<(), CliError> {
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
                    let why = ended.why;
                    // A game that the PC has swept off the board is none of those that were to be played, and a visitor who
                    // leaves is nobody's error while others may come.
                    let is_fault = why.is_void() && why != Why::Reset;
                    self.void += u32::from(is_fault && !(why == Why::Cut && self.reception.is_some()));
                    self.games_left = self.games_left.saturating_sub(u32::from(why != Why::Reset));
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
    pub(super) fn begin_again(&mut self) -> Result<(), CliError> {
        let now = self.clock.now();
        let Role::Pc(pc) = &mut self.role else { return Ok(()) };
        (self.awaits_visitor, self.is_finished) = (false, false);
        let effects = if pc.has_met_device() { pc.again(pc.own().other(), now) } else { pc.start(now) };
        self.carry_out(&effects)
    }

    /// A PC has said its last word: on to the next game, or home. A device says none but when its line is gone.
    fn next_game(&mut self) -> Result<(), CliError> {
        self.is_over |= self.leave_by.is_some();
        if self.is_asked_again && !self.is_over {
            self.is_finished = true;
            return Ok(());
        }
        let is_next = self.games_left > 0 && self.void == 0 && !self.is_over;
        match &self.role {
            Role::Pc(pc) if !pc.has_met_device() && self.leave_by.is_none() => {
                Err(CliError::failed("no game was played"))
            }
            Role::Pc(_) if is_next => self.begin_again(),
            Role::Device(_) => Ok(()),
            Role::Pc(_) => {
                self.is_over = true;
                Ok(())
            }
        }
    }
}
