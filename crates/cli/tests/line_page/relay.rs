//! The page of a relay between two devices.

use std::ops::Deref;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::axe::violations;
use crate::page_window::PageWindow;
use crate::programs::{LISTEN, Program};

/// Two devices, a relay between them, and a window on its page.
pub struct RelayTest {
    pub a: Program,
    b: Program,
    relay: Program,
    page: PageWindow,
}

impl Deref for RelayTest {
    type Target = PageWindow;

    fn deref(&self) -> &PageWindow {
        &self.page
    }
}

const WEB: [&str; 2] = ["--web", "127.0.0.1:0"];
const DEVICE: [&str; 4] = ["--tcp", "127.0.0.1:0", "--role", "device"];

impl RelayTest {
    /// B plays at random and A's moves are typed; without input the game waits until A runs out of time.
    pub async fn with_typed_moves(device: &[&str], relay: &[&str]) -> RelayTest {
        let a = Program::start_typed(&[&DEVICE[..], &["--seat", "human"], device].concat());
        let game = RelayTest::between(a, device, &[&["--seconds", "8"], relay].concat()).await;
        game.window.wait_for_headline("Device A (White) to move").await;
        game
    }

    /// Two devices that play at random as soon as the page is open.
    async fn of_engines(relay: &[&str]) -> RelayTest {
        let a = Program::start(&[&DEVICE[..], &["--engine", "random", "--seed", "5"]].concat());
        let place = format!("tcp:{}", a.line);
        let relay = Program::start_relay(
            &[&["--port", &place, "--port", LISTEN, "--first", "white"], &WEB[..], relay].concat(),
        );
        let page = PageWindow::open(&relay.page).await;
        page.window.wait_for_headline("Waiting for both devices").await;
        let door = format!("connect:{}", relay.line);
        let b = Program::start(&["--tcp", &door, "--role", "device", "--engine", "random", "--seed", "3"]);
        RelayTest { a, b, relay, page }
    }

    async fn between(a: Program, b: &[&str], relay: &[&str]) -> RelayTest {
        let b = Program::start(&[&DEVICE[..], &["--engine", "random", "--seed", "3"], b].concat());
        let places = [&a, &b].map(|device| format!("tcp:{}", device.line));
        let ports = ["--port", &places[0], "--port", &places[1]];
        let relay = Program::start_relay(&[&ports[..], &["--first", "white"], &WEB[..], relay].concat());
        let page = PageWindow::open(&relay.page).await;
        RelayTest { a, b, relay, page }
    }

