//! Bodies of requests: read completely, within a limit of size and time, before a handler runs.

use std::error::Error;
use std::time::Duration;

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use web_host::responses::MAX_BODY;

use crate::api_error::ApiError;

/// Reads the body of a POST request before the handler runs.
pub(crate) async fn read(State(limit): State<Duration>, request: Request, next: Next) -> Response {
    if request.method() != Method::POST {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    if body.size_hint().lower() > MAX_BODY as u64 {
        return ApiError::body_too_long().into_response();
    }
    match tokio::time::timeout(limit, to_bytes(body, MAX_BODY)).await {
        Ok(Ok(bytes)) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        Ok(Err(error)) => refuse(&error).into_response(),
        Err(_) => ApiError::too_slow(limit).into_response(),
    }
}

fn refuse(error: &axum::Error) -> ApiError {
    let is_too_long = error.source().is_some_and(|cause| cause.to_string().contains("length limit"));
    match is_too_long {
        true => ApiError::body_too_long(),
        false => ApiError::bad_request("the request ended within its body"),
    }
}
