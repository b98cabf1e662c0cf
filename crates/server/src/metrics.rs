//! Counters of the server in the text format of Prometheus.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use tokio::net::TcpListener;

/// Type of the response, as the format demands.
const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// Upper bounds of the time to store events, in seconds.
const STORE_BUCKETS: [f64; 9] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2.0];

/// Counters of a server.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<[(&'static str, &'static str); 1], Counter>,
    log_ins: Family<[(&'static str, &'static str); 1], Counter>,
    /// Open WebSocket connections.
    pub(crate) connections: Gauge,
    /// Unfinished tables.
    pub(crate) tables: Gauge,
    /// Tables in memory.
    pub(crate) rooms: Gauge,
    /// Events stored since the start.
    pub(crate) events: Counter,
    /// Searches of engines since the start.
    pub(crate) searches: Counter,
    store_seconds: Histogram,
    memory: Gauge<i64, std::sync::atomic::AtomicI64>,
    games_finished: Counter<u64, AtomicU64>,
}

impl Metrics {
    pub(crate) fn new() -> Metrics {
        let mut metrics = Metrics {
            registry: Registry::with_prefix("takhteh"),
            requests: Family::default(),
            log_ins: Family::default(),
            connections: Gauge::default(),
            tables: Gauge::default(),
            rooms: Gauge::default(),
            events: Counter::default(),
            searches: Counter::default(),
            store_seconds: Histogram::new(STORE_BUCKETS),
            memory: Gauge::default(),
            games_finished: Counter::default(),
        };
        let registry = &mut metrics.registry;
        registry.register("http_requests", "HTTP requests by class of status", metrics.requests.clone());
        registry.register("log_ins", "Attempts to log in", metrics.log_ins.clone());
        registry.register("connections", "Open WebSocket connections", metrics.connections.clone());
        registry.register("tables", "Unfinished tables", metrics.tables.clone());
        registry.register("rooms", "Tables in memory", metrics.rooms.clone());
        registry.register("events", "Events stored", metrics.events.clone());
        registry.register("games_finished", "Games finished", metrics.games_finished.clone());
        registry.register("searches", "Searches of engines", metrics.searches.clone());
        registry.register("store_seconds", "Time to store events", metrics.store_seconds.clone());
        registry.register("memory_bytes", "Resident memory", metrics.memory.clone());
        metrics
    }

    /// Counts an attempt to log in.
    pub(crate) fn log_in(&self, is_right: bool) {
        let result = if is_right { "accepted" } else { "refused" };
        self.log_ins.get_or_create(&[("result", result)]).inc();
    }

    /// Counts events that were stored in this time.
    pub(crate) fn stored(&self, events: usize, time: Duration, is_finished: bool) {
        self.events.inc_by(events as u64);
        self.store_seconds.observe(time.as_secs_f64());
        if is_finished {
            self.games_finished.inc();
        }
    }

    fn request(&self, status: u16) {
        let class = match status {
            100..=199 => "1xx",
            200..=299 => "2xx",
            300..=399 => "3xx",
            400..=499 => "4xx",
            _ => "5xx",
        };
        self.requests.get_or_create(&[("status", class)]).inc();
    }

    /// All counters as text.
    pub(crate) fn text(&self) -> String {
        self.memory.set(resident_memory().unwrap_or(0));
        let mut text = String::new();
        // Writing into a text does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// Resident memory of this process in bytes.
fn resident_memory() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: i64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Counts a request by its status.
pub(crate) async fn count(State(metrics): State<Arc<Metrics>>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    metrics.request(response.status().as_u16());
    response
}

/// Serves `/metrics` on an address of its own, until the program ends.
pub(crate) async fn serve(metrics: Arc<Metrics>, address: SocketAddr) -> std::io::Result<SocketAddr> {
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    let show = async |State(metrics): State<Arc<Metrics>>| {
        ([(header::CONTENT_TYPE, CONTENT_TYPE)], metrics.text()).into_response()
    };
    let routes = Router::new().route("/metrics", get(show)).with_state(metrics);
    tokio::spawn(async move {
        if let Err(error) = axum::serve(listener, routes).await {
            tracing::error!(%error, "metrics are no longer served");
        }
    });
    Ok(address)
}
