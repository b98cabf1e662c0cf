//! Chat at a table: who sees what, limits and blocked users.

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::Client;
use crate::test_server::TestServer;

fn say(table: &str, text: &str) -> Value {
    json!({"kind": "say", "table": table, "text": text})
}

/// Waits for the next chat message.
async fn chat(client: &mut Client) -> Value {
    loop {
        let message = client.other().await;
        if message["kind"] == "chat" {
            return message;
        }
    }
}

/// Texts of the lines of a chat message.
fn texts(message: &Value) -> Vec<&str> {
    message["lines"].as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap_or("")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn players_and_spectators_talk_among_themselves() {
    let server = TestServer::open("chat-rooms").await;
    let (mut one, mut other, table) = server.pair("othello", json!({}), "none").await;
    let (mut spectator, mut second) = (server.guest().await, server.guest().await);
    let (status, message) = spectator.refused(say(&table, "hello")).await;
    assert!(status == 403 && message.contains("watch the game"), "{message}");
    for client in [&mut spectator, &mut second] {
        client.watch(&table).await;
    }
    one.done(json!({"kind": "say", "table": table, "phrase": "good_luck"})).await;
    other.done(say(&table, " thank\u{202e}s,\n<b>you</b> too ")).await;
    spectator.done(say(&table, "e4 is better")).await;
    for (client, is_own) in [(&mut one, true), (&mut other, false)] {
        let line = &chat(client).await["lines"][0];
        assert_eq!(line["phrase"], "good_luck");
        assert_eq!((&line["seat"], &line["own"], &line["number"]), (&json!(1), &json!(is_own), &json!(1)));
        let message = chat(client).await;
        assert_eq!(message["reset"], false);
        assert_eq!(texts(&message), ["thanks, <b>you</b> too"]);
        client.receives_nothing(Duration::from_millis(50)).await;
    }
    for client in [&mut spectator, &mut second] {
        let message = chat(client).await;
        assert_eq!(texts(&message), ["e4 is better"]);
        assert_eq!(message["lines"][0]["seat"], Value::Null);
    }
    // A second page of a player gets what was said before, and the record has nothing of it.
    let mut again = server.again(&one).await;
    again.watch(&table).await;
    let message = chat(&mut again).await;
    assert_eq!((message["reset"].clone(), message["lines"].as_array().unwrap().len()), (json!(true), 2));
    assert!(!server.record(&table).await.0.contains("thanks"));
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_blocked_user_is_not_heard() {
    let server = TestServer::open("chat-block").await;
    let (mut one, mut other, table) = server.pair("othello", json!({}), "none").await;
    other.done(say(&table, "first")).await;
    let message = chat(&mut one).await;
    let number = message["lines"][0]["number"].as_u64().unwrap();
    let (status, message) = one.refused(json!({"kind": "block", "table": table, "line": 99})).await;
    assert_eq!((status, message.as_str()), (404, "there is no message 99"));
    one.done(say(&table, "own")).await;
    let (status, _) = one.refused(json!({"kind": "block", "table": table, "line": number + 1})).await;
    assert_eq!(status, 409, "nobody blocks himself");
    one.done(json!({"kind": "block", "table": table, "line": number})).await;
    chat(&mut one).await;
    let message = chat(&mut one).await;
    assert_eq!((message["reset"].clone(), texts(&message)), (json!(true), vec!["own"]));
    other.done(say(&table, "second")).await;
    one.receives_nothing(Duration::from_millis(100)).await;
    // It holds after a reconnect, and the blocked user still sees everything.
    one.reconnect(server.address).await;
    assert_eq!(texts(&chat(&mut one).await), ["own"]);
    chat(&mut other).await;
    assert_eq!(texts(&chat(&mut other).await), ["own"]);
    assert_eq!(texts(&chat(&mut other).await), ["second"]);
}

/// A client that does not know whether its line has arrived sends it again.
#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_is_sent_twice_appears_once() {
    let server = TestServer::open("chat-twice").await;
    let (mut one, mut other, table) = server.pair("othello", json!({}), "none").await;
    let line = json!({"kind": "say", "table": table, "text": "hello", "key": "a1"});
    one.done(line.clone()).await;
    one.reconnect(server.address).await;
    // More often than lines are allowed: lines that are not added do not count.
    for _ in 0..8 {
        one.done(line.clone()).await;
    }
    // The same key of another player, another key, and no key are other lines.
    other.done(line.clone()).await;
    one.done(json!({"kind": "say", "table": table, "text": "hello", "key": "a2"})).await;
    for _ in 0..2 {
        one.done(say(&table, "hello")).await;
    }
    let mut authors = Vec::new();
    while authors.len() < 5 {
        let message = chat(&mut other).await;
        assert_eq!(message["lines"].as_array().unwrap().len(), 1);
        authors.push(message["lines"][0]["seat"].as_u64().unwrap());
    }
    assert_eq!(authors, [1, 2, 1, 1, 1]);
    other.receives_nothing(Duration::from_millis(50)).await;
    for key in ["", &"x".repeat(65)] {
        let (status, message) =
            one.refused(json!({"kind": "say", "table": table, "text": "hello", "key": key})).await;
        assert!(status == 422 && message.contains("1 to 64 bytes"), "{message}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_are_limited() {
    let server = TestServer::open("chat-limits").await;
    let (mut one, _other, table) = server.pair("othello", json!({}), "none").await;
    for (request, status) in [
        (say(&table, ""), 422),
        (say(&table, &"x".repeat(141)), 422),
        (say(&table, "\u{200b}\u{202e}"), 422),
        (json!({"kind": "say", "table": table, "phrase": "insult"}), 422),
        (json!({"kind": "say", "table": table}), 400),
        (json!({"kind": "say", "table": table, "text": 5}), 400),
        (say("nowhere", "hello"), 404),
    ] {
        assert_eq!(one.refused(request.clone()).await.0, status, "{request}");
    }
    for number in 0..5 {
        one.done(say(&table, &format!("line {number}"))).await;
    }
    let (status, message) = one.refused(say(&table, "line 5")).await;
    assert!(status == 429 && message.contains("too many messages"), "{message}");
}
