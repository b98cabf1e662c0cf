//! A failing store: nothing happens and nothing is broadcast until it works again.

use std::time::Duration;

use rules::Random;
use serde_json::{Value, json};
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use tokio::time::Instant;

use crate::client::{Client, Seen, play_one, play_out};
use crate::games_played::check_record;
use crate::http;
use crate::test_server::TestServer;

/// Another connection to the database of a server.
pub async fn database(server: &TestServer) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(server.folder.join("takhteh.db")).foreign_keys(false);
    SqliteConnection::connect_with(&options.busy_timeout(Duration::from_secs(20))).await.unwrap()
}

/// Every write of this kind fails from now on, and the whole transaction with it if `how` is `ROLLBACK`, as when a disk
/// is full.
async fn break_writes(server: &TestServer, what: &'static str, table: &'static str, how: &'static str) {
    let sql = format!(
        "CREATE TRIGGER broken BEFORE {what} ON {table} BEGIN SELECT RAISE({how}, 'the disk is broken'); END"
    );
    sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut database(server).await).await.unwrap();
}

async fn repair(server: &TestServer) {
    sqlx::query("DROP TRIGGER broken").execute(&mut database(server).await).await.unwrap();
}

fn assert_failed((status, message): (u64, String)) {
    assert_eq!(status, 503, "{message}");
    assert!(message.contains("nothing has changed") && message.contains("try again"), "{message}");
    assert!(!message.contains("disk"), "what the database says is not for clients: {message}");
}

