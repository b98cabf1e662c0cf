//! Unfinished games: those that a user may continue, and tables that no other player has joined.

use sqlx::Row;

use crate::database::{Store, StoreError};
use crate::rows::{Home, TableRow};

impl Store {
    /// Unfinished games of a user, the newest first.
    pub async fn unfinished_games(&self, user: &str) -> Result<Vec<TableRow>, StoreError> {
        let sql = "SELECT id FROM tables WHERE state IN ('waiting', 'live') \
                   AND id IN (SELECT table_id FROM seats WHERE user = $1) ORDER BY created DESC, id";
        self.tables(sqlx::query(sql).bind(user).fetch_all(&self.readers).await?).await
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

    async fn tables(&self, ids: Vec<sqlx::sqlite::SqliteRow>) -> Result<Vec<TableRow>, StoreError> {
        let mut tables = Vec::with_capacity(ids.len());
        for row in ids {
            tables.extend(self.table(row.try_get("id")?).await?);
        }
        Ok(tables)
    }
}
