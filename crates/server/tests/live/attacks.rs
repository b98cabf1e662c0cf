//! Strangers who try to starve everybody else: slow connections, engines that think for nobody, floods, and what they may not do.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use rules::Seat;
use serde_json::json;
use server::{AbsenceLimits, Config, ConnectionLimits, RateLimit, RateLimits};
use store::Store;
use table::{DiceSource, Millis, Offer, SeatAction, Table, TimeControl};

use crate::http;
use crate::test_server::{TestServer, config, folder};

const HEAD_TIMEOUT: Duration = Duration::from_secs(1);

async fn impatient_server(name: &str) -> TestServer {
    let connections = ConnectionLimits { head_timeout: HEAD_TIMEOUT, ..ConnectionLimits::default() };
    TestServer::open_with(&Config { connections, ..config(&folder(name)) }).await.unwrap()
}

/// Time until the server closes a connection after these bytes, and what it has sent.
fn time_to_close(address: SocketAddr, bytes: &[u8]) -> (Duration, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(bytes).unwrap();
    let begun = Instant::now();
    let mut answer = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => answer.extend(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => break,
            Err(error) => panic!("the connection stays open: {error}"),
        }
    }
    (begun.elapsed(), String::from_utf8_lossy(&answer).into_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_connections_are_closed() {
    let server = impatient_server("attacks-silent").await;
    let address = server.address;
    let mut guest = server.guest().await;
    for (what, bytes) in [
        ("nothing", &b""[..]),
        ("an unfinished head", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "),
        ("a request and silence", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ] {
        let (time, answer) =
            tokio::task::spawn_blocking(move || time_to_close(address, bytes)).await.unwrap();
        println!("{what}: closed after {time:?}");
        assert!(time < 5 * HEAD_TIMEOUT, "{what} is closed after {time:?}");
        assert_eq!(answer.contains("200 OK"), what.contains("request"), "{answer}");
    }
    // A head that arrives byte by byte does not help.
    let drip = tokio::task::spawn_blocking(move || {
        let mut stream = TcpStream::connect(address).unwrap();
        let begun = Instant::now();
        let head = "GET / HTTP/1.1\r\n".to_owned() + &"X: y\r\n".repeat(1000);
        for byte in head.bytes() {
            if stream.write_all(&[byte]).is_err() {
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        begun.elapsed()
    });
    let time = drip.await.unwrap();
    assert!(time < 5 * HEAD_TIMEOUT, "a dripping head lasts {time:?}");
    // A head that is too long is refused.
    let long = "GET / HTTP/1.1\r\nX: ".to_owned() + &"y".repeat(100_000);
    let answer = tokio::task::spawn_blocking(move || time_to_close(address, long.as_bytes())).await;
    assert!(!answer.unwrap().1.contains("200 OK"));
    // A WebSocket lives on.
    let seats = json!([{"who": "me"}, {"who": "engine", "level": 1}]);
    let table = server.table(&guest, json!({"game": "tictactoe", "seats": seats})).await;
    guest.watch(&table).await;
    guest.begin(&table).await;
    server.assert_healthy().await;
}

/// Times that a level 1 takes to answer a stranger's move, sorted.
async fn replies_to_a_stranger(server: &TestServer) -> Vec<Duration> {
    let mut stranger = server.guest().await;
    let seats = json!([{"who": "me"}, {"who": "engine", "level": 1}]);
    let mut times = Vec::new();
    for _ in 0..10 {
        let table = server.table(&stranger, json!({"game": "othello", "seats": seats})).await;
        stranger.watch(&table).await;
        stranger.begin(&table).await;
        let begun = Instant::now();
        stranger.play_move(&table, "d3").await;
        stranger.until(&table, |seen| seen.last["ply"].as_u64() >= Some(2)).await;
        times.push(begun.elapsed());
    }
    times.sort();
    times
}

/// A guest who lets engines think at many tables, the strongest ones and weak ones with expensive rules, does not delay a stranger's
/// weak one.
#[tokio::test(flavor = "multi_thread")]
async fn a_weak_engine_answers_whatever_else_runs() {
    let server = TestServer::open("attacks-engines").await;
    let alone = replies_to_a_stranger(&server).await;
    let mut greedy = server.guest().await;
    for (levels, army) in [([8, 8], "griffon"), ([3, 3], "cannon")] {
        for _ in 0..8 {
            let seats = levels.map(|level| json!({"who": "engine", "level": level}));
            let request = json!({"game": "chess", "settings": {"army": army}, "seats": seats});
            let table = server.table(&greedy, request).await;
            greedy.watch(&table).await;
        }
    }
    let times = replies_to_a_stranger(&server).await;
    println!(
        "reply of level 1 alone: median {:?}, slowest {:?}; beside eight games of level 8 and eight of level 3: median {:?}, \
         slowest {:?}",
        alone[5], alone[9], times[5], times[9]
    );
    // One may meet a pause, and on a busy machine all of them do.
    assert!(times[8] < Duration::from_millis(250).max(4 * alone[8]), "{times:?} after {alone:?}");
    greedy.drain().await;
    server.assert_healthy().await;
}

/// A game between engines goes on only while somebody watches.
#[tokio::test(flavor = "multi_thread")]
async fn engines_do_not_play_for_nobody() {
    let server = TestServer::open("attacks-nobody").await;
    let mut guest = server.guest().await;
    let seats = json!([{"who": "engine", "level": 1}, {"who": "engine", "level": 1}]);
    let table = server.table(&guest, json!({"game": "othello", "seats": seats})).await;
    tokio::time::sleep(Duration::from_millis(700)).await;
    let (record, verified) = server.record(&table).await;
    assert_eq!(verified.moves, 0, "{record}");
    guest.watch(&table).await;
    guest.until(&table, |seen| seen.last["ply"].as_u64() >= Some(10)).await;
    let (record, verified) = server.record(&table).await;
    assert!(verified.moves >= 10, "{record}");
    server.assert_healthy().await;
}

/// A page whose owner points its own name to this server gets no answer, and no page of another site can send requests.
#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_reach_nothing() {
    let config =
        Config { origin: Some("https://play.example.org".to_owned()), ..config(&folder("attacks-sites")) };
    let server = TestServer::open_with(&config).await.unwrap();
    let address = server.address;
    let status = |host: &'static str, path: &'static str| async move {
        let head = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        let (_, answer) =
            tokio::task::spawn_blocking(move || time_to_close(address, head.as_bytes())).await.unwrap();
        answer
    };
    for path in ["/", "/api/games", "/socket", "/healthz", "/api/account"] {
        let answer = status("evil.example:8080", path).await;
        assert!(answer.starts_with("HTTP/1.1 421 ") && answer.contains("not known as"), "{path}: {answer}");
    }
    for host in ["localhost:8080", "127.0.0.1", "play.example.org", "[::1]:80"] {
        let answer = status(host, "/healthz").await;
        assert!(answer.starts_with("HTTP/1.1 200 "), "{host}: {answer}");
    }
    // The browsers of a server behind a proxy that encrypts send the cookie over encrypted connections only.
    assert!(status("play.example.org", "/").await.contains("; Secure"));
    let foreign = [("Origin", "https://evil.example"), ("Content-Type", "application/json")];
    for path in [
        "/api/preview",
        "/api/arrange",
        "/api/tables",
        "/api/tables/x/adopt",
        "/api/account/register",
        "/api/account/login",
        "/api/account/logout",
        "/api/account/password",
        "/api/account/delete",
        "/api/account/sessions/x/revoke",
        "/api/tuning/runs",
        "/api/tuning/runs/x/stop",
    ] {
        let answer = http::post(address, path, &foreign, b"{}").await;
        assert_eq!(
            answer.refusal(),
            (403, "the request comes from a page of another site".to_owned()),
            "{path}"
        );
    }
    server.assert_healthy().await;
}

/// Requests beyond what one address may send wait, and a stranger is not affected.
#[tokio::test(flavor = "multi_thread")]
async fn floods_of_requests_are_refused() {
    let base = config(&folder("attacks-flood"));
    let limit = RateLimit { burst: 20.try_into().unwrap(), interval: Duration::from_secs(5) };
    let rate_limits =
        RateLimits { post_by_address: limit, is_this_computer_exempt: false, ..base.rate_limits };
    let server = TestServer::open_with(&Config { rate_limits, ..base }).await.unwrap();
    let mut refused = 0;
    for _ in 0..40 {
        let answer = server.post("/api/preview", &json!({"game": "tictactoe"})).await;
        if answer.status == 429 {
            assert!(answer.header("retry-after").unwrap().parse::<u32>().unwrap() > 0);
            refused += 1;
        }
    }
    assert!((15..=20).contains(&refused), "{refused} of 40 refused");
    server.assert_healthy().await;
}

/// A session is limited on its own: behind a proxy all clients have one address.
#[tokio::test(flavor = "multi_thread")]
async fn a_session_cannot_flood_behind_a_proxy() {
    let base = config(&folder("attacks-session"));
    let limit = RateLimit { burst: 10.try_into().unwrap(), interval: Duration::from_secs(5) };
    let rate_limits = RateLimits { post_by_session: limit, ..base.rate_limits };
    let server = TestServer::open_with(&Config { rate_limits, ..base }).await.unwrap();
    let (greedy, other) = (server.guest().await, server.guest().await);
    let preview = |cookie: String| async move {
        let body = json!({"game": "tictactoe"}).to_string();
        http::post(server.address, "/api/preview", &[("Cookie", &cookie)], body.as_bytes()).await.status
    };
    let mut statuses = Vec::new();
    for _ in 0..15 {
        statuses.push(preview(greedy.cookie.clone()).await);
    }
    assert_eq!(statuses.iter().filter(|status| **status == 429).count(), 5, "{statuses:?}");
    assert_eq!(preview(other.cookie.clone()).await, 200);
}

/// No guest can be taken for the computer.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_called_computer() {
    let server = TestServer::open("attacks-names").await;
    let mut guest = server.guest().await;
    for name in ["Computer, level 8", "cоmputer", "NARRAD"] {
        let (status, message) = guest.refused(json!({"kind": "name", "name": name})).await;
        assert!(status == 422 && message.contains("computer player"), "{name}: {status} {message}");
        let seats = json!([{"who": "me"}, {"who": "here", "name": name}]);
        let answer = server.post("/api/tables", &json!({"game": "tictactoe", "seats": seats})).await;
        assert_eq!(answer.status, 422, "{name}: {}", answer.text());
        let body = json!({"name": name, "password": "long enough"});
        let headers = [("Content-Type", "application/json")];
        let answer =
            http::post(server.address, "/api/account/register", &headers, body.to_string().as_bytes()).await;
        assert_eq!(answer.status, 422, "{name}: {}", answer.text());
        let body = json!({"name": name});
        let answer =
            http::post(server.address, "/api/account/bots", &headers, body.to_string().as_bytes()).await;
        assert_eq!(answer.status, 422, "{name}: {}", answer.text());
    }
    guest.done(json!({"kind": "name", "name": "Laleh"})).await;
}

/// Armies are shared and counted by bytes: previews of many different ones leave little behind.
#[tokio::test(flavor = "multi_thread")]
async fn previews_of_many_armies_stay_in_their_memory() {
    let server = TestServer::open("attacks-armies").await;
    let address = server.address;
    let before = games::chess::army_bytes_in_use();
    let mut requests = tokio::task::JoinSet::new();
    for number in 0..60 {
        let army = format!(
            "name = \"riders {number}\"\narmy = \"griffon\"\n\n[kind.B]\nmoves = [\"ride 3,2\", \"path 1,0 1,1 ... eight-way\"]"
        );
        let body = json!({"game": "chess", "settings": army}).to_string();
        requests.spawn(async move { http::post(address, "/api/preview", &[], body.as_bytes()).await });
    }
    let (mut most, mut compiled, mut busy) = (0, 0, 0);
    while let Some(answer) = requests.join_next().await {
        most = most.max(games::chess::army_bytes_in_use() - before.min(games::chess::army_bytes_in_use()));
        let answer = answer.unwrap();
        match answer.status {
            200 => compiled += 1,
            503 => {
                assert!(answer.header("retry-after").is_some());
                busy += 1;
            }
            other => panic!("{other} {}", answer.text()),
        }
    }
    println!(
        "60 armies at once: {compiled} compiled, {busy} asked to wait, at most {} MB of them at a time",
        most >> 20
    );
    assert!(compiled > 0 && most < 200 << 20, "{most} bytes");
    server.assert_healthy().await;
}

/// A number that does not exist yet is refused, also by a player who resigns; an old one only where it matters.
#[tokio::test(flavor = "multi_thread")]
async fn actions_name_an_event_that_exists() {
    let server = TestServer::open("attacks-numbers").await;
    let (mut one, mut other, table) = server.pair("tictactoe", json!({}), "none").await;
    let mut random = rules::Random::new(1);
    for _ in 0..2 {
        crate::client::play_one(&mut [&mut one, &mut other], &table, &mut random).await;
    }
    let mut resign = one.action(&table, 1, json!({"do": "resign"}));
    resign["seen"] = json!(1_000_000);
    let (status, message) = one.refused(resign.clone()).await;
    assert!(status == 409 && message.contains("does not exist"), "{status} {message}");
    resign["seen"] = json!(1);
    one.done(resign).await;
    other.until(&table, crate::client::Seen::is_over).await;
}

/// Stores a game of Othello with as many events as a record may have.
async fn store_takeback_loop(store: &Store, id: &str) {
    // The loop itself, without the network: a move, a takeback that is offered and accepted, and so on.
    let row = store.table(id).await.unwrap().unwrap();
    let game = games::catalog::open_rules(&row.rules).unwrap();
    let names = row.seats.iter().map(|holder| holder.name().unwrap().to_owned()).collect();
    let dice = DiceSource::Committed(row.secret.parse().unwrap());
    let mut table = Table::open(game, names, TimeControl::Unlimited, "start", dice).unwrap();
    let _ = table.begin(Millis(0));
    while table.events().len() < 20_000 {
        for (seat, action) in [
            (Seat::FIRST, SeatAction::Move("d3".to_owned())),
            (Seat::FIRST, SeatAction::Offer(Offer::Takeback)),
            (Seat::SECOND, SeatAction::Answer(true)),
        ] {
            let reply = table.act(seat, table.latest(), action, Millis(1));
            assert_eq!(reply.error, None);
        }
    }
    let mut writer = table::record::Writer::new();
    let lines = table.events().iter().map(|event| (event.number, writer.write(event))).collect();
    store.write(vec![store::WriteOp::Record { table: id.to_owned(), lines }]).await.unwrap();
}

/// A game with as many events as a record may have takes nothing more, but it can be resigned, or claimed if the other player has
/// left.
#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_loop_ends() {
    let mut server = TestServer::open("attacks-takebacks").await;
    let (mut guest, mut other, resigned) = server.pair("othello", json!({}), "none").await;
    let request = json!({"game": "othello", "seats": [{"who": "me"}, {"who": "link"}]});
    let claimed = server.table(&guest, request).await;
    guest.watch(&claimed).await;
    other.watch(&claimed).await;
    other.done(json!({"kind": "sit", "table": claimed, "seat": 2})).await;
    let store = server.server.as_ref().unwrap().store().clone();
    for id in [&resigned, &claimed] {
        guest.until(id, |seen| seen.state() == "playing").await;
        store_takeback_loop(&store, id).await;
    }
    drop(store);
    server.stop().await;
    let absence = AbsenceLimits { without_clock: Duration::from_millis(10), ..AbsenceLimits::default() };
    let server = TestServer::open_with(&Config { absence, ..config(&server.folder) }).await.unwrap();
    let mut guest = server.again(&guest).await;
    for (id, last) in [
        (&resigned, json!({"do": "resign"})),
        (&claimed, json!({"do": "claim_absence", "absent": 2, "claim": "win"})),
    ] {
        guest.watch(id).await;
        let (seen, turn) = (guest.seen(id).latest(), guest.seen(id).turn().unwrap());
        let act = |action: serde_json::Value| json!({"kind": "act", "table": id, "seat": turn, "seen": seen, "action": action});
        for action in [json!({"do": "move", "move": "d3"}), json!({"do": "offer", "offer": "takeback"})] {
            let (status, message) = guest.refused(act(action)).await;
            assert!(status == 409 && message.contains("can only be resigned"), "{status} {message}");
        }
        // The absence counts from the first query on.
        tokio::time::sleep(Duration::from_millis(50)).await;
        guest.done(act(last)).await;
        guest.until(id, crate::client::Seen::is_over).await;
    }
    server.assert_healthy().await;
}
