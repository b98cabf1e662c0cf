//! Requests over HTTP.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use games::catalog;
use render::Theme;
use view::{Diagram, DynGame};

use crate::lobby::Lobby;
use crate::new_table::open_game;
use crate::refusal::Refusal;
use crate::room::RoomCommand;
use crate::web::Web;
use crate::wire::settings_lines;
use crate::{frames, guest, queens, socket, wire};

/// What every request can reach.
#[derive(Clone)]
pub(crate) struct AppState {
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) web: Arc<Web>,
    /// The games for the pages, written out once, plain and packed.
    pub(crate) games: Arc<(Vec<u8>, Vec<u8>)>,
}

type Answer = Result<Response<Body>, Refusal>;
type Options = Query<HashMap<String, String>>;

/// The widest picture that is drawn.
const WIDEST: u32 = 2400;
/// The longest body that is read.
pub(crate) const LONGEST_BODY: usize = 256 * 1024;

impl axum::response::IntoResponse for Refusal {
    fn into_response(self) -> Response<Body> {
        let mut response = json(wire::sentence(&self));
        *response.status_mut() =
            StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        response
    }
}

/// The last hand on every answer: what was refused before any of these functions saw it gets its sentence too, and every
/// page is kept among itself.
pub(crate) async fn finish(response: Response<Body>) -> Response<Body> {
    let is_failure = response.status().is_client_error() || response.status().is_server_error();
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let is_told =
        kind.is_some_and(|kind| kind.starts_with("application/json") || kind.starts_with("text/html"));
    let mut response = if is_failure && !is_told { explained(response).await } else { response };
    crate::web::protect(response.headers_mut());
    response
}

async fn explained(response: Response<Body>) -> Response<Body> {
    let (parts, body) = response.into_parts();
    let sentence = match parts.status {
        StatusCode::METHOD_NOT_ALLOWED => {
            "this address does not take such a request: expected GET to read and POST to open or try something".to_owned()
        }
        StatusCode::PAYLOAD_TOO_LARGE => format!("the request is too long: expected at most {LONGEST_BODY} bytes"),
        _ => {
            let text = axum::body::to_bytes(body, LONGEST_BODY).await.unwrap_or_default();
            String::from_utf8_lossy(&text).into_owned()
        }
    };
    let refusal = Refusal { status: parts.status.as_u16(), sentence };
    axum::response::IntoResponse::into_response(refusal)
}

fn json(text: String) -> Response<Body> {
    typed("application/json", text.into())
}

fn typed(kind: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// What the games are, for the pages.
pub(crate) fn all_games() -> Result<(Vec<u8>, Vec<u8>), rules::InputError> {
    let games: Vec<(&catalog::GameInfo, Arc<dyn DynGame>)> = catalog::GAMES
        .iter()
        .map(|entry| Ok((entry, catalog::open(entry.name, "")?)))
        .collect::<Result<_, rules::InputError>>()?;
    let text = wire::games(games.iter().map(|(entry, game)| (*entry, &**game))).into_bytes();
    let packed = crate::web::pack(&text);
    Ok((text, packed))
}

pub(crate) async fn games(State(app): State<AppState>, headers: HeaderMap) -> Response<Body> {
    let (plain, packed) = &*app.games;
    if !crate::web::takes_packed(&headers) {
        return typed("application/json", plain.clone().into());
    }
    let mut response = typed("application/json", packed.clone().into());
    response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    response
}

/// How the files behind the choices of a setting are written.
pub(crate) async fn setting_manual(Path((game, key)): Path<(String, String)>) -> Answer {
    Ok(typed("text/plain; charset=utf-8", setting_files(&game, &key)?.manual.into()))
}

/// The file behind a choice of a setting.
pub(crate) async fn setting_file(Path((game, key, choice)): Path<(String, String, String)>) -> Answer {
    let found = rules::InputError::quote(&choice);
    let file = (setting_files(&game, &key)?.of)(&choice)
        .ok_or_else(|| Refusal::unknown(format!("there is no {key} {found}: expected one of its choices")))?;
    Ok(typed("text/plain; charset=utf-8", file.into()))
}

fn setting_files(game: &str, key: &str) -> Result<catalog::Files, Refusal> {
    let entry = catalog::entry(game).map_err(|error| Refusal::unknown(error.to_string()))?;
    let note = entry.settings.iter().find(|note| note.key == key);
    note.and_then(|note| note.files).ok_or_else(|| {
        let key = rules::InputError::quote(key);
        Refusal::unknown(format!("{} has no files for {key}", entry.title))
    })
}

pub(crate) async fn health(State(app): State<AppState>) -> Answer {
    if app.lobby.store.is_healthy().await {
        Ok(json(wire::health(app.lobby.count())))
    } else {
        Err(Refusal { status: 503, sentence: "the store does not answer".to_owned() })
    }
}

/// The text of a request's body.
fn text(body: &Bytes) -> Result<&str, Refusal> {
    std::str::from_utf8(body).map_err(|_| Refusal::unclear("the request is not UTF-8: expected JSON"))
}

/// A page of another site may not act in a guest's name.
pub(crate) fn check_origin(headers: &HeaderMap) -> Result<(), Refusal> {
    if guest::is_from_here(headers) {
        Ok(())
    } else {
        Err(Refusal::not_yours("the request comes from a page of another site"))
    }
}

/// Sets up a game away from the threads that serve: an army somebody sends can take a while to compile.
async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::closing())?
}

