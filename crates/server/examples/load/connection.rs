//! A guest of the server: requests over HTTP, and a WebSocket.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// Longest wait for anything.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Bytes that a socket reads at once.
const READ_BUFFER: usize = 4096;

pub type LoadError = String;

/// A WebSocket of a guest.
pub struct Connection {
    socket: WebSocketStream<TcpStream>,
    pub cookie: String,
}

/// The fields of a table message that the load needs. They are searched for, since parsing would cost more than the server.
#[derive(Clone, Copy, Debug)]
pub struct TableNews {
    pub latest: Option<u64>,
    pub ply: u64,
    pub is_playing: bool,
}

impl TableNews {
    pub fn read(text: &str) -> Option<TableNews> {
        if !text.starts_with(r#"{"kind":"table""#) {
            return None;
        }
        let number = |key: &str| {
            let rest = &text[text.find(key)? + key.len()..];
            rest[..rest.find([',', '}'])?].parse().ok()
        };
        let is_playing = text.contains(r#""state":"playing""#);
        Some(TableNews { latest: number(r#""latest":"#), ply: number(r#""ply":"#)?, is_playing })
    }
}

impl Connection {
    /// Connects as the guest of this cookie, or as a new one, and waits for the welcome.
    pub async fn open(address: SocketAddr, cookie: Option<&str>) -> Result<Connection, LoadError> {
        let failed = |error: &dyn std::fmt::Display| format!("cannot connect: {error}");
        let stream = TcpStream::connect(address).await.map_err(|error| failed(&error))?;
        stream.set_nodelay(true).map_err(|error| failed(&error))?;
        let mut request =
            format!("ws://{address}/socket").into_client_request().map_err(|error| failed(&error))?;
        if let Some(cookie) = cookie.and_then(|cookie| HeaderValue::from_str(cookie).ok()) {
            request.headers_mut().insert("Cookie", cookie);
        }
        let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
        let opening = tokio_tungstenite::client_async_with_config(request, stream, Some(config));
        let (socket, response) = timeout(TIMEOUT, opening)
            .await
            .map_err(|error| failed(&error))?
            .map_err(|error| failed(&error))?;
        let set = response.headers().get("set-cookie").and_then(|value| value.to_str().ok());
        let set = set.and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
        let cookie = cookie.map(str::to_owned).or(set).ok_or("the server sets no cookie")?;
        let mut connection = Connection { socket, cookie };
        connection.until(|text| text.contains(r#""kind":"welcome""#).then_some(())).await?;
        Ok(connection)
    }

    pub async fn send(&mut self, text: String) -> Result<(), LoadError> {
        self.socket.send(Message::text(text)).await.map_err(|error| format!("cannot send: {error}"))
    }

    /// Closes the socket.
    pub async fn close(&mut self) {
        let _ = self.socket.close(None).await;
    }

    /// The next text message.
    pub async fn next(&mut self) -> Result<String, LoadError> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    if text.starts_with(r#"{"kind":"refused""#) {
                        return Err(format!("the server refuses: {text}"));
                    }
                    return Ok(text.as_str().to_owned());
                }
                Some(Ok(Message::Close(frame))) => return Err(format!("the server closes: {frame:?}")),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(format!("cannot receive: {error}")),
                None => return Err("the server closes the connection".to_owned()),
            }
        }
    }

    /// Waits for a message in which `find` finds something.
    pub async fn until<T>(&mut self, find: impl Fn(&str) -> Option<T>) -> Result<T, LoadError> {
        let search = async {
            loop {
                if let Some(found) = find(&self.next().await?) {
                    return Ok(found);
                }
            }
        };
        timeout(TIMEOUT, search).await.map_err(|_| "the server does not answer".to_owned())?
    }
}

/// Sends a request over HTTP and returns the status and the body.
pub async fn http(
    address: SocketAddr,
    method: &str,
    path: &str,
    cookie: &str,
    body: &str,
) -> Result<(u16, String), LoadError> {
    let failed = |error: &dyn std::fmt::Display| format!("cannot request {path}: {error}");
    let exchange = async {
        let mut stream = TcpStream::connect(address).await?;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nCookie: {cookie}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(head.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        Ok::<_, std::io::Error>(String::from_utf8_lossy(&answer).into_owned())
    };
    let answer =
        timeout(TIMEOUT, exchange).await.map_err(|error| failed(&error))?.map_err(|error| failed(&error))?;
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body).to_owned();
    Ok((status.ok_or_else(|| failed(&"no status"))?, body))
}

/// Opens a table and returns its id. A busy server is asked again.
pub async fn open_table(address: SocketAddr, cookie: &str, request: &str) -> Result<String, LoadError> {
    for _ in 0..200 {
        let (status, body) = http(address, "POST", "/api/tables", cookie, request).await?;
        if status == 503 {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        }
        let id = body.split('"').nth(3).filter(|_| status == 201);
        return id.map(str::to_owned).ok_or_else(|| format!("cannot open a table: {status} {body}"));
    }
    Err("cannot open a table: the server stays busy".to_owned())
}
