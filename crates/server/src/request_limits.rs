//! Limits on requests, by address and by session.

use std::sync::Arc;

use axum::extract::{Extension, Request, State};
use axum::http::{Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::client_address::ClientAddress;
use crate::identity::token_in;
use crate::rate_limits::RequestLimiter;

/// Counts a request before its body is read; answers 429 if there were too many.
pub(crate) async fn check(
    State(limiter): State<Arc<RequestLimiter>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    request: Request,
    next: Next,
) -> Response {
    let headers = request.headers();
    let counted = if request.method() == Method::POST {
        limiter.post(address, token_in(headers))
    } else if request.uri().path().starts_with("/api/") || headers.contains_key(header::UPGRADE) {
        limiter.get(address)
    } else {
        limiter.page(address)
    };
    match counted {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}
