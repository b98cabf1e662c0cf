//! Engines that hold seats: their moves and their answers to offers.

use engine::{Limits, OpponentOffer, Perspective, SearchTask, StopFlags, TaskResult, table_seed};
use rules::{MAX_SEATS, Seat};
use search::Evaluation;
use table::{Millis, Offer, SeatAction, Table};
use tokio::time::Instant;

use super::RoomCommand;
use super::actor::Actor;
use crate::engine_pool::{EngineJob, Priority};
use store::SeatHolder;

/// The search of an engine.
pub(super) struct RunningSearch {
    /// Number of the last event before the search.
    at: u64,
    pub(super) stop: StopFlags,
}

/// Decision that an engine has to make by a search.
#[derive(Clone, Copy)]
enum Decision {
    /// Its move.
    Move,
    /// Its answer to the pending offer.
    Answer(OpponentOffer, Perspective),
}

impl Actor {
    /// Starts the search of the engine that has to move or to answer an offer, and cancels a search of an earlier position.
    pub(super) fn start_search(&mut self) {
        let Some((seat, decision)) = self.decision() else { return self.stop_search() };
        let Some(at) = self.table.as_ref().map(Table::latest) else { return };
        if self.search.as_ref().is_some_and(|search| search.at == at) {
            return;
        }
        self.stop_search();
        if !self.has_audience() {
            return;
        }
        if self.retry_at.is_some_and(|retry| retry > Instant::now()) {
            return;
        }
        let (Some(table), SeatHolder::Engine { engine, .. }) = (&self.table, &self.row.seats[seat.index()])
        else {
            return;
        };
        let Ok(engine) = engine.parse() else { return };
        let stop = StopFlags::new();
        let mailbox = self.mailbox.clone();
        let (past, _) = table.keys().split_at(table.keys().len().saturating_sub(1));
        let limits = match decision {
            Decision::Move => match table.clocks().turn_time(seat, self.now()) {
                Some((left, increment)) => Limits::turn(left, increment),
                None => Limits::default(),
            },
            Decision::Answer(..) => OpponentOffer::search_limits(),
        };
        let job = EngineJob {
            party: self.lobby.networks.party(&self.row.host),
            owner: format!("seat {seat} at {}", self.row.id),
            rules: self.row.rules.clone(),
            engine,
            seed: table_seed(&self.row.id, seat),
            task: SearchTask { position: table.board().duplicate(), past: past.to_vec(), limits },
            submitted: std::time::Instant::now(),
            stop: stop.clone(),
            on_progress: Box::new(|_| {}),
            on_finish: Box::new(move |result| {
                if let Some(mailbox) = mailbox.upgrade() {
                    // A room that has closed needs no move.
                    let _ = mailbox.blocking_send(RoomCommand::EngineDone { at, result });
                }
            }),
        };
        self.lobby.metrics.searches.inc();
        // Moves are not refused.
        let _ = self.lobby.engine_pool.submit(Priority::Move, job);
        self.search = Some(RunningSearch { at, stop });
    }

    /// `true` if a person still plays, or somebody watches: engines do not play among themselves for nobody.
    fn has_audience(&self) -> bool {
        let is_played = |seat: Seat| self.row.seats[seat.index()].user().is_some() && self.is_active(seat);
        !self.watchers.is_empty() || !self.bots.is_empty() || self.seats().any(is_played)
    }

    /// The next decision of an engine. Offers come before moves.
    fn decision(&self) -> Option<(Seat, Decision)> {
        let table = self.table.as_ref()?;
        let seats = &self.row.seats;
        if let Some(decision) = Seat::all(table.game().seats()).find_map(|seat| {
            let offer = pending_offer(table, seats, seat).filter(|offer| offer.needs_evaluation())?;
            let perspective = Perspective::of(seat, table.turn(), table.game().seats())?;
            Some((seat, Decision::Answer(offer, perspective)))
        }) {
            return Some(decision);
        }
        let seat = table.turn()?;
        matches!(seats[seat.index()], SeatHolder::Engine { .. }).then_some((seat, Decision::Move))
    }

    /// Plays the move that a search found, or answers the offer by its evaluation.
    pub(super) async fn finish_search(&mut self, at: u64, result: TaskResult) {
        if self.search.as_ref().is_none_or(|search| search.at != at) {
            return;
        }
        self.search = None;
        let Some((seat, decision)) = self.decision() else { return };
        if self.table.as_ref().is_none_or(|table| table.latest() != at) {
            return;
        }
        if let Err(error) = &result {
            tracing::error!(table = %self.row.id, %seat, %error, "an engine failed");
        }
        let last_evaluation = &mut self.evaluations[seat.index()];
        let action = match (decision, result) {
            (Decision::Move, Ok(Some(analysis))) => {
                *last_evaluation = Some(analysis.evaluation);
                SeatAction::Play(analysis.best)
            }
            (Decision::Move, Ok(None)) => return,
            (Decision::Move, Err(_)) => SeatAction::Resign,
            (Decision::Answer(offer, perspective), result) => {
                let found = result.ok().flatten().map(|found| perspective.evaluation(found.evaluation));
                SeatAction::Answer(offer.is_accepted(found.or(*last_evaluation)))
            }
        };
        let now = self.now();
        self.resume();
        if let Some(table) = &mut self.table {
            let reply = table.act(seat, at, action, now);
            if let Some(error) = reply.error {
                tracing::error!(table = %self.row.id, %seat, %error, "an engine's action is illegal");
                let _ = table.act(seat, table.latest(), SeatAction::Resign, now);
            }
        }
        if let Err(error) = self.commit().await {
            tracing::warn!(table = %self.row.id, error = %error.message, "cannot store an engine's move");
        }
    }
}

/// Offer that an engine has to answer; `None` if there is none or the seat is a person's.
fn pending_offer(table: &Table, seats: &[SeatHolder], seat: Seat) -> Option<OpponentOffer> {
    let (_, offer) = table.offer()?;
    let is_engine = matches!(seats[seat.index()], SeatHolder::Engine { .. });
    (is_engine && table.awaits_answer(seat)).then_some(match offer {
        Offer::Takeback => OpponentOffer::Takeback,
        Offer::Claim => OpponentOffer::Claim,
        Offer::Draw => OpponentOffer::Draw,
        Offer::Concession(index) => OpponentOffer::Concession(index),
    })
}

/// Answers the offers to engines that need no search: takebacks, and the others on the turn of one of several
/// opponents, by the engine's last search. The rest is answered after a search of the current position.
pub(super) fn answer_offers(
    table: &mut Table,
    seats: &[SeatHolder],
    evaluations: &[Option<Evaluation>; MAX_SEATS],
    now: Millis,
) {
    for seat in Seat::all(table.game().seats()) {
        let Some(offer) = pending_offer(table, seats, seat) else { continue };
        if offer.needs_evaluation() && Perspective::of(seat, table.turn(), table.game().seats()).is_some() {
            continue;
        }
        let accepts = offer.is_accepted(evaluations[seat.index()]);
        let _ = table.act(seat, table.latest(), SeatAction::Answer(accepts), now);
    }
}
