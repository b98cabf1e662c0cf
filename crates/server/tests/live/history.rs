//! Finished games, statistics and ratings.

use serde_json::{Value, json};
use store::example_data;

use crate::browser_user::BrowserUser;
use crate::test_server::TestServer;

/// A game between accounts, which the given seat resigns.
async fn play(server: &TestServer, users: [&BrowserUser; 2], loser: u64, is_rated: bool) -> String {
    let (mut one, mut other) = (users[0].connect().await, users[1].connect().await);
    let seats = json!([{"who": "me"}, {"who": "link"}]);
    let request = json!({"game": "tictactoe", "seats": seats, "listed": true, "rated": is_rated});
    let table = server.table(&one, request).await;
    for client in [&mut one, &mut other] {
        client.watch(&table).await;
    }
    other.done(json!({"kind": "sit", "table": table, "seat": 2})).await;
    one.begin(&table).await;
    let client = if loser == 1 { &mut one } else { &mut other };
    client.until(&table, |seen| seen.state() == "playing").await;
    client.act(&table, loser, json!({"do": "resign"})).await;
    table
}

fn tables(answer: &Value) -> Vec<&str> {
    answer["games"].as_array().unwrap().iter().map(|game| game["table"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn filters_and_pages() {
    let server = TestServer::open("history-filters").await;
    let mut laleh = BrowserUser::account(&server, "laleh").await;
    let omid = BrowserUser::account(&server, "omid").await;
    let mina = BrowserUser::account(&server, "mina").await;
    let won = play(&server, [&laleh, &omid], 2, false).await;
    let lost = play(&server, [&mina, &laleh], 2, false).await;
    let mut halma = laleh.connect().await;
    let alone = server
        .table(&halma, json!({"game": "othello", "seats": [{"who": "me"}, {"who": "engine", "level": 1}]}))
        .await;
    halma.watch(&alone).await;
    halma.until(&alone, |seen| seen.state() == "playing").await;
    halma.act(&alone, 1, json!({"do": "resign"})).await;
    for (query, expected) in [
        ("", vec![&alone, &lost, &won]),
        ("?result=win", vec![&won]),
        ("?result=loss", vec![&alone, &lost]),
        ("?result=draw", vec![]),
        ("?game=othello", vec![&alone]),
        ("?opponent=MINA", vec![&lost]),
        ("?opponent=computer", vec![&alone]),
        ("?player=omid", vec![&won]),
        ("?player=Laleh&result=win", vec![&won]),
        ("?player=*", vec![&alone, &lost, &won]),
        ("?since=9999999999999", vec![]),
        ("?until=1000", vec![]),
        ("?since=1000&until=9999999999999&game=tictactoe", vec![&lost, &won]),
    ] {
        let answer = laleh.get(&format!("/api/history{query}")).await.json();
        assert_eq!(tables(&answer), expected, "{query}");
    }
    let game = &laleh.get("/api/history?result=win").await.json()["games"][0];
    assert_eq!((&game["result"], &game["ending"]["rule"]), (&json!("win"), &json!("resignation")));
    assert_eq!(game["seats"][1]["name"], "omid");
    assert_eq!(game["formats"], json!(["record"]));
    // The game of another is replayed.
    let mut stranger = server.guest().await;
    stranger.watch(&won).await;
    let seen = stranger.until(&won, |seen| seen.is_over()).await;
    assert_eq!(seen.last["seats"][0]["name"], "laleh");
    for _ in 0..31 {
        play(&server, [&laleh, &omid], 1, false).await;
    }
    let first = laleh.get("/api/history").await.json();
    let next = first["next"].as_str().unwrap();
    let second = laleh.get(&format!("/api/history?after={next}")).await.json();
    assert_eq!((tables(&first).len(), tables(&second).len()), (30, 4));
    assert_eq!(tables(&second)[1..], [&alone, &lost, &won]);
    assert_eq!(second["next"], Value::Null);
    server.assert_healthy().await;
}

/// Statistics that were computed by hand, tie-breaks included; the terminal is tested with the same games.
#[tokio::test(flavor = "multi_thread")]
async fn statistics_of_the_examples() {
    let server = TestServer::open("history-statistics").await;
    example_data::store(server.server.as_ref().unwrap().store()).await.unwrap();
    let mut user = BrowserUser::guest(&server).await;
    assert_eq!(user.log_in(example_data::PLAYERS[0], example_data::PASSWORD).await.status, 200);
    for expected in example_data::EXPECTED {
        let query = expected.game.map_or(String::new(), |game| format!("?game={game}"));
        let found = user.get(&format!("/api/statistics{query}")).await.json();
        assert_eq!(found["games"], expected.games, "{expected:?}");
        let totals = ["wins", "draws", "losses"].map(|key| found[key].as_u64().unwrap() as u32);
        assert_eq!(totals, expected.totals, "{expected:?}");
        assert_eq!((&found["best"], &found["weakest"]), (&json!(expected.best), &json!(expected.weakest)));
    }
    let own = user.get("/api/statistics").await.json()["own"].clone();
    for (game, totals) in example_data::OWN {
        let by_game = own["by_game"].as_array().unwrap();
        let found = by_game.iter().find(|found| found["game"] == game).unwrap_or(&own);
        let found = ["wins", "draws", "losses"].map(|key| found[key].as_u64().unwrap() as u32);
        assert_eq!(found, totals, "{game}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn exported_games() {
    let server = TestServer::open("history-export").await;
    let mut laleh = BrowserUser::account(&server, "laleh").await;
    for (game, formats) in
        [("chess", ["pgn", "record"]), ("backgammon", ["mat", "record"]), ("othello", ["ggf", "transcript"])]
    {
        let mut client = laleh.connect().await;
        let request = json!({"game": game, "seats": [{"who": "me"}, {"who": "engine", "engine": "random"}]});
        let table = server.table(&client, request).await;
        client.watch(&table).await;
        client.begin(&table).await;
        client.until(&table, |seen| seen.state() == "playing").await;
        client.act(&table, 1, json!({"do": "resign"})).await;
        for format in formats {
            let answer = laleh.get(&format!("/api/tables/{table}/export/{format}")).await;
            assert_eq!(answer.status, 200, "{game} {format}: {}", answer.text());
            let name = answer.header("content-disposition").unwrap();
            assert!(name.starts_with(&format!("attachment; filename=\"{game}-{table}.")), "{name}");
        }
        assert_eq!(laleh.get(&format!("/api/tables/{table}/export/png")).await.refusal().0, 404);
    }
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rated_games_change_ratings() {
    let server = TestServer::open("history-rated").await;
    let laleh = BrowserUser::account(&server, "laleh").await;
    let mut omid = BrowserUser::account(&server, "omid").await;
    let table = play(&server, [&laleh, &omid], 2, true).await;
    let game = omid.get("/api/history").await.json()["games"][0].clone();
    assert_eq!((&game["table"], &game["rated"]), (&json!(table), &json!(true)));
    let [up, down] = [0, 1].map(|seat| game["seats"][seat]["change"].as_f64().unwrap());
    // Two newcomers of 1500 ± 350: Glicko-2 gives 1662 and 1338, with deviation 290.
    assert_eq!((up, down), (162.0, -162.0));
    let profile = server.get("/api/players/LALEH").await.json();
    let tictactoe = &profile["games"][0];
    assert_eq!(tictactoe["rating"], json!({"rating": 1662.0, "deviation": 290.0, "games": 1}));
    assert_eq!((&tictactoe["wins"], tictactoe["graph"].as_array().unwrap().len()), (&json!(1), 1));
    // Casual games change nothing.
    play(&server, [&laleh, &omid], 2, false).await;
    let profile = server.get("/api/players/laleh").await.json();
    assert_eq!(
        (&profile["games"][0]["rating"]["games"], &profile["games"][0]["wins"]),
        (&json!(1), &json!(2))
    );
    // Guests play no rated games, and one account has one seat.
    let seats = json!([{"who": "me"}, {"who": "link"}]);
    let rated = json!({"game": "tictactoe", "seats": seats, "rated": true});
    let mut guest = BrowserUser::guest(&server).await;
    let (status, message) = guest.post("/api/tables", &rated).await.refusal();
    assert!(status == 422 && message.contains("log in"), "{message}");
    let table = omid.post("/api/tables", &rated).await.json()["table"].as_str().unwrap().to_owned();
    let mut guest = server.guest().await;
    guest.watch(&table).await;
    assert_eq!(guest.refused(json!({"kind": "sit", "table": table, "seat": 2})).await.0, 403);
    let mut client = omid.connect().await;
    client.watch(&table).await;
    assert_eq!(client.refused(json!({"kind": "sit", "table": table, "seat": 2})).await.0, 403);
    let here = json!({"game": "tictactoe", "seats": [{"who": "me"}, {"who": "here"}], "rated": true});
    assert_eq!(omid.post("/api/tables", &here).await.refusal().0, 422);
    server.assert_healthy().await;
}
