//! The start of a game, and everything that happens without a command.

use std::sync::Arc;
use std::time::Duration;

use rules::Seat;
use table::{DiceSource, EventKind, Millis, Table, TimeControl};
use tokio::time::Instant;

use super::actor::Actor;
use super::engine_moves::answer_offers;
use crate::api_error::ApiError;
use store::{SeatHolder, TableState};

/// Time that players have to send a client seed for the dice.
const CLIENT_SEEDS_TIMEOUT: Duration = Duration::from_secs(3);

impl Actor {
    /// Like [`Actor::advance`]; if the store fails, the timer tries again.
    pub(super) async fn try_advance(&mut self) {
        if let Err(error) = self.advance().await {
            tracing::warn!(table = %self.row.id, error = %error.message, "cannot advance a table yet");
        }
    }

    /// Performs what is due without a command: the game begins, a flag falls, engines answer offers.
    pub(super) async fn advance(&mut self) -> Result<(), ApiError> {
        self.ensure_table().await?;
        self.resume();
        let now = self.now();
        let is_full = self.row.seats.iter().all(|holder| *holder != SeatHolder::Open);
        if self.table.is_none() && is_full && self.row.state == TableState::Waiting {
            self.table = Some(self.set_up()?);
        }
        let begins = self.is_opening()
            && (self.has_all_client_seeds() || self.client_seeds_deadline() <= Instant::now());
        let flag = self.table.as_ref().and_then(|table| table.clocks().deadline());
        let is_in_grace =
            flag.is_some_and(|(seat, at)| at <= now && now.0 < at.0.saturating_add(self.lag_grace(seat).0));
        if let Some(table) = &mut self.table {
            if begins {
                let _ = table.begin(now);
            }
            if is_in_grace {
                return Ok(());
            }
            let _ = table.tick(now);
            answer_offers(table, &self.row.seats, &self.evaluations, now);
        }
        self.commit().await
    }

    fn set_up(&mut self) -> Result<Table, ApiError> {
        let names = self.row.seats.iter().map(|holder| holder.name().unwrap_or("?").to_owned()).collect();
        let time: TimeControl = self.row.clock.parse()?;
        let dice = DiceSource::Committed(self.row.secret.parse()?);
        self.base = Millis(0);
        self.since = Instant::now();
        Ok(Table::open(Arc::clone(&self.compiled.game), names, time, &self.row.position, dice)?)
    }

    /// `true` if all seats are taken and the game has not begun.
    pub(super) fn is_opening(&self) -> bool {
        self.table.as_ref().is_some_and(|table| {
            table.outcome().is_none()
                && !table.events().iter().any(|event| matches!(event.kind, EventKind::Begun))
        })
    }

    fn has_all_client_seeds(&self) -> bool {
        let Some(table) = &self.table else { return false };
        let has_seed = |seat: Seat| {
            let is_seed =
                |kind: &EventKind| matches!(kind, EventKind::ClientSeed { seat: by, .. } if *by == seat);
            table.events().iter().any(|event| is_seed(&event.kind))
        };
        let mut people = self.seats().filter(|seat| self.row.seats[seat.index()].user().is_some());
        !self.game().has_dice() || people.all(has_seed)
    }

    /// Time at which the game begins even without the client seeds of all players.
    pub(super) fn client_seeds_deadline(&self) -> Instant {
        self.since + CLIENT_SEEDS_TIMEOUT
    }
}
