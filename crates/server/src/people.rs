//! HTTP requests about players and finished games: statistics, profiles, history.

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use rules::InputError;
use store::{HistoryFilter, Home, ResultKind, StoreError, WriteOp, unix_millis};

use crate::api::{ApiResult, AppState, Parameters, check_origin, json, set_cookie};
use crate::api_error::ApiError;
use crate::wire::{self, ProfileGame};

/// Number of games on one page of the history.
const PAGE: u32 = 30;
/// Longest text of a filter in bytes.
const MAX_TEXT: usize = 64;

/// Statistics of all accounts, in one game or in all, and those of the user.
pub(crate) async fn statistics(
    State(app): State<AppState>,
    Query(parameters): Parameters,
    headers: HeaderMap,
) -> ApiResult {
    let (user, cookie) = app.identities().identify(&headers).await?;
    let game = game_parameter(&parameters)?;
    let statistics = app.lobby.store.statistics(game).await?;
    let own = app.lobby.store.user_totals(&user.id).await?;
    let mut response = json(wire::statistics(game, &statistics, &user, &own));
    set_cookie(&mut response, cookie);
    Ok(response)
}

/// Profile of an account.
pub(crate) async fn player(State(app): State<AppState>, Path(name): Path<String>) -> ApiResult {
    let store = &app.lobby.store;
    let no_player = || ApiError::not_found(format!("there is no player {}", InputError::quote(&name)));
    let user = store.account(&name).await?.ok_or_else(no_player)?;
    let totals = store.user_totals(&user.id).await?;
    let ratings = store.ratings(&user.id, unix_millis()).await?;
    let mut games = Vec::new();
    for info in &games::catalog::GAMES {
        let totals = totals.iter().find(|(game, _)| game == info.name).map(|(_, totals)| *totals);
        let rating = ratings.iter().find(|(game, _)| game == info.name).map(|(_, rating)| *rating);
        if totals.is_some() || rating.is_some() {
            let points = store.rating_history(&user.id, info.name).await?;
            games.push(ProfileGame { info, totals: totals.unwrap_or_default(), rating, points });
        }
    }
    Ok(json(wire::player(&user, &games)))
}

/// Finished games. Private games are listed for their players only.
pub(crate) async fn history(
    State(app): State<AppState>,
    Query(parameters): Parameters,
    headers: HeaderMap,
) -> ApiResult {
    let (user, cookie) = app.identities().identify(&headers).await?;
    let mut filter = HistoryFilter {
        viewer: Some(user.id.clone()),
        opponent: text_parameter(&parameters, "opponent")?.map(str::to_owned),
        game: game_parameter(&parameters)?.map(str::to_owned),
        result: result_parameter(&parameters)?,
        since: number_parameter(&parameters, "since")?,
        until: number_parameter(&parameters, "until")?,
        limit: PAGE + 1,
        ..HistoryFilter::default()
    };
    filter.user = match text_parameter(&parameters, "player")? {
        None => Some(user.id.clone()),
        Some("*") => None,
        Some(name) => match app.lobby.store.account(name).await? {
            Some(account) => Some(account.id),
            None => {
                let quoted = InputError::quote(name);
                return Err(ApiError::not_found(format!("there is no player {quoted}")));
            }
        },
    };
    if let Some(after) = text_parameter(&parameters, "after")? {
        let cursor = after.split_once('-').and_then(|(at, id)| Some((at.parse().ok()?, id.to_owned())));
        let invalid = || ApiError::bad_request("after must be the \"next\" of the page before");
        filter.after = Some(cursor.ok_or_else(invalid)?);
    }
    let mut games = app.lobby.store.finished_games(&filter).await?;
    let has_more = games.len() > PAGE as usize;
    games.truncate(PAGE as usize);
    let mut response = json(wire::history(&games, has_more, &user.id, filter.user.as_deref()));
    set_cookie(&mut response, cookie);
    Ok(response)
}

/// Continues on the server a game that was saved in a terminal.
pub(crate) async fn adopt(
    State(app): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> ApiResult {
    check_origin(&headers)?;
    let (user, _) = app.identities().identify(&headers).await?;
    let row = app.lobby.store.table(&id).await?.ok_or_else(|| ApiError::no_such_table(&id))?;
    if !row.is_played_by(&user.id) {
        return Err(ApiError::forbidden("you do not play this game"));
    }
    if row.home == Home::Terminal {
        let lock = app.lobby.store.lock_game(&id).map_err(|error| StoreError::Failed(error.to_string()))?;
        let Some(_lock) = lock else {
            return Err(ApiError::conflict("the game is open in a terminal; save it there first"));
        };
        app.lobby.store.write(vec![WriteOp::Home { table: id.clone(), home: Home::Server }]).await?;
    }
    Ok(json(wire::table_opened(&id)))
}

fn text_parameter<'a>(
    parameters: &'a std::collections::HashMap<String, String>,
    key: &str,
) -> Result<Option<&'a str>, ApiError> {
    match parameters.get(key).map(|text| text.trim()).filter(|text| !text.is_empty()) {
        Some(text) if text.len() > MAX_TEXT => {
            Err(ApiError::bad_request(format!("{key} must have at most {MAX_TEXT} bytes")))
        }
        text => Ok(text),
    }
}

pub(crate) fn number_parameter(
    parameters: &std::collections::HashMap<String, String>,
    key: &str,
) -> Result<Option<i64>, ApiError> {
    let Some(text) = text_parameter(parameters, key)? else { return Ok(None) };
    let invalid = |_| {
        let quoted = InputError::quote(text);
        ApiError::bad_request(format!("{key} must be a Unix time in milliseconds, not {quoted}"))
    };
    text.parse().map(Some).map_err(invalid)
}

fn game_parameter(
    parameters: &std::collections::HashMap<String, String>,
) -> Result<Option<&'static str>, ApiError> {
    let Some(name) = text_parameter(parameters, "game")? else { return Ok(None) };
    let info = games::catalog::entry(name).map_err(|error| ApiError::not_found(error.to_string()))?;
    Ok(Some(info.name))
}

fn result_parameter(
    parameters: &std::collections::HashMap<String, String>,
) -> Result<Option<ResultKind>, ApiError> {
    let Some(name) = text_parameter(parameters, "result")? else { return Ok(None) };
    let invalid = || ApiError::bad_request("result must be win, draw or loss");
    ResultKind::named(name).map(Some).ok_or_else(invalid)
}
