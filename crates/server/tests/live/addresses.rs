//! Limits by address and by socket, also behind a proxy that names the addresses of its clients.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::json;
use server::{Config, ConnectionLimits, RateLimit, RateLimits, TlsFiles};
use tokio::net::{TcpSocket, TcpStream};

use crate::client::{Client, open_socket};
use crate::http::{self, Answer};
use crate::running::encrypted_get;
use crate::test_server::{TestServer, config, folder};

/// One request more each `seconds` after `burst` at once.
fn limit(burst: u32, seconds: u64) -> RateLimit {
    RateLimit { burst: burst.try_into().unwrap(), interval: Duration::from_secs(seconds) }
}

async fn server_with(name: &str, rate_limits: impl FnOnce(RateLimits) -> RateLimits) -> TestServer {
    let base = config(&folder(name));
    let rate_limits = rate_limits(base.rate_limits);
    let origin = Some("https://play.example.org".to_owned());
    TestServer::open_with(&Config { rate_limits, origin, ..base }).await.unwrap()
}

/// Sends a POST request through a proxy on this computer, whose client claims to be at 198.51.100.9.
async fn post_from(server: &TestServer, client: &str, path: &str, body: &serde_json::Value) -> Answer {
    let forwarded = format!("198.51.100.9, {client}");
    let headers = [("X-Forwarded-For", forwarded.as_str()), ("Content-Type", "application/json")];
    http::post(server.address, path, &headers, body.to_string().as_bytes()).await
}

/// A client of a proxy who floods the server stops nobody else from logging in, opening tables or loading pages.
#[tokio::test(flavor = "multi_thread")]
async fn clients_of_a_proxy_are_limited_one_by_one() {
    let server = server_with("addresses-proxy", |base| RateLimits {
        log_in_by_address: limit(4, 60),
        post_by_address: limit(30, 60),
        get_by_address: limit(5, 60),
        page_by_address: limit(20, 60),
        tables_by_address: limit(3, 60),
        ..base
    })
    .await;
    let wrong = json!({"name": "Laleh", "password": "a wrong one"});
    let seats = json!([{"who": "me"}, {"who": "link"}]);
    let table = json!({"game": "othello", "seats": seats});
    let (server, wrong, table) = (&server, &wrong, &table);
    let log_in = |client: &'static str| post_from(server, client, "/api/account/login", wrong);
    let open = |client: &'static str| post_from(server, client, "/api/tables", table);
    let get = |client: &'static str| async move {
        http::get(server.address, "/api/statistics", &[("X-Forwarded-For", client)]).await
    };
    for _ in 0..4 {
        assert_eq!(log_in("192.0.2.1").await.status, 401);
    }
    for _ in 0..3 {
        assert_eq!(open("192.0.2.1").await.status, 201);
    }
    for _ in 0..5 {
        assert_eq!(get("192.0.2.1").await.status, 200);
    }
    for answer in [log_in("192.0.2.1").await, open("192.0.2.1").await, get("192.0.2.1").await] {
        assert_eq!(answer.status, 429, "{}", answer.text());
        assert!(answer.header("retry-after").unwrap().parse::<u32>().unwrap() > 0);
    }
    let others = [log_in("192.0.2.2").await, open("192.0.2.2").await, get("192.0.2.2").await];
    assert_eq!(others.map(|answer| answer.status), [401, 201, 200]);
    // Pages and files of the app are counted on their own.
    let page = |path: &'static str, client: &'static str| async move {
        http::get(server.address, path, &[("X-Forwarded-For", client)]).await
    };
    for _ in 0..10 {
        assert_eq!(page("/", "192.0.2.1").await.status, 200);
        assert_eq!(page("/style.css", "192.0.2.1").await.status, 200);
    }
    for path in ["/", "/style.css", "/table/unknown", "/healthz"] {
        let answer = page(path, "192.0.2.1").await;
        assert_eq!(answer.status, 429, "{path}: {}", answer.text());
        assert!(answer.header("retry-after").is_some());
    }
    assert_eq!(page("/", "192.0.2.2").await.status, 200);
    let refused = {
        let mut refused = 0;
        for _ in 0..40 {
            let answer = post_from(server, "192.0.2.3", "/api/preview", &json!({"game": "tictactoe"})).await;
            refused += u32::from(answer.status == 429);
        }
        refused
    };
    assert_eq!(refused, 10);
    server.assert_healthy().await;
}

