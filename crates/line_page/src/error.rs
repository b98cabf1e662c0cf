//! Errors of the page's clients.

use axum::body::Body;
use axum::http::Response;
use axum::response::IntoResponse;
use rules::InputError;
use web_host::responses;

/// Reason why a request failed. Nothing has changed by it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum PageError {
    /// The request is malformed.
    #[error("{0}")]
    Malformed(String),
    /// The page is read-only, or the request comes from another site.
    #[error("{0}")]
    Forbidden(&'static str),
    /// There is no such file.
    #[error("there is nothing at /{0}: the page of the line is at /")]
    NotFound(String),
    /// The request cannot be carried out in this state of the game.
    #[error("{0}")]
    Conflict(InputError),
    /// The request is too long.
    #[error("the message has {length} bytes: expected at most {max}")]
    TooLong { length: usize, max: usize },
    /// The program that owns the line does not reply.
    #[error("{0}")]
    Unavailable(&'static str),
}

impl PageError {
    /// HTTP status of the error.
    pub(crate) fn status(&self) -> u16 {
        match self {
            PageError::Malformed(_) => 400,
            PageError::Forbidden(_) => 403,
            PageError::NotFound(_) => 404,
            PageError::Conflict(_) => 409,
            PageError::TooLong { .. } => 413,
            PageError::Unavailable(_) => 503,
        }
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response<Body> {
        responses::error_response(self.status(), &self.to_string())
    }
}
