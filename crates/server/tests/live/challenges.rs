//! Challenges by name: sent, accepted, declined, refused and limited.

use serde_json::{Value, json};

use crate::browser_user::BrowserUser;
use crate::client::{Client, Seen};
use crate::http::Answer;
use crate::test_server::TestServer;

fn request(name: &str) -> Value {
    json!({"game": "othello", "clock": "5m+3s", "seats": [{"who": "player", "name": name}, {"who": "me"}]})
}

async fn challenge(user: &mut BrowserUser, name: &str) -> Answer {
    user.post("/api/tables", &request(name)).await
}

/// Status and message of a challenge that is refused.
async fn refused(user: &mut BrowserUser, name: &str) -> (u16, String) {
    let answer = challenge(user, name).await;
    (answer.status, answer.json()["message"].as_str().unwrap().to_owned())
}

/// Waits for the challenges of a user.
async fn challenges(client: &mut Client) -> Value {
    loop {
        let message = client.other().await;
        if message["kind"] == "challenges" {
            return message;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_seen_at_once_and_accepted() {
    let server = TestServer::open("challenge-accept").await;
    let mut laleh = BrowserUser::account(&server, "Laleh").await;
    let omid = BrowserUser::account(&server, "Omid").await;
    let (mut challenger, mut challenged) = (laleh.connect().await, omid.connect().await);
    let mut stranger = server.guest().await;
    let answer = challenge(&mut laleh, " omid").await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let table = answer.json()["table"].as_str().unwrap().to_owned();
    let message = challenges(&mut challenged).await;
    assert_eq!(message["sent"], json!([]));
    let received = &message["received"][0];
    for (key, value) in [
        ("table", json!(table)),
        ("title", json!("Othello")),
        ("clock", json!("5m+3s")),
        ("rated", json!(false)),
        ("from", json!("Laleh")),
        ("to", json!("Omid")),
        ("seat", json!(1)),
        ("seat_title", json!("Black")),
    ] {
        assert_eq!(received[key], value, "{key}");
    }
    assert!((1..=600_000).contains(&received["expires_in"].as_u64().unwrap()));
    assert_eq!(challenges(&mut challenger).await["sent"][0]["to"], "Omid");
    // A page that is opened later shows it too.
    let mut later = omid.connect().await;
    assert_eq!(challenges(&mut later).await["received"][0]["from"], "Laleh");
    // The seat is reserved.
    stranger.watch(&table).await;
    let (status, message) = stranger.refused(json!({"kind": "sit", "table": table, "seat": 1})).await;
    assert_eq!((status, message.as_str()), (409, "this seat is reserved for Omid"));
    challenged.done(json!({"kind": "sit", "table": table, "seat": 1})).await;
    for client in [&mut challenger, &mut challenged] {
        let message = challenges(client).await;
        assert_eq!((&message["received"], &message["sent"]), (&json!([]), &json!([])));
        client.watch(&table).await;
        client.until(&table, |seen| seen.state() == "playing").await;
    }
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_declined_or_cancelled() {
    let server = TestServer::open("challenge-decline").await;
    let mut laleh = BrowserUser::account(&server, "Laleh").await;
    let omid = BrowserUser::account(&server, "Omid").await;
    let (mut challenger, mut challenged) = (laleh.connect().await, omid.connect().await);
    let table = challenge(&mut laleh, "Omid").await.json()["table"].as_str().unwrap().to_owned();
    challenges(&mut challenged).await;
    challenger.watch(&table).await;
    let decline = json!({"kind": "decline", "table": table});
    let (status, message) = challenger.refused(decline.clone()).await;
    assert!(status == 409 && message.contains("no longer open"), "only the challenged player declines");
    challenged.done(decline.clone()).await;
    assert_eq!(challenges(&mut challenged).await["received"], json!([]));
    loop {
        let message = challenger.other().await;
        if message["kind"] == "declined" {
            assert_eq!((&message["table"], &message["name"]), (&json!(table), &json!("Omid")));
            break;
        }
    }
    challenger.until(&table, Seen::is_over).await;
    assert_eq!(challenged.refused(decline).await.0, 409, "twice");
    // The challenger cancels another one.
    let table = challenge(&mut laleh, "Omid").await.json()["table"].as_str().unwrap().to_owned();
    assert_eq!(challenges(&mut challenged).await["received"][0]["table"], table);
    challenger.watch(&table).await;
    challenger.done(json!({"kind": "withdraw", "table": table})).await;
    assert_eq!(challenges(&mut challenged).await["received"], json!([]));
    assert_eq!(challenged.refused(json!({"kind": "sit", "table": table, "seat": 1})).await.0, 409);
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_cannot_pester_with_challenges() {
    let server = TestServer::open("challenge-limits").await;
    let mut guest = BrowserUser::guest(&server).await;
    let mut laleh = BrowserUser::account(&server, "Laleh").await;
    let mut omid = BrowserUser::account(&server, "Omid").await;
    assert_eq!(refused(&mut guest, "Omid").await, (403, "log in to challenge a player by name".to_owned()));
    assert_eq!(refused(&mut laleh, "Nobody").await, (404, "there is no player \"Nobody\"".to_owned()));
    assert_eq!(refused(&mut laleh, "laleh").await, (422, "you cannot challenge yourself".to_owned()));
    let seats = json!([{"who": "player", "name": "Omid"}, {"who": "player", "name": "Omid"}]);
    let answer = laleh.post("/api/tables", &json!({"game": "othello", "seats": seats})).await;
    assert_eq!(answer.status, 422, "{}", answer.text());
    assert_eq!(challenge(&mut laleh, "Omid").await.status, 201);
    assert_eq!(refused(&mut laleh, "Omid").await, (409, "you have already challenged Omid".to_owned()));
    for number in 1..5 {
        let name = format!("Player{number}");
        BrowserUser::account(&server, &name).await;
        assert_eq!(challenge(&mut laleh, &name).await.status, 201);
    }
    BrowserUser::account(&server, "Sixth").await;
    let (status, message) = refused(&mut laleh, "Sixth").await;
    assert!(status == 409 && message.starts_with("5 of your challenges have no answer"), "{message}");
    // A blocked player is refused, and so is a challenge to a player whom one has blocked.
    assert_eq!(omid.post("/api/blocks", &json!({"name": "sixth"})).await.status, 200);
    let mut sixth = BrowserUser::account(&server, "Other").await;
    assert_eq!(challenge(&mut sixth, "Omid").await.status, 201);
    let (status, message) = refused(&mut omid, "Sixth").await;
    assert_eq!((status, message.as_str()), (409, "you have blocked Sixth"));
    assert_eq!(omid.get("/api/blocks").await.json(), json!({"names": ["Sixth"]}));
    assert_eq!(omid.post("/api/blocks/remove", &json!({"name": "Sixth"})).await.status, 200);
    assert_eq!(omid.get("/api/blocks").await.json(), json!({"names": []}));
    assert_eq!(challenge(&mut omid, "Sixth").await.status, 201);
    assert_eq!(omid.post("/api/blocks", &json!({"name": "Omid"})).await.status, 409);
    assert_eq!(omid.post("/api/blocks", &json!({"name": "Nobody"})).await.status, 404);
}

/// Challenging and cancelling again and again is limited, too.
#[tokio::test(flavor = "multi_thread")]
async fn the_rate_of_challenges_is_limited() {
    let server = TestServer::open("challenge-rate").await;
    let mut laleh = BrowserUser::account(&server, "Laleh").await;
    BrowserUser::account(&server, "Omid").await;
    let mut challenger = laleh.connect().await;
    let mut statuses = Vec::new();
    for _ in 0..11 {
        let answer = challenge(&mut laleh, "Omid").await;
        statuses.push(answer.status);
        if let Some(table) = answer.json()["table"].as_str() {
            challenger.done(json!({"kind": "withdraw", "table": table})).await;
        }
    }
    assert_eq!(statuses[..10], [201; 10]);
    assert_eq!(statuses[10], 429);
}

#[tokio::test(flavor = "multi_thread")]
async fn blocks_survive_a_restart_and_a_log_in() {
    let mut server = TestServer::open("block-restart").await;
    let mut omid = BrowserUser::account(&server, "Omid").await;
    let mut laleh = BrowserUser::account(&server, "Laleh").await;
    assert_eq!(omid.post("/api/blocks", &json!({"name": "Laleh"})).await.status, 200);
    // A guest who logs in brings the blocks along.
    let mut guest = BrowserUser::guest(&server).await;
    assert_eq!(guest.post("/api/blocks", &json!({"name": "Omid"})).await.status, 200);
    let answer = guest.log_in("Laleh", crate::browser_user::PASSWORD).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(guest.get("/api/blocks").await.json(), json!({"names": ["Omid"]}));
    server.restart().await;
    laleh.address = server.address;
    let (status, message) = refused(&mut laleh, "Omid").await;
    assert_eq!((status, message.as_str()), (403, "Omid does not accept your challenges"));
}
