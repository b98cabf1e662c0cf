//! A browser window.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, KeyAction, KeyActions, MouseActions, PointerAction};
use fantoccini::elements::Element;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, Locator};
use http::Method;
use serde_json::{Value, json};
use url::{ParseError, Url};

pub use fantoccini::key::Key;

/// Longest time to wait for a condition.
const TIMEOUT: Duration = Duration::from_secs(20);
/// Interval between checks of a condition.
const POLL_INTERVAL: Duration = Duration::from_millis(15);

/// Finds a control by accessible name.
const NAMED: &str = r#"
const [name] = arguments;
const label = (element) => element.labels?.[0]?.querySelector("b") ?? element.labels?.[0];
const accessibleName = (element) => element.getAttribute("aria-label") ?? (label(element) ?? element).innerText;
const all = document.querySelectorAll("a, button, input, select, textarea, summary, [role=tab]");
return [...all].find((element) => element.checkVisibility() && accessibleName(element).replace(/\s+/g, " ").trim() === name) ?? null;
"#;

/// Exposes the sockets of a page and the legal touches to the tests. Runs before any script of the page.
const SOCKET_HOOK: &str = r#"
window.sockets = [];
window.touches = {};
const requests = new Map();
// The socket of the chess computer also carries pictures and single keys.
const read = (data) => (typeof data === "string" && data.startsWith("{") ? JSON.parse(data) : {});
const Original = window.WebSocket;
window.WebSocket = class extends Original {
  constructor(...options) {
    super(...options);
    window.sockets.push(this);
    this.addEventListener("message", ({ data }) => {
      const message = read(data);
      if (message.kind === "table") window.touches = message.touches ?? {};
      if (message.kind === "touched") window.touches[requests.get(message.id)] = message.touch;
    });
  }
  send(text) {
    const { kind, id, picked } = read(text);
    if (kind === "touch") requests.set(id, picked.join(" "));
    super.send(text);
    if (!kind || window.cutAfter !== kind) return;
    window.cutAfter = null;
    this.close();
  }
};
"#;

/// A browser window.
#[derive(Clone)]
pub struct Window {
    client: Client,
    home: String,
    /// Log messages to ignore contain one of these.
    ignored_logs: Arc<Mutex<Vec<String>>>,
}

/// A chromedriver command outside the WebDriver standard.
#[derive(Debug)]
struct ChromedriverCommand {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for ChromedriverCommand {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}

impl Window {
    /// Wraps a browser for the server at this address.
    pub async fn new(client: Client, home: String) -> Window {
        let window = Window { client, home, ignored_logs: Arc::default() };
        window.cdp("Page.addScriptToEvaluateOnNewDocument", json!({ "source": SOCKET_HOOK })).await;
        window
    }

    /// Loads a page of the server.
    pub async fn goto(&self, path: &str) {
        self.client.goto(&format!("{}{path}", self.home)).await.unwrap();
        self.wait_until(
            "the page is drawn",
            "return document.querySelector('main h1, main .board') !== null",
            vec![],
        )
        .await;
    }

    /// Name and title of all games with a computer player.
    pub async fn games(&self) -> Vec<(String, String)> {
        let script = r#"
            const { games } = await (await fetch("/api/games")).json();
            return games.filter(({ usual_seats }) => usual_seats > 1).map(({ name, title }) => [name, title]);"#;
        serde_json::from_value(self.execute(&format!("return (async () => {{ {script} }})()"), vec![]).await)
            .unwrap()
    }

    /// Path of the current page.
    pub async fn path(&self) -> String {
        self.client.current_url().await.unwrap().path().to_owned()
    }

    /// Reloads the page.
    pub async fn reload(&self) {
        self.client.refresh().await.unwrap();
    }

    /// Runs a script and returns its result.
    pub async fn execute(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.client
            .execute(script, arguments)
            .await
            .unwrap_or_else(|error| panic!("a script failed: {error}\n{script}"))
    }

