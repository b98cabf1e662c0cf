//! Rematches: another game of the same players, with changed seats.

use std::sync::Arc;

use super::actor::Actor;
use crate::api_error::ApiError;
use crate::identity::User;
use store::secrets::{new_table_id, random_hexadecimal};
use store::{SeatHolder, TableRow, TableState, WriteOp, is_bot_name, unix_millis};

impl Actor {
    /// Records that a user wants a rematch. The next table is opened when all people at this one want it.
    pub(super) async fn request_rematch(&mut self, user: &User) -> Result<(), ApiError> {
        let own = self.seats_of(&user.id);
        if own.is_empty() {
            return Err(ApiError::forbidden("only a player of this game can ask for a rematch"));
        }
        if self.table.as_ref().is_none_or(|table| table.outcome().is_none()) {
            return Err(ApiError::conflict("the game is not over yet"));
        }
        if self.row.next.is_some() {
            return Err(ApiError::conflict("the rematch has already been set up"));
        }
        let before = self.rematch.clone();
        for seat in own {
            if !self.rematch.contains(&seat) {
                self.rematch.push(seat);
            }
        }
        // Bots play whatever they are seated at.
        let is_person =
            |holder: &SeatHolder| holder.user().is_some() && !holder.name().is_some_and(is_bot_name);
        let mut people = self.seats().filter(|seat| is_person(&self.row.seats[seat.index()]));
        if people.all(|seat| self.rematch.contains(&seat))
            && let Err(error) = self.open_rematch().await
        {
            self.rematch = before;
            return Err(error);
        }
        self.publish();
        Ok(())
    }

    async fn open_rematch(&mut self) -> Result<(), ApiError> {
        let lobby = Arc::clone(&self.lobby);
        let reservation = lobby.reserve_rematch(&self.row.host).await?;
        let mut seats = self.row.seats.clone();
        seats.rotate_right(1);
        let next = TableRow {
            id: new_table_id(),
            secret: random_hexadecimal::<32>(),
            state: TableState::Waiting,
            created: unix_millis(),
            next: None,
            seats,
            ..self.row.clone()
        };
        let id = next.id.clone();
        // Both in one batch: the link must not lead to a table that does not exist.
        let link = WriteOp::Next { table: self.row.id.clone(), next: id.clone() };
        self.store(vec![WriteOp::Table(next.clone()), link]).await?;
        reservation.hold_for(&id);
        self.row.next = Some(id);
        self.lobby.open_room(next);
        Ok(())
    }
}
