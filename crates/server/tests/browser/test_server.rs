//! A server with its own data directory, and the browsers that use it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use server::{AbsenceLimits, Config, Server};
use store::{Home, Store, WriteOp};

use crate::driver::Driver;
use crate::window::Window;

/// A running server and the open windows.
pub struct TestServer {
    server: Option<Server>,
    address: SocketAddr,
    data: PathBuf,
    driver: Arc<Driver>,
    windows: Vec<Window>,
}

impl TestServer {
    /// Starts a server with empty data.
    pub async fn open() -> TestServer {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let driver = Driver::shared();
        let name =
            format!("takhteh-browser-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let data = std::env::temp_dir().join(name);
        let server = start(([127, 0, 0, 1], 0).into(), data.clone()).await;
        let address = server.address();
        TestServer { server: Some(server), address, data, driver, windows: Vec::new() }
    }

    /// Opens the lobby in a new browser with its own cookies.
    pub async fn open_window(&mut self) -> Window {
        self.open_window_with(&[]).await
    }

    /// Opens the lobby in a new browser with additional arguments.
    pub async fn open_window_with(&mut self, arguments: &[&str]) -> Window {
        let client = self.driver.browser(arguments).await;
        let window = Window::new(client, format!("http://{}", self.address)).await;
        self.windows.push(window.clone());
        window.goto("/").await;
        window
    }

    /// Key of the operator.
    pub fn operator_key(&self) -> String {
        self.server.as_ref().expect("it runs").operator_key().to_owned()
    }

    /// Stops the server.
    pub async fn stop(&mut self) {
        self.server.take().expect("it runs").stop().await;
    }

    /// Starts the server again, at the same address and with the same data.
    pub async fn restart(&mut self) {
        self.server = Some(start(self.address, self.data.clone()).await);
    }

    /// Marks a game as saved in a terminal. The server must be stopped.
    pub async fn move_to_terminal(&self, table: &str) {
        let store = Store::open(&self.data.join("takhteh.db")).await.unwrap();
        let home = WriteOp::Home { table: table.to_owned(), home: Home::Terminal };
        store.write(vec![home]).await.unwrap();
        store.close().await;
    }

    /// Closes all windows and asserts that no browser logged an error.
    pub async fn close(mut self) {
        for window in self.windows.drain(..) {
            let errors = window.log_errors().await;
            assert!(errors.is_empty(), "the browser logged: {errors:#?}");
            window.close().await;
        }
        if let Some(server) = self.server.take() {
            server.stop().await;
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        // A leftover temporary directory is harmless.
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

async fn start(listen: SocketAddr, data: PathBuf) -> Server {
    // Players who leave a game may be claimed to be absent soon.
    let absence = AbsenceLimits { with_clock: Duration::from_secs(3), without_clock: Duration::from_secs(3) };
    Server::start(&Config { engine_threads: 1, absence, ..Config::new(listen, data) }).await.unwrap()
}
