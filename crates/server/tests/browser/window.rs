//! What one visitor sees and does.

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

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often one looks whether it has come.
const GLANCE: Duration = Duration::from_millis(15);

/// Finds what can be pressed or filled by the name that those hear who do not see it.
const NAMED: &str = r#"
const [name] = arguments;
const label = (element) => element.labels?.[0]?.querySelector("b") ?? element.labels?.[0];
const words = (element) => element.getAttribute("aria-label") ?? (label(element) ?? element).innerText;
const all = document.querySelectorAll("a, button, input, select, textarea, summary, [role=tab]");
return [...all].find((element) => element.checkVisibility() && words(element).replace(/\s+/g, " ").trim() === name) ?? null;
"#;

/// Keeps the connections of a page within reach of a test, and which touches the server allows, before any script of the
/// page runs.
const WIRETAP: &str = r#"
window.lines = [];
window.touches = {};
const asked = new Map();
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(...how) {
    super(...how);
    window.lines.push(this);
    this.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      if (message.kind === "table") window.touches = message.touches ?? {};
      if (message.kind === "touched") window.touches[asked.get(message.id)] = message.touch;
    });
  }
  send(text) {
    const { kind, id, picked } = JSON.parse(text);
    if (kind === "touch") asked.set(id, picked.join(" "));
    super.send(text);
    if (window.cutAfter !== kind) return;
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
    /// What the browser may complain about.
    pardoned: Arc<Mutex<Vec<String>>>,
}

/// A command of chromedriver that is not of the standard.
#[derive(Debug)]
struct Special {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Special {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}

impl Window {
    /// A window of a browser, for the house at this address.
    pub async fn new(client: Client, home: String) -> Window {
        let window = Window { client, home, pardoned: Arc::default() };
        window.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": WIRETAP })).await;
        window
    }

    /// Goes to an address of the house, by loading it.
    pub async fn go(&self, path: &str) {
        self.client.goto(&format!("{}{path}", self.home)).await.unwrap();
        self.until(
            "the page is drawn",
            "return document.querySelector('main h1, main .board') !== null",
            vec![],
        )
        .await;
    }

    /// The games of the house against an engine: how they are called in addresses, and on pages.
    pub async fn games(&self) -> Vec<(String, String)> {
        let script = r#"
            const { games } = await (await fetch("/api/games")).json();
            return games.filter(({ levels }) => levels > 0).map(({ name, title }) => [name, title]);"#;
        serde_json::from_value(self.run(&format!("return (async () => {{ {script} }})()"), vec![]).await)
            .unwrap()
    }

    /// The path of the page.
    pub async fn path(&self) -> String {
        self.client.current_url().await.unwrap().path().to_owned()
    }

    /// Loads the page again.
    pub async fn reload(&self) {
        self.client.refresh().await.unwrap();
    }

    /// Runs a script and hears what it returns.
    pub async fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.client
            .execute(script, arguments)
            .await
            .unwrap_or_else(|error| panic!("a script failed: {error}\n{script}"))
    }

