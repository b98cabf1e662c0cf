//! Clocks, offers, takebacks, concessions and rematches.

use std::time::Duration;

use rules::Random;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::client::{Client, Seen, play_one, play_out};
use crate::games_played::check_record;
use crate::test_server::TestServer;

fn offer(what: &str) -> Value {
    json!({"do": "offer", "offer": what})
}

fn answer(yes: bool) -> Value {
    json!({"do": "answer", "yes": yes})
}

/// Waits until both clients have at least `count` events.
async fn both(one: &mut Client, other: &mut Client, table: &str, count: usize) {
    for client in [one, other] {
        client.until(table, |seen| seen.events.len() >= count).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn time_runs_out_by_itself() {
    let server = TestServer::open("time").await;
    let (mut one, mut other, table) = server.pair("othello", json!({}), "1500ms").await;
    let begin = Instant::now();
    play_one(&mut [&mut one, &mut other], &table, &mut Random::new(1)).await;
    for client in [&mut one, &mut other] {
        let seen = client.until(&table, Seen::is_over).await;
        assert_eq!(seen.kinds()[2..], ["moved", "retired", "ended"]);
        assert_eq!(seen.events[3]["seat"], 2);
        assert_eq!(seen.last["ending"]["places"], json!([1, 2]));
        assert_eq!(seen.last["clocks"][1]["left"], 0);
        assert_eq!(seen.last["clocks"][1]["runs"], false);
    }
    assert!(begin.elapsed() >= Duration::from_millis(1400));
    assert!(begin.elapsed() < Duration::from_secs(8), "{:?}", begin.elapsed());
    check_record(&server, one.seen(&table), &table).await;
    // The flag falls without any watcher too.
    let (mut one, mut other, table) = server.pair("tictactoe", json!({}), "1s/move").await;
    one.until(&table, |seen| seen.state() == "playing").await;
    one.cut();
    other.cut();
    tokio::time::sleep(Duration::from_millis(2500)).await;
    assert!(server.record(&table).await.1.outcome.is_some());
    one.reconnect(server.address).await;
    assert!(one.seen(&table).is_over());
}

#[tokio::test(flavor = "multi_thread")]
async fn draws_are_offered_declined_and_agreed() {
    let server = TestServer::open("draws").await;
    let (mut one, mut other, table) = server.pair("othello", json!({}), "5m").await;
    let mut random = Random::new(1);
    play_one(&mut [&mut one, &mut other], &table, &mut random).await;
    one.act(&table, 1, offer("draw")).await;
    let request = one.action(&table, 1, offer("draw"));
    assert!(one.refused(request).await.1.contains("still pending"));
    let seen = other.until(&table, |seen| !seen.last["offer"].is_null()).await;
    assert_eq!(
        seen.last["offer"],
        json!({"seat": 1, "offer": "draw", "which": null, "text": "draw", "awaits": [2]})
    );
    other.act(&table, 2, answer(false)).await;
    let seen = one.until(&table, |seen| seen.has("answered")).await;
    assert!(seen.last["offer"].is_null());
    one.until(&table, |seen| seen.events.len() == 5).await;
    let request = one.action(&table, 1, offer("draw"));
    assert!(one.refused(request).await.1.contains("again after a move"));
    // A move instead of an answer declines the offer.
    both(&mut one, &mut other, &table, 5).await;
    play_one(&mut [&mut one, &mut other], &table, &mut random).await;
    other.act(&table, 2, offer("draw")).await;
    one.until(&table, |seen| !seen.last["offer"].is_null()).await;
    play_one(&mut [&mut one, &mut other], &table, &mut random).await;
    assert_eq!(one.seen(&table).kinds().last(), Some(&"lapsed"));
    one.act(&table, 1, offer("draw")).await;
    other.until(&table, |seen| !seen.last["offer"].is_null()).await;
    other.act(&table, 2, answer(true)).await;
    for client in [&mut one, &mut other] {
        let seen = client.until(&table, Seen::is_over).await;
        assert_eq!(seen.last["ending"]["places"], json!([1, 1]));
    }
    check_record(&server, one.seen(&table), &table).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_taken_back() {
    let server = TestServer::open("takeback").await;
    let (mut one, mut other, table) = server.pair("backgammon", json!({}), "5m").await;
    let mut random = Random::new(1);
    for _ in 0..3 {
        play_one(&mut [&mut one, &mut other], &table, &mut random).await;
    }
    let ply = one.seen(&table).ply();
    for yes in [false, true] {
        one.act(&table, 1, offer("takeback")).await;
        let seen = other.until(&table, |seen| !seen.last["offer"].is_null()).await;
        assert_eq!(seen.last["offer"]["offer"], "takeback");
        other.act(&table, 2, answer(yes)).await;
        for client in [&mut one, &mut other] {
            client.until(&table, |seen| seen.last["offer"].is_null() && seen.has("answered")).await;
        }
        if !yes {
            // Again after a move.
            play_one(&mut [&mut one, &mut other], &table, &mut random).await;
            if one.seen(&table).is_over() {
                return;
            }
        }
    }
    for client in [&mut one, &mut other] {
        let seen = client.until(&table, |seen| seen.has("took_back")).await;
        assert!(seen.ply() < ply + 1);
        assert_eq!(seen.turn(), Some(1), "the one who took back is to move");
    }
    // The same dice come again after a takeback.
    play_out(&mut [&mut one, &mut other], &table, &mut random).await;
    check_record(&server, one.seen(&table), &table).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_accepts_takebacks_and_analyses() {
    let server = TestServer::open("engine-takeback").await;
    let mut guest = server.guest().await;
    let seats = json!([{"who": "me"}, {"who": "engine", "level": 2}]);
    let table = server.table(&guest, json!({"game": "othello", "seats": seats})).await;
    guest.watch(&table).await;
    let mut random = Random::new(1);
    play_one(&mut [&mut guest], &table, &mut random).await;
    guest.until(&table, |seen| seen.is_own_turn()).await;
    let position = guest.seen(&table).position().to_owned();
    guest.act(&table, 1, offer("takeback")).await;
    let seen = guest.until(&table, |seen| seen.has("took_back")).await;
    assert_eq!((seen.ply(), seen.turn()), (0, Some(1)));
    play_one(&mut [&mut guest], &table, &mut random).await;
    let seen = guest.until(&table, |seen| seen.is_own_turn() && seen.ply() == 2).await;
    assert_eq!(seen.position().len(), position.len());
    // A guest who plays engines only may ask for an evaluation.
    assert_eq!(guest.seen(&table).last["may"]["analyse"], true);
    let mut analysis = guest.ask(json!({"kind": "analyse", "table": table, "ply": 2})).await;
    let id = analysis["id"].as_u64().unwrap();
    let mut count = 0;
    while analysis["final"] != true {
        assert_eq!((&analysis["kind"], &analysis["ply"]), (&json!("analysis"), &json!(2)), "{analysis}");
        count += 1;
        if count == 2 {
            guest.send(&json!({"kind": "stop_analysis", "id": id})).await;
        }
        analysis = guest.answer(id).await;
    }
    let best = analysis["best"].as_str().unwrap().to_owned();
    assert!(!analysis["trail"].as_array().unwrap().is_empty(), "{analysis}");
    guest.play_move(&table, &best).await;
    for (ply, status) in [(999, 404), (u64::MAX, 404)] {
        assert_eq!(guest.refused(json!({"kind": "analyse", "table": table, "ply": ply})).await.0, status);
    }
    let mut stranger = server.guest().await;
    assert_eq!(stranger.refused(json!({"kind": "analyse", "table": table, "ply": 0})).await.0, 403);
    play_out(&mut [&mut guest], &table, &mut random).await;
    // After the game everyone may.
    let analysis = stranger.ask(json!({"kind": "analyse", "table": table, "ply": 50})).await;
    assert_eq!(analysis["kind"], "analysis", "{analysis}");
    let plies = guest.seen(&table).ply();
    // In the final position the answer is the result.
    let result = guest.ask(json!({"kind": "analyse", "table": table, "ply": plies})).await;
    assert_eq!(
        (&result["kind"], &result["final"], &result["ply"]),
        (&json!("analysis"), &json!(true), &json!(plies))
    );
    assert_eq!((&result["best"], &result["evaluation"]), (&Value::Null, &Value::Null));
    assert_eq!(result["ending"], guest.seen(&table).last["ending"]);
    assert!(analysis["ending"].is_null(), "{analysis}");
    check_record(&server, guest.seen(&table), &table).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_answers_by_the_current_position() {
    let server = TestServer::open("engine-offers").await;
    // The engine is Black and has not searched yet when the draw is offered.
    for (position, accepts) in
        [("7k/8/8/8/8/8/QR6/K7 w - - 0 1", true), ("1q5k/8/8/8/8/8/8/K7 w - - 0 1", false)]
    {
        let mut guest = server.guest().await;
        let seats = json!([{"who": "me"}, {"who": "engine", "level": 2}]);
        let request = json!({"game": "chess", "seats": seats, "position": position});
        let table = server.table(&guest, request).await;
        guest.watch(&table).await;
        guest.until(&table, |seen| seen.is_own_turn()).await;
        guest.act(&table, 1, offer("draw")).await;
        let seen = guest.until(&table, |seen| seen.has("answered")).await;
        assert!(seen.last["offer"].is_null());
        assert_eq!(seen.is_over(), accepts, "{position}");
        check_record(&server, guest.seen(&table), &table).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn concessions_are_offered_and_accepted() {
    let server = TestServer::open("concession").await;
    let (mut one, mut other, table) = server.pair("backgammon", json!({"length": "3"}), "none").await;
    for client in [&mut one, &mut other] {
        client.until(&table, |seen| seen.turn().is_some()).await;
    }
    let concessions = one.seen(&table).last["may"]["concessions"].as_array().unwrap().clone();
    assert!(!concessions.is_empty(), "{}", one.seen(&table).last);
    for (yes, which) in [(false, 0), (true, concessions.len() - 1)] {
        let count = one.seen(&table).events.len();
        one.act(&table, 1, json!({"do": "offer", "offer": "concession", "which": which})).await;
        let seen = other.until(&table, |seen| !seen.last["offer"].is_null()).await;
        assert_eq!(
            (&seen.last["offer"]["which"], &seen.last["offer"]["text"]),
            (&json!(which), &concessions[which])
        );
        other.act(&table, 2, answer(yes)).await;
        both(&mut one, &mut other, &table, count + 2).await;
    }
    for client in [&mut one, &mut other] {
        client.until(&table, |seen| seen.has("conceded")).await;
    }
    for _ in 0..3 {
        if one.seen(&table).is_over() {
            break;
        }
        let count = one.seen(&table).events.len();
        let resign = one.action(&table, 1, json!({"do": "resign"}));
        one.done(resign).await;
        both(&mut one, &mut other, &table, count + 2).await;
    }
    let seen = other.until(&table, Seen::is_over).await;
    assert_eq!(seen.last["ending"]["places"], json!([2, 1]));
    check_record(&server, other.seen(&table), &table).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_game_with_changed_seats() {
    let server = TestServer::open("rematch").await;
    let (mut one, mut other, table) = server.pair("othello", json!({}), "5m").await;
    let mut third = server.guest().await;
    third.watch(&table).await;
    play_one(&mut [&mut one, &mut other], &table, &mut Random::new(1)).await;
    let resign = one.action(&table, 1, json!({"do": "resign"}));
    one.done(resign).await;
    for client in [&mut one, &mut other, &mut third] {
        let seen = client.until(&table, Seen::is_over).await;
        assert_eq!(seen.last["ending"]["places"], json!([2, 1]));
    }
    check_record(&server, one.seen(&table), &table).await;
    let rematch = json!({"kind": "rematch", "table": table});
    one.done(rematch.clone()).await;
    let seen = other.until(&table, |seen| seen.last["rematch"]["by"] == json!([1])).await;
    assert!(seen.last["rematch"]["next"].is_null());
    one.done(rematch.clone()).await;
    other.done(rematch.clone()).await;
    let mut next = String::new();
    for client in [&mut one, &mut other, &mut third] {
        let seen = client.until(&table, |seen| seen.last["rematch"]["next"].is_string()).await;
        next = seen.last["rematch"]["next"].as_str().unwrap().to_owned();
    }
    assert!(one.refused(rematch).await.1.contains("already been set up"));
    one.watch(&next).await;
    other.watch(&next).await;
    one.until(&next, |seen| seen.state() == "playing").await;
    assert_eq!((one.seen(&next).own_seats(), other.seen(&next).own_seats()), (vec![2], vec![1]));
    assert_eq!(one.seen(&next).about["clock"], "5m");
    other.until(&next, |seen| seen.is_own_turn()).await;
    play_out(&mut [&mut one, &mut other], &next, &mut Random::new(2)).await;
    check_record(&server, one.seen(&next), &next).await;
    // Against an engine no other person needs to agree.
    let seats = json!([{"who": "me"}, {"who": "engine", "level": 0}]);
    let table = server.table(&one, json!({"game": "tictactoe", "seats": seats})).await;
    one.watch(&table).await;
    one.act(&table, 1, json!({"do": "resign"})).await;
    one.until(&table, Seen::is_over).await;
    one.done(json!({"kind": "rematch", "table": table})).await;
    one.until(&table, |seen| seen.last["rematch"]["next"].is_string()).await;
    let next = one.seen(&table).last["rematch"]["next"].as_str().unwrap().to_owned();
    one.watch(&next).await;
    let seen = one.until(&next, |seen| seen.is_own_turn()).await;
    assert_eq!((seen.own_seats(), seen.ply()), (vec![2], 1));
    server.assert_healthy().await;
}