async fn settled(client: &mut Client, table: &str, count: usize) {
    let is_so = |seen: &Seen| {
        seen.events.len() == count
            && seen.last["seats"].as_array().unwrap().iter().all(|seat| seat["here"] == true)
    };
    client.until(table, is_so).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_is_not_stored_has_not_happened() {
    for how in ["ABORT", "ROLLBACK"] {
        let server = TestServer::open(&format!("store-{how}")).await;
        let (mut one, mut other, table) = server.pair("othello", json!({}), "3s/move").await;
        let mut third = server.guest().await;
        third.watch(&table).await;
        let mut random = Random::new(1);
        for _ in 0..4 {
            play_one(&mut [&mut one, &mut other], &table, &mut random).await;
        }
        let count = one.seen(&table).events.len();
        for client in [&mut one, &mut other, &mut third] {
            settled(client, &table, count).await;
        }
        let text = one.find_move(&table, &mut random).await;
        let request = one.action(&table, 1, json!({"do": "move", "move": text}));
        break_writes(&server, "INSERT", "events", how).await;
        let begin = Instant::now();
        assert_failed(one.refused(request.clone()).await);
        assert_failed(one.refused(request.clone()).await);
        // A new watcher sees the stored game.
        let mut fourth = server.guest().await;
        fourth.watch(&table).await;
        assert_eq!(fourth.seen(&table).events, one.seen(&table).events);
        assert_eq!(fourth.seen(&table).position(), one.seen(&table).position());
        let position = json!({"kind": "position", "table": table, "ply": 5});
        assert_eq!(third.refused(position).await.0, 404, "the board is as before");
        assert_eq!(server.get("/healthz").await.status, 200);
        // Longer than the clock allows, but it does not run meanwhile.
        while begin.elapsed() < Duration::from_millis(4500) {
            tokio::time::sleep(Duration::from_millis(400)).await;
            assert_failed(one.refused(request.clone()).await);
        }
        for client in [&mut one, &mut other, &mut third, &mut fourth] {
            client.receives_nothing(Duration::from_millis(50)).await;
            assert_eq!(client.seen(&table).events.len(), count);
        }
        repair(&server).await;
        one.done(request).await;
        for client in [&mut one, &mut other, &mut third, &mut fourth] {
            let seen = client.until(&table, |seen| seen.ply() == 5).await;
            assert_eq!(seen.kinds()[count..], ["resumed", "moved"], "{how}");
            assert_eq!(seen.resets, 1);
        }
        play_out(&mut [&mut one, &mut other], &table, &mut random).await;
        check_record(&server, one.seen(&table), &table).await;
        server.assert_healthy().await;
    }
}

/// The same without a request: an engine moves, and a player comes and goes, while the store fails.
#[tokio::test(flavor = "multi_thread")]
async fn due_events_happen_when_the_store_works_again() {
    let server = TestServer::open("store-due").await;
    let mut guest = server.guest().await;
    let seats = json!([{"who": "me"}, {"who": "engine", "level": 8}]);
    let table = server.table(&guest, json!({"game": "othello", "seats": seats})).await;
    guest.watch(&table).await;
    let mut random = Random::new(1);
    guest.play(&table, &mut random).await;
    break_writes(&server, "INSERT", "events", "ROLLBACK").await;
    let count = guest.seen(&table).events.len();
    let mut third = server.guest().await;
    for _ in 0..6 {
        third.watch(&table).await;
        guest.reconnect(server.address).await;
        tokio::time::sleep(Duration::from_millis(500)).await;
        third.send(&json!({"kind": "unwatch", "table": table})).await;
    }
    let was_late = guest.seen(&table).events.len() == count;
    repair(&server).await;
    let seen = guest.until(&table, |seen| seen.ply() >= 2).await;
    assert!(!was_late || seen.kinds()[count..].contains(&"resumed"), "{:?}", seen.kinds());
    third.watch(&table).await;
    third.until(&table, |seen| seen.ply() >= 2).await;
    assert_eq!(third.seen(&table).events, guest.seen(&table).events);
    let request = guest.action(&table, 1, json!({"do": "resign"}));
    guest.done(request).await;
    guest.until(&table, Seen::is_over).await;
    check_record(&server, guest.seen(&table), &table).await;
    server.assert_healthy().await;
}

/// A full disk: the database cannot grow. Small writes may still fit into free pages.
/// The match has no cube, so that it does not end before the disk is full.
#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk() {
    let server = TestServer::open("full-disk").await;
    let (mut one, mut other, table) =
        server.pair("backgammon", json!({"length": "64", "cube": "no"}), "none").await;
    let mut third = server.guest().await;
    third.watch(&table).await;
    let mut random = Random::new(7);
    play_one(&mut [&mut one, &mut other], &table, &mut random).await;
    server.fill_disk().await;
    let mut refusals = 0;
    for _ in 0..400 {
        one.until(&table, |seen| seen.turn().is_some()).await;
        let turn = one.seen(&table).turn().unwrap();
        let count = one.seen(&table).events.len();
        let mover = if turn == 1 { &mut one } else { &mut other };
        mover.until(&table, |seen| seen.events.len() >= count && seen.is_own_turn()).await;
        let text = mover.find_move(&table, &mut random).await;
        let request = mover.action(&table, turn, json!({"do": "move", "move": text}));
        let answer = mover.ask(request.clone()).await;
        if answer["kind"] == "done" {
            let ply = mover.seen(&table).ply();
            for client in [&mut one, &mut other, &mut third] {
                client.until(&table, |seen| seen.ply() > ply || seen.events.len() > count + 3).await;
            }
            continue;
        }
        assert_eq!(answer["status"], 503, "{answer}");
        refusals += 1;
        let ply = mover.seen(&table).ply();
        tokio::time::sleep(Duration::from_millis(1300)).await;
        for client in [&mut one, &mut other, &mut third] {
            client.drain().await;
            assert_eq!(client.seen(&table).ply(), ply);
            assert!(client.seen(&table).kinds()[count..].iter().all(|kind| *kind == "resumed"));
        }
        server.free_disk().await;
        let mover = if turn == 1 { &mut one } else { &mut other };
        mover.done(request).await;
        for client in [&mut one, &mut other, &mut third] {
            client.until(&table, |seen| seen.ply() > ply).await;
        }
        if refusals == 3 {
            break;
        }
        server.fill_disk().await;
    }
    assert_eq!(refusals, 3, "the disk was never full");
    assert_eq!(one.seen(&table).events, third.seen(&table).events);
    // The match is long: what was broadcast so far is in the record.
    check_record(&server, one.seen(&table), &table).await;
    server.assert_healthy().await;
}