/// Sockets behind a proxy count by the address of the client, and closing them frees their places.
#[tokio::test(flavor = "multi_thread")]
async fn sockets_of_one_client_of_a_proxy_are_limited() {
    let base = config(&folder("addresses-sockets"));
    let connections = ConnectionLimits { by_address: 3, ..ConnectionLimits::default() };
    let origin = Some("https://play.example.org".to_owned());
    let server = TestServer::open_with(&Config { connections, origin, ..base }).await.unwrap();
    let address = server.address;
    let open = |client: &'static str| async move {
        open_socket(address, &[("X-Forwarded-For", client)]).await.map(|(socket, _)| socket)
    };
    let mut sockets = Vec::new();
    for _ in 0..3 {
        sockets.push(open("192.0.2.1").await.unwrap());
    }
    let error = open("192.0.2.1").await.map(drop).unwrap_err().to_string();
    assert!(error.contains("429"), "{error}");
    let _other = open("192.0.2.2").await.unwrap();
    sockets.clear();
    let begun = Instant::now();
    while open("192.0.2.1").await.is_err() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the places are not given back");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.assert_healthy().await;
}

/// A socket that floods the server is read more slowly: nothing is lost, and what others do is not delayed.
#[tokio::test(flavor = "multi_thread")]
async fn a_socket_that_floods_is_read_slowly() {
    let interval = Duration::from_millis(20);
    let server = server_with("addresses-frames", |base| RateLimits {
        frames_by_socket: RateLimit { burst: 20.try_into().unwrap(), interval },
        ..base
    })
    .await;
    let (mut greedy, mut other, table) = server.pair("othello", json!({}), "none").await;
    let begun = Instant::now();
    for id in 1000..1100 {
        greedy.send(&json!({"kind": "position", "id": id, "table": table, "ply": 0})).await;
    }
    // The moves of the other player arrive meanwhile.
    let mut spectator = server.guest().await;
    spectator.watch(&table).await;
    let asked = Instant::now();
    let answer = other.ask(json!({"kind": "position", "table": table, "ply": 0})).await;
    assert_eq!(answer["kind"], "position", "{answer}");
    let quick = asked.elapsed();
    assert_eq!(greedy.answer(1099).await["kind"], "position");
    let slow = begun.elapsed();
    println!("100 requests at once took {slow:?}, one of another player {quick:?}");
    assert!(slow >= 70 * interval, "100 requests at once took {slow:?}");
    assert!(quick < slow / 2, "{quick:?} beside {slow:?}");
    // All were answered, the last one last.
    for id in 1000..1099 {
        assert!(greedy.take_other(id), "request {id} has no answer");
    }
    server.assert_healthy().await;
}

/// The clients of one address cannot fill the database with the names of new guests.
#[tokio::test(flavor = "multi_thread")]
async fn names_of_one_address_are_limited() {
    let server = server_with("addresses-names", |base| RateLimits {
        names_by_address: limit(5, 60),
        is_this_computer_exempt: false,
        ..base
    })
    .await;
    let mut statuses = Vec::new();
    for number in 0..8 {
        let mut guest = server.guest().await;
        let answer = guest.ask(json!({"kind": "name", "name": format!("Laleh {number}")})).await;
        statuses.push(answer["status"].as_u64().unwrap_or(200));
    }
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429, 429, 429]);
    server.assert_healthy().await;
}

