//! Responses that never end: one JSON object a line, and empty lines while nothing happens.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::Response;
use futures_util::stream::unfold;
use tokio::sync::mpsc;
use web_host::responses::response;

/// Interval between the empty lines by which both sides notice that the other is gone.
pub(super) const KEEP_ALIVE: Duration = Duration::from_secs(10);
/// Longest time that a line waits for a client that does not read; then the stream is cut.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);
/// Number of lines that may wait for the connection.
const CAPACITY: usize = 8;

/// The client is gone or does not read.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Disconnected;

/// Sender of the lines of a stream. The response ends when it is dropped.
pub(super) struct LineSender {
    lines: mpsc::Sender<Bytes>,
    timeout: Duration,
}

/// A stream and its response.
pub(super) fn open() -> (LineSender, Response<Body>) {
    open_with(SEND_TIMEOUT)
}

fn open_with(timeout: Duration) -> (LineSender, Response<Body>) {
    let (sender, receiver) = mpsc::channel(CAPACITY);
    let lines = unfold(receiver, async |mut receiver: mpsc::Receiver<Bytes>| {
        let line = receiver.recv().await?;
        Some((Ok::<_, Infallible>(line), receiver))
    });
    (LineSender { lines: sender, timeout }, response("application/x-ndjson", Body::from_stream(lines)))
}

impl LineSender {
    /// Sends a line.
    pub(super) async fn send(&self, mut line: String) -> Result<(), Disconnected> {
        line.push('\n');
        match tokio::time::timeout(self.timeout, self.lines.send(line.into())).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Disconnected),
        }
    }

    /// Sends an empty line.
    pub(super) async fn keep_alive(&self) -> Result<(), Disconnected> {
        self.send(String::new()).await
    }

    /// Completes when the client has disconnected.
    pub(super) async fn closed(&self) {
        self.lines.closed().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_client_that_does_not_read_is_cut() {
        let (sender, response) = open_with(Duration::from_millis(20));
        for _ in 0..CAPACITY {
            assert_eq!(sender.send("line".to_owned()).await, Ok(()));
        }
        assert_eq!(sender.send("line".to_owned()).await, Err(Disconnected));
        drop(response);
        sender.closed().await;
    }

    #[tokio::test]
    async fn lines_arrive_in_order_and_end_with_the_sender() {
        let (sender, response) = open();
        sender.send("one".to_owned()).await.unwrap();
        sender.keep_alive().await.unwrap();
        drop(sender);
        let body = axum::body::to_bytes(response.into_body(), 100).await.unwrap();
        assert_eq!(&body[..], b"one\n\n");
    }
}
