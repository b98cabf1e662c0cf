//! The owner of one user's device. It answers keys at once; everything that waits is a task. `room` has those about its game.

mod room;

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use device::chess::{Army, Move};
use device::{Device, Effect, Frame, Key, Snapshot};
use device_home::{army_of_file, move_text, seat_of};
use rules::Seat;
use store::{StoreError, WriteOp};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::connection::{Client, DeviceMessage};
use super::description::describe;
use super::panel::{PanelReply, PanelSide};
use super::sync::RoomGame;
use super::{DeviceCommand, army_file_of};
use crate::api_error::ApiError;
use crate::identity::User;
use crate::lobby::Lobby;
use crate::outbox::Inbox;
use crate::room::GameState;
use crate::wire::{device_army_loaded, device_error, device_state};

/// Interval at which time passes on the device. The picture changes less often.
const TICK: Duration = Duration::from_millis(100);
/// Wait before a lost room is watched again.
const WATCH_DELAY: Duration = Duration::from_secs(3);
/// Number of times that a move is sent before the device takes it back.
const MAX_ATTEMPTS: u8 = 3;

/// Number of writes of one device that may be under way.
const MAX_SAVING: usize = 16;

/// Result of a task. `game` is the number of the game that it belongs to.
enum Completion {
    Saved(Result<(), StoreError>),
    Opened { game: u64, result: Result<String, ApiError> },
    Watched(Result<(), ApiError>),
    Read { game: u64, result: Result<RoomGame, ApiError> },
    ReadPanel { game: u64, result: Result<GameState, ApiError> },
    Acted { game: u64, result: Result<(), ApiError> },
    Army { connection: u64, result: Result<Army, ApiError> },
}

/// Owner of a device.
pub(super) struct DeviceActor {
    lobby: Arc<Lobby>,
    user: User,
    device: Device,
    /// Table of the game; `None` while it is being opened.
    table: Option<String>,
    /// Counts the games, so that a late result of an earlier one is ignored.
    game: u64,
    /// Moves of the game that the room has.
    moves: Vec<(String, Move)>,
    /// Picks and position of a game other than chess, once the room has been read.
    panel: Option<PanelSide>,
    /// Number of the last event in the room, once it is known.
    latest: Option<u64>,
    clients: Vec<Client>,
    tasks: JoinSet<Completion>,
    /// Number of the subscription to the room, and its messages, which say that something has happened there.
    news: Option<(u64, Inbox)>,
    watch_at: Instant,
    is_reading: bool,
    reads_again: bool,
    is_sending: bool,
    attempts: u8,
    /// Number of writes under way.
    saving: usize,
    saves_again: bool,
    since: Instant,
    last_frame: Bytes,
    last_state: String,
}

impl DeviceActor {
    /// Serves the device of a user until no browser is connected and everything is stored.
    pub(super) async fn run(lobby: Arc<Lobby>, user: User, mut commands: mpsc::Receiver<DeviceCommand>) {
        let saved = match lobby.store.device(&user.id).await {
            Ok(saved) => saved,
            Err(error) => return tracing::error!(%error, "cannot read a device"),
        };
        let restored = saved.and_then(|saved| Some((Snapshot::restore(&saved.state)?, saved.table)));
        let (mut device, table) = restored.unwrap_or_default();
        device.offer_games();
        let mut actor = DeviceActor {
            lobby,
            user,
            device,
            table,
            game: 0,
            moves: Vec::new(),
            panel: None,
            latest: None,
            clients: Vec::new(),
            tasks: JoinSet::new(),
            news: None,
            watch_at: Instant::now(),
            is_reading: false,
            reads_again: false,
            is_sending: false,
            attempts: 0,
            saving: 0,
            saves_again: false,
            since: Instant::now(),
            last_frame: Bytes::new(),
            last_state: String::new(),
        };
        actor.last_frame = actor.frame();
        if actor.table.is_none() && actor.has_open_game() {
            actor.open_table();
        }
        actor.serve(&mut commands).await;
        if let (Some(table), Some((subscription, _))) = (&actor.table, &actor.news) {
            actor.lobby.unwatch(table, *subscription).await;
        }
    }

