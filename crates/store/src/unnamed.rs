//! Removing a user's name from the records of games.

use sqlx::Row;
use table::{EventKind, TableEvent, record};

use crate::database::{Store, StoreError};
use crate::writer::WriteOp;

/// Name of a user whose account was deleted.
pub(crate) const DELETED: &str = "Deleted player";

impl Store {
    /// Operations that replace a user's name in all records. Every line of a record is sealed, so it is written anew.
    pub(crate) async fn unname_records(&self, user: &str) -> Result<Vec<WriteOp>, StoreError> {
        let sql = "SELECT DISTINCT table_id FROM seats WHERE user = $1";
        let rows = sqlx::query(sql).bind(user).fetch_all(&self.readers).await?;
        let mut ops = Vec::new();
        for row in rows {
            let id: String = row.try_get("table_id")?;
            let Some(table) = self.table(&id).await? else { continue };
            let own = table.seats.iter().enumerate().filter(|(_, holder)| holder.user() == Some(user));
            let own: Vec<usize> = own.map(|(seat, _)| seat).collect();
            let text = self.record(&id).await?;
            if text.is_empty() {
                continue;
            }
            let damaged =
                |error: rules::InputError| StoreError::Damaged { table: id.clone(), why: error.to_string() };
            let mut events = record::read(&text).map_err(damaged)?.events;
            unname(&mut events, &own);
            let mut writer = record::Writer::new();
            let lines = events.iter().map(|event| (event.number, writer.write(event))).collect();
            ops.push(WriteOp::Record { table: id, lines });
        }
        Ok(ops)
    }
}

fn unname(events: &mut [TableEvent], seats: &[usize]) {
    if let Some(EventKind::Opened(setup)) = events.first_mut().map(|event| &mut event.kind) {
        for &seat in seats {
            if let Some(name) = setup.names.get_mut(seat) {
                *name = DELETED.to_owned();
            }
        }
    }
}
