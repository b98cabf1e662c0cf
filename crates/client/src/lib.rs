//! A client of a game server: the session of a user over HTTP, and live games over the socket of `docs/protocol.md`.
//!
//! [`ServerUrl`] is the address, [`Client`] the user's session, and [`Connection`] one socket. Every wait has a timeout, and
//! nothing is read without a bound. Encrypted addresses are checked with the certificates of the system. Texts of the server are
//! [`printable`]: they cannot control a terminal.

mod connection;
mod http;
mod printable;
mod session;
mod transport;
mod url;
mod wire;

pub use connection::Connection;
pub use printable::printable;
pub use session::Client;
pub use url::ServerUrl;
pub use wire::{
    Action, ClockMessage, Done, EndingMessage, EventMessage, NewSeat, NewTable, OfferMessage, Refused,
    Request, SeatMessage, ServerMessage, TableInfo, TableMessage,
};

/// Reason why a request to a server failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClientError {
    /// The address cannot be used.
    #[error(
        "cannot use the address {0}: expected one such as http://localhost:8080 or https://play.example.org"
    )]
    Url(String),
    /// The certificates of the system cannot be used, or that of the server is not valid.
    #[error("cannot encrypt the connection: {}", printable(_0))]
    Tls(String),
    /// The connection failed or was lost; another attempt may succeed.
    #[error("cannot reach the server: {}", printable(_0))]
    Lost(String),
    /// The server refused the request.
    #[error("the server refused: {}", printable(message))]
    Refused {
        /// HTTP status.
        status: u16,
        /// The server's message.
        message: String,
    },
    /// The server sent something that is not its protocol.
    #[error(
        "cannot read the answer of the server: {}; it may be another program, or of another version",
        printable(_0)
    )]
    Protocol(String),
}

impl From<std::io::Error> for ClientError {
    fn from(error: std::io::Error) -> ClientError {
        ClientError::Lost(error.to_string())
    }
}
