//! The game server: live games over WebSockets, an HTTP API, and the web app.
//!
//! A request arrives through `api`, `accounts` or `people` or over a connection (`socket`) and goes to the `room` that owns the table. The
//! store writes every event to disk before it is broadcast. `wire` defines all JSON.

mod accounts;
mod address_counter;
mod addresses;
mod api;
mod api_error;
mod army_memory;
mod blocking;
mod blocks;
mod bots;
mod catch_up;
mod challenges;
mod chat;
mod client_address;
mod client_networks;
mod connections;
mod device;
mod engine_pool;
mod fair_queue;
mod health;
mod hosts;
mod identity;
mod key_file;
mod lag_meter;
mod lobby;
mod metrics;
mod names;
mod new_table;
mod openapi;
mod operator_key;
mod outbox;
mod people;
mod presence;
mod qr_code;
mod queens;
mod rate_limits;
mod read_turn;
mod request_body;
mod request_limits;
mod room;
mod socket;
mod tls;
mod tuning;
mod wire;
mod write_timeout;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use web_host::assets::{self, WebAssets};
use web_host::responses;

use accounts::AccountService;
use address_counter::AddressCounter;
use api::AppState;
use bots::BotService;
pub use connections::ConnectionLimits;
use engine_pool::EnginePool;
use hosts::HostNames;
use identity::Identities;
use lobby::Lobby;
use operator_key::OperatorKey;
pub use presence::AbsenceLimits;
pub use qr_code::terminal_qr_code;
use rate_limits::{AttemptLimiter, RequestLimiter};
pub use rate_limits::{RateLimit, RateLimits};
pub use store::DATABASE;
use store::{Accounts, FolderLock, Store, StoreError};
pub use tls::TlsFiles;
use tls::TlsListener;
use tuning::Tuning;
pub use wire::event_object;

/// Name of the folder of tuning runs in the data folder.
const TUNING: &str = "tuning";
/// Number of open files and connections that the server asks the system for.
const MAX_FILES: u64 = 65_536;
/// Usual limit of the time in which the body of a request must arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// Usual time after the start in which no abandoned game is ended.
const ABANDONED_GRACE: Duration = Duration::from_secs(24 * 3600);
/// Usual time after which a table that is not watched is removed from memory.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);
/// Longest wait for open connections when the server stops.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// Configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Addresses to listen on, the first that is free is used; port 0 takes any free port.
    pub listen: Vec<SocketAddr>,
    /// Data folder.
    pub data: PathBuf,
    /// Number of threads of the engines that play, and of a tuning run.
    pub engine_threads: usize,
    /// Limits of requests by address, account and session.
    pub rate_limits: RateLimits,
    /// Address under which browsers reach the server, such as `https://play.example.org`, if a proxy is in front of it.
    pub origin: Option<String>,
    /// Other names of the server.
    pub names: Vec<String>,
    /// Limits of connections.
    pub connections: ConnectionLimits,
    /// Times after which the absence of a player can be claimed.
    pub absence: AbsenceLimits,
    /// Longest time in which the body of a request must arrive.
    pub body_timeout: Duration,
    /// Time after the start in which no abandoned game is ended, so that players can come back.
    pub abandoned_grace: Duration,
    /// Time after which a table that is not watched is removed from memory.
    pub idle_timeout: Duration,
    /// Certificate and key; without them connections are not encrypted.
    pub tls: Option<TlsFiles>,
    /// Address that serves `/metrics`.
    pub metrics: Option<SocketAddr>,
}

impl Config {
    /// The usual configuration: engines may use all cores but one.
    pub fn new(listen: SocketAddr, data: PathBuf) -> Config {
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        let engine_threads = cores.saturating_sub(1).max(1);
        Config {
            listen: vec![listen],
            data,
            engine_threads,
            rate_limits: RateLimits::default(),
            origin: None,
            names: Vec::new(),
            connections: ConnectionLimits::default(),
            absence: AbsenceLimits::default(),
            body_timeout: BODY_TIMEOUT,
            abandoned_grace: ABANDONED_GRACE,
            idle_timeout: IDLE_TIMEOUT,
            tls: None,
            metrics: None,
        }
    }
}

