//! The OpenAPI document of all routes: `openapi.json`. A test compares it with the routes and with answers.

use axum::body::Body;
use axum::http::Response;
use web_host::responses::response;

const DOCUMENT: &str = include_str!("../openapi.json");

/// The document.
pub(crate) async fn document() -> Response<Body> {
    response("application/json", DOCUMENT.into())
}
