//! A browser on the page of a line.

use std::sync::Arc;

use crate::driver::Driver;
use crate::window::Window;

/// A window on the page.
pub struct PageWindow {
    pub window: Window,
    _driver: Arc<Driver>,
}

impl PageWindow {
    /// Opens the page.
    pub async fn open(home: &str) -> PageWindow {
        let driver = Driver::shared();
        let client = driver.browser(&["--force-prefers-reduced-motion", "--hide-scrollbars"]).await;
        let window = Window::new(client, home.to_owned()).await;
        window.goto("/").await;
        PageWindow { window, _driver: driver }
    }

    /// Sends a message that the page would not send, and returns the error of the response.
    pub async fn answer_to(&self, message: serde_json::Value) -> String {
        let script = r#"
            const [message] = arguments;
            const socket = sockets.at(-1);
            return new Promise((resolve) => {
              socket.addEventListener("message", ({ data }) => JSON.parse(data).id === message.id && resolve(JSON.parse(data).message));
              socket.send(JSON.stringify(message));
            });"#;
        self.window.execute(script, vec![message]).await.as_str().unwrap_or_default().to_owned()
    }

    /// States of the LEDs.
    pub async fn leds(&self) -> String {
        let script = "return [...document.querySelectorAll('.led')].map((led) => led.innerText.split(': ').at(-1)).join(' ')";
        self.window.execute(script, vec![]).await.as_str().unwrap().to_owned()
    }

    /// Difference between the widths of page and window.
    pub async fn overflow(&self) -> i64 {
        let script = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
        self.window.execute(script, vec![]).await.as_i64().unwrap()
    }

    /// Ignores log messages about the end of the program.
    pub fn ignore_disconnect(&self) {
        self.window.ignore_log("WebSocket");
        self.window.ignore_log("ERR_");
    }

    /// Closes the browser and asserts that it logged no error.
    pub async fn close(self) {
        let errors = self.window.log_errors().await;
        assert!(errors.is_empty(), "the browser logged: {errors:#?}");
        self.window.close().await;
    }
}
