//! Requests of players and watchers.

use std::sync::Arc;

use rules::Seat;
use table::{ActionError, Millis, SeatAction, Table};
use view::{Place, Touch};

use super::actor::Actor;
use super::engine_moves::answer_offers;
use super::{GameState, PastPosition};
use crate::api_error::ApiError;
use crate::identity::User;
use store::{SeatHolder, TableState, WriteOp};

/// Number of events after which a game can only be resigned or abandoned: offers and takebacks must not fill the disk.
const MAX_EVENTS: usize = 20_000;

impl Actor {
    /// Seats a user on a free seat, unless it is the user's already.
    pub(super) async fn sit(&mut self, user: &User, seat: Seat) -> Result<(), ApiError> {
        match self.row.seats.get(seat.index()) {
            None => return Err(ApiError::not_found(format!("this table has no seat {seat}"))),
            Some(SeatHolder::Open) if self.row.state == TableState::Waiting => {}
            Some(_) if self.row.state == TableState::Withdrawn => {
                return Err(ApiError::conflict("the table was closed by its host"));
            }
            // A request that is sent again after the connection was lost has been carried out.
            Some(holder) if holder.user() == Some(&user.id) => return Ok(()),
            Some(_) => return Err(ApiError::conflict("this seat is taken")),
        }
        if let Some((invited, name)) = self.lobby.challenges.reserved_for(&self.row.id, seat)
            && invited != user.id
        {
            return Err(ApiError::conflict(format!("this seat is reserved for {name}")));
        }
        if self.row.is_rated && !user.is_registered {
            return Err(ApiError::forbidden("this game is rated; log in to play it"));
        }
        if self.row.is_rated && user.is_bot {
            return Err(ApiError::forbidden("bots do not play rated games"));
        }
        if self.row.is_rated && !self.seats_of(&user.id).is_empty() {
            return Err(ApiError::forbidden("a rated game has one player for each seat"));
        }
        let name = user.name.clone();
        let holder = SeatHolder::Person { user: user.id.clone(), name: name.clone(), is_other: false };
        let table = self.row.id.clone();
        let mut ops: Vec<WriteOp> = user.store_op(&name).into_iter().collect();
        ops.push(WriteOp::Seat { table, seat: seat.number(), holder: holder.clone() });
        self.store(ops).await?;
        self.row.seats[seat.index()] = holder;
        self.lobby.accept_challenge(&self.row.id, seat);
        self.follow_players();
        self.publish();
        self.renew_chat_log(&user.id);
        // The seat is stored. If the store fails now, the game begins once it works again.
        self.try_advance().await;
        Ok(())
    }

    /// Carries out an action of a seat.
    pub(super) async fn act(
        &mut self,
        user: &User,
        seat: Seat,
        seen: u64,
        action: SeatAction,
        lag: Millis,
    ) -> Result<(), ApiError> {
        let Some(holder) = self.row.seats.get(seat.index()) else {
            return Err(ApiError::not_found(format!("this table has no seat {seat}")));
        };
        if holder.user() != Some(&user.id) {
            return Err(ApiError::forbidden(format!("seat {seat} is not yours")));
        }
        if let SeatAction::ClaimAbsence { absent, .. } = action {
            self.check_absence(&user.id, absent)?;
        }
        self.resume();
        let now = self.now();
        let Some(table) = &mut self.table else {
            return Err(ApiError::conflict("the game has not started yet"));
        };
        check_event_number(table, seen)?;
        let may_end_game = matches!(action, SeatAction::Resign | SeatAction::ClaimAbsence { .. });
        if table.events().len() >= MAX_EVENTS && !may_end_game {
            return Err(ApiError::conflict(format!(
                "the game has {MAX_EVENTS} events; it can only be resigned, or claimed if the opponent has left"
            )));
        }
        let is_offer = matches!(action, SeatAction::Offer(_) | SeatAction::ClaimWith(_));
        self.lags[seat.index()] = lag;
        let reply = table.act_with_lag(seat, seen, action, lag, now);
        if is_offer && reply.error.is_none() {
            accept_own_offer(table, &self.row.seats, &user.id, now);
        }
        answer_offers(table, &self.row.seats, &self.evaluations, now);
        // A flag that fell meanwhile is stored even if the action fails.
        self.commit().await?;
        if self.is_opening() {
            self.try_advance().await;
        }
        reply.error.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Time for which the flag of a seat does not fall yet: a move that was sent in time may still be on its way.
    pub(super) fn lag_grace(&self, seat: Seat) -> Millis {
        let allowance = self.table.as_ref().map(|table| table.clocks().lag_allowance(seat));
        self.lags[seat.index()].min(allowance.unwrap_or_default())
    }

    /// Resolves clicked places in the position after event `seen`.
    pub(super) fn touch(&self, seen: u64, picked: &[Place]) -> Result<Touch<String>, ApiError> {
        match &self.table {
            Some(table) if table.latest() == seen && table.turn().is_some() => {
                Ok(table.board().touch(picked))
            }
            _ => Err(ApiError::conflict("the position has changed; try again")),
        }
    }

    /// Moves of the game and its state.
    pub(super) fn game_state(&self) -> Result<GameState, ApiError> {
        let table = self.table.as_ref().ok_or_else(|| ApiError::conflict("the game has not started yet"))?;
        Ok(GameState {
            game: Arc::clone(&self.compiled.game),
            start: self.row.position.clone(),
            moves: table.moves().map(|(_, played)| played.text.clone()).collect(),
            position: table.board().duplicate(),
            last: table.moves().next_back().map_or_else(Vec::new, |(_, played)| played.trail.clone()),
            latest: table.latest(),
            turn: table.turn(),
            outcome: table.outcome(),
        })
    }

    /// Position after `ply` moves, or the current one. Before the game begins, only the start position exists.
    pub(super) fn position_at(&self, ply: Option<usize>) -> Result<PastPosition, ApiError> {
        let Some(table) = &self.table else {
            if let Some(ply) = ply.filter(|ply| *ply > 0) {
                return Err(ApiError::no_such_position(ply));
            }
            let start = self.game().read_position(&self.row.position)?;
            return Ok(PastPosition {
                ply: 0,
                diagram: start.diagram(),
                trail: Vec::new(),
                position: start.position(),
            });
        };
        let ply = ply.unwrap_or(table.moves().len());
        let board = table.board_after(ply).ok_or_else(|| ApiError::no_such_position(ply))?;
        let last = ply.checked_sub(1).and_then(|index| table.moves().nth(index));
        Ok(PastPosition {
            ply,
            diagram: board.diagram(),
            trail: last.map(|(_, played)| played.trail.clone()).unwrap_or_default(),
            position: board.position(),
        })
    }
}

/// Checks the number of the last event that a player has seen. The table refuses old ones where they matter; a number that
/// does not exist yet is an error of the client, also of one that resigns.
fn check_event_number(table: &Table, seen: u64) -> Result<(), ApiError> {
    match seen <= table.latest() {
        true => Ok(()),
        false => Err(ActionError::NotYet.into()),
    }
}

/// Accepts an offer for the other seats of the user who made it.
fn accept_own_offer(table: &mut Table, seats: &[SeatHolder], user: &str, now: Millis) {
    for seat in Seat::all(table.game().seats()) {
        if table.awaits_answer(seat) && seats[seat.index()].user() == Some(user) {
            let _ = table.act(seat, table.latest(), SeatAction::Answer(true), now);
        }
    }
}
