//! Page of one end of a line. The test plays the other end.

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use line::{ColourOf, Device, DeviceOptions, Effects, Endpoint, Quirks, Strictness};
use line_page::{LinePage, LineSource, PageCommand, PageInfo, PageRequest, PageRole};
use rules::{InputError, Seat};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::client::{ANY_PORT, Client, TIMEOUT, open_socket};
use crate::http;

/// A device and its page.
struct Line {
    device: Device,
    page: LinePage,
    requests: Receiver<PageRequest>,
    now: Duration,
}

impl Line {
    async fn open(engine: Option<&str>) -> Line {
        let device = Device::new(DeviceOptions {
            strictness: Strictness::Strict,
            first: Seat::SECOND,
            colour_of: ColourOf::Pc,
            seconds: 9,
            claim_cost: Default::default(),
            after_rejection: Default::default(),
            quirks: Quirks::default(),
            reply_timeout: Duration::from_secs(60),
        });
        let (sender, requests) = channel();
        let info = PageInfo {
            addresses: vec!["nowhere".to_owned()],
            role: PageRole::Device,
            is_strict: true,
            engine: engine.map(str::to_owned),
        };
        let source = LineSource::Endpoint(&device);
        let page = LinePage::open(ANY_PORT, info, source, move |request| {
            let _ = sender.send(request);
        });
        Line { page: page.await.unwrap(), device, requests, now: Duration::ZERO }
    }

    /// Sends bytes of the PC to the device, and everything to the page.
    fn pc_sends(&mut self, bytes: &[u8]) {
        self.now += Duration::from_millis(10);
        self.page.add_received(0, self.now, bytes);
        let effects = self.device.on_bytes(bytes, self.now);
        self.carry_out(&effects);
    }

    fn carry_out(&mut self, effects: &Effects) {
        for event in &effects.events {
            self.page.add_event(self.now, event);
        }
        self.page.add_sent(0, self.now, &effects.bytes);
        self.page.update(LineSource::Endpoint(&self.device), self.now);
    }

