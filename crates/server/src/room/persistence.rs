//! Reading a table from the store and writing its events.

use std::sync::Arc;
use std::time::Duration;

use rules::InputError;
use table::{DiceSource, Millis, Table, record, verify};
use tokio::time::Instant;
use view::DynGame;

use super::actor::Actor;
use crate::api_error::ApiError;
use search::EngineName;
use store::{FixedRating, GameResult, SeatHolder, StoreError, TableState, WriteOp, unix_millis};

/// Wait after a failure of the store.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// A table replayed from its record.
struct Replayed {
    table: Table,
    record: record::Writer,
    events: usize,
    last_at: Millis,
}

impl Replayed {
    /// Replays a record; for a long game this takes a while.
    fn new(game: Arc<dyn DynGame>, text: &str, secret: &str) -> Result<Replayed, InputError> {
        let events = record::read(text)?.events;
        let dice = DiceSource::Committed(secret.parse()?);
        let table = verify::replay(game, &events, dice).map_err(|(_, error)| error)?;
        let mut record = record::Writer::new();
        for event in &events {
            record.write(event);
        }
        let last_at = events.last().map_or(Millis(0), |event| event.at);
        Ok(Replayed { table, record, events: events.len(), last_at })
    }
}

impl Actor {
    /// Reads the table again if the store has failed before.
    pub(super) async fn ensure_table(&mut self) -> Result<(), ApiError> {
        if self.needs_reading {
            if let Err(error) = self.read_store(true).await {
                self.retry_later(&error);
                return Err(error.into());
            }
            // The lobby does not list a table whose first read failed.
            self.lobby.publish(self.summary());
        }
        Ok(())
    }

    /// Schedules a retry after a failure of the store. Damaged data are not read again.
    pub(super) fn retry_later(&mut self, error: &StoreError) {
        if matches!(error, StoreError::Failed(_)) {
            self.retry_at = Some(Instant::now() + RETRY_DELAY);
        }
    }

    /// Credits the clocks with a downtime. The event is stored with the next commit.
    pub(super) fn resume(&mut self) {
        let now = self.now();
        if let Some(table) = self.table.as_mut().filter(|_| self.owes_resume) {
            let _ = table.resume(now);
        }
        self.owes_resume = false;
    }

    /// Reads the table from the store; `was_down` if the clocks must not count the time since the last event.
    pub(super) async fn read_store(&mut self, was_down: bool) -> Result<(), StoreError> {
        let text = self.lobby.store.record(&self.row.id).await?;
        let mut replayed = None;
        if !text.is_empty() {
            let (game, secret) = (Arc::clone(&self.compiled.game), self.row.secret.clone());
            let replay = self.lobby.blocking.run_queued(move || Replayed::new(game, &text, &secret)).await;
            let replay = replay.and_then(|replay| Ok(replay?));
            let damaged =
                |error: ApiError| StoreError::Damaged { table: self.row.id.clone(), why: error.message };
            replayed = Some(replay.map_err(damaged)?);
        }
        if let Some(row) = self.lobby.store.table(&self.row.id).await? {
            self.row = row;
        }
        self.record = record::Writer::new();
        self.stored = 0;
        self.table = None;
        if let Some(replayed) = replayed {
            self.record = replayed.record;
            self.stored = replayed.events;
            self.base = replayed.last_at;
            self.since = Instant::now();
            self.owes_resume = was_down && replayed.table.outcome().is_none();
            self.table = Some(replayed.table);
        }
        self.needs_reading = false;
        self.follow_players();
        Ok(())
    }

    /// Reads the seats again. A finished game is read as a whole: its record may have changed.
    pub(super) async fn reload(&mut self) -> Result<(), ApiError> {
        if self.row.state == TableState::Over {
            self.read_store(false).await?;
        } else if let Some(row) = self.lobby.store.table(&self.row.id).await? {
            let before = std::mem::replace(&mut self.row, row);
            self.follow_new_players(&before.seats);
        }
        self.publish();
        Ok(())
    }

    fn engine_rating(&self, holder: &SeatHolder) -> Option<FixedRating> {
        let SeatHolder::Engine { engine, .. } = holder else { return None };
        let engine: EngineName = engine.parse().ok()?;
        self.compiled.info.engine_rating(&engine).map(FixedRating)
    }

    /// Stores new events and then broadcasts them. If the store fails, they have not happened.
    pub(super) async fn commit(&mut self) -> Result<(), ApiError> {
        if self.store(Vec::new()).await? {
            self.publish();
        }
        Ok(())
    }

    /// Stores new events together with these operations; `false` if there was nothing to store.
    pub(super) async fn store(&mut self, mut ops: Vec<WriteOp>) -> Result<bool, ApiError> {
        let mut state = self.row.state;
        let mut record = self.record.clone();
        let mut count = self.stored;
        if let Some(table) = &self.table {
            for event in &table.events()[self.stored..] {
                let lines = record.write(event);
                ops.push(WriteOp::Event { table: self.row.id.clone(), number: event.number, lines });
            }
            count = table.events().len();
            state = if table.outcome().is_some() { TableState::Over } else { TableState::Live };
        }
        if state == TableState::Over
            && self.row.state != state
            && let Some(table) = &self.table
            && let Some(mut result) = GameResult::new(&self.row, table.events(), unix_millis())
        {
            result.engines = self.row.seats.iter().map(|holder| self.engine_rating(holder)).collect();
            ops.push(WriteOp::Finish(result));
        }
        if state != self.row.state {
            ops.push(WriteOp::State { table: self.row.id.clone(), state });
        }
        if ops.is_empty() {
            return Ok(false);
        }
        let begun = Instant::now();
        if let Err(error) = self.lobby.store.write(ops).await {
            self.table = None;
            self.needs_reading = true;
            self.retry_later(&error);
            self.stop_search();
            return Err(error.into());
        }
        let is_finished = state == TableState::Over && self.row.state != state;
        if is_finished {
            self.unfollow_players();
        }
        self.lobby.metrics.stored(count - self.stored, begun.elapsed(), is_finished);
        self.record = record;
        self.stored = count;
        self.row.state = state;
        Ok(true)
    }
}
