//! Errors of API requests, over HTTP and over the socket.

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;
use rules::InputError;
use web_host::responses::error_response;

use crate::store::StoreError;

/// Seconds after which a client may retry when the server is busy.
const RETRY_AFTER: u16 = 2;

/// Reason why a request failed, with its HTTP status. A failed request changes nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    /// Message that the client shows.
    pub(crate) message: String,
    /// Seconds after which the same request may succeed.
    retry_after: Option<u16>,
}

impl ApiError {
    fn new(status: StatusCode, message: impl Into<String>) -> ApiError {
        ApiError { status, message: message.into(), retry_after: None }
    }

    /// 400: the request cannot be read.
    pub(crate) fn bad_request(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, message)
    }

    /// 403: the guest has no right to do this.
    pub(crate) fn forbidden(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, message)
    }

    /// 404: the addressed thing does not exist.
    pub(crate) fn not_found(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, message)
    }

    /// 404: there is no table with this id.
    pub(crate) fn no_such_table(id: &str) -> ApiError {
        ApiError::not_found(format!("there is no game {}", InputError::quote(id)))
    }

    /// 404: fewer than `ply` moves have been played.
    pub(crate) fn no_such_position(ply: usize) -> ApiError {
        ApiError::not_found(format!("there is no position after {ply} moves"))
    }

    /// 409: the request does not fit the current state.
    pub(crate) fn conflict(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, message)
    }

    /// 413: the message is longer than `max` bytes.
    pub(crate) fn too_long(length: usize, max: usize) -> ApiError {
        let message = format!("the message has {length} bytes; at most {max} are allowed");
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    }

    /// 422: the request is well-formed, but its content is invalid.
    pub(crate) fn unprocessable(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// 500: the work panicked.
    pub(crate) fn internal() -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "the request failed inside the server")
    }

    /// 503: the store does not answer.
    pub(crate) fn store_unavailable() -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "the store does not answer")
    }

    /// 503: too many requests wait for the blocking pool.
    pub(crate) fn busy() -> ApiError {
        let message = format!("the server is busy; try again in {RETRY_AFTER} seconds");
        ApiError { retry_after: Some(RETRY_AFTER), ..ApiError::new(StatusCode::SERVICE_UNAVAILABLE, message) }
    }

    /// 503: the server is shutting down.
    pub(crate) fn shutting_down() -> ApiError {
        let message = "the server is restarting; the game continues when it is back";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response<Body> {
        let mut response = error_response(self.status.as_u16(), &self.message);
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        let status = match error {
            StoreError::Damaged { .. } => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::SERVICE_UNAVAILABLE,
        };
        ApiError::new(status, error.to_string())
    }
}

impl From<InputError> for ApiError {
    fn from(error: InputError) -> ApiError {
        ApiError::unprocessable(error.to_string())
    }
}

impl From<table::ActionError> for ApiError {
    fn from(error: table::ActionError) -> ApiError {
        match error {
            table::ActionError::Move(_) | table::ActionError::Roll(_) | table::ActionError::ClientSeed(_) => {
                ApiError::unprocessable(error.to_string())
            }
            _ => ApiError::conflict(error.to_string()),
        }
    }
}
