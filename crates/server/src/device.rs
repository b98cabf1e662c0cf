//! The chess computer in the browser: each user has a device, and its games are ordinary tables of the lobby.
//!
//! An `actor` owns the device while a browser is connected; `connection` is one browser. A key changes the device and is
//! answered at once. Opening a table, playing a move in its room, following the room (`sync` for chess, `panel` for the other
//! games) and saving are tasks whose results return to the actor.

mod actor;
mod connection;
mod description;
mod panel;
mod sync;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, HeaderValue, header};
use device::{Device, Key, Snapshot};
use tokio::sync::{mpsc, oneshot};
use web_host::responses::response;

use crate::api::{ApiResult, AppState, set_cookie, upgrade_of_user};
use crate::api_error::ApiError;
use crate::client_address::ClientAddress;
use crate::identity::User;
use crate::lobby::Lobby;
use actor::DeviceActor;
use connection::Client;

/// Number of commands that may wait at a device.
const QUEUE: usize = 64;

/// A command to a device.
pub(crate) enum DeviceCommand {
    /// Subscribes a connection to the screen.
    Connect { user: User, client: Client, reply: oneshot::Sender<()> },
    /// Ends the subscription of a connection.
    Disconnect { connection: u64 },
    /// Presses a key.
    Key(Key),
    /// Loads an army file; an error goes to the connection.
    Army { file: String, connection: u64 },
    /// Returns the army file of the device.
    SaveArmy { reply: oneshot::Sender<String> },
}

/// Devices in use, by user.
#[derive(Default)]
pub(crate) struct Devices {
    open: Mutex<HashMap<String, mpsc::Sender<DeviceCommand>>>,
}

impl Devices {
    /// Connects a browser to the device of its user.
    async fn connect(
        self: &Arc<Devices>,
        lobby: &Arc<Lobby>,
        user: &User,
        client: &Client,
    ) -> Result<mpsc::Sender<DeviceCommand>, ApiError> {
        // A device that is just closing does not reply; the next one reads what it has saved.
        for _ in 0..3 {
            let mailbox = self.mailbox(lobby, user);
            let (reply, accepted) = oneshot::channel();
            let command = DeviceCommand::Connect { user: user.clone(), client: client.clone(), reply };
            if mailbox.send(command).await.is_ok() && accepted.await.is_ok() {
                return Ok(mailbox);
            }
        }
        Err(ApiError::shutting_down())
    }

    /// Mailbox of a user's device; starts its actor if needed.
    fn mailbox(self: &Arc<Devices>, lobby: &Arc<Lobby>, user: &User) -> mpsc::Sender<DeviceCommand> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mailbox) = open.get(&user.id).filter(|mailbox| !mailbox.is_closed()) {
            return mailbox.clone();
        }
        let (mailbox, commands) = mpsc::channel(QUEUE);
        open.insert(user.id.clone(), mailbox.clone());
        let (devices, lobby, user) = (Arc::clone(self), Arc::clone(lobby), user.clone());
        tokio::spawn(async move {
            let id = user.id.clone();
            DeviceActor::run(lobby, user, commands).await;
            devices.remove_closed(&id);
        });
        mailbox
    }

    /// Mailbox of a user's device if it is in use.
    fn open_mailbox(&self, user: &str) -> Option<mpsc::Sender<DeviceCommand>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).get(user).cloned()
    }

    fn remove_closed(&self, user: &str) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.get(user).is_some_and(mpsc::Sender::is_closed) {
            open.remove(user);
        }
    }
}

/// Upgrades a request to the WebSocket of the user's device.
pub(crate) async fn connect(
    State(app): State<AppState>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> ApiResult {
    let (devices, lobby) = (Arc::clone(&app.devices), Arc::clone(&app.lobby));
    let serve = |client| connection::serve(devices, lobby, client);
    upgrade_of_user(&app, address, &headers, upgrade, serve).await
}

/// The army file of the user's device as a download.
pub(crate) async fn army(State(app): State<AppState>, headers: HeaderMap) -> ApiResult {
    let (user, cookie) = app.identities().identify(&headers).await?;
    let mut file = None;
    if let Some(mailbox) = app.devices.open_mailbox(&user.id) {
        let (reply, answer) = oneshot::channel();
        if mailbox.send(DeviceCommand::SaveArmy { reply }).await.is_ok() {
            file = answer.await.ok();
        }
    }
    let file = match file {
        Some(file) => file,
        None => {
            let saved = app.lobby.store.device(&user.id).await?;
            let device = saved.and_then(|saved| Snapshot::restore(&saved.state)).unwrap_or_default();
            army_file_of(&device)
        }
    };
    let mut response = response("text/plain; charset=utf-8", file.into());
    let name = HeaderValue::from_static("attachment; filename=\"army.toml\"");
    response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    set_cookie(&mut response, cookie);
    Ok(response)
}

/// Army file that a device saves: the army that was entered or loaded, else that of the game.
fn army_file_of(device: &Device) -> String {
    device_home::army_file(device.loaded_army().unwrap_or(device.army()))
}
