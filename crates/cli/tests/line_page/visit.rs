//! A visitor of the page.

use std::sync::Arc;

use crate::driver::Driver;
use crate::window::Window;

/// A window on the page.
pub struct Visit {
    pub window: Window,
    _driver: Arc<Driver>,
}

impl Visit {
    /// Somebody opens the page.
    pub async fn to(home: &str) -> Visit {
        let driver = Driver::hold();
        let client = driver.browser(&["--force-prefers-reduced-motion", "--hide-scrollbars"]).await;
        let window = Window::new(client, home.to_owned()).await;
        window.go("/").await;
        Visit { window, _driver: driver }
    }

    /// What the program answers to a message that the page itself would not send.
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

    /// Whether the LEDs are on.
    pub async fn leds(&self) -> String {
        let script = "return [...document.querySelectorAll('.led')].map((led) => led.innerText.split(': ').at(-1)).join(' ')";
        self.window.run(script, vec![]).await.as_str().unwrap().to_owned()
    }

    /// By how much the page is wider than its window.
    pub async fn excess(&self) -> i64 {
        let script = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
        self.window.run(script, vec![]).await.as_i64().unwrap()
    }

    /// The program is about to go: the browser may complain of it.
    pub fn pardon_farewell(&self) {
        self.window.pardon("WebSocket");
        self.window.pardon("ERR_");
    }

    /// The visitor goes, and the browser has complained about nothing.
    pub async fn close(self) {
        let complaints = self.window.complaints().await;
        assert!(complaints.is_empty(), "the browser complained: {complaints:#?}");
        self.window.close().await;
    }
}
