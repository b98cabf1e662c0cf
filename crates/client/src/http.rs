//! HTTP requests: one for each connection, with a bounded answer.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use crate::ClientError;
use crate::transport::{Stream, Transport};

/// Longest time of a request.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Longest answer in bytes, with its head.
const MAX_ANSWER: u64 = 1 << 20;
/// Name of the cookie that has the session's token.
pub(crate) const COOKIE: &str = "takhteh";

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// Token that the answer sets.
    pub(crate) token: Option<String>,
    pub(crate) body: String,
}

/// Posts JSON, as the user of a session.
pub(crate) async fn post(
    transport: &Transport,
    path: &str,
    token: Option<&str>,
    body: &str,
) -> Result<Answer, ClientError> {
    let stream = transport.open().await?;
    let cookie = token.map(|token| format!("Cookie: {COOKIE}={token}\r\n")).unwrap_or_default();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         {cookie}User-Agent: takhteh\r\nConnection: close\r\n\r\n{body}",
        transport.url.authority(),
        body.len()
    );
    let late = |_| ClientError::Lost("the server did not answer in time".to_owned());
    let bytes = timeout(TIMEOUT, exchange(stream, &request)).await.map_err(late)??;
    read(&bytes)
}

async fn exchange(mut stream: Box<dyn Stream>, request: &str) -> Result<Vec<u8>, ClientError> {
    stream.write_all(request.as_bytes()).await?;
    stream.flush().await?;
    let mut bytes = Vec::new();
    // A server that closes without the last message of TLS has still sent a whole answer, or the parser notices.
    if let Err(error) = stream.take(MAX_ANSWER).read_to_end(&mut bytes).await
        && bytes.is_empty()
    {
        return Err(error.into());
    }
    Ok(bytes)
}

/// Reads an answer. Its body must have a length.
fn read(bytes: &[u8]) -> Result<Answer, ClientError> {
    let invalid = |what: &str| ClientError::Protocol(what.to_owned());
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n").ok_or_else(|| invalid("the answer is not HTTP"))?;
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.strip_prefix("HTTP/1.1 "));
    let status = status.and_then(|line| line.get(..3)?.parse().ok());
    let status = status.ok_or_else(|| invalid("the answer is not HTTP"))?;
    let header = |name: &str| {
        head.split("\r\n")
            .filter_map(|line| line.split_once(':'))
            .find_map(|(key, value)| key.eq_ignore_ascii_case(name).then(|| value.trim().to_owned()))
    };
    let length = header("content-length").and_then(|length| length.parse().ok());
    if length.is_some_and(|length: usize| length != body.len()) {
        return Err(ClientError::Lost("the answer is not complete".to_owned()));
    }
    let token = header("set-cookie").and_then(|cookie| token_of(&cookie));
    Ok(Answer { status, token, body: body.to_owned() })
}

/// Token of a cookie that the server sets.
pub(crate) fn token_of(cookie: &str) -> Option<String> {
    let token = cookie.split(';').next()?.strip_prefix(COOKIE)?.strip_prefix('=')?;
    let is_token = token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_token.then(|| token.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_and_damaged_ones_rejected() {
        let token = "ab".repeat(32);
        let text = format!(
            "HTTP/1.1 201 Created\r\nSet-Cookie: takhteh={token}; Path=/\r\nContent-Length: 2\r\n\r\n{{}}"
        );
        let answer = read(text.as_bytes()).unwrap();
        assert_eq!((answer.status, answer.token, answer.body), (201, Some(token), "{}".to_owned()));
        for bad in [
            "",
            "hello\r\n\r\n",
            "HTTP/1.1 x\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}",
            "SSH-2.0\r\n\r\n",
        ] {
            assert!(read(bad.as_bytes()).is_err(), "{bad:?}");
        }
        for cookie in ["takhteh=12", "other=1", "takhteh", &format!("takhteh={}", "z".repeat(64))] {
            assert_eq!(token_of(cookie), None);
        }
    }
}
