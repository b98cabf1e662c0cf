//! Engines that hold seats: their moves and their answers to offers.

use engine::{Limits, OpponentOffer, SearchTask, StopFlags, TaskResult};
use rules::{MAX_SEATS, Seat};
use search::Evaluation;
use table::{Action, Millis, Offer, Table};
use tokio::time::Instant;

use super::RoomCommand;
use super::actor::Actor;
use crate::engine_pool::{Job, Priority};
use crate::store::SeatHolder;

/// The search of the engine to move.
pub(super) struct RunningSearch {
    /// Number of the last event before the search.
    at: u64,
    pub(super) stop: StopFlags,
}

impl Actor {
    /// Starts the search of the engine to move, and cancels a search of an earlier position.
    pub(super) fn start_search(&mut self) {
        let Some((seat, at)) = self.engine_to_move() else { return self.stop_search() };
        if self.search.as_ref().is_some_and(|search| search.at == at) {
            return;
        }
        self.stop_search();
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
        let time = table.clocks().turn_time(seat, self.now());
        let job = Job {
            owner: format!("seat {seat} at {}", self.row.id),
            rules: self.row.rules.clone(),
            engine,
            seed: self.seed(seat),
            task: SearchTask {
                position: table.board().duplicate(),
                past: past.to_vec(),
                limits: time.map_or_else(Limits::default, |(left, increment)| Limits::turn(left, increment)),
            },
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
        self.lobby.engine_pool.submit(Priority::Move, job);
        self.search = Some(RunningSearch { at, stop });
    }

    fn engine_to_move(&self) -> Option<(Seat, u64)> {
        let table = self.table.as_ref()?;
        let seat = table.turn()?;
        matches!(self.row.seats[seat.index()], SeatHolder::Engine { .. }).then(|| (seat, table.latest()))
    }

    /// Seed of an engine: the same after a restart, and independent of the dice.
    fn seed(&self, seat: Seat) -> u64 {
        self.row.id.bytes().fold(u64::from(seat.number()), |seed, byte| rules::mix(seed ^ u64::from(byte)))
    }

    /// Plays the move that a search found.
    pub(super) async fn finish_search(&mut self, at: u64, result: TaskResult) {
        if self.search.as_ref().is_none_or(|search| search.at != at) {
            return;
        }
        self.search = None;
        let Some((seat, latest)) = self.engine_to_move() else { return };
        if latest != at {
            return;
        }
        let action = match result {
            Ok(Some(analysis)) => {
                self.evaluations[seat.index()] = Some(analysis.evaluation);
                Action::Play(analysis.best)
            }
            Ok(None) => return,
            Err(error) => {
                tracing::error!(table = %self.row.id, %seat, %error, "an engine failed");
                Action::Resign
            }
        };
        let now = self.now();
        self.resume();
        if let Some(table) = &mut self.table {
            let reply = table.act(seat, at, action, now);
            if let Some(error) = reply.error {
                tracing::error!(table = %self.row.id, %seat, %error, "an engine's move is illegal");
                let _ = table.act(seat, table.latest(), Action::Resign, now);
            }
        }
        if let Err(error) = self.commit().await {
            tracing::warn!(table = %self.row.id, error = %error.message, "cannot store an engine's move");
        }
    }
}

/// Answers offers for the engines: they accept takebacks and claims, draws when clearly worse, and partial resignations
/// that are worth more than playing on.
pub(super) fn answer_offers(
    table: &mut Table,
    seats: &[SeatHolder],
    evaluations: &[Option<Evaluation>; MAX_SEATS],
    now: Millis,
) {
    for seat in Seat::all(table.game().seats()) {
        let Some((_, offer)) = table.offer() else { return };
        if !matches!(seats[seat.index()], SeatHolder::Engine { .. }) || !table.awaits_answer(seat) {
            continue;
        }
        let offer = match offer {
            Offer::Takeback => OpponentOffer::Takeback,
            Offer::Claim => OpponentOffer::Claim,
            Offer::Draw => OpponentOffer::Draw,
            Offer::Concession(index) => OpponentOffer::Concession(index),
        };
        // A room starts no search for an answer: the evaluation is that of the engine's last move.
        let accepts = offer.is_accepted(evaluations[seat.index()]);
        let _ = table.act(seat, table.latest(), Action::Answer(accepts), now);
    }
}
