//! The whole server, as its clients meet it: a real one on a free port, spoken to over HTTP and WebSockets.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::needless_pass_by_value,
    clippy::panic,
    clippy::print_stdout,
    missing_docs,
    reason = "a test that cannot go on has failed; requests are written where they are sent"
)]

mod client;
mod http;
mod test_server;

mod agreements;
mod catching_up;
mod failing_store;
mod games_played;
mod garbage;
mod latency;
mod line_page;
mod pages;
mod refusals;
mod relay_page;
mod restarts;
mod starting;
