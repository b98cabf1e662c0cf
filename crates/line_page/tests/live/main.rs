//! Page of a serial line, tested over HTTP and WebSocket.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test that cannot go on has failed"
)]

mod client;
#[path = "../../../server/tests/live/http.rs"]
mod http;
mod relay;
mod serial;
