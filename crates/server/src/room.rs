//! A live game: a stub that anybody can hold, and an actor that owns the table.

mod actor;
mod engines;
mod players;
mod rematch;
mod table_view;
mod telling;
mod touches;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rules::Seat;
use table::Action;
use tokio::sync::{mpsc, oneshot};
use view::{Diagram, Place, Touch};

pub(crate) use actor::Arrival;
pub(crate) use table_view::{About, May, Note, Offered, SeatView, View, Who};

use crate::guest::Guest;
use crate::lobby::Lobby;
use crate::outbox::Outbox;
use crate::refusal::Refusal;
use crate::store::TableRow;

/// How many wishes may wait at a room.
const QUEUE: usize = 64;

/// Where the answer to a wish goes.
type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

/// A room, from outside.
#[derive(Clone)]
pub(crate) struct Room {
    mailbox: mpsc::Sender<Letter>,
}

/// What can be asked of a room.
pub(crate) enum Letter {
    /// Tell this connection what happens from now on, and what it has missed.
    Watch { guest: Guest, outbox: Outbox, have: Option<u64>, reply: Reply<()> },
    /// This connection has gone, or looks elsewhere.
    Unwatch { connection: u64 },
    /// A guest takes an open seat.
    Sit { guest: Guest, seat: Seat, reply: Reply<()> },
    /// The host closes the table before the game begins.
    Withdraw { guest: Guest, reply: Reply<()> },
    /// A guest acts for a seat.
    Act { guest: Guest, seat: Seat, seen: u64, action: Action, reply: Reply<()> },
    /// What the places picked so far amount to.
    Touch { seen: u64, picked: Vec<Place>, reply: Reply<Touch<String>> },
    /// The position after so many moves, or after all.
    Look { ply: Option<usize>, reply: Reply<Past> },
    /// An engine's opinion of the position after so many moves.
    Advise { guest: Guest, ply: usize, question: Question, reply: Reply<()> },
    /// A guest would like another game.
    Rematch { guest: Guest, reply: Reply<()> },
    /// An engine has thought about the position after the event with this number.
    Thought { at: u64, result: Result<Option<engine::Analysis>, search::EngineFailure> },
}

/// Who wants advice.
pub(crate) struct Question {
    /// The client's number for it.
    pub(crate) id: u64,
    /// Where it goes.
    pub(crate) outbox: Outbox,
    /// Raised when it is not wanted any more.
    pub(crate) stop: Arc<AtomicBool>,
}

/// A position of the past.
pub(crate) struct Past {
    pub(crate) diagram: Diagram,
    pub(crate) trail: Vec<Place>,
    pub(crate) position: String,
}

impl Room {
    /// Opens a room for a table; what has happened at it is read from the store first.
    pub(crate) fn open(lobby: Arc<Lobby>, row: TableRow, arrival: Arrival) -> Room {
        let (mailbox, letters) = mpsc::channel(QUEUE);
        let room = Room { mailbox };
        tokio::spawn(actor::run(lobby, row, arrival, room.mailbox.downgrade(), letters));
        room
    }

    /// Asks something; nothing if the room has closed meanwhile.
    pub(crate) async fn ask<T>(&self, letter: impl FnOnce(Reply<T>) -> Letter) -> Option<Result<T, Refusal>> {
        let (reply, answer) = oneshot::channel();
        self.mailbox.send(letter(reply)).await.ok()?;
        answer.await.ok()
    }

    /// Says that a connection has gone.
    pub(crate) async fn forget(&self, connection: u64) {
        // A room that has closed has forgotten everybody.
        let _ = self.mailbox.send(Letter::Unwatch { connection }).await;
    }

    /// Whether it still answers.
    pub(crate) fn is_open(&self) -> bool {
        !self.mailbox.is_closed()
    }
}
