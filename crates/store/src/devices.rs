//! Chess computers of users.

use sqlx::Row;

use crate::database::{Store, StoreError};

/// Stored chess computer of a user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedDevice {
    /// Bytes of its state.
    pub state: Vec<u8>,
    /// Table of its game.
    pub table: Option<String>,
}

impl Store {
    /// Chess computer of a user; `None` if the user has not used it yet.
    pub async fn device(&self, user: &str) -> Result<Option<SavedDevice>, StoreError> {
        let sql = "SELECT state, table_id FROM devices WHERE user = $1";
        let Some(row) = sqlx::query(sql).bind(user).fetch_optional(&self.readers).await? else {
            return Ok(None);
        };
        Ok(Some(SavedDevice { state: row.try_get("state")?, table: row.try_get("table_id")? }))
    }
}
