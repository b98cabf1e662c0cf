//! Moves of engines, and their answers to offers.

use std::time::Instant;

use engine::{EngineEvent, Limits, OpponentOffer, Perspective, TaskResult, claims_draw};
use rules::Seat;
use table::{Offer, SeatAction};

use super::engine_seat::{Decision, pending_offer};
use super::{Game, Player};
use crate::error::TerminalError;

/// Occurrences of a position after which an engine claims the draw even if it is better.
const AGREED_REPETITIONS: usize = 5;

/// The search of an engine.
pub(super) struct RunningSearch {
    /// Number of the last event before the search.
    at_event: u64,
    seat: Seat,
    task: u64,
    decision: Decision,
}

/// Action of an engine that waits for the pace of the game.
pub(super) struct ReadyAction {
    pub(super) at: Instant,
    at_event: u64,
    seat: Seat,
    action: SeatAction,
}

impl Game {
    /// Lets engines answer and starts the next search. Called after every change.
    pub(super) fn update(&mut self) -> Result<(), TerminalError> {
        self.answer_offers()?;
        let latest = self.table.latest();
        let is_current = self.search.as_ref().is_some_and(|search| search.at_event == latest)
            || self.ready.as_ref().is_some_and(|ready| ready.at_event == latest);
        if is_current {
            return Ok(());
        }
        self.stop_search();
        let Some((seat, decision)) = self.decision() else { return Ok(()) };
        if self.engine_plies.0 >= self.engine_plies.1 {
            return self.stop_at_limit(seat);
        }
        let limits = match decision {
            Decision::Move => match self.table.clocks().turn_time(seat, self.now()) {
                Some((left, increment)) => Limits::turn(left, increment),
                None => Limits::default(),
            },
            Decision::Answer(..) => OpponentOffer::search_limits(),
        };
        if let Player::Engine(engine) = &mut self.players[seat.index()] {
            let task = engine.search(&self.table, limits);
            self.search = Some(RunningSearch { at_event: latest, seat, task, decision });
        }
        Ok(())
    }

    fn stop_search(&mut self) {
        if let Some(search) = self.search.take()
            && let Player::Engine(engine) = &mut self.players[search.seat.index()]
        {
            engine.stop();
        }
        self.ready = None;
    }

    /// The next decision of an engine. Offers come before moves.
    fn decision(&self) -> Option<(Seat, Decision)> {
        let seats = self.table.game().seats();
        let is_engine = |seat: Seat| matches!(self.players[seat.index()], Player::Engine(_));
        let answer = Seat::all(seats).filter(|&seat| is_engine(seat)).find_map(|seat| {
            let offer = pending_offer(&self.table, seat).filter(|offer| offer.needs_evaluation())?;
            let perspective = Perspective::of(seat, self.table.turn(), seats)?;
            Some((seat, Decision::Answer(offer, perspective)))
        });
        answer
            .or_else(|| self.table.turn().filter(|&seat| is_engine(seat)).map(|seat| (seat, Decision::Move)))
    }

    /// Answers the offers to engines that need no search: takebacks, and the others on the turn of one of several
    /// opponents, by the engine's last search.
    fn answer_offers(&mut self) -> Result<(), TerminalError> {
        let seats = self.table.game().seats();
        for seat in Seat::all(seats) {
            let Player::Engine(engine) = &self.players[seat.index()] else { continue };
            let Some(offer) = pending_offer(&self.table, seat) else { continue };
            if offer.needs_evaluation() && Perspective::of(seat, self.table.turn(), seats).is_some() {
                continue;
            }
            let accepts = offer.is_accepted(engine.evaluation);
            self.change(|table, now| table.act(seat, table.latest(), SeatAction::Answer(accepts), now))?;
        }
        Ok(())
    }

    /// Handles a report of an engine. Reports of other games and of earlier positions are ignored.
    pub(crate) fn on_engine(
        &mut self,
        game: u64,
        seat: Option<Seat>,
        event: EngineEvent,
    ) -> Result<(), TerminalError> {
        if game != self.number {
            return Ok(());
        }
        let Some(seat) = seat else {
            self.on_hint(event);
            return Ok(());
        };
        let Some(search) = self.search.take_if(|search| search.seat == seat) else { return Ok(()) };
        match event {
            EngineEvent::Done { task, result, .. } if task == search.task => self.finish(&search, result)?,
            EngineEvent::Crashed { task } if task == search.task => {
                self.forfeit(seat, "the engine crashed")?;
            }
            _ => self.search = Some(search),
        }
        self.update()
    }

    fn finish(&mut self, search: &RunningSearch, result: TaskResult) -> Result<(), TerminalError> {
        let RunningSearch { at_event, seat, decision, .. } = *search;
        if at_event != self.table.latest() {
            return Ok(());
        }
        let Player::Engine(engine) = &mut self.players[seat.index()] else { return Ok(()) };
        let action = match (decision, result) {
            (Decision::Move, Ok(Some(analysis))) => {
                engine.evaluation = Some(analysis.evaluation);
                let key = self.table.board().key();
                let occurrences = self.table.keys().iter().filter(|&&other| other == key).count();
                let claims = claims_draw(analysis.evaluation) || occurrences >= AGREED_REPETITIONS;
                match claims && self.table.can_claim() {
                    true => SeatAction::Offer(Offer::Claim),
                    false => SeatAction::Play(analysis.best),
                }
            }
            (Decision::Move, Ok(None)) => return self.forfeit(seat, "the engine gave no move"),
            (Decision::Move, Err(error)) => return self.forfeit(seat, &error.to_string()),
            (Decision::Answer(offer, perspective), result) => {
                let found = result.ok().flatten().map(|found| perspective.evaluation(found.evaluation));
                SeatAction::Answer(offer.is_accepted(found.or(engine.evaluation)))
            }
        };
        // Under a clock an engine does not wait.
        let waits = matches!(decision, Decision::Move) && self.table.clocks().deadline().is_none();
        let at = if waits { self.moved + self.pace } else { Instant::now() };
        self.ready = Some(ReadyAction { at, at_event, seat, action });
        self.play_ready()
    }

    /// Performs the action of an engine whose time has come.
    pub(super) fn play_ready(&mut self) -> Result<(), TerminalError> {
        let Some(ready) = self.ready.take_if(|ready| ready.at <= Instant::now()) else { return Ok(()) };
        let ReadyAction { at_event, seat, action, .. } = ready;
        let is_move = matches!(action, SeatAction::Play(_));
        let rejected = self.change(|table, now| table.act(seat, at_event, action, now))?;
        if let Some(error) = rejected
            && self.table.outcome().is_none()
        {
            return self.forfeit(seat, &error);
        }
        self.engine_plies.0 = if self.has_person() { 0 } else { self.engine_plies.0 + u32::from(is_move) };
        Ok(())
    }

    /// Ends a game between engines that has reached the move limit: they agree to a draw.
    fn stop_at_limit(&mut self, seat: Seat) -> Result<(), TerminalError> {
        self.engine_plies.1 = u32::MAX;
        self.change(|table, now| table.act(seat, table.latest(), SeatAction::Offer(Offer::Draw), now))?;
        for seat in Seat::all(self.table.game().seats()) {
            if self.table.awaits_answer(seat) {
                self.change(|table, now| table.act(seat, table.latest(), SeatAction::Answer(true), now))?;
            }
        }
        self.message = format!("The move limit of {} is reached.", self.engine_plies.0);
        Ok(())
    }
}