    /// A plays at least `times` moves and is to move again: B's answer has reached it over a line that was quiet before.
    pub async fn plays(&mut self, times: usize) {
        let answers = "[...document.querySelectorAll('.entry.message')].map((entry) => entry.textContent) \
            .filter((text) => text.includes('Relay to device A') && text.includes('MV ')).length";
        for _ in 0..times {
            let before = self.window.execute(&format!("return {answers}"), vec![]).await;
            self.a.types_all();
            let script = format!(
                "return {answers} > arguments[0] \
                && document.querySelector('.headline').textContent === 'Device A (White) to move'"
            );
            self.window.wait_until("A has played, and B has answered", &script, vec![before]).await;
            // A reads the line and its keyboard separately.
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Text of the selected log entries without their time.
    async fn entries(&self, selector: &str) -> Vec<String> {
        let script = r#"
            const text = ({ children }) => [...children].slice(1).map((part) => part.textContent).join("");
            return [...document.querySelectorAll(`.entry${arguments[0]}`)].map(text);"#;
        let found = self.window.execute(script, vec![json!(selector)]).await;
        found.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    }

    /// Arrows before and after the bytes of a message, and its column.
    async fn arrows(&self, words: &str) -> Value {
        let script = r#"
            const entry = [...document.querySelectorAll(".entry.message")].find((one) => one.textContent.includes(arguments[0]));
            const bytes = entry.querySelector(".entry-bytes");
            const seen = (where) => getComputedStyle(bytes, where).content;
            return [seen("::before"), seen("::after"), entry.dataset.side];"#;
        self.window.execute(script, vec![json!(words)]).await
    }

    pub async fn close(self) {
        self.page.close().await;
    }
}

#[tokio::test]
async fn a_game_of_two_devices() {
    let mut game = RelayTest::with_typed_moves(&[], &["--games", "2"]).await;
    for (part, words) in [
        (".below .player-name", "Device A"),
        (".above .player-name", "Device B"),
        (".below .player-status", "to move"),
        (".below .player-limit", "left for this move"),
        (".line-about", "Othello between two devices"),
        (".line-about", &format!("tcp:{}", game.a.line)),
        (".status", "This page is read-only."),
    ] {
        game.window.wait_for_text_in(part, words).await;
    }
    game.window.wait_for(".below .colour-dot[data-paint=white]").await;
    assert_eq!(game.leds().await, "off off off off off off");
    game.plays(2).await;
    let said = game.entries(".message").await;
    for words in [
        "Relay to device A: ATCR",
        "Device A to relay: OKCR",
        "Relay to device B: ST 9CR",
        "Relay to device A: SP BCR",
        "Relay to device B: SP WCR",
        "Device A to relay: MM E3CR",
        "Relay to device B: MV E3CR",
    ] {
        assert!(said.iter().any(|line| line == words), "{words}: {said:#?}");
    }
    // Device and direction are visible without colour.
    for (words, arrows) in [
        ("Device A to relay", json!(["\"A → \"", "\"\"", "left"])),
        ("Relay to device A", json!(["\"A ← \"", "\"\"", "left"])),
        ("Relay to device B", json!(["\"\"", "\" → B\"", "right"])),
        ("Device B to relay", json!(["\"\"", "\" ← B\"", "right"])),
    ] {
        assert_eq!(game.arrows(words).await, arrows, "{words}");
    }
    let events = game.entries(".event").await;
    assert!(events[0].ends_with("A game begins: White moves first, device A plays White"), "{events:?}");
    assert!(events[1].ends_with("White plays E3"), "{events:?}");
    // The page is read-only.
    assert_eq!(game.window.targets().await, [""; 0]);
    for button in ["Resign", "End game", "New game"] {
        assert!(!game.window.has(button).await, "{button}");
    }
    game.window.click_place("a1").await;
    game.window.wait_for_text_in(".notice", "This page is read-only.").await;
    let order = json!({"kind": "play", "id": 1_000_000, "prompt": 0, "move": "a1"});
    assert_eq!(game.answer_to(order).await, "this page is read-only: two devices play each other");
    // A runs out of time; the next game starts with colours swapped.
    game.window.wait_for_text_in(".facts", "A 0, B 1").await;
    game.window.wait_for(".below .colour-dot[data-paint=black]").await;
    let events = game.entries(".event").await.join("\n");
    for words in ["White took too long", "Device B: LED 1 on", "device A plays Black"] {
        assert!(events.contains(words), "{words}: {events}");
    }
    game.close().await;
}

#[tokio::test]
async fn the_last_state_stays_after_the_end() {
    let mut game = RelayTest::of_engines(&["--games", "3", "--strict"]).await;
    game.ignore_disconnect();
    game.window.wait_for_text("The program has ended. This is the last state.").await;
    game.window.wait_for_text_in(".status", "Game over.").await;
    game.window.wait_for_text_in(".facts", "strict").await;
    assert_eq!(game.entries("[data-kind=game]").await.len(), 6, "three games began and ended");
    let leds = game.leds().await;
    assert_eq!(leds.matches("on").count(), 2, "one LED of each device: {leds}");
    let headline =
        game.window.execute("return document.querySelector('.headline').textContent", vec![]).await;
    let headline = headline.as_str().unwrap();
    let wins = ["Device A (White) wins, ", "Device B (Black) wins, ", "Draw, "];
    assert!(wins.iter().any(|words| headline.starts_with(words)), "{headline}");
    assert!(game.relay.wait_for_success());
    game.close().await;
}

#[tokio::test]
async fn a_disconnected_device() {
    let mut game = RelayTest::with_typed_moves(&[], &[]).await;
    game.ignore_disconnect();
    game.b.kill();
    game.window.wait_for_headline("No result").await;
    game.window.wait_for_text_in(".status", "A line was disconnected.").await;
    game.window.wait_for_text_in(".above .player-status", "disconnected").await;
    game.window.wait_for_text("Device B: disconnected: closed by the other end").await;
    assert!(!game.relay.wait_for_success(), "the game came to nothing");
    game.close().await;
}

#[tokio::test]
async fn the_page_is_accessible_and_fits_on_a_phone() {
    let mut game = RelayTest::with_typed_moves(&["--print"], &["--games", "9"]).await;
    game.plays(1).await;
    let mut found = violations(&game.window, "in play").await;
    game.window.resize(390, 844).await;
    game.window.wait_until_idle().await;
    assert_eq!(game.overflow().await, 0, "the page is wider than a phone");
    let broken = "return [...document.querySelectorAll('[data-long] .entry-bytes')].filter((line) => line.clientHeight > 22).length";
    assert_eq!(game.window.execute(broken, vec![]).await, 0, "a printed board fits, line by line");
    found.append(&mut violations(&game.window, "on a phone").await);
    game.window.wait_for_text("took too long").await;
    found.append(&mut violations(&game.window, "at the end").await);
    assert_eq!(game.overflow().await, 0, "the page is wider than a phone");
    assert!(found.is_empty(), "{}", found.join("\n"));
    game.close().await;
}

/// Invalid and occupied addresses are reported as for a single line.
#[test]
fn invalid_page_addresses_are_reported() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for (web, words) in
        [(address.as_str(), "use another address with --web"), ("somewhere", "invalid socket address")]
    {
        let output = Command::new(env!("CARGO_BIN_EXE_takhteh"))
            .args(["othello", "relay", "--port", "pty", "--port", "pty", "--web", web])
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let sentence = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && sentence.contains(words), "{sentence}");
    }
}
