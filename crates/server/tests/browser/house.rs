//! A server with a folder of its own, and those who visit it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use server::{Config, Server};

use crate::driver::Driver;
use crate::window::Window;

/// A server that runs, and the windows that were opened.
pub struct House {
    server: Option<Server>,
    address: SocketAddr,
    data: PathBuf,
    driver: Arc<Driver>,
    windows: Vec<Window>,
}

impl House {
    /// Opens a house that nobody has visited.
    pub async fn open() -> House {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let driver = Driver::hold();
        let name =
            format!("takhteh-browser-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let data = std::env::temp_dir().join(name);
        let server = start(([127, 0, 0, 1], 0).into(), data.clone()).await;
        let address = server.address();
        House { server: Some(server), address, data, driver, windows: Vec::new() }
    }

    /// Somebody new comes to the lobby: a browser with a cookie of its own.
    pub async fn visitor(&mut self) -> Window {
        self.visitor_with(&[]).await
    }

    /// The same, with a browser that is started with these arguments too.
    pub async fn visitor_with(&mut self, arguments: &[&str]) -> Window {
        let client = self.driver.browser(arguments).await;
        let window = Window::new(client, format!("http://{}", self.address)).await;
        self.windows.push(window.clone());
        window.go("/").await;
        window
    }

    /// The server goes, with everybody in the middle of something.
    pub async fn stop(&mut self) {
        self.server.take().expect("it runs").stop().await;
    }

    /// It comes again, at the same address and with the same data.
    pub async fn come_again(&mut self) {
        self.server = Some(start(self.address, self.data.clone()).await);
    }

    /// Everybody goes, and nobody's browser has complained about anything.
    pub async fn close(mut self) {
        for window in self.windows.drain(..) {
            let complaints = window.complaints().await;
            assert!(complaints.is_empty(), "the browser complained: {complaints:#?}");
            window.close().await;
        }
        if let Some(server) = self.server.take() {
            server.stop().await;
        }
    }
}

impl Drop for House {
    fn drop(&mut self) {
        // What is left behind in the folder for passing things is no error.
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

async fn start(listen: SocketAddr, data: PathBuf) -> Server {
    Server::start(&Config { listen, data, engine_threads: 1 }).await.unwrap()
}
