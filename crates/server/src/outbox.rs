//! Queue of messages to one connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

/// Number of messages that may wait for a slow connection before it is closed.
const CAPACITY: usize = 256;

/// Sender of messages to one connection.
#[derive(Clone)]
pub(crate) struct Outbox {
    /// Number of the connection, counted from the start of the server.
    pub(crate) connection: u64,
    sender: mpsc::Sender<Utf8Bytes>,
    is_overflowed: Arc<AtomicBool>,
}

impl Outbox {
    /// An outbox and the receiver of its messages.
    pub(crate) fn new(connection: u64) -> (Outbox, mpsc::Receiver<Utf8Bytes>) {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        (Outbox { connection, sender, is_overflowed: Arc::default() }, receiver)
    }

    /// Queues a message. A connection whose queue is full receives no more messages and is closed; the client catches up
    /// when it reconnects.
    pub(crate) fn send(&self, message: impl Into<Utf8Bytes>) {
        if !self.is_overflowed() && self.sender.try_send(message.into()).is_err() {
            self.is_overflowed.store(true, Ordering::Relaxed);
        }
    }

    /// `true` if the queue was full or the connection is closed.
    pub(crate) fn is_overflowed(&self) -> bool {
        self.is_overflowed.load(Ordering::Relaxed)
    }
}