/// A connection cannot hold the tables of a whole server in memory.
#[tokio::test(flavor = "multi_thread")]
async fn a_connection_watches_a_limited_number_of_tables() {
    let server = TestServer::open("addresses-watching").await;
    let mut guest = server.guest().await;
    let mut tables = Vec::new();
    for _ in 0..17 {
        let seats = json!([{"who": "me"}, {"who": "link"}]);
        tables.push(server.table(&guest, json!({"game": "tictactoe", "seats": seats})).await);
    }
    for table in &tables[..16] {
        guest.watch(table).await;
    }
    let watch = |table: &str| json!({"kind": "watch", "table": table, "have": null});
    guest.send(&watch(&tables[16])).await;
    let answer = guest.other().await;
    assert_eq!((&answer["kind"], &answer["status"]), (&json!("refused"), &json!(429)), "{answer}");
    // One that is watched already may be requested again, and another one in its place.
    guest.watch(&tables[0]).await;
    guest.send(&json!({"kind": "unwatch", "table": tables[0]})).await;
    guest.watch(&tables[16]).await;
    server.assert_healthy().await;
}

/// Clients that never end their handshakes leave room for those of other addresses.
#[tokio::test(flavor = "multi_thread")]
async fn silent_handshakes_of_one_address_delay_no_other() {
    let folder = folder("addresses-handshakes");
    let signed = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let files = TlsFiles { certificate: folder.join("cert.pem"), key: folder.join("key.pem") };
    std::fs::write(&files.certificate, signed.cert.pem()).unwrap();
    std::fs::write(&files.key, signed.signing_key.serialize_pem()).unwrap();
    let server = TestServer::open_with(&Config { tls: Some(files), ..config(&folder) }).await.unwrap();
    let from_elsewhere = || async {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from(([127, 0, 0, 2], 0))).unwrap();
        socket.connect(server.address).await.unwrap()
    };
    let mut silent: Vec<TcpStream> = Vec::new();
    for _ in 0..700 {
        silent.push(from_elsewhere().await);
    }
    let begun = Instant::now();
    let answer = encrypted_get(server.address, signed.cert.der().clone(), "/").await;
    let time = begun.elapsed();
    println!("an answer beside 700 silent handshakes after {time:?}");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(time < Duration::from_secs(5), "{time:?}");
}

/// Engines that are left alone at a table for four do not play on for nobody.
#[tokio::test(flavor = "multi_thread")]
async fn engines_stop_when_the_last_person_has_resigned() {
    let server = TestServer::open("addresses-engines").await;
    let mut guest = server.guest().await;
    let engine = json!({"who": "engine", "level": 1});
    let seats = json!([{"who": "me"}, engine, engine, engine]);
    let settings = json!({"Size": "8 * 8", "Player_num": "4", "Beads-order": "1 2 3"});
    let table = server.table(&guest, json!({"game": "halma", "settings": settings, "seats": seats})).await;
    guest.watch(&table).await;
    guest.until(&table, |seen| seen.state() == "playing").await;
    guest.act(&table, 1, json!({"do": "resign"})).await;
    guest.cut();
    // Each engine may end the move that it has begun.
    let begun = Instant::now();
    let mut before = usize::MAX;
    loop {
        tokio::time::sleep(Duration::from_millis(700)).await;
        let (record, verified) = server.record(&table).await;
        assert!(verified.outcome.is_none(), "the game is over: {record}");
        let now = verified.moves;
        if now == before {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(6), "the engines play on: {now} moves");
        before = now;
    }
    // They go on for the next spectator.
    let mut spectator: Client = server.guest().await;
    spectator.watch(&table).await;
    let ply = spectator.seen(&table).last["ply"].as_u64().unwrap();
    spectator.until(&table, |seen| seen.last["ply"].as_u64() >= Some(ply + 5)).await;
    server.assert_healthy().await;
}
