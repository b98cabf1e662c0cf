//! Leaving games: closing a table, abandoning a game, hiding a finished one.

use rules::Seat;
use table::{SeatAction, Table};

use super::actor::Actor;
use crate::api_error::ApiError;
use crate::identity::User;
use store::{SeatHolder, TableState, WriteOp};

impl Actor {
    /// Closes a table that waits for players, for its host.
    pub(super) async fn withdraw(&mut self, user: &User) -> Result<(), ApiError> {
        if self.row.host != user.id {
            return Err(ApiError::forbidden("only the host can close a table"));
        }
        match self.row.state {
            TableState::Waiting => {}
            TableState::Withdrawn => return Err(ApiError::conflict("the table is already closed")),
            TableState::Live | TableState::Over => {
                return Err(ApiError::conflict("the game has started; you can resign it"));
            }
        }
        self.close_table().await
    }

    /// Closes a table that has waited for players too long, or ends a game that has waited for a move too long: the player to
    /// move loses it by absence, and then the next one, until it is over.
    /// A game that has begun meanwhile, or to which a player has come back, goes on.
    pub(super) async fn expire(&mut self, is_abandoned: bool) -> Result<(), ApiError> {
        let is_any_player_here = self.row.seats.iter().any(|holder| self.is_seat_here(holder));
        match self.row.state {
            TableState::Waiting => self.close_table().await,
            TableState::Live if is_abandoned && !is_any_player_here => {
                let turn = self.table.as_ref().and_then(Table::turn);
                let mut leaving: Vec<Seat> = self.seats().collect();
                leaving.sort_by_key(|seat| Some(*seat) != turn);
                self.leave_game(&leaving).await
            }
            TableState::Live | TableState::Over | TableState::Withdrawn => Ok(()),
        }
    }

    async fn close_table(&mut self) -> Result<(), ApiError> {
        let state = TableState::Withdrawn;
        self.store(vec![WriteOp::State { table: self.row.id.clone(), state }]).await?;
        self.row.state = state;
        self.lobby.end_challenge(&self.row.id);
        self.publish();
        Ok(())
    }

    /// Removes an unfinished game from a user's list. The host closes a waiting table, another player frees the seat; a
    /// running game is left for good, which loses it by the rules.
    pub(super) async fn abandon(&mut self, user: &User) -> Result<(), ApiError> {
        let is_host = self.row.host == user.id;
        let own = self.seats_of(&user.id);
        match self.row.state {
            TableState::Over | TableState::Withdrawn => Err(ApiError::conflict("the game is already over")),
            TableState::Waiting if is_host => self.withdraw(user).await,
            _ if own.is_empty() && !(is_host && self.is_left_to_engines()) => {
                Err(ApiError::forbidden("you do not play this game"))
            }
            TableState::Waiting => self.free_seats(&own).await,
            TableState::Live => {
                // The host of a game between engines ends it by taking them out, also one that the last person has left.
                let takes_all_out = is_host && self.is_left_to_engines();
                let leaving = if takes_all_out { self.seats().collect() } else { own };
                self.leave_game(&leaving).await
            }
        }
    }

    /// `true` if no person plays, or all have left the game.
    fn is_left_to_engines(&self) -> bool {
        !self.seats().any(|seat| self.is_active(seat) && self.row.seats[seat.index()].user().is_some())
    }

    async fn free_seats(&mut self, own: &[Seat]) -> Result<(), ApiError> {
        let op = |seat: &Seat| WriteOp::Seat {
            table: self.row.id.clone(),
            seat: seat.number(),
            holder: SeatHolder::Open,
        };
        self.store(own.iter().map(op).collect()).await?;
        let before = self.row.seats.clone();
        for seat in own {
            self.row.seats[seat.index()] = SeatHolder::Open;
        }
        self.follow_new_players(&before);
        self.publish();
        Ok(())
    }

    async fn leave_game(&mut self, leaving: &[Seat]) -> Result<(), ApiError> {
        self.resume();
        let now = self.now();
        let Some(table) = &mut self.table else {
            return Err(ApiError::conflict("the game has not started yet; try again in a moment"));
        };
        for &seat in leaving {
            if table.outcome().is_none() && table.board().is_active(seat) {
                let _ = table.act(seat, table.latest(), SeatAction::Leave, now);
            }
        }
        self.commit().await
    }

    /// Removes a finished game from a user's list of finished games. Other players still see it.
    pub(super) async fn hide(&mut self, user: &User) -> Result<(), ApiError> {
        if self.seats_of(&user.id).is_empty() {
            return Err(ApiError::forbidden("you did not play this game"));
        }
        if self.row.state != TableState::Over {
            return Err(ApiError::conflict("the game is not over yet"));
        }
        let op = WriteOp::Hide { table: self.row.id.clone(), user: user.id.clone() };
        self.store(vec![op]).await?;
        Ok(())
    }
}
