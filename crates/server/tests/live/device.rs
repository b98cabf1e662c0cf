//! The chess computer over its socket.

use std::net::SocketAddr;
use std::time::Duration;

use device::chess::{Army, Colour, Kind, Move};
use device::program::Program;
use device::{Device, Effect, Frame, Game, Key, Screen};
use device_home::{PanelAnswer, PanelGame, TableGame, TableView, army_file, army_of_file};
use futures_util::{SinkExt, StreamExt};
use games::catalog;
use serde_json::{Value, json};
use table::{Millis, Table, record, verify};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::browser_user::{BrowserUser, PASSWORD};
use crate::client::open_socket_at;
use crate::test_server::TestServer;

const TIMEOUT: Duration = Duration::from_secs(60);

/// A browser on the page of the device.
struct Screening {
    socket: WebSocketStream<TcpStream>,
    cookie: String,
    frame: Vec<u8>,
    frames: usize,
    state: Value,
    error: Option<String>,
}

impl Screening {
    async fn open(address: SocketAddr, cookie: Option<&str>) -> Screening {
        let headers: Vec<(&str, &str)> = cookie.iter().map(|cookie| ("Cookie", *cookie)).collect();
        let (socket, set) = open_socket_at(address, "/device/socket", &headers).await.unwrap();
        let cookie = cookie.map(str::to_owned).or(set).unwrap();
        let mut screening =
            Screening { socket, cookie, frame: Vec::new(), frames: 0, state: Value::Null, error: None };
        while screening.state.is_null() || screening.frames == 0 {
            screening.receive().await;
        }
        screening
    }

