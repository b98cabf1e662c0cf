//! Requests of accounts about their bots.

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use store::{Bot, unix_millis};

use crate::accounts::{account_of, open_request};
use crate::api::{ApiResult, AppState, check_origin, json};
use crate::api_error::ApiError;
use crate::identity::User;
use crate::names::check_no_engine;
use crate::wire;

/// The bots of the account.
pub(crate) async fn list(State(app): State<AppState>, headers: HeaderMap) -> ApiResult {
    let owner = account_of(&app, &headers).await?;
    Ok(json(wire::bots(&app.lobby.store.bots(&owner.id).await?)))
}

/// Creates a bot. The response has its token, which is never shown again.
pub(crate) async fn create(State(app): State<AppState>, headers: HeaderMap, body: Bytes) -> ApiResult {
    let (_, name) = open_request(&app, &headers, &body, wire::read_bot_name).await?;
    check_no_engine(&name)?;
    let owner = account_of(&app, &headers).await?;
    let new = app.accounts.accounts.create_bot(&owner, &name, unix_millis()).await?;
    tracing::info!("bot created");
    Ok(with_secret(StatusCode::CREATED, wire::bot_token(&new)))
}

/// Replaces the token of a bot.
pub(crate) async fn renew_token(
    State(app): State<AppState>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> ApiResult {
    let (owner, bot) = own_bot(&app, &headers, &name).await?;
    let new = app.accounts.accounts.renew_bot_token(&owner, &bot.user.name).await?;
    end_streams(&app, &bot);
    Ok(with_secret(StatusCode::OK, wire::bot_token(&new)))
}

/// Revokes the token of a bot; its streams end.
pub(crate) async fn revoke_token(
    State(app): State<AppState>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> ApiResult {
    let (owner, bot) = own_bot(&app, &headers, &name).await?;
    revoke(&app, &owner, &bot).await?;
    Ok(json(wire::done()))
}

/// Deletes a bot. Running games are left, and all games stay without its name.
pub(crate) async fn delete(
    State(app): State<AppState>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> ApiResult {
    let (owner, bot) = own_bot(&app, &headers, &name).await?;
    let tables = retire(&app, &owner, &bot).await?;
    app.accounts.accounts.delete_bot(&owner, &bot.user.name).await?;
    app.lobby.reload_tables(&tables).await;
    Ok(json(wire::done()))
}

/// The account of a request about one of its bots, and the bot.
async fn own_bot(app: &AppState, headers: &HeaderMap, name: &str) -> Result<(store::User, Bot), ApiError> {
    check_origin(headers)?;
    let owner = account_of(app, headers).await?;
    let bot = app.accounts.accounts.bot(&owner, name).await?;
    Ok((owner, bot))
}

/// Lets a bot that is about to be deleted leave its running games, and returns all its tables. Its token is revoked first, so
/// that the bot cannot join another game meanwhile.
pub(crate) async fn retire(app: &AppState, owner: &store::User, bot: &Bot) -> Result<Vec<String>, ApiError> {
    revoke(app, owner, bot).await?;
    let user = User {
        id: bot.user.id.clone(),
        name: bot.user.name.clone(),
        is_registered: true,
        is_bot: true,
        session: String::new(),
        label: "bot".to_owned(),
    };
    app.lobby.close_challenges_to(&user.id).await;
    app.lobby.leave_games(&user).await?;
    Ok(app.lobby.store.tables_of(&user.id).await?)
}

async fn revoke(app: &AppState, owner: &store::User, bot: &Bot) -> Result<(), ApiError> {
    app.accounts.accounts.revoke_bot_token(owner, &bot.user.name).await?;
    end_streams(app, bot);
    Ok(())
}

/// Ends the streams that were opened with a bot's token.
fn end_streams(app: &AppState, bot: &Bot) {
    if let Some(token) = &bot.token {
        app.identities().end_session(token);
    }
}

fn with_secret(status: StatusCode, text: String) -> axum::http::Response<axum::body::Body> {
    let mut response = json(text);
    *response.status_mut() = status;
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
