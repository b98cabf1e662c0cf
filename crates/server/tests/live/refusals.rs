//! Invalid requests: each gets a status and a helpful message, and changes nothing.

use std::time::Duration;

use rules::Random;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::client::{Client, open_socket, play_out};
use crate::games_played::check_record;
use crate::http;
use crate::test_server::TestServer;

/// Status and message of a refusal without a request number.
async fn refusal(client: &mut Client) -> (u64, String) {
    let message = client.other().await;
    assert_eq!((&message["kind"], &message["id"]), (&json!("refused"), &Value::Null), "{message}");
    (message["status"].as_u64().unwrap(), message["message"].as_str().unwrap().to_owned())
}

fn assert_says((status, message): (u64, String), expected: u64, words: &[&str]) {
    assert_eq!(status, expected, "{message}");
    for word in words {
        assert!(message.contains(word), "\"{message}\" lacks \"{word}\"");
    }
}

/// A game of tic-tac-toe after one move, with a spectator.
async fn game(server: &TestServer) -> (Client, Client, Client, String) {
    let (mut one, mut other, table) = server.pair("tictactoe", json!({}), "none").await;
    let mut third = server.guest().await;
    third.watch(&table).await;
    one.until(&table, |seen| seen.is_own_turn()).await;
    one.play(&table, &mut Random::new(1)).await;
    let count = one.seen(&table).events.len();
    for client in [&mut one, &mut other, &mut third] {
        client
            .until(&table, |seen| {
                seen.events.len() == count
                    && seen.last["seats"].as_array().unwrap().iter().all(|seat| seat["here"] == true)
            })
            .await;
    }
    (one, other, third, table)
}

