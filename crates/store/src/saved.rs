//! Unfinished games: those that a user may continue, and tables that no other player has joined.

use sqlx::Row;
use table::record;

use crate::database::{Store, StoreError};
use crate::rows::{Home, TableRow};

impl Store {
    /// Unfinished games of a user, the newest first.
    pub async fn unfinished_games(&self, user: &str) -> Result<Vec<TableRow>, StoreError> {
        let sql = "SELECT id FROM tables WHERE state IN ('waiting', 'live') \
                   AND id IN (SELECT table_id FROM seats WHERE user = $1) ORDER BY created DESC, id";
        self.tables(sqlx::query(sql).bind(user).fetch_all(&self.readers).await?).await
    }

    /// Number of the server's unfinished tables that a user has opened, without those that only others play.
    pub async fn unfinished_count(&self, user: &str) -> Result<usize, StoreError> {
        let sql = "SELECT count(*) AS count FROM tables \
                   WHERE state IN ('waiting', 'live') AND home = 'server' AND host = $1 AND (state = 'waiting' \
                   OR EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND user = $1) \
                   OR NOT EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND user IS NOT NULL))";
        let row = sqlx::query(sql).bind(user).fetch_one(&self.readers).await?;
        Ok(row.try_get::<i64, _>("count")?.try_into().unwrap_or(usize::MAX))
    }

    /// Ids of all tables at which a user has a seat.
    pub async fn tables_of(&self, user: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT DISTINCT table_id FROM seats WHERE user = $1";
        let rows = sqlx::query(sql).bind(user).fetch_all(&self.readers).await?;
        Ok(rows.iter().map(|row| row.try_get("table_id")).collect::<Result<_, _>>()?)
    }

    /// Ids of the tables of a home that wait for players or are being played.
    pub async fn unfinished_tables(&self, home: Home) -> Result<Vec<String>, StoreError> {
        let sql =
            "SELECT id FROM tables WHERE state IN ('waiting', 'live') AND home = $1 ORDER BY created, id";
        let rows = sqlx::query(sql).bind(home.name()).fetch_all(&self.readers).await?;
        Ok(rows.iter().map(|row| row.try_get("id")).collect::<Result<_, _>>()?)
    }

    /// Ids of the server's tables that have waited for players since before `time`.
    pub async fn stale_tables(&self, time: i64) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM tables WHERE state = 'waiting' AND home = 'server' AND created < $1";
        let rows = sqlx::query(sql).bind(time).fetch_all(&self.readers).await?;
        Ok(rows.iter().map(|row| row.try_get("id")).collect::<Result<_, _>>()?)
    }

    /// Some games of the server whose players were all last seen before this time, and whose last event was before it, by the
    /// times in the record, which count from the opening of the table. At most `limit` games are examined, chosen at random.
    pub async fn abandoned_tables(&self, time: i64, limit: u32) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id, created FROM tables WHERE state = 'live' AND home = 'server' AND created < $1 \
                   AND NOT EXISTS (SELECT 1 FROM seats JOIN sessions ON sessions.user = seats.user \
                                   WHERE seats.table_id = tables.id AND sessions.used >= $1) \
                   AND NOT EXISTS (SELECT 1 FROM seats JOIN bots ON bots.user = seats.user \
                                   WHERE seats.table_id = tables.id AND bots.used >= $1) \
                   ORDER BY random() LIMIT $2";
        let mut abandoned = Vec::new();
        for row in sqlx::query(sql).bind(time).bind(limit).fetch_all(&self.readers).await? {
            let (id, created): (String, i64) = (row.try_get("id")?, row.try_get("created")?);
            // A damaged record stays as it is.
            let Ok(record) = record::read(&self.record(&id).await?) else { continue };
            let played = record.events.last().map_or(0, |event| event.at.0);
            if created.saturating_add(i64::try_from(played).unwrap_or(i64::MAX)) < time {
                abandoned.push(id);
            }
        }
        Ok(abandoned)
    }

    async fn tables(&self, ids: Vec<sqlx::sqlite::SqliteRow>) -> Result<Vec<TableRow>, StoreError> {
        let mut tables = Vec::with_capacity(ids.len());
        for row in ids {
            tables.extend(self.table(row.try_get("id")?).await?);
        }
        Ok(tables)
    }
}
