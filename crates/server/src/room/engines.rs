//! Engines at a table: their moves, their answers, their advice.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use engine::{Analysis, accepts_concession, accepts_draw};
use rules::{MAX_SEATS, Seat, Status};
use search::{EngineFailure, Evaluation};
use table::{Action, Millis, Offer, Table, TimeControl};
use tokio::time::Instant;

use super::actor::Actor;
use super::{Letter, Question};
use crate::guest::Guest;
use crate::refusal::Refusal;
use crate::store::Sitting;
use crate::thinking::{Job, Urgency};
use crate::wire;

/// An engine at work.
pub(super) struct Thinking {
    /// The number of the event after which it thinks.
    at: u64,
    pub(super) stop: Arc<AtomicBool>,
}

impl Actor {
    /// Lets the engine think whose turn it is, and nobody else.
    pub(super) fn think(&mut self) {
        let Some((seat, at)) = self.engine_to_move() else {
            if let Some(thinking) = self.thinking.take() {
                thinking.stop.store(true, Ordering::Relaxed);
            }
            return;
        };
        if self.thinking.as_ref().is_some_and(|thinking| thinking.at == at) {
            return;
        }
        if let Some(stale) = self.thinking.take() {
            stale.stop.store(true, Ordering::Relaxed);
        }
        if self.not_before.is_some_and(|moment| moment > Instant::now()) {
            return;
        }
        let (Some(table), Sitting::Engine { engine, .. }) = (&self.table, &self.row.seats[seat.index()])
        else {
            return;
        };
        let Ok(engine) = engine.parse() else { return };
        let stop = Arc::new(AtomicBool::new(false));
        let mailbox = self.mailbox.clone();
        let (past, _) = table.keys().split_at(table.keys().len().saturating_sub(1));
        let job = Job {
            owner: format!("seat {seat} at {}", self.row.id),
            rules: self.row.rules.clone(),
            engine,
            seed: self.seed(seat),
            position: table.board().duplicate(),
            past: past.to_vec(),
            stop: Arc::clone(&stop),
            begun: self.hurry(seat, &stop),
            report: Box::new(|_| {}),
            done: Box::new(move |result| {
                // A room that has closed does not want to know.
                if let Some(mailbox) = mailbox.upgrade() {
                    let _ = mailbox.blocking_send(Letter::Thought { at, result });
                }
            }),
        };
        self.lobby.thinkers.submit(Urgency::Move, job);
        self.thinking = Some(Thinking { at, stop });
    }

    /// What ends an engine's thinking before its clock does: a level knows no time.
    fn hurry(&self, seat: Seat, stop: &Arc<AtomicBool>) -> Box<dyn FnOnce() + Send> {
        let table = self.table.as_ref();
        let Some(left) = table.and_then(|table| table.clocks().left(seat, self.now())) else {
            return Box::new(|| {});
        };
        let share = match self.row.clock.parse() {
            Ok(TimeControl::Move(_)) => left.0 * 3 / 4,
            Ok(TimeControl::Game { increment, .. }) => (left.0 / 30 + increment.0 / 2).min(left.0 / 2),
            _ => left.0,
        };
        let (stop, runtime) = (Arc::clone(stop), tokio::runtime::Handle::current());
        Box::new(move || {
            runtime.spawn(async move {
                tokio::time::sleep(Duration::from_millis(share)).await;
                stop.store(true, Ordering::Relaxed);
            });
        })
    }

    fn engine_to_move(&self) -> Option<(Seat, u64)> {
        let table = self.table.as_ref()?;
        let seat = table.turn()?;
        matches!(self.row.seats[seat.index()], Sitting::Engine { .. }).then(|| (seat, table.latest()))
    }

    /// A seed that is the same after a restart and tells nobody anything about the dice.
    fn seed(&self, seat: Seat) -> u64 {
        self.row.id.bytes().fold(u64::from(seat.number()), |seed, byte| rules::mix(seed ^ u64::from(byte)))
    }

