//! Attacks on accounts, seats and data, each tried and refused.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::{Config, RateLimit, RateLimits};

use crate::browser_user::{BrowserUser, PASSWORD, cookie_of};
use crate::client::open_socket;
use crate::http;
use crate::test_server::{TestServer, config, folder};

/// Texts that break carelessly built SQL, HTML and JSON.
const HOSTILE: [&str; 8] = [
    "'; DROP TABLE users; --",
    "\" OR \"\" = \"",
    "x' UNION SELECT password FROM users --",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "%00%0d%0aSet-Cookie: takhteh=1",
    "{{7*7}}${7*7}",
    "../../../../etc/passwd",
];

/// A game of two accounts.
async fn game(server: &TestServer, is_listed: bool) -> (BrowserUser, BrowserUser, String) {
    let laleh = BrowserUser::account(server, "laleh").await;
    let omid = BrowserUser::account(server, "omid").await;
    let (mut one, mut other) = (laleh.connect().await, omid.connect().await);
    let seats = json!([{"who": "me"}, {"who": "link"}]);
    let request = json!({"game": "tictactoe", "seats": seats, "listed": is_listed});
    let table = server.table(&one, request).await;
    for client in [&mut one, &mut other] {
        client.watch(&table).await;
    }
    other.done(json!({"kind": "sit", "table": table, "seat": 2})).await;
    one.begin(&table).await;
    (laleh, omid, table)
}

