//! Tuning runs over HTTP: who may start them, their limits, and what interruptions leave.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::http::{self, Answer};
use crate::test_server::TestServer;

/// Longest wait for a run on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(120);

fn key(server: &TestServer) -> String {
    server.server.as_ref().unwrap().operator_key().to_owned()
}

/// Sends a request of the operator.
async fn operate(server: &TestServer, path: &str, body: &Value) -> Answer {
    let bearer = format!("Bearer {}", key(server));
    let headers = [("Authorization", bearer.as_str())];
    http::post(server.address, &format!("/api/tuning/runs{path}"), &headers, body.to_string().as_bytes())
        .await
}

/// Starts a run and returns its name.
async fn start(server: &TestServer, request: &Value) -> String {
    let answer = operate(server, "", request).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()["run"].as_str().unwrap().to_owned()
}

/// A run in the list.
async fn summary(server: &TestServer, name: &str) -> Value {
    let overview = server.get("/api/tuning").await.json();
    overview["runs"].as_array().unwrap().iter().find(|run| run["name"] == name).unwrap().clone()
}

/// Waits until a run in the list is as wanted.
async fn wait_for(server: &TestServer, name: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let run = summary(server, name).await;
        if is_wanted(&run) {
            return run;
        }
        assert!(begun.elapsed() < TIMEOUT, "{run}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn wait_for_state(server: &TestServer, name: &str, state: &str) -> Value {
    wait_for(server, name, |run| run["state"] == state).await
}

/// Waits until a run has a few generations and many are left.
async fn wait_for_middle(server: &TestServer, name: &str, generations: u64) {
    let run = wait_for(server, name, |run| run["complete_generations"].as_u64() >= Some(generations)).await;
    assert_eq!(run["state"], "running", "{run}");
}

/// A file of a run.
async fn file(server: &TestServer, name: &str, file: &str) -> String {
    let answer = server.get(&format!("/api/tuning/runs/{name}/{file}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.text()
}

#[tokio::test]
async fn only_the_operator_changes_runs() {
    let mut server = TestServer::open("tuning-operator").await;
    let request = json!({"plan": "narrad-fast", "generations": 1, "confirm_games": 0});
    let body = request.to_string();
    let key_before = key(&server);
    let right = format!("Bearer {key_before}");
    let wrong = format!("Bearer {}", "0".repeat(64));
    for path in ["", "/0001-narrad-fast/stop", "/0001-narrad-fast/resume"] {
        let path = format!("/api/tuning/runs{path}");
        let post = async |headers: &[(&str, &str)]| {
            http::post(server.address, &path, headers, body.as_bytes()).await.refusal()
        };
        let (status, message) = post(&[]).await;
        assert_eq!(status, 403);
        assert!(message.starts_with("only the operator of this server can do this"), "{message}");
        let (status, message) = post(&[("Authorization", &wrong)]).await;
        assert_eq!(status, 403);
        assert!(message.starts_with("the operator key is wrong"), "{message}");
        let foreign = [("Authorization", right.as_str()), ("Origin", "http://evil.example")];
        assert_eq!(post(&foreign).await.0, 403);
    }
    let overview = server.get("/api/tuning").await.json();
    assert_eq!((&overview["operator"], &overview["runs"]), (&json!(false), &json!([])));
    assert!(overview["plans"].as_array().unwrap().iter().any(|plan| plan["name"] == "narrad-fast"));
    let overview = http::get(server.address, "/api/tuning", &[("Authorization", &right)]).await.json();
    assert_eq!(overview["operator"], true);

    let path = server.folder.join("operator.key");
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(std::fs::read_to_string(&path).unwrap().trim(), key_before);
    server.restart().await;
    assert_eq!(key(&server), key_before, "the key stays the same");
    server.stop().await;
    std::fs::write(&path, "short").unwrap();
    let error = TestServer::open_on(&server.folder).await.err().unwrap().to_string();
    assert!(error.contains("operator.key is not a key"), "{error}");
}

#[tokio::test]
async fn requests_are_bounded() {
    let server = TestServer::open("tuning-bounds").await;
    for (request, status, part) in [
        (json!({"plan": "none"}), 422, "there is no plan \"none\"; use narrad,"),
        (json!({"plan": "../narrad"}), 422, "there is no plan"),
        (json!({"plan": "narrad-fast", "generations": 1001}), 422, "use a number from 0 to 1000"),
        (json!({"plan": "narrad-fast", "generations": -1}), 400, "cannot read the request"),
        (json!({"plan": "narrad-fast", "seed": 1u64 << 53}), 422, "seed cannot be"),
        (json!({"plan": "narrad-fast", "confirm_games": 3}), 422, "confirm_games must be even"),
        (json!({"plan": "narrad-fast", "confirm_games": 100_002}), 422, "confirm_games cannot be"),
        (json!({"plan": "narrad-fast", "method": "luck"}), 422, "there is no method \"luck\""),
        (json!({"plan": "narrad-fast", "threads": 99}), 400, "unknown field"),
        (json!([]), 400, "cannot read the request"),
    ] {
        let (found, message) = operate(&server, "", &request).await.refusal();
        assert!(found == status && message.contains(part), "{request}: {found} {message}");
    }
    for path in ["none", "..", "%2e%2e", "..%2f..", "0001-narrad-fast/report.html", &"x".repeat(300)] {
        let answer = server.get(&format!("/api/tuning/runs/{path}")).await;
        assert_eq!(answer.refusal().0, 404, "{path}");
    }
    for action in ["stop", "resume"] {
        assert_eq!(operate(&server, &format!("/none/{action}"), &json!({})).await.refusal().0, 404);
    }
    assert_eq!(server.get("/api/tuning").await.json()["runs"], json!([]));
    server.assert_healthy().await;
}

#[tokio::test]
async fn a_run_that_was_stopped_and_interrupted_ends_as_an_uninterrupted_one() {
    let mut server = TestServer::open("tuning-resume").await;
    let request = json!({"plan": "narrad-fast", "seed": 7, "generations": 100, "confirm_games": 200});
    let whole = start(&server, &request).await;
    let (status, message) = operate(&server, "", &request).await.refusal();
    assert!(status == 409 && message.ends_with("is running; stop it first"), "{message}");
    let run = wait_for_state(&server, &whole, "complete").await;
    assert_eq!((&run["complete_generations"], &run["seed"]), (&json!(101), &json!(7)));
    for (action, part) in [("stop", "is not running"), ("resume", "is complete")] {
        let (status, message) = operate(&server, &format!("/{whole}/{action}"), &json!({})).await.refusal();
        assert!(status == 409 && message.ends_with(part), "{message}");
    }

    let name = start(&server, &request).await;
    assert!(name > whole, "newer runs have later names");
    wait_for_middle(&server, &name, 2).await;
    assert_eq!(operate(&server, &format!("/{name}/stop"), &json!({})).await.status, 200);
    let stopped = wait_for_state(&server, &name, "stopped").await;
    assert!(stopped["games"].as_u64() < stopped["expected_games"].as_u64(), "{stopped}");
    let live = server.get(&format!("/api/tuning/runs/{name}")).await.json();

    assert_eq!(operate(&server, &format!("/{name}/resume"), &json!({})).await.status, 200);
    let generations = stopped["complete_generations"].as_u64().unwrap();
    wait_for_middle(&server, &name, generations + 2).await;
    server.restart().await;
    let interrupted = summary(&server, &name).await;
    assert_eq!(interrupted["state"], "interrupted", "{interrupted}");
    let replayed = server.get(&format!("/api/tuning/runs/{name}")).await.json();
    let numbers = |details: &Value| details["generations"].as_array().unwrap().clone();
    assert!(numbers(&replayed).starts_with(&numbers(&live)), "the past stays the same");
    assert!(numbers(&replayed).len() > numbers(&live).len());

    assert_eq!(operate(&server, &format!("/{name}/resume"), &json!({})).await.status, 200);
    wait_for_state(&server, &name, "complete").await;
    for name_of_file in ["champion.conf", "generations.jsonl", "ga.log", "report.html"] {
        assert_eq!(file(&server, &name, name_of_file).await, file(&server, &whole, name_of_file).await);
    }
    for name_of_file in ["run.json", "journal", "..%2frun.json"] {
        let answer = server.get(&format!("/api/tuning/runs/{name}/{name_of_file}")).await;
        assert_eq!(answer.refusal().0, 404, "{name_of_file}");
    }
    let report = server.get(&format!("/api/tuning/runs/{name}/report.html")).await;
    let policy = report.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'; style-src 'unsafe-inline';"), "{policy}");
}

#[tokio::test]
async fn a_run_is_described_and_watched() {
    let mut server = TestServer::open("tuning-events").await;
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    write!(stream, "GET /api/tuning/events HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).unwrap();
    let lines = BufReader::new(stream).lines().map_while(Result::ok);
    let mut events =
        lines.filter_map(|line| serde_json::from_str::<Value>(line.strip_prefix("data: ")?).ok());
    let (first, events) = tokio::task::spawn_blocking(move || (events.next(), events)).await.unwrap();
    assert_eq!(first, Some(Value::Null), "no run was started yet");
    let watched = tokio::task::spawn_blocking(move || events.collect::<Vec<Value>>());
    let name = start(&server, &json!({"plan": "narrad-fast", "generations": 3, "confirm_games": 200})).await;
    wait_for_state(&server, &name, "complete").await;
    let details = server.get(&format!("/api/tuning/runs/{name}")).await.json();
    assert_eq!(details["generations"].as_array().unwrap().len(), 4);
    assert_eq!(details["parameters"].as_array().unwrap().len(), 8);
    assert_eq!(details["matrix"].as_array().unwrap().len(), 20);
    assert_eq!(details["confirmations"][0]["opponent"], "guess");
    let tree = details["family_tree"].as_array().unwrap();
    assert!(tree.iter().any(|ancestor| ancestor["candidate"] == details["champion"]), "{tree:?}");
    for [low, lower, median, upper, high] in details["generations"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|generation| generation["spreads"].as_array().unwrap())
        .map(|spread| [0, 1, 2, 3, 4].map(|index| spread[index].as_f64().unwrap()))
    {
        assert!(low <= lower && lower <= median && median <= upper && upper <= high);
    }
    // The last event may be on its way for as long as the shortest interval between two.
    tokio::time::sleep(Duration::from_millis(600)).await;
    let begun = Instant::now();
    server.stop().await;
    assert!(begun.elapsed() < Duration::from_secs(4), "a watcher does not delay the end of the server");
    let events = watched.await.unwrap();
    assert_eq!(events.last().map(|event| &event["state"]), Some(&json!("complete")), "{events:?}");
}
