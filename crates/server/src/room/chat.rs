//! Chat of the people at a table.

use super::actor::Actor;
use crate::api_error::ApiError;
use crate::chat::{ChatContent, ChatLine, ChatLog, check_key};
use crate::identity::User;
use crate::wire::{ChatLineView, ServerMessage};

/// Logs of a table.
#[derive(Default)]
pub(super) struct TableChat {
    players: ChatLog,
    spectators: ChatLog,
}

impl Actor {
    /// Sends a line of a user to those who share the log. A line whose key the log has already is not sent again.
    pub(super) fn say(
        &mut self,
        user: &User,
        phrase: Option<&str>,
        text: Option<&str>,
        key: Option<String>,
    ) -> Result<(), ApiError> {
        let seat = self.seats_of(&user.id).first().copied();
        if seat.is_none() && !self.is_watching(&user.id) {
            return Err(ApiError::forbidden("watch the game to talk about it"));
        }
        let content = ChatContent::read(phrase, text)?;
        check_key(key.as_deref())?;
        if key.as_deref().is_some_and(|key| self.log_of(&user.id).has(&user.id, key)) {
            return Ok(());
        }
        self.lobby.chat_limits.check(&user.id, seat.is_none().then_some(self.row.id.as_str()))?;
        let log = if seat.is_some() { &mut self.chat.players } else { &mut self.chat.spectators };
        let (id, name) = (user.id.clone(), user.name.clone());
        let line = log.push(ChatLine { number: 0, user: id, name, seat, content, key });
        for (connection, watcher) in self.watching_users() {
            if self.has_seat(&watcher) == seat.is_some() {
                self.send_chat(connection, &watcher, &[&line], false);
            }
        }
        Ok(())
    }

    /// Sends the log to a connection that begins to watch. One that `may_have_lines` of before a restart, from which they
    /// are counted anew, gets an empty log too.
    pub(super) fn send_chat_log(&self, connection: u64, user: &str, may_have_lines: bool) {
        let lines: Vec<&ChatLine> = self.log_of(user).lines().collect();
        if may_have_lines || !lines.is_empty() {
            self.send_chat(connection, user, &lines, true);
        }
    }

    /// Sends a user who watches the log anew: it has other lines after taking a seat or blocking a player.
    pub(super) fn renew_chat_log(&self, user: &str) {
        let is_empty = |log: &ChatLog| log.lines().next().is_none();
        if is_empty(&self.chat.players) && is_empty(&self.chat.spectators) {
            return;
        }
        for (connection, watcher) in self.watching_users() {
            if watcher == user {
                self.send_chat_log(connection, user, true);
            }
        }
    }

    /// Blocks the author of a line for a user, who then receives the log without those lines.
    pub(super) async fn block_author(&mut self, user: &User, number: u64) -> Result<(), ApiError> {
        let author = self.log_of(&user.id).lines().find(|line| line.number == number);
        let Some((id, name)) = author.map(|line| (line.user.clone(), line.name.clone())) else {
            return Err(ApiError::not_found(format!("there is no message {number}")));
        };
        self.lobby.blocks.add(user, &id, &name).await?;
        self.renew_chat_log(&user.id);
        Ok(())
    }

    fn has_seat(&self, user: &str) -> bool {
        !self.seats_of(user).is_empty()
    }

    fn log_of(&self, user: &str) -> &ChatLog {
        if self.has_seat(user) { &self.chat.players } else { &self.chat.spectators }
    }

    fn send_chat(&self, connection: u64, user: &str, lines: &[&ChatLine], reset: bool) {
        let is_wanted = |line: &&ChatLine| !self.lobby.blocks.has(user, &line.user);
        let lines: Vec<ChatLineView> =
            lines.iter().copied().filter(is_wanted).map(|line| ChatLineView::new(line, user)).collect();
        if reset || !lines.is_empty() {
            let message = ServerMessage::Chat { table: &self.row.id, reset, lines }.to_json();
            self.send_to_connection(connection, message);
        }
    }
}