fn act(table: &str, seat: u64, action: Value) -> Value {
    json!({"kind": "act", "table": table, "seat": seat, "seen": 1_000_000, "action": action})
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_of_others() {
    let server = TestServer::open("security-seats").await;
    let (laleh, omid, table) = game(&server, true).await;
    let mut stranger = server.guest().await;
    stranger.watch(&table).await;
    for action in [
        json!({"do": "resign"}),
        json!({"do": "move", "move": "b2"}),
        json!({"do": "offer", "offer": "draw"}),
    ] {
        for seat in [1, 2] {
            assert_eq!(stranger.refused(act(&table, seat, action.clone())).await.0, 403);
        }
        let mut opponent = omid.connect().await;
        opponent.watch(&table).await;
        assert_eq!(opponent.refused(act(&table, 1, action)).await.0, 403);
    }
    for kind in ["abandon", "withdraw", "rematch", "hide"] {
        assert_eq!(stranger.refused(json!({"kind": kind, "table": table})).await.0, 403, "{kind}");
    }
    // Moves after the end.
    let mut client = laleh.connect().await;
    client.watch(&table).await;
    client.act(&table, 1, json!({"do": "resign"})).await;
    for seat in [1, 2] {
        let refused = client.refused(act(&table, seat, json!({"do": "move", "move": "b2"}))).await;
        assert!([403, 409].contains(&refused.0), "{refused:?}");
    }
    let (record, _) = server.record(&table).await;
    assert_eq!(record.matches(" moved ").count(), 0, "{record}");
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_that_have_ended() {
    let server = TestServer::open("security-ended").await;
    let mut user = BrowserUser::account(&server, "laleh").await;
    let stolen = user.clone();
    let mut client = user.connect().await;
    assert_eq!(user.log_out().await.status, 200);
    client.is_closed().await;
    // The cookie of the ended session is worth nothing, over HTTP and over the socket.
    let mut replayed = stolen.clone();
    let (name, is_registered) = replayed.name().await;
    assert!(!is_registered && name.starts_with("Guest"), "{name}");
    assert_ne!(replayed.cookie, stolen.cookie, "the server gives another cookie");
    let (_socket, cookie) = open_socket(server.address, &[("Cookie", &stolen.cookie)]).await.unwrap();
    assert!(cookie.is_some_and(|cookie| cookie != stolen.cookie));
    for path in ["/api/account/logout", "/api/account/password", "/api/account/delete"] {
        let mut replayed = stolen.clone();
        let body = json!({"old": PASSWORD, "new": "another-password", "password": PASSWORD});
        let status = replayed.post(path, &body).await.status;
        assert!([400, 403].contains(&status), "{path}: {status}");
    }
    assert_eq!(user.log_in("laleh", PASSWORD).await.status, 200);
    // Logging in again ends the session that the browser had.
    let before = user.clone();
    assert_eq!(user.log_in("laleh", PASSWORD).await.status, 200);
    assert!(!before.clone().name().await.1);
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_and_fixed_cookies() {
    let server = TestServer::open("security-forged").await;
    let mut laleh = BrowserUser::account(&server, "laleh").await;
    let id = laleh.get("/api/account").await.json()["sessions"][0]["session"].as_str().unwrap().to_owned();
    // Neither invented tokens nor the ids of sessions are accepted.
    for token in ["0".repeat(64), "f".repeat(64), id, "a".repeat(63), String::new(), "x".repeat(10_000)] {
        let forged = format!("takhteh={token}");
        let answer = http::get(server.address, "/api/account", &[("Cookie", &forged)]).await;
        if answer.status == 200 {
            assert_eq!(answer.json()["registered"], false);
            assert!(cookie_of(&answer).is_some_and(|cookie| cookie != forged), "{token}");
        }
    }
    // Fixation: a token that an attacker has planted is not the one of the session after the log-in.
    let planted = BrowserUser::guest(&server).await;
    let mut victim = planted.clone();
    victim.log_in("laleh", PASSWORD).await;
    assert!(victim.name().await.1);
    assert_ne!(victim.cookie, planted.cookie);
    assert!(!planted.clone().name().await.1);
    let planted = server.guest().await;
    server.table(&planted, json!({"game": "tictactoe", "seats": [{"who": "me"}, {"who": "link"}]})).await;
    let mut victim = BrowserUser::of(&server, &planted);
    assert_eq!(victim.register("omid", PASSWORD).await.status, 201);
    let mut attacker = BrowserUser::of(&server, &planted);
    assert!(!attacker.name().await.1, "the guest's token is not the account's");
    assert_ne!(attacker.cookie, planted.cookie);
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_of_other_sites() {
    let server = TestServer::open("security-sites").await;
    let laleh = BrowserUser::account(&server, "laleh").await;
    let body = json!({"name": "omid", "password": PASSWORD, "old": PASSWORD, "new": "another-password"});
    let own = format!("http://{}", server.address);
    let cookie = laleh.cookie.as_str();
    for path in ["register", "login", "logout", "password", "delete", "sessions/x/revoke"] {
        let path = format!("/api/account/{path}");
        for origin in ["http://evil.example", "null", "https://127.0.0.1", &format!("{own}.evil.example")] {
            let headers = [("Cookie", cookie), ("Content-Type", "application/json"), ("Origin", origin)];
            let answer = http::post(server.address, &path, &headers, body.to_string().as_bytes()).await;
            assert_eq!(answer.refusal().0, 403, "{path} from {origin}");
        }
    }
    // What a form can send without asking first.
    for kind in ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"] {
        for path in ["register", "login", "password", "delete"] {
            let headers = [("Cookie", cookie), ("Content-Type", kind), ("Origin", own.as_str())];
            let path = format!("/api/account/{path}");
            let answer = http::post(server.address, &path, &headers, body.to_string().as_bytes()).await;
            assert_eq!(answer.refusal().0, 415, "{path} as {kind}");
        }
    }
    for path in ["/api/tables", "/api/tables/0123456789/adopt"] {
        let headers = [("Cookie", cookie), ("Origin", "http://evil.example")];
        assert_eq!(http::post(server.address, path, &headers, b"{}").await.refusal().0, 403, "{path}");
    }
    let socket = open_socket(server.address, &[("Cookie", cookie), ("Origin", "http://evil.example")]).await;
    assert!(socket.is_err(), "a socket of another site");
    assert!(laleh.clone().name().await.1, "nothing has changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_texts_in_every_field() {
    let server = TestServer::open("security-texts").await;
    let (mut laleh, _, table) = game(&server, true).await;
    for text in HOSTILE {
        let mut guest = BrowserUser::guest(&server).await;
        assert_eq!(guest.register(text, PASSWORD).await.status, 422, "{text}");
        assert_eq!(guest.log_in(text, text).await.status, 401, "{text}");
        assert_eq!(guest.log_in("laleh", text).await.status, 401, "{text}");
        // As a password any text is as good as another.
        let name = format!("user-{}", HOSTILE.iter().position(|other| *other == text).unwrap());
        let password = format!("{text} and more");
        assert_eq!(guest.register(&name, &password).await.status, 201);
        guest.log_out().await;
        assert_eq!(guest.log_in(&name, &password).await.status, 200);
        let quoted: String = text
            .bytes()
            .map(|byte| {
                if byte.is_ascii_alphanumeric() {
                    char::from(byte).to_string()
                } else {
                    format!("%{byte:02x}")
                }
            })
            .collect();
        for path in [
            format!("/api/players/{quoted}"),
            format!("/api/statistics?game={quoted}"),
            format!("/api/history?player={quoted}"),
            format!("/api/history?game={quoted}"),
            format!("/api/history?result={quoted}"),
            format!("/api/history?since={quoted}"),
            format!("/api/history?after={quoted}"),
            format!("/api/tables/{quoted}/record"),
            format!("/api/tables/{table}/export/{quoted}"),
            format!("/api/account/sessions/{quoted}/revoke"),
        ] {
            let answer = laleh.get(&path).await;
            assert!((400..500).contains(&answer.status), "{path}: {} {}", answer.status, answer.text());
            assert_eq!(answer.header("content-type"), Some("application/json"));
            assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        }
        let found = laleh.get(&format!("/api/history?opponent={quoted}")).await;
        assert_eq!((found.status, &found.json()["games"]), (200, &json!([])), "{text}");
        // A guest's name is any visible text, and stays text.
        let mut guest = server.guest().await;
        guest.done(json!({"kind": "name", "name": text})).await;
        let seats = json!([{"who": "me"}, {"who": "here", "name": text}]);
        let own = server.table(&guest, json!({"game": "tictactoe", "seats": seats})).await;
        guest.watch(&own).await;
        let seen = guest.until(&own, |seen| seen.state() == "playing").await;
        assert_eq!(
            (&seen.last["seats"][0]["name"], &seen.last["seats"][1]["name"]),
            (&json!(text), &json!(text))
        );
        server.record(&own).await;
    }
    let page = server.get(&format!("/player/{}", "%3Cscript%3Ealert(1)%3C/script%3E")).await;
    assert!(!page.text().contains("alert(1)"), "the page does not repeat its address");
    assert!(laleh.name().await.1);
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn private_games_and_data_of_others() {
    let server = TestServer::open("security-private").await;
    let (mut laleh, mut omid, table) = game(&server, false).await;
    let mut client = laleh.connect().await;
    client.watch(&table).await;
    client.act(&table, 1, json!({"do": "resign"})).await;
    let count = |answer: http::Answer| answer.json()["games"].as_array().unwrap().len();
    for user in [&mut laleh, &mut omid] {
        assert_eq!(count(user.get("/api/history").await), 1);
    }
    let mut stranger = BrowserUser::account(&server, "stranger").await;
    for path in
        ["/api/history", "/api/history?player=laleh", "/api/history?player=*", "/api/history?opponent=omid"]
    {
        assert_eq!(count(stranger.get(path).await), 0, "{path}");
    }
    let profile = server.get("/api/players/laleh").await.text();
    let account = stranger.get("/api/account").await.text();
    let statistics = stranger.get("/api/statistics").await.text();
    let secret = laleh.cookie.strip_prefix("takhteh=").unwrap();
    for text in [&profile, &account, &statistics] {
        assert!(!text.contains("argon2") && !text.contains(secret) && !text.contains(&table), "{text}");
    }
    assert!(!profile.contains("session"), "{profile}");
}

#[tokio::test(flavor = "multi_thread")]
async fn guessing_passwords() {
    let folder = folder("security-guessing");
    let limit = |burst, seconds| RateLimit {
        burst: NonZeroU32::new(burst).unwrap(),
        interval: Duration::from_secs(seconds),
    };
    let rate_limits = RateLimits {
        log_in_by_address: limit(30, 600),
        log_in_by_account: limit(10, 600),
        register_by_address: limit(3, 600),
        ..RateLimits::default()
    };
    let server = TestServer::open_with(&Config { rate_limits, ..config(&folder) }).await.unwrap();
    BrowserUser::account(&server, "laleh").await;
    let mut guest = BrowserUser::guest(&server).await;
    for attempt in 0..10 {
        assert_eq!(guest.log_in("laleh", &format!("guess-{attempt}")).await.status, 401);
    }
    for name in ["laleh", " LALEH"] {
        let answer = guest.log_in(name, PASSWORD).await;
        assert_eq!(answer.status, 429, "even the right password waits");
        let wait: u64 = answer.header("retry-after").unwrap().parse().unwrap();
        assert!((500..=600).contains(&wait), "{wait}");
        assert!(answer.refusal().1.contains(&format!("try again in {wait} seconds")));
    }
    // One address that tries many names, known or not.
    let statuses = |from: u32, to: u32| (from..to).map(|number| format!("user-{number}"));
    for name in statuses(0, 18) {
        assert_eq!(guest.log_in(&name, "guess").await.status, 401);
    }
    assert_eq!(guest.log_in("user-99", "guess").await.status, 429);
    for (name, status) in [("one", 201), ("two", 201), ("three", 429)] {
        let mut guest = BrowserUser::guest(&server).await;
        assert_eq!(guest.register(name, PASSWORD).await.status, status, "{name}");
    }
    server.assert_healthy().await;
}

/// Unknown names and wrong passwords get the same answer in the same time. `TIMING_TRIES` sets the number of tries.
#[tokio::test(flavor = "multi_thread")]
async fn names_cannot_be_found_out() {
    let server = TestServer::open("security-names").await;
    BrowserUser::account(&server, "laleh").await;
    let tries = std::env::var("TIMING_TRIES").ok().and_then(|tries| tries.parse().ok()).unwrap_or(40usize);
    let mut guest = BrowserUser::guest(&server).await;
    let mut times = [Vec::new(), Vec::new()];
    let mut answers = Vec::new();
    // Both kinds in turn, and each of them first as often: a slow moment of the machine meets both.
    for attempt in 0..2 * tries {
        let index = (attempt / 2 + attempt) % 2;
        let name = ["laleh", "nobody"][index];
        let begun = Instant::now();
        let answer = guest.log_in(name, &format!("guess-{attempt}")).await;
        times[index].push(begun.elapsed());
        answers.push((answer.status, answer.text(), answer.header("set-cookie").is_some()));
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
    let [known, unknown] = times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64()
    });
    println!(
        "{tries} tries each: median {:.2} ms for a known name, {:.2} ms for another",
        known * 1e3,
        unknown * 1e3
    );
    let ratio = known / unknown;
    let bound = if tries >= 1000 { 0.05 } else { 0.30 };
    assert!((1.0 - bound..=1.0 + bound).contains(&ratio), "medians {known} and {unknown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn long_and_slow_requests() {
    let folder = folder("security-slow");
    let body_timeout = Duration::from_millis(1500);
    let server = TestServer::open_with(&Config { body_timeout, ..config(&folder) }).await.unwrap();
    let mut guest = BrowserUser::guest(&server).await;
    let long = "x".repeat(300_000);
    assert_eq!(guest.register(&long, PASSWORD).await.refusal().0, 413);
    assert_eq!(guest.log_in("laleh", &"x".repeat(200_000)).await.refusal().0, 401);
    // A body without its length, and one that never comes.
    let chunked = "POST /api/account/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
    let mut flood = TcpStream::connect(server.address).unwrap();
    flood.write_all(chunked.as_bytes()).unwrap();
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
    for _ in 0..8 {
        let _ = flood.write_all(chunk.as_bytes());
    }
    let slow = "POST /api/account/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{";
    let mut waiting = TcpStream::connect(server.address).unwrap();
    waiting.write_all(slow.as_bytes()).unwrap();
    for (stream, status) in [(&mut flood, "413"), (&mut waiting, "408")] {
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let mut answer = [0; 64];
        let length = stream.read(&mut answer).unwrap();
        let answer = String::from_utf8_lossy(&answer[..length]).into_owned();
        assert!(answer.contains(status), "{answer}");
    }
    for path in [
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/static/../../Cargo.toml",
    ] {
        let answer = server.get(path).await;
        assert!(answer.status == 404 && !answer.text().contains("root:"), "{path}: {}", answer.status);
    }
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_file_has_a_password_or_a_token() {
    use std::os::unix::fs::PermissionsExt;
    let mut server = TestServer::open("security-files").await;
    let mut user = BrowserUser::account(&server, "laleh").await;
    user.post("/api/account/password", &json!({"old": PASSWORD, "new": "another-password"})).await;
    user.log_out().await;
    user.log_in("laleh", "another-password").await;
    let token = user.cookie.strip_prefix("takhteh=").unwrap().to_owned();
    let folder = server.folder.clone();
    let search = || {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if !path.is_file() {
                continue;
            }
            let mode = std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
            let is_lock = path.ends_with("takhteh.lock");
            assert!(mode == 0o600 || is_lock, "{}: {mode:o}", path.display());
            let bytes = std::fs::read(&path).unwrap();
            for secret in [PASSWORD, "another-password", &token] {
                let found = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
                assert!(!found, "{} has {secret}", path.display());
            }
        }
    };
    search();
    server.stop().await;
    search();
}
