//! `takhteh play --server`: games of terminals at a live server.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use games::catalog;
use serde_json::{Value, json};

use crate::program::{command, new_folder, takhteh};
use crate::server_data::RunningServer;

const PASSWORD: &str = "a-password-of-a-test";
/// Longest wait on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A terminal that plays with `--json`. Dropping it kills it.
struct Player {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Value>,
}

impl Player {
    fn start(folder: &Path, data: &str, arguments: &[&str]) -> Player {
        let mut child = command(&["play", "--json", "--data", data], folder)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::<ChildStdout>::new(output).lines().map_while(Result::ok) {
                if sender.send(serde_json::from_str(&line).unwrap()).is_err() {
                    return;
                }
            }
        });
        Player { child, input, lines }
    }

    fn type_line(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// The first object with this field.
    fn until(&mut self, key: &str) -> Value {
        loop {
            let object = self.lines.recv_timeout(TIMEOUT).unwrap_or_else(|_| panic!("no {key}"));
            if object.get(key).is_some() {
                return object;
            }
        }
    }

    /// The first event of this kind.
    fn until_event(&mut self, kind: &str) -> Value {
        loop {
            let event = self.until("event");
            if event["event"] == kind {
                return event;
            }
        }
    }

    /// Plays the first legal move of every turn until the game is over; returns the rule and the number of own moves.
    fn play_first_moves(&mut self, game: &str, most: usize) -> (Value, usize) {
        let game = catalog::open(game, "").unwrap();
        for moves in 0..=most {
            let object = loop {
                let object = self.lines.recv_timeout(TIMEOUT).expect("the game goes on");
                if object.get("awaits").is_some() || object.get("over").is_some() {
                    break object;
                }
            };
            if object.get("over").is_some() {
                assert!(self.child.wait().unwrap().success());
                return (object["over"].clone(), moves);
            }
            if moves == most {
                break;
            }
            let position = game.read_position(object["position"].as_str().unwrap()).unwrap();
            self.type_line(&position.moves()[0]);
        }
        (Value::Null, most)
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_terminal_plays_the_servers_computer_with_dice() {
    let folder = new_folder("remote-computer");
    let server = RunningServer::start(&folder, &["--listen", "127.0.0.1:0"]);
    let url = format!("http://{}", server.address);
    let mut player = Player::start(
        &folder,
        "terminal",
        &["backgammon", "--server", &url, "--seat", "2=random", "--clock", "10m"],
    );
    let (rule, moves) = player.play_first_moves("backgammon", 1000);
    assert!(rule.is_string() && moves > 5, "{rule} after {moves}");
}

#[test]
fn two_terminals_play_each_other_with_the_same_account_as_the_web_app() {
    let folder = new_folder("remote-two");
    let server = RunningServer::start(&folder, &["--listen", "127.0.0.1:0"]);
    let url = format!("http://{}", server.address);
    let credentials = json!({"name": "laleh", "password": PASSWORD});
    assert_eq!(server.post("/api/account/register", "", &credentials).0, 201);
    let mut host = Player::start(&folder, "one", &["tictactoe", "--server", &url, "--login", "laleh"]);
    host.type_line(PASSWORD);
    assert_eq!(host.until("logged_in")["logged_in"], "laleh");
    let table = host.until("table")["table"].as_str().unwrap().to_owned();
    let mut guest = Player::start(&folder, "two", &["tictactoe", "--server", &url, "--game", &table]);
    guest.until("table");
    assert_eq!(host.until("awaits")["seat"], 1);
    // An illegal move is refused with a reason; a draw can be offered and declined.
    host.type_line("z9");
    assert!(host.until("refused")["refused"].as_str().unwrap().contains("z9"));
    host.type_line("draw");
    assert_eq!(guest.until("awaits")["awaits"], "answer");
    guest.type_line("no");
    // A move before the answer would leave the offer open.
    host.until_event("answered");
    host.type_line("moves");
    let moves = host.until("moves")["moves"].clone();
    assert_eq!(moves.as_array().unwrap().len(), 9);
    host.type_line(moves[0].as_str().unwrap());
    assert_eq!(guest.until("awaits")["awaits"], "move");
    guest.type_line("resign");
    assert!(host.until("over")["over"].is_string());
    assert!(guest.until("over")["over"].is_string());
    // The session is stored for its owner only, and the next game continues it.
    let file = folder
        .join("one/servers")
        .join(format!("http-127.0.0.1-{}.session", server.address.rsplit(':').next().unwrap()));
    let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&file).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    let token = std::fs::read_to_string(&file).unwrap();
    let cookie = format!("takhteh={}", token.trim());
    let seats = json!([{"who": "me"}, {"who": "engine", "engine": "random"}]);
    let opened = server.post("/api/tables", &cookie, &json!({"game": "tictactoe", "seats": seats}));
    let body: Value = serde_json::from_str(opened.2.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    let mut again = Player::start(
        &folder,
        "one",
        &["tictactoe", "--server", &url, "--game", body["table"].as_str().unwrap()],
    );
    let (rule, _) = again.play_first_moves("tictactoe", 9);
    assert!(rule.is_string(), "the terminal holds the seat of the same account");
}

#[test]
fn a_lost_connection_is_opened_again() {
    let folder = new_folder("remote-restart");
    let server = RunningServer::start(&folder, &["--listen", "127.0.0.1:0"]);
    let address = server.address.clone();
    let url = format!("http://{address}");
    let mut player = Player::start(&folder, "terminal", &["othello", "--server", &url, "--seat", "2=random"]);
    let (rule, moves) = player.play_first_moves("othello", 4);
    assert_eq!((rule, moves), (Value::Null, 4));
    drop(server);
    player.until("lost");
    let _server = RunningServer::start(&folder, &["--listen", &address]);
    let (rule, moves) = player.play_first_moves("othello", 100);
    assert!(rule.is_string() && moves > 5, "{rule} after {moves}");
}

/// A password over a network that others may read is asked for after a warning.
#[test]
fn a_password_over_plain_http_gives_a_warning() {
    let folder = new_folder("remote-warning");
    let server = RunningServer::start(&folder, &["--listen", "127.0.0.1:0"]);
    let port = server.address.rsplit(':').next().unwrap().to_owned();
    // This address, too, is that of this computer, but the program cannot know.
    for (host, is_warned) in [("127.0.0.1", false), ("localhost", false), ("0.0.0.0", true)] {
        let url = format!("http://{host}:{port}");
        let mut child = command(&["play", "othello", "--server", &url, "--login", "laleh"], &folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        writeln!(child.stdin.take().unwrap(), "{PASSWORD}").unwrap();
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(error.contains("is not encrypted: others on the network"), is_warned, "{error}");
        assert!(!output.status.success(), "there is no such account");
    }
}

/// A server that sends escape sequences, as a player's name, in errors and in the reason of closing.
#[test]
fn texts_of_a_server_do_not_control_the_terminal() {
    let folder = new_folder("remote-escapes");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let evil = "\u{1b}]0;owned\u{7}\u{9b}2J\u{202e}\nOmid";
    let body = json!({"message": evil, "name": evil, "table": evil}).to_string();
    std::thread::spawn(move || {
        // A log-in that succeeds with such a name, and a table that is refused with such a message.
        for status in ["200 OK", "403 Forbidden"] {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = [0; 4096];
            let _ = std::io::Read::read(&mut stream, &mut request);
            let head = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n\r\n", body.len());
            stream.write_all((head + &body).as_bytes()).unwrap();
        }
    });
    let url = format!("http://{address}");
    let mut child = command(&["play", "othello", "--server", &url, "--login", "laleh"], &folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    writeln!(child.stdin.take().unwrap(), "{PASSWORD}").unwrap();
    let output = child.wait_with_output().unwrap();
    let (text, error) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(text.contains("]0;owned2J Omid is logged in."), "{text:?}");
    assert!(error.contains("the server refused: ]0;owned2J Omid"), "{error:?}");
    let is_control = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
    assert!(!text.contains(is_control) && !error.contains(is_control), "{text:?} {error:?}");
}

#[test]
fn errors_say_what_is_wrong() {
    let folder = new_folder("remote-errors");
    let server = RunningServer::start(&folder, &["--listen", "127.0.0.1:0"]);
    let url = format!("http://{}", server.address);
    let encrypted = format!("https://{}", server.address);
    for (arguments, words) in [
        (
            &["play", "othello", "--server", "localhost:8080"][..],
            "expected one such as http://localhost:8080",
        ),
        (&["play", "othello", "--server", "http://127.0.0.1:1"], "cannot reach the server"),
        (&["play", "othello", "--server", &encrypted], "cannot encrypt the connection"),
        (&["play", "othello", "--server", &url, "--game", "nowhere"], "there is no game"),
        (
            &["play", "othello", "--server", &url, "--seat", "2=exec:gtp:x"],
            "expected human, open, or an engine",
        ),
        (&["play", "othello", "--server", &url, "--seat", "2=clever"], "clever"),
        (&["play", "othello", "--game", "x"], "--server"),
        (
            &["play", "othello", "--server", &encrypted, "--certificates", "missing.pem"],
            "cannot use missing.pem",
        ),
    ] {
        let output = takhteh(arguments, &folder);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && error.contains(words), "{arguments:?}: {error}");
    }
}
