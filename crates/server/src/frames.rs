//! Frames of a connection: put on their way, or given up.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use tokio::time::{Instant, timeout};

/// The longest message that is read.
pub(crate) const LONGEST: usize = 16 * 1024;
/// The longest message that is received at all; beyond it the connection is closed.
const LARGEST: usize = 256 * 1024;
/// How often the other side is asked whether it is still there, and how long silence may last.
pub(crate) const PING: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(60);
/// How long it may take to put a message on the way to somebody who does not read.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long a farewell may take.
const FAREWELL: Duration = Duration::from_secs(1);

/// The other side of a connection is not there any more.
pub(crate) struct Gone;

/// No frame is longer than it may be.
pub(crate) fn bounded(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade.max_message_size(LARGEST).max_frame_size(LARGEST)
}

/// Sends a text.
pub(crate) async fn send(socket: &mut WebSocket, text: String) -> Result<(), Gone> {
    put(socket, Message::Text(Utf8Bytes::from(text))).await
}

/// Asks the other side, last heard then, whether it is still there.
pub(crate) async fn ping(socket: &mut WebSocket, heard: Instant) -> Result<(), Gone> {
    if heard.elapsed() > SILENCE {
        return Err(Gone);
    }
    put(socket, Message::Ping(axum::body::Bytes::new())).await
}

/// Puts a message on its way, unless the other side has gone or does not read.
async fn put(socket: &mut WebSocket, message: Message) -> Result<(), Gone> {
    match timeout(PATIENCE, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Gone),
    }
}

/// Ends a connection from this side, saying why.
pub(crate) async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
    // It may have gone already.
    let _ = timeout(FAREWELL, socket.send(Message::Close(Some(frame)))).await;
}
