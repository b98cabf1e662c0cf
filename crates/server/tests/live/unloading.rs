//! Tables that nobody watches leave the memory, and their clocks go on.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::json;
use server::Config;

use crate::client::Client;
use crate::http;
use crate::test_server::{TestServer, config, folder};

/// Longest wait on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A server that closes rooms soon.
async fn open(name: &str) -> TestServer {
    let any: SocketAddr = ([127, 0, 0, 1], 0).into();
    let idle_timeout = Duration::from_millis(150);
    let config = Config { metrics: Some(any), idle_timeout, ..config(&folder(name)) };
    TestServer::open_with(&config).await.unwrap()
}

/// Waits until this number of tables is in memory.
async fn wait_for_rooms(server: &TestServer, count: usize) {
    let metrics = server.server.as_ref().unwrap().metrics_address().unwrap();
    let line = format!("takhteh_rooms {count}");
    let begun = Instant::now();
    loop {
        let text = http::get(metrics, "/metrics", &[]).await.text();
        if text.lines().any(|found| found == line) {
            return;
        }
        assert!(begun.elapsed() < TIMEOUT, "{text}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Milliseconds left on the clock of a seat.
fn left(client: &Client, table: &str, seat: usize) -> u64 {
    client.seen(table).last["clocks"][seat - 1]["left"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_runs_out_although_the_table_is_not_in_memory() {
    let server = open("unloading-flag").await;
    let (mut one, mut other, table) = server.pair("othello", json!({}), "6s").await;
    one.begin(&table).await;
    one.cut();
    other.cut();
    wait_for_rooms(&server, 0).await;
    // The database alone is looked at: no request opens the table.
    let store = server.server.as_ref().unwrap().store().clone();
    assert!(store.finished_game(&table).await.unwrap().is_none(), "the clock is still running");
    let begun = Instant::now();
    let finished = loop {
        if let Some(finished) = store.finished_game(&table).await.unwrap() {
            break finished;
        }
        assert!(begun.elapsed() < TIMEOUT, "the time loss is not recorded");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!(finished.rule, "time");
    assert_eq!(finished.results.iter().map(|seat| seat.place).collect::<Vec<_>>(), [2, 1]);
    let (record, _) = server.record(&table).await;
    let retired = record.lines().find(|line| line.contains("retired")).unwrap_or(&record).to_owned();
    assert!(retired.contains("time"), "{retired}");
    wait_for_rooms(&server, 0).await;
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_goes_on_while_its_table_is_not_in_memory() {
    let server = open("unloading-clock").await;
    let (mut one, mut other, table) = server.pair("othello", json!({}), "5m").await;
    one.begin(&table).await;
    let before = Instant::now();
    let at_first = left(&one, &table, 1);
    one.cut();
    other.cut();
    for _ in 0..2 {
        wait_for_rooms(&server, 0).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        one.reconnect(server.address).await;
        let (now, passed) = (left(&one, &table, 1), before.elapsed().as_millis() as u64);
        let counted = at_first - now;
        assert!(counted >= 400 && counted <= passed + 50, "{counted} of {passed} ms are counted");
        assert!(counted + 300 >= passed, "{counted} of {passed} ms are counted");
        one.cut();
    }
    // The game goes on as if nothing had happened.
    one.reconnect(server.address).await;
    one.play_move(&table, "d3").await;
    one.until(&table, |seen| seen.last["ply"] == 1).await;
    server.record(&table).await;
    server.assert_healthy().await;
}
