//! Queue of messages to one connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

/// Number of messages that may wait for a slow connection before it is closed.
const CAPACITY: usize = 256;
/// Bytes of waiting messages beyond which another one closes the connection: a long game takes more than a megabyte, and a
/// client can request it again and again.
const MAX_BYTES: usize = 2 * 1024 * 1024;

/// Sender of messages to one connection.
#[derive(Clone)]
pub(crate) struct Outbox {
    /// Number of the connection, counted from the start of the server.
    pub(crate) connection: u64,
    sender: mpsc::Sender<Utf8Bytes>,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    is_overflowed: AtomicBool,
    /// Bytes of the messages in the queue.
    bytes: AtomicUsize,
}

/// Receiver of the messages.
pub(crate) struct Inbox {
    receiver: mpsc::Receiver<Utf8Bytes>,
    state: Arc<State>,
}

impl Outbox {
    /// An outbox and the receiver of its messages.
    pub(crate) fn new(connection: u64) -> (Outbox, Inbox) {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        let state = Arc::<State>::default();
        (Outbox { connection, sender, state: Arc::clone(&state) }, Inbox { receiver, state })
    }

    /// Queues a message. A connection whose queue is full receives no more messages and is closed; the client catches up
    /// when it reconnects.
    pub(crate) fn send(&self, message: impl Into<Utf8Bytes>) {
        if self.is_overflowed() {
            return;
        }
        let message = message.into();
        let before = self.state.bytes.fetch_add(message.len(), Ordering::Relaxed);
        if before > MAX_BYTES || self.sender.try_send(message).is_err() {
            self.state.is_overflowed.store(true, Ordering::Relaxed);
        }
    }

    /// `true` if the queue was full or the connection is closed.
    pub(crate) fn is_overflowed(&self) -> bool {
        self.state.is_overflowed.load(Ordering::Relaxed)
    }
}

impl Inbox {
    /// The next message; `None` if there are no more senders.
    pub(crate) async fn recv(&mut self) -> Option<Utf8Bytes> {
        let message = self.receiver.recv().await?;
        self.state.bytes.fetch_sub(message.len(), Ordering::Relaxed);
        Some(message)
    }

    /// The next message that is waiting.
    pub(crate) fn try_recv(&mut self) -> Option<Utf8Bytes> {
        let message = self.receiver.try_recv().ok()?;
        self.state.bytes.fetch_sub(message.len(), Ordering::Relaxed);
        Some(message)
    }

    /// Discards the messages that are waiting.
    pub(crate) fn discard_waiting(&mut self) {
        while self.try_recv().is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn queues_are_limited_by_messages_and_by_bytes() {
        let (outbox, mut inbox) = Outbox::new(1);
        for _ in 0..CAPACITY {
            outbox.send("short");
        }
        assert!(!outbox.is_overflowed());
        outbox.send("one more");
        assert!(outbox.is_overflowed());
        assert_eq!(inbox.recv().await.unwrap().as_str(), "short");

        let (outbox, mut inbox) = Outbox::new(2);
        let long = "x".repeat(MAX_BYTES);
        for _ in 0..5 {
            outbox.send(long.clone());
            outbox.send("short");
            assert!(!outbox.is_overflowed(), "a client that reads may have long messages");
            assert_eq!(inbox.recv().await.unwrap().len(), long.len());
            assert_eq!(inbox.recv().await.unwrap().len(), 5);
        }
        for _ in 0..3 {
            assert!(!outbox.is_overflowed());
            outbox.send(long.clone());
        }
        assert!(outbox.is_overflowed());
        inbox.discard_waiting();
        assert_eq!(
            inbox.state.bytes.load(Ordering::Relaxed),
            long.len(),
            "only the refused message still counts"
        );
    }
}
