//! What visitors of the page wish.

use rules::InputError;
use tokio::sync::oneshot;

/// What somebody on the page wants to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// A move.
    Play {
        /// Which question it answers, counted since the page was opened: a click that comes too late is known by it.
        question: u64,
        /// Where.
        square: String,
    },
    /// To give up.
    Resign,
    /// To end the game here, so that the discs are counted.
    Stop,
    /// Another game.
    Again,
}

/// A wish that waits for its answer.
pub struct Order {
    /// What is wished.
    pub wish: Wish,
    reply: oneshot::Sender<Result<(), InputError>>,
}

impl Order {
    /// An order, and where its answer comes out.
    pub(super) fn new(wish: Wish) -> (Order, oneshot::Receiver<Result<(), InputError>>) {
        let (reply, answer) = oneshot::channel();
        (Order { wish, reply }, answer)
    }

    /// Whether nobody waits for its answer any more: then it must not be done behind somebody's back.
    pub fn is_forgotten(&self) -> bool {
        self.reply.is_closed()
    }

    /// Says that it was done, or why not.
    pub fn answer(self, done: Result<(), InputError>) {
        // Whoever has gone does not need it.
        let _ = self.reply.send(done);
    }
}
