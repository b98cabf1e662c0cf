//! A room: the actor that owns one table, and the handle through which others reach it.
//!
//! `actor` handles one [`RoomCommand`] after the other. A player's action is in `players`, an engine's in `engine_moves`. Both
//! end in `persistence`, where `Actor::commit` stores the new events and waits for the disk, and then in `broadcast`, where
//! `Actor::publish` sends them to the watchers. `start` does what is due without a command: beginning the game, fallen
//! flags.

mod absence;
mod actor;
mod analysis;
mod bots;
mod broadcast;
mod chat;
mod engine_moves;
mod leaving;
mod permissions;
mod persistence;
mod players;
mod rematch;
mod start;
mod summary;
mod touches;
mod turns;

use std::sync::Arc;

use bot_lines::BotAction;
use engine::{StopFlags, TaskResult};
use rules::{Outcome, Seat};
use table::{Millis, SeatAction};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use view::{Diagram, DynGame, DynPosition, Place, Touch};

pub(crate) use summary::{GameDetails, GameSummary, SeatDetails};

use crate::api_error::ApiError;
use crate::identity::User;
use crate::lobby::Lobby;
use crate::outbox::Outbox;
use crate::wire::ClientRequest;
use store::TableRow;

/// Number of commands that may wait at a room.
const QUEUE: usize = 64;

/// Sender of the reply to a command.
pub(crate) type ReplySender<T> = oneshot::Sender<Result<T, ApiError>>;

/// Handle of a room.
#[derive(Clone)]
pub(crate) struct Room {
    mailbox: mpsc::Sender<RoomCommand>,
}

/// A command to a room.
pub(crate) enum RoomCommand {
    /// Subscribes a connection to the table; `have` is the number of the last event it has.
    Watch { user: User, outbox: Outbox, have: Option<u64>, reply: ReplySender<()> },
    /// Ends the subscription of a connection.
    Unwatch { connection: u64 },
    /// Handles a request of a client to this table; `lag` is that of its connection.
    Request {
        user: User,
        request: ClientRequest,
        lag: Millis,
        sink: AnalysisSink,
        reply: ReplySender<RoomReply>,
    },
    /// Returns the position after `ply` moves, or the current one.
    Position { ply: Option<usize>, reply: ReplySender<PastPosition> },
    /// Returns the moves of the game and its state.
    Game { reply: ReplySender<GameState> },
    /// Carries out an action of a user's seat; `seen` is the number of the last event that the user has seen.
    Act { user: User, seat: Seat, seen: u64, action: SeatAction, reply: ReplySender<()> },
    /// Carries out a command of a bot.
    Bot { user: User, command: BotCommand, reply: ReplySender<()> },
    /// Abandons the game of a user whose account is deleted.
    Leave { user: User, reply: ReplySender<()> },
    /// Reads the seats again, which another program or the deletion of an account has changed.
    Reload { reply: ReplySender<()> },
    /// Sends the watchers which players are connected: one has come or left.
    PresenceChanged,
    /// Closes the table if it waits for players, or ends a game that is abandoned.
    Expire { is_abandoned: bool, reply: ReplySender<()> },
    /// Delivers the result of the search that began after the event with number `at`.
    EngineDone { at: u64, result: TaskResult },
}

/// A command of a bot.
#[derive(Clone)]
pub(crate) enum BotCommand {
    /// Subscribes a stream to the table; `have` is the number of the last event that the bot has.
    Watch { outbox: Outbox, have: Option<u64> },
    /// Takes a seat, or any free one.
    Join { seat: Option<Seat> },
    /// Acts for a seat, or for the one whose turn it is.
    Act { seat: Option<Seat>, action: BotAction },
    /// Leaves the game for good.
    Abandon,
}

/// Reply to a client's request.
pub(crate) enum RoomReply {
    Done,
    Touch(Touch<String>),
    Position(Box<PastPosition>),
    /// The results follow through the [`AnalysisSink`].
    AnalysisStarted,
}

/// Receiver of analysis results.
#[derive(Clone)]
pub(crate) struct AnalysisSink {
    /// Number of the client's request.
    pub(crate) id: u64,
    pub(crate) outbox: Outbox,
    /// Set to end the analysis.
    pub(crate) stop: StopFlags,
}

/// A position of the game.
pub(crate) struct PastPosition {
    pub(crate) ply: usize,
    pub(crate) diagram: Diagram,
    /// Places that the last move passed.
    pub(crate) trail: Vec<Place>,
    pub(crate) position: String,
}

/// Moves of a game and its state.
pub(crate) struct GameState {
    pub(crate) game: Arc<dyn DynGame>,
    /// Text of the start position.
    pub(crate) start: String,
    /// Moves in the game's notation.
    pub(crate) moves: Vec<String>,
    /// The current position.
    pub(crate) position: Box<dyn DynPosition>,
    /// Places of the last move.
    pub(crate) last: Vec<Place>,
    /// Number of the last event.
    pub(crate) latest: u64,
    pub(crate) turn: Option<Seat>,
    pub(crate) outcome: Option<Outcome>,
}

/// Reason why a room is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OpenReason {
    /// The table is new, or a client requested it.
    Request,
    /// The server was down while the game was running: the clocks do not count that time.
    ServerRestart,
    /// The room was closed while a clock was running, which goes on.
    ClockRunning(TableTime),
}

/// Time of a table, which goes on while its room is closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableTime {
    /// Time of the table at the instant `since`.
    pub(crate) base: Millis,
    pub(crate) since: Instant,
}

impl Room {
    /// Opens the room of a stored table.
    pub(crate) fn open(lobby: Arc<Lobby>, row: TableRow, reason: OpenReason) -> Room {
        let (mailbox, commands) = mpsc::channel(QUEUE);
        let room = Room { mailbox };
        tokio::spawn(actor::run(lobby, row, reason, room.mailbox.downgrade(), commands));
        room
    }

    /// Sends a command and waits for the reply; `None` if the room has closed meanwhile.
    pub(crate) async fn ask<T>(
        &self,
        command: impl FnOnce(ReplySender<T>) -> RoomCommand,
    ) -> Option<Result<T, ApiError>> {
        let (reply, answer) = oneshot::channel();
        self.mailbox.send(command(reply)).await.ok()?;
        answer.await.ok()
    }

    /// Ends the subscription of a connection.
    pub(crate) async fn unwatch(&self, connection: u64) {
        // A closed room has no subscriptions.
        let _ = self.mailbox.send(RoomCommand::Unwatch { connection }).await;
    }

    /// `true` while the room accepts commands.
    pub(crate) fn is_open(&self) -> bool {
        !self.mailbox.is_closed()
    }
}
