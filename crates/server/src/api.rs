//! Handlers of HTTP requests.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header};
use axum::response::IntoResponse;
use export::{Format, GameRecord};
use games::catalog;
use render::Theme;
use rules::InputError;
use store::TableRow;
use tokio::sync::broadcast;
use view::{Diagram, DynGame};
use web_host::assets::{WebAssets, accepts_gzip, gzip};
use web_host::frames;
use web_host::responses::response;

use crate::accounts::AccountService;
use crate::address_counter::AddressCounter;
use crate::api_error::ApiError;
use crate::bots::BotService;
use crate::client_address::ClientAddress;
use crate::device::Devices;
use crate::fair_queue::Party;
pub(crate) use crate::hosts::check_origin;
use crate::identity::{Identities, User};
use crate::lobby::Lobby;
use crate::new_table::open_game;
use crate::operator_key::OperatorKey;
use crate::rate_limits::{FramePacer, RequestLimiter};
use crate::room::RoomCommand;
use crate::socket;
use crate::tuning::Tuning;
use crate::wire::{self, settings_lines};

/// State shared by all handlers.
#[derive(Clone)]
pub(crate) struct AppState {
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) limiter: Arc<RequestLimiter>,
    /// Open sockets by address: behind a proxy connections say nothing about them.
    pub(crate) sockets: Arc<AddressCounter>,
    pub(crate) web: Arc<WebAssets>,
    /// The catalog of games as JSON, plain and compressed.
    pub(crate) games: (Bytes, Bytes),
    pub(crate) tuning: Arc<Tuning>,
    pub(crate) operator_key: Arc<OperatorKey>,
    pub(crate) accounts: Arc<AccountService>,
    pub(crate) bots: Arc<BotService>,
    pub(crate) devices: Arc<Devices>,
    /// Addresses of the lobby for other computers.
    pub(crate) urls: Arc<Vec<String>>,
}

impl AppState {
    pub(crate) fn identities(&self) -> &Identities {
        &self.accounts.identities
    }
}

pub(crate) type ApiResult = Result<Response<Body>, ApiError>;
pub(crate) type Parameters = Query<HashMap<String, String>>;

/// Width of the widest picture in pixels.
const MAX_WIDTH: u32 = 2400;

/// JSON response.
pub(crate) fn json(text: String) -> Response<Body> {
    response("application/json", text.into())
}

/// The catalog of games as JSON, plain and compressed.
pub(crate) fn catalog_json() -> Result<(Bytes, Bytes), InputError> {
    let games: Vec<(&catalog::GameInfo, Arc<dyn DynGame>)> = catalog::GAMES
        .iter()
        .map(|info| Ok((info, catalog::open(info.name, "")?)))
        .collect::<Result<_, InputError>>()?;
    let plain = wire::games(games.iter().map(|(info, game)| (*info, &**game))).into_bytes();
    let compressed = gzip(&plain);
    Ok((plain.into(), compressed.into()))
}

pub(crate) async fn games(State(app): State<AppState>, headers: HeaderMap) -> Response<Body> {
    let (plain, compressed) = app.games;
    if !accepts_gzip(&headers) {
        return response("application/json", plain.into());
    }
    let mut response = response("application/json", compressed.into());
    response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    response
}

/// Format of the files that a setting chooses from.
pub(crate) async fn setting_manual(Path((game, key)): Path<(String, String)>) -> ApiResult {
    Ok(response("text/plain; charset=utf-8", setting_files(&game, &key)?.manual.into()))
}

/// File of one choice of a setting.
pub(crate) async fn setting_file(Path((game, key, choice)): Path<(String, String, String)>) -> ApiResult {
    let file = (setting_files(&game, &key)?.of)(&choice).ok_or_else(|| {
        let found = InputError::quote(&choice);
        ApiError::not_found(format!("there is no {key} {found}"))
    })?;
    Ok(response("text/plain; charset=utf-8", file.into()))
}

fn setting_files(game: &str, key: &str) -> Result<catalog::Files, ApiError> {
    let info = catalog::entry(game).map_err(|error| ApiError::not_found(error.to_string()))?;
    let setting = info.settings.iter().find(|setting| setting.key == key);
    setting.and_then(|setting| setting.files).ok_or_else(|| {
        let key = InputError::quote(key);
        ApiError::not_found(format!("{} has no files for {key}", info.title))
    })
}

pub(crate) async fn health(State(app): State<AppState>) -> ApiResult {
    if app.lobby.is_healthy().await {
        Ok(json(wire::health(app.lobby.table_count(), app.lobby.reopening_count())))
    } else {
        Err(ApiError::store_unavailable())
    }
}

pub(crate) fn body_text(body: &Bytes) -> Result<&str, ApiError> {
    std::str::from_utf8(body).map_err(|_| ApiError::bad_request("the request is not UTF-8: expected JSON"))
}