    async fn client(&self) -> Client {
        Client::of(&self.page).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_message_has_everything_and_later_ones_the_changes() {
    let mut line = Line::open(None).await;
    line.pc_sends(b"AT\rRST\r");
    let mut one = line.client().await;
    let first = one.view().await;
    assert_eq!(first["about"], json!({"role": "device", "strict": true, "engine": null}));
    assert_eq!(first["layout"]["spots"].as_array().unwrap().len(), 64);
    assert_eq!((&first["view"]["state"], &first["view"]["turn"]), (&json!("opening"), &json!(null)));
    let lines: Vec<(&str, &str)> = first["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["kind"].as_str().unwrap(), entry["text"].as_str().unwrap()))
        .collect();
    assert_eq!(lines, [("received", "AT\r"), ("received", "RST\r"), ("sent", "OK\r"), ("sent", "OK\r")]);
    // White, the device, moves first.
    line.pc_sends(b"SP B\rNG\r");
    let entries = one.entries_to("OK\r").await;
    assert!(entries.iter().all(|entry| entry["number"].as_u64() >= Some(4)), "{entries:?}");
    line.carry_out(&Effects::default());
    let mut other = line.client().await;
    let view = other.view().await["view"].clone();
    assert_eq!((&view["state"], &view["own"], &view["turn"]), (&json!("playing"), &json!(2), &json!(2)));
    assert_eq!((&view["awaits_move"], &view["prompt"]), (&json!(true), &json!(1)));
    assert_eq!(view["legal"], json!([20, 29, 34, 43]), "e3, f4, c5, d6");
    assert_eq!((&view["discs"], &view["lines"][0]["leds"]), (&json!([2, 2]), &json!([false, false, false])));
    let [black, white] = [&view["timers"][0], &view["timers"][1]];
    assert_eq!((black, &white["kind"]), (&json!(null), &json!("move")), "the device has White");
    assert!(white["left"].as_u64() <= Some(9000) && white["left"].as_u64() > Some(0));
    // The PC has nine seconds by our clock, until a claim.
    let effects = line.device.play(games::othello::Move::on(20), line.now).unwrap();
    line.carry_out(&effects);
    let view = other.view_where(|view| view["trail"] == json!([20])).await;
    assert_eq!((&view["trail"], &view["turn"], &view["legal"]), (&json!([20]), &json!(1), &json!([])));
    assert_eq!((&view["timers"][0]["kind"], &view["timers"][1]), (&json!("move"), &json!(null)));
    line.now += Duration::from_secs(9);
    let effects = line.device.on_timer(line.now);
    line.carry_out(&effects);
    other.entries_to("IT\r").await;
    let effects = line.device.on_disconnect(line.now);
    line.carry_out(&effects);
    let view = other.view_where(|view| view["finished"] == true).await;
    let result = json!({"winner": null, "void": true, "why": "disconnected", "by": null, "discs": [1, 4]});
    assert_eq!((&view["state"], &view["result"]), (&json!("over"), &result));
    line.page.set_disconnected(0);
    line.page.close().await;
    let mut state = Value::Null;
    let last = loop {
        match other.frame().await {
            Message::Text(text) => {
                let view: Value = serde_json::from_str(&text).unwrap();
                if let Some(view) = view.get("view") {
                    state = view["state"].clone();
                }
            }
            Message::Close(frame) => break frame.unwrap(),
            _ => {}
        }
    };
    assert_eq!(state, "disconnected", "the last state is sent before the close frame");
    assert_eq!((last.code, last.reason.as_str()), (CloseCode::Away, "the program has left the line"));
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_are_shown_unchanged() {
    let mut line = Line::open(Some("random")).await;
    let mut client = line.client().await;
    client.view().await;
    line.pc_sends(b"\x00\x1b[2J\xff\r");
    let entries = client.entries_to("\u{1b}[2J\u{ff}\r").await;
    assert_eq!(entries[0]["text"], "\0");
    // An LF that comes after its CR is added to the same entry.
    line.page.add_received(0, line.now, b"HELLO\r");
    line.page.update(LineSource::Endpoint(&line.device), line.now);
    let entry = client.entries_to("HELLO\r").await.pop().unwrap();
    line.page.add_received(0, line.now, b"\n");
    line.page.update(LineSource::Endpoint(&line.device), line.now);
    let grown = client.entries_to("HELLO\r\n").await;
    assert_eq!((grown.len(), &grown[0]["number"]), (1, &entry["number"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_reach_the_session_and_get_replies() {
    let line = Line::open(None).await;
    let mut client = line.client().await;
    let session = std::thread::spawn(move || {
        let mut commands = Vec::new();
        while let Ok(request) = line.requests.recv_timeout(Duration::from_secs(5)) {
            commands.push(request.command.clone());
            match request.command {
                PageCommand::Resign => {
                    request.reply(Err(InputError::new("no game to resign")));
                }
                PageCommand::Stop => drop(request),
                PageCommand::Play { .. } => request.reply(Ok(())),
                PageCommand::NewGame => {
                    request.reply(Ok(()));
                    break;
                }
            }
        }
        (commands, line)
    });
    client.send(Message::text(r#"{"kind": "play", "id": 7, "prompt": 3, "move": "e3"}"#)).await;
    assert_eq!(client.reply().await, json!({"kind": "done", "id": 7}));
    client.expect_error(Message::text(r#"{"kind": "resign", "id": 8}"#), 409, &["no game to resign"]).await;
    client.expect_error(Message::text(r#"{"kind": "stop", "id": 9}"#), 503, &["left the line"]).await;
    client.send(Message::text(r#"{"kind": "new_game", "id": 10}"#)).await;
    assert_eq!(client.reply().await, json!({"kind": "done", "id": 10}));
    let (commands, _line) = session.join().unwrap();
    let play = PageCommand::Play { prompt: 3, square: "e3".to_owned() };
    assert_eq!(commands, [play, PageCommand::Resign, PageCommand::Stop, PageCommand::NewGame]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_timed_out_is_abandoned() {
    let line = Line::open(None).await;
    let mut client = line.client().await;
    // The session does not take requests yet.
    client.expect_error(Message::text(r#"{"kind": "resign", "id": 1}"#), 503, &["not connected yet"]).await;
    assert!(line.requests.try_recv().unwrap().is_abandoned());
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_frames_are_refused() {
    let line = Line::open(None).await;
    let mut client = line.client().await;
    for (text, words) in [
        ("", &["not JSON", "expected an object such as"][..]),
        ("e3", &["not JSON"]),
        ("{\"kind\": \"play\"", &["not JSON"]),
        ("null", &["cannot read the message", "not an object", "expected {\"kind\": \"play\""]),
        ("[]", &["cannot read the message"]),
        ("{}", &["cannot read the message", "kind"]),
        ("{\"kind\": \"resign\"}", &["cannot read the message", "id"]),
        ("{\"kind\": 7, \"id\": 1}", &["cannot read the message"]),
        ("{\"kind\": \"resign\", \"id\": -1}", &["cannot read the message"]),
        ("{\"kind\": \"resign\", \"id\": \"one\"}", &["cannot read the message"]),
        ("{\"kind\": \"dance\", \"id\": 1}", &["unknown variant `dance`", "expected one of `play`"]),
        ("{\"kind\": \"play\", \"id\": 1}", &["missing field `prompt`"]),
        ("{\"kind\": \"play\", \"id\": 1, \"prompt\": 1}", &["missing field `move`"]),
        ("{\"kind\": \"play\", \"id\": 1, \"prompt\": 1.5, \"move\": \"e3\"}", &["cannot read the message"]),
        ("{\"kind\": \"play\", \"id\": 1, \"prompt\": 1, \"move\": 20}", &["cannot read the message"]),
    ] {
        client.expect_error(Message::text(text), 400, words).await;
    }
    client
        .expect_error(Message::binary(vec![0, 159, 146, 150]), 400, &["binary", "expected a text frame"])
        .await;
    client.expect_error(Message::text("[".repeat(16_000)), 400, &["not JSON"]).await;
    client
        .expect_error(Message::text("x".repeat(16 * 1024 + 1)), 413, &["16385 bytes", "at most 16384"])
        .await;
    assert!(line.requests.try_recv().is_err(), "no request reached the session");
    let mut huge = line.client().await;
    // The server may close the connection before the frame ends.
    let _ = huge.socket.send(Message::text("x".repeat(1_000_000))).await;
    while let Ok(Some(Ok(_))) = timeout(TIMEOUT, huge.socket.next()).await {}
    assert_eq!(http::get(line.page.address(), "/", &[]).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_an_engine_is_read_only() {
    let line = Line::open(Some("random")).await;
    let mut client = line.client().await;
    assert_eq!(client.view().await["about"]["engine"], "random");
    client.expect_error(Message::text(r#"{"kind": "resign", "id": 1}"#), 403, &["read-only"]).await;
    assert!(line.requests.try_recv().is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_cannot_connect() {
    let line = Line::open(None).await;
    let address = line.page.address();
    for origin in ["http://evil.example", "null", "http://localhost"] {
        match open_socket(address, Some(origin)).await {
            Err(Error::Http(response)) => assert_eq!(response.status(), 403),
            other => panic!("{origin}: {:?}", other.map(|_| ())),
        }
    }
    assert!(open_socket(address, Some(&format!("http://{address}"))).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_page_and_its_files_are_served() {
    let line = Line::open(None).await;
    let address = line.page.address();
    for path in
        ["/", "/line.html", "/line/line.js", "/line/line.css", "/board/board.js", "/messages/en.line.js"]
    {
        let answer = http::get(address, path, &[]).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
    }
    let page = http::get(address, "/", &[]).await;
    assert!(page.header("content-security-policy").unwrap().contains("default-src 'none'"));
    assert!(page.text().contains("/line/line.js"));
    for path in ["/index.html", "/table/x", "/api/games", "/tests/line.test.js", "/../Cargo.toml"] {
        let (status, message) = http::get(address, path, &[]).await.refusal();
        assert!(status == 404 && message.contains("the page of the line is at /"), "{path}: {message}");
    }
    assert_eq!(http::post(address, "/", &[], b"").await.refusal().0, 405);
    let taken = PageInfo { addresses: Vec::new(), role: PageRole::Pc, is_strict: false, engine: None };
    let refused = LinePage::open(address, taken, LineSource::Endpoint(&line.device), |_| {})
        .await
        .err()
        .unwrap()
        .to_string();
    assert!(refused.contains("cannot listen on") && refused.contains("--web"), "{refused}");
}