/// Reason why a server did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data folder cannot be used.
    #[error("cannot use the data folder {folder}: {why}")]
    Folder {
        /// The folder.
        folder: String,
        /// The cause.
        why: String,
    },
    /// Another server uses the same data folder.
    #[error(
        "cannot use the data folder {folder}: another server uses it; stop it, or use another folder with --data"
    )]
    Busy {
        /// The folder.
        folder: String,
    },
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {why}; use another address with --listen")]
    Address {
        /// The address.
        address: String,
        /// The cause.
        why: String,
    },
    /// The origin is not one.
    #[error("{0}")]
    Origin(String),
    /// The certificate cannot be used.
    #[error("cannot encrypt connections: {0}")]
    Tls(String),
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another error of the operating system.
    #[error("cannot start the server: {0}")]
    System(#[from] std::io::Error),
    /// A game of the catalog is broken.
    #[error("cannot open a game: {0}")]
    Game(#[from] rules::InputError),
}

/// A running server.
pub struct Server {
    address: SocketAddr,
    is_encrypted: bool,
    metrics_address: Option<SocketAddr>,
    lobby: Arc<Lobby>,
    tuning: Arc<Tuning>,
    operator_key: Arc<OperatorKey>,
    stop: oneshot::Sender<()>,
    serving: tokio::task::JoinHandle<()>,
    _lock: FolderLock,
}

impl Server {
    /// Starts a server. It accepts connections when this returns.
    pub async fn start(config: &Config) -> Result<Server, StartError> {
        // The default limit is often 1,024. A system that does not raise it still works, with fewer connections.
        let _ = rlimit::increase_nofile_limit(MAX_FILES);
        let tls = config.tls.as_ref().map(TlsFiles::read).transpose().map_err(StartError::Tls)?;
        let origin =
            config.origin.as_deref().map(hosts::read_origin).transpose().map_err(StartError::Origin)?;
        let mut host_names = config.names.clone();
        host_names.extend(origin.iter().map(|(name, _)| name.clone()));
        let is_behind_proxy = origin.is_some();
        // Cookies are for encrypted connections only if all connections of browsers are.
        let is_secure = config.tls.is_some() || origin.is_some_and(|(_, is_encrypted)| is_encrypted);
        let lock = lock_folder(&config.data)?;
        let operator_key = OperatorKey::open(&config.data)
            .map_err(|why| StartError::Folder { folder: config.data.display().to_string(), why })?;
        let operator_key = Arc::new(operator_key);
        let tuning = Arc::new(Tuning::new(config.data.join(TUNING), config.engine_threads.max(1)));
        let store = Store::open(&config.data.join(DATABASE)).await?;
        let identities = Identities::open(&config.data, store.clone(), is_secure)
            .map_err(|why| StartError::Folder { folder: config.data.display().to_string(), why })?;
        let account_service = Arc::new(AccountService {
            accounts: Accounts::new(store.clone()),
            identities: Arc::new(identities),
            limiter: AttemptLimiter::new(&config.rate_limits),
        });
        let engine_pool = EnginePool::start(config.engine_threads.max(1))?;
        let lobby = Lobby::open(store, engine_pool, config.absence, config.idle_timeout).await?;
        let unusable = |address: String| {
            move |error: std::io::Error| StartError::Address { address, why: error.to_string() }
        };
        let names: Vec<String> = config.listen.iter().map(SocketAddr::to_string).collect();
        let listener = TcpListener::bind(&config.listen[..]).await.map_err(unusable(names.join(", ")))?;
        let address = listener.local_addr()?;
        let metrics_address = match config.metrics {
            Some(address) => {
                let serving = metrics::serve(Arc::clone(&lobby.metrics), address).await;
                Some(serving.map_err(unusable(address.to_string()))?)
            }
            None => None,
        };
        let limiter = Arc::new(RequestLimiter::new(&config.rate_limits));
        let app = AppState {
            lobby: Arc::clone(&lobby),
            limiter: Arc::clone(&limiter),
            sockets: Arc::new(AddressCounter::new(config.connections.by_address)),
            web: Arc::new(WebAssets::new("index.html")),
            games: api::catalog_json()?,
            tuning: Arc::clone(&tuning),
            operator_key: Arc::clone(&operator_key),
            accounts: account_service,
            bots: Arc::new(BotService::new(lobby.store.clone(), config.rate_limits.bot_requests)),
            devices: Arc::default(),
            urls: Arc::new(reachable_urls(address, config.tls.is_some())),
        };
        let gate = Gate {
            body_timeout: config.body_timeout,
            host_names: Arc::new(HostNames::new(&host_names)),
            is_behind_proxy,
            limiter,
        };
        let routes = routes(app, gate);
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = match tls {
            Some(acceptor) => {
                let listener = TlsListener::new(listener, acceptor)?;
                tokio::spawn(connections::serve(listener, routes, config.connections, stopped))
            }
            None => {
                let listener = listener.tap_io(|stream| {
                    // Moves are small messages: Nagle's algorithm would delay them.
                    let _ = stream.set_nodelay(true);
                });
                tokio::spawn(connections::serve(listener, routes, config.connections, stopped))
            }
        };
        tokio::spawn(Arc::clone(&lobby).reopen_tables());
        tokio::spawn(Arc::clone(&lobby).expire_tables(config.abandoned_grace));
        tokio::spawn(Arc::clone(&lobby).run_feed());
        tracing::info!(%address, data = %config.data.display(), "server started");
        let is_encrypted = config.tls.is_some();
        Ok(Server {
            address,
            is_encrypted,
            metrics_address,
            lobby,
            tuning,
            operator_key,
            stop,
            serving,
            _lock: lock,
        })
    }

    /// Address the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Address of the lobby.
    pub fn url(&self) -> String {
        url_of(self.address, self.is_encrypted)
    }

    /// Addresses of the lobby for other computers, if the server listens on all interfaces; otherwise its only address.
    pub fn reachable_urls(&self) -> Vec<String> {
        reachable_urls(self.address, self.is_encrypted)
    }

    /// Address that serves `/metrics`.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics_address
    }

    /// Key that operator requests carry.
    pub fn operator_key(&self) -> &str {
        self.operator_key.text()
    }

    /// The store, for tests that make it fail.
    pub fn store(&self) -> &Store {
        &self.lobby.store
    }

    /// Waits until nothing can be stored any more because the task that writes has ended. The program then has to end too.
    pub async fn failed(&self) {
        self.lobby.store.closed().await;
    }

    /// Stops the server: closes all connections and waits until every accepted write is on disk.
    pub async fn stop(self) {
        self.lobby.shut_down();
        let tuning = self.tuning;
        if tokio::task::spawn_blocking(move || tuning.shut_down()).await.is_err() {
            tracing::error!("the tuning run did not stop");
        }
        let _ = self.stop.send(());
        if tokio::time::timeout(STOP_TIMEOUT, self.serving).await.is_err() {
            tracing::warn!("some connections did not close in time");
        }
        self.lobby.store.clone().close().await;
        tracing::info!("server stopped");
    }
}

