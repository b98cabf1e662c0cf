//! Bots: whole games through the API, what their tokens allow, and what ends with them.

use std::num::NonZeroU32;
use std::time::Duration;

use rules::Random;
use serde_json::{Value, json};
use server::{Config, RateLimit, RateLimits};

use crate::bot_user::BotUser;
use crate::browser_user::{BrowserUser, PASSWORD};
use crate::http;
use crate::test_server::{TestServer, config, folder};

/// Chooses a move at random.
fn any(seed: u64) -> impl FnMut(&[Value]) -> Value {
    let mut random = Random::new(seed);
    move |legal| legal[random.below(legal.len() as u32) as usize].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_play_every_game_of_the_catalog() {
    let server = TestServer::open("bots-catalog").await;
    let mut owner = BrowserUser::account(&server, "laleh").await;
    let one = BotUser::create(&mut owner, "one").await;
    let other = BotUser::create(&mut owner, "other").await;
    for info in &games::catalog::GAMES {
        // Halma with four seats, as small as it goes; players who do not leave their camps lose.
        let settings = match info.name {
            "halma" => json!({"Size": "8 * 8", "Player_num": "4", "Beads-order": "1 2 3"}),
            _ => json!({}),
        };
        let count = match info.name {
            "halma" => 4,
            name => usize::from(games::catalog::open(name, "").unwrap().seats()),
        };
        let mut seats = vec![json!({"who": "link"}); count];
        seats[0] = json!({"who": "me"});
        let request = json!({"game": info.name, "settings": settings, "seats": seats, "clock": "5m"});
        let table = one.open(request).await;
        for seat in 2..=count {
            let bot = if seat % 2 == 0 { &other } else { &one };
            bot.act(&table, "join", json!({"seat": seat})).await;
        }
        let (last, same) = match count {
            1 => (one.play(&table, any(1)).await, Value::Null),
            _ => tokio::join!(one.play(&table, any(1)), other.play(&table, any(2))),
        };
        assert!(last["ending"]["rule"].is_string(), "{}: {last}", info.name);
        if count > 1 {
            assert_eq!(last["ending"], same["ending"]);
        }
        server.record(&table).await;
    }
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_cannot_move_the_pieces_of_a_bot() {
    let server = TestServer::open("bots-strangers").await;
    let mut owner = BrowserUser::account(&server, "laleh").await;
    let bot = BotUser::create(&mut owner, "ziggy").await;
    let mut other_owner = BrowserUser::account(&server, "omid").await;
    let stranger = BotUser::create(&mut other_owner, "stranger").await;
    let seats = json!([{"who": "me"}, {"who": "engine", "engine": "random"}]);
    let table = bot.open(json!({"game": "tictactoe", "seats": seats})).await;
    let mut stream = bot.follow(&table).await;
    let line = stream.next().await.unwrap();
    let before = server.record(&table).await.0;
    let address = |action: &str| format!("/api/bot/tables/{table}/{action}");
    let play = json!({"move": line["legal"][0], "seen": line["latest"]});
    for (action, body) in [
        ("move", play.clone()),
        ("move", json!({"move": line["legal"][0], "seen": line["latest"], "seat": 1})),
        ("resign", json!({"seen": line["latest"]})),
        ("resign", json!({"seen": line["latest"], "seat": 1})),
        ("offer", json!({"offer": "draw", "seen": line["latest"]})),
        ("abandon", json!({})),
    ] {
        let (status, message) = stranger.post(&address(action), &body).await.refusal();
        assert_eq!(status, 403, "{action}: {message}");
        // Neither the owner's cookie, nor the token as a cookie, nor a wrong token is the bot.
        let cookie = format!("takhteh={}", bot.token);
        let wrong = format!("Bearer {}", "0".repeat(64));
        for headers in [
            vec![("Cookie", owner.cookie.as_str())],
            vec![("Cookie", &cookie)],
            vec![("Authorization", &wrong)],
        ] {
            let answer =
                http::post(server.address, &address(action), &headers, body.to_string().as_bytes()).await;
            assert_eq!(answer.refusal().0, 401, "{action} {headers:?}");
        }
    }
    // The token is no session: as a cookie it is only a guest's.
    let mut thief = BrowserUser { address: server.address, cookie: format!("takhteh={}", bot.token) };
    assert!(!thief.name().await.1);
    assert_eq!(server.record(&table).await.0, before, "nothing has happened");
    bot.act(&table, "move", play.clone()).await;
    // The same again is late, and so is an illegal move refused.
    assert_eq!(bot.post(&address("move"), &play).await.refusal().0, 409);
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_are_json_with_a_sentence() {
    let server = TestServer::open("bots-errors").await;
    let mut owner = BrowserUser::account(&server, "laleh").await;
    let bot = BotUser::create(&mut owner, "ziggy").await;
    let seats = json!([{"who": "me"}, {"who": "engine", "engine": "random"}]);
    let table = bot.open(json!({"game": "othello", "seats": seats})).await;
    bot.follow(&table).await.next().await.unwrap();
    for (path, body, status, part) in [
        (format!("/api/bot/tables/{table}/move"), json!({}), 400, "missing field `move`"),
        (format!("/api/bot/tables/{table}/move"), json!({"move": "f5"}), 400, "missing field `seen`"),
        (
            format!("/api/bot/tables/{table}/move"),
            json!({"move": "a1", "seen": 1}),
            422,
            "a1 turns no disc over",
        ),
        (format!("/api/bot/tables/{table}/move"), json!({"move": "f5", "seen": 9}), 409, "does not exist"),
        (
            format!("/api/bot/tables/{table}/move"),
            json!({"move": "f5", "seen": 1, "seat": 9}),
            422,
            "no seat 9",
        ),
        (format!("/api/bot/tables/{table}/join"), json!({"seat": 2}), 409, "this seat is taken"),
        ("/api/bot/tables/nowhere/move".to_owned(), json!({"move": "f5", "seen": 1}), 404, "no game"),
        ("/api/bot/tables".to_owned(), json!({"game": "go", "seats": []}), 404, "go"),
    ] {
        let (found, message) = bot.post(&path, &body).await.refusal();
        assert_eq!(found, status, "{path} {body}: {message}");
        assert!(message.contains(part), "{path} {body}: {message}");
    }
    let late = BotUser::create(&mut owner, "late").await;
    assert_eq!(
        late.post(&format!("/api/bot/tables/{table}/join"), &json!({})).await.refusal(),
        (409, "this table has no free seat".to_owned())
    );
    assert_eq!(bot.get("/api/bot/tables/nowhere/stream").await.refusal().0, 404);
    assert_eq!(bot.get(&format!("/api/bot/tables/{table}/stream?after=x")).await.refusal().0, 400);
    assert_eq!(server.get("/api/bot/events").await.refusal().0, 401);
    assert_eq!(bot.get("/api/bot").await.json(), json!({"name": "ziggy (bot)"}));
    let rated = json!({"game": "othello", "rated": true, "seats": [{"who": "me"}, {"who": "link"}]});
    assert_eq!(
        bot.post("/api/bot/tables", &rated).await.refusal(),
        (403, "bots do not play rated games".into())
    );
    let answer = owner.post("/api/tables", &rated).await;
    let table = answer.json()["table"].as_str().unwrap().to_owned();
    assert_eq!(bot.post(&format!("/api/bot/tables/{table}/join"), &json!({})).await.refusal().0, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn events_report_open_seats_and_games_that_begin_and_end() {
    let mut server = TestServer::open("bots-events").await;
    let mut owner = BrowserUser::account(&server, "laleh").await;
    let mut bot = BotUser::create(&mut owner, "ziggy").await;
    let mut events = bot.stream("/api/bot/events").await;
    let mut guest = server.guest().await;
    let request = json!({"game": "tictactoe", "listed": true, "seats": [{"who": "me"}, {"who": "link"}]});
    let table = server.table(&guest, request).await;
    let open = events.until("open_seat").await;
    assert_eq!(
        (&open["table"], &open["game"], &open["seats"][1]["who"]),
        (&json!(table), &json!("tictactoe"), &json!("open"))
    );
    bot.act(&table, "join", json!({"seat": 2})).await;
    assert_eq!(events.until("seat_taken").await["table"], json!(table));
    let start = events.until("game_start").await;
    assert_eq!((&start["table"], &start["seats"][1]["name"]), (&json!(table), &json!("ziggy (bot)")));
    // While no stream is open the game ends, and the server restarts: nothing is lost.
    drop(events);
    guest.watch(&table).await;
    guest.begin(&table).await;
    guest
        .done(json!({"kind": "act", "table": table, "seat": 1, "seen": 1, "action": {"do": "resign"}}))
        .await;
    server.restart().await;
    bot.address = server.address;
    let mut events = bot.stream(&format!("/api/bot/events?since={}", start["at"])).await;
    let end = events.until("game_end").await;
    assert_eq!((&end["table"], &end["ending"]["places"]), (&json!(table), &json!([2, 1])));
    server.assert_healthy().await;
}

/// A stream has the newest 100 tables with free seats. Older ones are pushed out by newer ones, but not taken.
#[tokio::test(flavor = "multi_thread")]
async fn tables_that_newer_ones_push_out_are_not_taken() {
    let server = TestServer::open("bots-many-tables").await;
    let mut owner = BrowserUser::account(&server, "laleh").await;
    let bot = BotUser::create(&mut owner, "ziggy").await;
    let request = json!({"game": "tictactoe", "listed": true, "seats": [{"who": "me"}, {"who": "link"}]});
    let mut hosts = [server.guest().await, server.guest().await];
    let first = server.table(&hosts[0], request.clone()).await;
    let mut events = bot.stream("/api/bot/events").await;
    assert_eq!(events.until("open_seat").await["table"], json!(first));
    for number in 0..105 {
        let table = server.table(&hosts[number % 2], request.clone()).await;
        // Each table is reported before the next one is opened.
        let line = events.next().await.unwrap();
        assert_eq!((&line["kind"], &line["table"]), (&json!("open_seat"), &json!(table)), "{number}");
    }
    hosts[0].done(json!({"kind": "withdraw", "table": first})).await;
    let line = events.next().await.unwrap();
    assert_eq!((&line["kind"], &line["table"]), (&json!("seat_taken"), &json!(first)));
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_is_resumed_without_a_loss() {
    let mut server = TestServer::open("bots-resume").await;
    let mut owner = BrowserUser::account(&server, "laleh").await;
    let mut bot = BotUser::create(&mut owner, "ziggy").await;
    let seats = json!([{"who": "me"}, {"who": "engine", "engine": "random"}]);
    let table = bot.open(json!({"game": "othello", "seats": seats})).await;
    let mut numbers: Vec<u64> = Vec::new();
    let mut choose = any(3);
    // A new stream for every move, and a restart in between.
    for turn in 0.. {
        if turn == 5 {
            server.restart().await;
            bot.address = server.address;
        }
        let after = numbers.last().map(|last| format!("?after={last}")).unwrap_or_default();
        let mut stream = bot.stream(&format!("/api/bot/tables/{table}/stream{after}")).await;
        let line = loop {
            let line = stream.next().await.unwrap();
            let events = line["events"].as_array().unwrap();
            numbers.extend(events.iter().map(|event| event["number"].as_u64().unwrap()));
            if line["legal"].is_array() || line["state"] == "over" {
                break line;
            }
        };
        if line["state"] == "over" {
            break;
        }
        let body = json!({"move": choose(line["legal"].as_array().unwrap()), "seen": line["latest"]});
        bot.act(&table, "move", body).await;
    }
    let last = *numbers.last().unwrap();
    assert_eq!(numbers, (0..=last).collect::<Vec<_>>(), "every event once");
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_and_requests_are_limited() {
    let limit = RateLimit { burst: NonZeroU32::new(60).unwrap(), interval: Duration::from_secs(600) };
    let usual = config(&folder("bots-limits"));
    let rate_limits = RateLimits { bot_requests: limit, ..usual.rate_limits };
    let server = TestServer::open_with(&Config { rate_limits, ..usual }).await.unwrap();
    let mut owner = BrowserUser::account(&server, "laleh").await;
    let bot = BotUser::create(&mut owner, "ziggy").await;
    let calm = BotUser::create(&mut owner, "calm").await;
    let mut streams = Vec::new();
    for _ in 0..40 {
        streams.push(bot.stream("/api/bot/events").await);
    }
    let answer = bot.get("/api/bot/events").await;
    assert_eq!(answer.refusal().0, 429);
    assert!(answer.text().contains("40 streams"), "{}", answer.text());
    assert!(answer.header("retry-after").is_some());
    // A stream that is closed is given back.
    drop(streams.pop());
    for attempt in 0.. {
        assert!(attempt < 15, "a closed stream is noticed");
        tokio::time::sleep(Duration::from_millis(20)).await;
        if bot.get("/api/bot/tables/nowhere/stream").await.status == 404 {
            break;
        }
    }
    let refused = loop {
        let answer = bot.get("/api/bot").await;
        if answer.status != 200 {
            break answer;
        }
    };
    assert_eq!(refused.refusal().0, 429);
    assert!(refused.header("retry-after").is_some());
    assert_eq!(calm.get("/api/bot").await.status, 200, "another bot does not wait");
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn owners_revoke_tokens_and_delete_bots() {
    let server = TestServer::open("bots-owners").await;
    let mut owner = BrowserUser::account(&server, "laleh").await;
    let mut bot = BotUser::create(&mut owner, "ziggy").await;
    let mut stranger = BrowserUser::account(&server, "omid").await;
    for action in ["token", "revoke", "delete"] {
        let path = format!("/api/account/bots/ziggy/{action}");
        assert_eq!(stranger.post(&path, &json!({})).await.refusal().0, 404, "{action}");
        assert_eq!(server.post(&path, &json!({})).await.refusal().0, 403, "{action}");
    }
    assert_eq!(owner.post("/api/account/bots", &json!({"name": "ZIGGY"})).await.refusal().0, 409);
    assert_eq!(owner.post("/api/account/bots", &json!({"name": "computer"})).await.refusal().0, 422);
    // A new token ends the streams of the old one.
    let mut events = bot.stream("/api/bot/events").await;
    let answer = owner.post("/api/account/bots/ziggy/token", &json!({})).await;
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let old = std::mem::replace(&mut bot.token, answer.json()["token"].as_str().unwrap().to_owned());
    assert_eq!(events.next().await, None);
    let old = BotUser { token: old, ..bot.clone() };
    assert_eq!(old.get("/api/bot").await.refusal().0, 401);
    assert_eq!(bot.get("/api/bot").await.status, 200);
    let seats = json!([{"who": "me"}, {"who": "link"}]);
    let table = bot.open(json!({"game": "tictactoe", "seats": seats})).await;
    let mut stream = bot.follow(&table).await;
    stream.next().await.unwrap();
    assert_eq!(owner.post("/api/account/bots/ziggy/revoke", &json!({})).await.status, 200);
    assert_eq!(stream.next().await, None);
    assert_eq!(bot.get("/api/bot").await.refusal().0, 401);
    let listed = owner.get("/api/account/bots").await.json();
    assert_eq!(
        (&listed["bots"][0]["name"], &listed["bots"][0]["has_token"]),
        (&json!("ziggy (bot)"), &json!(false))
    );
    assert!(!listed.to_string().contains(&bot.token));
    // The database has no token.
    for name in ["takhteh.db", "takhteh.db-wal"] {
        let bytes = std::fs::read(server.folder.join(name)).unwrap_or_default();
        assert!(!bytes.windows(64).any(|window| window == bot.token.as_bytes()), "{name}");
    }
    assert_eq!(owner.post("/api/account/bots/ziggy/delete", &json!({})).await.status, 200);
    assert_eq!(owner.get("/api/account/bots").await.json()["bots"], json!([]));
    // The token ends before the games, so that the bot cannot join another one meanwhile.
    let playing = BotUser::create(&mut owner, "playing").await;
    let seats = json!([{"who": "me"}, {"who": "engine", "engine": "random"}]);
    let table = playing.open(json!({"game": "othello", "seats": seats})).await;
    let mut stream = playing.follow(&table).await;
    assert_eq!(stream.next().await.unwrap()["state"], "playing");
    assert_eq!(owner.post("/api/account/bots/playing/delete", &json!({})).await.status, 200);
    assert_eq!(stream.next().await, None, "no line about the end of the game");
    assert!(server.record(&table).await.0.contains("absence"));
    // Bots end with their owner.
    let last = BotUser::create(&mut owner, "ziggy").await;
    assert_eq!(owner.post("/api/account/delete", &json!({"password": PASSWORD})).await.status, 200);
    assert_eq!(last.get("/api/bot").await.refusal().0, 401);
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_bots_look_like_bots() {
    let server = TestServer::open("bots-names").await;
    let mut guest = server.guest().await;
    let answer = guest.ask(json!({"kind": "name", "name": "ziggy (Bot)"})).await;
    assert_eq!((&answer["kind"], &answer["status"]), (&json!("refused"), &json!(422)));
    let seats = json!([{"who": "me"}, {"who": "here", "name": "other (bot)"}]);
    let cookie = [("Cookie", guest.cookie.as_str())];
    let body = json!({"game": "tictactoe", "seats": seats}).to_string();
    assert_eq!(http::post(server.address, "/api/tables", &cookie, body.as_bytes()).await.refusal().0, 422);
    let mut user = BrowserUser::guest(&server).await;
    assert_eq!(user.register("ziggy (bot)", PASSWORD).await.refusal().0, 422);
}
