//! Leaving games: closing waiting tables, abandoning running games, hiding finished ones.

use rules::Random;
use serde_json::{Value, json};

use crate::client::{Client, Seen, play_one};
use crate::games_played::check_record;
use crate::http;
use crate::test_server::TestServer;

fn abandon(table: &str) -> Value {
    json!({"kind": "abandon", "table": table})
}

fn hide(table: &str) -> Value {
    json!({"kind": "hide", "table": table})
}

/// Ids of the tables in a guest's own list of unfinished games.
async fn own_games(client: &mut Client) -> Vec<String> {
    client.discard_others();
    client.send(&json!({"kind": "lobby"})).await;
    client.until_lobby(|_| true).await;
    // The user's own games follow the public lists.
    let lobby = client.until_lobby(|_| true).await;
    client.send(&json!({"kind": "unlobby"})).await;
    let games = lobby["mine"].as_array().unwrap().iter();
    games.map(|game| game["table"].as_str().unwrap().to_owned()).collect()
}

/// A guest's finished games.
async fn finished_games(server: &TestServer, client: &Client) -> Vec<Value> {
    let answer = http::get(server.address, "/api/history", &[("Cookie", &client.cookie)]).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["games"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_tables_are_closed_or_left() {
    let server = TestServer::open("abandon-waiting").await;
    let (mut host, mut guest, mut stranger) =
        (server.guest().await, server.guest().await, server.guest().await);
    let seats = json!([{"who": "me"}, {"who": "link"}, {"who": "link"}, {"who": "link"}]);
    let request = json!({"game": "halma", "settings": {"Player_num": "4"}, "seats": seats});
    let table = server.table(&host, request).await;
    for client in [&mut host, &mut guest, &mut stranger] {
        client.watch(&table).await;
    }
    guest.done(json!({"kind": "sit", "table": table, "seat": 2})).await;
    assert_eq!(own_games(&mut guest).await, [table.as_str()]);
    let (status, message) = stranger.refused(abandon(&table)).await;
    assert!(status == 403 && message.contains("do not play"), "{status} {message}");
    let (status, message) = host.refused(hide(&table)).await;
    assert!(status == 409 && message.contains("not over"), "{status} {message}");
    // Another player only frees the seat.
    guest.done(abandon(&table)).await;
    assert!(own_games(&mut guest).await.is_empty());
    let seen = stranger.until(&table, |seen| seen.last["seats"][1]["who"] == "open").await;
    assert_eq!(seen.state(), "waiting");
    stranger.done(json!({"kind": "sit", "table": table, "seat": 2})).await;
    // The host closes the table.
    host.done(abandon(&table)).await;
    for client in [&mut host, &mut guest, &mut stranger] {
        client.until(&table, Seen::is_over).await;
    }
    assert!(own_games(&mut host).await.is_empty());
    let (status, message) = host.refused(abandon(&table)).await;
    assert!(status == 409 && message.contains("already over"), "{status} {message}");
    server.assert_healthy().await;
}

/// The limit holds for requests at the same time, and a closed table makes room for another.
#[tokio::test(flavor = "multi_thread")]
async fn a_guest_has_at_most_64_unfinished_games() {
    let server = TestServer::open("own-limit").await;
    let mut host = server.guest().await;
    let body = json!({"game": "tictactoe", "seats": [{"who": "me"}, {"who": "link"}]}).to_string();
    let mut requests = tokio::task::JoinSet::new();
    for _ in 0..100 {
        let (address, cookie, body) = (server.address, host.cookie.clone(), body.clone());
        requests.spawn(async move {
            // A busy server asks for another attempt.
            loop {
                let cookie = [("Cookie", cookie.as_str())];
                let answer = http::post(address, "/api/tables", &cookie, body.as_bytes()).await;
                if answer.status != 503 {
                    return answer.status;
                }
                tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            }
        });
    }
    let statuses = requests.join_all().await;
    assert_eq!(statuses.iter().filter(|&&status| status == 201).count(), 64, "{statuses:?}");
    assert!(statuses.iter().all(|status| [201, 409].contains(status)), "{statuses:?}");
    host.send(&json!({"kind": "lobby"})).await;
    let lobby = host.until_lobby(|lobby| lobby["totals"]["mine"] == 64).await;
    let table = lobby["mine"][0]["table"].as_str().unwrap().to_owned();
    host.watch(&table).await;
    host.done(abandon(&table)).await;
    server.table(&host, serde_json::from_str(&body).unwrap()).await;
}

/// Neither rematches nor games that are left to engines nor a restart lead beyond the limit.
#[tokio::test(flavor = "multi_thread")]
async fn no_detour_leads_beyond_64_unfinished_games() {
    let mut server = TestServer::open("own-limit-detours").await;
    let mut host = server.guest().await;
    let engine = json!({"who": "engine", "level": 1});
    let settings = json!({"Size": "8 * 8", "Player_num": "4", "Beads-order": "1 2 3"});
    let seats = json!([{"who": "me"}, engine, engine, engine]);
    let halma = json!({"game": "halma", "settings": settings, "seats": seats});
    let left = server.table(&host, halma).await;
    let seats = json!([{"who": "me"}, {"who": "here"}]);
    let local = json!({"game": "tictactoe", "seats": seats});
    let finished = server.table(&host, local.clone()).await;
    for table in [&left, &finished] {
        host.watch(table).await;
        host.until(table, |seen| seen.state() == "playing").await;
        // The engines that are left do not play on without a spectator.
        host.send(&json!({"kind": "unwatch", "table": table})).await;
        host.done(abandon(table)).await;
    }
    for _ in 0..63 {
        server.table(&host, local.clone()).await;
    }
    let refused = async |server: &TestServer, host: &Client| {
        let cookie = [("Cookie", host.cookie.as_str())];
        let answer = http::post(server.address, "/api/tables", &cookie, local.to_string().as_bytes()).await;
        let (status, message) = answer.refusal();
        assert!(status == 409 && message.contains("64 unfinished games"), "{status} {message}");
    };
    refused(&server, &host).await;
    let rematch = json!({"kind": "rematch", "table": finished});
    let (status, message) = host.refused(rematch.clone()).await;
    assert!(status == 409 && message.contains("64 unfinished games"), "{status} {message}");
    // Right after a restart few tables are listed again.
    server.restart().await;
    refused(&server, &host).await;
    let mut host = server.again(&host).await;
    // The host ends the game of the engines, which makes room for the rematch.
    host.done(abandon(&left)).await;
    host.watch(&left).await;
    assert!(host.seen(&left).is_over() && host.seen(&left).last["ending"]["rule"].is_string());
    while server.get("/healthz").await.json()["reopening"] != 0 {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    host.done(rematch).await;
    refused(&server, &host).await;
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_abandoned_game_is_lost() {
    let server = TestServer::open("abandon-running").await;
    for (game, settings) in
        [("othello", json!({})), ("chess", json!({})), ("backgammon", json!({"length": "3"}))]
    {
        let (mut one, mut other, table) = server.pair(game, settings, "5m").await;
        one.until(&table, |seen| seen.state() == "playing").await;
        one.done(abandon(&table)).await;
        for client in [&mut one, &mut other] {
            let seen = client.until(&table, Seen::is_over).await;
            assert_eq!(seen.last["ending"]["places"], json!([2, 1]), "{game}");
        }
        check_record(&server, one.seen(&table), &table).await;
        assert!(own_games(&mut one).await.is_empty() && own_games(&mut other).await.is_empty());
    }
    // Both seats at one screen.
    let mut guest = server.guest().await;
    let request = json!({"game": "tictactoe", "seats": [{"who": "me"}, {"who": "here"}]});
    let table = server.table(&guest, request).await;
    guest.watch(&table).await;
    play_one(&mut [&mut guest], &table, &mut Random::new(1)).await;
    guest.done(abandon(&table)).await;
    guest.until(&table, Seen::is_over).await;
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_others_play_on() {
    let server = TestServer::open("abandon-four").await;
    let (mut leaver, mut other) = (server.guest().await, server.guest().await);
    let seats = json!([{"who": "me"}, {"who": "link"}, {"who": "link"}, {"who": "link"}]);
    let request = json!({"game": "halma", "settings": {"Size": "5 * 5", "Beads-order": "1 2", "Player_num": "4"}, "seats": seats});
    let table = server.table(&leaver, request).await;
    leaver.watch(&table).await;
    other.watch(&table).await;
    for seat in 2..=4 {
        other.done(json!({"kind": "sit", "table": table, "seat": seat})).await;
    }
    leaver.until(&table, |seen| seen.state() == "playing").await;
    leaver.done(abandon(&table)).await;
    let seen = other.until(&table, |seen| seen.has("retired")).await;
    assert!(!seen.is_over() && seen.last["seats"][0]["playing"] == false, "{}", seen.last);
    assert!(own_games(&mut leaver).await.is_empty());
    assert_eq!(own_games(&mut other).await, [table.as_str()]);
    other.until(&table, |seen| seen.turn().is_some()).await;
    play_one(&mut [&mut other], &table, &mut Random::new(1)).await;
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_ends_a_game_between_engines() {
    let server = TestServer::open("abandon-engines").await;
    let mut host = server.guest().await;
    let seats = json!([{"who": "engine", "level": 8}, {"who": "engine", "level": 8}]);
    let table = server.table(&host, json!({"game": "othello", "seats": seats})).await;
    host.watch(&table).await;
    host.until(&table, |seen| seen.state() == "playing").await;
    let mut stranger = server.guest().await;
    assert_eq!(stranger.refused(abandon(&table)).await.0, 403);
    host.done(abandon(&table)).await;
    host.until(&table, Seen::is_over).await;
    check_record(&server, host.seen(&table), &table).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_games_are_listed_until_they_are_hidden() {
    let mut server = TestServer::open("hide").await;
    let (mut one, mut other, table) = server.pair("othello", json!({}), "5m").await;
    play_one(&mut [&mut one, &mut other], &table, &mut Random::new(1)).await;
    assert!(finished_games(&server, &one).await.is_empty());
    one.done(abandon(&table)).await;
    for client in [&mut one, &mut other] {
        client.until(&table, Seen::is_over).await;
        let games = finished_games(&server, client).await;
        assert_eq!(games.len(), 1);
        assert_eq!(
            (&games[0]["table"], &games[0]["game"], &games[0]["title"], &games[0]["moves"]),
            (&json!(table), &json!("othello"), &json!("Othello"), &json!(1))
        );
        assert_eq!(games[0]["ending"], client.seen(&table).last["ending"]);
    }
    let games = finished_games(&server, &one).await;
    assert_eq!(
        (&games[0]["seats"][0]["who"], &games[0]["seats"][1]["who"]),
        (&json!("you"), &json!("person"))
    );
    let mut stranger = server.guest().await;
    assert!(finished_games(&server, &stranger).await.is_empty());
    assert_eq!(stranger.refused(hide(&table)).await.0, 403);
    one.done(hide(&table)).await;
    one.done(hide(&table)).await;
    assert!(finished_games(&server, &one).await.is_empty());
    assert_eq!(finished_games(&server, &other).await.len(), 1, "the other player still sees it");
    server.restart().await;
    assert!(finished_games(&server, &one).await.is_empty());
    assert_eq!(finished_games(&server, &other).await.len(), 1);
    // The game itself is still there.
    one.reconnect(server.address).await;
    assert!(one.seen(&table).is_over());
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn abandoned_games_make_room_for_new_ones() {
    let server = TestServer::open("abandon-limit").await;
    let mut guest = server.guest().await;
    let seats = json!([{"who": "me"}, {"who": "engine", "level": 0}]);
    let request = json!({"game": "tictactoe", "seats": seats});
    let mut table = String::new();
    for _ in 0..64 {
        table = server.table(&guest, request.clone()).await;
    }
    while server.get("/healthz").await.json()["tables"] != 64 {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let cookie = [("Cookie", guest.cookie.as_str())];
    let answer = http::post(server.address, "/api/tables", &cookie, request.to_string().as_bytes()).await;
    let (status, message) = answer.refusal();
    assert!(status == 409 && message.contains("abandon"), "{status} {message}");
    guest.done(abandon(&table)).await;
    server.table(&guest, request).await;
    server.assert_healthy().await;
}

/// A table that has waited for a week is closed; younger ones and running games stay.
#[tokio::test(flavor = "multi_thread")]
async fn waiting_tables_expire() {
    let mut server = TestServer::open("expiry").await;
    let guest = server.guest().await;
    let waiting = json!({"game": "tictactoe", "seats": [{"who": "me"}, {"who": "link"}]});
    let running = json!({"game": "tictactoe", "seats": [{"who": "me"}, {"who": "here"}]});
    let old = server.table(&guest, waiting.clone()).await;
    let young = server.table(&guest, waiting).await;
    let running = server.table(&guest, running).await;
    let mut client = server.again(&guest).await;
    client.watch(&running).await;
    client.until(&running, |seen| seen.state() == "playing").await;
    let mut database = crate::failing_store::database(&server).await;
    let week = 7 * 24 * 3600 * 1000;
    let sql = "UPDATE tables SET created = created - $1 WHERE id IN ($2, $3)";
    sqlx::query(sql).bind(week + 1000).bind(&old).bind(&running).execute(&mut database).await.unwrap();
    server.restart().await;
    let mut client = server.again(&guest).await;
    client.watch(&old).await;
    client.until(&old, Seen::is_over).await;
    client.send(&json!({"kind": "lobby"})).await;
    let lobby = client.until_lobby(|lobby| lobby["mine"].as_array().unwrap().len() == 2).await;
    let mut mine: Vec<&str> =
        lobby["mine"].as_array().unwrap().iter().map(|game| game["table"].as_str().unwrap()).collect();
    mine.sort_unstable();
    let mut expected = [young.as_str(), running.as_str()];
    expected.sort_unstable();
    assert_eq!(mine, expected);
    server.assert_healthy().await;
}

/// A game whose players have all been away for two months is lost by the one to move; one that somebody has looked after stays.
#[tokio::test(flavor = "multi_thread")]
async fn abandoned_games_expire() {
    let mut server = TestServer::open("abandoned").await;
    let (gone, here) = (server.guest().await, server.guest().await);
    let request = json!({"game": "tictactoe", "seats": [{"who": "me"}, {"who": "here"}]});
    let (old, kept) = (server.table(&gone, request.clone()).await, server.table(&here, request).await);
    let mut database = crate::failing_store::database(&server).await;
    let mut client = server.again(&gone).await;
    for table in [&old, &kept] {
        client.watch(table).await;
        client.until(table, |seen| seen.state() == "playing").await;
    }
    let months = 61 * 24 * 3600 * 1000_i64;
    let sql = "UPDATE tables SET created = created - $1";
    sqlx::query(sql).bind(months).execute(&mut database).await.unwrap();
    let sql = "UPDATE sessions SET used = used - $1 WHERE user = (SELECT host FROM tables WHERE id = $2)";
    sqlx::query(sql).bind(months).bind(&old).execute(&mut database).await.unwrap();
    server.stop().await;
    let config = crate::test_server::config(&server.folder);
    let config = server::Config { abandoned_grace: std::time::Duration::ZERO, ..config };
    let server = TestServer::open_with(&config).await.unwrap();
    let mut watcher = server.guest().await;
    watcher.watch(&old).await;
    let seen = watcher.until(&old, Seen::is_over).await;
    assert_eq!(seen.last["ending"]["places"], json!([2, 1]), "the player to move loses");
    watcher.watch(&kept).await;
    assert_eq!(watcher.seen(&kept).state(), "playing");
    check_record(&server, watcher.seen(&old), &old).await;
    server.assert_healthy().await;
}
