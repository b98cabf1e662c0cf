//! Browser window on the page.

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
        let driver = Driver::hold();
        let client = driver.browser(&["--force-prefers-reduced-motion", "--hide-scrollbars"]).await;
        let window = Window::new(client, home.to_owned()).await;
        window.go("/").await;
        PageWindow { window, _driver: driver }
    }

    /// Reply of the program to a message that the page itself would not send.
    pub async fn answer_to(&self, message: serde_json::Value) -> String {
        let script = r#"
            const [message] = arguments;
            const line = lines.at(-1);
            return new Promise((resolve) => {
              line.addEventListener("message", ({ data }) => JSON.parse(data).id === message.id && resolve(JSON.parse(data).sentence));
              line.send(JSON.stringify(message));
            });"#;
        self.window.run(script, vec![message]).await.as_str().unwrap_or_default().to_owned()
    }

    /// States of the LEDs.
    pub async fn leds(&self) -> String {
        let script = "return [...document.querySelectorAll('.led')].map((led) => led.innerText.split(': ').at(-1)).join(' ')";
        self.window.run(script, vec![]).await.as_str().unwrap().to_owned()
    }

    /// By how much the page is wider than its window.
    pub async fn excess(&self) -> i64 {
        let script = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
        self.window.run(script, vec![]).await.as_i64().unwrap()
    }

    /// Ignores browser errors about the end of the program.
    pub fn ignore_disconnect(&self) {
        self.window.pardon("WebSocket");
        self.window.pardon("ERR_");
    }

    /// Closes the window; the browser must have logged no errors.
    pub async fn close(self) {
        let complaints = self.window.complaints().await;
        assert!(complaints.is_empty(), "the browser complained: {complaints:#?}");
        self.window.close().await;
    }
}
