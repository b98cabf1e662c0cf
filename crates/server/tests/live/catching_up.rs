//! Reconnecting clients catch up, and all watchers receive the same events.

use std::time::Duration;

use rules::Random;
use serde_json::{Value, json};

use crate::client::{Client, Seen, play_one, play_out};
use crate::games_played::check_record;
use crate::test_server::TestServer;

async fn moves(one: &mut Client, other: &mut Client, table: &str, count: usize, random: &mut Random) {
    for _ in 0..count {
        assert!(play_one(&mut [one, other], table, random).await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reconnecting_clients_receive_exactly_the_missed_events() {
    let server = TestServer::open("missed").await;
    let (mut one, mut other, table) = server.pair("othello", json!({}), "none").await;
    let mut random = Random::new(1);
    moves(&mut one, &mut other, &table, 5, &mut random).await;
    let (before, resets) = (one.seen(&table).events.len(), one.seen(&table).resets);
    one.cut();
    // The other player plays on alone.
    if !other.seen(&table).is_own_turn() {
        one.reconnect(server.address).await;
        one.play(&table, &mut random).await;
        other.until(&table, |seen| seen.is_own_turn()).await;
        one.cut();
    }
    let before = before.max(one.seen(&table).events.len());
    other.play(&table, &mut random).await;
    one.reconnect(server.address).await;
    let seen = one.seen(&table);
    assert_eq!(
        (seen.brought, seen.resets),
        (other.seen(&table).events.len() - before, resets),
        "{}",
        seen.last
    );
    assert_eq!(seen.events, other.seen(&table).events);
    assert!(
        seen.last["about"].is_object() && seen.last["layout"].is_object(),
        "a new page knows nothing yet"
    );
    // A client that has everything receives nothing; one that claims too much receives everything.
    let latest = seen.latest();
    for (have, brought, reset) in [
        (json!(latest), 0, false),
        (json!(latest - 1), 1, false),
        (json!(0), latest, false),
        (json!(latest + 1), latest + 1, true),
        (json!(u64::MAX), latest + 1, true),
        (Value::Null, latest + 1, true),
    ] {
        let mut tab = server.again(&one).await;
        // The page starts with the events of the other tab.
        let mut seen = one.seen(&table).clone();
        seen.events.truncate(have.as_u64().map_or(0, |have| have.min(latest) as usize + 1));
        seen.resets = 0;
        tab.tables.insert(table.clone(), seen);
        tab.send(&json!({"kind": "watch", "table": table, "have": have})).await;
        let seen = tab.next_about(&table).await;
        assert_eq!((seen.brought as u64, seen.resets == 1), (brought, reset), "have {have}");
        assert_eq!(seen.events, one.seen(&table).events);
    }
    play_out(&mut [&mut one, &mut other], &table, &mut random).await;
    check_record(&server, one.seen(&table), &table).await;
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_tabs_of_a_guest_receive_events_and_may_play() {
    let server = TestServer::open("tabs").await;
    let (mut one, mut other, table) = server.pair("othello", json!({}), "none").await;
    let mut tab = server.again(&one).await;
    tab.watch(&table).await;
    let mut random = Random::new(2);
    for turn in 0.. {
        let (first, second) = if turn % 2 == 0 { (&mut one, &mut tab) } else { (&mut tab, &mut one) };
        if !play_one(&mut [first, &mut other], &table, &mut random).await {
            break;
        }
        let count = first.seen(&table).events.len();
        second.until(&table, |seen| seen.events.len() >= count).await;
    }
    for client in [&one, &tab, &other] {
        assert_eq!(client.seen(&table).resets, 1, "only the first message");
        check_record(&server, client.seen(&table), &table).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_receive_everything_and_cannot_act() {
    let server = TestServer::open("spectator").await;
    let (mut one, mut other, table) = server.pair("backgammon", json!({}), "5m").await;
    let mut third = server.guest().await;
    third.watch(&table).await;
    third.until(&table, |seen| seen.state() == "playing").await;
    let mut random = Random::new(3);
    for _ in 0..6 {
        play_one(&mut [&mut one, &mut other], &table, &mut random).await;
        let count = one.seen(&table).events.len();
        let seen = third.until(&table, |seen| seen.events.len() >= count).await;
        assert!(seen.last["may"].is_null() && seen.last.get("touches").is_none(), "{}", seen.last);
        assert_eq!(seen.own_seats(), [0u64; 0]);
        assert_eq!(seen.last["position"], one.seen(&table).last["position"]);
        assert!(one.seen(&table).last["may"]["resign"] == true);
        let has_touches = [&one, &other].map(|client| client.seen(&table).last.get("touches").is_some());
        let has_turn = [&one, &other].map(|client| client.seen(&table).is_own_turn());
        assert_eq!(has_touches, has_turn);
    }
    for action in [
        json!({"do": "resign"}),
        json!({"do": "offer", "offer": "draw"}),
        json!({"do": "client_seed", "seed": "x"}),
    ] {
        for seat in [1, 2] {
            let request = third.action(&table, seat, action.clone());
            assert_eq!(third.refused(request).await.0, 403);
        }
    }
    third.send(&json!({"kind": "unwatch", "table": table})).await;
    third.ask(json!({"kind": "name", "name": "Away"})).await;
    play_one(&mut [&mut one, &mut other], &table, &mut random).await;
    third.receives_nothing(Duration::from_millis(150)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn presence_is_broadcast() {
    let server = TestServer::open("presence").await;
    let (mut one, mut other, table) = server.pair("tictactoe", json!({}), "none").await;
    let here =
        |seat: usize, here: bool| move |seen: &crate::client::Seen| seen.last["seats"][seat]["here"] == here;
    one.until(&table, here(1, true)).await;
    let mut third = server.guest().await;
    third.send(&json!({"kind": "lobby"})).await;
    third.watch(&table).await;
    let mut tab = server.again(&other).await;
    tab.watch(&table).await;
    other.cut();
    one.receives_nothing(Duration::from_millis(150)).await;
    tab.cut();
    for client in [&mut one, &mut third] {
        client.until(&table, here(1, false)).await;
        assert_eq!(client.seen(&table).last["seats"][0]["here"], true);
    }
    other.reconnect(server.address).await;
    for client in [&mut one, &mut third] {
        client.until(&table, here(1, true)).await;
    }
    play_out(&mut [&mut one, &mut other], &table, &mut Random::new(1)).await;
    check_record(&server, one.seen(&table), &table).await;
}

/// A player who comes and goes all the time costs the others no more than two messages a second, and the last one is right.
#[tokio::test(flavor = "multi_thread")]
async fn presence_is_not_broadcast_too_often() {
    let server = TestServer::open("presence-often").await;
    let (mut one, mut other, table) = server.pair("tictactoe", json!({}), "none").await;
    let is_here = |here: bool| move |seen: &crate::client::Seen| seen.last["seats"][1]["here"] == here;
    one.until(&table, is_here(true)).await;
    let before = one.seen(&table).messages;
    let begun = std::time::Instant::now();
    other.cut();
    for _ in 0..40 {
        let mut short = server.again(&other).await;
        short.cut();
    }
    one.drain().await;
    let span = begun.elapsed();
    tokio::time::sleep(Duration::from_millis(600)).await;
    one.drain().await;
    let count = one.seen(&table).messages - before;
    let most = 3 + (span.as_millis() / 500) as usize;
    assert!((1..=most).contains(&count), "{count} messages in {span:?}");
    assert!(is_here(false)(one.seen(&table)), "{}", one.seen(&table).last);
    other.reconnect(server.address).await;
    one.until(&table, is_here(true)).await;
    server.assert_healthy().await;
}

/// Lobby messages follow every change, rate-limited, and do not delay other messages of the connection.
#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_follows_changes() {
    let server = TestServer::open("lobby").await;
    let mut looker = server.guest().await;
    looker.send(&json!({"kind": "lobby"})).await;
    let empty = looker.until_lobby(|_| true).await;
    assert_eq!((&empty["open"], &empty["totals"]["open"]), (&json!([]), &json!(0)));
    let (mut host, mut guest) = (server.guest().await, server.guest().await);
    let table_request = json!({"game": "halma", "settings": {"Size": "5 * 5", "Beads-order": "1 2"}, "clock": "5m+3s",
                      "seats": [{"who": "me"}, {"who": "link"}], "listed": true});
    let table = server.table(&host, table_request.clone()).await;
    let mut hidden = table_request;
    hidden["listed"] = json!(false);
    server.table(&host, hidden).await;
    let news = looker.until_lobby(|news| news["open"].as_array().unwrap().len() == 1).await;
    let note = &news["open"][0];
    assert_eq!(
        (&note["table"], &note["state"], &note["clock"]),
        (&json!(table), &json!("waiting"), &json!("5m+3s"))
    );
    assert!(note["detail"].as_str().unwrap().contains("5 * 5"), "{note}");
    assert_eq!((&note["seats"][0]["who"], &note["seats"][1]["who"]), (&json!("person"), &json!("open")));
    host.send(&json!({"kind": "lobby"})).await;
    host.until_lobby(|news| news["mine"].as_array().unwrap().len() == 2).await;
    assert_eq!(note["seats"][0]["here"], true, "the host has a connection: {note}");
    host.watch(&table).await;
    guest.watch(&table).await;
    guest.done(json!({"kind": "sit", "table": table, "seat": 2})).await;
    let news = looker.until_lobby(|news| news["live"].as_array().unwrap().len() == 1).await;
    assert_eq!((&news["open"], &news["live"][0]["state"]), (&json!([]), &json!("playing")));
    guest.until(&table, |seen| seen.state() == "playing").await;
    host.until(&table, |seen| seen.state() == "playing").await;
    // The host watches the lobby too, which must not delay its requests.
    let begin = std::time::Instant::now();
    let mut random = Random::new(1);
    for _ in 0..10 {
        play_one(&mut [&mut host, &mut guest], &table, &mut random).await;
    }
    assert!(begin.elapsed() < Duration::from_millis(1500), "ten moves took {:?}", begin.elapsed());
    let news = host
        .until_lobby(|news| news["mine"].as_array().unwrap().iter().any(|note| note["moves"] == 10))
        .await;
    assert!(news["mine"].as_array().unwrap().iter().any(|note| note["your_turn"] == true), "{news}");
    let resign = host.action(&table, 1, json!({"do": "resign"}));
    host.done(resign).await;
    looker.until_lobby(|news| news["live"] == json!([])).await;
    looker.send(&json!({"kind": "unlobby"})).await;
    looker.done(json!({"kind": "name", "name": "Away"})).await;
    looker.discard_others();
    server
        .table(&host, json!({"game": "othello", "seats": [{"who": "link"}, {"who": "link"}], "listed": true}))
        .await;
    looker.receives_nothing(Duration::from_millis(500)).await;
}

/// A connection that does not read is closed, and catches up when it reconnects.
#[tokio::test(flavor = "multi_thread")]
async fn slow_connections_are_closed() {
    let server = TestServer::open("slow").await;
    let (mut one, mut other, table) = server.pair("halma", json!({"Size": "16 * 16"}), "none").await;
    let mut slow = server.guest().await;
    slow.watch(&table).await;
    one.act(&table, 1, json!({"do": "resign"})).await;
    // Each offer of a rematch is broadcast to all watchers.
    for round in 0..4000 {
        one.done(json!({"kind": "rematch", "table": table})).await;
        if round % 20 == 0 {
            other.done(json!({"kind": "name", "name": format!("Round {round}")})).await;
        }
    }
    let count = one.seen(&table).messages;
    assert!(count > 4000, "{count}");
    slow.is_closed().await;
    slow.reconnect(server.address).await;
    other.until(&table, Seen::is_over).await;
    other.done(json!({"kind": "rematch", "table": table})).await;
    slow.until(&table, |seen| seen.is_over() && !seen.last["rematch"]["next"].is_null()).await;
    server.assert_healthy().await;
}
