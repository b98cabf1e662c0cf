//! What guests do at a table.

use rules::Seat;
use table::{Action, Table};
use view::{Place, Touch};

use super::Past;
use super::actor::Actor;
use super::engines::answer_offers;
use crate::guest::Guest;
use crate::refusal::Refusal;
use crate::store::{Entry, Sitting, TableState};

impl Actor {
    pub(super) async fn sit(&mut self, guest: &Guest, seat: Seat) -> Result<(), Refusal> {
        match self.row.seats.get(seat.index()) {
            None => return Err(Refusal::unknown(format!("this table has no seat {seat}"))),
            Some(Sitting::Open) if self.row.state == TableState::Waiting => {}
            Some(_) if self.row.state == TableState::Withdrawn => {
                return Err(Refusal::not_now("the table was closed by the one who had opened it"));
            }
            Some(sitting) if sitting.guest() == Some(&guest.id) => {
                return Err(Refusal::not_now("you sit there already"));
            }
            Some(_) => return Err(Refusal::not_now("somebody else has taken that seat")),
        }
        let name = self.lobby.guest_name(guest).await?;
        let sitting = Sitting::Person { guest: guest.id.clone(), name };
        let entry = Entry::Sit { table: self.row.id.clone(), seat: seat.number(), sitting: sitting.clone() };
        self.store(vec![entry]).await?;
        self.row.seats[seat.index()] = sitting;
        self.publish();
        // The seat is taken: if the game cannot begin yet because the store fails, it begins when it does not.
        self.go_on().await;
        Ok(())
    }

    pub(super) async fn withdraw(&mut self, guest: &Guest) -> Result<(), Refusal> {
        if self.row.host != guest.id {
            return Err(Refusal::not_yours("only who has opened a table can close it"));
        }
        if self.row.state == TableState::Withdrawn {
            return Err(Refusal::not_now("the table is closed already"));
        }
        if self.row.state != TableState::Waiting {
            return Err(Refusal::not_now("the game has begun: it can be resigned, not closed"));
        }
        let state = TableState::Withdrawn;
        self.store(vec![Entry::State { table: self.row.id.clone(), state }]).await?;
        self.row.state = state;
        self.publish();
        Ok(())
    }

    pub(super) async fn act(
        &mut self,
        guest: &Guest,
        seat: Seat,
        seen: u64,
        action: Action,
    ) -> Result<(), Refusal> {
        let Some(sitting) = self.row.seats.get(seat.index()) else {
            return Err(Refusal::unknown(format!("this table has no seat {seat}")));
        };
        if sitting.guest() != Some(&guest.id) {
            return Err(Refusal::not_yours(format!("seat {seat} is not yours")));
        }
        self.resume();
        let now = self.now();
        let Some(table) = &mut self.table else {
            return Err(Refusal::not_now("the game has not begun yet: a seat is still free"));
        };
        let is_offer = matches!(action, Action::Offer(_) | Action::ClaimWith(_));
        let reply = table.act(seat, seen, action, now);
        if is_offer && reply.error.is_none() {
            agree_with_oneself(table, &self.row.seats, &guest.id, now);
        }
        answer_offers(table, &self.row.seats, &self.opinions, now);
        // A clock that ran out is told even if the action itself is refused.
        self.commit().await?;
        if self.is_opening() {
            self.go_on().await;
        }
        reply.error.map_or(Ok(()), |refusal| Err(refusal.into()))
    }

    pub(super) fn touch(&self, seen: u64, picked: &[Place]) -> Result<Touch<String>, Refusal> {
        match &self.table {
            Some(table) if table.latest() == seen && table.turn().is_some() => {
                Ok(table.board().touch(picked))
            }
            _ => Err(Refusal::not_now("something happened on the board that you have not seen yet")),
        }
    }

    pub(super) fn look(&self, ply: Option<usize>) -> Result<Past, Refusal> {
        let Some(table) = self.table.as_ref() else { return self.look_forward(ply) };
        let ply = ply.unwrap_or(table.moves().len());
        let board = table.board_after(ply).ok_or_else(|| Refusal::no_position(ply))?;
        let last = ply.checked_sub(1).and_then(|index| table.moves().nth(index));
        Ok(Past {
            diagram: board.diagram(),
            trail: last.map(|(_, played)| played.trail.clone()).unwrap_or_default(),
            position: board.position(),
        })
    }

    /// The position that a game which has not begun will begin from.
    fn look_forward(&self, ply: Option<usize>) -> Result<Past, Refusal> {
        match ply {
            None | Some(0) => {
                let board = self.game.read_position(&self.row.position)?;
                Ok(Past { diagram: board.diagram(), trail: Vec::new(), position: board.position() })
            }
            Some(ply) => Err(Refusal::no_position(ply)),
        }
    }
}

/// Who holds several seats has agreed with all of them.
fn agree_with_oneself(table: &mut Table, seats: &[Sitting], guest: &str, now: table::Millis) {
    for seat in Seat::all(table.game().seats()) {
        if table.awaits_answer(seat) && seats[seat.index()].guest() == Some(guest) {
            let _ = table.act(seat, table.latest(), Action::Answer(true), now);
        }
    }
}