    async fn serve(&mut self, commands: &mut mpsc::Receiver<DeviceCommand>) {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let mut was_connected = false;
        loop {
            tokio::select! {
                command = commands.recv() => match command {
                    Some(command) => self.handle(command),
                    None => return,
                },
                Some(completion) = self.tasks.join_next(), if !self.tasks.is_empty() => {
                    match completion {
                        Ok(completion) => self.complete(completion),
                        Err(error) => tracing::error!(%error, "a task of a device failed"),
                    }
                }
                is_open = room_news(&mut self.news) => {
                    if !is_open {
                        self.news = None;
                        self.watch_at = Instant::now() + WATCH_DELAY;
                    }
                    self.read_room();
                }
                _ = ticks.tick(), if !self.clients.is_empty() => self.tick(),
            }
            was_connected |= !self.clients.is_empty();
            if was_connected && self.clients.is_empty() && self.tasks.is_empty() {
                // What arrives from now on is not answered, and its sender opens the device again.
                return commands.close();
            }
        }
    }

    fn now(&self) -> u32 {
        (self.since.elapsed().as_millis() & u128::from(u32::MAX)) as u32
    }

    /// `true` if the device has a game that is not over.
    fn has_open_game(&self) -> bool {
        self.device.has_game() && !self.device.is_over()
    }

    fn handle(&mut self, command: DeviceCommand) {
        match command {
            DeviceCommand::Connect { user, client, reply } => {
                self.user = user;
                client.send(DeviceMessage::Frame(self.last_frame.clone()));
                client.send(DeviceMessage::Text(self.state()));
                self.clients.push(client);
                let _ = reply.send(());
            }
            DeviceCommand::Disconnect { connection } => {
                self.clients.retain(|client| client.connection != connection);
            }
            DeviceCommand::Key(key) => self.press(key),
            DeviceCommand::Army { file, connection } => {
                let (lobby, party) = (Arc::clone(&self.lobby), self.lobby.networks.party(&self.user.id));
                self.tasks.spawn(async move {
                    let read = lobby.blocking.run(party, move || army_of_file(&file)).await;
                    Completion::Army { connection, result: read.and_then(|army| Ok(army?)) }
                });
            }
            DeviceCommand::SaveArmy { reply } => {
                let _ = reply.send(army_file_of(&self.device));
            }
        }
    }

    fn press(&mut self, key: Key) {
        let effect = self.device.key(key, self.now());
        let picked = self.handle_pick(effect);
        // The store has the state before a browser shows it, so that a stop of the server loses nothing that was seen.
        self.save();
        self.show();
        match effect {
            Effect::NewGame => self.open_table(),
            // Without the number of the last event the move waits until the room has been read.
            Effect::Moved(mv) if self.latest.is_some() => {
                self.send_move(seat_of(self.device.player()), move_text(mv));
            }
            _ => {}
        }
        if let Some((seat, text)) = picked {
            self.send_move(seat, text);
        }
    }

    /// Handles a pick at the board of another game; returns the move that it completes.
    fn handle_pick(&mut self, effect: Effect) -> Option<(Seat, String)> {
        if !matches!(effect, Effect::Picked(_) | Effect::Entered | Effect::Erased) {
            return None;
        }
        let now = self.now();
        let panel = self.panel.as_mut().filter(|_| !self.is_sending)?;
        let reply = panel.handle(effect);
        self.device.show_panel(panel.panel(), now);
        match reply {
            PanelReply::Send(seat, text) => return Some((seat, text)),
            PanelReply::Changed => {}
            PanelReply::Refused => self.device.refuse_pick(now),
        }
        None
    }

    /// Sends the screen and, if it has changed, the state to all browsers.
    fn show(&mut self) {
        self.last_frame = self.frame();
        self.broadcast(&DeviceMessage::Frame(self.last_frame.clone()));
        let state = self.state();
        if state != self.last_state {
            self.broadcast(&DeviceMessage::Text(state.clone()));
            self.last_state = state;
        }
    }

