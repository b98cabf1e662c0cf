//! Players who leave a game between people: what the others see and may claim.

use std::time::Duration;

use rules::Random;
use serde_json::{Value, json};
use server::{AbsenceLimits, Config};

use crate::client::{Client, Seen, play_one};
use crate::test_server::{TestServer, config, folder};

const WITH_CLOCK: Duration = Duration::from_millis(400);
const WITHOUT_CLOCK: Duration = Duration::from_millis(900);

async fn open(name: &str, with_clock: Duration) -> TestServer {
    let absence = AbsenceLimits { with_clock, without_clock: WITHOUT_CLOCK };
    let config = Config { absence, ..config(&folder(name)) };
    TestServer::open_with(&config).await.unwrap()
}

fn claim(client: &Client, table: &str, seat: u64, absent: u64, claim: &str) -> Value {
    client.action(table, seat, json!({"do": "claim_absence", "absent": absent, "claim": claim}))
}

fn is_away(seen: &Seen, seat: usize) -> bool {
    let absent = seen.last["absent"].as_array().unwrap();
    seen.last["seats"][seat - 1]["here"] == false && absent.iter().any(|one| one["seat"] == seat)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_player_who_stayed_claims_the_game() {
    let server = open("absence-claim", WITH_CLOCK).await;
    let (mut one, mut other, table) = server.pair("othello", json!({}), "5m").await;
    let mut stranger = server.guest().await;
    stranger.watch(&table).await;
    let request = claim(&one, &table, 1, 2, "win");
    let (status, message) = one.refused(request).await;
    assert!(status == 409 && message.contains("has not left"), "{message}");
    // A second connection on another page counts.
    let mut lobby = server.again(&other).await;
    other.cut();
    one.receives_nothing(Duration::from_millis(200)).await;
    lobby.cut();
    for client in [&mut one, &mut stranger] {
        let seen = client.until(&table, |seen| is_away(seen, 2)).await;
        let left = seen.last["absent"][0]["claim_in"].as_u64().unwrap();
        assert!(left <= WITH_CLOCK.as_millis() as u64, "{left}");
    }
    let request = claim(&one, &table, 1, 2, "win");
    let (status, message) = one.refused(request).await;
    assert!(status == 409 && message.contains("may still come back; claim in 1 seconds"), "{message}");
    tokio::time::sleep(WITH_CLOCK).await;
    let request = claim(&stranger, &table, 1, 2, "win");
    assert_eq!(stranger.refused(request).await.0, 403);
    let request = claim(&one, &table, 1, 1, "win");
    assert_eq!(one.refused(request).await, (409, "no other person plays seat 1".to_owned()));
    let request = claim(&one, &table, 1, 2, "win");
    one.done(request).await;
    let seen = one.until(&table, Seen::is_over).await;
    assert_eq!(seen.last["ending"]["rule"], "absence");
    assert_eq!(seen.last["ending"]["places"], json!([1, 2]));
    assert_eq!(seen.last["absent"], json!([]));
    let kinds: Vec<&Value> = seen.events.iter().map(|event| &event["event"]).collect();
    assert_eq!(kinds[kinds.len() - 3..], ["absence_claimed", "retired", "ended"]);
    assert!(server.record(&table).await.1.outcome.is_some());
    // The player who comes back sees it.
    other.reconnect(server.address).await;
    other.until(&table, Seen::is_over).await;
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_in_time_plays_on() {
    let server = open("absence-return", WITH_CLOCK).await;
    let (mut one, mut other, table) = server.pair("othello", json!({}), "5m").await;
    other.cut();
    one.until(&table, |seen| is_away(seen, 2)).await;
    other.reconnect(server.address).await;
    one.until(&table, |seen| !is_away(seen, 2)).await;
    tokio::time::sleep(WITH_CLOCK).await;
    let request = claim(&one, &table, 1, 2, "win");
    let (status, message) = one.refused(request).await;
    assert!(status == 409 && message.contains("has not left"), "{message}");
    assert!(play_one(&mut [&mut one, &mut other], &table, &mut Random::new(1)).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_a_clock_takes_longer_and_may_be_drawn() {
    let server = open("absence-no-clock", WITH_CLOCK).await;
    let (mut one, mut other, table) = server.pair("othello", json!({}), "none").await;
    one.cut();
    other.until(&table, |seen| is_away(seen, 1)).await;
    assert_eq!(other.seen(&table).last["may"]["absence_draw"], true);
    tokio::time::sleep(WITH_CLOCK).await;
    let request = claim(&other, &table, 2, 1, "draw");
    assert_eq!(other.refused(request).await.0, 409, "not yet");
    tokio::time::sleep(WITHOUT_CLOCK - WITH_CLOCK).await;
    let request = claim(&other, &table, 2, 1, "draw");
    other.done(request).await;
    let seen = other.until(&table, Seen::is_over).await;
    assert_eq!(seen.last["ending"]["places"], json!([1, 1]));
    server.record(&table).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_four_players_three_play_on() {
    let server = open("absence-four", WITH_CLOCK).await;
    let mut clients = Vec::new();
    for _ in 0..4 {
        clients.push(server.guest().await);
    }
    let seats = json!([{"who": "me"}, {"who": "link"}, {"who": "link"}, {"who": "link"}]);
    let settings = json!({"Player_num": "4", "Size": "8 * 8", "Beads-order": "1 2"});
    let request = json!({"game": "halma", "settings": settings, "clock": "5m", "seats": seats});
    let table = server.table(&clients[0], request).await;
    for (client, seat) in clients.iter_mut().zip(1..) {
        client.watch(&table).await;
        if seat > 1 {
            client.done(json!({"kind": "sit", "table": table, "seat": seat})).await;
        }
    }
    let mut gone = clients.pop().unwrap();
    gone.until(&table, |seen| seen.state() == "playing").await;
    gone.cut();
    clients[1].until(&table, |seen| is_away(seen, 4)).await;
    tokio::time::sleep(WITH_CLOCK).await;
    let request = claim(&clients[1], &table, 2, 4, "draw");
    assert_eq!(clients[1].refused(request).await.0, 409, "four players have no draw to claim");
    let request = claim(&clients[1], &table, 2, 4, "win");
    clients[1].done(request).await;
    for client in &mut clients {
        let seen = client.until(&table, |seen| seen.last["seats"][3]["playing"] == false).await;
        assert_eq!(seen.state(), "playing");
        assert_eq!(seen.last["absent"], json!([]), "the seat has left");
    }
    let mut random = Random::new(3);
    let [one, two, three] = &mut clients[..] else { panic!("three players") };
    for _ in 0..6 {
        assert!(play_one(&mut [&mut *one, &mut *two, &mut *three], &table, &mut random).await);
    }
    server.record(&table).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn engines_and_players_of_solo_games_are_never_absent() {
    let server = open("absence-engine", Duration::ZERO).await;
    let mut person = server.guest().await;
    let request = json!({"game": "tictactoe", "seats": [{"who": "me"}, {"who": "engine", "level": 1}]});
    let table = server.table(&person, request).await;
    person.watch(&table).await;
    let mut watcher = server.guest().await;
    watcher.watch(&table).await;
    person.until(&table, |seen| seen.state() == "playing").await;
    let request = claim(&person, &table, 1, 2, "win");
    assert_eq!(person.refused(request).await, (409, "no other person plays seat 2".to_owned()));
    person.cut();
    let seen = watcher.until(&table, |seen| seen.last["seats"][0]["here"] == false).await;
    assert_eq!(seen.last["absent"], json!([]));
}

/// Time in which the server was down is not charged: the count begins when the server runs again.
#[tokio::test(flavor = "multi_thread")]
async fn a_restart_counts_for_nobody() {
    let limit = Duration::from_millis(1500);
    let mut server = open("absence-restart", limit).await;
    let (mut one, mut other, table) = server.pair("othello", json!({}), "5m").await;
    other.cut();
    one.until(&table, |seen| is_away(seen, 2)).await;
    tokio::time::sleep(limit / 2).await;
    server.stop().await;
    tokio::time::sleep(limit).await;
    let absence = AbsenceLimits { with_clock: limit, without_clock: WITHOUT_CLOCK };
    let config = Config { absence, ..config(&server.folder) };
    let server = TestServer::open_with(&config).await.unwrap();
    one.reconnect(server.address).await;
    let request = claim(&one, &table, 1, 2, "win");
    let (status, message) = one.refused(request).await;
    assert!(status == 409 && message.contains("may still come back"), "{message}");
    tokio::time::sleep(limit).await;
    let request = claim(&one, &table, 1, 2, "win");
    one.done(request).await;
    server.record(&table).await;
}
