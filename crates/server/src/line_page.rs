//! The page of a serial line, or of the two lines of a relay: what is said, the LEDs and the board; at one end of a line
//! moves can be made by click.
//!
//! Whoever works at a line tells the page what is said, what happens and how things stand, and never waits for it. All
//! visitors see the same; each connection takes what it has not seen yet from what is shown, so that a slow one costs
//! nobody anything. What visitors wish comes back as an [`Order`].

mod order;
mod sight;
mod socket;
mod traffic;
mod watched;

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
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::refusal::Refusal;
use crate::web::Web;
use crate::{api, frames};

pub use order::{Order, Wish};
pub use sight::Part;
pub(crate) use sight::{LineSight, Sight, Stage, Tally, TimeLeft};
use traffic::{Direction, Traffic};
pub(crate) use traffic::{Entry, What};
pub(crate) use watched::TimeFor;
pub use watched::Watched;

/// How long connections are given to hear the last word.
const FAREWELL: Duration = Duration::from_secs(2);

/// What does not change about a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    /// Where each line is found: a port, an address. A relay has two, that of A and that of B.
    pub places: Vec<String>,
    /// Which end is ours.
    pub part: Part,
    /// Whether the table of messages is kept to the letter.
    pub is_strict: bool,
    /// Who chooses our moves; nobody's name if a person does, on the page, or if we have none to make, as a relay.
    pub engine: Option<String>,
}

impl About {
    /// Why nobody can play on the page, if so.
    fn only_watches(&self) -> Option<&'static str> {
        match (self.part, &self.engine) {
            (Part::Relay, _) => Some("this page only watches: two devices play each other"),
            (_, Some(_)) => Some("this page only watches: an engine plays at this end of the line"),
            (_, None) => None,
        }
    }
}

/// Nobody can listen where the page was to be.
#[derive(Debug, thiserror::Error)]
#[error("nobody can listen on {address}: {why}; use another address with --web")]
pub struct NoPage {
    address: SocketAddr,
    why: std::io::Error,
}

/// What is shown now.
struct Shown {
    sight: Sight,
    /// Counts changes of the sight.
    looks: u64,
    /// Something was said or has happened since the last look.
    has_news: bool,
    /// Something has happened since then that the sight shows.
    is_stale: bool,
    traffic: Traffic,
    is_closing: bool,
}

/// What the connections share.
struct Stand {
    about: About,
    web: Web,
    shown: Mutex<Shown>,
    changes: watch::Sender<()>,
    /// Whether anybody has come yet.
    is_visited: watch::Sender<bool>,
    deliver: Box<dyn Fn(Order) + Send + Sync>,
}

impl Stand {
    fn shown(&self) -> MutexGuard<'_, Shown> {
        // Whoever panicked while holding it has changed single fields only.
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what is shown, and tells everybody now.
    fn change(&self, change: impl FnOnce(&mut Shown)) {
        change(&mut self.shown());
        self.changes.send_replace(());
    }

    /// Adds to the traffic; it is told at the next look, together with what follows from it.
    fn add(&self, add: impl FnOnce(&mut Shown)) {
        let mut shown = self.shown();
        add(&mut shown);
        shown.has_news = true;
    }
}

/// The page of a line, open to visitors.
pub struct LinePage {
    address: SocketAddr,
    stand: Arc<Stand>,
    serving: tokio::task::JoinHandle<std::io::Result<()>>,
}

impl LinePage {
    /// Opens the page: when this returns, it answers. `watched` is what it shows at first; orders go to `deliver`.
    pub async fn open(
        listen: SocketAddr,
        about: About,
        watched: Watched<'_>,
        deliver: impl Fn(Order) + Send + Sync + 'static,
    ) -> Result<LinePage, NoPage> {
        let error = |why| NoPage { address: listen, why };
        let listener = TcpListener::bind(listen).await.map_err(error)?;
        let address = listener.local_addr().map_err(error)?;
        let shown = Shown {
            sight: Sight::new(&about, watched),
            looks: 0,
            has_news: false,
            is_stale: false,
            traffic: Traffic::new(about.places.len()),
            is_closing: false,
        };
        let stand = Arc::new(Stand {
            about,
            web: Web::new("line.html"),
            shown: Mutex::new(shown),
            changes: watch::Sender::new(()),
            is_visited: watch::Sender::new(false),
            deliver: Box::new(deliver),
        });
        let listener = listener.tap_io(|stream| {
            // What is said on the line is short: it must not wait for more.
            let _ = stream.set_nodelay(true);
        });
        let ending = closing(Arc::clone(&stand));
        let serving = axum::serve(listener, routes(Arc::clone(&stand))).with_graceful_shutdown(ending);
        Ok(LinePage { address, stand, serving: tokio::spawn(serving.into_future()) })
    }