    /// Waits until a script returns something other than false or null.
    pub async fn wait_until(&self, what: &str, script: &str, arguments: Vec<Value>) -> Value {
        let begun = Instant::now();
        loop {
            let found = self.execute(script, arguments.clone()).await;
            if !matches!(found, Value::Null | Value::Bool(false)) {
                return found;
            }
            if begun.elapsed() > TIMEOUT {
                let text = self.text().await;
                panic!("timeout: {what}\n\nText of {}:\n{text}", self.path().await);
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Waits until all requests and animations have finished.
    pub async fn wait_until_idle(&self) {
        let script = r#"
            const fonts = document.fonts.status === "loaded" && document.readyState === "complete";
            const still = document.getAnimations().every(({ playState }) => playState !== "running");
            const count = performance.getEntriesByType("resource").length;
            const same = window.fetchedBefore === count;
            window.fetchedBefore = count;
            return fonts && still && same;"#;
        self.wait_until("the page is at rest", script, vec![]).await;
    }

    /// Text of the page.
    pub async fn text(&self) -> String {
        let text = self.execute("return document.body.innerText", vec![]).await;
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the page contains a text.
    pub async fn wait_for_text(&self, text: &str) {
        self.wait_until(
            &format!("the page contains \"{text}\""),
            "return document.body.innerText.replace(/\\s+/g, ' ').includes(arguments[0])",
            vec![json!(text)],
        )
        .await;
    }

    /// Waits until the selected element contains a text.
    pub async fn wait_for_text_in(&self, selector: &str, text: &str) {
        self.wait_until(
            &format!("{selector} contains \"{text}\""),
            "return document.querySelector(arguments[0])?.innerText.replace(/\\s+/g, ' ').includes(arguments[1]) ?? false",
            vec![json!(selector), json!(text)],
        )
        .await;
    }

    /// Waits until the headline of a table contains a text.
    pub async fn wait_for_headline(&self, text: &str) {
        self.wait_for_text_in(".status .headline", text).await;
    }

    /// Waits for an element.
    pub async fn wait_for(&self, selector: &str) -> Element {
        let begun = Instant::now();
        loop {
            if let Ok(element) = self.client.find(Locator::Css(selector)).await {
                return element;
            }
            assert!(begun.elapsed() < TIMEOUT, "there is no {selector}");
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Waits for a button, link or field with this accessible name.
    pub async fn find(&self, name: &str) -> Element {
        let found = self.wait_until(&format!("there is \"{name}\""), NAMED, vec![json!(name)]).await;
        self.element(&found)
    }

    /// `true` if the page has a control with this accessible name.
    pub async fn has(&self, name: &str) -> bool {
        self.execute(NAMED, vec![json!(name)]).await != Value::Null
    }

    /// Converts the result of a script to an element.
    pub fn element(&self, found: &Value) -> Element {
        let id = found.as_object().and_then(|element| element.values().next()?.as_str());
        Element::from_element_id(self.client.clone(), id.expect("an element").to_owned().into())
    }

    /// Clicks the control with this accessible name.
    pub async fn click(&self, name: &str) {
        self.click_element(&format!("\"{name}\""), NAMED, vec![json!(name)]).await;
    }

    /// Clicks the element that a script returns, and retries if the page redraws it.
    pub async fn click_element(&self, what: &str, script: &str, arguments: Vec<Value>) {
        let begun = Instant::now();
        loop {
            let found = self.wait_until(&format!("there is {what}"), script, arguments.clone()).await;
            match self.element(&found).click().await {
                Ok(()) => return,
                Err(error) if error.is_stale_element_reference() && begun.elapsed() < TIMEOUT => {}
                Err(error) => panic!("cannot click {what}: {error}"),
            }
        }
    }

    /// Replaces the text of a field.
    pub async fn fill(&self, name: &str, text: &str) {
        let field = self.find(name).await;
        let select_all = format!("{}a{}", char::from(Key::Control), char::from(Key::Null));
        field.send_keys(&format!("{select_all}{text}")).await.unwrap();
    }

    /// Selects an option of a list by keyboard, which skips disabled ones.
    pub async fn select(&self, name: &str, choice: &str) {
        let script = r#"
            const [list, choice] = arguments;
            const options = [...list.options].filter((option) => !option.disabled);
            return options.findIndex((option) => option.label === choice) - options.findIndex((option) => option.selected);"#;
        let list = self.find(name).await;
        let element = serde_json::to_value(&list).unwrap();
        let steps = self.execute(script, vec![element, json!(choice)]).await.as_i64().unwrap();
        let key = char::from(if steps < 0 { Key::Up } else { Key::Down });
        list.send_keys(&String::from_iter(vec![key; steps.unsigned_abs() as usize])).await.unwrap();
    }

    /// Presses and releases a key.
    pub async fn press_key(&self, key: Key) {
        self.key_stroke(char::from(key)).await;
    }

    /// Types a text into the focused element.
    pub async fn type_text(&self, text: &str) {
        for character in text.chars() {
            self.key_stroke(character).await;
        }
    }

    async fn key_stroke(&self, value: char) {
        let keys =
            KeyActions::new("keyboard".into()).then(KeyAction::Down { value }).then(KeyAction::Up { value });
        self.client.perform_actions(keys).await.unwrap();
    }

    /// Drags from the centre of one element to the centre of another.
    pub async fn drag(&self, from: Element, to: Element) {
        let to_middle_of = |element: Element, time: u64| PointerAction::MoveToElement {
            element,
            duration: Some(Duration::from_millis(time)),
            x: 0.0,
            y: 0.0,
        };
        let mouse = MouseActions::new("mouse".into())
            .then(to_middle_of(from, 0))
            .then(PointerAction::Down { button: 0 })
            .then(to_middle_of(to, 120))
            .then(PointerAction::Up { button: 0 });
        self.client.perform_actions(mouse).await.unwrap();
    }

    /// Accessible name of the focused element.
    pub async fn focused(&self) -> String {
        let script = "const here = document.activeElement; return here.getAttribute('aria-label') ?? here.labels?.[0]?.innerText ?? here.innerText ?? ''";
        self.execute(script, vec![]).await.as_str().unwrap_or_default().to_owned()
    }

    /// Presses Tab until the control with this name has the focus.
    pub async fn tab_to(&self, name: &str) {
        self.tab_until(&format!("\"{name}\""), |focused| focused == name).await;
    }

    /// Presses Tab until the name of the focused element satisfies a condition.
    pub async fn tab_until(&self, what: &str, wanted: impl Fn(&str) -> bool) {
        for _ in 0..80 {
            if wanted(self.focused().await.trim()) {
                return;
            }
            self.press_key(Key::Tab).await;
        }
        panic!("cannot reach {what} with Tab");
    }

    /// Moves the pointer to a corner of the page.
    pub async fn park_mouse(&self) {
        let away = PointerAction::MoveTo { duration: None, x: 1.0, y: 1.0 };
        self.client.perform_actions(MouseActions::new("mouse".into()).then(away)).await.unwrap();
    }

    /// Changes the name of the player.
    pub async fn set_name(&self, name: &str) {
        let guest = self.wait_until(
            "the player has a name",
            "return document.querySelector('.user-name').textContent || null",
            vec![],
        );
        let guest = guest.await.as_str().unwrap_or_default().to_owned();
        self.click(&format!("{guest}: Change name")).await;
        self.fill("Your name", name).await;
        self.click("Save").await;
        self.wait_for_text_in(".user-name", name).await;
    }

    /// Sets the size of the page.
    pub async fn resize(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.cdp("Emulation.setDeviceMetricsOverride", size).await;
    }

    /// Turns the network of the browser on or off.
    pub async fn network(&self, online: bool) {
        let offline =
            json!({ "offline": !online, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.cdp("Network.enable", json!({})).await;
        self.cdp("Network.emulateNetworkConditions", offline).await;
    }

    /// Sends a command of the Chrome DevTools Protocol.
    pub async fn cdp(&self, command: &str, parameters: Value) -> Value {
        self.chromedriver("goog/cdp/execute", json!({ "cmd": command, "params": parameters })).await
    }

    async fn chromedriver(&self, path: &'static str, body: Value) -> Value {
        self.client.issue_cmd(ChromedriverCommand { path, body }).await.unwrap()
    }

    /// Ignores log messages that contain `text`.
    pub fn ignore_log(&self, text: &str) {
        self.ignored_logs.lock().unwrap().push(text.to_owned());
    }

    /// Warnings and errors logged since the last call.
    pub async fn log_errors(&self) -> Vec<String> {
        let log = self.chromedriver("se/log", json!({ "type": "browser" })).await;
        let ignored_logs = self.ignored_logs.lock().unwrap();
        log.as_array()
            .unwrap()
            .iter()
            .filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING")
            .filter_map(|entry| entry["message"].as_str())
            .filter(|message| !ignored_logs.iter().any(|text| message.contains(text)))
            .map(str::to_owned)
            .collect()
    }

    /// Screenshot as PNG.
    pub async fn screenshot_png(&self) -> Vec<u8> {
        self.client.screenshot().await.unwrap()
    }

    /// Closes the browser.
    pub async fn close(self) {
        self.client.close().await.unwrap();
    }
}