pub(crate) async fn preview(body: Bytes) -> Answer {
    let (name, settings, position) = wire::preview(text(&body)?)?;
    let previewed = run_blocking(move || {
        let game = open_game(&name, &settings)?;
        let board = game.read_position(&position)?;
        Ok(wire::previewed(&*game, &*board))
    });
    Ok(json(previewed.await?))
}

pub(crate) async fn arrange(body: Bytes) -> Answer {
    let (name, settings, arrangement) = wire::arrangement(text(&body)?)?;
    let previewed = run_blocking(move || {
        let game = open_game(&name, &settings)?;
        let board = game.arrange(&arrangement)?;
        Ok(wire::previewed(&*game, &*board))
    });
    Ok(json(previewed.await?))
}

pub(crate) async fn open_table(State(app): State<AppState>, headers: HeaderMap, body: Bytes) -> Answer {
    check_origin(&headers)?;
    let (guest, cookie) = guest::recognise(&headers);
    let id = app.lobby.open_table(&guest, &wire::opening(text(&body)?)?).await?;
    let mut response = json(wire::opened(&id));
    *response.status_mut() = StatusCode::CREATED;
    set_cookie(&mut response, cookie);
    Ok(response)
}

fn set_cookie(response: &mut Response<Body>, cookie: Option<HeaderValue>) {
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
}

pub(crate) async fn record(State(app): State<AppState>, Path(id): Path<String>) -> Answer {
    let row = app.lobby.store.table(&id).await?.ok_or_else(|| Refusal::no_table(&id))?;
    let record = app.lobby.store.record(&id).await?;
    if record.is_empty() {
        return Err(Refusal::not_now("the game has not begun yet: there is nothing to record"));
    }
    let name = row.rules.split(' ').next().unwrap_or("game");
    let mut response = typed("text/plain; charset=utf-8", record.into());
    let file = format!("attachment; filename=\"{name}-{id}.record\"");
    if let Ok(file) = HeaderValue::from_str(&file) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, file);
    }
    Ok(response)
}

pub(crate) async fn table_picture(
    State(app): State<AppState>,
    Path((id, file)): Path<(String, String)>,
    Query(options): Options,
) -> Answer {
    let ply = match options.get("ply") {
        Some(text) => Some(text.parse().map_err(|_| Refusal::unclear("ply is a number of moves"))?),
        None => None,
    };
    let past = app.lobby.ask(&id, |reply| RoomCommand::Look { ply, reply }).await?;
    draw(past.diagram, &file, options).await
}

