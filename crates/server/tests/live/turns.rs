//! Notices of turns on other pages, and the lag of connections.

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::Client;
use crate::test_server::TestServer;

/// Waits for the next message about a turn.
async fn turn(client: &mut Client) -> Value {
    loop {
        let message = client.other().await;
        if message["kind"] == "turn" {
            return message;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_told_on_other_pages() {
    let server = TestServer::open("turns").await;
    let (mut one, mut other, table) = server.pair("othello", json!({}), "none").await;
    // Another page of the first player, who is to move.
    let mut elsewhere = server.again(&one).await;
    let message = turn(&mut elsewhere).await;
    assert_eq!(
        (&message["table"], &message["title"], &message["yours"]),
        (&json!(table), &json!("Othello"), &json!(true))
    );
    assert_eq!(message["opponents"], json!([other.welcome["name"]]));
    one.play_move(&table, "f5").await;
    assert_eq!(turn(&mut elsewhere).await["yours"], false);
    other.until(&table, |seen| seen.turn() == Some(2)).await;
    other.play_move(&table, "d6").await;
    assert_eq!(turn(&mut elsewhere).await["yours"], true);
    // The pages of the table have its own messages.
    one.until(&table, |seen| seen.turn() == Some(1)).await;
    one.receives_nothing(Duration::from_millis(50)).await;
    one.act(&table, 1, json!({"do": "resign"})).await;
    assert_eq!(turn(&mut elsewhere).await["yours"], false);
    // A game against the computer is not announced.
    let request = json!({"game": "othello", "seats": [{"who": "me"}, {"who": "engine", "level": 1}]});
    server.table(&one, request).await;
    elsewhere.receives_nothing(Duration::from_millis(200)).await;
}

/// A client that answers pings late has a lag, which its clock gets back.
#[tokio::test(flavor = "multi_thread")]
async fn the_lag_of_a_connection_is_given_back() {
    let server = TestServer::open("lag").await;
    let mut one = server.guest().await;
    // The first ping has arrived; it is answered when the client reads again.
    tokio::time::sleep(Duration::from_millis(250)).await;
    let request = json!({"game": "othello", "clock": "5m", "seats": [{"who": "me"}, {"who": "link"}]});
    let table = server.table(&one, request).await;
    one.watch(&table).await;
    let mut other = server.guest().await;
    other.watch(&table).await;
    other.done(json!({"kind": "sit", "table": table, "seat": 2})).await;
    one.until(&table, |seen| seen.state() == "playing").await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    one.play_move(&table, "f5").await;
    let seen = one.seen(&table);
    let moved = seen.events.iter().find(|event| event["event"] == "moved").unwrap();
    let lag = moved["lag"].as_u64().unwrap();
    assert!((200..=1000).contains(&lag), "{lag}");
    assert!(seen.last["clocks"][0]["lag"].as_u64().unwrap() >= lag);
    let left = seen.last["clocks"][0]["left"].as_u64().unwrap();
    assert!(left > 300_000 - 400 - 200 && left <= 300_000, "{left}");
    assert!(server.record(&table).await.0.contains(&format!(" moved 1 +{lag} f5")));
}
