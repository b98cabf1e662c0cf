//! The room of a device's game: opening, watching and reading it, and playing moves there.

use std::sync::Arc;

use device::Game;
use device_home::{NewDeviceGame, move_text, seat_of};
use rules::Seat;
use table::SeatAction;
use tokio::time::Instant;

use super::{Completion, DeviceActor, MAX_ATTEMPTS, WATCH_DELAY};
use crate::api_error::ApiError;
use crate::device::panel::{PanelSide, read_position};
use crate::device::sync::{RoomGame, read_game, reconcile};
use crate::new_table::NewTable;
use crate::outbox::Outbox;
use crate::room::{GameState, RoomCommand};

impl DeviceActor {
    /// Opens a table for the game that has begun on the device.
    pub(super) fn open_table(&mut self) {
        self.leave_room();
        self.game += 1;
        let game = self.game;
        let (lobby, mut user) = (Arc::clone(&self.lobby), self.user.clone());
        let device = self.device.clone();
        self.tasks.spawn(async move {
            let result = async {
                let table = NewTable::device_game(NewDeviceGame::of(&device)?);
                // The user may have another name since the connection began.
                if let Some(stored) = lobby.store.user(&user.id).await? {
                    user.name = stored.name;
                }
                lobby.open_table(&user, table).await
            };
            Completion::Opened { game, result: result.await }
        });
    }

    pub(super) fn leave_room(&mut self) {
        if let (Some(table), Some((subscription, _))) = (self.table.take(), self.news.take()) {
            let lobby = Arc::clone(&self.lobby);
            tokio::spawn(async move { lobby.unwatch(&table, subscription).await });
        }
        (self.latest, self.attempts, self.panel) = (None, 0, None);
        (self.is_reading, self.reads_again, self.is_sending) = (false, false, false);
        self.moves.clear();
    }

    /// Subscribes to the room, which then sends a message at once.
    pub(super) fn watch_room(&mut self) {
        let Some(table) = self.table.clone() else { return };
        self.watch_at = Instant::now() + WATCH_DELAY;
        let (outbox, messages) = Outbox::new(self.lobby.next_connection());
        self.news = Some((outbox.connection, messages));
        let (lobby, user) = (Arc::clone(&self.lobby), self.user.clone());
        self.tasks.spawn(async move {
            let command =
                |reply| RoomCommand::Watch { user: user.clone(), outbox: outbox.clone(), have: None, reply };
            Completion::Watched(lobby.ask(&table, command).await)
        });
    }

    /// Reads the game from the room.
    pub(super) fn read_room(&mut self) {
        let Some(table) = self.table.clone() else { return };
        if self.is_reading || self.is_sending {
            self.reads_again = true;
            return;
        }
        (self.is_reading, self.reads_again) = (true, false);
        let (lobby, game) = (Arc::clone(&self.lobby), self.game);
        if self.device.game() != Game::Chess {
            self.tasks.spawn(async move {
                Completion::ReadPanel { game, result: read_position(&lobby, &table).await }
            });
            return;
        }
        let (army, known) = (*self.device.army(), self.moves.clone());
        self.tasks.spawn(async move {
            Completion::Read { game, result: read_game(&lobby, &table, army, known).await }
        });
    }

    /// Plays a move of the player in the room.
    pub(super) fn send_move(&mut self, seat: Seat, text: String) {
        let (Some(table), Some(seen)) = (self.table.clone(), self.latest) else { return };
        self.is_sending = true;
        let (lobby, user, game) = (Arc::clone(&self.lobby), self.user.clone(), self.game);
        self.tasks.spawn(async move {
            let action = SeatAction::Move(text);
            let command =
                |reply| RoomCommand::Act { user: user.clone(), seat, seen, action: action.clone(), reply };
            Completion::Acted { game, result: lobby.ask(&table, command).await }
        });
    }

    /// Makes the device agree with its game in the room.
    pub(super) fn follow(&mut self, result: Result<RoomGame, ApiError>) {
        self.is_reading = false;
        let game = match result {
            Ok(game) => game,
            Err(error) => return self.report(&format!("cannot follow the game: {}", error.message)),
        };
        self.moves.clone_from(&game.moves);
        self.latest = Some(game.latest);
        if self.is_sending || self.reads_again {
            // Something has happened since the room was asked.
            return self.read_room();
        }
        let before = self.device.clone();
        let now = self.now();
        let missing = reconcile(&mut self.device, &game, self.attempts < MAX_ATTEMPTS, now);
        if let Some(mv) = missing {
            return self.send_move(seat_of(self.device.player()), move_text(mv));
        }
        if self.attempts >= MAX_ATTEMPTS {
            self.attempts = 0;
            self.report("cannot play the move: the table refused it");
        }
        self.show_change(&before);
    }

    /// Shows the position of another game than chess.
    pub(super) fn follow_panel(&mut self, result: Result<GameState, ApiError>) {
        self.is_reading = false;
        let room = match result {
            Ok(room) => room,
            Err(error) => return self.report(&format!("cannot follow the game: {}", error.message)),
        };
        self.latest = Some(room.latest);
        if self.is_sending || self.reads_again {
            return self.read_room();
        }
        if std::mem::take(&mut self.attempts) > 0 {
            self.report("cannot play the move: the table refused it");
        }
        let (before, now) = (self.device.clone(), self.now());
        match &mut self.panel {
            Some(panel) => panel.update(room),
            None => self.panel = Some(PanelSide::new(&self.device, room)),
        }
        if let Some(panel) = &self.panel {
            self.device.show_panel(panel.panel(), now);
        }
        self.show_change(&before);
    }
}
