//! The session of a user at a server.

use std::path::Path;

use crate::connection::Connection;
use crate::http::{self, Answer};
use crate::transport::Transport;
use crate::wire::{self, NewTable};
use crate::{ClientError, ServerUrl};

/// A user of a server: a guest at first, an account after logging in.
pub struct Client {
    transport: Transport,
    token: Option<String>,
}

impl Client {
    /// A user with the token of an earlier session, or a new guest. `certificates` is a PEM file of the certificates to
    /// trust; without it those of the system.
    pub fn new(
        url: ServerUrl,
        token: Option<String>,
        certificates: Option<&Path>,
    ) -> Result<Client, ClientError> {
        Ok(Client { transport: Transport::new(url, certificates)?, token })
    }

    /// Address of the server.
    pub fn url(&self) -> &ServerUrl {
        &self.transport.url
    }

    /// Token of the session, to be stored as a secret; `None` before the first request.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Logs in; returns the name of the account.
    pub async fn log_in(&mut self, name: &str, password: &str) -> Result<String, ClientError> {
        let body = wire::credentials(name, password);
        let answer = self.post("/api/account/login", &body).await?;
        wire::read_name(&answer.body)
    }

    /// Opens a table; returns its id.
    pub async fn open_table(&mut self, table: &NewTable) -> Result<String, ClientError> {
        let before = self.token.clone();
        let answer = self.post("/api/tables", &wire::write(table)).await?;
        if before.is_some() && before != self.token {
            return Err(session_ended());
        }
        wire::read_table_id(&answer.body)
    }

    /// Opens a socket.
    pub async fn connect(&mut self) -> Result<Connection, ClientError> {
        let (connection, token) = Connection::open(&self.transport, self.token.as_deref()).await?;
        self.check_same(token.as_deref())?;
        self.accept(token);
        Ok(connection)
    }

    async fn post(&mut self, path: &str, body: &str) -> Result<Answer, ClientError> {
        let answer = http::post(&self.transport, path, self.token.as_deref(), body).await?;
        if !(200..300).contains(&answer.status) {
            let message = wire::read_error(&answer.body);
            return Err(ClientError::Refused { status: answer.status, message });
        }
        self.accept(answer.token.clone());
        Ok(answer)
    }

    /// Checks that a server which sent a token has not made a guest of a user whose session has ended.
    fn check_same(&self, token: Option<&str>) -> Result<(), ClientError> {
        match (self.token.as_deref(), token) {
            (Some(known), Some(new)) if known != new => Err(session_ended()),
            _ => Ok(()),
        }
    }

    fn accept(&mut self, token: Option<String>) {
        if token.is_some() {
            self.token = token;
        }
    }
}

fn session_ended() -> ClientError {
    let message = "the session has ended; log in again with --login NAME".to_owned();
    ClientError::Refused { status: 401, message }
}