pub(crate) async fn preview(
    State(app): State<AppState>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    body: Bytes,
) -> ApiResult {
    let party = Party::of_address(address);
    let request = wire::read_preview(body_text(&body)?)?;
    let settings = request.settings.into_text()?;
    let preview = app.lobby.blocking.run(party, move || {
        let game = open_game(&request.game, &settings)?;
        let position = game.read_position(&request.position)?;
        Ok::<_, ApiError>(wire::preview(&*game, &*position))
    });
    Ok(json(preview.await??))
}

pub(crate) async fn arrange(
    State(app): State<AppState>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    body: Bytes,
) -> ApiResult {
    let party = Party::of_address(address);
    let request = wire::read_arrangement(body_text(&body)?)?;
    let preview = app.lobby.blocking.run(party, move || {
        let game = open_game(&request.game, &request.settings)?;
        let position = game.arrange(&request.arrangement)?;
        Ok::<_, ApiError>(wire::preview(&*game, &*position))
    });
    Ok(json(preview.await??))
}

pub(crate) async fn open_table(
    State(app): State<AppState>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    headers: HeaderMap,
    body: Bytes,
) -> ApiResult {
    check_origin(&headers)?;
    app.limiter.open_table(address)?;
    let (user, cookie) = app.identities().identify(&headers).await?;
    app.lobby.networks.note(&user.id, address);
    let id = app.lobby.open_table(&user, wire::read_new_table(body_text(&body)?)?).await?;
    let mut response = json(wire::table_opened(&id));
    *response.status_mut() = StatusCode::CREATED;
    set_cookie(&mut response, cookie);
    Ok(response)
}

pub(crate) fn set_cookie(response: &mut Response<Body>, cookie: Option<HeaderValue>) {
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
}

/// The record of a table, finished or not.
pub(crate) async fn record(State(app): State<AppState>, Path(id): Path<String>) -> ApiResult {
    let row = app.lobby.store.table(&id).await?.ok_or_else(|| ApiError::no_such_table(&id))?;
    let record = app.lobby.store.record(&id).await?;
    if record.is_empty() {
        return Err(ApiError::conflict("the game has not started yet"));
    }
    Ok(download(&row, Format::Record, record))
}

/// A game in one of its usual formats.
pub(crate) async fn export(
    State(app): State<AppState>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Path((id, format)): Path<(String, String)>,
) -> ApiResult {
    let row = app.lobby.store.table(&id).await?.ok_or_else(|| ApiError::no_such_table(&id))?;
    let format =
        Format::named(&format, row.game()).map_err(|error| ApiError::not_found(error.to_string()))?;
    let record = app.lobby.store.record(&id).await?;
    if record.is_empty() {
        return Err(ApiError::conflict("the game has not started yet"));
    }
    let finished = app.lobby.store.finished_game(&id).await?.map(|game| game.finished);
    let write = move || GameRecord::read(&record, finished)?.write(format);
    let text = app.lobby.blocking.run(Party::of_address(address), write).await??;
    Ok(download(&row, format, text))
}

fn download(row: &TableRow, format: Format, text: String) -> Response<Body> {
    let mut response = response("text/plain; charset=utf-8", text.into());
    let file = format!("attachment; filename=\"{}-{}.{}\"", row.game(), row.id, format.extension());
    if let Ok(file) = HeaderValue::from_str(&file) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, file);
    }
    response
}

pub(crate) async fn table_picture(
    State(app): State<AppState>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Path((id, file)): Path<(String, String)>,
    Query(parameters): Parameters,
) -> ApiResult {
    let format = PictureFormat::of_file(&file)?;
    let ply = match parameters.get("ply") {
        Some(text) => Some(text.parse().map_err(|_| {
            let found = InputError::quote(text);
            ApiError::bad_request(format!("ply must be a number of moves, not {found}"))
        })?),
        None => None,
    };
    let position = app.lobby.ask(&id, |reply| RoomCommand::Position { ply, reply }).await?;
    let render = move || render_picture(&position.diagram, format, &parameters);
    app.lobby.blocking.run(Party::of_address(address), render).await?
}

pub(crate) async fn picture(
    State(app): State<AppState>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Path(file): Path<String>,
    Query(parameters): Parameters,
) -> ApiResult {
    let format = PictureFormat::of_file(&file)?;
    let name = parameters.get("game").cloned();
    let name = name.ok_or_else(|| ApiError::bad_request("a picture needs a game, such as ?game=othello"))?;
    let settings = parameters
        .iter()
        .filter_map(|(key, value)| Some((key.strip_prefix("setting.")?.to_owned(), value.clone())))
        .collect();
    let settings = settings_lines(&settings)?;
    let render = move || {
        let position = parameters.get("position").map_or("start", String::as_str);
        let diagram = open_game(&name, &settings)?.read_position(position)?.diagram();
        render_picture(&diagram, format, &parameters)
    };
    app.lobby.blocking.run(Party::of_address(address), render).await?
}

