//! Load: slow work must not block the server.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::http;
use crate::test_server::TestServer;

/// Number of concurrent requests of each kind.
const REQUESTS: usize = 60;
/// Longest time that a health check may take on a busy machine.
const MAX_LATENCY: Duration = Duration::from_secs(2);

/// Armies compile and large pictures are rendered while the server still answers at once. Requests beyond the queue get
/// 503 with `Retry-After`.
#[tokio::test(flavor = "multi_thread")]
async fn health_checks_are_quick_while_armies_compile() {
    let server = TestServer::open("load").await;
    let address = server.address;
    let mut requests = Vec::new();
    for number in 0..REQUESTS {
        let army =
            format!("name = \"zebras {number}\"\narmy = \"ordinary\"\n\n[kind.N]\nmoves = [\"leap 3,2\"]");
        let body = json!({"game": "chess", "settings": army}).to_string();
        requests.push(tokio::spawn(async move {
            http::post(address, "/api/preview", &[], body.as_bytes()).await
        }));
        requests.push(tokio::spawn(async move {
            http::get(address, "/api/picture.png?game=backgammon&width=2400", &[]).await
        }));
    }
    let mut slowest = Duration::ZERO;
    while !requests.iter().all(tokio::task::JoinHandle::is_finished) {
        let begin = Instant::now();
        assert_eq!(server.get("/healthz").await.status, 200);
        slowest = slowest.max(begin.elapsed());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(slowest < MAX_LATENCY, "a health check took {slowest:?}");
    let mut completed = 0;
    for request in requests {
        let answer = request.await.unwrap();
        if answer.status == 200 {
            completed += 1;
            continue;
        }
        let (status, message) = answer.refusal();
        assert!(status == 503 && message.contains("busy"), "{status} {message}");
        assert!(answer.header("retry-after").unwrap().parse::<u32>().unwrap() > 0);
    }
    assert!(completed > 0);
    // A table is opened and played as usual afterwards.
    let (one, _, table) = server.pair("chess", json!({}), "none").await;
    assert_eq!(one.seen(&table).state(), "playing");
    server.assert_healthy().await;
}