pub(crate) async fn picture(Path(file): Path<String>, Query(options): Options) -> Answer {
    if !["picture.svg", "picture.png"].contains(&file.as_str()) {
        return Err(no_picture(&file));
    }
    let name =
        options.get("game").ok_or_else(|| Refusal::unclear("a picture needs a game: ?game=othello"))?;
    let settings = options
        .iter()
        .filter_map(|(key, value)| Some((key.strip_prefix("setting.")?.to_owned(), value.clone())))
        .collect();
    let settings = settings_lines(&settings)?;
    let (name, position) = (name.clone(), options.get("position").map_or("start", String::as_str).to_owned());
    let diagram =
        run_blocking(move || Ok(open_game(&name, &settings)?.read_position(&position)?.diagram())).await?;
    draw(diagram, &file, options).await
}

/// Draws a diagram as `picture.svg` or `picture.png`, away from the threads that serve.
async fn draw(diagram: Diagram, file: &str, options: HashMap<String, String>) -> Answer {
    let theme = match options.get("theme").map(String::as_str) {
        Some("dark") => Theme::Dark,
        _ => Theme::Light,
    };
    let width = options.get("width").and_then(|text| text.parse().ok()).unwrap_or(960).clamp(64, WIDEST);
    match file {
        "picture.svg" => Ok(typed("image/svg+xml", render::svg(&diagram, theme, width).into())),
        "picture.png" => {
            let drawn = tokio::task::spawn_blocking(move || render::png(&diagram, theme, width)).await;
            let bytes = drawn.map_err(|_| Refusal::closing())?;
            let bytes = bytes.map_err(|error| Refusal::senseless(error.to_string()))?;
            Ok(typed("image/png", bytes.into()))
        }
        other => Err(no_picture(other)),
    }
}

fn no_picture(file: &str) -> Refusal {
    let found = rules::InputError::quote(file);
    Refusal::unknown(format!("there is no {found}: expected picture.svg or picture.png"))
}

pub(crate) async fn queens_all(Path(size): Path<String>) -> Answer {
    queens::all(&size).await.map(json)
}

pub(crate) async fn queens_steps(Path(size): Path<String>, Query(options): Options) -> Answer {
    queens::steps(&size, options.get("solver").map_or("recursive", String::as_str)).await.map(json)
}

pub(crate) async fn queens_complete(Path(size): Path<String>, Query(options): Options) -> Answer {
    queens::complete(&size, options.get("queens").map_or("", String::as_str)).await.map(json)
}

/// A page of the app: always the same file, with the status its address deserves.
pub(crate) async fn page(State(app): State<AppState>, headers: HeaderMap) -> Response<Body> {
    send_page(&app, StatusCode::OK, &headers)
}

pub(crate) async fn game_page(
    State(app): State<AppState>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response<Body> {
    let status = if catalog::entry(&name).is_ok() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    send_page(&app, status, &headers)
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
    send_page(&app, status, &headers)
}

fn send_page(app: &AppState, status: StatusCode, headers: &HeaderMap) -> Response<Body> {
    let mut response = app.web.page(status, headers);
    set_cookie(&mut response, guest::recognise(headers).1);
    response
}

/// A file of the app, or the page that says there is none.
pub(crate) async fn file(
    State(app): State<AppState>,
    uri: axum::http::Uri,
    headers: HeaderMap,
) -> Response<Body> {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") {
        let refusal = Refusal::unknown(format!("there is nothing at /{path}"));
        return axum::response::IntoResponse::into_response(refusal);
    }
    let found = app.web.file(path, &headers);
    found.unwrap_or_else(|| send_page(&app, StatusCode::NOT_FOUND, &headers))
}

pub(crate) async fn connect(
    State(app): State<AppState>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Answer {
    check_origin(&headers)?;
    let (guest, cookie) = guest::recognise(&headers);
    let lobby = Arc::clone(&app.lobby);
    let mut response =
        frames::bounded(upgrade).on_upgrade(move |connection| socket::serve(lobby, guest, connection));
    set_cookie(&mut response, cookie);
    Ok(response)
}
