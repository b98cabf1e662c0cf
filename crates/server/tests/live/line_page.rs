//! The page of a serial line, as its visitors meet it. The line itself is played by the test.

use std::collections::VecDeque;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use line::{ColourOf, Device, DeviceOptions, Effects, Habits, Reading, Station};
use rules::{Fault, Seat};
use serde_json::{Value, json};
use server::line_page::{About, LinePage, Order, Part, Watched, Wish};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::client::open_socket;
use crate::http;

const PATIENCE: Duration = Duration::from_secs(20);
/// A port of our own that is free.
pub const ANY_PORT: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

/// A device on a line whose other end is the test, and its page.
struct Line {
    device: Device,
    page: LinePage,
    orders: Receiver<Order>,
    now: Duration,
}

impl Line {
    async fn open(engine: Option<&str>) -> Line {
        let device = Device::new(DeviceOptions {
            reading: Reading::Strict,
            first: Seat::SECOND,
            colour_of: ColourOf::Pc,
            seconds: 9,
            accepted: Default::default(),
            rejected: Default::default(),
            habits: Habits::default(),
            patience: Duration::from_secs(60),
        });
        let (sender, orders) = channel();
        let about = About {
            places: vec!["nowhere".to_owned()],
            part: Part::Device,
            is_strict: true,
            engine: engine.map(str::to_owned),
        };
        let watched = Watched::End(&device);
        let page = LinePage::open(ANY_PORT, about, watched, move |order| {
            let _ = sender.send(order);
        });
        Line { page: page.await.unwrap(), device, orders, now: Duration::ZERO }
    }

    /// The PC says something; the device answers, and the page is told all of it.
    fn pc_says(&mut self, bytes: &[u8]) {
        self.now += Duration::from_millis(10);
        self.page.heard(0, self.now, bytes);
        let effects = self.device.hear(bytes, self.now);
        self.carry_out(&effects);
    }

    fn carry_out(&mut self, effects: &Effects) {
        for event in &effects.events {
            self.page.happened(self.now, event);
        }
        self.page.said(0, self.now, &effects.bytes);
        self.page.look(Watched::End(&self.device), self.now);
    }

    async fn visitor(&self) -> Visitor {
        Visitor::of(&self.page).await
    }
}

/// Somebody who looks at the page.
pub struct Visitor {
    socket: WebSocketStream<TcpStream>,
    /// Views of the line that came while an answer was awaited.
    heard: VecDeque<Value>,
}

impl Visitor {
    pub async fn of(page: &LinePage) -> Visitor {
        let (socket, cookie) = open_socket(page.address(), &[]).await.unwrap();
        assert_eq!(cookie, None, "nobody needs to be known here");
        Visitor { socket, heard: VecDeque::new() }
    }

    async fn frame(&mut self) -> Message {
        timeout(PATIENCE, self.socket.next()).await.expect("something comes").unwrap().unwrap()
    }

