//! One connection: requests in, messages out.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket, close_code};
use tokio::sync::mpsc;
use tokio::time::{Instant, interval, sleep_until};

use crate::frames::{LONGEST, PING, close, ping, send};
use crate::guest::Guest;
use crate::lobby::Lobby;
use crate::outbox::Outbox;
use crate::refusal::Refusal;
use crate::room::{AnalysisRequest, RoomCommand};
use crate::wire::{self, Request};

/// How many questions to engines may be open at once.
const QUESTIONS: usize = 8;
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
        let mut next_lobby = Instant::now();
        let mut owes_lobby = false;
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
                    if self.outbox.is_given_up() {
                        return close(socket, close_code::AGAIN, "too much has happened: come back for it").await;
                    }
                    if send(socket, message).await.is_err() {
                        return;
                    }
                }
                changed = changes.changed() => {
                    if changed.is_err() || self.lobby.is_closing() {
                        return close(socket, close_code::AWAY, "the server is stopping").await;
                    }
                    owes_lobby = true;
                }
                // Moves do not wait for the lobby's pace.
                () = sleep_until(next_lobby), if owes_lobby && self.sees_lobby => {
                    owes_lobby = false;
                    next_lobby = Instant::now() + LOBBY_PACE;
                    if send(socket, wire::lobby(&self.lobby.notes(), &self.guest.id)).await.is_err() {
                        return;
                    }
                }
                _ = pings.tick() => {
                    if ping(socket, heard).await.is_err() {
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
                let letter = |reply| RoomCommand::Watch {
                    guest: guest.clone(),
                    outbox: self.outbox.clone(),
                    have,
                    reply,
                };
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
                self.lobby
                    .ask(&table, |reply| RoomCommand::Sit { guest: guest.clone(), seat, reply })
                    .await?;
                done(id)
            }
            Request::Withdraw { id, table } => {
                self.lobby.ask(&table, |reply| RoomCommand::Withdraw { guest: guest.clone(), reply }).await?;
                done(id)
            }
            Request::Act { id, table, seat, seen, action } => {
                let letter = |reply| RoomCommand::Act {
                    guest: guest.clone(),
                    seat,
                    seen,
                    action: action.clone(),
                    reply,
                };
                self.lobby.ask(&table, letter).await?;
                done(id)
            }
            Request::Touch { id, table, seen, picked } => {
                let letter = |reply| RoomCommand::Touch { seen, picked: picked.clone(), reply };
                Ok(Some(wire::touched(id, &self.lobby.ask(&table, letter).await?)))
            }
            Request::Look { id, table, ply } => {
                let past =
                    self.lobby.ask(&table, |reply| RoomCommand::Look { ply: Some(ply), reply }).await?;
                Ok(Some(wire::looked(id, ply, &past)))
            }
            Request::Advise { id, table, ply } => {
                self.questions.retain(|_, stop| Arc::strong_count(stop) > 1);
                if self.questions.len() >= QUESTIONS {
                    let sentence =
                        format!("{QUESTIONS} questions wait for their answer: expected fewer at once");
                    return Err(Refusal::not_now(sentence));
                }
                let stop = Arc::new(AtomicBool::new(false));
                let letter = |reply| {
                    let question =
                        AnalysisRequest { id, outbox: self.outbox.clone(), stop: Arc::clone(&stop) };
                    RoomCommand::Advise { guest: guest.clone(), ply, question, reply }
                };
                self.lobby.ask(&table, letter).await?;
                if let Some(replaced) = self.questions.insert(id, stop) {
                    replaced.store(true, Ordering::Relaxed);
                }
                Ok(None)
            }
            Request::Unadvise { id } => {
                if let Some(stop) = self.questions.remove(&id) {
                    stop.store(true, Ordering::Relaxed);
                }
                Ok(None)
            }
            Request::Rematch { id, table } => {
                self.lobby.ask(&table, |reply| RoomCommand::Rematch { guest: guest.clone(), reply }).await?;
                done(id)
            }
        }
    }
}
