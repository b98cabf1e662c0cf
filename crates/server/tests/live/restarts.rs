//! Restarts: every game continues after a stop or a crash.

use std::time::Duration;

use rules::Random;
use serde_json::json;
use tokio::runtime::Runtime;

use crate::client::{Client, play_one, play_out};
use crate::games_played::check_record;
use crate::test_server::{TestServer, folder};

fn left(client: &Client, table: &str, seat: usize) -> u64 {
    client.seen(table).last["clocks"][seat]["left"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn games_continue_after_a_stop() {
    let mut server = TestServer::open("stop").await;
    let mut random = Random::new(1);
    let (mut one, mut other, table) =
        server.pair("backgammon", json!({"length": "3", "cube": "no"}), "10s+1s").await;
    for _ in 0..8 {
        play_one(&mut [&mut one, &mut other], &table, &mut random).await;
    }
    let mut host = server.guest().await;
    let table_request = json!({"game": "othello", "seats": [{"who": "me"}, {"who": "link"}], "listed": true});
    let waiting = server.table(&host, table_request).await;
    host.watch(&waiting).await;
    host.done(json!({"kind": "name", "name": "Laleh"})).await;
    let mut lefts = [0, 1].map(|seat| left(&one, &table, seat));
    server.stop().await;
    for client in [&mut one, &mut other, &mut host] {
        client.is_closed().await;
    }
    // Longer than the clocks would allow if they ran.
    tokio::time::sleep(Duration::from_secs(11)).await;
    server = TestServer::open_on(&server.folder.clone()).await.unwrap();
    for client in [&mut one, &mut other] {
        let (before, resets) = (client.seen(&table).events.len(), client.seen(&table).resets);
        client.reconnect(server.address).await;
        let seen = client.until(&table, |seen| seen.has("resumed")).await;
        assert_eq!(seen.kinds()[before..], ["resumed"]);
        assert_eq!(seen.resets, resets, "no event is sent again");
    }
    for (seat, left_before) in lefts.iter_mut().enumerate() {
        let left_now = left(&one, &table, seat);
        assert!(left_now + 5000 > *left_before, "the stop has cost {left_before} - {left_now}");
    }
    play_out(&mut [&mut one, &mut other], &table, &mut random).await;
    check_record(&server, one.seen(&table), &table).await;
    host.reconnect(server.address).await;
    assert_eq!(host.welcome["name"], "Laleh");
    assert_eq!(host.seen(&waiting).state(), "waiting");
    let mut guest = server.guest().await;
    guest.send(&json!({"kind": "lobby"})).await;
    let news = guest.until_lobby(|lobby| lobby["totals"]["open"] == 1).await;
    assert_eq!(news["open"][0]["table"], waiting);
    guest.watch(&waiting).await;
    guest.done(json!({"kind": "sit", "table": waiting, "seat": 2})).await;
    host.until(&waiting, |seen| seen.state() == "playing").await;
    play_out(&mut [&mut host, &mut guest], &waiting, &mut random).await;
    check_record(&server, host.seen(&waiting), &waiting).await;
    // A finished game stays as it is.
    server.restart().await;
    one.reconnect(server.address).await;
    assert_eq!(one.seen(&table).brought, 0);
    assert!(one.seen(&table).is_over());
    server.assert_healthy().await;
}

/// The runtime is dropped in mid game with everything that runs in it, as if the process had been killed.
#[test]
fn games_continue_after_a_crash() {
    let folder = folder("fall");
    let mut random = Random::new(4);
    let client_side = Runtime::new().unwrap();
    let mut clients: Option<(Client, Client)> = None;
    let mut table = String::new();
    for fall in 0.. {
        let server_side = Runtime::new().unwrap();
        // The lock of the crashed server is released with its last task.
        let server = client_side.block_on(async {
            for _ in 0..100 {
                match server_side
                    .spawn({
                        let folder = folder.clone();
                        async move { TestServer::open_on(&folder).await }
                    })
                    .await
                    .unwrap()
                {
                    Ok(server) => return server,
                    Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
                }
            }
            panic!("the folder is not free");
        });
        let is_over = client_side.block_on(async {
            let (mut one, mut other) = match clients.take() {
                None => {
                    let (one, other, id) = server.pair("backgammon", json!({}), "5m").await;
                    table = id;
                    (one, other)
                }
                Some((mut one, mut other)) => {
                    for client in [&mut one, &mut other] {
                        client.reconnect(server.address).await;
                        client.until(&table, |seen| seen.count("resumed") == fall).await;
                        client.begin(&table).await;
                    }
                    (one, other)
                }
            };
            let mut is_on = true;
            for _ in 0..if fall < 6 { fall + 1 } else { usize::MAX } {
                is_on = is_on && play_one(&mut [&mut one, &mut other], &table, &mut random).await;
                if !is_on {
                    break;
                }
            }
            if !is_on {
                check_record(&server, one.seen(&table), &table).await;
                server.assert_healthy().await;
            }
            clients = Some((one, other));
            !is_on
        });
        if is_over {
            assert!(fall >= 6);
            return;
        }
        server_side.shutdown_timeout(Duration::from_secs(5));
        let _inside = client_side.enter();
        drop(server);
    }
}

/// An engine that was to move when the server stopped moves after the restart.
#[tokio::test(flavor = "multi_thread")]
async fn an_engine_moves_after_a_stop() {
    let mut server = TestServer::open("engine-stop").await;
    let mut guest = server.guest().await;
    let seats = json!([{"who": "me"}, {"who": "engine", "level": 8}]);
    let table = server.table(&guest, json!({"game": "othello", "seats": seats, "clock": "30m"})).await;
    guest.watch(&table).await;
    let mut random = Random::new(2);
    let text = guest.find_move(&table, &mut random).await;
    let request = guest.action(&table, 1, json!({"do": "move", "move": text}));
    guest.done(request).await;
    server.stop().await;
    guest.is_closed().await;
    let was_engine = guest.seen(&table).turn() != Some(1) || guest.seen(&table).ply() < 2;
    server = TestServer::open_on(&server.folder.clone()).await.unwrap();
    guest.reconnect(server.address).await;
    let seen = guest.until(&table, |seen| seen.ply() >= 2 && seen.has("resumed")).await;
    assert!(was_engine && seen.is_own_turn(), "{}", seen.last);
    let request = guest.action(&table, 1, json!({"do": "resign"}));
    guest.done(request).await;
    guest.until(&table, |seen| seen.is_over()).await;
    check_record(&server, guest.seen(&table), &table).await;
}

/// A game that was about to begin when the server stopped begins after the restart.
#[tokio::test(flavor = "multi_thread")]
async fn words_are_awaited_after_a_stop() {
    let mut server = TestServer::open("client-seeds-stop").await;
    let (mut one, mut other) = (server.guest().await, server.guest().await);
    let table_request = json!({"game": "backgammon", "seats": [{"who": "me"}, {"who": "link"}]});
    let table = server.table(&one, table_request).await;
    one.watch(&table).await;
    other.watch(&table).await;
    other.done(json!({"kind": "sit", "table": table, "seat": 2})).await;
    one.until(&table, |seen| seen.state() == "opening").await;
    let request = one.action(&table, 1, json!({"do": "client_seed", "seed": "luck"}));
    one.done(request).await;
    server.restart().await;
    one.reconnect(server.address).await;
    other.reconnect(server.address).await;
    // The game begins even without the second word.
    for client in [&mut one, &mut other] {
        let seen = client.until(&table, |seen| seen.state() == "playing").await;
        assert_eq!(seen.kinds()[..4], ["opened", "client_seed", "resumed", "begun"]);
    }
    play_out(&mut [&mut one, &mut other], &table, &mut Random::new(1)).await;
    check_record(&server, one.seen(&table), &table).await;
}
