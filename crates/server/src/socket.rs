//! One WebSocket connection: requests in, messages out.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket, close_code};
use engine::StopFlags;
use store::{Store, unix_millis};
use tokio::sync::broadcast;
use tokio::time::{Instant, interval, sleep_until};
use web_host::frames::{MAX_MESSAGE, PING_INTERVAL, close, ping_with, send};

use crate::api::SocketClient;
use crate::api_error::ApiError;
use crate::identity::User;
use crate::lag_meter::LagMeter;
use crate::lobby::{Lobby, stopped};
use crate::outbox::{Inbox, Outbox};
use crate::rate_limits::FramePacer;
use crate::read_turn::ReadTurn;
use crate::room::{AnalysisSink, RoomCommand, RoomReply};
use crate::wire::{ClientRequest, ServerMessage, read_request};

/// Number of tables that one connection may watch: each of them stays in memory.
const MAX_WATCHED: usize = 16;
/// Number of analyses that may run for one connection.
const MAX_ANALYSES: usize = 8;

/// Reason for closing a connection whose session has ended.
pub(crate) const SESSION_ENDED: &str = "the session has ended: reconnect";

/// Serves a connection until it ends.
pub(crate) async fn serve(lobby: Arc<Lobby>, client: SocketClient) {
    let SocketClient { user, mut socket, ended, pacer } = client;
    let (outbox, messages) = Outbox::new(lobby.next_connection());
    let number = outbox.connection;
    tracing::debug!(connection = number, "client connected");
    let welcome = ServerMessage::welcome(&user.name, user.is_registered).to_json();
    let mut connection = Connection {
        lobby,
        user,
        outbox,
        tables: HashSet::new(),
        analyses: HashMap::new(),
        watches_lobby: false,
        lag: LagMeter::default(),
        pacer,
    };
    connection.lobby.metrics.connections.inc();
    let presence = connection.lobby.presence.enter(&connection.user.id, connection.outbox.clone());
    if connection.lobby.has_challenges(&connection.user.id) {
        connection.outbox.send(connection.lobby.challenges_message(&connection.user.id));
    }
    for turn in connection.lobby.turns_of(&connection.user.id) {
        connection.outbox.send(turn);
    }
    if send(&mut socket, welcome).await.is_ok() {
        connection.run(&mut socket, messages, ended).await;
    }
    connection.lobby.metrics.connections.dec();
    if connection.watches_lobby {
        connection.lobby.unwatch_lobby(number);
    }
    for stop in connection.analyses.values() {
        stop.raise();
    }
    for table in &connection.tables {
        connection.lobby.unwatch(table, number).await;
    }
    drop(presence);
    tracing::debug!(connection = number, "client disconnected");
}

/// `false` if the session of an account has ended. An error of the store ends no connection.
pub(crate) async fn is_session_valid(store: &Store, user: &User) -> bool {
    if !user.is_registered {
        return true;
    }
    let session = store.session_by_id(&user.session).await;
    session.map_or(true, |session| session.is_some_and(|session| !session.is_expired(unix_millis())))
}

struct Connection {
    lobby: Arc<Lobby>,
    user: User,
    outbox: Outbox,
    /// Watched tables.
    tables: HashSet<String>,
    /// Stop flags of the running analyses, by request number.
    analyses: HashMap<u64, StopFlags>,
    watches_lobby: bool,
    lag: LagMeter,
    pacer: FramePacer,
}

impl Connection {
    async fn run(
        &mut self,
        socket: &mut WebSocket,
        mut messages: Inbox,
        mut ended: broadcast::Receiver<String>,
    ) {
        let mut stopping = self.lobby.stopping();
        let mut pings = interval(PING_INTERVAL);
        let mut last_received = Instant::now();
        let mut turn = ReadTurn::default();
        loop {
            turn.take(&self.pacer);
            tokio::select! {
                () = sleep_until(turn.next()), if !turn.has_come() => {}
                received = socket.recv(), if turn.has_come() => {
                    turn = ReadTurn::default();
                    last_received = Instant::now();
                    let reply = match received {
                        Some(Ok(Message::Text(text))) => self.handle_text(text.as_str()).await,
                        Some(Ok(Message::Binary(_))) => {
                            let message = "the message is binary: expected a text frame with JSON";
                            Some(ServerMessage::refused(None, &ApiError::bad_request(message)).to_json())
                        }
                        Some(Ok(Message::Pong(payload))) => {
                            self.lag.pong(&payload, last_received);
                            None
                        }
                        Some(Ok(Message::Ping(_))) => None,
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                    };
                    if let Some(reply) = reply && send(socket, reply).await.is_err() {
                        return;
                    }
                }
                message = messages.recv() => {
                    let Some(message) = message else { return };
                    if self.outbox.is_overflowed() {
                        return close(socket, close_code::AGAIN, "the connection is too slow: reconnect").await;
                    }
                    if send(socket, message).await.is_err() {
                        return;
                    }
                }
                () = stopped(&mut stopping) => {
                    return close(socket, close_code::AWAY, "the server is stopping").await;
                }
                session = ended.recv() => {
                    // A connection that has missed messages reconnects, which checks its session.
                    if session.map_or(true, |session| session == self.user.session) {
                        return close(socket, close_code::POLICY, SESSION_ENDED).await;
                    }
                }
                _ = pings.tick() => {
                    // A terminal on the same data may have ended the session.
                    if !is_session_valid(&self.lobby.store, &self.user).await {
                        return close(socket, close_code::POLICY, SESSION_ENDED).await;
                    }
                    let payload = self.lag.ping(Instant::now());
                    if ping_with(socket, last_received, payload).await.is_err() {
                        return;
                    }
                }
            }
        }
    }

