//! The stream of one table: its state at once and after every change, until the game is over.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use tokio::sync::broadcast;
use tokio::time::{Instant, interval_at};

use super::is_token_valid;
use super::line_stream::{self, Disconnected, KEEP_ALIVE, LineSender};
use crate::api::{ApiResult, AppState, Parameters};
use crate::api_error::ApiError;
use crate::identity::User;
use crate::lobby::{Lobby, stopped};
use crate::outbox::{Inbox, Outbox};
use crate::room::{BotCommand, RoomCommand};
use rules::InputError;

/// Opens the stream of a table. With `after`, the number of the last event that the bot has, only later events are sent.
pub(crate) async fn stream(
    State(app): State<AppState>,
    Path(id): Path<String>,
    Query(parameters): Parameters,
    headers: HeaderMap,
) -> ApiResult {
    let bot = app.bots.identify(&headers).await?;
    let have = parameters.get("after").map(|text| read_number(text)).transpose()?;
    let slot = app.bots.open_stream(&bot)?;
    let ended = app.identities().ended_sessions();
    let (outbox, lines) = Outbox::new(app.lobby.next_connection());
    let connection = outbox.connection;
    let command = |reply| RoomCommand::Bot {
        user: bot.clone(),
        command: BotCommand::Watch { outbox: outbox.clone(), have },
        reply,
    };
    app.lobby.ask(&id, command).await?;
    // The stream ends when the room drops the last sender.
    drop(outbox);
    let (sender, response) = line_stream::open();
    let lobby = Arc::clone(&app.lobby);
    tokio::spawn(async move {
        let _slot = slot;
        let _presence = lobby.presence.enter(&bot.id, Outbox::new(connection).0);
        let _ = forward(&lobby, &bot, lines, ended, &sender).await;
        lobby.unwatch(&id, connection).await;
    });
    Ok(response)
}

/// Sends the lines of the room until it has no more, the client is gone, or the token is revoked.
async fn forward(
    lobby: &Lobby,
    bot: &User,
    mut lines: Inbox,
    mut ended: broadcast::Receiver<String>,
    sender: &LineSender,
) -> Result<(), Disconnected> {
    let mut stopping = lobby.stopping();
    let mut keep_alives = interval_at(Instant::now() + KEEP_ALIVE, KEEP_ALIVE);
    loop {
        tokio::select! {
            // Nothing is sent for a token that has been revoked.
            biased;
            session = ended.recv() => {
                // A stream that has missed messages ends; the next one checks the token.
                if session.map_or(true, |session| session == bot.session) {
                    return Ok(());
                }
            }
            line = lines.recv() => match line {
                Some(line) => sender.send(line.as_str().to_owned()).await?,
                None => return Ok(()),
            },
            _ = keep_alives.tick() => {
                // A terminal on the same data may have revoked the token.
                if !is_token_valid(&lobby.store, bot).await {
                    return Ok(());
                }
                sender.keep_alive().await?;
            }
            () = stopped(&mut stopping) => return Ok(()),
            () = sender.closed() => return Err(Disconnected),
        }
    }
}

fn read_number(text: &str) -> Result<u64, ApiError> {
    text.parse().map_err(|_| {
        let quoted = InputError::quote(text);
        ApiError::bad_request(format!("after must be the number of an event, not {quoted}"))
    })
}
