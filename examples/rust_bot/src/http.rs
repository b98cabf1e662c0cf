//! As much of HTTP as a bot needs: requests with a token, and streams of lines. Without encryption.

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Longest silence of a stream: the server sends an empty line every ten seconds.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Longest line of a head, longest body and longest line of a stream, in bytes.
const MAX_HEAD_LINE: u64 = 16 << 10;
const MAX_BODY: u64 = 4 << 20;
const MAX_LINE: usize = 4 << 20;

/// A request that failed.
#[derive(Debug)]
pub enum HttpError {
    /// The server refused it.
    Refused {
        /// HTTP status.
        status: u16,
        /// The server's message.
        message: String,
    },
    /// The connection failed; the request may have been carried out.
    Lost(String),
}

impl fmt::Display for HttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HttpError::Refused { status, message } => write!(f, "the server refused ({status}): {message}"),
            HttpError::Lost(why) => write!(f, "the connection was lost: {why}"),
        }
    }
}

impl std::error::Error for HttpError {}

impl From<std::io::Error> for HttpError {
    fn from(error: std::io::Error) -> HttpError {
        HttpError::Lost(error.to_string())
    }
}

/// The server, as one bot.
#[derive(Clone)]
pub struct Server {
    address: String,
    token: String,
}

impl Server {
    /// The server at an address such as `http://localhost:8080`.
    pub fn new(url: &str, token: &str) -> Result<Server, String> {
        let address = url.strip_prefix("http://").ok_or("expected an address that begins with http://")?;
        let address = address.trim_end_matches('/');
        let address = if address.contains(':') { address.to_owned() } else { format!("{address}:80") };
        Ok(Server { address, token: token.to_owned() })
    }

    /// Sends a request and returns the body of the answer. Waits if there were too many requests.
    pub fn post(&self, path: &str, body: &str) -> Result<String, HttpError> {
        loop {
            let mut response = self.request("POST", path, body)?;
            match response.status {
                200..=299 => return response.body(),
                429 | 503 => std::thread::sleep(Duration::from_secs(response.retry_after)),
                status => return Err(HttpError::Refused { status, message: response.body()? }),
            }
        }
    }

    /// Opens a stream of lines.
    pub fn stream(&self, path: &str) -> Result<Response, HttpError> {
        let mut response = self.request("GET", path, "")?;
        match response.status {
            200 => Ok(response),
            429 | 503 => Err(HttpError::Lost("the server is busy".to_owned())),
            status => Err(HttpError::Refused { status, message: response.body()? }),
        }
    }

    fn request(&self, method: &str, path: &str, body: &str) -> Result<Response, HttpError> {
        let mut stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        stream.set_nodelay(true)?;
        let (address, token, length) = (&self.address, &self.token, body.len());
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(body.as_bytes())?;
        Response::read_head(BufReader::new(stream))
    }
}

/// An answer whose body is read as it comes.
pub struct Response {
    reader: BufReader<TcpStream>,
    status: u16,
    retry_after: u64,
    is_chunked: bool,
    /// Bytes of the body after the last whole line.
    rest: Vec<u8>,
}

impl Response {
    fn read_head(reader: BufReader<TcpStream>) -> Result<Response, HttpError> {
        let mut response =
            Response { reader, status: 0, retry_after: 1, is_chunked: false, rest: Vec::new() };
        let status = response.head_line()?;
        let number = status.split(' ').nth(1).and_then(|number| number.parse().ok());
        response.status = number.ok_or_else(|| HttpError::Lost("the answer is not HTTP".to_owned()))?;
        loop {
            let line = response.head_line()?.to_ascii_lowercase();
            if line.is_empty() {
                return Ok(response);
            }
            match line.split_once(':').map(|(name, value)| (name, value.trim())) {
                Some(("retry-after", seconds)) => response.retry_after = seconds.parse().unwrap_or(1),
                Some(("transfer-encoding", "chunked")) => response.is_chunked = true,
                _ => {}
            }
        }
    }

    fn head_line(&mut self) -> Result<String, HttpError> {
        let mut line = String::new();
        match Read::by_ref(&mut self.reader).take(MAX_HEAD_LINE).read_line(&mut line)? {
            0 => Err(HttpError::Lost("the server closed the connection".to_owned())),
            _ => Ok(line.trim_end().to_owned()),
        }
    }

    /// The whole body, which is not a stream.
    fn body(&mut self) -> Result<String, HttpError> {
        let mut body = String::new();
        if self.is_chunked {
            while let Some(line) = self.next_line()? {
                body.push_str(&line);
            }
        } else {
            Read::by_ref(&mut self.reader).take(MAX_BODY).read_to_string(&mut body)?;
        }
        Ok(body)
    }

    /// The next line that is not empty; `None` at the end.
    pub fn next_line(&mut self) -> Result<Option<String>, HttpError> {
        loop {
            if let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.rest.drain(..=end).collect();
                let line = String::from_utf8_lossy(&line).trim().to_owned();
                if !line.is_empty() {
                    return Ok(Some(line));
                }
            } else if !self.read_chunk()? {
                let line = String::from_utf8_lossy(&std::mem::take(&mut self.rest)).trim().to_owned();
                return Ok((!line.is_empty()).then_some(line));
            }
        }
    }

    /// Reads a chunk; `false` at the end of the body.
    fn read_chunk(&mut self) -> Result<bool, HttpError> {
        let line = self.head_line()?;
        let size = usize::from_str_radix(line.trim(), 16)
            .map_err(|_| HttpError::Lost("the size of a chunk is not a number".to_owned()))?;
        if size + self.rest.len() > MAX_LINE {
            return Err(HttpError::Lost("a line is too long".to_owned()));
        }
        let mut chunk = vec![0; size];
        self.reader.read_exact(&mut chunk)?;
        self.reader.read_exact(&mut [0; 2])?;
        self.rest.extend_from_slice(&chunk);
        Ok(size > 0)
    }
}