    /// Where it is found.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends when the first visitor is there, or never if the page is closed before.
    pub fn visited(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut is_visited = self.stand.is_visited.subscribe();
        async move {
            if is_visited.wait_for(|&is_visited| is_visited).await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// Bytes that we have sent on a line; lines are counted from 0.
    pub fn said(&self, line: usize, at: Duration, bytes: &[u8]) {
        self.bytes(line, Direction::Sent, at, bytes);
    }

    /// Bytes that we have heard on a line.
    pub fn heard(&self, line: usize, at: Duration, bytes: &[u8]) {
        self.bytes(line, Direction::Heard, at, bytes);
    }

    fn bytes(&self, line: usize, direction: Direction, at: Duration, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.stand.add(|shown| shown.traffic.bytes(line, direction, at, bytes));
        }
    }

    /// Something that happened.
    pub fn happened(&self, at: Duration, event: &Event) {
        self.stand.add(|shown| {
            shown.traffic.happened(at, event);
            shown.sight.happened(event);
            shown.is_stale = true;
        });
    }

    /// Where others find a line, if that was not known before.
    pub fn line_is_at(&self, line: usize, place: &str) {
        self.stand.change(|shown| {
            shown.sight.lines[line].place = place.to_owned();
            shown.looks += 1;
        });
    }

    /// The number of the last question for a choice: an answer to another one comes too late.
    pub fn question(&self) -> u64 {
        self.stand.shown().sight.question
    }

    /// A line is gone.
    pub fn line_is_gone(&self, line: usize) {
        self.stand.change(|shown| {
            shown.sight.lose_line(line);
            shown.looks += 1;
        });
    }

    /// How things stand now, after what was said and what happened.
    pub fn look(&self, watched: Watched<'_>, now: Duration) {
        let mut shown = self.stand.shown();
        let mut sight = shown.sight.clone();
        sight.look(watched, now);
        let is_changed = std::mem::take(&mut shown.is_stale) || !sight.is_as(&shown.sight);
        if is_changed {
            shown.looks += 1;
            shown.sight = sight;
        }
        let has_news = std::mem::take(&mut shown.has_news) || is_changed;
        drop(shown);
        if has_news {
            self.stand.changes.send_replace(());
        }
    }

    /// Everybody hears the last word, then the page is closed.
    pub async fn close(&mut self) {
        self.stand.change(|shown| shown.is_closing = true);
        // Whoever does not want to hear it is not waited for.
        let _ = tokio::time::timeout(FAREWELL, &mut self.serving).await;
    }
}

/// Ends when the page is to be closed.
async fn closing(stand: Arc<Stand>) {
    let mut changes = stand.changes.subscribe();
    while !stand.shown().is_closing {
        if changes.changed().await.is_err() {
            return;
        }
    }
}

fn routes(stand: Arc<Stand>) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/socket", get(connect))
        .fallback(get(file))
        .layer(middleware::map_response(api::finish))
        .with_state(stand)
}

async fn page(State(stand): State<Arc<Stand>>, headers: HeaderMap) -> Response<Body> {
    stand.web.page(StatusCode::OK, &headers)
}

async fn file(State(stand): State<Arc<Stand>>, uri: Uri, headers: HeaderMap) -> Response<Body> {
    let path = uri.path().trim_start_matches('/');
    let nothing = || Refusal::unknown(format!("there is nothing at /{path}: the page of the line is at /"));
    stand.web.file(path, &headers).unwrap_or_else(|| nothing().into_response())
}

async fn connect(
    State(stand): State<Arc<Stand>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response<Body>, Refusal> {
    api::check_origin(&headers)?;
    Ok(frames::bounded(upgrade).on_upgrade(move |connection| {
        stand.is_visited.send_replace(true);
        socket::serve(stand, connection)
    }))
}
