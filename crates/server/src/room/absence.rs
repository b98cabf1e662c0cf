//! Players who have left: the notice to the others, and their claims.

use std::time::Duration;

use rules::Seat;
use table::Table;

use super::actor::Actor;
use crate::api_error::ApiError;
use crate::wire::AbsenceView;
use store::SeatHolder;

impl Actor {
    /// Follows the presence of all players of an unfinished game.
    pub(super) fn follow_players(&self) {
        if self.state() == "over" {
            return self.unfollow_players();
        }
        for user in self.row.seats.iter().filter_map(|holder| holder.user()) {
            self.lobby.presence.follow(user, &self.row.id, self.mailbox.clone());
        }
    }

    /// Follows the players after the seats have changed from `before`.
    pub(super) fn follow_new_players(&self, before: &[SeatHolder]) {
        self.follow_players();
        let is_gone = |user: &&str| !self.row.seats.iter().any(|holder| holder.user() == Some(*user));
        for user in before.iter().filter_map(SeatHolder::user).filter(is_gone) {
            self.lobby.presence.unfollow(user, &self.row.id);
        }
    }

    /// Ends the notifications of a room that closes. While the game is not over, absences count on.
    pub(super) fn close_presence(&self) {
        if self.state() == "over" {
            return self.unfollow_players();
        }
        for user in self.row.seats.iter().filter_map(SeatHolder::user) {
            self.lobby.presence.close_room(user, &self.row.id);
        }
    }

    /// Ends [`Actor::follow_players`].
    pub(super) fn unfollow_players(&self) {
        for user in self.row.seats.iter().filter_map(|holder| holder.user()) {
            self.lobby.presence.unfollow(user, &self.row.id);
        }
    }

    /// Players who have left a running game that another person plays too, and the time until that can be claimed.
    pub(super) fn absences(&self) -> Vec<AbsenceView> {
        if self.state() != "playing" {
            return Vec::new();
        }
        let away = |seat: Seat| self.time_until_claim(seat).map(|left| AbsenceView::new(seat, left));
        self.seats().filter(|&seat| self.has_other_person(seat)).filter_map(away).collect()
    }

    /// Checks that a user may claim that the player of a seat has left.
    pub(super) fn check_absence(&self, user: &str, absent: Seat) -> Result<(), ApiError> {
        let holder = self.row.seats.get(absent.index());
        let Some(player) = holder.and_then(|holder| holder.user()).filter(|player| *player != user) else {
            return Err(ApiError::conflict(format!("no other person plays seat {absent}")));
        };
        let left = self.time_until_claim(absent);
        let name = holder.and_then(|holder| holder.name()).unwrap_or(player);
        match left {
            None => Err(ApiError::conflict(format!("{name} has not left the game"))),
            Some(Duration::ZERO) => Ok(()),
            Some(left) => {
                let seconds = left.as_secs_f64().ceil();
                let message = format!("{name} may still come back; claim in {seconds} seconds");
                Err(ApiError::conflict(message))
            }
        }
    }

    /// Time until the absence of a seat's player can be claimed; `None` for a player who is here or no longer plays.
    fn time_until_claim(&self, seat: Seat) -> Option<Duration> {
        let user = self.row.seats[seat.index()].user()?;
        self.table.as_ref().filter(|table| table.board().is_active(seat))?;
        let has_clock = self.row.clock != "none";
        Some(self.lobby.presence.limit(has_clock).saturating_sub(self.lobby.presence.away(user)?))
    }

    /// `true` if another person than the player of this seat takes part in the game.
    fn has_other_person(&self, seat: Seat) -> bool {
        let player = self.row.seats[seat.index()].user();
        let is_active =
            |other: Seat| self.table.as_ref().is_some_and(|table: &Table| table.board().is_active(other));
        self.seats().any(|other| {
            let user = self.row.seats[other.index()].user();
            user.is_some() && user != player && is_active(other)
        })
    }
}
