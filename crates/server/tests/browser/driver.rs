//! Runs chromedriver.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Map, Value, json};

/// Arguments of every browser.
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

/// The running chromedriver, while any test uses it.
static RUNNING: Mutex<Weak<Driver>> = Mutex::new(Weak::new());

/// A chromedriver on its own port. It ends with the last test that uses it and closes all browsers, including those of
/// failed tests.
pub struct Driver {
    child: Child,
    port: u16,
}

impl Driver {
    /// Returns the running chromedriver, or starts one.
    pub fn shared() -> Arc<Driver> {
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
            "cannot start chromium; ./test installs it"
        );
        let mut child = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start chromedriver: {error}; ./test installs it"));
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let port = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| line.split("successfully on port ").nth(1)?.trim_end_matches('.').parse().ok())
            .expect("cannot find the port of chromedriver in its output");
        // Drain the output, or the process would block.
        std::thread::spawn(move || lines.for_each(drop));
        Driver { child, port }
    }

    /// Opens a browser with its own profile; `more` are additional arguments.
    pub async fn browser(&self, more: &[&str]) -> Client {
        let arguments: Vec<&str> = ARGUMENTS.iter().chain(more).copied().collect();
        let mut capabilities = Map::new();
        capabilities.insert("goog:chromeOptions".into(), json!({ "args": arguments }));
        capabilities.insert("goog:loggingPrefs".into(), json!({ "browser": "ALL" }));
        capabilities.insert("unhandledPromptBehavior".into(), Value::from("ignore"));
        ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&format!("http://127.0.0.1:{}", self.port))
            .await
            .unwrap_or_else(|error| panic!("cannot open a browser: {error}"))
    }

    /// Closes all browsers and stops chromedriver.
    fn shut_down(&self) -> std::io::Result<()> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        write!(stream, "GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")?;
        let _ = stream.read(&mut [0; 64])?;
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
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
