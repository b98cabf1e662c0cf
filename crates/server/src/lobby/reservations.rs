//! The limit on the unfinished tables of a user, also while they are being opened.

use std::collections::HashMap;

use super::{Lobby, lock};
use crate::api_error::ApiError;

/// Number of unfinished tables that one user may have.
const MAX_OWN_TABLES: usize = 64;

/// Tables that are being opened.
#[derive(Default)]
pub(super) struct Reservations {
    /// Hosts by the key of their reservation: a number, and once the table is stored its id.
    pub(super) hosts: HashMap<String, String>,
    latest: u64,
}

/// A table that counts towards its host's limit although it is not open yet. Dropping it frees the reservation.
pub(crate) struct Reservation<'a> {
    lobby: &'a Lobby,
    key: String,
}

impl Reservation<'_> {
    /// Holds the reservation until the room of this table publishes its summary.
    pub(crate) fn hold_for(self, table: &str) {
        let mut reservations = lock(&self.lobby.reservations);
        if let Some(host) = reservations.hosts.remove(&self.key) {
            reservations.hosts.insert(table.to_owned(), host);
        }
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        lock(&self.lobby.reservations).hosts.remove(&self.key);
    }
}

impl Lobby {
    /// Reserves a table for the rematch of a game, which counts for the same host.
    pub(crate) async fn reserve_rematch(&self, host: &str) -> Result<Reservation<'_>, ApiError> {
        self.reserve(host, "the host of the game has").await
    }

    /// Reserves a table for a user, so that requests at the same time cannot exceed the limit together.
    pub(super) async fn reserve(&self, user: &str, subject: &str) -> Result<Reservation<'_>, ApiError> {
        // After a restart the listing does not have all tables yet.
        let stored = if self.reopening_count() > 0 { self.store.unfinished_count(user).await? } else { 0 };
        let listing = lock(&self.listing);
        let mut reservations = lock(&self.reservations);
        let listed = listing.tables_of(user).max(stored);
        let own = listed + reservations.hosts.values().filter(|host| *host == user).count();
        if own >= MAX_OWN_TABLES {
            return Err(ApiError::conflict(format!(
                "{subject} {own} unfinished games; finish or abandon one first"
            )));
        }
        reservations.latest += 1;
        let key = format!("reservation {}", reservations.latest);
        reservations.hosts.insert(key.clone(), user.to_owned());
        Ok(Reservation { lobby: self, key })
    }
}
