//! One visitor of the page.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket, close_code};
use tokio::time::{Instant, interval, timeout};

use super::{Entry, Order, Stand};
use crate::frames::{LONGEST, PING, close, ping, send};
use crate::refusal::Refusal;
use crate::wire;

/// How long an order may wait for its answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a visitor was told last.
#[derive(Default)]
struct Told {
    looks: Option<u64>,
    entry: Option<Entry>,
}

/// Serves a connection until it ends.
pub(super) async fn serve(stand: Arc<Stand>, mut socket: WebSocket) {
    let mut changes = stand.changes.subscribe();
    let mut told = Told::default();
    let mut pings = interval(PING);
    let mut heard = Instant::now();
    changes.mark_changed();
    loop {
        tokio::select! {
            received = socket.recv() => {
                heard = Instant::now();
                let answer = match received {
                    Some(Ok(Message::Text(text))) => hear(&stand, text.as_str()).await,
                    Some(Ok(Message::Binary(_))) => {
                        let refusal = Refusal::unclear("the message is binary: expected a text frame with JSON");
                        wire::refused(None, &refusal)
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                };
                if send(&mut socket, answer).await.is_err() {
                    return;
                }
            }
            changed = changes.changed() => {
                let (news, is_closing) = news(&stand, &mut told);
                if let Some(news) = news && send(&mut socket, news).await.is_err() {
                    return;
                }
                if is_closing || changed.is_err() {
                    return close(&mut socket, close_code::AWAY, "the program has left the line").await;
                }
            }
            _ = pings.tick() => {
                if ping(&mut socket, heard).await.is_err() {
                    return;
                }
            }
        }
    }
}

/// What the visitor has not been told yet, and whether it is the last that will be.
fn news(stand: &Stand, told: &mut Told) -> (Option<String>, bool) {
    let shown = stand.shown();
    let is_first = told.looks.is_none();
    let entries = shown.traffic.news(told.entry.as_ref());
    let sight = (told.looks != Some(shown.looks)).then_some(&shown.sight);
    if sight.is_none() && entries.is_empty() {
        return (None, shown.is_closing);
    }
    let message = wire::line(is_first.then_some(&stand.about), sight, &entries);
    told.looks = Some(shown.looks);
    if let Some(last) = entries.last() {
        told.entry = Some(last.clone());
    }
    (Some(message), shown.is_closing)
}

/// Does what a message asks for; the answer.
async fn hear(stand: &Stand, text: &str) -> String {
    if text.len() > LONGEST {
        return wire::refused(None, &Refusal::too_long(text.len(), LONGEST));
    }
    let (id, wish) = match wire::line_order(text) {
        Ok(read) => read,
        Err((id, refusal)) => return wire::refused(id, &refusal),
    };
    if let Some(sentence) = stand.about.only_watches() {
        return wire::refused(Some(id), &Refusal::not_yours(sentence));
    }
    let (order, answer) = Order::new(wish);
    (stand.deliver)(order);
    match timeout(PATIENCE, answer).await {
        Ok(Ok(Ok(()))) => wire::done(id),
        Ok(Ok(Err(error))) => wire::refused(Some(id), &Refusal::not_now(error.to_string())),
        Ok(Err(_)) => wire::refused(Some(id), &Refusal::no_line("the program has left the line")),
        Err(_) => {
            wire::refused(Some(id), &Refusal::no_line("nobody is at the line yet, or it is stuck: try again"))
        }
    }
}
