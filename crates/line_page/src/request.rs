//! Requests of the page's clients.

use rules::InputError;
use serde::Deserialize;
use tokio::sync::oneshot;

/// Command of a client.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PageCommand {
    /// Plays a move.
    Play {
        /// Number of the prompt that the move answers; a late click carries an old number.
        prompt: u64,
        /// Name of the square.
        #[serde(rename = "move")]
        square: String,
    },
    /// Resigns the game.
    Resign,
    /// Ends the game; the discs are counted.
    Stop,
    /// Starts another game.
    NewGame,
}

/// Command that waits for its reply.
pub struct PageRequest {
    /// The command.
    pub command: PageCommand,
    reply: oneshot::Sender<Result<(), InputError>>,
}

impl PageRequest {
    /// Creates a request and the receiver of its reply.
    pub(super) fn new(command: PageCommand) -> (PageRequest, oneshot::Receiver<Result<(), InputError>>) {
        let (reply, receiver) = oneshot::channel();
        (PageRequest { command, reply }, receiver)
    }

    /// `true` if the client no longer waits for the reply; the request must not be carried out then.
    pub fn is_abandoned(&self) -> bool {
        self.reply.is_closed()
    }

    /// Sends the reply.
    pub fn reply(self, result: Result<(), InputError>) {
        // A client that has left needs no reply.
        let _ = self.reply.send(result);
    }
}
