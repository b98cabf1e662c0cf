//! One connection: requests in, messages out.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::sync::mpsc;
use tokio::time::{Instant, interval, sleep};

use crate::guest::Guest;
use crate::lobby::Lobby;
use crate::outbox::Outbox;
use crate::refusal::Refusal;
use crate::room::{Letter, Question};
use crate::wire::{self, Request};

/// The longest message that is read.
pub(crate) const LONGEST: usize = 16 * 1024;
/// The longest message that is received at all; beyond it the connection is closed.
pub(crate) const LARGEST: usize = 256 * 1024;
/// How often the other side is asked whether it is still there, and how long silence may last.
const PING: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(60);
/// How often the lobby is told at most.
const LOBBY_PACE: Duration = Duration::from_millis(300);

/// Serves a connection until it ends.
pub(crate) async fn serve(lobby: Arc<Lobby>, guest: Guest, mut socket: WebSocket) {
    let (outbox, messages) = Outbox::new(lobby.connect());
    let number = outbox.connection;
    tracing::debug!(connection = number, "somebody has come");
    let name = lobby.guest_name(&guest).await.unwrap_or_else(|_| guest.usual_name());
    let mut connection = Connection {
        lobby,
        guest,
        outbox,
        tables: HashSet::new(),
        questions: HashMap::new(),
        sees_lobby: false,
    };
    if send(&mut socket, wire::welcome(&name)).await.is_ok() {
        connection.talk(&mut socket, messages).await;
    }
    for stop in connection.questions.values() {
        stop.store(true, Ordering::Relaxed);
    }
    for table in &connection.tables {
        connection.lobby.forget(table, number).await;
    }
    tracing::debug!(connection = number, "somebody has gone");
}

async fn send(socket: &mut WebSocket, text: String) -> Result<(), axum::Error> {
    socket.send(Message::Text(Utf8Bytes::from(text))).await
}

struct Connection {
    lobby: Arc<Lobby>,
    guest: Guest,
    outbox: Outbox,
    /// The tables it looks at.
    tables: HashSet<String>,
    /// The advice it waits for, and how to end it.
    questions: HashMap<u64, Arc<AtomicBool>>,
    sees_lobby: bool,
}

impl Connection {
    async fn talk(&mut self, socket: &mut WebSocket, mut messages: mpsc::Receiver<String>) {
        let mut changes = self.lobby.changes();
        let mut pings = interval(PING);
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                received = socket.recv() => {
                    heard = Instant::now();
                    let answer = match received {
                        Some(Ok(Message::Text(text))) => self.hear(text.as_str()).await,
                        Some(Ok(Message::Binary(_))) => {
                            let refusal = Refusal::unclear("the message is binary: expected a text frame with JSON");
                            Some(wire::refused(None, &refusal))
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => None,
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                    };
                    if let Some(answer) = answer && send(socket, answer).await.is_err() {
                        return;
                    }
                }
                message = messages.recv() => {
                    let Some(message) = message else { return };
                    if send(socket, message).await.is_err() {
                        return;
                    }
                }
                changed = changes.changed() => {
                    if changed.is_err() || self.lobby.is_closing() {
                        let reason = Utf8Bytes::from_static("the server is stopping");
                        let frame = CloseFrame { code: close_code::AWAY, reason };
                        // It may have gone already.
                        let _ = socket.send(Message::Close(Some(frame))).await;
                        return;
                    }
                    if self.sees_lobby {
                        if send(socket, wire::lobby(&self.lobby.notes(), &self.guest.id)).await.is_err() {
                            return;
                        }
                        sleep(LOBBY_PACE).await;
                    }
                }
                _ = pings.tick() => {
                    if heard.elapsed() > SILENCE || socket.send(Message::Ping(axum::body::Bytes::new())).await.is_err() {
                        return;
                    }
                }
            }
        }
    }

    /// Does what a message asks for; the answer, if it is not told otherwise.
    async fn hear(&mut self, text: &str) -> Option<String> {
        if text.len() > LONGEST {
            return Some(wire::refused(None, &Refusal::too_long(text.len(), LONGEST)));
        }
        let request = match wire::request(text) {
            Ok(request) => request,
            Err((id, refusal)) => return Some(wire::refused(id, &refusal)),
        };
        let id = request.id();
        match self.answer(request).await {
            Ok(answer) => answer,
            Err(refusal) => Some(wire::refused(id, &refusal)),
        }
    }

    async fn answer(&mut self, request: Request) -> Result<Option<String>, Refusal> {
        let guest = self.guest.clone();
        let done = |id: u64| Ok(Some(wire::done(id)));
        match request {
            Request::Name { id, name } => {
                self.lobby.rename(&guest, &name).await?;
                done(id)
            }
            Request::Lobby => {
                self.sees_lobby = true;
                Ok(Some(wire::lobby(&self.lobby.notes(), &guest.id)))
            }
            Request::Unlobby => {
                self.sees_lobby = false;
                Ok(None)
            }
            Request::Watch { table, have } => {
                let letter =
                    |reply| Letter::Watch { guest: guest.clone(), outbox: self.outbox.clone(), have, reply };
                if let Err(refusal) = self.lobby.ask(&table, letter).await {
                    return Ok(Some(wire::not_watched(&table, &refusal)));
                }
                self.tables.insert(table);
                Ok(None)
            }
            Request::Unwatch { table } => {
                if self.tables.remove(&table) {
                    self.lobby.forget(&table, self.outbox.connection).await;
                }
                Ok(None)
            }
            Request::Sit { id, table, seat } => {
                self.lobby.ask(&table, |reply| Letter::Sit { guest: guest.clone(), seat, reply }).await?;
                done(id)
            }
            Request::Withdraw { id, table } => {
                self.lobby.ask(&table, |reply| Letter::Withdraw { guest: guest.clone(), reply }).await?;
                done(id)
            }
            Request::Act { id, table, seat, seen, action } => {
                let letter =
                    |reply| Letter::Act { guest: guest.clone(), seat, seen, action: action.clone(), reply };
                self.lobby.ask(&table, letter).await?;
                done(id)
            }
            Request::Touch { id, table, seen, picked } => {
                let letter = |reply| Letter::Touch { seen, picked: picked.clone(), reply };
                Ok(Some(wire::touched(id, &self.lobby.ask(&table, letter).await?)))
            }
            Request::Look { id, table, ply } => {
                let past = self.lobby.ask(&table, |reply| Letter::Look { ply, reply }).await?;
                Ok(Some(wire::looked(id, ply, &past)))
            }
            Request::Advise { id, table, ply } => {
                self.questions.retain(|_, stop| Arc::strong_count(stop) > 1);
                let stop = Arc::new(AtomicBool::new(false));
                let letter = |reply| {
                    let question = Question { id, outbox: self.outbox.clone(), stop: Arc::clone(&stop) };
                    Letter::Advise { guest: guest.clone(), ply, question, reply }
                };
                self.lobby.ask(&table, letter).await?;
                self.questions.insert(id, stop);
                Ok(None)
            }
            Request::Unadvise { id } => {
                if let Some(stop) = self.questions.remove(&id) {
                    stop.store(true, Ordering::Relaxed);
                }
                Ok(None)
            }
            Request::Rematch { id, table } => {
                self.lobby.ask(&table, |reply| Letter::Rematch { guest: guest.clone(), reply }).await?;
                done(id)
            }
        }
    }
}
