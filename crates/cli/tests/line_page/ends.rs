//! The two ends of a line, and a visitor of the page.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use serde_json::json;

use crate::driver::Driver;
use crate::window::Window;

/// One end of a line: the program at work. It ends with the test.
pub struct End {
    child: Child,
    /// Where it says that its line and its page are; empty if it does not.
    line: String,
    page: String,
}

impl End {
    /// Starts an end, with nobody at its terminal, and waits for its first words, or for where its line is if it listens.
    fn start(arguments: &[&str]) -> End {
        let mut child = Command::new(env!("CARGO_BIN_EXE_takhteh"))
            .args(["othello", "serial"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let listens = arguments.contains(&"device");
        let (mut line, mut page) = (String::new(), String::new());
        for words in lines.by_ref() {
            if let Some(found) = words.strip_prefix("The page is ") {
                page = found.trim_end_matches('/').to_owned();
            }
            if let Some(found) = words.strip_prefix("The line is ") {
                line = found.to_owned();
            }
            if !listens || !line.is_empty() {
                break;
            }
        }
        // Whatever else it says is read, or it would wait for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        End { child, line, page }
    }

    /// Ends it without a word.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits until it has ended by itself; whether all went well.
    pub fn ends_well(&mut self) -> bool {
        self.child.wait().unwrap().success()
    }
}

impl Drop for End {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A line with a device at one end and a PC at the other, and a window on the page of one of them.
pub struct Line {
    pub device: End,
    /// Nobody, until it is started.
    pc: Option<End>,
    pub window: Window,
    _driver: Arc<Driver>,
}

impl Line {
    /// A person drives a device that plays at random, with so many seconds for a move: nine are the most there are.
    pub async fn with_person_at_pc(device: &[&str], seconds: &str) -> Line {
        let device = End::start(
            &[&["--tcp", "127.0.0.1:0", "--role", "device", "--engine", "random"], device].concat(),
        );
        let pc = ["--role", "pc", "--seat", "human", "--seconds", seconds, "--web", "127.0.0.1:0", "--tcp"];
        let pc = End::start(&[&pc[..], &[&device.line]].concat());
        let home = pc.page.clone();
        Line::look(device, Some(pc), &home).await
    }

    /// A device with a page, which waits for a PC. A person at a device has all the time in the world.
    pub async fn with_page_at_device(device: &[&str]) -> Line {
        let page = ["--tcp", "127.0.0.1:0", "--role", "device", "--web", "127.0.0.1:0"];
        let device = End::start(&[&page, device].concat());
        let home = device.page.clone();
        Line::look(device, None, &home).await
    }

    /// A person at a device whose PC plays at random, and is to choose.
    pub async fn with_person_at_device(device: &[&str]) -> Line {
        let mut line = Line::with_page_at_device(&[&["--seat", "human"], device].concat()).await;
        line.window.headline("Waiting for a PC").await;
        line.start_pc(&[]);
        line.window.headline("Your turn").await;
        line
    }

    /// A PC that plays at random and waits for ever comes to the device.
    pub fn start_pc(&mut self, pc: &[&str]) {
        let engine = ["--role", "pc", "--engine", "random", "--patience", "3600", "--tcp", &self.device.line];
        self.pc = Some(End::start(&[&engine, pc].concat()));
    }

    /// The PC.
    pub fn pc(&mut self) -> &mut End {
        self.pc.as_mut().unwrap()
    }

    async fn look(device: End, pc: Option<End>, home: &str) -> Line {
        let driver = Driver::hold();
        let client = driver.browser(&["--force-prefers-reduced-motion", "--hide-scrollbars"]).await;
        let window = Window::new(client, home.to_owned()).await;
        window.go("/").await;
        Line { device, pc, window, _driver: driver }
    }

    /// Waits for our turn and plays on the first square that is offered; which.
    pub async fn play_any(&self) -> String {
        let script = r#"
            const places = [...document.querySelectorAll(".board-live [data-place]")].map((place) => place.getAttribute("aria-label"));
            return places.find((label) => label.includes("you may move here"))?.split(",")[0] ?? null;"#;
        let square = self.window.until("it is our turn", script, vec![]).await.as_str().unwrap().to_owned();
        self.window.touch(&square).await;
        self.window.place_says(&square, "disc").await;
        square
    }

    /// Waits until the log holds a line that one end has said.
    pub async fn says(&self, from: &str, text: &str) {
        let script = r#"
            const lines = [...document.querySelectorAll(`.entry[data-from="${arguments[0]}"] .entry-bytes`)];
            return lines.some((line) => line.textContent === arguments[1]);"#;
        self.window.until(&format!("{from} says {text}"), script, vec![json!(from), json!(text)]).await;
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

    /// Everybody goes, and the browser has complained about nothing.
    pub async fn close(self) {
        let complaints = self.window.complaints().await;
        assert!(complaints.is_empty(), "the browser complained: {complaints:#?}");
        self.window.close().await;
    }
}
