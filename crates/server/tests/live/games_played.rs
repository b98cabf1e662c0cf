//! Whole games of every kind, played by clicks, against engines and between guests.

use rules::Random;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, Seen, play_out};
use crate::test_server::TestServer;

/// An event as the line of a record, without its hash.
fn line(event: &Value) -> String {
    let text = |key: &str| event[key].as_str().map_or_else(|| event[key].to_string(), str::to_owned);
    let list = |key: &str| {
        let numbers = event[key].as_array().unwrap().iter();
        numbers.map(Value::to_string).collect::<Vec<_>>().join(",")
    };
    let seat = || text("seat");
    let details = match event["event"].as_str().unwrap() {
        "client_seed" => format!("word {} {}", seat(), text("seed")),
        "rolled" => format!("rolled {}", text("roll")),
        "moved" => {
            let lag = event["lag"].as_u64().map_or_else(String::new, |lag| format!("+{lag} "));
            format!("moved {} {lag}{}", seat(), text("move"))
        }
        "offered" => format!("offered {} {}", seat(), text("offer")),
        "answered" => format!("answered {} {}", seat(), if event["yes"] == true { "yes" } else { "no" }),
        "retired" => format!("retired {} {}", seat(), text("why")),
        "conceded" => format!("conceded {} {}", seat(), text("concession")),
        "took_back" => format!("took-back {}", text("moves")),
        "ended" => format!("ended {} {} {}", list("places"), list("points"), text("rule")),
        "revealed" => format!("revealed {}", text("secret")),
        plain => plain.to_owned(),
    };
    format!("{} {details}", event["at"])
}

/// Checks that the record contains exactly the broadcast events, and that they follow the rules.
pub async fn check_record(server: &TestServer, seen: &Seen, table: &str) {
    let (text, verdict) = server.record(table).await;
    assert_eq!(verdict.outcome.is_some(), seen.is_over());
    let record = table::record::read(&text).unwrap();
    assert_eq!(record.events.len(), seen.events.len());
    assert_eq!(seen.events[0]["event"], "opened");
    let lines: Vec<&str> = text.lines().collect();
    for (number, event) in seen.events.iter().enumerate().skip(1) {
        let written = lines[record.lines[number] - 1].rsplit_once("  ~").unwrap().0;
        let sent = line(event);
        match event["event"].as_str().unwrap() {
            // The record also names the concession, and has other words for the reasons of a retirement.
            "offered" => assert!(written.starts_with(&sent), "{written}: {sent}"),
            "retired" => assert_eq!(
                written.rsplit_once(' ').unwrap().0,
                sent.splitn(5, ' ').take(3).collect::<Vec<_>>().join(" ")
            ),
            _ => assert_eq!(written, sent),
        }
    }
}

/// A whole game of one guest against engines of a level.
async fn against_engine(server: &TestServer, game: &str, settings: Value, seats: u8, level: u8, seed: u64) {
    against(server, game, settings, seats, json!({"who": "engine", "level": level}), seed).await;
}

/// A whole game of one guest against this opponent in all other seats. Returns the opponent's name.
async fn against(
    server: &TestServer,
    game: &str,
    settings: Value,
    seats: u8,
    opponent: Value,
    seed: u64,
) -> String {
    let mut guest = server.guest().await;
    let mut sitting = vec![opponent; usize::from(seats)];
    sitting[0] = json!({"who": "me"});
    let table_request = json!({"game": game, "settings": settings, "clock": "30m+10s", "seats": sitting});
    let table = server.table(&guest, table_request).await;
    guest.watch(&table).await;
    guest.begin(&table).await;
    let mut random = Random::new(seed);
    play_out(&mut [&mut guest], &table, &mut random).await;
    let seen = guest.seen(&table);
    assert!(seen.last["ending"]["rule"].is_string() && seen.last["turn"].is_null(), "{}", seen.last);
    check_record(server, seen, &table).await;
    seen.last["seats"][1]["name"].as_str().unwrap().to_owned()
}

/// A whole game of guests, each with a connection of their own, and a spectator.
async fn among_guests(server: &TestServer, game: &str, settings: Value, seats: u64, seed: u64) -> Client {
    let mut guests = vec![server.guest().await];
    let mut sitting = vec![json!({"who": "link"}); seats as usize];
    sitting[0] = json!({"who": "me"});
    let table_request = json!({"game": game, "settings": settings, "seats": sitting});
    let table = server.table(&guests[0], table_request).await;
    for seat in 2..=seats {
        let mut guest = server.guest().await;
        guest.watch(&table).await;
        assert_eq!(guest.seen(&table).state(), "waiting");
        guest.done(json!({"kind": "sit", "table": table, "seat": seat})).await;
        guests.push(guest);
    }
    let mut spectator = server.guest().await;
    spectator.watch(&table).await;
    guests[0].watch(&table).await;
    for guest in &mut guests {
        guest.begin(&table).await;
    }
    let mut random = Random::new(seed);
    play_out(&mut guests.iter_mut().collect::<Vec<_>>(), &table, &mut random).await;
    spectator.until(&table, Seen::is_over).await;
    for client in guests.iter().chain([&spectator]) {
        check_record(server, client.seen(&table), &table).await;
        assert_eq!(client.seen(&table).events, spectator.seen(&table).events, "all receive the same events");
    }
    spectator
}

