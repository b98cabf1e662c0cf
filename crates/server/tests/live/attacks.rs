//! Strangers who try to starve everybody else: slow connections, engines that think for nobody.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use serde_json::json;
use server::{Config, ConnectionLimits};

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

/// A guest who lets the strongest engines think at many tables does not delay a stranger's weak one.
#[tokio::test(flavor = "multi_thread")]
async fn a_weak_engine_answers_whatever_else_runs() {
    let server = TestServer::open("attacks-engines").await;
    let mut greedy = server.guest().await;
    let seats = json!([{"who": "engine", "level": 8}, {"who": "engine", "level": 8}]);
    for _ in 0..8 {
        let request = json!({"game": "chess", "settings": {"army": "griffon"}, "seats": seats});
        let table = server.table(&greedy, request).await;
        greedy.watch(&table).await;
    }
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
    println!("reply of level 1 beside eight games of level 8: median {:?}, slowest {:?}", times[5], times[9]);
    assert!(times[5] < Duration::from_millis(250), "{times:?}");
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
    let moves = |record: &str| record.lines().filter(|line| line.contains(" move ")).count();
    let (record, _) = server.record(&table).await;
    assert_eq!(moves(&record), 0, "{record}");
    guest.watch(&table).await;
    guest.until(&table, |seen| seen.last["ply"].as_u64() >= Some(10)).await;
    let (record, verified) = server.record(&table).await;
    println!("{} lines, rules {}", record.lines().count(), verified.setup.rules.lines().next().unwrap());
    assert!(record.lines().count() > 10);
    server.assert_healthy().await;
}