    /// Waits until a script returns something other than false or null.
    pub async fn until(&self, what: &str, script: &str, arguments: Vec<Value>) -> Value {
        let begun = Instant::now();
        loop {
            let found = self.run(script, arguments.clone()).await;
            if !matches!(found, Value::Null | Value::Bool(false)) {
                return found;
            }
            if begun.elapsed() > PATIENCE {
                let text = self.text().await;
                panic!("it did not come to this: {what}\n\nThe page at {} says:\n{text}", self.path().await);
            }
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// Waits until nothing is fetched and nothing moves any more.
    pub async fn settles(&self) {
        let script = r#"
            const fonts = document.fonts.status === "loaded" && document.readyState === "complete";
            const still = document.getAnimations().every(({ playState }) => playState !== "running");
            const count = performance.getEntriesByType("resource").length;
            const same = window.fetchedBefore === count;
            window.fetchedBefore = count;
            return fonts && still && same;"#;
        self.until("the page is at rest", script, vec![]).await;
    }

    /// All that can be read on the page.
    pub async fn text(&self) -> String {
        let text = self.run("return document.body.innerText", vec![]).await;
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the page says something.
    pub async fn says(&self, text: &str) {
        self.until(
            &format!("the page says \"{text}\""),
            "return document.body.innerText.replace(/\\s+/g, ' ').includes(arguments[0])",
            vec![json!(text)],
        )
        .await;
    }

    /// Waits until what a selector finds says something.
    pub async fn part_says(&self, selector: &str, text: &str) {
        self.until(
            &format!("{selector} says \"{text}\""),
            "return document.querySelector(arguments[0])?.innerText.replace(/\\s+/g, ' ').includes(arguments[1]) ?? false",
            vec![json!(selector), json!(text)],
        )
        .await;
    }

    /// Waits until the headline of a table says something.
    pub async fn headline(&self, text: &str) {
        self.part_says(".status .headline", text).await;
    }

    /// Waits until something is there.
    pub async fn there_is(&self, selector: &str) -> Element {
        let begun = Instant::now();
        loop {
            if let Ok(element) = self.client.find(Locator::Css(selector)).await {
                return element;
            }
            assert!(begun.elapsed() < PATIENCE, "there is no {selector}");
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// Waits for what has this name: a button, a link, a field.
    pub async fn named(&self, name: &str) -> Element {
        let found = self.until(&format!("there is \"{name}\""), NAMED, vec![json!(name)]).await;
        self.element(&found)
    }

    /// Whether something of this name is there now.
    pub async fn has(&self, name: &str) -> bool {
        self.run(NAMED, vec![json!(name)]).await != Value::Null
    }

    /// What a script returned, as an element.
    pub fn element(&self, found: &Value) -> Element {
        let id = found.as_object().and_then(|element| element.values().next()?.as_str());
        Element::from_element_id(self.client.clone(), id.expect("an element").to_owned().into())
    }

    /// Presses what has this name, by mouse.
    pub async fn press(&self, name: &str) {
        self.press_element(&format!("\"{name}\""), NAMED, vec![json!(name)]).await;
    }

    /// Presses what a script finds. The page may draw it anew in this moment; then it is looked for again.
    pub async fn press_element(&self, what: &str, script: &str, arguments: Vec<Value>) {
        let begun = Instant::now();
        loop {
            let found = self.until(&format!("there is {what}"), script, arguments.clone()).await;
            match self.element(&found).click().await {
                Ok(()) => return,
                Err(error) if error.is_stale_element_reference() && begun.elapsed() < PATIENCE => {}
                Err(error) => panic!("{what} cannot be pressed: {error}"),
            }
        }
    }

    /// Fills a field that has this name.
    pub async fn fill(&self, name: &str, text: &str) {
        let field = self.named(name).await;
        let mark_all = format!("{}a{}", char::from(Key::Control), char::from(Key::Null));
        field.send_keys(&format!("{mark_all}{text}")).await.unwrap();
    }

    /// Chooses in a list that has this name.
    pub async fn choose(&self, name: &str, choice: &str) {
        let script = r#"
            const [list, choice] = arguments;
            return [...list.options].findIndex((option) => option.label === choice) - list.selectedIndex;"#;
        let list = self.named(name).await;
        let element = serde_json::to_value(&list).unwrap();
        let steps = self.run(script, vec![element, json!(choice)]).await.as_i64().unwrap();
        let key = char::from(if steps < 0 { Key::Up } else { Key::Down });
        list.send_keys(&String::from_iter(vec![key; steps.unsigned_abs() as usize])).await.unwrap();
    }

    /// Presses a key and lets it go.
    pub async fn key(&self, key: Key) {
        self.stroke(char::from(key)).await;
    }

    /// Types, one key after the other, wherever the focus is.
    pub async fn types(&self, text: &str) {
        for character in text.chars() {
            self.stroke(character).await;
        }
    }

    async fn stroke(&self, value: char) {
        let keys =
            KeyActions::new("keyboard".into()).then(KeyAction::Down { value }).then(KeyAction::Up { value });
        self.client.perform_actions(keys).await.unwrap();
    }

    /// Drags from the middle of one element to that of another.
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

    /// The name of what has the focus.
    pub async fn focused(&self) -> String {
        let script = "const here = document.activeElement; return here.getAttribute('aria-label') ?? here.innerText ?? ''";
        self.run(script, vec![]).await.as_str().unwrap_or_default().to_owned()
    }

    /// Presses Tab until the focus is on what has this name.
    pub async fn tab_to(&self, name: &str) {
        self.tab_until(&format!("\"{name}\""), |focused| focused == name).await;
    }

    /// Presses Tab until the name of what has the focus is a wanted one.
    pub async fn tab_until(&self, what: &str, wanted: impl Fn(&str) -> bool) {
        for _ in 0..80 {
            if wanted(self.focused().await.trim()) {
                return;
            }
            self.key(Key::Tab).await;
        }
        panic!("Tab does not lead to {what}");
    }

    /// Puts the pointer where nothing answers to it.
    pub async fn leaves_the_mouse(&self) {
        let away = PointerAction::MoveTo { duration: None, x: 1.0, y: 1.0 };
        self.client.perform_actions(MouseActions::new("mouse".into()).then(away)).await.unwrap();
    }

    /// The visitor takes a name.
    pub async fn is_called(&self, name: &str) {
        let guest = self.until(
            "there is a name",
            "return document.querySelector('.user-name').textContent || null",
            vec![],
        );
        let guest = guest.await.as_str().unwrap_or_default().to_owned();
        self.press(&format!("{guest}: Change your name")).await;
        self.fill("Your name", name).await;
        self.press("Keep this name").await;
        self.part_says(".user-name", name).await;
    }

    /// Makes the window so large, within its frame.
    pub async fn resize(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", size).await;
    }

    /// The network of the visitor is there, or not.
    pub async fn network(&self, there: bool) {
        let offline =
            json!({ "offline": !there, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.devtools("Network.enable", json!({})).await;
        self.devtools("Network.emulateNetworkConditions", offline).await;
    }

    /// A word with the browser itself.
    pub async fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.special("goog/cdp/execute", json!({ "cmd": command, "params": parameters })).await
    }

    async fn special(&self, path: &'static str, body: Value) -> Value {
        self.client.issue_cmd(Special { path, body }).await.unwrap()
    }

    /// The browser may complain about this, and the test knows why.
    pub fn pardon(&self, words: &str) {
        self.pardoned.lock().unwrap().push(words.to_owned());
    }

    /// What the browser has complained about since it was last asked.
    pub async fn complaints(&self) -> Vec<String> {
        let log = self.special("se/log", json!({ "type": "browser" })).await;
        let pardoned = self.pardoned.lock().unwrap();
        log.as_array()
            .unwrap()
            .iter()
            .filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING")
            .filter_map(|entry| entry["message"].as_str())
            .filter(|message| !pardoned.iter().any(|words| message.contains(words)))
            .map(str::to_owned)
            .collect()
    }

    /// What the window shows, as a PNG.
    pub async fn picture(&self) -> Vec<u8> {
        self.client.screenshot().await.unwrap()
    }

    /// Closes the browser.
    pub async fn close(self) {
        self.client.close().await.unwrap();
    }
}
