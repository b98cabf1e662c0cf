//! Challenges to bots: received over the stream of events, accepted, declined and refused.

use std::time::Duration;

use serde_json::{Value, json};

use crate::bot_user::BotUser;
use crate::browser_user::BrowserUser;
use crate::client::{Client, Seen};
use crate::test_server::TestServer;

fn request(name: &str) -> Value {
    json!({"game": "tictactoe", "clock": "5m+3s", "seats": [{"who": "me"}, {"who": "player", "name": name}]})
}

/// Opens a table that challenges a player.
async fn challenge(user: &mut BrowserUser, name: &str) -> String {
    let answer = user.post("/api/tables", &request(name)).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()["table"].as_str().unwrap().to_owned()
}

/// Waits for a message of this kind.
async fn message(client: &mut Client, kind: &str) -> Value {
    loop {
        let message = client.other().await;
        if message["kind"] == kind {
            return message;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_accepts_a_challenge_of_its_owner() {
    let server = TestServer::open("bot-challenge-accept").await;
    let mut owner = BrowserUser::account(&server, "Laleh").await;
    let bot = BotUser::create(&mut owner, "ziggy").await;
    let other = BotUser::create(&mut owner, "other").await;
    let mut events = bot.stream("/api/bot/events").await;
    let mut others = other.stream("/api/bot/events").await;
    let table = challenge(&mut owner, "Ziggy (bot)").await;
    let line = events.until("challenge").await;
    for (key, value) in [
        ("table", json!(table)),
        ("game", json!("tictactoe")),
        ("title", json!("Tic-tac-toe")),
        ("clock", json!("5m+3s")),
        ("rated", json!(false)),
        ("from", json!("Laleh")),
        ("to", json!("ziggy (bot)")),
        ("seat", json!(2)),
    ] {
        assert_eq!(line[key], value, "{key}");
    }
    assert!(line["at"].as_i64().unwrap() > 1_700_000_000_000);
    assert!((1..=600_000).contains(&line["expires_in"].as_u64().unwrap()));
    // The seat is reserved, also for a bot that names none.
    let (status, sentence) = other.post(&format!("/api/bot/tables/{table}/join"), &json!({})).await.refusal();
    assert_eq!((status, sentence.as_str()), (409, "this seat is reserved for ziggy (bot)"));
    // Accepting twice is accepting once.
    bot.act(&table, "join", json!({})).await;
    bot.act(&table, "join", json!({})).await;
    bot.act(&table, "join", json!({"seat": line["seat"]})).await;
    assert_eq!(events.until("challenge_end").await["table"], json!(table));
    assert_eq!(events.until("game_start").await["table"], json!(table));
    let mut player = owner.connect().await;
    player.watch(&table).await;
    player.until(&table, |seen| seen.state() == "playing").await;
    // Another bot has seen nothing of it.
    let listed = server.guest().await;
    let open = json!({"game": "othello", "listed": true, "seats": [{"who": "me"}, {"who": "link"}]});
    let open = server.table(&listed, open).await;
    let first = others.next().await.unwrap();
    assert_eq!((&first["kind"], &first["table"]), (&json!("open_seat"), &json!(open)));
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_declines_a_challenge_and_learns_of_a_cancelled_one() {
    let server = TestServer::open("bot-challenge-decline").await;
    let mut owner = BrowserUser::account(&server, "Laleh").await;
    let bot = BotUser::create(&mut owner, "ziggy").await;
    let stranger = BotUser::create(&mut owner, "stranger").await;
    let mut omid = BrowserUser::account(&server, "Omid").await;
    let mut challenger = omid.connect().await;
    let mut events = bot.stream("/api/bot/events").await;
    let table = challenge(&mut omid, "ziggy (bot)").await;
    assert_eq!(events.until("challenge").await["from"], "Omid");
    challenger.watch(&table).await;
    let path = format!("/api/bot/tables/{table}/decline");
    assert_eq!(server.post(&path, &json!({})).await.refusal().0, 401);
    assert_eq!(stranger.post(&path, &json!({})).await.refusal().0, 409, "only the challenged bot declines");
    bot.act(&table, "decline", json!({})).await;
    assert_eq!(events.until("challenge_end").await["table"], json!(table));
    let declined = message(&mut challenger, "declined").await;
    assert_eq!((&declined["table"], &declined["name"]), (&json!(table), &json!("ziggy (bot)")));
    challenger.until(&table, Seen::is_over).await;
    assert_eq!(bot.post(&path, &json!({})).await.refusal().0, 409, "twice");
    assert_eq!(bot.post(&format!("/api/bot/tables/{table}/join"), &json!({})).await.refusal().0, 409);
    // The challenger cancels another one.
    let table = challenge(&mut omid, "ziggy (bot)").await;
    assert_eq!(events.until("challenge").await["table"], json!(table));
    challenger.done(json!({"kind": "withdraw", "table": table})).await;
    assert_eq!(events.until("challenge_end").await["table"], json!(table));
    // A bot that is deleted leaves no challenge behind.
    let table = challenge(&mut omid, "ziggy (bot)").await;
    challenger.watch(&table).await;
    assert_eq!(owner.post("/api/account/bots/ziggy/delete", &json!({})).await.status, 200);
    challenger.until(&table, Seen::is_over).await;
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_that_are_not_connected_and_rated_games_are_refused() {
    let server = TestServer::open("bot-challenge-refused").await;
    let mut owner = BrowserUser::account(&server, "Laleh").await;
    let bot = BotUser::create(&mut owner, "ziggy").await;
    let seats = json!([{"who": "me"}, {"who": "link"}]);
    let own = bot.open(json!({"game": "tictactoe", "seats": seats})).await;
    // The stream of a table reports no challenges.
    let _table_stream = bot.follow(&own).await;
    let answer = owner.post("/api/tables", &request("ziggy (bot)")).await;
    let (status, sentence) = answer.refusal();
    assert_eq!(
        (status, sentence.as_str()),
        (409, "ziggy (bot) is not connected; try again when its program runs")
    );
    let mut rated = request("ziggy (bot)");
    rated["rated"] = json!(true);
    let (status, sentence) = owner.post("/api/tables", &rated).await.refusal();
    assert_eq!((status, sentence.as_str()), (422, "bots do not play rated games"));
    let events = bot.stream("/api/bot/events").await;
    let (status, _) = owner.post("/api/tables", &rated).await.refusal();
    assert_eq!(status, 422);
    challenge(&mut owner, "ziggy (bot)").await;
    drop(events);
    for attempt in 0.. {
        assert!(attempt < 50, "a closed stream is noticed");
        tokio::time::sleep(Duration::from_millis(20)).await;
        let mut omid = BrowserUser::account(&server, &format!("Omid{attempt}")).await;
        if omid.post("/api/tables", &request("ziggy (bot)")).await.status == 409 {
            break;
        }
    }
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_that_is_opened_later_begins_with_the_challenges() {
    let server = TestServer::open("bot-challenge-later").await;
    let mut owner = BrowserUser::account(&server, "Laleh").await;
    let mut omid = BrowserUser::account(&server, "Omid").await;
    let bot = BotUser::create(&mut owner, "ziggy").await;
    let first = bot.stream("/api/bot/events").await;
    let tables = [challenge(&mut owner, "ziggy (bot)").await, challenge(&mut omid, "ziggy (bot)").await];
    drop(first);
    let mut later = bot.stream("/api/bot/events").await;
    for table in &tables {
        let line = later.next().await.unwrap();
        assert_eq!((&line["kind"], &line["table"]), (&json!("challenge"), &json!(table)));
        bot.act(table, "join", json!({"seat": line["seat"]})).await;
    }
    for _ in &tables {
        later.until("game_start").await;
    }
    server.assert_healthy().await;
}

/// A reserved seat is no open seat for other bots, and the others of the same table are.
#[tokio::test(flavor = "multi_thread")]
async fn reserved_seats_are_not_reported_as_open() {
    let server = TestServer::open("bot-challenge-open-seats").await;
    let mut owner = BrowserUser::account(&server, "Laleh").await;
    let bot = BotUser::create(&mut owner, "ziggy").await;
    let other = BotUser::create(&mut owner, "other").await;
    let mut events = bot.stream("/api/bot/events").await;
    let mut others = other.stream("/api/bot/events").await;
    let mut listed = request("ziggy (bot)");
    listed["listed"] = json!(true);
    assert_eq!(owner.post("/api/tables", &listed).await.status, 201);
    events.until("challenge").await;
    let player = json!({"who": "player", "name": "other (bot)"});
    let four = json!({"game": "halma", "settings": {"Player_num": "4"}, "listed": true,
        "seats": [{"who": "me"}, player, {"who": "link"}, {"who": "link"}]});
    let answer = owner.post("/api/tables", &four).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let table = answer.json()["table"].as_str().unwrap().to_owned();
    let line = events.next().await.unwrap();
    assert_eq!((&line["kind"], &line["table"]), (&json!("open_seat"), &json!(table)));
    assert_eq!(others.until("challenge").await["table"], json!(table));
    // A bot that names no seat gets one that is not reserved, and the challenged one its own.
    bot.act(&table, "join", json!({})).await;
    other.act(&table, "join", json!({})).await;
    let line = bot.follow(&table).await.next().await.unwrap();
    let names: Vec<&str> =
        line["seats"].as_array().unwrap().iter().map(|seat| seat["name"].as_str().unwrap_or("")).collect();
    assert_eq!(names, ["Laleh", "other (bot)", "ziggy (bot)", ""]);
    server.assert_healthy().await;
}
