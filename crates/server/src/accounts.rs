//! HTTP requests about accounts.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use store::{AccountError, Accounts, NewSession, Session, unix_millis};

use crate::api::{ApiResult, AppState, body_text, check_origin, json, set_cookie};
use crate::api_error::ApiError;
use crate::bots::owner::retire;
use crate::client_address::ClientAddress;
use crate::identity::{Identities, User};
use crate::lobby::Lobby;
use crate::names::check_no_program;
use crate::rate_limits::AttemptLimiter;
use crate::wire;

/// State that requests about accounts share.
pub(crate) struct AccountService {
    pub(crate) accounts: Accounts,
    pub(crate) identities: Arc<Identities>,
    pub(crate) limiter: AttemptLimiter,
}

impl From<AccountError> for ApiError {
    fn from(error: AccountError) -> ApiError {
        let message = error.to_string();
        match error {
            AccountError::BadName | AccountError::ReservedName | AccountError::BadPassword => {
                ApiError::unprocessable(message)
            }
            AccountError::NameTaken | AccountError::AlreadyRegistered | AccountError::TooManyBots => {
                ApiError::conflict(message)
            }
            AccountError::NoSuchBot => ApiError::not_found(message),
            AccountError::WrongCredentials => ApiError::unauthorized(message),
            AccountError::WrongPassword | AccountError::NotLoggedIn => ApiError::forbidden(message),
            AccountError::Busy => ApiError::busy(),
            AccountError::Store(error) => error.into(),
        }
    }
}

/// The user of the request, and the user's sessions.
pub(crate) async fn show(State(app): State<AppState>, headers: HeaderMap) -> ApiResult {
    let (user, cookie) = app.identities().identify(&headers).await?;
    let sessions = match user.is_registered {
        true => app.lobby.store.sessions(&user.id).await?,
        false => Vec::new(),
    };
    let games = app.lobby.store.unfinished_games(&user.id).await?;
    let mut response = json(wire::account(&user, &sessions, &games));
    set_cookie(&mut response, cookie);
    Ok(response)
}

/// Registers an account. A guest keeps its games.
pub(crate) async fn register(
    State(app): State<AppState>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    headers: HeaderMap,
    body: Bytes,
) -> ApiResult {
    let (user, request) = open_request(&app, &headers, &body, wire::read_credentials).await?;
    app.accounts.limiter.register(address)?;
    check_no_program(&request.name)?;
    let session = session_of(&app.lobby, &user).await?;
    let begun = app.accounts.accounts.register(
        &request.name,
        &request.password,
        session.as_ref(),
        &user.label,
        unix_millis(),
    );
    let begun = begun.await?;
    tracing::info!("account registered");
    app.lobby.reload_games(&begun.user.id).await;
    app.lobby.blocks.reload().await?;
    Ok(begin_session(&app, &user, &begun, StatusCode::CREATED))
}

/// Logs in. The games of the guest who logs in become games of the account.
pub(crate) async fn log_in(
    State(app): State<AppState>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    headers: HeaderMap,
    body: Bytes,
) -> ApiResult {
    let (user, request) = open_request(&app, &headers, &body, wire::read_credentials).await?;
    app.accounts.limiter.log_in(address, &request.name)?;
    let session = session_of(&app.lobby, &user).await?;
    let begun = app.accounts.accounts.log_in(
        &request.name,
        &request.password,
        session.as_ref(),
        &user.label,
        unix_millis(),
    );
    let begun = begun.await;
    app.lobby.metrics.log_in(begun.is_ok());
    let begun = begun?;
    app.lobby.reload_games(&begun.user.id).await;
    app.lobby.blocks.reload().await?;
    Ok(begin_session(&app, &user, &begun, StatusCode::OK))
}

/// Logs out: the session ends on the server, not only in the browser.
pub(crate) async fn log_out(State(app): State<AppState>, headers: HeaderMap) -> ApiResult {
    check_origin(&headers)?;
    let user = registered(&app, &headers).await?;
    app.accounts.accounts.log_out(&user.session).await?;
    app.identities().end_session(&user.session);
    let mut response = json(wire::done());
    set_cookie(&mut response, app.identities().guest_cookie());
    Ok(response)
}

