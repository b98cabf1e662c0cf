//! Presence of users: their connections, the rooms that follow them, and the time since which a user is away.
//!
//! A user is present while any connection of the user is open, on whatever page. A user that the server has not seen since it
//! started is away from the moment of the first query: time in which the server was down does not count.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use tokio::time::Instant;

use crate::outbox::Outbox;
use crate::room::RoomCommand;

/// Times after which a player who has left may lose the game by a claim of another player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AbsenceLimits {
    /// In a game with a clock.
    pub with_clock: Duration,
    /// In a game without a clock, which may be played over days.
    pub without_clock: Duration,
}

impl Default for AbsenceLimits {
    fn default() -> AbsenceLimits {
        AbsenceLimits {
            with_clock: Duration::from_secs(30),
            without_clock: Duration::from_secs(3 * 24 * 3600),
        }
    }
}

/// All connected users, and players who have left.
pub(crate) struct Presence {
    limits: AbsenceLimits,
    users: Mutex<HashMap<String, UserPresence>>,
}

#[derive(Default)]
struct UserPresence {
    connections: Vec<Outbox>,
    /// Time at which the last connection ended, or of the first query.
    left: Option<Instant>,
    /// Rooms of the user's unfinished games, by table; `None` while a room is closed.
    rooms: HashMap<String, Option<mpsc::WeakSender<RoomCommand>>>,
}

/// A connection of a user. Dropping it ends the presence of the user, unless another connection is open.
pub(crate) struct PresenceGuard {
    presence: Arc<Presence>,
    user: String,
    connection: u64,
}

impl Presence {
    pub(crate) fn new(limits: AbsenceLimits) -> Arc<Presence> {
        Arc::new(Presence { limits, users: Mutex::default() })
    }

    /// Time after which the absence of a player can be claimed.
    pub(crate) fn limit(&self, has_clock: bool) -> Duration {
        if has_clock { self.limits.with_clock } else { self.limits.without_clock }
    }

    /// Adds a connection of a user.
    pub(crate) fn enter(self: &Arc<Presence>, user: &str, outbox: Outbox) -> PresenceGuard {
        let connection = outbox.connection;
        let mut users = self.lock();
        let entry = users.entry(user.to_owned()).or_default();
        entry.connections.push(outbox);
        entry.left = None;
        if entry.connections.len() == 1 {
            entry.notify_rooms();
        }
        drop(users);
        PresenceGuard { presence: Arc::clone(self), user: user.to_owned(), connection }
    }

    /// Notifies the room of a table from now on when a user comes or leaves. The time since which the user is away stays known
    /// until [`Presence::unfollow`], also while the room is closed.
    pub(crate) fn follow(&self, user: &str, table: &str, room: mpsc::WeakSender<RoomCommand>) {
        self.lock().entry(user.to_owned()).or_default().rooms.insert(table.to_owned(), Some(room));
    }

    /// Notifies the room of an unfinished game no longer: it closes.
    pub(crate) fn close_room(&self, user: &str, table: &str) {
        if let Some(room) = self.lock().get_mut(user).and_then(|entry| entry.rooms.get_mut(table)) {
            *room = None;
        }
    }

    /// Ends [`Presence::follow`]: the user does not play at the table any more. A user without connections and games is
    /// forgotten.
    pub(crate) fn unfollow(&self, user: &str, table: &str) {
        let mut users = self.lock();
        if let Some(entry) = users.get_mut(user) {
            entry.rooms.remove(table);
            if entry.is_unused() {
                users.remove(user);
            }
        }
    }

    /// `true` if the user has a connection.
    pub(crate) fn is_here(&self, user: &str) -> bool {
        self.lock().get(user).is_some_and(|entry| !entry.connections.is_empty())
    }

    /// Time for which a user has had no connection; `None` for a user who is here.
    pub(crate) fn away(&self, user: &str) -> Option<Duration> {
        let mut users = self.lock();
        match users.get_mut(user) {
            Some(entry) if !entry.connections.is_empty() => None,
            Some(entry) => Some(entry.left.get_or_insert_with(Instant::now).elapsed()),
            // A user who plays in an open room is known.
            None => Some(Duration::ZERO),
        }
    }

