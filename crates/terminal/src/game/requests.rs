//! Requests of the people at the screen: undo, draw, claim, resign, hint.

use std::time::Duration;

use engine::{EngineEvent, Limits};
use rules::Seat;
use search::EngineName;
use table::{Offer, SeatAction};
use view::{DynMove, Place};

use super::{Game, engine_seat};
use crate::error::TerminalError;

/// Time of the search for a hint.
const HINT_TIME: Duration = Duration::from_millis(1500);

/// A move suggested to the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Hint {
    /// None is asked for.
    None,
    /// It is being searched, as this task after this event.
    Searching { task: u64, at_event: u64 },
    /// The places that the suggested move passes.
    Found(Vec<Place>),
}

impl Game {
    /// The person that a request is made for: the one to move, else the one who moved last, else the first at the table.
    fn requesting(&self) -> Option<Seat> {
        let last = || self.table().moves().rev().map(|(seat, _)| seat).find(|&seat| self.is_person(seat));
        let any = || {
            Seat::all(self.table().game().seats())
                .find(|&seat| self.is_person(seat) && self.table().board().is_active(seat))
        };
        self.person_to_move().or_else(last).or_else(any)
    }

    /// Offers to take back the last move of a person.
    pub(crate) fn undo(&mut self) -> Result<(), TerminalError> {
        let last = self.table().moves().rev().map(|(seat, _)| seat).find(|&seat| self.is_person(seat));
        match last {
            Some(seat) => self.act(seat, SeatAction::Offer(Offer::Takeback)).map(drop),
            None => {
                self.message = "There is no move to take back.".to_owned();
                Ok(())
            }
        }
    }

    /// Claims a draw if the rules allow it, else offers one.
    pub(crate) fn draw(&mut self) -> Result<(), TerminalError> {
        let Some(seat) = self.requesting() else { return Ok(()) };
        let offer = if self.table().can_claim() { Offer::Claim } else { Offer::Draw };
        self.act(seat, SeatAction::Offer(offer)).map(drop)
    }

    /// What can be resigned, the cheapest first; the last needs no agreement.
    pub(crate) fn resignations(&self) -> Vec<&'static str> {
        let Some(seat) = self.requesting() else { return Vec::new() };
        let board = self.table().board();
        [board.concessions(seat), &[board.resignation(seat)]].concat()
    }

    /// Resigns what [`resignations`](Game::resignations) lists at this index.
    pub(crate) fn resign(&mut self, index: usize) -> Result<(), TerminalError> {
        let (Some(seat), choices) = (self.requesting(), self.resignations()) else { return Ok(()) };
        let action = match index + 1 < choices.len() {
            true => SeatAction::Offer(Offer::Concession(index as u8)),
            false => SeatAction::Resign,
        };
        self.act(seat, action).map(drop)
    }

    /// The hint for the position.
    pub(crate) fn hint(&self) -> &Hint {
        &self.hint
    }

    /// Searches for a hint.
    pub(crate) fn ask_hint(&mut self) -> Result<(), TerminalError> {
        let Some(analyst) = self.info.analyst.filter(|_| self.person_to_move().is_some()) else {
            self.message = "There is no hint here.".to_owned();
            return Ok(());
        };
        if self.hint_engine.is_none() {
            let engine: EngineName = analyst.parse()?;
            let rules = &self.stored.row.rules;
            let handle = engine_seat::spawn(rules, &engine, 1, (self.number, None), self.sender.clone())?;
            self.hint_engine = Some(handle);
        }
        if let Some(engine) = &mut self.hint_engine {
            let task = engine.search(engine_seat::task(&self.table, Limits::move_time(HINT_TIME)));
            self.hint = Hint::Searching { task, at_event: self.table.latest() };
            self.message = "Searching for a hint…".to_owned();
        }
        Ok(())
    }

    /// Handles a report of the engine that searches for hints.
    pub(super) fn on_hint(&mut self, event: EngineEvent) {
        let EngineEvent::Done { task, result, .. } = event else { return };
        let is_current = matches!(self.hint, Hint::Searching { task: own, at_event } if own == task && at_event == self.table.latest());
        if !is_current {
            return;
        }
        match result.ok().flatten() {
            Some(analysis) => self.show_hint(&analysis.best),
            None => {
                self.hint = Hint::None;
                self.message = "There is no hint here.".to_owned();
            }
        }
    }

    fn show_hint(&mut self, best: &DynMove) {
        match self.table.board().duplicate().play(best) {
            Ok(played) => {
                self.message = format!("Hint: {}", played.text);
                self.hint = Hint::Found(played.trail);
            }
            Err(_) => self.hint = Hint::None,
        }
    }
}