/// Opening a table, sitting down, choosing a name, closing a table, asking for a rematch.
#[tokio::test(flavor = "multi_thread")]
async fn other_requests_under_a_failing_store() {
    let server = TestServer::open("store-requests").await;
    let (mut one, mut other, mut third) = (server.guest().await, server.guest().await, server.guest().await);
    let table_request =
        json!({"game": "tictactoe", "seats": [{"who": "me"}, {"who": "link"}], "listed": true});
    let table = server.table(&one, table_request.clone()).await;
    for client in [&mut one, &mut other, &mut third] {
        client.watch(&table).await;
        client.until(&table, |seen| seen.last["seats"][0]["here"] == true).await;
    }
    for how in ["ABORT", "ROLLBACK"] {
        for what in ["INSERT", "UPDATE"] {
            break_writes(&server, what, "users", how).await;
            let answer = one.ask(json!({"kind": "name", "name": "Laleh"})).await;
            // The first name of a guest is inserted, later ones are updated.
            if answer["kind"] != "done" {
                assert_eq!(answer["status"], 503, "{answer}");
                assert_eq!(server.again(&one).await.welcome["name"], one.welcome["name"]);
            }
            repair(&server).await;
        }
        break_writes(&server, "INSERT", "tables", how).await;
        let tables = server.get("/healthz").await.json()["tables"].clone();
        let answer =
            http::post(server.address, "/api/tables", &[], table_request.to_string().as_bytes()).await;
        assert_failed((answer.refusal().0.into(), answer.refusal().1));
        assert_eq!(server.get("/healthz").await.json()["tables"], tables);
        repair(&server).await;
        break_writes(&server, "UPDATE", "seats", how).await;
        let sit = json!({"kind": "sit", "table": table, "seat": 2});
        assert_failed(other.refused(sit.clone()).await);
        repair(&server).await;
        break_writes(&server, "UPDATE", "tables", how).await;
        assert_failed(one.refused(json!({"kind": "withdraw", "table": table})).await);
        repair(&server).await;
    }
    for client in [&mut one, &mut other, &mut third] {
        client.drain().await;
        let seen = client.seen(&table);
        assert_eq!((seen.state(), &seen.last["seats"][1]["who"]), ("waiting", &json!("open")));
    }
    // The seat is stored but the start is not: the game begins once the store works again.
    break_writes(&server, "INSERT", "events", "ROLLBACK").await;
    let answer = other.ask(json!({"kind": "sit", "table": table, "seat": 2})).await;
    if answer["kind"] == "done" {
        other.until(&table, |seen| seen.last["seats"][1]["who"] == "you").await;
    } else {
        assert_eq!(answer["status"], 503);
        other.drain().await;
        assert_eq!(other.seen(&table).last["seats"][1]["who"], "open", "nothing has happened");
    }
    repair(&server).await;
    if answer["kind"] != "done" {
        other.done(json!({"kind": "sit", "table": table, "seat": 2})).await;
    }
    for client in [&mut one, &mut other, &mut third] {
        client.until(&table, |seen| seen.state() == "playing").await;
    }
    play_out(&mut [&mut one, &mut other], &table, &mut Random::new(3)).await;
    check_record(&server, one.seen(&table), &table).await;
    let rematch = json!({"kind": "rematch", "table": table});
    one.done(rematch.clone()).await;
    break_writes(&server, "INSERT", "tables", "ROLLBACK").await;
    assert_failed(other.refused(rematch.clone()).await);
    repair(&server).await;
    third.drain().await;
    assert_eq!(third.seen(&table).last["rematch"], json!({"by": [1], "next": Value::Null}));
    other.done(rematch).await;
    third.until(&table, |seen| seen.last["rematch"]["next"].is_string()).await;
    server.assert_healthy().await;
}

/// `/healthz` writes: a database that can only be read is not healthy.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_cannot_be_written_is_not_healthy() {
    let server = TestServer::open("unhealthy").await;
    server.assert_healthy().await;
    assert_eq!(server.get("/healthz").await.json()["reopening"], 0);
    let mut other = database(&server).await;
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let begun = Instant::now();
    assert_eq!(server.get("/healthz").await.refusal().0, 503);
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
    tokio::time::sleep(Duration::from_millis(1100)).await;
    server.assert_healthy().await;
}

/// A server whose writer has ended says so, and its program ends.
#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_the_writer_is_noticed() {
    let server = TestServer::open("writer-ended").await;
    let running = server.server.as_ref().unwrap();
    assert!(tokio::time::timeout(Duration::from_millis(300), running.failed()).await.is_err());
    running.store().clone().close().await;
    tokio::time::timeout(Duration::from_secs(5), running.failed()).await.unwrap();
    assert_eq!(server.get("/healthz").await.refusal().0, 503);
}