    fn tick(&mut self) {
        if self.device.tick(self.now()) && self.frame() != self.last_frame {
            self.show();
        }
        let is_lost = self.table.is_some() && self.news.is_none() && self.has_open_game();
        if is_lost && self.watch_at <= Instant::now() {
            self.watch_room();
        }
    }

    fn broadcast(&mut self, message: &DeviceMessage) {
        self.clients.retain(|client| client.send(message.clone()));
    }

    fn report(&mut self, error: &str) {
        self.broadcast(&DeviceMessage::Text(device_error(error)));
    }

    fn frame(&self) -> Bytes {
        let mut frame = Frame::new();
        // Drawing into memory does not fail.
        let _ = self.device.draw(&mut frame);
        Bytes::copy_from_slice(frame.bytes())
    }

    fn state(&self) -> String {
        let turn = match (self.has_open_game(), self.device.awaits_opponent()) {
            (false, _) => None,
            (true, true) => Some("opponent"),
            (true, false) => Some("you"),
        };
        device_state(self.table.as_deref(), turn, &describe(&self.device))
    }

    /// Queues the state to be stored; with many writes under way, after one of them.
    fn save(&mut self) {
        let state = Snapshot::of(&self.device).bytes().to_vec();
        let op = WriteOp::Device { user: self.user.id.clone(), state, table: self.table.clone() };
        let has_room = self.saving < MAX_SAVING;
        let Some(answer) = has_room.then(|| self.lobby.store.submit(vec![op])).flatten() else {
            self.saves_again = true;
            return;
        };
        self.saving += 1;
        self.tasks.spawn(async move { Completion::Saved(answer.await.unwrap_or_else(|_| Err(closed()))) });
    }

    fn complete(&mut self, completion: Completion) {
        match completion {
            Completion::Saved(result) => {
                self.saving -= 1;
                if result.is_err() {
                    self.report("cannot save the device: the database failed; press a key to try again");
                }
                if std::mem::take(&mut self.saves_again) {
                    self.save();
                }
            }
            Completion::Opened { game, .. }
            | Completion::Read { game, .. }
            | Completion::ReadPanel { game, .. }
            | Completion::Acted { game, .. }
                if game != self.game => {}
            Completion::Opened { result, .. } => match result {
                Ok(table) => {
                    self.table = Some(table);
                    self.save();
                    self.watch_room();
                    self.show();
                }
                Err(error) => self.report(&format!("cannot open a table: {}", error.message)),
            },
            Completion::Watched(Ok(())) => {}
            Completion::Watched(Err(error)) => {
                self.news = None;
                self.report(&format!("cannot follow the game: {}", error.message));
            }
            Completion::Acted { result, .. } => {
                self.is_sending = false;
                match result {
                    Ok(()) => self.attempts = 0,
                    Err(error) => {
                        self.attempts += 1;
                        tracing::warn!(error = %error.message, "a room refused a move of a device");
                    }
                }
                self.read_room();
            }
            Completion::Read { result, .. } => self.follow(result),
            Completion::ReadPanel { result, .. } => self.follow_panel(result),
            Completion::Army { connection, result } => self.load_army(connection, result),
        }
    }

    /// Saves and shows the device if it has changed.
    fn show_change(&mut self, before: &Device) {
        if self.device != *before {
            self.save();
            self.show();
        }
    }

    fn load_army(&mut self, connection: u64, result: Result<Army, ApiError>) {
        let reply = match result {
            Ok(army) => {
                self.device.load_army(army);
                self.save();
                self.show();
                device_army_loaded()
            }
            Err(error) => device_error(&format!("cannot load the army: {}", error.message)),
        };
        for client in self.clients.iter().filter(|client| client.connection == connection) {
            client.send(DeviceMessage::Text(reply.clone()));
        }
    }
}

fn closed() -> StoreError {
    StoreError::Failed("the store is closed".to_owned())
}

/// Waits for news of a room; `false` if there will be no more.
async fn room_news(news: &mut Option<(u64, Inbox)>) -> bool {
    let Some((_, messages)) = news else { return std::future::pending().await };
    let is_open = messages.recv().await.is_some();
    messages.discard_waiting();
    is_open
}