fn url_of(address: SocketAddr, is_encrypted: bool) -> String {
    let scheme = if is_encrypted { "https" } else { "http" };
    format!("{scheme}://{address}/")
}

fn reachable_urls(address: SocketAddr, is_encrypted: bool) -> Vec<String> {
    addresses::reachable(address).into_iter().map(|address| url_of(address, is_encrypted)).collect()
}

/// Creates the data folder if needed and locks it, so that no two servers use it.
pub fn lock_folder(folder: &Path) -> Result<FolderLock, StartError> {
    let name = || folder.display().to_string();
    store::lock_folder(folder)
        .map_err(|error| StartError::Folder { folder: name(), why: error.to_string() })?
        .ok_or_else(|| StartError::Busy { folder: name() })
}

/// Checks that every request has to pass.
struct Gate {
    body_timeout: Duration,
    host_names: Arc<HostNames>,
    /// `true` if a proxy on this computer names the addresses of clients.
    is_behind_proxy: bool,
    limiter: Arc<RequestLimiter>,
}

fn routes(app: AppState, gate: Gate) -> Router {
    let metrics = Arc::clone(&app.lobby.metrics);
    Router::new()
        .route("/", get(api::page))
        .route("/queens", get(api::page))
        .route("/tune", get(api::page))
        .route("/account", get(api::page))
        .route("/statistics", get(api::page))
        .route("/history", get(api::page))
        .route("/player/{name}", get(api::page))
        .route("/new/{game}", get(api::game_page))
        .route("/edit/{game}", get(api::game_page))
        .route("/table/{id}", get(api::table_page))
        .route("/healthz", get(api::health))
        .route("/socket", get(api::connect))
        .route("/device", get(api::page))
        .route("/device/socket", get(device::connect))
        .route("/api/device/army", get(device::army))
        .route("/api/openapi.json", get(openapi::document))
        .route("/api/games", get(api::games))
        .route("/api/account", get(accounts::show))
        .route("/api/account/register", post(accounts::register))
        .route("/api/account/login", post(accounts::log_in))
        .route("/api/account/logout", post(accounts::log_out))
        .route("/api/account/password", post(accounts::change_password))
        .route("/api/account/delete", post(accounts::delete))
        .route("/api/account/sessions/{session}/revoke", post(accounts::revoke))
        .route("/api/account/bots", get(bots::owner::list).post(bots::owner::create))
        .route("/api/account/bots/{name}/token", post(bots::owner::renew_token))
        .route("/api/account/bots/{name}/revoke", post(bots::owner::revoke_token))
        .route("/api/account/bots/{name}/delete", post(bots::owner::delete))
        .route("/api/bot", get(bots::actions::account))
        .route("/api/bot/events", get(bots::events::stream))
        .route("/api/bot/tables", post(bots::actions::open_table))
        .route("/api/bot/tables/{id}/stream", get(bots::table_stream::stream))
        .route("/api/bot/tables/{id}/join", post(bots::actions::join))
        .route("/api/bot/tables/{id}/decline", post(bots::actions::decline))
        .route("/api/bot/tables/{id}/move", post(bots::actions::play_move))
        .route("/api/bot/tables/{id}/offer", post(bots::actions::offer))
        .route("/api/bot/tables/{id}/answer", post(bots::actions::answer))
        .route("/api/bot/tables/{id}/resign", post(bots::actions::resign))
        .route("/api/bot/tables/{id}/seed", post(bots::actions::seed))
        .route("/api/bot/tables/{id}/abandon", post(bots::actions::abandon))
        .route("/api/blocks", get(blocks::list).post(blocks::add))
        .route("/api/blocks/remove", post(blocks::remove))
        .route("/api/addresses", get(addresses::list))
        .route("/api/qr.svg", get(qr_code::picture))
        .route("/api/statistics", get(people::statistics))
        .route("/api/players/{name}", get(people::player))
        .route("/api/history", get(people::history))
        .route("/api/settings/{game}/{key}", get(api::setting_manual))
        .route("/api/settings/{game}/{key}/{choice}", get(api::setting_file))
        .route("/api/preview", post(api::preview))
        .route("/api/arrange", post(api::arrange))
        .route("/api/tables", post(api::open_table))
        .route("/api/tables/{id}/record", get(api::record))
        .route("/api/tables/{id}/export/{format}", get(api::export))
        .route("/api/tables/{id}/adopt", post(people::adopt))
        .route("/api/tables/{id}/{picture}", get(api::table_picture))
        .route("/api/{picture}", get(api::picture))
        .route("/api/queens/{size}", get(queens::solutions))
        .route("/api/queens/{size}/steps", get(queens::steps))
        .route("/api/queens/{size}/complete", get(queens::complete))
        .route("/api/tuning", get(tuning::api::overview))
        .route("/api/tuning/events", get(tuning::api::events))
        .route("/api/tuning/runs", post(tuning::api::start))
        .route("/api/tuning/runs/{name}", get(tuning::api::details))
        .route("/api/tuning/runs/{name}/stop", post(tuning::api::stop))
        .route("/api/tuning/runs/{name}/resume", post(tuning::api::resume))
        .route("/api/tuning/runs/{name}/{file}", get(tuning::api::file))
        .fallback(get(api::file))
        .layer(DefaultBodyLimit::max(responses::MAX_BODY))
        .layer(middleware::from_fn_with_state(gate.body_timeout, request_body::read))
        .layer(middleware::from_fn_with_state(gate.limiter, request_limits::check))
        .layer(middleware::from_fn_with_state(gate.is_behind_proxy, client_address::find))
        .layer(middleware::from_fn_with_state(gate.host_names, hosts::check))
        .layer(middleware::from_fn(assets::compress_json))
        .layer(middleware::map_response(responses::finish))
        .layer(middleware::from_fn_with_state(metrics, metrics::count))
        .with_state(app)
}
