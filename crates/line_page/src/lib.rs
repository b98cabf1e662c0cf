//! Web page of a serial line, or of the two lines of a relay: board, LEDs, clocks and traffic. At one end of a line a
//! person can play on the page.
//!
//! The session that owns the line pushes bytes, events and state to a [`LinePage`] and never waits for it. All clients
//! see the same content; each connection sends what its client does not have yet, so that a slow client delays neither
//! the line nor other clients. Commands of clients arrive at the session as [`PageRequest`]s.

mod error;
mod line_view;
mod request;
mod socket;
mod source;
mod traffic;
mod wire;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::{HeaderMap, Response, StatusCode, Uri};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::serve::ListenerExt;
use axum::{Router, middleware};
use line::Event;
use serde::Serialize;
use tokio::net::TcpListener;
use tokio::sync::watch;
use web_host::assets::WebAssets;
use web_host::{frames, origin, responses};

use error::PageError;
use line_view::LineView;
use traffic::{Traffic, TrafficDirection};

pub use line_view::PageRole;
pub use request::{PageCommand, PageRequest};
pub use source::LineSource;
pub use wire::result_object;

/// Longest time to send the last state when the page closes.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// Facts about a page that do not change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PageInfo {
    /// Address of each line, a port or a TCP address. A relay has two, that of A and that of B.
    #[serde(skip)]
    pub addresses: Vec<String>,
    /// Role of this program on the line.
    pub role: PageRole,
    /// `true` in strict mode.
    #[serde(rename = "strict")]
    pub is_strict: bool,
    /// Engine that plays at this end; `None` if a person plays on the page, or in a relay.
    pub engine: Option<String>,
}

impl PageInfo {
    /// Reason why clients cannot play, if they cannot.
    fn read_only_reason(&self) -> Option<&'static str> {
        match (self.role, &self.engine) {
            (PageRole::Relay, _) => Some("this page is read-only: two devices play each other"),
            (_, Some(_)) => Some("this page is read-only: an engine plays at this end of the line"),
            (_, None) => None,
        }
    }
}

/// The page's address cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("cannot listen on {address}: {cause}; use another address with --web")]
pub struct ListenError {
    address: SocketAddr,
    cause: std::io::Error,
}

/// Content of the page.
struct PageContent {
    /// View that clients receive.
    view: LineView,
    /// View with the events since the last [`LinePage::update`]. Clients do not receive it before that update: until
    /// then its board and clocks are older than its events.
    next: LineView,
    /// Incremented with each change of the view.
    revision: u64,
    /// `true` if traffic was added since the last [`LinePage::update`].
    has_new_traffic: bool,
    /// `true` if an event that changes the view was added since then.
    is_stale: bool,
    traffic: Traffic,
    is_closing: bool,
}

/// State shared by the connections.
struct PageState {
    info: PageInfo,
    assets: WebAssets,
    content: Mutex<PageContent>,
    changes: watch::Sender<()>,
    /// `true` once a client has connected.
    has_had_client: watch::Sender<bool>,
    on_request: Box<dyn Fn(PageRequest) + Send + Sync>,
}

impl PageState {
    fn lock(&self) -> MutexGuard<'_, PageContent> {
        // A thread that panicked with the lock has changed single fields only.
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the content and notifies all connections.
    fn change(&self, change: impl FnOnce(&mut PageContent)) {
        change(&mut self.lock());
        self.changes.send_replace(());
    }

    /// Changes the view at once, without the events that await an update.
    fn change_views(&self, change: impl Fn(&mut LineView)) {
        self.change(|content| {
            change(&mut content.view);
            change(&mut content.next);
            content.revision += 1;
        });
    }

    /// Adds traffic. Connections are notified by the next [`LinePage::update`], together with the view that follows.
    fn add_traffic(&self, add: impl FnOnce(&mut PageContent)) {
        let mut content = self.lock();
        add(&mut content);
        content.has_new_traffic = true;
    }
}

/// Page of a line, served over HTTP.
pub struct LinePage {
    address: SocketAddr,
    state: Arc<PageState>,
    serving: tokio::task::JoinHandle<std::io::Result<()>>,
}