    /// An engine has made up its mind.
    pub(super) async fn hear_thought(&mut self, at: u64, result: Result<Option<Analysis>, EngineFailure>) {
        if self.thinking.as_ref().is_none_or(|thinking| thinking.at != at) {
            return;
        }
        self.thinking = None;
        let Some((seat, latest)) = self.engine_to_move() else { return };
        if latest != at {
            return;
        }
        let action = match result {
            Ok(Some(advice)) => {
                self.opinions[seat.index()] = Some(advice.evaluation);
                Action::Move(advice.best)
            }
            Ok(None) => return,
            Err(error) => {
                tracing::error!(table = %self.row.id, %seat, %error, "an engine has failed");
                Action::Resign
            }
        };
        let now = self.now();
        self.resume();
        if let Some(table) = &mut self.table {
            let reply = table.act(seat, at, action, now);
            if let Some(refusal) = reply.error {
                tracing::error!(table = %self.row.id, %seat, %refusal, "an engine's move was refused");
                let _ = table.act(seat, table.latest(), Action::Resign, now);
            }
        }
        if let Err(refusal) = self.commit().await {
            tracing::warn!(table = %self.row.id, sentence = %refusal.sentence, "an engine's move was not stored");
        }
    }

    /// Whether this guest may ask an engine: not while others play for themselves.
    pub(super) fn may_ask(&self, guest: &str) -> bool {
        let plays_strong = self.entry.engines.contains(&"strong");
        let mut people = self.row.seats.iter().filter_map(Sitting::guest);
        let is_over = self.table.as_ref().is_some_and(|table| table.outcome().is_some());
        plays_strong && (is_over || people.clone().next().is_some() && people.all(|person| person == guest))
    }

    /// Lets an engine tell its opinion of a position.
    pub(super) fn advise(&self, guest: &Guest, ply: usize, question: Question) -> Result<(), Refusal> {
        if !self.may_ask(&guest.id) {
            return Err(Refusal::not_yours("there is no advice while people play each other"));
        }
        let none = || Refusal::no_position(ply);
        let table = self.table.as_ref().ok_or_else(none)?;
        let board = table.board_after(ply).ok_or_else(none)?;
        if !matches!(board.status(), Status::Turn(_)) {
            return Err(Refusal::not_now("nobody is to move in this position"));
        }
        let Question { id, outbox, stop } = question;
        let before = board.duplicate();
        let teller = outbox.clone();
        let tell = Arc::new(move |advice: &Analysis, is_last: bool| {
            let trail =
                before.duplicate().play_text(&advice.best).map(|played| played.trail).unwrap_or_default();
            teller.tell(wire::advice(id, ply, advice, &trail, is_last));
        });
        let on_the_way = Arc::clone(&tell);
        let job = Job {
            owner: format!("advice at {}", self.row.id),
            rules: self.row.rules.clone(),
            engine: self.lobby.adviser.clone(),
            seed: 1,
            position: board.duplicate(),
            past: table.keys()[..ply.min(table.keys().len())].to_vec(),
            stop,
            begun: Box::new(|| {}),
            report: Box::new(move |advice| on_the_way(advice, false)),
            done: Box::new(move |result| match result {
                Ok(Some(advice)) => tell(&advice, true),
                Ok(None) => outbox.tell(wire::refused(Some(id), &Refusal::not_now("it was given up"))),
                Err(error) => outbox.tell(wire::refused(Some(id), &Refusal::not_now(error.sentence))),
            }),
        };
        self.lobby.thinkers.submit(Urgency::Analysis, job);
        Ok(())
    }
}

/// Answers offers for the engines: they accept takebacks and claims, draws when clearly worse, and partial resignations
/// that are worth more than playing on.
pub(super) fn answer_offers(
    table: &mut Table,
    seats: &[Sitting],
    opinions: &[Option<Evaluation>; MAX_SEATS],
    now: Millis,
) {
    for seat in Seat::all(table.game().seats()) {
        let Some((_, offer)) = table.offer() else { return };
        if !matches!(seats[seat.index()], Sitting::Engine { .. }) || !table.awaits_answer(seat) {
            continue;
        }
        let yes = match offer {
            Offer::Takeback | Offer::Claim => true,
            Offer::Draw => opinions[seat.index()].is_some_and(accepts_draw),
            Offer::Concession(index) => {
                opinions[seat.index()].is_some_and(|own| accepts_concession(own, f64::from(index) + 1.0))
            }
        };
        let _ = table.act(seat, table.latest(), Action::Answer(yes), now);
    }
}
