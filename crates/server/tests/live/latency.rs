//! Latency of a move: from sending it to its arrival at the other player, on this machine.

use std::time::{Duration, Instant};

use rules::Random;
use serde_json::json;

use crate::test_server::TestServer;

/// Latencies of `count` moves between two guests.
async fn times(server: &TestServer, count: usize) -> Vec<Duration> {
    let mut random = Random::new(1);
    let mut times = Vec::new();
    while times.len() < count {
        let (mut one, mut other, table) = server.pair("othello", json!({}), "30m").await;
        loop {
            one.until(&table, |seen| seen.is_over() || seen.turn().is_some()).await;
            if one.seen(&table).is_over() || times.len() == count {
                break;
            }
            let (turn, events) = (one.seen(&table).turn(), one.seen(&table).events.len());
            let (mover, waits) =
                if turn == Some(1) { (&mut one, &mut other) } else { (&mut other, &mut one) };
            mover.until(&table, |seen| seen.events.len() >= events).await;
            let text = mover.find_move(&table, &mut random).await;
            let mut request = mover.action(&table, turn.unwrap(), json!({"do": "move", "move": text}));
            request["id"] = json!(1_000_000 + times.len());
            let begin = Instant::now();
            mover.send(&request).await;
            // The other player receives it last, over another connection.
            waits.until(&table, |seen| seen.events.len() > events).await;
            times.push(begin.elapsed());
            mover.until(&table, |seen| seen.events.len() > events).await;
        }
    }
    times
}

/// The limit is generous, for busy machines; `LATENCY=300` plays 300 moves and prints their latency.
#[tokio::test(flavor = "multi_thread")]
async fn moves_arrive_quickly() {
    let server = TestServer::open("latency").await;
    let requested = std::env::var("LATENCY").ok().and_then(|text| text.parse().ok());
    let mut times = times(&server, requested.unwrap_or(40)).await;
    times.sort();
    let at = |part: f64| times[((times.len() - 1) as f64 * part).round() as usize].as_secs_f64() * 1000.0;
    if requested.is_some() {
        println!(
            "othello, two guests, {} moves, each on disk before it is broadcast; from sending to arrival:",
            times.len()
        );
        println!("median {:.1} ms, 99th percentile {:.1} ms, longest {:.1} ms", at(0.5), at(0.99), at(1.0));
    }
    assert!(at(0.5) < 50.0, "the median is {} ms", at(0.5));
}