/// File format of a picture.
#[derive(Clone, Copy)]
enum PictureFormat {
    Svg,
    Png,
}

impl PictureFormat {
    fn of_file(name: &str) -> Result<PictureFormat, ApiError> {
        match name {
            "picture.svg" => Ok(PictureFormat::Svg),
            "picture.png" => Ok(PictureFormat::Png),
            other => {
                let found = InputError::quote(other);
                let message = format!("there is no {found}; use picture.svg or picture.png");
                Err(ApiError::not_found(message))
            }
        }
    }
}

fn render_picture(
    diagram: &Diagram,
    format: PictureFormat,
    parameters: &HashMap<String, String>,
) -> ApiResult {
    let theme = match parameters.get("theme").map(String::as_str) {
        Some("dark") => Theme::Dark,
        _ => Theme::Light,
    };
    let width = parameters.get("width").and_then(|text| text.parse().ok()).unwrap_or(960);
    let width = width.clamp(64, MAX_WIDTH);
    match format {
        PictureFormat::Svg => Ok(response("image/svg+xml", render::svg(diagram, theme, width).into())),
        PictureFormat::Png => {
            let bytes = render::png(diagram, theme, width)
                .map_err(|error| ApiError::unprocessable(error.to_string()))?;
            Ok(response("image/png", bytes.into()))
        }
    }
}

/// The page of the app, which is the same file for every address.
pub(crate) async fn page(State(app): State<AppState>, headers: HeaderMap) -> Response<Body> {
    send_page(&app, StatusCode::OK, &headers).await
}

pub(crate) async fn game_page(
    State(app): State<AppState>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response<Body> {
    let status = if catalog::entry(&name).is_ok() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    send_page(&app, status, &headers).await
}

pub(crate) async fn table_page(
    State(app): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response<Body> {
    let status = match app.lobby.store.table(&id).await {
        Ok(Some(_)) => StatusCode::OK,
        Ok(None) => StatusCode::NOT_FOUND,
        Err(_) => StatusCode::SERVICE_UNAVAILABLE,
    };
    send_page(&app, status, &headers).await
}

async fn send_page(app: &AppState, status: StatusCode, headers: &HeaderMap) -> Response<Body> {
    let mut response = app.web.page(status, headers);
    // Without a database the page still says what is wrong.
    if let Ok((_, cookie)) = app.identities().identify(headers).await {
        set_cookie(&mut response, cookie);
    }
    response
}

/// A file of the app, or its page with status 404.
pub(crate) async fn file(State(app): State<AppState>, uri: Uri, headers: HeaderMap) -> Response<Body> {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") {
        return ApiError::not_found(format!("there is nothing at /{path}")).into_response();
    }
    match app.web.file(path, &headers) {
        Some(found) => found,
        None => send_page(&app, StatusCode::NOT_FOUND, &headers).await,
    }
}

/// Upgrades a request to a WebSocket.
pub(crate) async fn connect(
    State(app): State<AppState>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> ApiResult {
    let lobby = Arc::clone(&app.lobby);
    upgrade_of_user(&app, address, &headers, upgrade, |client| socket::serve(lobby, client)).await
}

/// A user with an open WebSocket.
pub(crate) struct SocketClient {
    pub(crate) user: User,
    pub(crate) socket: WebSocket,
    /// Sessions that end meanwhile.
    pub(crate) ended: broadcast::Receiver<String>,
    pub(crate) pacer: FramePacer,
}

/// Upgrades a request of a user to a WebSocket, which `serve` then has.
pub(crate) async fn upgrade_of_user<F: Future<Output = ()> + Send + 'static>(
    app: &AppState,
    address: IpAddr,
    headers: &HeaderMap,
    upgrade: WebSocketUpgrade,
    serve: impl FnOnce(SocketClient) -> F + Send + 'static,
) -> ApiResult {
    check_origin(headers)?;
    let place = app.sockets.take(address);
    let place = place.ok_or_else(|| ApiError::too_many("too many connections from this address"))?;
    let (user, cookie) = app.identities().identify(headers).await?;
    app.lobby.networks.note(&user.id, address);
    let ended = app.identities().ended_sessions();
    let pacer = FramePacer::new(Arc::clone(&app.limiter), address);
    let mut response = frames::limit_size(upgrade).on_upgrade(move |socket| async move {
        let _place = place;
        serve(SocketClient { user, socket, ended, pacer }).await;
    });
    set_cookie(&mut response, cookie);
    Ok(response)
}
