//! A real server for one test, in a folder of its own.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use server::{Config, RateLimit, RateLimits, Server, StartError};
use table::verify::{VerifiedRecord, verify};

use crate::client::Client;
use crate::http::{self, Answer};

static PANICS: AtomicUsize = AtomicUsize::new(0);

/// Counts panics outside of the tests themselves: those of server tasks are otherwise not noticed.
fn count_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let is_test = info.location().is_some_and(|place| place.file().contains("tests/live/"));
            if !is_test {
                PANICS.fetch_add(1, Ordering::SeqCst);
            }
            usual(info);
        }));
    });
}

/// A new empty folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("live").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Configuration of the test servers.
pub fn config(folder: &Path) -> Config {
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let limit = RateLimit { burst: NonZeroU32::new(10_000).unwrap(), interval: Duration::from_millis(1) };
    let rate_limits = RateLimits {
        log_in_by_address: limit,
        log_in_by_account: limit,
        register_by_address: limit,
        bot_requests: limit,
        frames_by_socket: RateLimit { interval: Duration::from_micros(1), ..limit },
        ..RateLimits::default()
    };
    Config { engine_threads: 1, rate_limits, ..Config::new(listen, folder.to_owned()) }
}

/// A running server and its folder.
pub struct TestServer {
    pub server: Option<Server>,
    pub address: SocketAddr,
    pub folder: PathBuf,
}

impl TestServer {
    /// A server on a new folder of this name.
    pub async fn open(name: &str) -> TestServer {
        count_panics();
        TestServer::open_on(&folder(name)).await.unwrap()
    }

    /// A server on an existing folder.
    pub async fn open_on(folder: &Path) -> Result<TestServer, StartError> {
        TestServer::open_with(&config(folder)).await
    }

    /// A server with this configuration.
    pub async fn open_with(config: &Config) -> Result<TestServer, StartError> {
        count_panics();
        let server = Server::start(config).await?;
        let address = server.address();
        Ok(TestServer { server: Some(server), address, folder: config.data.clone() })
    }

    /// Stops the server and starts another on the same folder.
    pub async fn restart(&mut self) {
        self.stop().await;
        *self = TestServer::open_on(&self.folder.clone()).await.unwrap();
    }

    pub async fn stop(&mut self) {
        self.server.take().unwrap().stop().await;
    }

    /// Limits the database to its current size, as if the disk were full.
    pub async fn fill_disk(&self) {
        self.server.as_ref().unwrap().store().limit_pages(1).await.unwrap();
    }

    pub async fn free_disk(&self) {
        self.server.as_ref().unwrap().store().limit_pages(1_000_000).await.unwrap();
    }

    /// A new guest.
    pub async fn guest(&self) -> Client {
        Client::connect(self.address, None).await
    }

    /// The same guest in another tab, or after the connection was lost.
    pub async fn again(&self, guest: &Client) -> Client {
        Client::connect(self.address, Some(&guest.cookie)).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        http::get(self.address, path, &[]).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        http::post(self.address, path, &[], body.to_string().as_bytes()).await
    }

    /// Opens a table for a guest and returns its id.
    pub async fn table(&self, guest: &Client, table_request: Value) -> String {
        let cookie = [("Cookie", guest.cookie.as_str())];
        let answer =
            http::post(self.address, "/api/tables", &cookie, table_request.to_string().as_bytes()).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        answer.json()["table"].as_str().unwrap().to_owned()
    }

    /// A table for two guests who both sit and watch; the first holds the first seat.
    pub async fn pair(&self, game: &str, settings: Value, clock: &str) -> (Client, Client, String) {
        let (mut one, mut other) = (self.guest().await, self.guest().await);
        let table_request = json!({"game": game, "settings": settings, "clock": clock,
                          "seats": [{"who": "me"}, {"who": "link"}]});
        let table = self.table(&one, table_request).await;
        one.watch(&table).await;
        other.watch(&table).await;
        other.done(json!({"kind": "sit", "table": table, "seat": 2})).await;
        for client in [&mut one, &mut other] {
            client.begin(&table).await;
        }
        (one, other, table)
    }

    /// The record of a table, which must verify.
    pub async fn record(&self, table: &str) -> (String, VerifiedRecord) {
        let answer = self.get(&format!("/api/tables/{table}/record")).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let verdict = verify(&answer.text(), games::catalog::open_rules);
        (answer.text(), verdict.unwrap_or_else(|error| panic!("{error}\n{}", answer.text())))
    }

    /// Checks that the server answers and that nothing in it has panicked.
    pub async fn assert_healthy(&self) {
        let answer = self.get("/healthz").await;
        assert_eq!((answer.status, &answer.json()["healthy"]), (200, &json!(true)));
        assert_eq!(PANICS.load(Ordering::SeqCst), 0, "a task of the server panicked");
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_eq!(PANICS.load(Ordering::SeqCst), 0, "a task of the server panicked");
        }
    }
}
