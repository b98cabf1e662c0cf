//! WebSocket client of the page.

use std::collections::VecDeque;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use line_page::LinePage;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};

/// Longest time that a test waits for a message.
pub const TIMEOUT: Duration = Duration::from_secs(20);
/// Any free port on this machine.
pub const ANY_PORT: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

/// Opens a WebSocket with this origin.
pub async fn open_socket(
    address: SocketAddr,
    origin: Option<&str>,
) -> Result<WebSocketStream<TcpStream>, Error> {
    let stream = TcpStream::connect(address).await.unwrap();
    let mut request = format!("ws://{address}/socket").into_client_request()?;
    if let Some(origin) = origin {
        request.headers_mut().insert("Origin", HeaderValue::from_str(origin).unwrap());
    }
    let (socket, response) = tokio_tungstenite::client_async(request, stream).await?;
    assert!(!response.headers().contains_key("set-cookie"), "the page has no accounts");
    Ok(socket)
}

/// Client of the page.
pub struct Client {
    pub socket: WebSocketStream<TcpStream>,
    /// Views of the line that came before an awaited reply.
    queued: VecDeque<Value>,
}

impl Client {
    pub async fn of(page: &LinePage) -> Client {
        let socket = open_socket(page.address(), None).await.unwrap();
        Client { socket, queued: VecDeque::new() }
    }

    pub async fn frame(&mut self) -> Message {
        timeout(TIMEOUT, self.socket.next()).await.expect("a frame").unwrap().unwrap()
    }

    async fn receive(&mut self) -> Value {
        loop {
            match self.frame().await {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Ping(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// The next view of the line.
    pub async fn view(&mut self) -> Value {
        if let Some(view) = self.queued.pop_front() {
            return view;
        }
        let view = self.receive().await;
        assert_eq!(view["kind"], "line", "{view}");
        view
    }

    /// Reads views until an entry has this text; returns all entries on the way.
    pub async fn entries_to(&mut self, text: &str) -> Vec<Value> {
        let mut entries = Vec::new();
        loop {
            entries.extend(self.view().await["entries"].as_array().unwrap().clone());
            if entries.iter().any(|entry| entry["text"] == text) {
                return entries;
            }
        }
    }

    /// Reads views until one matches. One view may carry several changes, and one change may take several views.
    pub async fn view_where(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let view = self.view().await;
            assert!(view.get("about").is_none() && view.get("layout").is_none(), "sent once only");
            if view.get("view").is_some_and(&wanted) {
                return view["view"].clone();
            }
        }
    }

    pub async fn send(&mut self, frame: Message) {
        self.socket.send(frame).await.unwrap();
    }

    /// Reply to the last request.
    pub async fn reply(&mut self) -> Value {
        loop {
            let message = self.receive().await;
            if message["kind"] != "line" {
                return message;
            }
            self.queued.push_back(message);
        }
    }

    pub async fn expect_error(&mut self, frame: Message, status: u64, words: &[&str]) {
        let text = frame.to_string();
        self.send(frame).await;
        let reply = self.reply().await;
        assert_eq!(
            (&reply["kind"], &reply["status"]),
            (&json!("refused"), &json!(status)),
            "{text}: {reply}"
        );
        for word in words {
            assert!(reply["message"].as_str().unwrap().contains(word), "{text}: {reply}");
        }
    }
}