    async fn send(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    async fn receive(&mut self) {
        let message = timeout(TIMEOUT, self.socket.next()).await.expect("no message").unwrap().unwrap();
        match message {
            Message::Binary(bytes) => {
                assert_eq!(bytes.len(), 2048);
                self.frame = bytes.to_vec();
                self.frames += 1;
            }
            Message::Text(text) => {
                let message: Value = serde_json::from_str(text.as_str()).unwrap();
                match message["error"].as_str() {
                    Some(error) => self.error = Some(error.to_owned()),
                    None if message["army"] == "loaded" => self.error = None,
                    None => self.state = message,
                }
            }
            _ => {}
        }
    }

    /// Presses keys and waits for the picture after each.
    async fn press(&mut self, keys: &str) {
        for key in keys.chars() {
            let frames = self.frames;
            self.send(&key.to_string()).await;
            while self.frames == frames {
                self.receive().await;
            }
        }
    }

    async fn until(&mut self, what: &str, is_true: impl Fn(&Screening) -> bool) {
        let until = Instant::now() + TIMEOUT;
        while !is_true(self) {
            assert!(Instant::now() < until, "{what}: {}", self.state);
            self.receive().await;
        }
    }

    /// Waits until the screen shows what a local device draws, in one of the phases of its blinking.
    async fn until_shows(&mut self, device: &Device) {
        let drawn = drawings(device);
        self.until("the same picture", |screening| drawn.contains(&screening.frame)).await;
    }

    async fn your_turn(&mut self) {
        self.until("your turn", |screening| screening.state["turn"] == "you").await;
    }

    /// Presses the keys of a move and waits for the reply.
    async fn play(&mut self, keys: &str) {
        self.press(keys).await;
        self.until("the move", |screening| screening.state["turn"] == "opponent").await;
        self.your_turn().await;
    }

    fn table(&self) -> String {
        self.state["table"].as_str().unwrap_or_default().to_owned()
    }
}

/// Pictures of a device in the phases of its blinking and of its sign of life.
fn drawings(device: &Device) -> Vec<Vec<u8>> {
    let mut copy = device.clone();
    (0..8u32)
        .map(|phase| {
            copy.tick(phase * 400);
            let mut frame = Frame::new();
            copy.draw(&mut frame).unwrap();
            frame.bytes().to_vec()
        })
        .collect()
}

/// Keys that bring the cursor from one cell to another.
fn steps(from: u8, to: u8) -> String {
    let (from, to) = ((from / 8, from % 8), (to / 8, to % 8));
    let rows =
        if to.0 < from.0 { "2".repeat((from.0 - to.0).into()) } else { "8".repeat((to.0 - from.0).into()) };
    let columns =
        if to.1 < from.1 { "4".repeat((from.1 - to.1).into()) } else { "6".repeat((to.1 - from.1).into()) };
    rows + &columns
}

/// Keys that play a move of White; the cursor is `at` a cell and ends on the last one.
fn keys_of(mv: Move, at: u8) -> String {
    let promotion = if mv.promotion.is_some() { "5" } else { "" };
    format!("{}5{}5{promotion}", steps(at, mv.from), steps(mv.from, mv.to))
}

/// The table of a record, which must verify.
async fn replayed(server: &TestServer, table: &str) -> Table {
    let (text, verified) = server.record(table).await;
    let game = catalog::open_rules(&verified.setup.rules).unwrap();
    verify::replay_record(game, &record::read(&text).unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_give_the_pictures_of_a_local_device() {
    let server = TestServer::open("device-frames").await;
    let mut screening = Screening::open(server.address, None).await;
    let mut local = Device::new();
    local.offer_games();
    screening.until_shows(&local).await;
    // Greeting, menu, definitions with errors, the wipe, the menu again, another colour and back, a game, illegal squares.
    let script =
        "565".to_owned() + "9#99#0##1#64#8#0#" + "A" + "6844" + "5" + "2222" + "8886" + "5" + "*" + "585";
    for key in script.chars() {
        screening.press(&key.to_string()).await;
        local.key(Key::of(key).unwrap(), 0);
        screening.until_shows(&local).await;
    }
    assert_eq!(local.screen(), Screen::Play);
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_by_keys_is_the_game_of_the_command_line() {
    let server = TestServer::open("device-game").await;
    let mut screening = Screening::open(server.address, None).await;
    let mut local = TableGame::new(Device::new(), "Guest", 1);
    // A new knight, which 10 bars from 17; the other kinds as usual.
    let programs = [
        "1#64#8#64#9#0#",
        "9#18#27#36#45#54#63#0#",
        "1#2#3#4#64#8#16#24#32#0#",
        "9#18#27#0#",
        "10#17#0#",
        "9#24#0#",
    ];
    let script = format!("565{}", programs.concat());
    screening.press(&script).await;
    for key in script.chars() {
        local.key(Key::of(key).unwrap(), Millis(0)).unwrap();
    }
    assert_eq!(local.device().screen(), Screen::Play);
    screening.until("a table", |screening| !screening.table().is_empty()).await;
    let table = screening.table();
    let mut cursor = 52;
    for turn in 0..8u64 {
        screening.until_shows(local.device()).await;
        screening.your_turn().await;
        // The player's move: some legal one, the same on both sides.
        let mut moves = Vec::new();
        local.device().board().for_legal_moves(local.device().army(), |mv| {
            moves.push(mv);
            true
        });
        let mv = moves[(turn as usize * 7 + 3) % moves.len()];
        let keys = keys_of(mv, cursor);
        cursor = mv.to;
        screening.play(&keys).await;
        for key in keys.chars() {
            local.key(Key::of(key).unwrap(), Millis(turn * 2)).unwrap();
        }
        assert!(local.device().awaits_opponent(), "{mv:?}");
        // The computer's reply, from the record, played on the local device.
        let record = replayed(&server, &table).await;
        let reply = record.moves().last().unwrap().1.text.clone();
        let reply = local.table().unwrap().board().read_move(&reply).unwrap();
        local.opponent_plays(&reply, Millis(turn * 2 + 1)).unwrap();
    }
    let record = replayed(&server, &table).await;
    let of = |table: &Table| table.moves().map(|(_, played)| played.text.clone()).collect::<Vec<_>>();
    assert_eq!(of(&record), of(local.table().unwrap()));
    assert_eq!(record.game().rules_text(), local.table().unwrap().game().rules_text());
    // The army as a file.
    let mut user = BrowserUser { address: server.address, cookie: screening.cookie.clone() };
    let file = user.get("/api/device/army").await;
    assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"army.toml\""));
    assert_eq!(army_of_file(&file.text()).unwrap(), *local.device().army());
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_power_may_fail_in_mid_game() {
    let mut server = TestServer::open("device-power").await;
    let mut screening = Screening::open(server.address, None).await;
    screening.press("55").await;
    screening.play("5225").await;
    screening.press("46").await;
    let (table, cookie) = (screening.table(), screening.cookie.clone());
    let before = replayed(&server, &table).await;
    server.restart().await;
    let mut screening = Screening::open(server.address, Some(&cookie)).await;
    assert_eq!(screening.table(), table);
    screening.your_turn().await;
    // From d2 to d4, after the cursor came back from e4.
    screening.press("884522").await;
    screening.press("5").await;
    screening.until("the move", |screening| screening.state["turn"] == "opponent").await;
    // Another cut, while the computer may be thinking.
    drop(screening);
    server.restart().await;
    let mut screening = Screening::open(server.address, Some(&cookie)).await;
    screening.your_turn().await;
    let after = replayed(&server, &table).await;
    assert_eq!((before.moves().len(), after.moves().len()), (2, 4));
    assert!(screening.state["text"].as_str().unwrap().contains("Your turn."), "{}", screening.state);
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_page_and_the_device_show_one_game() {
    let server = TestServer::open("device-table").await;
    let guest = server.guest().await;
    let mut screening = Screening::open(server.address, Some(&guest.cookie)).await;
    let mut second = Screening::open(server.address, Some(&guest.cookie)).await;
    screening.press("55").await;
    screening.until("a table", |screening| !screening.table().is_empty()).await;
    let table = screening.table();
    let mut client = server.again(&guest).await;
    client.watch(&table).await;
    client.begin(&table).await;
    // A move on the table page.
    client.act(&table, 1, json!({"do": "move", "move": "e4"})).await;
    screening.until("the reply", |screening| text(screening).contains("The computer played")).await;
    second
        .until("the same in another window", |second| {
            second.frame == screening.frame || text(second) == text(&screening)
        })
        .await;
    // A move on the device.
    screening.play("45225").await;
    client.until(&table, |seen| seen.last["ply"].as_u64() >= Some(4)).await;
    // Resigning on the table page.
    client.act(&table, 1, json!({"do": "resign"})).await;
    screening.until("the end", |screening| text(screening).contains("The computer wins.")).await;
    assert_eq!(screening.state["turn"], Value::Null);
    // A user's device is the user's own.
    let other = Screening::open(server.address, None).await;
    assert_eq!(other.state["table"], Value::Null);
    assert!(text(&other).contains("Press any key"), "{}", other.state);
    server.assert_healthy().await;
}

fn text(screening: &Screening) -> &str {
    screening.state["text"].as_str().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_belongs_to_an_account_and_is_deleted_with_it() {
    let server = TestServer::open("device-account").await;
    let mut user = BrowserUser::account(&server, "laleh").await;
    let mut screening = Screening::open(server.address, Some(&user.cookie)).await;
    screening.press("5").await;
    screening.press("6").await;
    drop(screening);
    let screening = Screening::open(server.address, Some(&user.cookie)).await;
    assert!(text(&screening).contains("define the moves"), "{}", screening.state);
    let store = server.server.as_ref().unwrap().store().clone();
    let account = store.account("laleh").await.unwrap().unwrap();
    let id = format!("{account:?}");
    let id = id.split("id: \"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    while store.device(&id).await.unwrap().is_none() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let answer = user.post("/api/account/delete", &json!({"password": PASSWORD})).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(store.device(&id).await.unwrap(), None);
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn garbage_is_refused_and_armies_are_loaded() {
    let server = TestServer::open("device-garbage").await;
    let mut screening = Screening::open(server.address, None).await;
    let long = "5".repeat(20_000);
    for bad in [
        "",
        "x",
        "55",
        "a",
        "\u{0}",
        "{",
        "[]",
        "{\"army\": 7}",
        "{\"kind\": \"lobby\"}",
        "{\"army\": \"knight\"}",
        &long,
    ] {
        screening.error = None;
        screening.send(bad).await;
        screening.until("an error", |screening| screening.error.is_some()).await;
        let error = screening.error.clone().unwrap();
        assert!(
            error.contains("expected") || error.contains("at most") || error.starts_with("cannot"),
            "{error}"
        );
    }
    screening.error = None;
    screening.socket.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    screening.until("an error", |screening| screening.error.is_some()).await;
    // An army whose kinds the device does not have, and one that it has.
    screening.error = None;
    let grasshopper = games::chess::builtin::file("grasshopper").unwrap_or("name = \"x\"").to_owned();
    screening.send(&json!({ "army": grasshopper }).to_string()).await;
    screening.until("an error", |screening| screening.error.is_some()).await;
    println!("refused: {}", screening.error.clone().unwrap());
    let mut army = Army { has_castling: false, ..Army::ORDINARY };
    army.programs[Kind::Knight.index()] = Program::new(&[10, 17]);
    screening.send(&json!({"army": army_file(&army)}).to_string()).await;
    screening.press("*").await;
    screening.until("the army in the menu", |screening| text(screening).contains("defined moves")).await;
    // A page of another site.
    let headers = [("Origin", "https://other.example")];
    assert!(open_socket_at(server.address, "/device/socket", &headers).await.is_err());
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_state_gives_a_new_device() {
    let mut server = TestServer::open("device-damaged").await;
    let mut screening = Screening::open(server.address, None).await;
    screening.press("55").await;
    screening.until("a table", |screening| !screening.table().is_empty()).await;
    let cookie = screening.cookie.clone();
    drop(screening);
    server.stop().await;
    let file = server.folder.join(server::DATABASE);
    let database = sqlx::SqlitePool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    let changed = sqlx::query("UPDATE devices SET state = x'00112233'").execute(&database).await.unwrap();
    assert_eq!(changed.rows_affected(), 1);
    database.close().await;
    let server = TestServer::open_on(&server.folder.clone()).await.unwrap();
    let screening = Screening::open(server.address, Some(&cookie)).await;
    screening_is_new(&screening);
    server.assert_healthy().await;
}

fn screening_is_new(screening: &Screening) {
    assert_eq!(screening.state["table"], Value::Null);
    assert!(text(screening).contains("Press any key"), "{}", screening.state);
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_are_answered_while_the_engine_thinks() {
    let server = TestServer::open("device-latency").await;
    let mut screening = Screening::open(server.address, None).await;
    screening.press("5").await;
    // The pool's only engine thread is busy with analyses of another guest's game.
    let mut guest = server.guest().await;
    let seats = json!([{"who": "me"}, {"who": "here"}]);
    let table = server.table(&guest, json!({"game": "chess", "seats": seats})).await;
    guest.watch(&table).await;
    guest.begin(&table).await;
    guest.send(&json!({"kind": "analyse", "id": 900, "table": table, "ply": 0})).await;
    screening.press("5").await;
    screening.press("5225").await;
    let mut times = Vec::new();
    for key in "2222444488886666".repeat(12).chars() {
        let begun = std::time::Instant::now();
        screening.press(&key.to_string()).await;
        times.push(begun.elapsed());
    }
    times.sort();
    let (median, last) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "key to picture while an engine searches: median {median:?}, slowest {last:?} of {}",
        times.len()
    );
    assert!(times[times.len() * 99 / 100] < Duration::from_millis(50), "{times:?}");
    screening.your_turn().await;
    server.assert_healthy().await;
}

/// Keys of a legal move in the position of a table, and the cell where the cursor ends.
fn keys_on_panel(game: Game, table: &Table, mut cursor: u8) -> (String, u8) {
    let mut local = PanelGame::new(game, table.game(), Colour::White);
    let (columns, rows) = game.grid();
    let mut keys = String::new();
    loop {
        let panel = local.panel(&TableView::of(table));
        let cell = (0..columns * rows).find(|&cell| panel.cells[usize::from(cell)].is_target());
        // Without a cell only the pass is left.
        let effect = cell.map_or(Effect::Entered, Effect::Picked);
        match cell {
            Some(cell) => {
                keys += &"8".repeat(((cell / columns + rows - cursor / columns) % rows).into());
                keys += &"6".repeat(((cell % columns + columns - cursor % columns) % columns).into());
                keys.push('5');
                cursor = cell;
            }
            None => keys.push('#'),
        }
        if matches!(local.handle(effect, table.board()), PanelAnswer::Move(_)) {
            return (keys, cursor);
        }
        assert!(keys.len() < 1000, "no move in {}", table.board().position());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_games_are_played_on_the_panel() {
    let mut server = TestServer::open("device-panels").await;
    for (game, menu, mut cursor) in
        [(Game::Othello, "8865", 36), (Game::Halma, "886665", 36), (Game::Backgammon, "8866665", 20)]
    {
        let mut screening = Screening::open(server.address, None).await;
        screening.press("5").await;
        screening.press(menu).await;
        screening.until("a table", |screening| !screening.table().is_empty()).await;
        let table = screening.table();
        for turn in 0..5 {
            screening.your_turn().await;
            let before = replayed(&server, &table).await;
            let (keys, end) = keys_on_panel(game, &before, cursor);
            cursor = end;
            screening.press(&keys).await;
            let until = Instant::now() + TIMEOUT;
            while replayed(&server, &table).await.moves().len() == before.moves().len() {
                assert!(Instant::now() < until, "turn {turn}, {keys}: {}", screening.state);
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            // The position of the reply.
            let mut now = replayed(&server, &table).await;
            while now.turn() != before.turn() && now.outcome().is_none() {
                tokio::time::sleep(Duration::from_millis(5)).await;
                now = replayed(&server, &table).await;
            }
            screening.press("*").await;
        }
        screening.your_turn().await;
        assert!(replayed(&server, &table).await.moves().len() >= 5);
        // The power fails, and the game goes on where it was.
        screening.press("*").await;
        // Nothing more arrives than the blinks of the cursor.
        while timeout(Duration::from_millis(200), screening.receive()).await.is_ok() {}
        let (cookie, words) = (screening.cookie.clone(), text(&screening).to_owned());
        drop(screening);
        server.restart().await;
        let mut screening = Screening::open(server.address, Some(&cookie)).await;
        screening.until(&words, |screening| text(screening) == words).await;
        assert_eq!(screening.table(), table);
    }
    server.assert_healthy().await;
}