#[tokio::test(flavor = "multi_thread")]
async fn othello_is_played() {
    let server = TestServer::open("othello").await;
    against_engine(&server, "othello", json!({}), 2, 1, 1).await;
    against_engine(&server, "othello", json!({"first": "white"}), 2, 3, 2).await;
    among_guests(&server, "othello", json!({}), 2, 3).await;
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn halma_of_two_is_played() {
    let server = TestServer::open("halma").await;
    let small = json!({"Size": "5 * 5", "Beads-order": "1 2"});
    against_engine(&server, "halma", small.clone(), 2, 1, 1).await;
    among_guests(&server, "halma", small, 2, 2).await;
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn halma_of_four_is_played() {
    let server = TestServer::open("halma-four").await;
    let small = json!({"Size": "5 * 5", "Beads-order": "1 2", "Player_num": "4"});
    against_engine(&server, "halma", small.clone(), 4, 1, 1).await;
    among_guests(&server, "halma", small, 4, 2).await;
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn backgammon_is_played() {
    let server = TestServer::open("backgammon").await;
    against_engine(&server, "backgammon", json!({}), 2, 1, 1).await;
    let spectator = among_guests(&server, "backgammon", json!({}), 2, 2).await;
    let seen = spectator.tables.values().next().unwrap();
    assert_eq!(seen.kinds()[..4], ["opened", "client_seed", "client_seed", "begun"]);
    assert_eq!(seen.kinds().last(), Some(&"revealed"), "the dice can be checked");
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_with_the_cube_is_played() {
    let server = TestServer::open("match").await;
    against_engine(&server, "backgammon", json!({"length": "3"}), 2, 1, 1).await;
    among_guests(&server, "backgammon", json!({"length": "3"}), 2, 2).await;
    server.assert_healthy().await;
}

/// The engine and its options are a choice of the host, and the seat's name tells them.
#[tokio::test(flavor = "multi_thread")]
async fn other_engines_are_played() {
    let server = TestServer::open("engines").await;
    for (game, settings, opponent, name) in [
        ("othello", json!({}), json!({"who": "engine"}), "Computer, level 3"),
        ("othello", json!({}), json!({"who": "engine", "engine": "first"}), "First-move computer"),
        (
            "backgammon",
            json!({"length": "2"}),
            json!({"who": "engine", "engine": "narrad:depth=1,params=guess"}),
            "Narrad, depth 1, guess",
        ),
        ("tictactoe", json!({}), json!({"who": "engine", "level": 0}), "Random computer"),
    ] {
        assert_eq!(against(&server, game, settings, 2, opponent, 5).await, name);
    }
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn queens_and_tictactoe_are_played() {
    let server = TestServer::open("small").await;
    for seed in 0..5 {
        among_guests(&server, "queens", json!({"size": "6"}), 1, seed).await;
        among_guests(&server, "tictactoe", json!({}), 2, seed).await;
        against_engine(&server, "tictactoe", json!({}), 2, 2, seed).await;
    }
    server.assert_healthy().await;
}

/// Several people at one screen, and an engine among them: one guest, one connection.
#[tokio::test(flavor = "multi_thread")]
async fn people_at_one_screen_play() {
    let server = TestServer::open("screen").await;
    let mut guest = server.guest().await;
    let table_request =
        json!({"game": "tictactoe", "seats": [{"who": "me"}, {"who": "here", "name": "Grandmother"}]});
    let table = server.table(&guest, table_request).await;
    guest.watch(&table).await;
    assert_eq!(guest.seen(&table).own_seats(), [1, 2]);
    assert_eq!(guest.seen(&table).last["seats"][1]["name"], "Grandmother");
    play_out(&mut [&mut guest], &table, &mut Random::new(1)).await;
    check_record(&server, guest.seen(&table), &table).await;
}

/// The precomputed touches are those that the server resolves on request.
#[tokio::test(flavor = "multi_thread")]
async fn precomputed_touches_agree_with_the_server() {
    let server = TestServer::open("touches").await;
    for (game, settings) in [("othello", json!({})), ("halma", json!({})), ("backgammon", json!({}))] {
        let (mut one, mut other, table) = server.pair(game, settings, "none").await;
        for client in [&mut one, &mut other] {
            client.until(&table, |seen| seen.turn().is_some()).await;
        }
        let mover = if one.seen(&table).is_own_turn() { &mut one } else { &mut other };
        let seen = mover.seen(&table).clone();
        let touches = seen.last["touches"].as_object().unwrap().clone();
        assert!(touches.len() > 4, "{touches:?}");
        for (key, touch) in touches {
            let picked: Vec<u64> = key.split_whitespace().map(|place| place.parse().unwrap()).collect();
            let request = json!({"kind": "touch", "table": table, "seen": seen.latest(), "picked": picked});
            assert_eq!(mover.ask(request).await["touch"], touch, "{game} {key}");
        }
        // Pings are answered at any time.
        mover.send_frame(Message::Ping(vec![1, 2].into())).await;
        assert_eq!(mover.ask(json!({"kind": "name", "name": "Laleh"})).await["kind"], "done");
    }
}
