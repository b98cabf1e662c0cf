//! What people see on the page of a relay between two devices.

use std::ops::Deref;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::axe::findings;
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
    /// B plays at random, A's moves are typed; without typing the game waits until A is late.
    pub async fn with_typed_moves(device: &[&str], relay: &[&str]) -> RelayTest {
        let a = Program::start_typed(&[&DEVICE[..], &["--seat", "human"], device].concat());
        let game = RelayTest::between(a, device, &[&["--seconds", "8"], relay].concat()).await;
        game.window.headline("Device A (White) to move").await;
        game
    }

    /// Two engines that play at random once the page is open.
    async fn of_engines(relay: &[&str]) -> RelayTest {
        let a = Program::start(&[&DEVICE[..], &["--engine", "random", "--seed", "5"]].concat());
        let place = format!("tcp:{}", a.line);
        let relay = Program::start_relay(&[&["--port", &place, "--port", LISTEN], &WEB[..], relay].concat());
        let page = PageWindow::open(&relay.page).await;
        page.window.headline("Looking for both devices").await;
        let address = format!("connect:{}", relay.line);
        let b = Program::start(&["--tcp", &address, "--role", "device", "--engine", "random", "--seed", "3"]);
        RelayTest { a, b, relay, page }
    }

    async fn between(a: Program, b: &[&str], relay: &[&str]) -> RelayTest {
        let b = Program::start(&[&DEVICE[..], &["--engine", "random", "--seed", "3"], b].concat());
        let places = [&a, &b].map(|device| format!("tcp:{}", device.line));
        let ports = ["--port", &places[0], "--port", &places[1]];
        let relay = Program::start_relay(&[&ports, &WEB[..], relay].concat());
        let page = PageWindow::open(&relay.page).await;
        RelayTest { a, b, relay, page }
    }

    /// A plays at least `times` moves and is to move again.
    pub async fn plays(&mut self, times: usize) {
        for _ in 0..times {
            let moves = self.entries("[data-what=move]").await.len();
            self.a.types_all();
            let script = "return document.querySelectorAll('[data-what=move]').length > arguments[0] + 1 \
                && document.querySelector('.headline').textContent === 'Device A (White) to move'";
            self.window.until("A has played, and B has answered", script, vec![json!(moves)]).await;
        }
    }

    /// The entries of the log that these selectors find, without their times.
    async fn entries(&self, selector: &str) -> Vec<String> {
        let script = r#"
            const spoken = ({ children }) => [...children].slice(1).map((part) => part.textContent).join("");
            return [...document.querySelectorAll(`.entry${arguments[0]}`)].map(spoken);"#;
        let found = self.window.run(script, vec![json!(selector)]).await;
        found.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    }

    /// Arrows before and after the bytes of an entry, and its side.
    async fn arrows(&self, words: &str) -> Value {
        let script = r#"
            const entry = [...document.querySelectorAll(".entry.spoken")].find((one) => one.textContent.includes(arguments[0]));
            const bytes = entry.querySelector(".entry-bytes");
            const seen = (where) => getComputedStyle(bytes, where).content;
            return [seen("::before"), seen("::after"), entry.dataset.side];"#;
        self.window.run(script, vec![json!(words)]).await
    }

    pub async fn close(self) {
        self.page.close().await;
    }
}

