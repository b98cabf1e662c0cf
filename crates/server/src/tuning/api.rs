//! HTTP requests about tuning runs. Everyone may watch; only the operator starts, stops and resumes.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::unfold;
use futures_util::{Stream, StreamExt};
use rules::InputError;
use tokio::time::{Instant, sleep_until};
use tuner::PlanFile;
use tuner::builtin_plans::PLANS;
use web_host::responses::response;

use super::run_folder::REPORT;
use super::{MAX_GENERATIONS, Tuning};
use crate::api::{ApiResult, AppState, body_text, check_origin, json};
use crate::api_error::ApiError;
use crate::fair_queue::Party;
use crate::wire;

/// Shortest interval between two events of a connection.
const EVENT_INTERVAL: Duration = Duration::from_millis(250);
/// Content security policy of reports: inline styles and nothing else.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
                             form-action 'none'; frame-ancestors 'none'";
/// Files of a run that can be downloaded, beside its report.
const DOWNLOADS: [&str; 3] = ["champion.conf", "ga.log", "generations.jsonl"];

/// Rejects requests that do not come from the operator.
fn check_operator(app: &AppState, headers: &HeaderMap) -> Result<(), ApiError> {
    check_origin(headers)?;
    app.operator_key.check(headers)
}

/// Runs work that waits for the disk.
async fn blocking<T: Send + 'static>(
    app: &AppState,
    work: impl FnOnce(&Tuning) -> T + Send + 'static,
) -> Result<T, ApiError> {
    let tuning = Arc::clone(&app.tuning);
    // All who look at tuning runs take turns with others together.
    let party = Party { network: "tuning".to_owned(), user: String::new() };
    app.lobby.blocking.run(party, move || work(&tuning)).await
}

/// Plans and runs.
pub(crate) async fn overview(State(app): State<AppState>, headers: HeaderMap) -> ApiResult {
    let is_operator = app.operator_key.check(&headers).is_ok();
    let overview = blocking(&app, move |tuning| {
        let plans = PLANS.iter().map(|plan| Ok((plan, PlanFile::read(plan.text)?)));
        let plans = plans.collect::<Result<Vec<_>, InputError>>()?;
        Ok::<_, ApiError>(wire::tuning_overview(&plans, &tuning.runs(), is_operator, MAX_GENERATIONS))
    });
    Ok(json(overview.await??))
}

/// Starts a run.
pub(crate) async fn start(State(app): State<AppState>, headers: HeaderMap, body: Bytes) -> ApiResult {
    check_operator(&app, &headers)?;
    let request = wire::read_run_request(body_text(&body)?)?;
    let name = blocking(&app, move |tuning| tuning.start(&request)).await??;
    tracing::info!(run = name, "tuning run started");
    let mut response = json(wire::run_name(&name));
    *response.status_mut() = StatusCode::CREATED;
    Ok(response)
}

/// Stops a run.
pub(crate) async fn stop(
    State(app): State<AppState>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> ApiResult {
    check_operator(&app, &headers)?;
    let stopped = blocking(&app, move |tuning| tuning.stop(&name).map(|()| name));
    Ok(json(wire::run_name(&stopped.await??)))
}

/// Resumes a run.
pub(crate) async fn resume(
    State(app): State<AppState>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> ApiResult {
    check_operator(&app, &headers)?;
    let name = blocking(&app, move |tuning| tuning.resume(&name)).await??;
    tracing::info!(run = name, "tuning run resumed");
    Ok(json(wire::run_name(&name)))
}

/// Generations, champion, results and plots of a run.
pub(crate) async fn details(State(app): State<AppState>, Path(name): Path<String>) -> ApiResult {
    Ok(json(blocking(&app, move |tuning| tuning.details(&name)).await??))
}

/// The report of a run as a page, or another of its files to download.
pub(crate) async fn file(
    State(app): State<AppState>,
    Path((name, file)): Path<(String, String)>,
) -> ApiResult {
    let is_report = file == REPORT;
    if !is_report && !DOWNLOADS.contains(&file.as_str()) {
        let found = InputError::quote(&file);
        let names = DOWNLOADS.join(", ");
        return Err(ApiError::not_found(format!("there is no {found}; use {REPORT}, {names}")));
    }
    let download = format!("attachment; filename=\"{name}-{file}\"");
    let bytes = blocking(&app, move |tuning| tuning.file(&name, &file)).await??;
    let kind = if is_report { "text/html; charset=utf-8" } else { "text/plain; charset=utf-8" };
    let mut response: Response<Body> = response(kind, bytes.into());
    if is_report {
        let policy = HeaderValue::from_static(REPORT_POLICY);
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    } else if let Ok(download) = HeaderValue::from_str(&download) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, download);
    }
    Ok(response)
}

/// The run that was started last, now and whenever it changes, as server-sent events.
pub(crate) async fn events(
    State(app): State<AppState>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let tuning = Arc::clone(&app.tuning);
    let permit = Arc::clone(&tuning.watchers).try_acquire_owned().map_err(|_| ApiError::busy())?;
    let mut changes = tuning.changes.subscribe();
    changes.mark_changed();
    let stream = unfold((changes, Instant::now()), move |(mut changes, due)| {
        let tuning = Arc::clone(&tuning);
        async move {
            changes.changed().await.ok()?;
            sleep_until(due).await;
            changes.mark_unchanged();
            let event = Event::default().data(wire::run_summary(tuning.current().as_ref()));
            let is_open = !tuning.watchers.is_closed();
            is_open.then(|| (Ok(event), (changes, Instant::now() + EVENT_INTERVAL)))
        }
    });
    // The permit is held until the client disconnects.
    let stream = stream.inspect(move |_| _ = &permit);
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}