/// Changes the password; all other sessions end.
pub(crate) async fn change_password(
    State(app): State<AppState>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    headers: HeaderMap,
    body: Bytes,
) -> ApiResult {
    let (user, request) = open_request(&app, &headers, &body, wire::read_password_change).await?;
    app.accounts.limiter.log_in(address, &user.name)?;
    let session = session_of(&app.lobby, &user).await?.ok_or(AccountError::NotLoggedIn)?;
    let sessions = app.lobby.store.sessions(&user.id).await?;
    let begun =
        app.accounts.accounts.change_password(&session, &request.old, &request.new, unix_millis()).await?;
    for session in sessions {
        app.identities().end_session(&session.id);
    }
    Ok(begin_session(&app, &user, &begun, StatusCode::OK))
}

/// Ends one of the user's sessions.
pub(crate) async fn revoke(
    State(app): State<AppState>,
    Path(session): Path<String>,
    headers: HeaderMap,
) -> ApiResult {
    check_origin(&headers)?;
    let user = registered(&app, &headers).await?;
    if !app.accounts.accounts.revoke(&stored(&user), &session).await? {
        return Err(ApiError::not_found("you have no such session"));
    }
    app.identities().end_session(&session);
    Ok(json(wire::done()))
}

/// Deletes the account. Running games are left, and all games stay without the name.
pub(crate) async fn delete(
    State(app): State<AppState>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    headers: HeaderMap,
    body: Bytes,
) -> ApiResult {
    let (user, request) = open_request(&app, &headers, &body, wire::read_deletion).await?;
    app.accounts.limiter.log_in(address, &user.name)?;
    let session = session_of(&app.lobby, &user).await?.ok_or(AccountError::NotLoggedIn)?;
    app.accounts.accounts.check_password(&session.user, &request.password).await?;
    app.lobby.leave_games(&user).await?;
    let sessions = app.lobby.store.sessions(&user.id).await?;
    let mut tables = app.lobby.store.tables_of(&user.id).await?;
    let bots = app.lobby.store.bots(&user.id).await?;
    for bot in &bots {
        tables.extend(retire(&app, &session.user, bot).await?);
    }
    app.accounts.accounts.delete(&session.user, &request.password).await?;
    for session in sessions {
        app.identities().end_session(&session.id);
    }
    app.lobby.reload_tables(&tables).await;
    app.lobby.blocks.reload().await?;
    tracing::info!("account deleted");
    let mut response = json(wire::done());
    set_cookie(&mut response, app.identities().guest_cookie());
    Ok(response)
}

/// Checks where a request with a secret comes from, and reads it.
pub(crate) async fn open_request<T>(
    app: &AppState,
    headers: &HeaderMap,
    body: &Bytes,
    read: impl FnOnce(&str) -> Result<T, ApiError>,
) -> Result<(User, T), ApiError> {
    check_origin(headers)?;
    // A form of another site cannot send this type without a question to this server before.
    let is_json = headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .is_some_and(|kind| kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json"));
    if !is_json {
        return Err(ApiError::unsupported("the request must have the content type application/json"));
    }
    let request = read(body_text(body)?)?;
    let (user, _) = app.identities().identify(headers).await?;
    Ok((user, request))
}

/// The stored session of a user; `None` for a guest who has done nothing yet.
async fn session_of(lobby: &Lobby, user: &User) -> Result<Option<Session>, ApiError> {
    Ok(lobby.store.session_by_id(&user.session).await?)
}

/// The user of a request, which needs an account.
async fn registered(app: &AppState, headers: &HeaderMap) -> Result<User, ApiError> {
    let (user, _) = app.identities().identify(headers).await?;
    match user.is_registered {
        true => Ok(user),
        false => Err(AccountError::NotLoggedIn.into()),
    }
}

/// The account of a request.
pub(crate) async fn account_of(app: &AppState, headers: &HeaderMap) -> Result<store::User, ApiError> {
    Ok(stored(&registered(app, headers).await?))
}

fn stored(user: &User) -> store::User {
    store::User { id: user.id.clone(), name: user.name.clone(), is_registered: true, created: 0 }
}

/// Response that begins a session in place of that of `before`.
fn begin_session(app: &AppState, before: &User, begun: &NewSession, status: StatusCode) -> Response<Body> {
    app.identities().end_session(&before.session);
    let mut response = json(wire::logged_in(&begun.user.name));
    *response.status_mut() = status;
    set_cookie(&mut response, app.identities().account_cookie(&begun.token));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
