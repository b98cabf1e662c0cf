//! A bot written from `docs/bots.md`.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::browser_user::BrowserUser;
use crate::http::{self, Answer};

/// Longest wait for anything on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A bot.
#[derive(Clone)]
pub struct BotUser {
    pub address: SocketAddr,
    pub token: String,
}

impl BotUser {
    /// A new bot of an account.
    pub async fn create(owner: &mut BrowserUser, name: &str) -> BotUser {
        let answer = owner.post("/api/account/bots", &json!({"name": name})).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        BotUser { address: owner.address, token: answer.json()["token"].as_str().unwrap().to_owned() }
    }

    fn authorization(&self) -> String {
        format!("Bearer {}", self.token)
    }

    pub async fn get(&self, path: &str) -> Answer {
        http::get(self.address, path, &[("Authorization", &self.authorization())]).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        let headers = [("Authorization", &*self.authorization())];
        http::post(self.address, path, &headers, body.to_string().as_bytes()).await
    }

    /// Sends an action of a table that must succeed.
    pub async fn act(&self, table: &str, action: &str, body: Value) {
        let answer = self.post(&format!("/api/bot/tables/{table}/{action}"), &body).await;
        assert_eq!(answer.status, 200, "{action} {body}: {}", answer.text());
    }

    /// Opens a table.
    pub async fn open(&self, table_request: Value) -> String {
        let answer = self.post("/api/bot/tables", &table_request).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        answer.json()["table"].as_str().unwrap().to_owned()
    }

    /// Opens a stream.
    pub async fn stream(&self, path: &str) -> LineStream {
        LineStream::open(self.address, path, &self.authorization()).await
    }

    /// Opens the stream of a table.
    pub async fn follow(&self, table: &str) -> LineStream {
        self.stream(&format!("/api/bot/tables/{table}/stream")).await
    }

    /// Plays every turn of a table by `choose`, until the game is over; returns the last line.
    pub async fn play(&self, table: &str, mut choose: impl FnMut(&[Value]) -> Value) -> Value {
        let mut stream = self.follow(table).await;
        let mut has_seed = false;
        loop {
            let line = stream.next().await.unwrap_or_else(|| panic!("the stream of {table} ended"));
            if line["state"] == "over" {
                assert!(stream.next().await.is_none(), "the stream ends with the game");
                return line;
            }
            if line["state"] == "opening" && !has_seed {
                has_seed = true;
                self.act(table, "seed", json!({"seed": "luck", "seen": line["latest"]})).await;
            }
            if let Some(legal) = line["legal"].as_array() {
                assert!(line["you"].as_array().unwrap().contains(&line["turn"]));
                let body = json!({"move": choose(legal), "seen": line["latest"]});
                self.act(table, "move", body).await;
            }
        }
    }
}

/// A stream of lines over chunked HTTP.
pub struct LineStream {
    reader: BufReader<TcpStream>,
    /// Bytes after the last whole line.
    rest: String,
}

impl LineStream {
    async fn open(address: SocketAddr, path: &str, authorization: &str) -> LineStream {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let head =
            format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: {authorization}\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut stream = LineStream { reader: BufReader::new(stream), rest: String::new() };
        let status = stream.head_line().await;
        assert!(status.contains("200"), "{status}");
        while !stream.head_line().await.is_empty() {}
        stream
    }

    async fn head_line(&mut self) -> String {
        let mut line = String::new();
        timeout(TIMEOUT, self.reader.read_line(&mut line)).await.unwrap().unwrap();
        line.trim_end().to_owned()
    }

    /// The next line that is not empty; `None` at the end of the stream.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some((line, rest)) = self.rest.split_once('\n') {
                let line = line.to_owned();
                self.rest = rest.to_owned();
                if !line.is_empty() {
                    return Some(serde_json::from_str(&line).unwrap());
                }
                continue;
            }
            let mut size = String::new();
            let read = timeout(TIMEOUT, self.reader.read_line(&mut size)).await.unwrap();
            if read.unwrap_or(0) == 0 {
                return None;
            }
            let size = usize::from_str_radix(size.trim(), 16).unwrap();
            let mut chunk = vec![0; size + 2];
            timeout(TIMEOUT, tokio::io::AsyncReadExt::read_exact(&mut self.reader, &mut chunk))
                .await
                .unwrap()
                .unwrap();
            if size == 0 {
                return None;
            }
            self.rest.push_str(std::str::from_utf8(&chunk[..size]).unwrap());
        }
    }

    /// The first line of this kind.
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let line = self.next().await.unwrap_or_else(|| panic!("no {kind}"));
            if line["kind"] == kind {
                return line;
            }
        }
    }
}
