//! The program that steers the browsers.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Map, Value, json};

/// How every browser is started.
const ARGUMENTS: [&str; 9] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,860",
];

/// The one that runs now, as long as any test needs it.
static RUNNING: Mutex<Weak<Driver>> = Mutex::new(Weak::new());

/// A chromedriver on a port of its own. It ends with the last test that holds it, and takes every browser along, also
/// those of tests that failed.
pub struct Driver {
    child: Child,
    port: u16,
}

impl Driver {
    /// The one that runs, or a new one.
    pub fn hold() -> Arc<Driver> {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(driver) = running.upgrade() {
            return driver;
        }
        let driver = Arc::new(Driver::start());
        *running = Arc::downgrade(&driver);
        driver
    }

    fn start() -> Driver {
        let chromium = Command::new("chromium").arg("--version").stderr(Stdio::null()).output();
        assert!(
            chromium.is_ok_and(|output| output.status.success()),
            "chromium does not start; ./test installs it"
        );
        let mut child = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("chromedriver does not start ({error}); ./test installs it"));
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let port = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| line.split("successfully on port ").nth(1)?.trim_end_matches('.').parse().ok())
            .expect("chromedriver does not say on which port it listens; ./test installs one that does");
        // Whatever else it says is read, or it would wait for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        Driver { child, port }
    }

    /// A new browser with a profile of its own; `more` are further arguments.
    pub async fn browser(&self, more: &[&str]) -> Client {
        let arguments: Vec<&str> = ARGUMENTS.iter().chain(more).copied().collect();
        let mut wishes = Map::new();
        wishes.insert("goog:chromeOptions".into(), json!({ "args": arguments }));
        wishes.insert("goog:loggingPrefs".into(), json!({ "browser": "ALL" }));
        wishes.insert("unhandledPromptBehavior".into(), Value::from("ignore"));
        ClientBuilder::new(HttpConnector::new())
            .capabilities(wishes)
            .connect(&format!("http://127.0.0.1:{}", self.port))
            .await
            .unwrap_or_else(|error| panic!("no browser opens: {error}"))
    }

    /// Asks it to close all browsers and to end.
    fn shut_down(&self) -> std::io::Result<()> {
        let mut line = TcpStream::connect(("127.0.0.1", self.port))?;
        line.set_read_timeout(Some(Duration::from_secs(10)))?;
        write!(line, "GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")?;
        let _ = line.read(&mut [0; 64])?;
        Ok(())
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if self.shut_down().is_ok() {
            let begun = Instant::now();
            while begun.elapsed() < Duration::from_secs(10) {
                if let Ok(Some(_)) = self.child.try_wait() {
                    return;
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
