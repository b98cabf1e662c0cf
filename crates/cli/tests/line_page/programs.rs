//! Programs at both ends of a line, with a browser on the page of one of them.

use std::io::{BufRead, BufReader, Write};
use std::ops::Deref;
use std::process::{Child, Command, Stdio};

use serde_json::json;

use crate::page_window::PageWindow;

/// Address on which a relay waits for a device.
pub const LISTEN: &str = "tcp:listen:127.0.0.1:0";

/// Running program: one end of a line, or a relay. It ends with the test.
pub struct Program {
    child: Child,
    /// Printed addresses of its line and page; empty without one.
    pub line: String,
    pub page: String,
}

impl Program {
    /// Starts an end of a line without a terminal and waits for its first output, or for its address if it listens.
    pub fn start(arguments: &[&str]) -> Program {
        Program::run("serial", arguments, Stdio::null())
    }

    /// Starts a device whose moves are typed.
    pub fn start_typed(arguments: &[&str]) -> Program {
        Program::run("serial", arguments, Stdio::piped())
    }

    /// Starts a relay.
    pub fn start_relay(arguments: &[&str]) -> Program {
        Program::run("relay", arguments, Stdio::null())
    }

    fn run(command: &str, arguments: &[&str], terminal: Stdio) -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_takhteh"))
            .args(["othello", command])
            .args(arguments)
            .stdin(terminal)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let listens =
            arguments.windows(2).any(|pair| matches!(pair, ["--tcp", "127.0.0.1:0"] | ["--port", LISTEN]));
        let (mut line, mut page) = (String::new(), String::new());
        for words in lines.by_ref() {
            if let Some(found) = words.strip_prefix("The page is ") {
                page = found.trim_end_matches('/').to_owned();
            }
            if let Some(found) = words.strip_prefix("The line is ").or(words.strip_prefix("Line B is ")) {
                line = found.to_owned();
            }
            if !listens || !line.is_empty() {
                break;
            }
        }
        // The rest of the output is read, or the program would block.
        std::thread::spawn(move || lines.for_each(drop));
        Program { child, line, page }
    }

    /// Types every square of the board; illegal moves have no effect.
    pub fn types_all(&mut self) {
        let squares = (b'1'..=b'8').flat_map(|row| (b'a'..=b'h').map(move |column| [column, row, b'\n']));
        let text: Vec<u8> = squares.flatten().collect();
        self.child.stdin.as_mut().unwrap().write_all(&text).unwrap();
    }

    /// Kills the program.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits for the end; returns whether it succeeded.
    pub fn ends_well(&mut self) -> bool {
        self.child.wait().unwrap().success()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A line with a device at one end and a PC at the other, and a window on the page of one of them.
pub struct Line {
    pub device: Program,
    /// `None` until it is started.
    pc: Option<Program>,
    page: PageWindow,
}

impl Deref for Line {
    type Target = PageWindow;

    fn deref(&self) -> &PageWindow {
        &self.page
    }
}

impl Line {
    /// A person drives a device that plays at random, with `seconds` for a move (at most 9).
    pub async fn with_person_at_pc(device: &[&str], seconds: &str) -> Line {
        let device = Program::start(
            &[&["--tcp", "127.0.0.1:0", "--role", "device", "--engine", "random"], device].concat(),
        );
        let pc = ["--role", "pc", "--seat", "human", "--seconds", seconds, "--web", "127.0.0.1:0", "--tcp"];
        let pc = Program::start(&[&pc[..], &[&device.line]].concat());
        let home = pc.page.clone();
        Line::look(device, Some(pc), &home).await
    }

    /// A device with a page, which waits for a PC. A person at a device has no time limit.
    pub async fn with_page_at_device(device: &[&str]) -> Line {
        let page = ["--tcp", "127.0.0.1:0", "--role", "device", "--web", "127.0.0.1:0"];
        let device = Program::start(&[&page, device].concat());
        let home = device.page.clone();
        Line::look(device, None, &home).await
    }

    /// A person to move at a device whose PC plays at random.
    pub async fn with_person_at_device(device: &[&str]) -> Line {
        let mut line = Line::with_page_at_device(&[&["--seat", "human"], device].concat()).await;
        line.window.headline("Waiting for a PC").await;
        line.start_pc(&[]);
        line.window.headline("Your turn").await;
        line
    }

    /// Starts a PC that plays at random and waits for an hour.
    pub fn start_pc(&mut self, pc: &[&str]) {
        let engine = ["--role", "pc", "--engine", "random", "--timeout", "3600", "--tcp", &self.device.line];
        self.pc = Some(Program::start(&[&engine, pc].concat()));
    }

    /// The PC.
    pub fn pc(&mut self) -> &mut Program {
        self.pc.as_mut().unwrap()
    }

    async fn look(device: Program, pc: Option<Program>, home: &str) -> Line {
        Line { device, pc, page: PageWindow::open(home).await }
    }

    /// Waits for our turn and plays the first legal square; returns it.
    pub async fn play_any(&self) -> String {
        let script = r#"
            const places = [...document.querySelectorAll(".board-live [data-place]")].map((place) => place.getAttribute("aria-label"));
            return places.find((label) => label.includes("you may move here"))?.split(",")[0] ?? null;"#;
        let square = self.window.until("it is our turn", script, vec![]).await.as_str().unwrap().to_owned();
        self.window.touch(&square).await;
        self.window.place_says(&square, "disc").await;
        square
    }

    /// Waits for a logged line of one end.
    pub async fn says(&self, from: &str, text: &str) {
        let script = r#"
            const lines = [...document.querySelectorAll(`.entry[data-from="${arguments[0]}"] .entry-bytes`)];
            return lines.some((line) => line.textContent === arguments[1]);"#;
        self.window.until(&format!("{from} says {text}"), script, vec![json!(from), json!(text)]).await;
    }

    /// Closes the window; the browser must have logged no errors.
    pub async fn close(self) {
        self.page.close().await;
    }
}
