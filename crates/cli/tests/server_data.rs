//! The data of a running server: its log, its backups, the addresses it listens on.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::program::{command, json_in, new_folder, takhteh};

const PASSWORD: &str = "a-password-of-a-test";

/// A running server. Dropping it kills it.
pub(crate) struct RunningServer {
    child: Child,
    pub(crate) address: String,
    description: Value,
}

impl RunningServer {
    pub(crate) fn start(folder: &Path, arguments: &[&str]) -> RunningServer {
        RunningServer::start_with_log(folder, arguments, &folder.join("log"))
    }

    fn start_with_log(folder: &Path, arguments: &[&str], log: &Path) -> RunningServer {
        let log = std::fs::OpenOptions::new().create(true).append(true).open(log).unwrap();
        let mut child = command(&["serve", "--data", "data", "--verbose", "--json"], folder)
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let description: Value = serde_json::from_str(&line).unwrap();
        let url = description["address"].as_str().unwrap();
        let address = url.trim_start_matches("http://").trim_end_matches('/').to_owned();
        RunningServer { child, address, description }
    }

    /// Sends a request; status, cookie and body of the answer.
    pub(crate) fn post(&self, path: &str, cookie: &str, body: &Value) -> (u16, String, String) {
        let body = body.to_string();
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Cookie: {cookie}\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        let set = answer.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        let set = set.and_then(|cookie| cookie.split(';').next()).unwrap_or("").to_owned();
        (status, set, answer)
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_log_has_no_secrets() {
    let folder = new_folder("server-log");
    let credentials = json!({"name": "laleh", "password": PASSWORD});
    let mut tokens = Vec::new();
    {
        let server = RunningServer::start(&folder, &["--listen", "localhost:0", "--metrics", "localhost:0"]);
        assert!(server.address.starts_with("127.0.0.1:"), "{}", server.address);
        assert!(server.description["metrics"].as_str().unwrap().ends_with("/metrics"));
        let (status, cookie, _) = server.post("/api/account/register", "", &credentials);
        assert_eq!(status, 201);
        tokens.push(cookie.clone());
        assert_eq!(server.post("/api/account/logout", &cookie, &json!({})).0, 200);
        let wrong = json!({"name": "laleh", "password": "wrong-secret-text"});
        assert_eq!(server.post("/api/account/login", "", &wrong).0, 401);
        assert_eq!(server.post("/api/account/login", "", &json!({"name": PASSWORD})).0, 400);
        let (status, cookie, _) = server.post("/api/account/login", "", &credentials);
        assert_eq!(status, 200);
        tokens.push(cookie);
    }
    let mut files = vec![folder.join("log")];
    files.extend(std::fs::read_dir(folder.join("data")).unwrap().map(|entry| entry.unwrap().path()));
    assert!(std::fs::read_to_string(&files[0]).unwrap().contains("account registered"));
    for file in files.iter().filter(|file| file.is_file()) {
        let bytes = std::fs::read(file).unwrap();
        let tokens = tokens.iter().map(|token| token.strip_prefix("takhteh=").unwrap());
        for secret in tokens.chain([PASSWORD, "wrong-secret-text"]) {
            let found = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
            assert!(!found, "{} has {secret}", file.display());
        }
    }
}

#[test]
fn a_backup_of_a_running_server_is_restored() {
    let folder = new_folder("server-backup");
    let credentials = json!({"name": "laleh", "password": PASSWORD});
    {
        let server = RunningServer::start(&folder, &["--listen", "127.0.0.1:0"]);
        assert_eq!(server.post("/api/account/register", "", &credentials).0, 201);
        let backup = json_in(&["backup", "one.db", "--data", "data"], &folder);
        assert!(backup["bytes"].as_u64().unwrap() > 10_000, "{backup}");
        assert_eq!(
            server.post("/api/account/register", "", &json!({"name": "omid", "password": PASSWORD})).0,
            201
        );
        let refused = takhteh(&["restore", "one.db", "--data", "data"], &folder);
        let message = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(1) && message.contains("another server uses it"), "{message}");
    }
    let again = takhteh(&["backup", "one.db", "--data", "data"], &folder);
    assert_eq!(again.status.code(), Some(2), "an existing file is not overwritten");
    assert_eq!(takhteh(&["backup", "two.db", "--data", "none"], &folder).status.code(), Some(1));
    assert!(!folder.join("two.db").exists());
    let restored = json_in(&["restore", "one.db", "--data", "data"], &folder);
    assert!(folder.join(restored["old"].as_str().unwrap()).is_file(), "{restored}");
    let elsewhere = json_in(&["restore", "one.db", "--data", "elsewhere"], &folder);
    assert_eq!(elsewhere["old"], Value::Null);
    let server = RunningServer::start(&folder, &["--listen", "127.0.0.1:0"]);
    assert_eq!(server.post("/api/account/login", "", &credentials).0, 200);
    assert_eq!(server.post("/api/account/login", "", &json!({"name": "omid", "password": PASSWORD})).0, 401);
}

#[test]
fn addresses_that_cannot_be_used() {
    let folder = new_folder("server-addresses");
    for (address, part) in [
        ("localhost", "such as localhost:8080"),
        ("no-such-host.invalid:80", "such as localhost:8080"),
        ("127.0.0.1:99999", "such as localhost:8080"),
    ] {
        let output = takhteh(&["serve", "--data", "data", "--listen", address], &folder);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && message.contains(part), "{address}: {message}");
    }
    let arguments = ["serve", "--data", "data", "--tls-cert", "none.pem", "--tls-key", "none.pem"];
    let output = takhteh(&arguments, &folder);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(1) && message.contains("cannot use none.pem"), "{message}");
    let output = takhteh(&["serve", "--tls-cert", "none.pem"], &folder);
    assert_eq!(output.status.code(), Some(2), "the key is missing");
}

