//! Notices of turns, sent to the pages of a player that do not show the table.

use super::actor::Actor;
use super::summary::opponents;
use crate::wire::ServerMessage;

impl Actor {
    /// Sends the player whose turn it has become, and the one whose turn it was, a message on each connection that does not
    /// watch the table.
    pub(super) fn announce_turn(&mut self) {
        let awaited = self.awaited_player();
        if awaited == self.awaited {
            return;
        }
        let before = std::mem::replace(&mut self.awaited, awaited.clone());
        for (user, yours) in [(before, false), (awaited, true)] {
            let Some(user) = user else { continue };
            let message = ServerMessage::Turn {
                table: &self.row.id,
                title: self.compiled.info.title,
                opponents: opponents(self.row.seats.iter(), &user),
                yours,
            };
            self.lobby.presence.send_except(&user, &message.to_json(), &self.watching_connections());
        }
    }

    /// The person whose turn it is in a game with other people.
    fn awaited_player(&self) -> Option<String> {
        let turn = self.table.as_ref()?.turn()?;
        let user = self.row.seats[turn.index()].user()?;
        (!opponents(self.row.seats.iter(), user).is_empty()).then(|| user.to_owned())
    }
}