    async fn receive(&mut self) -> Value {
        loop {
            match self.frame().await {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Ping(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// The next view of the line.
    pub async fn view(&mut self) -> Value {
        if let Some(view) = self.heard.pop_front() {
            return view;
        }
        let view = self.receive().await;
        assert_eq!(view["kind"], "line", "{view}");
        view
    }

    /// Views, until an entry has this text; all entries on the way.
    async fn entries_to(&mut self, text: &str) -> Vec<Value> {
        let mut entries = Vec::new();
        loop {
            entries.extend(self.view().await["entries"].as_array().unwrap().clone());
            if entries.iter().any(|entry| entry["text"] == text) {
                return entries;
            }
        }
    }

    /// Views, until things stand as wanted: several changes may come in one, and one change in several.
    pub async fn sight_where(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let view = self.view().await;
            assert!(view.get("about").is_none() && view.get("ground").is_none(), "they are told once");
            if view.get("sight").is_some_and(&wanted) {
                return view["sight"].clone();
            }
        }
    }

    async fn send(&mut self, frame: Message) {
        self.socket.send(frame).await.unwrap();
    }

    /// The answer to what was sent.
    async fn answer(&mut self) -> Value {
        loop {
            let message = self.receive().await;
            if message["kind"] != "line" {
                return message;
            }
            self.heard.push_back(message);
        }
    }

    pub async fn is_refused(&mut self, frame: Message, status: u64, words: &[&str]) {
        let text = frame.to_string();
        self.send(frame).await;
        let answer = self.answer().await;
        assert_eq!(
            (&answer["kind"], &answer["status"]),
            (&json!("refused"), &json!(status)),
            "{text}: {answer}"
        );
        for word in words {
            assert!(answer["sentence"].as_str().unwrap().contains(word), "{text}: {answer}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_at_first_and_then_what_is_new() {
    let mut line = Line::open(None).await;
    line.pc_says(b"AT\rRST\r");
    let mut one = line.visitor().await;
    let first = one.view().await;
    assert_eq!(first["about"], json!({"part": "device", "strict": true, "engine": null}));
    assert_eq!(first["ground"]["spots"].as_array().unwrap().len(), 64);
    assert_eq!((&first["sight"]["stage"], &first["sight"]["turn"]), (&json!("opening"), &json!(null)));
    let said: Vec<(&str, &str)> = first["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["what"].as_str().unwrap(), entry["text"].as_str().unwrap()))
        .collect();
    assert_eq!(said, [("heard", "AT\r"), ("heard", "RST\r"), ("sent", "OK\r"), ("sent", "OK\r")]);
    // White, the device, moves first.
    line.pc_says(b"SP B\rNG\r");
    let entries = one.entries_to("OK\r").await;
    assert!(entries.iter().all(|entry| entry["number"].as_u64() >= Some(4)), "{entries:?}");
    line.carry_out(&Effects::default());
    let mut other = line.visitor().await;
    let sight = other.view().await["sight"].clone();
    assert_eq!((&sight["stage"], &sight["own"], &sight["turn"]), (&json!("playing"), &json!(2), &json!(2)));
    assert_eq!((&sight["awaited"], &sight["question"]), (&json!(true), &json!(1)));
    assert_eq!(sight["legal"], json!([20, 29, 34, 43]), "e3, f4, c5, d6");
    assert_eq!(
        (&sight["discs"], &sight["lines"][0]["leds"]),
        (&json!([2, 2]), &json!([false, false, false]))
    );
    let [black, white] = [&sight["times"][0], &sight["times"][1]];
    assert_eq!((black, &white["for"]), (&json!(null), &json!("move")), "the device has White");
    assert!(white["left"].as_u64() <= Some(9000) && white["left"].as_u64() > Some(0));
    // The PC has nine seconds by our clock, until a claim.
    let effects = line.device.choose(games::othello::Move::on(20), line.now).unwrap();
    line.carry_out(&effects);
    let sight = other.sight_where(|sight| sight["trail"] == json!([20])).await;
    assert_eq!((&sight["trail"], &sight["turn"], &sight["legal"]), (&json!([20]), &json!(1), &json!([])));
    assert_eq!((&sight["times"][0]["for"], &sight["times"][1]), (&json!("move"), &json!(null)));
    line.now += Duration::from_secs(9);
    let effects = line.device.wake(line.now);
    line.carry_out(&effects);
    other.entries_to("IT\r").await;
    let effects = line.device.cut(line.now);
    line.carry_out(&effects);
    let sight = other.sight_where(|sight| sight["finished"] == true).await;
    let ended = json!({"winner": null, "void": true, "why": "cut", "by": null, "discs": [1, 4]});
    assert_eq!((&sight["stage"], &sight["ended"]), (&json!("over"), &ended));
    line.page.line_is_gone(0);
    line.page.close().await;
    let mut stage = Value::Null;
    let last = loop {
        match other.frame().await {
            Message::Text(text) => {
                let view: Value = serde_json::from_str(&text).unwrap();
                if let Some(sight) = view.get("sight") {
                    stage = sight["stage"].clone();
                }
            }
            Message::Close(frame) => break frame.unwrap(),
            _ => {}
        }
    };
    assert_eq!(stage, "gone", "the last word is told before the farewell");
    assert_eq!((last.code, last.reason.as_str()), (CloseCode::Away, "the program has left the line"));
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_are_told_as_they_are() {
    let mut line = Line::open(Some("random")).await;
    let mut visitor = line.visitor().await;
    visitor.view().await;
    line.pc_says(b"\x00\x1b[2J\xff\r");
    let entries = visitor.entries_to("\u{1b}[2J\u{ff}\r").await;
    assert_eq!(entries[0]["text"], "\0");
    // An LF that comes behind its CR is added to the same entry.
    line.page.heard(0, line.now, b"HELLO\r");
    line.page.look(Watched::End(&line.device), line.now);
    let entry = visitor.entries_to("HELLO\r").await.pop().unwrap();
    line.page.heard(0, line.now, b"\n");
    line.page.look(Watched::End(&line.device), line.now);
    let grown = visitor.entries_to("HELLO\r\n").await;
    assert_eq!((grown.len(), &grown[0]["number"]), (1, &entry["number"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn wishes_are_ordered_and_answered() {
    let line = Line::open(None).await;
    let mut visitor = line.visitor().await;
    let follow = std::thread::spawn(move || {
        let mut wishes = Vec::new();
        while let Ok(order) = line.orders.recv_timeout(Duration::from_secs(5)) {
            wishes.push(order.wish.clone());
            match order.wish {
                Wish::Resign => order.answer(Err(Fault::new("no game is on that could be given up"))),
                Wish::Stop => drop(order),
                Wish::Play { .. } => order.answer(Ok(())),
                Wish::Again => {
                    order.answer(Ok(()));
                    break;
                }
            }
        }
        (wishes, line)
    });
    visitor.send(Message::text(r#"{"kind": "play", "id": 7, "question": 3, "move": "e3"}"#)).await;
    assert_eq!(visitor.answer().await, json!({"kind": "done", "id": 7}));
    visitor.is_refused(Message::text(r#"{"kind": "resign", "id": 8}"#), 409, &["no game is on"]).await;
    visitor.is_refused(Message::text(r#"{"kind": "stop", "id": 9}"#), 503, &["left the line"]).await;
    visitor.send(Message::text(r#"{"kind": "again", "id": 10}"#)).await;
    assert_eq!(visitor.answer().await, json!({"kind": "done", "id": 10}));
    let (wishes, _line) = follow.join().unwrap();
    let play = Wish::Play { question: 3, square: "e3".to_owned() };
    assert_eq!(wishes, [play, Wish::Resign, Wish::Stop, Wish::Again]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wish_that_nobody_waits_for_is_forgotten() {
    let line = Line::open(None).await;
    let mut visitor = line.visitor().await;
    // Nobody follows orders yet, and it is said so.
    visitor
        .is_refused(Message::text(r#"{"kind": "resign", "id": 1}"#), 503, &["nobody is at the line yet"])
        .await;
    assert!(line.orders.try_recv().unwrap().is_forgotten());
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_that_are_no_wishes() {
    let line = Line::open(None).await;
    let mut visitor = line.visitor().await;
    for (text, words) in [
        ("", &["not JSON", "expected an object such as"][..]),
        ("e3", &["not JSON"]),
        ("{\"kind\": \"play\"", &["not JSON"]),
        ("null", &["does not fit", "one of play, resign, stop, again"]),
        ("[]", &["does not fit"]),
        ("{}", &["does not fit", "kind"]),
        ("{\"kind\": \"resign\"}", &["does not fit", "id"]),
        ("{\"kind\": 7, \"id\": 1}", &["does not fit"]),
        ("{\"kind\": \"resign\", \"id\": -1}", &["does not fit"]),
        ("{\"kind\": \"resign\", \"id\": \"one\"}", &["does not fit"]),
        ("{\"kind\": \"dance\", \"id\": 1}", &["no message of kind \"dance\"", "expected one of play"]),
        ("{\"kind\": \"play\", \"id\": 1}", &["kind play needs \"question\""]),
        ("{\"kind\": \"play\", \"id\": 1, \"question\": 1}", &["kind play needs \"move\""]),
        ("{\"kind\": \"play\", \"id\": 1, \"question\": 1.5, \"move\": \"e3\"}", &["does not fit"]),
        ("{\"kind\": \"play\", \"id\": 1, \"question\": 1, \"move\": 20}", &["does not fit"]),
    ] {
        visitor.is_refused(Message::text(text), 400, words).await;
    }
    visitor
        .is_refused(Message::binary(vec![0, 159, 146, 150]), 400, &["binary", "expected a text frame"])
        .await;
    visitor.is_refused(Message::text("[".repeat(16_000)), 400, &["not JSON"]).await;
    visitor
        .is_refused(Message::text("x".repeat(16 * 1024 + 1)), 413, &["16385 bytes", "at most 16384"])
        .await;
    assert!(line.orders.try_recv().is_err(), "nothing was ordered");
    let mut huge = line.visitor().await;
    // The other side need not wait for its end before it hangs up.
    let _ = huge.socket.send(Message::text("x".repeat(1_000_000))).await;
    while let Ok(Some(Ok(_))) = timeout(PATIENCE, huge.socket.next()).await {}
    assert_eq!(http::get(line.page.address(), "/", &[]).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_watches_an_engine_orders_nothing() {
    let line = Line::open(Some("random")).await;
    let mut visitor = line.visitor().await;
    assert_eq!(visitor.view().await["about"]["engine"], "random");
    visitor.is_refused(Message::text(r#"{"kind": "resign", "id": 1}"#), 403, &["only watches"]).await;
    assert!(line.orders.try_recv().is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_get_no_line() {
    let line = Line::open(None).await;
    let address = line.page.address();
    for origin in ["http://evil.example", "null", "http://localhost"] {
        match open_socket(address, &[("Origin", origin)]).await {
            Err(Error::Http(response)) => assert_eq!(response.status(), 403),
            other => panic!("{origin}: {:?}", other.map(|_| ())),
        }
    }
    assert!(open_socket(address, &[("Origin", &format!("http://{address}"))]).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_and_its_files_and_nothing_else() {
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
        let (status, sentence) = http::get(address, path, &[]).await.refusal();
        assert!(status == 404 && sentence.contains("the page of the line is at /"), "{path}: {sentence}");
    }
    assert_eq!(http::post(address, "/", &[], b"").await.refusal().0, 405);
    let taken = About { places: Vec::new(), part: Part::Pc, is_strict: false, engine: None };
    let refused =
        LinePage::open(address, taken, Watched::End(&line.device), |_| {}).await.err().unwrap().to_string();
    assert!(refused.contains("nobody can listen on") && refused.contains("--web"), "{refused}");
}
