//! Where a connection is told things.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc;

/// How many messages may wait for a slow connection before it is given up.
const PATIENCE: usize = 256;

/// A connection, from the side of those who have something to tell it.
#[derive(Clone)]
pub(crate) struct Outbox {
    /// Which connection this is, counted since the server started.
    pub(crate) connection: u64,
    sender: mpsc::Sender<String>,
    is_given_up: Arc<AtomicBool>,
}

impl Outbox {
    /// An outbox, and where its messages come out.
    pub(crate) fn new(connection: u64) -> (Outbox, mpsc::Receiver<String>) {
        let (sender, receiver) = mpsc::channel(PATIENCE);
        (Outbox { connection, sender, is_given_up: Arc::default() }, receiver)
    }

    /// Puts a message in. A connection that cannot keep up gets no more of them and is closed: it hears what it has missed
    /// when it comes back.
    pub(crate) fn tell(&self, message: String) {
        if !self.is_given_up() && self.sender.try_send(message).is_err() {
            self.is_given_up.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the connection could not keep up, or has gone.
    pub(crate) fn is_given_up(&self) -> bool {
        self.is_given_up.load(Ordering::Relaxed)
    }
}
