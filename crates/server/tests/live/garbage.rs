//! Arbitrary bytes and arbitrary requests never make the server panic.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::client::Client;
use crate::http;
use crate::test_server::TestServer;

const KINDS: [&str; 16] = [
    "name",
    "lobby",
    "unlobby",
    "watch",
    "unwatch",
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
    "dance",
];

fn number() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => (0u64..5).prop_map(|number| json!(number)),
        2 => (0u64..70_000).prop_map(|number| json!(number)),
        1 => any::<u64>().prop_map(|number| json!(number)),
        1 => any::<i64>().prop_map(|number| json!(number)),
        1 => any::<f64>().prop_map(|number| json!(number)),
    ]
}

fn words() -> impl Strategy<Value = String> {
    let known = "(move|claim|answer|offer|resign|client_seed|draw|takeback|concession|a1|d3|pass|roll|start|othello|24/23)";
    prop_oneof![3 => known, 1 => "\\PC{0,20}", 1 => any::<String>()]
}

/// A value of any shape.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(|yes| json!(yes)),
        number(),
        words().prop_map(|word| json!(word))
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::Array),
            proptest::collection::vec((words(), inner), 0..4)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

/// Something that looks like a request, about a table that exists.
fn request(tables: Vec<String>) -> impl Strategy<Value = Value> {
    let action = (words(), words(), words(), 0u64..4, any::<bool>()).prop_map(|(act, text, offer, which, yes)| {
        json!({"do": act, "move": text, "offer": offer, "which": which, "yes": yes, "seed": text})
    });
    let places = proptest::collection::vec(prop_oneof![3 => 0u64..70, 1 => 0u64..66_000], 0..12);
    let plain = (
        proptest::sample::select(KINDS.to_vec()),
        proptest::sample::select(tables),
        (0u64..4, 0u64..30, 0u64..9),
        action,
        places,
        (words(), any::<u32>()),
    );
    let plain = plain.prop_map(|(kind, table, (seat, seen, ply), action, picked, (name, id))| {
        json!({"kind": kind, "id": id, "table": table, "seat": seat, "seen": seen, "have": seen, "ply": ply,
               "action": action, "picked": picked, "name": name})
    }).boxed();
    // One field has anything in it.
    let fields = ["kind", "id", "table", "seat", "seen", "have", "ply", "action", "picked", "name"];
    prop_oneof![
        2 => plain.clone(),
        1 => (plain, proptest::sample::select(fields.to_vec()), value())
            .prop_map(|(mut request, field, value)| { request[field] = value; request })
    ]
}

/// Number of requests and frames of each kind; `FUZZ=100000` tries more.
fn tries(usual: u32) -> u32 {
    std::env::var("FUZZ").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn cases(count: u32) -> TestRunner {
    let config = Config { cases: count, failure_persistence: None, max_shrink_iters: 0, ..Config::default() };
    TestRunner::new_with_rng(config, proptest::test_runner::TestRng::deterministic_rng(Default::default()))
}

/// The connection still answers.
async fn answers(client: &mut Client) {
    client.done(json!({"kind": "name", "name": "Still here"})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn arbitrary_frames() {
    let server = TestServer::open("arbitrary-frames").await;
    let mut client = server.guest().await;
    let mut tables = Vec::new();
    for game in ["othello", "halma", "backgammon", "tictactoe"] {
        let table_request = json!({"game": game, "seats": [{"who": "me"}, {"who": "here"}]});
        let table = server.table(&client, table_request).await;
        client.watch(&table).await;
        client.begin(&table).await;
        tables.push(table);
    }
    let table_request = json!({"game": "queens", "seats": [{"who": "me"}]});
    tables.push(server.table(&client, table_request).await);
    let table_request = json!({"game": "othello", "seats": [{"who": "me"}, {"who": "link"}], "listed": true});
    tables.push(server.table(&client, table_request).await);
    let frames = prop_oneof![
        1 => proptest::collection::vec(any::<u8>(), 0..200).prop_map(Message::binary),
        1 => any::<String>().prop_map(Message::text),
        1 => value().prop_map(|value| Message::text(value.to_string())),
        6 => request(tables).prop_map(|request| Message::text(request.to_string())),
    ];
    client.ignores_tables = true;
    // The runner is not asynchronous: it only makes the frames.
    let mut runner = cases(3000);
    let count = tries(3000);
    for _ in 0..count / 50 {
        for _ in 0..50 {
            client.send_frame(frames.new_tree(&mut runner).unwrap().current()).await;
        }
        answers(&mut client).await;
    }
    println!("{count} arbitrary frames: every request answered, no panic");
    server.assert_healthy().await;
}

#[test]
fn arbitrary_bodies() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let server = runtime.block_on(TestServer::open("arbitrary-bodies"));
    let games = ["othello", "halma", "backgammon", "queens", "tictactoe", "ludo"];
    let keys = [
        "Size",
        "first",
        "length",
        "Beads-order",
        "Player_num",
        "size",
        "Leave-camp-value",
        "First-color",
        "cube",
    ];
    let values = [
        "4 * 4",
        "26 * 26",
        "1 * 99",
        "4",
        "1 2 3",
        "0",
        "99999999999",
        "white",
        "no",
        "",
        "1 1 1 1 1 1 1 1",
    ];
    let settings = proptest::collection::btree_map(
        proptest::sample::select(keys.to_vec()).prop_map(str::to_owned),
        proptest::sample::select(values.to_vec()).prop_map(str::to_owned),
        0..4,
    );
    let piece = (
        proptest::sample::select(vec!["disc", "bead", "checker", "queen", "cross", "nought", "hat"]),
        proptest::sample::select(vec!["black", "white", "green", "yellow", "blue", "red", "pink"]),
        proptest::sample::select(vec!["X", "O", "Q", "", "XX", "é"]),
    );
    let piece =
        piece.prop_map(|(figure, paint, letter)| json!({"figure": figure, "paint": paint, "letter": letter}));
    let stack = (prop_oneof![4 => 0u32..110, 1 => any::<u32>()], proptest::collection::vec(piece, 0..4));
    let stack = stack.prop_map(|(place, pieces)| Value::Array([vec![json!(place)], pieces].concat()));
    let body = (
        proptest::sample::select(games.to_vec()),
        settings,
        words(),
        proptest::collection::vec(stack, 0..10),
        0u64..6,
        value(),
    );
    let body = body.prop_map(|(game, settings, position, stacks, turn, anything)| {
        let seats = json!([{"who": "me"}, {"who": "link"}]);
        let mut body = json!({"game": game, "settings": settings, "position": position, "stacks": stacks,
                              "turn": turn, "seats": seats, "clock": "none"});
        if turn == 5 {
            body["seats"] = anything;
        }
        body
    });
    let body = prop_oneof![
        1 => proptest::collection::vec(any::<u8>(), 0..100),
        5 => body.prop_map(|body| body.to_string().into_bytes()),
    ];
    let path = proptest::sample::select(vec!["/api/tables", "/api/preview", "/api/arrange"]);
    let ask = |(path, body): (&str, Vec<u8>)| {
        let answer = runtime.block_on(http::post(server.address, path, &[], &body));
        match answer.status {
            200 | 201 => {}
            400 | 404 | 422 => assert!(!answer.refusal().1.is_empty()),
            other => panic!("{other} {}: {}", answer.text(), String::from_utf8_lossy(&body)),
        }
        Ok(())
    };
    let count = tries(1500);
    cases(count).run(&(path, body), ask).unwrap();
    println!("{count} arbitrary requests: no status of 500 or more, no panic");
    runtime.block_on(server.assert_healthy());
    drop(server);
}
