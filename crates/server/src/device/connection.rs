//! One browser that is connected to a device.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::ws::{Message, close_code};
use tokio::sync::mpsc;
use tokio::time::{Instant, interval, sleep_until};
use web_host::frames::{MAX_MESSAGE, PING_INTERVAL, close, ping, send, send_bytes};

use super::{DeviceCommand, Devices};
use crate::api::SocketClient;
use crate::api_error::ApiError;
use crate::lobby::{Lobby, stopped};
use crate::outbox::Outbox;
use crate::read_turn::ReadTurn;
use crate::socket::{SESSION_ENDED, is_session_valid};
use crate::wire::{DeviceInput, device_error, read_device_input};

/// Number of messages that may wait for a slow connection before it is closed.
const CAPACITY: usize = 256;

/// A message to a browser.
#[derive(Clone)]
pub(super) enum DeviceMessage {
    /// Pixels of the screen.
    Frame(Bytes),
    /// JSON.
    Text(String),
}

/// Sender of messages to one browser.
#[derive(Clone)]
pub(crate) struct Client {
    pub(super) connection: u64,
    sender: mpsc::Sender<DeviceMessage>,
}

impl Client {
    /// Queues a message; `false` if the connection is closed or too slow.
    pub(super) fn send(&self, message: DeviceMessage) -> bool {
        self.sender.try_send(message).is_ok()
    }
}

/// Serves a connection until it ends.
pub(super) async fn serve(devices: Arc<Devices>, lobby: Arc<Lobby>, mut client: SocketClient) {
    let (sender, messages) = mpsc::channel(CAPACITY);
    let connection = lobby.next_connection();
    let screen = Client { connection, sender };
    match devices.connect(&lobby, &client.user, &screen).await {
        Ok(device) => {
            // The device has the only sender, so the queue ends when the device drops a slow client.
            drop(screen);
            lobby.metrics.connections.inc();
            let _presence = lobby.presence.enter(&client.user.id, Outbox::new(connection).0);
            run(&lobby, &mut client, connection, &device, messages).await;
            lobby.metrics.connections.dec();
            let _ = device.send(DeviceCommand::Disconnect { connection }).await;
        }
        Err(_) => {
            close(&mut client.socket, close_code::AGAIN, "the device is not available: reconnect").await;
        }
    }
}

async fn run(
    lobby: &Lobby,
    client: &mut SocketClient,
    connection: u64,
    device: &mpsc::Sender<DeviceCommand>,
    mut messages: mpsc::Receiver<DeviceMessage>,
) {
    let SocketClient { user, socket, ended, pacer } = client;
    let mut stopping = lobby.stopping();
    let mut pings = interval(PING_INTERVAL);
    let mut last_received = Instant::now();
    let mut turn = ReadTurn::default();
    loop {
        turn.take(pacer);
        tokio::select! {
            () = sleep_until(turn.next()), if !turn.has_come() => {}
            received = socket.recv(), if turn.has_come() => {
                turn = ReadTurn::default();
                last_received = Instant::now();
                let command = match received {
                    Some(Ok(Message::Text(text))) => read(text.as_str(), connection),
                    Some(Ok(Message::Binary(_))) => {
                        Err(ApiError::bad_request("the message is binary: expected a text frame"))
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                };
                let is_sent = match command {
                    Ok(command) => device.send(command).await.is_ok(),
                    Err(error) => send(socket, device_error(&error.message)).await.is_ok(),
                };
                if !is_sent {
                    return;
                }
            }
            message = messages.recv() => {
                let is_sent = match message {
                    Some(DeviceMessage::Frame(bytes)) => send_bytes(socket, bytes).await.is_ok(),
                    Some(DeviceMessage::Text(text)) => send(socket, text).await.is_ok(),
                    None => return close(socket, close_code::AGAIN, "the connection is too slow: reconnect").await,
                };
                if !is_sent {
                    return;
                }
            }
            () = stopped(&mut stopping) => return close(socket, close_code::AWAY, "the server is stopping").await,
            session = ended.recv() => {
                // A connection that has missed messages reconnects, which checks its session.
                if session.map_or(true, |session| session == user.session) {
                    return close(socket, close_code::POLICY, SESSION_ENDED).await;
                }
            }
            _ = pings.tick() => {
                if !is_session_valid(&lobby.store, user).await {
                    return close(socket, close_code::POLICY, SESSION_ENDED).await;
                }
                if ping(socket, last_received).await.is_err() {
                    return;
                }
            }
        }
    }
}

fn read(text: &str, connection: u64) -> Result<DeviceCommand, ApiError> {
    if text.len() > MAX_MESSAGE {
        return Err(ApiError::too_long(text.len(), MAX_MESSAGE));
    }
    Ok(match read_device_input(text)? {
        DeviceInput::Key(key) => DeviceCommand::Key(key),
        DeviceInput::Army(file) => DeviceCommand::Army { file, connection },
    })
}