/// A log on a full disk stops nothing: every write of the log fails here.
#[test]
fn a_full_log_stops_nothing() {
    let folder = new_folder("server-full-log");
    let server = RunningServer::start_with_log(&folder, &["--listen", "127.0.0.1:0"], Path::new("/dev/full"));
    let credentials = json!({"name": "laleh", "password": PASSWORD});
    for turn in 0..5 {
        let name = format!("laleh{turn}");
        let (status, cookie, _) =
            server.post("/api/account/register", "", &json!({"name": name, "password": PASSWORD}));
        assert_eq!(status, 201);
        let seats = json!([{"who": "me"}, {"who": "engine", "level": 1}]);
        let table = server.post("/api/tables", &cookie, &json!({"game": "othello", "seats": seats}));
        assert_eq!(table.0, 201, "{}", table.2);
        // Refusals are logged too.
        assert_eq!(server.post("/api/account/login", "", &credentials).0, 401);
    }
}

#[test]
fn a_server_for_the_network_prints_its_addresses_and_a_qr_code() {
    let folder = new_folder("server-network");
    let mut child = command(&["serve", "--data", "data", "--listen", "0.0.0.0:0"], &folder)
        .stdout(Stdio::piped())
        .stderr(std::fs::File::create(folder.join("log")).unwrap())
        .spawn()
        .unwrap();
    let mut lines = Vec::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        lines.push(line.unwrap());
        // The code has an odd number of rows, so that its light margin ends with half a line.
        if lines.last().is_some_and(|line: &String| !line.is_empty() && line.chars().all(|c| c == '▀')) {
            break;
        }
    }
    let _ = child.kill();
    let _ = child.wait();
    let log = std::fs::read_to_string(folder.join("log")).unwrap();
    let network = lines.iter().position(|line| line.starts_with("Other computers and phones"));
    let network = network.unwrap_or_else(|| panic!("{lines:#?}\n{log}"));
    let first = lines[network].split(' ').find(|word| word.starts_with("http://")).unwrap();
    let port = lines[0].rsplit(':').next().unwrap().split('/').next().unwrap();
    assert!(!first.contains("0.0.0.0") && first.ends_with(&format!(":{port}/")), "{lines:#?}");
    assert!(lines[network + 1..].len() > 10, "{lines:#?}");
    let server = RunningServer::start(&folder, &["--listen", "127.0.0.1:0"]);
    assert_eq!(server.description["addresses"], json!([server.description["address"]]));
}
