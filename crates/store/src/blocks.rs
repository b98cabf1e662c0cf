//! Users whose challenges and chat other users do not receive.

use sqlx::Row;

use crate::database::{Store, StoreError};

/// A user who is blocked by another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Id of the user who blocks.
    pub user: String,
    /// Id of the blocked user.
    pub blocked: String,
    /// Name of the blocked user at that time.
    pub name: String,
}

impl Store {
    /// All blocks.
    pub async fn blocks(&self) -> Result<Vec<Block>, StoreError> {
        let rows = sqlx::query("SELECT user, blocked, name FROM blocks").fetch_all(&self.readers).await?;
        let block = |row: &sqlx::sqlite::SqliteRow| -> Result<Block, sqlx::Error> {
            Ok(Block {
                user: row.try_get("user")?,
                blocked: row.try_get("blocked")?,
                name: row.try_get("name")?,
            })
        };
        Ok(rows.iter().map(block).collect::<Result<_, _>>()?)
    }
}
