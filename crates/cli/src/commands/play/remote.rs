//! `takhteh play --server`: a game on a server, by lines.

mod remote_game;
mod remote_text;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use client::{Client, ClientError, NewSeat, NewTable, ServerUrl};
use rules::Seat;
use terminal::session_file;

use self::remote_game::RemoteGame;
use super::Arguments;
use super::players::by_seat;
use crate::error::CliError;
use crate::output::{Output, json};
use crate::password_input;

/// Options of a game on a server.
#[derive(Args)]
#[command(next_help_heading = "On a server")]
pub(crate) struct RemoteArgs {
    /// Play on a server, such as http://localhost:8080. The session is stored in the data folder
    #[arg(long, value_name = "URL", conflicts_with_all = ["dice", "record", "names", "client_seeds", "seed"])]
    pub(super) server: Option<ServerUrl>,

    /// Join this game: the last part of its address. By default a new game is opened
    #[arg(long = "game", value_name = "ID", requires = "server", conflicts_with_all = ["clock", "position", "seats"])]
    table: Option<String>,

    /// Log in with this name; the password is asked for without being shown. By default the last session continues, or a
    /// guest plays
    #[arg(long, value_name = "NAME", requires = "server")]
    login: Option<String>,

    /// List the new game in the lobby
    #[arg(long, requires = "server", conflicts_with = "table")]
    listed: bool,

    /// Certificates to trust in place of the system's, as PEM
    #[arg(long, value_name = "FILE", requires = "server")]
    certificates: Option<PathBuf>,
}

impl From<ClientError> for CliError {
    fn from(error: ClientError) -> CliError {
        match error {
            ClientError::Url(_) => CliError::usage(error),
            _ => CliError::failed(error),
        }
    }
}

/// Joins or opens a game and plays it.
pub(super) fn run(
    arguments: &Arguments,
    url: &ServerUrl,
    settings: String,
    seats: u8,
    output: &mut Output,
) -> Result<(), CliError> {
    let remote = &arguments.remote;
    let session = session_file::of_server(&arguments.data.folder()?, &url.file_name());
    let token = session_file::read(&session)?;
    let mut client = Client::new(url.clone(), token, remote.certificates.as_deref())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        if let Some(name) = &remote.login {
            if !url.is_encrypted && !url.is_loopback() {
                // If stderr is closed, there is nobody to warn.
                let _ = writeln!(
                    std::io::stderr(),
                    "warning: the connection to {url} is not encrypted: others on the network can read the password; \
                     use an https address"
                );
            }
            let password = password_input::read("Password")?;
            let name = client.log_in(name, &password).await?;
            store_token(&client, &session)?;
            output.result(|| format!("{name} is logged in."), || json!({"logged_in": name}))?;
        }
        let table = match &remote.table {
            Some(table) => table.clone(),
            None => {
                let table = new_table(arguments, settings, seats)?;
                let id = client.open_table(&table).await?;
                store_token(&client, &session)?;
                id
            }
        };
        let store = |client: &Client| store_token(client, &session);
        RemoteGame::new(client, table, &arguments.game.game, output).run(store).await
    })
}

/// Stores the token of a client's session.
fn store_token(client: &Client, file: &std::path::Path) -> Result<(), CliError> {
    match client.token() {
        Some(token) if session_file::read(file)?.as_deref() != Some(token) => {
            Ok(session_file::write(file, token)?)
        }
        _ => Ok(()),
    }
}

/// The table to open: the first seat is the user's, and the others are open.
fn new_table(arguments: &Arguments, settings: String, seats: u8) -> Result<NewTable, CliError> {
    let mut players: Vec<NewSeat> = Seat::all(seats).map(|_| NewSeat::Link).collect();
    if let Some(first) = players.first_mut() {
        *first = NewSeat::Me;
    }
    for (seat, player) in by_seat(&arguments.seats, "--seat", seats)? {
        players[seat.index()] = match player {
            "human" | "me" => NewSeat::Me,
            "link" | "open" => NewSeat::Link,
            engine if engine.starts_with("exec:") => {
                return Err(CliError::usage(format_args!(
                    "cannot seat {engine} on a server: expected human, open, or an engine of the server"
                )));
            }
            engine => NewSeat::Engine { engine: engine.to_owned() },
        };
    }
    Ok(NewTable {
        game: arguments.game.game.clone(),
        settings,
        clock: arguments.clock.to_string(),
        position: arguments.position.clone(),
        seats: players,
        listed: arguments.remote.listed,
        rated: false,
    })
}
