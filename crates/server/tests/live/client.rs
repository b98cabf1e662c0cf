//! A client written from `docs/protocol.md`.

use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use rules::Random;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::lobby_copy::LobbyCopy;
pub use crate::table_copy::Seen;

/// Longest wait for anything on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A connection of a guest.
pub struct Client {
    /// `None` after the connection was cut.
    socket: Option<WebSocketStream<TcpStream>>,
    /// `takhteh=...`
    pub cookie: String,
    pub welcome: Value,
    next_id: u64,
    /// Messages about no table that no test has taken yet.
    others: VecDeque<Value>,
    pub tables: HashMap<String, Seen>,
    lobby: LobbyCopy,
    /// `true` if messages about tables are not checked.
    pub ignores_tables: bool,
}

/// Opens a socket with these headers; the cookie that was set.
pub async fn open_socket(
    address: SocketAddr,
    headers: &[(&'static str, &str)],
) -> Result<(WebSocketStream<TcpStream>, Option<String>), Error> {
    open_socket_at(address, "/socket", headers).await
}

/// Opens a socket at a path with these headers; the cookie that was set.
pub async fn open_socket_at(
    address: SocketAddr,
    path: &str,
    headers: &[(&'static str, &str)],
) -> Result<(WebSocketStream<TcpStream>, Option<String>), Error> {
    let stream = TcpStream::connect(address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let mut request = format!("ws://{address}{path}").into_client_request()?;
    for (name, value) in headers {
        request.headers_mut().insert(*name, HeaderValue::from_str(value).unwrap());
    }
    let (socket, response) = tokio_tungstenite::client_async(request, stream).await?;
    let cookie = response.headers().get("set-cookie").map(|value| value.to_str().unwrap().to_owned());
    Ok((socket, cookie.map(|cookie| cookie.split(';').next().unwrap().to_owned())))
}

impl Client {
    /// Connects as the guest of this cookie, or as a new one, and waits for the welcome.
    pub async fn connect(address: SocketAddr, cookie: Option<&str>) -> Client {
        let headers: Vec<(&str, &str)> = cookie.iter().map(|cookie| ("Cookie", *cookie)).collect();
        let (socket, set) = open_socket(address, &headers).await.unwrap();
        assert_eq!(set.is_none(), cookie.is_some(), "a guest who has a cookie keeps it");
        let mut client = Client {
            socket: Some(socket),
            cookie: cookie.map(str::to_owned).or(set).unwrap(),
            welcome: Value::Null,
            next_id: 0,
            others: VecDeque::new(),
            tables: HashMap::new(),
            lobby: LobbyCopy::default(),
            ignores_tables: false,
        };
        client.welcome = client.other().await;
        assert_eq!(client.welcome["kind"], "welcome");
        client
    }

    pub async fn send_frame(&mut self, frame: Message) {
        self.socket.as_mut().unwrap().send(frame).await.unwrap();
    }

    /// Sends a frame that the server may refuse to read to its end.
    pub async fn send_lossy(&mut self, frame: Message) {
        let _ = self.socket.as_mut().unwrap().send(frame).await;
    }

    pub async fn send(&mut self, message: &Value) {
        self.send_frame(Message::text(message.to_string())).await;
    }

    /// The next message; one about a table also updates `tables`. `None` after the end of the connection or the timeout.
    async fn receive(&mut self, until: Instant) -> Option<Value> {
        loop {
            let frame = timeout_at(until, self.socket.as_mut()?.next()).await.ok()??.ok()?;
            match frame {
                Message::Text(text) => {
                    let message: Value = serde_json::from_str(text.as_str()).unwrap();
                    if message["kind"] == "table" && !self.ignores_tables {
                        let table = message["table"].as_str().unwrap().to_owned();
                        self.tables.entry(table).or_default().receive(message.clone());
                    }
                    return Some(message);
                }
                Message::Ping(_) | Message::Pong(_) => {}
                Message::Close(_) => return None,
                other => panic!("{other:?}"),
            }
        }
    }

    /// The next message that is not about a table.
    pub async fn other(&mut self) -> Value {
        if let Some(message) = self.others.pop_front() {
            return message;
        }
        let until = Instant::now() + TIMEOUT;
        loop {
            let message = self.receive(until).await.expect("a message");
            if message["kind"] != "table" {
                return message;
            }
        }
    }

    /// Sends a request and waits for the reply with its number.
    pub async fn ask(&mut self, mut request: Value) -> Value {
        self.next_id += 1;
        let id = self.next_id;
        request["id"] = json!(id);
        self.send(&request).await;
        self.answer(id).await
    }

    /// The reply with this number.
    pub async fn answer(&mut self, id: u64) -> Value {
        let until = Instant::now() + TIMEOUT;
        loop {
            let message = self.receive(until).await.expect("an answer");
            if message["id"] == id {
                return message;
            } else if message["kind"] != "table" {
                self.others.push_back(message);
            }
        }
    }

    pub async fn done(&mut self, request: Value) {
        let answer = self.ask(request.clone()).await;
        assert_eq!(answer["kind"], "done", "{request}: {answer}");
    }

    /// Sends a request that must be refused, and returns status and message.
    pub async fn refused(&mut self, request: Value) -> (u64, String) {
        let answer = self.ask(request.clone()).await;
        assert_eq!(answer["kind"], "refused", "{request}: {answer}");
        (answer["status"].as_u64().unwrap(), answer["message"].as_str().unwrap().to_owned())
    }

    /// Checks that nothing arrives for a while.
    pub async fn receives_nothing(&mut self, span: Duration) {
        let message = self.receive(Instant::now() + span).await;
        assert_eq!(message, None);
    }

    /// Receives everything that has arrived so far.
    pub async fn drain(&mut self) {
        while let Some(message) = self.receive(Instant::now() + Duration::from_millis(100)).await {
            if message["kind"] != "table" {
                self.others.push_back(message);
            }
        }
    }

    /// Waits until the server closes the connection.
    pub async fn is_closed(&mut self) {
        let until = Instant::now() + TIMEOUT;
        while self.receive(until).await.is_some() {}
        assert!(Instant::now() < until, "the connection is still open");
    }

    /// Watches a table from the beginning.
    pub async fn watch(&mut self, table: &str) {
        self.send(&json!({"kind": "watch", "table": table, "have": null})).await;
        self.next_about(table).await;
    }

    /// Reconnects as the same guest and watches the same tables from the last known event on.
    pub async fn reconnect(&mut self, address: SocketAddr) {
        let mut again = Client::connect(address, Some(&self.cookie)).await;
        again.tables = std::mem::take(&mut self.tables);
        *self = again;
        for (table, seen) in self.tables.clone() {
            let have = (seen.events.len() as u64).checked_sub(1);
            self.send(&json!({"kind": "watch", "table": table, "have": have})).await;
            self.next_about(&table).await;
        }
    }

    /// Drops the connection without a close frame.
    pub fn cut(&mut self) {
        self.socket = None;
    }

    /// Waits for the next message about a table.
    pub async fn next_about(&mut self, table: &str) -> &Seen {
        let until = Instant::now() + TIMEOUT;
        loop {
            let message = self.receive(until).await.expect("news of a table");
            if message["kind"] == "table" && message["table"] == table {
                return &self.tables[table];
            } else if message["kind"] != "table" {
                assert_ne!(message["kind"], "refused", "{message}");
                self.others.push_back(message);
            }
        }
    }

    /// Waits until a table satisfies the condition.
    pub async fn until(&mut self, table: &str, is_so: impl Fn(&Seen) -> bool) -> &Seen {
        let until = Instant::now() + TIMEOUT;
        while !self.tables.get(table).is_some_and(&is_so) {
            match self.receive(until).await {
                Some(message) if message["kind"] != "table" => self.others.push_back(message),
                Some(_) => {}
                None => panic!("it did not come to this: {}", self.tables[table].last),
            }
        }
        &self.tables[table]
    }

    /// Waits until the lists of the lobby satisfy the condition.
    pub async fn until_lobby(&mut self, is_so: impl Fn(&Value) -> bool) -> Value {
        let until = Instant::now() + TIMEOUT;
        while Instant::now() < until {
            let message = self.other().await;
            if message["kind"] == "lobby" {
                self.lobby.receive(&message);
                let lists = self.lobby.lists();
                if is_so(&lists) {
                    return lists;
                }
            }
        }
        panic!("the lobby did not come to this");
    }

    /// Takes the message with the number of a request out of those that have arrived; `false` if there is none.
    pub fn take_other(&mut self, id: u64) -> bool {
        let found = self.others.iter().position(|message| message["id"] == id);
        found.and_then(|index| self.others.remove(index)).is_some()
    }

    /// Discards messages about no table.
    pub fn discard_others(&mut self) {
        self.others.clear();
        self.lobby = LobbyCopy::default();
    }

    pub fn seen(&self, table: &str) -> &Seen {
        &self.tables[table]
    }

    /// Sends client seeds for the dice, if the game has any.
    pub async fn begin(&mut self, table: &str) {
        let seen = self.until(table, |seen| seen.state() != "waiting").await;
        let (is_opening, seats) = (seen.state() == "opening", seen.own_seats());
        let has_seed = |seat: u64| {
            let is_own = |event: &&Value| event["event"] == "client_seed" && event["seat"] == seat;
            seen.events.iter().any(|event| is_own(&event))
        };
        let seedless: Vec<u64> = seats.into_iter().filter(|seat| !has_seed(*seat)).collect();
        if is_opening {
            for seat in seedless {
                let action = json!({"do": "client_seed", "seed": format!("luck {seat}")});
                self.act(table, seat, action).await;
            }
        }
    }

    /// Acts for a seat in the current position.
    pub async fn act(&mut self, table: &str, seat: u64, action: Value) {
        let request = self.action(table, seat, action);
        self.done(request).await;
    }

    pub fn action(&self, table: &str, seat: u64, action: Value) -> Value {
        let seen = self.tables[table].latest();
        json!({"kind": "act", "table": table, "seat": seat, "seen": seen, "action": action})
    }

    /// Finds a move by random clicks.
    pub async fn find_move(&mut self, table: &str, random: &mut Random) -> String {
        let mut picked: Vec<u64> = Vec::new();
        loop {
            let seen = &self.tables[table];
            let key = picked.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
            let touch = match seen.last["touches"].get(&key) {
                Some(touch) => touch.clone(),
                None => {
                    let latest = seen.latest();
                    let request = json!({"kind": "touch", "table": table, "seen": latest, "picked": picked});
                    let answer = self.ask(request).await;
                    assert_eq!(answer["kind"], "touched", "{answer}");
                    answer["touch"].clone()
                }
            };
            match touch {
                Value::String(text) => return text,
                Value::Array(places) => match random.pick(&places) {
                    Some(place) => picked.push(place.as_u64().unwrap()),
                    None => picked.clear(),
                },
                other => panic!("{other}"),
            }
        }
    }

    /// Plays a random move for the seat to move, and waits until it is broadcast.
    pub async fn play(&mut self, table: &str, random: &mut Random) {
        let text = self.find_move(table, random).await;
        self.play_move(table, &text).await;
    }

    /// Plays this move for the seat to move, and waits until it is broadcast.
    pub async fn play_move(&mut self, table: &str, text: &str) {
        let seen = self.seen(table);
        let (seat, latest) = (seen.turn().unwrap(), seen.events.len());
        self.act(table, seat, json!({"do": "move", "move": text})).await;
        let seen = self.until(table, |seen| seen.events.len() > latest).await;
        let moved = seen.events[latest..].iter().find(|event| event["event"] == "moved").unwrap();
        assert_eq!((&moved["seat"], moved["move"].as_str()), (&json!(seat), Some(text)));
    }
}

/// Plays a game to its end with random moves of these clients.
pub async fn play_out(clients: &mut [&mut Client], table: &str, random: &mut Random) {
    for moves in 0.. {
        assert!(moves < 20_000, "the game does not end");
        if !play_one(clients, table, random).await {
            return;
        }
    }
}

/// Plays one random move, which all clients receive; `false` if the game is over.
pub async fn play_one(clients: &mut [&mut Client], table: &str, random: &mut Random) -> bool {
    let held: Vec<Vec<u64>> = clients.iter().map(|client| client.seen(table).own_seats()).collect();
    let is_due = |seen: &Seen| {
        seen.is_over() || seen.turn().is_some_and(|turn| held.iter().any(|seats| seats.contains(&turn)))
    };
    let seen = clients[0].until(table, is_due).await;
    if seen.is_over() {
        for client in clients {
            client.until(table, Seen::is_over).await;
        }
        return false;
    }
    let (turn, latest) = (seen.turn().unwrap(), seen.events.len());
    let mover = held.iter().position(|seats| seats.contains(&turn)).unwrap();
    clients[mover].until(table, |seen| seen.events.len() >= latest).await;
    clients[mover].play(table, random).await;
    let latest = clients[mover].seen(table).events.len();
    for client in clients {
        client.until(table, |seen| seen.events.len() >= latest).await;
    }
    true
}
