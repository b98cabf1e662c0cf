//! One socket to a server.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::ClientError;
use crate::http::{COOKIE, token_of};
use crate::printable::printable;
use crate::transport::{Stream, Transport};
use crate::wire::{Request, ServerMessage, read_message};

/// Longest time of the handshake, and to send a message.
const SEND_TIMEOUT: Duration = Duration::from_secs(15);
/// Longest silence: the server sends a ping every twenty seconds.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);
/// Longest message in bytes.
const MAX_MESSAGE: usize = 4 << 20;

/// A socket. Dropping it closes it.
pub struct Connection {
    socket: WebSocketStream<Box<dyn Stream>>,
    next_id: u64,
}

impl Connection {
    /// Opens a socket as the user of a token; returns the token that the server sets.
    pub(crate) async fn open(
        transport: &Transport,
        token: Option<&str>,
    ) -> Result<(Connection, Option<String>), ClientError> {
        let stream = transport.open().await?;
        let mut request =
            format!("ws://{}/socket", transport.url.authority()).into_client_request().map_err(lost)?;
        if let Some(cookie) = token.and_then(|token| HeaderValue::from_str(&format!("{COOKIE}={token}")).ok())
        {
            request.headers_mut().insert("cookie", cookie);
        }
        request.headers_mut().insert("user-agent", HeaderValue::from_static("takhteh"));
        let config =
            WebSocketConfig::default().max_message_size(Some(MAX_MESSAGE)).max_frame_size(Some(MAX_MESSAGE));
        let handshake = tokio_tungstenite::client_async_with_config(request, stream, Some(config));
        let (socket, response) = timeout(SEND_TIMEOUT, handshake).await.map_err(late)?.map_err(lost)?;
        let token = response.headers().get("set-cookie").and_then(|cookie| token_of(cookie.to_str().ok()?));
        Ok((Connection { socket, next_id: 0 }, token))
    }

    /// Sends a request; returns the number that its reply will have.
    pub async fn send(&mut self, request: &Request<'_>) -> Result<u64, ClientError> {
        self.next_id += 1;
        let frame = Message::text(request.to_json(self.next_id));
        timeout(SEND_TIMEOUT, self.socket.send(frame)).await.map_err(late)?.map_err(lost)?;
        Ok(self.next_id)
    }

    /// Waits for the next message. It may be dropped at any time without a loss.
    pub async fn next(&mut self) -> Result<ServerMessage, ClientError> {
        loop {
            let frame = timeout(IDLE_TIMEOUT, self.socket.next()).await.map_err(late)?;
            match frame {
                Some(Ok(Message::Text(text))) => return read_message(text.as_str()),
                Some(Ok(Message::Close(frame))) => {
                    let reason = frame.map(|frame| printable(&frame.reason)).unwrap_or_default();
                    return Err(ClientError::Lost(format!("the server closed the connection ({reason})")));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(lost(error)),
                None => return Err(ClientError::Lost("the connection was closed".to_owned())),
            }
        }
    }
}

fn late(_: tokio::time::error::Elapsed) -> ClientError {
    ClientError::Lost("the server did not answer in time".to_owned())
}

fn lost(error: Error) -> ClientError {
    match error {
        Error::Http(response) if response.status().is_server_error() || response.status().as_u16() == 429 => {
            ClientError::Lost(format!("the server is busy (status {})", response.status().as_u16()))
        }
        Error::Http(response) => ClientError::Refused {
            status: response.status().as_u16(),
            message: format!("it opens no socket (status {})", response.status().as_u16()),
        },
        Error::Capacity(_) => ClientError::Protocol("a message is too long".to_owned()),
        other => ClientError::Lost(printable(&other.to_string())),
    }
}
