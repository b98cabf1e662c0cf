//! Another game with the same people, who change seats.

use rules::Seat;

use super::actor::Actor;
use crate::guest::{self, Guest};
use crate::lobby;
use crate::refusal::Refusal;
use crate::store::{SeatHolder, TableRow, TableState, WriteOp};

impl Actor {
    /// A guest would like another game; when all people at the table would, it is set up.
    pub(super) async fn ask_rematch(&mut self, guest: &Guest) -> Result<(), Refusal> {
        let own: Vec<Seat> = Seat::all(self.game.seats())
            .filter(|seat| self.row.seats[seat.index()].guest() == Some(&guest.id))
            .collect();
        if own.is_empty() {
            return Err(Refusal::not_yours("only who has played can ask for another game"));
        }
        if self.table.as_ref().is_none_or(|table| table.outcome().is_none()) {
            return Err(Refusal::not_now("the game is not over yet"));
        }
        if self.row.next.is_some() {
            return Err(Refusal::not_now("the next game is set up already"));
        }
        let before = self.rematch.clone();
        for seat in own {
            if !self.rematch.contains(&seat) {
                self.rematch.push(seat);
            }
        }
        let everybody = Seat::all(self.game.seats())
            .filter(|seat| self.row.seats[seat.index()].guest().is_some())
            .all(|seat| self.rematch.contains(&seat));
        if everybody && let Err(refusal) = self.set_up_next().await {
            self.rematch = before;
            return Err(refusal);
        }
        self.publish();
        Ok(())
    }

    async fn set_up_next(&mut self) -> Result<(), Refusal> {
        let mut seats: Vec<SeatHolder> = self.row.seats.clone();
        seats.rotate_right(1);
        let next = TableRow {
            id: lobby::new_id(),
            secret: guest::random_hexadecimal::<32>(),
            state: TableState::Waiting,
            created: lobby::wall_clock(),
            next: None,
            seats,
            ..self.row.clone()
        };
        let id = next.id.clone();
        // Both or neither: nobody is sent to a table that does not exist.
        let ops = vec![
            WriteOp::Table(next.clone()),
            WriteOp::Next { table: self.row.id.clone(), next: id.clone() },
        ];
        self.store(ops).await?;
        self.row.next = Some(id);
        self.lobby.welcome_table(next);
        Ok(())
    }
}