impl LinePage {
    /// Serves the page, which accepts connections when this returns. `source` is the initial state; requests of clients
    /// are passed to `on_request`.
    pub async fn open(
        listen: SocketAddr,
        info: PageInfo,
        source: LineSource<'_>,
        on_request: impl Fn(PageRequest) + Send + Sync + 'static,
    ) -> Result<LinePage, ListenError> {
        let error = |cause| ListenError { address: listen, cause };
        let listener = TcpListener::bind(listen).await.map_err(error)?;
        let address = listener.local_addr().map_err(error)?;
        let view = LineView::new(&info, source);
        let content = PageContent {
            next: view.clone(),
            view,
            revision: 0,
            has_new_traffic: false,
            is_stale: false,
            traffic: Traffic::new(info.addresses.len()),
            is_closing: false,
        };
        let state = Arc::new(PageState {
            info,
            assets: WebAssets::new("line.html"),
            content: Mutex::new(content),
            changes: watch::Sender::new(()),
            has_had_client: watch::Sender::new(false),
            on_request: Box::new(on_request),
        });
        let listener = listener.tap_io(|stream| {
            // Messages are short and must not wait for more.
            let _ = stream.set_nodelay(true);
        });
        let shutdown = closing(Arc::clone(&state));
        let serving = axum::serve(listener, routes(Arc::clone(&state))).with_graceful_shutdown(shutdown);
        Ok(LinePage { address, state, serving: tokio::spawn(serving.into_future()) })
    }

    /// Address that the page listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Completes when the first client has connected; never if the page is closed before.
    pub fn first_client(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut has_had_client = self.state.has_had_client.subscribe();
        async move {
            if has_had_client.wait_for(|&has_had_client| has_had_client).await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// Adds bytes sent on line `line`, counted from 0.
    pub fn add_sent(&self, line: usize, at: Duration, bytes: &[u8]) {
        self.add_bytes(line, TrafficDirection::Sent, at, bytes);
    }

    /// Adds bytes received on line `line`.
    pub fn add_received(&self, line: usize, at: Duration, bytes: &[u8]) {
        self.add_bytes(line, TrafficDirection::Received, at, bytes);
    }

    fn add_bytes(&self, line: usize, direction: TrafficDirection, at: Duration, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.state.add_traffic(|content| content.traffic.add_bytes(line, direction, at, bytes));
        }
    }

    /// Adds an event.
    pub fn add_event(&self, at: Duration, event: &Event) {
        self.state.add_traffic(|content| {
            content.traffic.add_event(at, event);
            content.next.apply(event);
            content.is_stale = true;
        });
    }

    /// Sets the address of a line that got it only when it was opened.
    pub fn set_address(&self, line: usize, address: &str) {
        self.state.change_views(|view| view.lines[line].address = address.to_owned());
    }

    /// Number of the latest prompt for a move; a move that answers an earlier one comes too late.
    pub fn prompt(&self) -> u64 {
        self.state.lock().next.prompt
    }

    /// Marks a line as disconnected.
    pub fn set_disconnected(&self, line: usize) {
        self.state.change_views(|view| view.set_disconnected(line));
    }

    /// Updates the view from the line's state and notifies the connections if anything has changed.
    pub fn update(&self, source: LineSource<'_>, now: Duration) {
        let mut content = self.state.lock();
        content.next.update(source, now);
        let is_changed = std::mem::take(&mut content.is_stale) || !content.next.shows_same_as(&content.view);
        if is_changed {
            content.revision += 1;
            content.view = content.next.clone();
        }
        let must_notify = std::mem::take(&mut content.has_new_traffic) || is_changed;
        drop(content);
        if must_notify {
            self.state.changes.send_replace(());
        }
    }

    /// Sends the last state to all clients and closes the page.
    pub async fn close(&mut self) {
        self.state.change(|content| content.is_closing = true);
        // Clients that do not read are not waited for.
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, &mut self.serving).await;
    }
}

/// Completes when the page is to be closed.
async fn closing(state: Arc<PageState>) {
    let mut changes = state.changes.subscribe();
    while !state.lock().is_closing {
        if changes.changed().await.is_err() {
            return;
        }
    }
}

fn routes(state: Arc<PageState>) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/socket", get(connect))
        .fallback(get(file))
        .layer(middleware::map_response(responses::finish))
        .with_state(state)
}

async fn page(State(state): State<Arc<PageState>>, headers: HeaderMap) -> Response<Body> {
    state.assets.page(StatusCode::OK, &headers)
}

async fn file(State(state): State<Arc<PageState>>, uri: Uri, headers: HeaderMap) -> Response<Body> {
    let path = uri.path().trim_start_matches('/');
    let not_found = || PageError::NotFound(path.to_owned()).into_response();
    state.assets.file(path, &headers).unwrap_or_else(not_found)
}

async fn connect(
    State(state): State<Arc<PageState>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response<Body>, PageError> {
    if !origin::is_same_origin(&headers) {
        return Err(PageError::Forbidden("the request comes from a page of another site"));
    }
    Ok(frames::limit_size(upgrade).on_upgrade(move |connection| {
        state.has_had_client.send_replace(true);
        socket::serve(state, connection)
    }))
}
