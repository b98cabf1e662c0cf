//! The house on the network: live games, who plays them, and the web app.
//!
//! A request comes in through `api` or over a connection (`socket`), goes to the `room` of a table, which owns it,
//! and what happens there is kept by the `store` before anybody is told. `wire` alone knows how it is written.

mod api;
mod catch_up;
mod engine_pool;
mod frames;
mod guest;
pub mod line_page;
mod lobby;
mod new_table;
mod outbox;
mod queens;
mod refusal;
mod room;
mod socket;
pub mod store;
mod web;
mod wire;

use std::fs::File;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use api::AppState;
use engine_pool::EnginePool;
use lobby::Lobby;
use store::{Store, StoreError};
use web::Web;
pub use wire::{ended_object, event_object};

/// The database in the data folder.
const DATABASE: &str = "takhteh.db";
/// The file that says that a server works on this folder.
const LOCK: &str = "takhteh.lock";
/// So many files and connections may be open, if the system allows.
const FILES: u64 = 65_536;

/// Where and with what a server works.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address it listens on; port 0 takes any that is free.
    pub listen: SocketAddr,
    /// The folder of its data.
    pub data: PathBuf,
    /// How many engines may think at once.
    pub engine_threads: usize,
}

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data folder cannot be used.
    #[error("the data folder {folder} cannot be used: {why}")]
    Folder {
        /// The folder.
        folder: String,
        /// What was wrong.
        why: String,
    },
    /// Another server works on the same data.
    #[error("another server works on the data in {folder}: stop it, or use another folder with --data")]
    Busy {
        /// The folder.
        folder: String,
    },
    /// Nobody can listen there.
    #[error("nobody can listen on {address}: {why}; use another address with --listen")]
    Address {
        /// The address.
        address: SocketAddr,
        /// What was wrong.
        why: String,
    },
    /// The data cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system refused something else.
    #[error("the server could not start: {0}")]
    System(#[from] std::io::Error),
    /// A game of the house is broken.
    #[error("a game could not be opened: {0}")]
    Game(#[from] rules::InputError),
}

/// A server that runs.
pub struct Server {
    address: SocketAddr,
    lobby: Arc<Lobby>,
    stop: oneshot::Sender<()>,
    serving: tokio::task::JoinHandle<std::io::Result<()>>,
    _lock: File,
}

impl Server {
    /// Starts a server: when this returns, it answers.
    pub async fn start(config: &Config) -> Result<Server, StartError> {
        // A plain system allows 1,024 open files; whatever it allows beyond is welcome, and none is no reason to stop.
        let _ = rlimit::increase_nofile_limit(FILES);
        let lock = lock(&config.data)?;
        let store = Store::open(&config.data.join(DATABASE)).await?;
        let engine_pool = EnginePool::start(config.engine_threads.max(1))?;
        let lobby = Lobby::open(store, engine_pool, "strong:level=7".parse()?).await?;
        let address =
            |error: std::io::Error| StartError::Address { address: config.listen, why: error.to_string() };
        let listener = TcpListener::bind(config.listen).await.map_err(address)?;
        let address = listener.local_addr()?;
        let app = AppState {
            lobby: Arc::clone(&lobby),
            web: Arc::new(Web::new("index.html")),
            games: Arc::new(api::all_games()?),
        };
        let (stop, stopped) = oneshot::channel::<()>();
        let listener = listener.tap_io(|stream| {
            // A move is a small message: it must not wait for another.
            let _ = stream.set_nodelay(true);
        });
        let serving = tokio::spawn(async move {
            let ending = async {
                // Dropped or sent, both mean the end.
                let _ = stopped.await;
            };
            axum::serve(listener, routes(app)).with_graceful_shutdown(ending).await
        });
        tokio::spawn(Arc::clone(&lobby).wake());
        tracing::info!(%address, data = %config.data.display(), "the server is open");
        Ok(Server { address, lobby, stop, serving, _lock: lock })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its store, for tests of what happens when that fails.
    pub fn store(&self) -> &Store {
        &self.lobby.store
    }

    /// Stops: everybody is told to go, what was begun is finished, everything is on disk.
    pub async fn stop(self) {
        self.lobby.shut();
        let _ = self.stop.send(());
        let serving = tokio::time::timeout(std::time::Duration::from_secs(5), self.serving).await;
        if serving.is_err() {
            tracing::warn!("some connections did not end in time");
        }
        self.lobby.store.clone().close().await;
        tracing::info!("the server is closed");
    }
}

/// Makes sure that the folder is there and that nobody else works on it.
fn lock(folder: &Path) -> Result<File, StartError> {
    let name = || folder.display().to_string();
    let unusable = |error: std::io::Error| StartError::Folder { folder: name(), why: error.to_string() };
    std::fs::create_dir_all(folder).map_err(unusable)?;
    let file = File::create(folder.join(LOCK)).map_err(unusable)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(StartError::Busy { folder: name() }),
        Err(std::fs::TryLockError::Error(error)) => Err(unusable(error)),
    }
}

fn routes(app: AppState) -> Router {
    Router::new()
        .route("/", get(api::page))
        .route("/queens", get(api::page))
        .route("/new/{game}", get(api::game_page))
        .route("/edit/{game}", get(api::game_page))
        .route("/table/{id}", get(api::table_page))
        .route("/healthz", get(api::health))
        .route("/socket", get(api::connect))
        .route("/api/games", get(api::games))
        .route("/api/settings/{game}/{key}", get(api::setting_manual))
        .route("/api/settings/{game}/{key}/{choice}", get(api::setting_file))
        .route("/api/preview", post(api::preview))
        .route("/api/arrange", post(api::arrange))
        .route("/api/tables", post(api::open_table))
        .route("/api/tables/{id}/record", get(api::record))
        .route("/api/tables/{id}/{picture}", get(api::table_picture))
        .route("/api/{picture}", get(api::picture))
        .route("/api/queens/{size}", get(api::queens_all))
        .route("/api/queens/{size}/steps", get(api::queens_steps))
        .route("/api/queens/{size}/complete", get(api::queens_complete))
        .fallback(get(api::file))
        .layer(DefaultBodyLimit::max(api::LONGEST_BODY))
        .layer(middleware::from_fn(web::pack_answer))
        .layer(middleware::map_response(api::finish))
        .with_state(app)
}
