//! Requests of bots: opening and joining tables, and everything a seat may do.

use axum::body::Bytes;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, StatusCode};

use crate::api::{ApiResult, AppState, body_text, json};
use crate::client_address::ClientAddress;
use crate::room::{BotCommand, RoomCommand};
use crate::wire;

/// The bot itself.
pub(crate) async fn account(State(app): State<AppState>, headers: HeaderMap) -> ApiResult {
    let bot = app.bots.identify(&headers).await?;
    Ok(json(wire::bot_account(&bot)))
}

/// Opens a table.
pub(crate) async fn open_table(
    State(app): State<AppState>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    headers: HeaderMap,
    body: Bytes,
) -> ApiResult {
    let bot = app.bots.identify(&headers).await?;
    app.limiter.open_table(address)?;
    app.lobby.networks.note(&bot.id, address);
    let id = app.lobby.open_table(&bot, wire::read_new_table(body_text(&body)?)?).await?;
    let mut response = json(wire::table_opened(&id));
    *response.status_mut() = StatusCode::CREATED;
    Ok(response)
}

/// Takes a free seat.
pub(crate) async fn join(
    State(app): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> ApiResult {
    let seat = wire::read_join(body_text(&body)?)?;
    send(&app, &id, &headers, &BotCommand::Join { seat }).await
}

/// Declines a challenge.
pub(crate) async fn decline(
    State(app): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> ApiResult {
    let bot = app.bots.identify(&headers).await?;
    app.lobby.decline_challenge(&bot, &id).await?;
    Ok(json(wire::done()))
}

/// Leaves an unfinished game for good.
pub(crate) async fn abandon(
    State(app): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> ApiResult {
    send(&app, &id, &headers, &BotCommand::Abandon).await
}

/// Handlers of actions whose kind is the last part of the address.
macro_rules! action_handlers {
    ($($(#[$about:meta])* $name:ident = $kind:literal;)+) => {
        $($(#[$about])*
        pub(crate) async fn $name(
            State(app): State<AppState>,
            Path(id): Path<String>,
            headers: HeaderMap,
            body: Bytes,
        ) -> ApiResult {
            let (seat, action) = wire::read_bot_action(body_text(&body)?, $kind)?;
            send(&app, &id, &headers, &BotCommand::Act { seat, action }).await
        })+
    };
}

action_handlers! {
    /// Plays a move.
    play_move = "move";
    /// Makes an offer.
    offer = "offer";
    /// Answers an offer.
    answer = "answer";
    /// Resigns.
    resign = "resign";
    /// Adds a client seed to the dice.
    seed = "seed";
}

/// Sends a command to the room of a table.
async fn send(app: &AppState, id: &str, headers: &HeaderMap, command: &BotCommand) -> ApiResult {
    let bot = app.bots.identify(headers).await?;
    let command = |reply| RoomCommand::Bot { user: bot.clone(), command: command.clone(), reply };
    app.lobby.ask(id, command).await?;
    Ok(json(wire::done()))
}
