//! WebSocket frames with limits on their size and on the time to send them.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use tokio::time::{Instant, timeout};

/// Longest message in bytes that is parsed; a longer one is refused.
pub const MAX_MESSAGE: usize = 16 * 1024;
/// Longest frame in bytes that is received; a longer one closes the connection.
const MAX_FRAME: usize = 256 * 1024;
/// Interval between pings.
pub const PING_INTERVAL: Duration = Duration::from_secs(20);
/// Longest time without a frame from the client.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);
/// Longest time to send one frame to a client that does not read.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);
/// Longest time to send the close frame.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The client is gone or does not read.
pub struct Disconnected;

/// Bytes that a socket reads at once; a larger buffer would be most of a connection's memory.
const READ_BUFFER: usize = 4096;

/// Limits the size of messages and frames.
pub fn limit_size(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade.max_message_size(MAX_FRAME).max_frame_size(MAX_FRAME).read_buffer_size(READ_BUFFER)
}

/// Sends a text message.
pub async fn send(socket: &mut WebSocket, text: impl Into<Utf8Bytes>) -> Result<(), Disconnected> {
    send_frame(socket, Message::Text(text.into())).await
}

/// Sends a binary message.
pub async fn send_bytes(socket: &mut WebSocket, bytes: axum::body::Bytes) -> Result<(), Disconnected> {
    send_frame(socket, Message::Binary(bytes)).await
}

/// Sends a ping, unless the last frame of the client, received at `last_received`, is too old.
pub async fn ping(socket: &mut WebSocket, last_received: Instant) -> Result<(), Disconnected> {
    ping_with(socket, last_received, axum::body::Bytes::new()).await
}

/// Like [`ping`], with a payload that the answer repeats.
pub async fn ping_with(
    socket: &mut WebSocket,
    last_received: Instant,
    payload: axum::body::Bytes,
) -> Result<(), Disconnected> {
    if last_received.elapsed() > IDLE_TIMEOUT {
        return Err(Disconnected);
    }
    send_frame(socket, Message::Ping(payload)).await
}

async fn send_frame(socket: &mut WebSocket, message: Message) -> Result<(), Disconnected> {
    match timeout(SEND_TIMEOUT, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Disconnected),
    }
}

/// Closes a connection with a code and a reason.
pub async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
    // The client may be gone already.
    let _ = timeout(CLOSE_TIMEOUT, socket.send(Message::Close(Some(frame)))).await;
}