    /// Counts the time for which a user without a connection is away from now on: the user has just acted.
    pub(crate) fn touch(&self, user: &str) {
        if let Some(entry) = self.lock().get_mut(user)
            && entry.connections.is_empty()
        {
            entry.left = Some(Instant::now());
        }
    }

    /// Sends a message to all connections of a user.
    pub(crate) fn send(&self, user: &str, message: &str) {
        self.send_except(user, message, &[]);
    }

    /// Sends a message to the connections of a user, except some.
    pub(crate) fn send_except(&self, user: &str, message: &str, except: &[u64]) {
        for outbox in self.lock().get(user).iter().flat_map(|entry| &entry.connections) {
            if !except.contains(&outbox.connection) {
                outbox.send(message.to_owned());
            }
        }
    }

    fn leave(&self, user: &str, connection: u64) {
        let mut users = self.lock();
        let Some(entry) = users.get_mut(user) else { return };
        entry.connections.retain(|outbox| outbox.connection != connection);
        if entry.connections.is_empty() {
            entry.left = Some(Instant::now());
            entry.notify_rooms();
        }
        if entry.is_unused() {
            users.remove(user);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, UserPresence>> {
        self.users.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl UserPresence {
    fn notify_rooms(&self) {
        for room in self.rooms.values().flatten().filter_map(mpsc::WeakSender::upgrade) {
            if let Err(TrySendError::Full(command)) = room.try_send(RoomCommand::PresenceChanged) {
                tokio::spawn(async move {
                    // A room that has closed meanwhile has no watchers.
                    let _ = room.send(command).await;
                });
            }
        }
    }

    /// `true` if the user is not here and plays no unfinished game.
    fn is_unused(&self) -> bool {
        self.connections.is_empty() && self.rooms.is_empty()
    }
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        self.presence.leave(&self.user, self.connection);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(longest: Duration) -> AbsenceLimits {
        AbsenceLimits { with_clock: Duration::ZERO, without_clock: longest }
    }

    #[tokio::test]
    async fn a_user_is_away_once_the_last_connection_has_ended() {
        let presence = Presence::new(limits(Duration::from_secs(60)));
        let (sender, mut commands) = mpsc::channel(4);
        presence.follow("laleh", "table", sender.downgrade());
        let first = presence.away("laleh").unwrap();
        tokio::time::sleep(Duration::from_millis(20)).await;
        let span = presence.away("laleh").unwrap();
        assert!(first < Duration::from_millis(20) && span >= Duration::from_millis(20), "{first:?} {span:?}");
        let one = presence.enter("laleh", Outbox::new(1).0);
        let other = presence.enter("laleh", Outbox::new(2).0);
        assert!(presence.is_here("laleh") && presence.away("laleh").is_none());
        drop(one);
        assert!(presence.is_here("laleh"));
        drop(other);
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(presence.away("laleh").unwrap() >= Duration::from_millis(20), "also without a room");
        let mut changes = 0;
        while let Ok(RoomCommand::PresenceChanged) = commands.try_recv() {
            changes += 1;
        }
        assert_eq!(changes, 2, "the user came and left");
    }

    #[tokio::test]
    async fn users_without_a_game_are_forgotten() {
        let presence = Presence::new(limits(Duration::from_secs(60)));
        let (sender, commands) = mpsc::channel(4);
        for table in ["one", "other"] {
            presence.follow("player", table, sender.downgrade());
        }
        drop(presence.enter("player", Outbox::new(1).0));
        drop(presence.enter("guest", Outbox::new(2).0));
        // The rooms close, but the games go on.
        presence.close_room("player", "one");
        presence.close_room("player", "other");
        drop((sender, commands));
        tokio::time::sleep(Duration::from_millis(20)).await;
        presence.unfollow("player", "one");
        assert!(presence.away("player").unwrap() >= Duration::from_millis(20));
        assert_eq!(presence.lock().len(), 1, "the guest is forgotten");
        presence.unfollow("player", "other");
        assert_eq!(presence.lock().len(), 0);
        assert_eq!(presence.away("player"), Some(Duration::ZERO));
    }
}