#[tokio::test]
async fn a_game_of_two_devices_is_watched() {
    let mut game = RelayTest::with_typed_moves(&[], &["--games", "2"]).await;
    for (part, words) in [
        (".below .player-name", "Device A"),
        (".above .player-name", "Device B"),
        (".below .player-mood", "to move"),
        (".below .player-limit", "left for this move"),
        (".line-about", "Othello between two devices"),
        (".line-about", &format!("tcp:{}", game.a.line)),
        (".status", "this page only watches"),
    ] {
        game.window.part_says(part, words).await;
    }
    game.window.there_is(".below .paint[data-paint=white]").await;
    assert_eq!(game.leds().await, "off off off off off off");
    game.plays(2).await;
    let said = game.entries(".spoken").await;
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
    // Which device, and which way, is seen without any colour.
    for (words, arrows) in [
        ("Device A to relay", json!(["\"A → \"", "\"\"", "left"])),
        ("Relay to device A", json!(["\"A ← \"", "\"\"", "left"])),
        ("Relay to device B", json!(["\"\"", "\" → B\"", "right"])),
        ("Device B to relay", json!(["\"\"", "\" ← B\"", "right"])),
    ] {
        assert_eq!(game.arrows(words).await, arrows, "{words}");
    }
    let told = game.entries(".happening").await;
    assert!(told[0].ends_with("A game begins: White moves first, device A plays White"), "{told:?}");
    assert!(told[1].ends_with("White plays E3"), "{told:?}");
    // Nobody can play here.
    assert_eq!(game.window.targets().await, [""; 0]);
    for button in ["Resign", "Program the game", "New game"] {
        assert!(!game.window.has(button).await, "{button}");
    }
    game.window.touch("a1").await;
    game.window.part_says(".murmur", "This page only watches.").await;
    let order = json!({"kind": "play", "id": 1_000_000, "question": 0, "move": "a1"});
    assert_eq!(game.answer_to(order).await, "this page only watches: two devices play each other");
    // A thinks for too long: it loses, and the next game begins with the colours changed.
    game.window.part_says(".facts", "A 0, B 1").await;
    game.window.there_is(".below .paint[data-paint=black]").await;
    let told = game.entries(".happening").await.join("\n");
    for words in ["White took too long", "Device B: LED 1 on", "device A has Black"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    game.close().await;
}

#[tokio::test]
async fn to_the_end_and_how_it_looked_last() {
    let mut game = RelayTest::of_engines(&["--games", "3", "--strict"]).await;
    game.ignore_disconnect();
    game.window.says("The program has ended. This is how it looked last.").await;
    game.window.part_says(".status", "Played to the end.").await;
    game.window.part_says(".facts", "strict").await;
    assert_eq!(game.entries("[data-what=game]").await.len(), 6, "three games began and ended");
    let leds = game.leds().await;
    assert_eq!(leds.matches("on").count(), 2, "one LED of each device: {leds}");
    let headline = game.window.run("return document.querySelector('.headline').textContent", vec![]).await;
    let headline = headline.as_str().unwrap();
    let wins = ["Device A (White) wins, ", "Device B (Black) wins, ", "A draw, "];
    assert!(wins.iter().any(|words| headline.starts_with(words)), "{headline}");
    assert!(game.relay.ends_well());
    game.close().await;
}

#[tokio::test]
async fn a_device_that_is_gone() {
    let mut game = RelayTest::with_typed_moves(&[], &[]).await;
    game.ignore_disconnect();
    game.b.kill();
    game.window.headline("No result").await;
    game.window.part_says(".status", "A line was cut.").await;
    game.window.part_says(".above .player-mood", "its line is gone").await;
    game.window.says("Device B: disconnected: closed by the other end").await;
    assert!(!game.relay.ends_well(), "the game came to nothing");
    game.close().await;
}

#[tokio::test]
async fn everybody_can_watch_by_day_by_night_and_on_a_phone() {
    let mut game = RelayTest::with_typed_moves(&["--print"], &["--games", "9"]).await;
    game.plays(1).await;
    let mut found = findings(&game.window, "in play").await;
    game.window.resize(390, 844).await;
    game.window.settles().await;
    assert_eq!(game.excess().await, 0, "the page is wider than a phone");
    let broken = "return [...document.querySelectorAll('[data-long] .entry-bytes')].filter((line) => line.clientHeight > 22).length";
    assert_eq!(game.window.run(broken, vec![]).await, 0, "a printed board fits, line by line");
    found.append(&mut findings(&game.window, "on a phone").await);
    game.window.says("took too long").await;
    found.append(&mut findings(&game.window, "at the end").await);
    assert_eq!(game.excess().await, 0, "the page is wider than a phone");
    assert!(found.is_empty(), "{}", found.join("\n"));
    game.close().await;
}

/// The same addresses as for one line, and the same words if nobody can listen there.
#[test]
fn where_the_page_is() {
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
