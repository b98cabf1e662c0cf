//! A game other than chess on a device: the room has the position, the device shows it.

use std::sync::Arc;

use device::{Device, Effect, Panel};
use device_home::{PanelAnswer, PanelGame, TableView};
use rules::Seat;

use crate::api_error::ApiError;
use crate::lobby::Lobby;
use crate::room::{GameState, RoomCommand};

/// Reads the position of a table.
pub(super) async fn read_position(lobby: &Arc<Lobby>, table: &str) -> Result<GameState, ApiError> {
    lobby.ask(table, |reply| RoomCommand::Game { reply }).await
}

/// Result of a key at the panel.
pub(super) enum PanelReply {
    /// The picks are a move of a seat.
    Send(Seat, String),
    /// The panel has changed.
    Changed,
    /// Nothing can be done there.
    Refused,
}

/// The picks of the player, and the state of the room.
pub(super) struct PanelSide {
    game: PanelGame,
    room: GameState,
}

impl PanelSide {
    pub(super) fn new(device: &Device, room: GameState) -> PanelSide {
        PanelSide { game: PanelGame::new(device.game(), &*room.game, device.player()), room }
    }

    /// Takes a new state of the room. Picks of another position are forgotten.
    pub(super) fn update(&mut self, room: GameState) {
        if room.latest != self.room.latest || room.turn != self.room.turn {
            self.game.begin_turn();
        }
        self.room = room;
    }

    /// The panel to show.
    pub(super) fn panel(&self) -> Panel {
        self.game.panel(&TableView {
            position: &*self.room.position,
            turn: self.room.turn,
            outcome: self.room.outcome,
            last: &self.room.last,
        })
    }

    /// Handles what the player did. A move is shown at once; the room has the last word.
    pub(super) fn handle(&mut self, effect: Effect) -> PanelReply {
        match self.game.handle(effect, &*self.room.position) {
            PanelAnswer::Changed => PanelReply::Changed,
            PanelAnswer::Refused => PanelReply::Refused,
            PanelAnswer::Move(mv) => {
                let Some(text) = self.room.position.write_move(&mv) else { return PanelReply::Refused };
                if self.room.position.play(&mv).is_err() {
                    return PanelReply::Refused;
                }
                self.room.turn = None;
                PanelReply::Send(self.game.player(), text)
            }
        }
    }
}
