//! The example bots play whole games at a live server: against the computer, and against each other.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test that cannot go on has failed"
)]

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use server::{Config, RateLimit, Server};
use store::Accounts;

const GAMES: [&str; 3] = ["othello", "backgammon", "chess"];

/// A running bot.
struct Bot {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Bot {
    fn start(program: &Path, server: &Server, token: &str, arguments: &[&str]) -> Bot {
        let mut child = Command::new(program)
            .args(["--server", &server.url()])
            .args(arguments)
            .env("TAKHTEH_BOT_TOKEN", token)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Bot { child, output }
    }

    /// The next line of its output.
    fn line(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    /// The result of its game.
    fn result(mut self) -> Value {
        let result = self.line();
        assert!(self.child.wait().unwrap().success());
        result
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        // A bot that has ended cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn python_bot() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../python_bot/bot.py")
}

fn rust_bot() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_rust_bot"))
}

/// A server with two bots, and their tokens.
async fn server(name: &str) -> (Server, [String; 2]) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    let mut config = Config::new(SocketAddr::from(([127, 0, 0, 1], 0)), folder);
    // Three games of one bot at full speed.
    let limit = RateLimit { burst: NonZeroU32::new(10_000).unwrap(), interval: Duration::from_millis(1) };
    config.rate_limits.bot_requests = limit;
    let server = Server::start(&config).await.unwrap();
    let accounts = Accounts::new(server.store().clone());
    let owner = accounts.register("Laleh", "a long password", None, "test", 1).await.unwrap().user;
    let mut tokens = [String::new(), String::new()];
    for (token, name) in tokens.iter_mut().zip(["python", "rust"]) {
        *token = accounts.create_bot(&owner, name, 1).await.unwrap().token;
    }
    (server, tokens)
}

#[tokio::test(flavor = "multi_thread")]
async fn python_plays_the_computer() {
    let (server, [python, _]) = server("computer").await;
    let bots = GAMES.map(|game| {
        let seats = json!([{"who": "me"}, {"who": "engine", "engine": "random"}]);
        let request = json!({"game": game, "seats": seats}).to_string();
        (game, Bot::start(&python_bot(), &server, &python, &["--open", &request]))
    });
    for (game, mut bot) in bots {
        let table = bot.line()["table"].as_str().unwrap().to_owned();
        let result = bot.result();
        assert!(
            result["ending"]["rule"].is_string() && result["moves"].as_u64() > Some(8),
            "{game}: {result}"
        );
        let finished = server.store().finished_game(&table).await.unwrap().unwrap();
        assert_eq!(json!(finished.rule), result["ending"]["rule"], "{game}");
        assert!(finished.row.seats.iter().any(|seat| seat.name() == Some("python (bot)")));
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn python_plays_rust() {
    let (server, [python, rust]) = server("each-other").await;
    let bots = GAMES.map(|game| {
        let request = json!({"game": game, "seats": [{"who": "me"}, {"who": "link"}]}).to_string();
        let mut host = Bot::start(&python_bot(), &server, &python, &["--open", &request]);
        let table = host.line()["table"].as_str().unwrap().to_owned();
        (game, host, Bot::start(&rust_bot(), &server, &rust, &["--table", &table]))
    });
    for (game, host, guest) in bots {
        let (one, other) = (host.result(), guest.result());
        assert!(one["ending"]["rule"].is_string() && one["moves"].as_u64() > Some(8), "{game}: {one}");
        assert_eq!(one, other, "{game}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn python_joins_the_open_tables_that_its_events_report() {
    let (server, [python, rust]) = server("open-tables").await;
    let mut lurking = Bot::start(&python_bot(), &server, &python, &[]);
    for game in ["tictactoe", "othello"] {
        let seats = json!([{"who": "me"}, {"who": "link"}]);
        let request = json!({"game": game, "seats": seats, "listed": true}).to_string();
        let mut host = Bot::start(&rust_bot(), &server, &rust, &["--open", &request]);
        let table = host.line()["table"].clone();
        let (result, reported) = (host.result(), lurking.line());
        assert!(result["ending"]["rule"].is_string(), "{game}: {result}");
        assert_eq!((&reported["table"], &reported["ending"]), (&table, &result["ending"]), "{game}");
    }
    drop(lurking);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn both_accept_challenges() {
    let (server, [python, rust]) = server("challenges").await;
    for (program, token, challenger, name) in
        [(python_bot(), &python, &rust, "python (bot)"), (rust_bot(), &rust, &python, "rust (bot)")]
    {
        let mut challenged = Bot::start(&program, &server, token, &[]);
        let seats = json!([{"who": "me"}, {"who": "player", "name": name}]);
        let request = json!({"game": "othello", "seats": seats}).to_string();
        // The challenge is refused until the bot reads its events.
        let (mut host, table) = loop {
            let mut host = Bot::start(&rust_bot(), &server, challenger, &["--open", &request]);
            let mut line = String::new();
            host.output.read_line(&mut line).unwrap();
            match serde_json::from_str::<Value>(&line) {
                Ok(opened) => break (host, opened["table"].clone()),
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        };
        let (result, reported) = (host.line(), challenged.line());
        assert!(result["ending"]["rule"].is_string(), "{name}: {result}");
        assert_eq!((&reported["table"], &reported["ending"]), (&table, &result["ending"]), "{name}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_is_reported() {
    let (server, _) = server("wrong-token").await;
    for program in [python_bot(), rust_bot()] {
        let output = Command::new(program)
            .args(["--server", &server.url(), "--table", "nowhere"])
            .env("TAKHTEH_BOT_TOKEN", "0".repeat(64))
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && error.contains("this token is not valid"), "{error}");
    }
    server.stop().await;
}