    /// Handles a text frame and returns the reply, if there is one at once.
    async fn handle_text(&mut self, text: &str) -> Option<String> {
        let refused = |id, error| Some(ServerMessage::refused(id, &error).to_json());
        if text.len() > MAX_MESSAGE {
            return refused(None, ApiError::too_long(text.len(), MAX_MESSAGE));
        }
        match read_request(text) {
            Ok(request) => self.handle(request).await,
            Err((id, error)) => refused(id, error),
        }
    }

    async fn handle(&mut self, request: ClientRequest) -> Option<String> {
        match request {
            ClientRequest::Name { id, name } => {
                let renamed = match self.pacer.name() {
                    Ok(()) => self.lobby.rename_guest(&self.user, &name).await,
                    Err(error) => Err(error),
                };
                Some(match renamed {
                    Ok(()) => {
                        name.trim().clone_into(&mut self.user.name);
                        ServerMessage::Done { id }.to_json()
                    }
                    Err(error) => ServerMessage::refused(Some(id), &error).to_json(),
                })
            }
            ClientRequest::Lobby(pages) => {
                self.watches_lobby = true;
                self.lobby.watch_lobby(&self.user.id, self.outbox.clone(), pages);
                None
            }
            ClientRequest::Unlobby => {
                self.watches_lobby = false;
                self.lobby.unwatch_lobby(self.outbox.connection);
                None
            }
            ClientRequest::Watch { table, have } => {
                if self.tables.len() >= MAX_WATCHED && !self.tables.contains(&table) {
                    let message = format!("this connection watches {MAX_WATCHED} games already");
                    return Some(
                        ServerMessage::watch_refused(&table, &ApiError::too_many(message)).to_json(),
                    );
                }
                let (user, outbox) = (&self.user, &self.outbox);
                let command =
                    |reply| RoomCommand::Watch { user: user.clone(), outbox: outbox.clone(), have, reply };
                if let Err(error) = self.lobby.ask(&table, command).await {
                    return Some(ServerMessage::watch_refused(&table, &error).to_json());
                }
                self.tables.insert(table);
                None
            }
            ClientRequest::Unwatch { table } => {
                if self.tables.remove(&table) {
                    self.lobby.unwatch(&table, self.outbox.connection).await;
                }
                None
            }
            ClientRequest::Decline { id, table } => {
                Some(match self.lobby.decline_challenge(&self.user, &table).await {
                    Ok(()) => ServerMessage::Done { id }.to_json(),
                    Err(error) => ServerMessage::refused(Some(id), &error).to_json(),
                })
            }
            ClientRequest::StopAnalysis { id } => {
                if let Some(stop) = self.analyses.remove(&id) {
                    stop.raise();
                }
                None
            }
            to_room => {
                let (id, table) = to_room.addressee()?;
                match self.ask_room(id, table, &to_room).await {
                    Ok(reply) => reply,
                    Err(error) => Some(ServerMessage::refused(Some(id), &error).to_json()),
                }
            }
        }
    }

    /// Sends a request to the room of a table and returns the reply, if there is one at once.
    async fn ask_room(
        &mut self,
        id: u64,
        table: &str,
        request: &ClientRequest,
    ) -> Result<Option<String>, ApiError> {
        let stop = StopFlags::new();
        if let ClientRequest::Analyse { .. } = request {
            // The engine pool drops its copy of the flags when an analysis ends.
            self.analyses.retain(|_, stop| stop.is_shared());
            if self.analyses.len() >= MAX_ANALYSES {
                let message = format!("{MAX_ANALYSES} analyses are already running");
                return Err(ApiError::conflict(message));
            }
        }
        let sink = AnalysisSink { id, outbox: self.outbox.clone(), stop: stop.clone() };
        let command = |reply| RoomCommand::Request {
            user: self.user.clone(),
            request: request.clone(),
            lag: self.lag.lag(),
            sink: sink.clone(),
            reply,
        };
        Ok(match self.lobby.ask(table, command).await? {
            RoomReply::Done => Some(ServerMessage::Done { id }.to_json()),
            RoomReply::Touch(touch) => Some(ServerMessage::Touched { id, touch: touch.into() }.to_json()),
            RoomReply::Position(position) => Some(ServerMessage::position(id, &position).to_json()),
            RoomReply::AnalysisStarted => {
                if let Some(replaced) = self.analyses.insert(id, stop) {
                    replaced.raise();
                }
                None
            }
        })
    }
}
