//! The lists of the lobby: pages, differences, and what they cost.

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::Client;
use crate::test_server::TestServer;

/// Number of tables that one guest may open.
const OWN_TABLES: usize = 64;

fn open_table() -> Value {
    json!({"game": "tictactoe", "seats": [{"who": "me"}, {"who": "link"}], "listed": true})
}

/// Lobby messages of the next second, in the order in which they arrive.
async fn messages(client: &mut Client) -> Vec<Value> {
    let until = tokio::time::Instant::now() + Duration::from_secs(1);
    let mut found = Vec::new();
    while let Ok(message) = tokio::time::timeout_at(until, client.other()).await {
        found.push(message);
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_have_pages() {
    let server = TestServer::open("lobby-pages").await;
    let (host, other) = (server.guest().await, server.guest().await);
    for _ in 0..OWN_TABLES - 4 {
        server.table(&host, open_table()).await;
    }
    // Tables of the same millisecond are listed in any order.
    tokio::time::sleep(Duration::from_millis(2)).await;
    let newest = server.table(&other, open_table()).await;
    let mut looker = server.guest().await;
    looker.send(&json!({"kind": "lobby"})).await;
    let first = looker.until_lobby(|lobby| lobby["totals"]["open"] == 61).await;
    assert_eq!(first["open"].as_array().unwrap().len(), 50);
    assert_eq!(first["open"][0]["table"], newest);
    looker.discard_others();
    looker.send(&json!({"kind": "lobby", "open": 1, "live": 9, "mine": 3})).await;
    let second = looker.until_lobby(|lobby| lobby["open"].as_array().unwrap().len() == 11).await;
    let tables = |page: &Value| -> Vec<Value> {
        page["open"].as_array().unwrap().iter().map(|game| game["table"].clone()).collect()
    };
    assert!(tables(&second).iter().all(|table| !tables(&first).contains(table)));
    // A new table pushes the last one of the first page to the second.
    server.table(&other, open_table()).await;
    let moved = looker.until_lobby(|lobby| lobby["totals"]["open"] == 62).await;
    assert_eq!(moved["open"][0]["table"], first["open"][49]["table"]);
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_differences_are_sent_and_not_too_often() {
    let server = TestServer::open("lobby-differences").await;
    let host = server.guest().await;
    for _ in 0..30 {
        server.table(&host, open_table()).await;
    }
    let seats = json!([{"who": "me"}, {"who": "here"}]);
    let mut player = server.guest().await;
    let table = server.table(&player, json!({"game": "othello", "seats": seats, "listed": true})).await;
    player.watch(&table).await;
    player.begin(&table).await;
    let mut looker = server.guest().await;
    looker.send(&json!({"kind": "lobby"})).await;
    looker.until_lobby(|lobby| lobby["live"][0]["seats"][0]["here"] == true).await;
    messages(&mut looker).await;
    let mut random = rules::Random::new(1);
    for _ in 0..40 {
        crate::client::play_one(&mut [&mut player], &table, &mut random).await;
    }
    let seen = messages(&mut looker).await;
    assert!((1..=5).contains(&seen.len()), "40 moves made {} messages", seen.len());
    for message in &seen {
        assert!(message.get("open").is_none() && message.get("mine").is_none(), "{message}");
        let games = message["live"]["games"].as_array().unwrap();
        assert!(games.len() == 1 && games[0].get("seats").is_none(), "{message}");
        assert!(message.to_string().len() < 200, "{message}");
    }
    assert_eq!(seen.last().unwrap()["live"]["games"][0]["moves"], 40);
    server.assert_healthy().await;
}
