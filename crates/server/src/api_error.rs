//! Errors of API requests, over HTTP and over the socket.

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;
use disk::DiskError;
use rules::InputError;
use web_host::responses::{MAX_BODY, error_response};

use store::StoreError;

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

    /// 401: name and password do not belong together.
    pub(crate) fn unauthorized(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNAUTHORIZED, message)
    }

    /// 403: the user has no right to do this.
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

    /// 408: the body of the request did not arrive in time.
    pub(crate) fn too_slow(limit: std::time::Duration) -> ApiError {
        let message = format!("the request did not arrive within {} seconds", limit.as_secs());
        ApiError::new(StatusCode::REQUEST_TIMEOUT, message)
    }

    /// 413: the body of the request is too long.
    pub(crate) fn body_too_long() -> ApiError {
        let message = format!("the request is longer than {MAX_BODY} bytes");
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    }

    /// 415: the body has another type than expected.
    pub(crate) fn unsupported(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message)
    }

    /// 421: the request is for a server of another name.
    pub(crate) fn misdirected(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::MISDIRECTED_REQUEST, message)
    }

    /// 422: the request is well-formed, but its content is invalid.
    pub(crate) fn unprocessable(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// 429: the client may try again after this number of seconds.
    pub(crate) fn too_many_attempts(seconds: u16) -> ApiError {
        let unit = if seconds == 1 { "second" } else { "seconds" };
        let message = format!("too many attempts; try again in {seconds} {unit}");
        ApiError { retry_after: Some(seconds), ..ApiError::new(StatusCode::TOO_MANY_REQUESTS, message) }
    }

    /// 429: too many requests of the user are waiting.
    pub(crate) fn too_many(message: impl Into<String>) -> ApiError {
        ApiError { retry_after: Some(1), ..ApiError::new(StatusCode::TOO_MANY_REQUESTS, message) }
    }

    /// 500: the work panicked.
    pub(crate) fn internal() -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "the request failed inside the server")
    }

    /// 503: the store does not answer.
    pub(crate) fn store_unavailable() -> ApiError {
        let message = "the store does not answer";
        ApiError { retry_after: Some(RETRY_AFTER), ..ApiError::new(StatusCode::SERVICE_UNAVAILABLE, message) }
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

/// Files of a tuning run that cannot be used, or written.
impl From<DiskError> for ApiError {
    fn from(error: DiskError) -> ApiError {
        tracing::error!(%error, "a tuning run failed");
        match error {
            DiskError::Unusable(message) => ApiError::conflict(message),
            DiskError::Failed(message) => ApiError::new(StatusCode::SERVICE_UNAVAILABLE, message),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        // What the database says is for the operator only.
        tracing::error!(%error, "the store failed a request");
        match error {
            StoreError::Damaged { .. } => {
                let message = "the stored game is damaged; its operator finds the reason in the log";
                ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, message)
            }
            StoreError::Conflict => ApiError::conflict("it exists already"),
            StoreError::LimitReached => ApiError::conflict("there are too many already"),
            _ => ApiError {
                retry_after: Some(RETRY_AFTER),
                ..ApiError::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "the server cannot store this: nothing has changed, try again in a moment",
                )
            },
        }
    }
}

impl From<InputError> for ApiError {
    fn from(error: InputError) -> ApiError {
        ApiError::unprocessable(for_players(&error.to_string()))
    }
}

impl From<table::ActionError> for ApiError {
    fn from(error: table::ActionError) -> ApiError {
        match error {
            table::ActionError::Move(error) => ApiError::unprocessable(about_move(&error.to_string())),
            table::ActionError::Roll(error) | table::ActionError::ClientSeed(error) => error.into(),
            _ => ApiError::conflict(error.to_string()),
        }
    }
}

/// Rewrites an error of the form "cannot read X: expected Y", which authors of files and programs know, as advice.
fn for_players(error: &str) -> String {
    match split_advice(error) {
        (problem, Some(expected)) => format!("{problem}; use {expected}"),
        (problem, None) => problem,
    }
}

/// The same about a move. Of a move that was understood but is not legal, the reason is enough.
fn about_move(error: &str) -> String {
    let (problem, expected) = split_advice(error);
    match (problem.strip_suffix(NOT_VALID), expected) {
        (None, _) => problem,
        (Some(quoted), None) => format!("{quoted} is not a move"),
        (Some(quoted), Some(expected)) => match expected.rsplit_once("such as ") {
            Some((_, example)) => format!("{quoted} is not a move; try {example}"),
            None => format!("{quoted} is not a move; use {expected}"),
        },
    }
}

/// End of a problem with a text that cannot be read.
const NOT_VALID: &str = " is not valid";

/// The problem and what was expected instead.
fn split_advice(error: &str) -> (String, Option<&str>) {
    let split = error.rsplit_once(": expected ").or_else(|| error.rsplit_once("; expected "));
    let (problem, expected) = split.map_or((error, None), |(problem, expected)| (problem, Some(expected)));
    let problem = match problem.rsplit_once("cannot read ") {
        // A location that is the text itself says nothing.
        Some((location, quoted)) => {
            format!("{}{quoted}{NOT_VALID}", location.replace(&format!("{quoted}: "), ""))
        }
        // Nothing but a quotation, perhaps after its location.
        None if problem
            .rsplit(": ")
            .next()
            .is_some_and(|text| text.starts_with('"') && text.ends_with('"')) =>
        {
            format!("{problem}{NOT_VALID}")
        }
        None => problem.to_owned(),
    };
    (problem, expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_games_are_worded_for_players() {
        for (error, worded) in [
            ("cannot read \"x\": expected a number", "\"x\" is not valid; use a number"),
            (
                "line 4: kind N: cannot read \"jump\": expected leap or ride",
                "line 4: kind N: \"jump\" is not valid; use leap or ride",
            ),
            (
                "line 1: first cannot be \"green\": expected black or white",
                "line 1: first cannot be \"green\"; use black or white",
            ),
            ("White has no king: expected exactly one", "White has no king; use exactly one"),
            ("the game is over in this position", "the game is over in this position"),
        ] {
            assert_eq!(ApiError::from(InputError::new(error)).message, worded);
        }
    }

    #[test]
    fn illegal_moves_are_explained_without_a_list_of_what_is_legal() {
        for (error, worded) in [
            ("a1 turns no disc over: expected a square where one is closed in", "a1 turns no disc over"),
            ("cannot read \"zz\": expected a square such as f5", "\"zz\" is not a move; try f5"),
            ("cannot read \"zz\": expected a square or pass", "\"zz\" is not a move; use a square or pass"),
            ("\"e4\": cannot read \"e4\": expected a point", "\"e4\" is not a move; use a point"),
            ("\"8\": expected from and to, such as \"24/18\"", "\"8\" is not a move; try \"24/18\""),
            ("\"e5\" is not a legal move here: expected one such as Na3", "\"e5\" is not a legal move here"),
            ("no checker can move with 66: expected \"pass\"", "no checker can move with 66"),
        ] {
            let error = table::ActionError::Move(InputError::new(error));
            assert_eq!(ApiError::from(error).message, worded);
        }
    }
}
