//! JSON responses over HTTP.

use axum::body::{Body, to_bytes};
use axum::http::{HeaderValue, Response, StatusCode, header};
use serde::Serialize;

use crate::assets::set_security_headers;

/// Longest request body in bytes.
pub const MAX_BODY: usize = 256 * 1024;

/// Body of an error response.
#[derive(Serialize)]
struct ErrorBody<'a> {
    message: &'a str,
}

/// Uncached response with this content type.
pub fn response(content_type: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Error response with a JSON body.
pub fn error_response(status: u16, message: &str) -> Response<Body> {
    let body = to_json(&ErrorBody { message });
    let mut response = response("application/json", body.into());
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response
}

/// JSON text of a message.
pub fn to_json(message: &impl Serialize) -> String {
    // Messages have text keys and finite numbers, so they always serialize.
    serde_json::to_string(message).unwrap_or_else(|_| "null".to_owned())
}

/// Last step of every response: turns plain-text errors of the framework into JSON errors and sets the security headers.
pub async fn finish(response: Response<Body>) -> Response<Body> {
    let is_error = response.status().is_client_error() || response.status().is_server_error();
    let content_type = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let is_explained = content_type
        .is_some_and(|kind| kind.starts_with("application/json") || kind.starts_with("text/html"));
    let mut response = if is_error && !is_explained { explain(response).await } else { response };
    set_security_headers(response.headers_mut());
    response
}

async fn explain(response: Response<Body>) -> Response<Body> {
    let (parts, body) = response.into_parts();
    let message = match parts.status {
        StatusCode::METHOD_NOT_ALLOWED => "this address does not accept this method".to_owned(),
        StatusCode::PAYLOAD_TOO_LARGE => format!("the request is longer than {MAX_BODY} bytes"),
        _ => {
            let text = to_bytes(body, MAX_BODY).await.unwrap_or_default();
            String::from_utf8_lossy(&text).into_owned()
        }
    };
    error_response(parts.status.as_u16(), &message)
}
