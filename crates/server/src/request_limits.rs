//! Limits on requests that change something, by address and by session.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::identity::token_in;
use crate::lobby::Lobby;
use crate::rate_limits::RequestLimiter;

/// What the check of requests needs.
#[derive(Clone)]
pub(crate) struct RequestCheck {
    pub(crate) limiter: Arc<RequestLimiter>,
    pub(crate) lobby: Arc<Lobby>,
}

/// Counts a POST request before its body is read; answers 429 if there were too many. Notes where guests are.
pub(crate) async fn check(State(state): State<RequestCheck>, request: Request, next: Next) -> Response {
    let is_post = request.method() == Method::POST;
    if is_post || request.headers().contains_key(header::UPGRADE) {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        let token = token_in(request.headers());
        if is_post && let Err(error) = state.limiter.check(peer, token) {
            return error.into_response();
        }
        if let (Some(peer), Some(token)) = (peer, token) {
            state.lobby.networks.note(token, peer);
        }
    }
    next.run(request).await
}