/// Checks that nothing has changed, and plays the game to its end.
async fn nothing_happened(server: &TestServer, mut guests: (Client, Client, Client, String)) {
    let (one, other, third, table) = (&mut guests.0, &mut guests.1, &mut guests.2, &guests.3);
    let counts: Vec<usize> = [&*one, &*other, &*third].map(|client| client.seen(table).messages).to_vec();
    for client in [&mut *one, &mut *other, &mut *third] {
        client.receives_nothing(Duration::from_millis(100)).await;
    }
    assert_eq!([&*one, &*other, &*third].map(|client| client.seen(table).messages).to_vec(), counts);
    play_out(&mut [one, other], table, &mut Random::new(2)).await;
    check_record(server, one.seen(table), table).await;
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_that_are_not_requests() {
    let server = TestServer::open("frames").await;
    let mut guests = game(&server).await;
    let one = &mut guests.0;
    for (text, words) in [
        ("", &["not JSON", "expected {\"kind\""][..]),
        ("hello", &["not JSON"]),
        ("{\"kind\": \"lobby\"", &["not JSON"]),
        ("[1, 2]", &["no kind", "rematch"]),
        ("null", &["no kind"]),
        ("{}", &["no kind", "one of name, lobby"]),
        ("{\"kind\": 7}", &["no kind"]),
        ("{\"kind\": \"dance\"}", &["no \"dance\" request", "expected one of `name`, `lobby`"]),
        (
            "{\"kind\": \"watch\"}",
            &["\"watch\" request is invalid", "missing field `table`", "expected {\"kind\": \"watch\""],
        ),
        ("{\"kind\": \"watch\", \"table\": 5}", &["\"watch\" request is invalid", "expected a string"]),
        ("{\"kind\": \"watch\", \"table\": \"x\", \"have\": -1}", &["\"watch\" request is invalid", "-1"]),
    ] {
        one.send_frame(Message::text(text)).await;
        assert_says(refusal(one).await, 400, words);
    }
    one.send_frame(Message::binary(vec![0, 159, 146, 150])).await;
    assert_says(refusal(one).await, 400, &["binary", "expected a text frame"]);
    one.send_frame(Message::text("[".repeat(16_000))).await;
    assert_says(refusal(one).await, 400, &["not JSON"]);
    one.send_frame(Message::text("x".repeat(16 * 1024 + 1))).await;
    assert_says(refusal(one).await, 413, &["16385 bytes", "at most 16384"]);
    let table = guests.3.clone();
    let mut tab = server.again(&guests.0).await;
    tab.send_lossy(Message::text("x".repeat(1_000_000))).await;
    tab.is_closed().await;
    let complete = json!({"kind": "act", "table": table, "seat": 1, "seen": 0, "action": {"do": "resign"}});
    for missing in ["table", "seat", "seen", "action"] {
        let mut request = complete.clone();
        request.as_object_mut().unwrap().remove(missing);
        assert_says(
            guests.0.refused(request).await,
            400,
            &["\"act\" request is invalid: missing field", missing],
        );
    }
    for (key, value) in [
        ("seat", json!("one")),
        ("seat", json!(-1)),
        ("seat", json!(300)),
        ("seen", json!("all")),
        ("seen", json!(1.5)),
        ("table", json!([])),
        ("action", json!("resign")),
        ("action", json!({"do": 1})),
    ] {
        let mut request = complete.clone();
        request[key] = value;
        assert_says(
            guests.0.refused(request).await,
            400,
            &["\"act\" request is invalid", "expected {\"kind\": \"act\""],
        );
    }
    for (action, words) in [
        (json!({"do": "sing"}), &["unknown variant `sing`", "expected one of `move`, `claim`"][..]),
        (json!({"do": "move"}), &["missing field `move`"]),
        (json!({"do": "answer"}), &["missing field `yes`"]),
        (json!({"do": "offer"}), &["missing field `offer`"]),
        (json!({"do": "offer", "offer": "money"}), &["`draw`, `claim`, `takeback`, `concession`"]),
        (json!({"do": "offer", "offer": "concession"}), &["missing field `which`"]),
        (json!({"do": "client_seed"}), &["missing field `seed`"]),
    ] {
        let mut request = complete.clone();
        request["action"] = action;
        assert_says(guests.0.refused(request).await, 400, words);
    }
    let kinds = [
        "name",
        "sit",
        "withdraw",
        "act",
        "touch",
        "position",
        "analyse",
        "stop_analysis",
        "rematch",
        "hide",
        "abandon",
    ];
    for kind in kinds {
        guests
            .0
            .send(&json!({"kind": kind, "name": "x", "table": table, "seat": 1, "ply": 0, "seen": 0}))
            .await;
        assert_says(refusal(&mut guests.0).await, 400, &["missing field `id`", kind]);
    }
    nothing_happened(&server, guests).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn actions_out_of_turn_or_without_the_right() {
    let server = TestServer::open("actions").await;
    let mut guests = game(&server).await;
    let table = guests.3.clone();
    let (one, other, third) = (&mut guests.0, &mut guests.1, &mut guests.2);
    let text = other.find_move(&table, &mut Random::new(5)).await;
    let play = json!({"do": "move", "move": text});
    for stranger in [&mut *one, &mut *third] {
        let request = stranger.action(&table, 2, play.clone());
        assert_says(stranger.refused(request).await, 403, &["seat 2 is not yours"]);
    }
    let request = one.action(&table, 1, play.clone());
    assert_says(one.refused(request).await, 409, &["not your turn: O is to move"]);
    let mut stale = other.action(&table, 2, play.clone());
    stale["seen"] = json!(1);
    assert_says(other.refused(stale.clone()).await, 409, &["position has changed"]);
    stale["seen"] = json!(99);
    assert_says(other.refused(stale.clone()).await, 409, &["does not exist"]);
    stale["seen"] = json!(u64::MAX);
    assert_says(other.refused(stale).await, 409, &["does not exist"]);
    for nonsense in ["", "z9", "a1-b2", "🂡", "a\n1", &"a".repeat(10_000)] {
        let request = other.action(&table, 2, json!({"do": "move", "move": nonsense}));
        assert_says(other.refused(request).await, 422, &["is not a legal move here"]);
    }
    for seat in [3, 4] {
        let request = other.action(&table, seat, play.clone());
        assert_says(other.refused(request).await, 404, &["this table has no seat", &seat.to_string()]);
    }
    for seat in [0, 5, 255] {
        let request = other.action(&table, seat, play.clone());
        assert_says(other.refused(request).await, 400, &["there is no seat", &seat.to_string()]);
    }
    let mut elsewhere = other.action(&table, 2, play.clone());
    for unknown in ["", "nothing", "../../etc/passwd", "x' OR '1'='1"] {
        elsewhere["table"] = json!(unknown);
        assert_says(other.refused(elsewhere.clone()).await, 404, &["there is no game"]);
        other.send(&json!({"kind": "watch", "table": unknown})).await;
        assert_says(refusal(other).await, 404, &["there is no game"]);
    }
    for (action, status, words) in [
        (json!({"do": "claim", "move": text}), 409, "cannot claim a draw"),
        (json!({"do": "answer", "yes": true}), 409, "no offer for you to answer"),
        (json!({"do": "offer", "offer": "takeback"}), 409, "no move to take back"),
        (json!({"do": "offer", "offer": "claim"}), 409, "cannot claim a draw"),
        (json!({"do": "offer", "offer": "concession", "which": 3}), 409, "cannot concede that"),
        (json!({"do": "client_seed", "seed": "luck"}), 409, "has already started"),
    ] {
        let request = other.action(&table, 2, action);
        assert_says(other.refused(request).await, status, &[words]);
    }
    let position = |ply: u64| json!({"kind": "position", "table": table, "ply": ply});
    assert_says(third.refused(position(9999)).await, 404, &["no position after 9999 moves"]);
    assert_says(third.refused(position(u64::MAX)).await, 404, &["no position after"]);
    assert_eq!(third.ask(position(1)).await["position"], third.seen(&table).last["position"]);
    let analyse = json!({"kind": "analyse", "table": table, "ply": 0});
    for client in [&mut *one, &mut *other, &mut *third] {
        assert_says(client.refused(analyse.clone()).await, 403, &["no analysis while people play"]);
    }
    let rematch = json!({"kind": "rematch", "table": table});
    assert_says(one.refused(rematch.clone()).await, 409, &["not over yet"]);
    assert_says(third.refused(rematch).await, 403, &["only a player of this game"]);
    let withdraw = json!({"kind": "withdraw", "table": table});
    assert_says(third.refused(withdraw.clone()).await, 403, &["only the host"]);
    assert_says(one.refused(withdraw).await, 409, &["has started"]);
    for (seat, status, words) in
        [(1, 409, "this seat is taken"), (2, 409, "this seat is taken"), (3, 404, "no seat 3")]
    {
        let request = json!({"kind": "sit", "table": table, "seat": seat});
        assert_says(third.refused(request).await, status, &[words]);
    }
    // A request for a seat that is sent again has been carried out.
    one.done(json!({"kind": "sit", "table": table, "seat": 1})).await;
    other.done(json!({"kind": "sit", "table": table, "seat": 2})).await;
    let touch = json!({"kind": "touch", "table": table, "seen": 0, "picked": []});
    assert_says(other.refused(touch).await, 409, &["position has changed"]);
    for name in ["", "   ", "two\nlines", "\u{202e}backwards", &"n".repeat(65)] {
        assert_says(one.refused(json!({"kind": "name", "name": name})).await, 422, &["use 1–64 characters"]);
    }
    // The same move again is stale.
    let latest = other.seen(&table).events.len();
    let request = other.action(&table, 2, play);
    other.done(request.clone()).await;
    assert_says(other.refused(request).await, 409, &["position has changed"]);
    for client in [one, other, third] {
        assert_eq!(client.until(&table, |seen| seen.events.len() > latest).await.ply(), 2);
    }
    nothing_happened(&server, guests).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_tables_are_refused() {
    let server = TestServer::open("openings").await;
    let me_and_engine = json!([{"who": "me"}, {"who": "engine", "level": 1}]);
    let usual = json!({"game": "othello", "seats": me_and_engine});
    for (key, value, status, words) in [
        ("game", json!("ludo"), 404, &["no game \"ludo\"", "othello, halma"][..]),
        ("game", json!(1), 400, &["cannot read", "expected {\"game\""]),
        ("settings", json!({"speed": "9"}), 422, &["speed"]),
        ("settings", json!({"first": "green"}), 422, &["green", "black or white"]),
        ("settings", json!({"first": "black\nsecond = white"}), 422, &["one line"]),
        ("settings", json!({"first": 1}), 400, &["cannot read"]),
        ("seats", json!([{"who": "me"}]), 422, &["has 2 players", "not 1"]),
        ("seats", json!([]), 422, &["not 0"]),
        ("seats", json!([{"who": "me"}, {"who": "link"}, {"who": "link"}]), 422, &["not 3"]),
        (
            "seats",
            json!([{"who": "me"}, {"who": "ghost"}]),
            400,
            &["unknown variant `ghost`", "`me`, `here`, `link`, `player`, `engine`"],
        ),
        (
            "seats",
            json!([{"who": "me"}, {"who": "engine", "level": 9}]),
            422,
            &["level of strong cannot be \"9\"; use 1 to 8"],
        ),
        (
            "seats",
            json!([{"who": "me"}, {"who": "engine", "engine": "first", "level": 1}]),
            422,
            &["an engine or a level, not both"],
        ),
        (
            "seats",
            json!([{"who": "me"}, {"who": "engine", "engine": "narrad"}]),
            422,
            &["Othello has no engine \"narrad\"; use strong, first or random"],
        ),
        (
            "seats",
            json!([{"who": "me"}, {"who": "engine", "engine": "exec:gtp:edax"}]),
            422,
            &["Othello has no engine \"exec\""],
        ),
        (
            "seats",
            json!([{"who": "me"}, {"who": "engine", "engine": "strong:threads=64"}]),
            422,
            &["strong has no option \"threads\"; use level"],
        ),
        (
            "seats",
            json!([{"who": "me"}, {"who": "engine", "engine": "strong:level"}]),
            422,
            &["\"level\" is not valid; use an option of the form key=value"],
        ),
        ("seats", json!([{"who": "me"}, {"who": "engine", "engine": 5}]), 400, &["cannot read"]),
        ("seats", json!([{"who": "me"}, {"who": "engine", "level": -1}]), 400, &["cannot read"]),
        ("seats", json!([{"who": "me"}, {"who": "here", "name": "a\nb"}]), 422, &["use 1–64 characters"]),
        ("clock", json!("soon"), 422, &["soon", "5m+3s"]),
        ("clock", json!("0m"), 422, &["such as none"]),
        ("clock", json!("99999999h"), 422, &["such as none"]),
        ("position", json!("nonsense"), 422, &["nonsense"]),
        ("position", json!(""), 422, &["; use"]),
        ("listed", json!("yes"), 400, &["cannot read"]),
    ] {
        let mut table_request = usual.clone();
        table_request[key] = value;
        let (found, message) = server.post("/api/tables", &table_request).await.refusal();
        assert_says((found.into(), message), status, words);
    }
    let full = format!("{}{} black", "X".repeat(32), "O".repeat(32));
    let mut table_request = usual.clone();
    table_request["position"] = json!(full);
    let (status, message) = server.post("/api/tables", &table_request).await.refusal();
    assert_eq!(status, 422, "{message}");
    // A stranger cannot choose a search that takes minutes.
    let slow = json!([{"who": "me"}, {"who": "engine", "engine": "narrad:depth=5"}]);
    let backgammon = json!({"game": "backgammon", "seats": slow});
    let (status, message) = server.post("/api/tables", &backgammon).await.refusal();
    assert_says((status.into(), message), 422, &["depth of narrad cannot be \"5\"; use 1 to 3"]);
    let queens = json!({"game": "queens", "seats": [{"who": "engine", "level": 1}]});
    let (status, message) = server.post("/api/tables", &queens).await.refusal();
    assert_says((status.into(), message), 422, &["Queens has no engine \"strong\"; use random"]);
    for body in [&b""[..], b"{", b"[]", b"null", b"\xff\xfe", b"{\"game\": \"othello\"}"] {
        for path in ["/api/tables", "/api/preview", "/api/arrange"] {
            let answer = http::post(server.address, path, &[], body).await;
            if answer.status != 200 {
                assert_says((answer.refusal().0.into(), answer.refusal().1), 400, &["expected"]);
            }
        }
    }
    let long = vec![b' '; 300 * 1024];
    for path in ["/api/tables", "/api/preview", "/api/arrange"] {
        let (status, message) = http::post(server.address, path, &[], &long).await.refusal();
        assert_says((status.into(), message), 413, &["is longer than"]);
    }
    let foreign = [("Origin", "http://evil.example")];
    let answer = http::post(server.address, "/api/tables", &foreign, usual.to_string().as_bytes()).await;
    assert_says((answer.refusal().0.into(), answer.refusal().1), 403, &["another site"]);
    assert_eq!(server.get("/healthz").await.json()["tables"], 0, "nothing of this has opened a table");
    let own = format!("http://{}", server.address);
    let answer =
        http::post(server.address, "/api/tables", &[("Origin", &own)], usual.to_string().as_bytes()).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_get_no_socket() {
    let server = TestServer::open("origins").await;
    for origin in ["http://evil.example", "null", "http://localhost"] {
        match open_socket(server.address, &[("Origin", origin)]).await {
            Err(Error::Http(response)) => {
                assert_eq!(response.status(), 403);
                let body = String::from_utf8(response.body().clone().unwrap_or_default()).unwrap();
                assert!(body.is_empty() || body.contains("another site"), "{body}");
            }
            other => panic!("{origin}: {:?}", other.map(|_| ())),
        }
    }
    let own = format!("http://{}", server.address);
    assert!(open_socket(server.address, &[("Origin", &own)]).await.is_ok());
    let answer = server.get("/socket").await;
    assert!(answer.status >= 400 && answer.refusal().1.contains("upgrade"), "{}", answer.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_tables() {
    let server = TestServer::open("waiting").await;
    let (mut host, mut stranger, mut third) =
        (server.guest().await, server.guest().await, server.guest().await);
    let table_request = json!({"game": "halma", "settings": {"Player_num": "4"}, "listed": true,
                      "seats": [{"who": "me"}, {"who": "link"}, {"who": "link"}, {"who": "engine", "level": 0}]});
    let table = server.table(&host, table_request.clone()).await;
    for client in [&mut host, &mut stranger, &mut third] {
        client.watch(&table).await;
    }
    let early = json!({"kind": "act", "table": table, "seat": 1, "seen": 0, "action": {"do": "resign"}});
    assert_says(host.refused(early).await, 409, &["not started yet"]);
    let record = server.get(&format!("/api/tables/{table}/record")).await;
    assert_says((record.refusal().0.into(), record.refusal().1), 409, &["not started yet"]);
    for (seat, status, words) in
        [(1, 409, "is taken"), (4, 409, "is taken"), (7, 400, "no seat 7"), (0, 400, "no seat 0")]
    {
        let sit = json!({"kind": "sit", "table": table, "seat": seat});
        assert_says(stranger.refused(sit).await, status, &[words]);
    }
    let withdraw = json!({"kind": "withdraw", "table": table});
    assert_says(stranger.refused(withdraw.clone()).await, 403, &["only the host"]);
    stranger.done(json!({"kind": "sit", "table": table, "seat": 2})).await;
    let again = json!({"kind": "sit", "table": table, "seat": 2});
    stranger.done(again.clone()).await;
    assert_says(third.refused(again).await, 409, &["is taken"]);
    third.until(&table, |seen| seen.last["seats"][1]["who"] == "person").await;
    host.done(withdraw.clone()).await;
    for client in [&mut host, &mut stranger, &mut third] {
        let seen = client.until(&table, |seen| seen.is_over()).await;
        assert!(seen.events.is_empty() && seen.last["ending"].is_null());
    }
    let late = json!({"kind": "sit", "table": table, "seat": 3});
    assert_says(third.refused(late).await, 409, &["closed by its host"]);
    assert_says(host.refused(withdraw).await, 409, &["already closed"]);
    server.assert_healthy().await;
}
