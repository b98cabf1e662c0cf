//! Connection of one client.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket, close_code};
use tokio::time::{Instant, interval, timeout};
use web_host::frames::{MAX_MESSAGE, PING_INTERVAL, close, ping, send};

use crate::error::PageError;
use crate::traffic::TrafficEntry;
use crate::wire::{self, done, refused};
use crate::{PageRequest, PageState};

/// Longest time that a request waits for its reply.
const REPLY_TIMEOUT: Duration = Duration::from_secs(5);

/// Content that the client has received.
#[derive(Default)]
struct ClientCursor {
    revision: Option<u64>,
    last_entry: Option<TrafficEntry>,
}

/// Serves a connection until it ends.
pub(super) async fn serve(state: Arc<PageState>, mut socket: WebSocket) {
    let mut changes = state.changes.subscribe();
    let mut cursor = ClientCursor::default();
    let mut pings = interval(PING_INTERVAL);
    let mut last_received = Instant::now();
    changes.mark_changed();
    loop {
        tokio::select! {
            received = socket.recv() => {
                last_received = Instant::now();
                let reply = match received {
                    Some(Ok(Message::Text(text))) => answer(&state, text.as_str()).await,
                    Some(Ok(Message::Binary(_))) => {
                        let message = "the message is binary: expected a text frame with JSON";
                        refused(None, &PageError::Malformed(message.to_owned()))
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                };
                if send(&mut socket, reply).await.is_err() {
                    return;
                }
            }
            changed = changes.changed() => {
                let (message, is_closing) = pending_message(&state, &mut cursor);
                if let Some(message) = message && send(&mut socket, message).await.is_err() {
                    return;
                }
                if is_closing || changed.is_err() {
                    return close(&mut socket, close_code::AWAY, "the program has left the line").await;
                }
            }
            _ = pings.tick() => {
                if ping(&mut socket, last_received).await.is_err() {
                    return;
                }
            }
        }
    }
}

/// Message with the content that the client does not have yet, and whether the page is closing.
fn pending_message(state: &PageState, cursor: &mut ClientCursor) -> (Option<String>, bool) {
    let content = state.lock();
    let is_first = cursor.revision.is_none();
    let entries = content.traffic.entries_after(cursor.last_entry.as_ref());
    let view = (cursor.revision != Some(content.revision)).then_some(&content.view);
    if view.is_none() && entries.is_empty() {
        return (None, content.is_closing);
    }
    let message = wire::line_message(is_first.then_some(&state.info), view, &entries);
    cursor.revision = Some(content.revision);
    if let Some(last) = entries.last() {
        cursor.last_entry = Some(last.clone());
    }
    (Some(message), content.is_closing)
}

/// Carries out a request and returns the reply.
async fn answer(state: &PageState, text: &str) -> String {
    if text.len() > MAX_MESSAGE {
        return refused(None, &PageError::TooLong { length: text.len(), max: MAX_MESSAGE });
    }
    let (id, command) = match wire::parse_command(text) {
        Ok(parsed) => parsed,
        Err((id, error)) => return refused(id, &error),
    };
    if let Some(reason) = state.info.read_only_reason() {
        return refused(Some(id), &PageError::Forbidden(reason));
    }
    let (request, reply) = PageRequest::new(command);
    (state.on_request)(request);
    match timeout(REPLY_TIMEOUT, reply).await {
        Ok(Ok(Ok(()))) => done(id),
        Ok(Ok(Err(error))) => refused(Some(id), &PageError::Conflict(error)),
        Ok(Err(_)) => refused(Some(id), &PageError::Unavailable("the program has left the line")),
        Err(_) => refused(
            Some(id),
            &PageError::Unavailable("the line is not connected yet, or is stuck: try again"),
        ),
    }
}
