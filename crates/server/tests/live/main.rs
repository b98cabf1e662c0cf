//! Tests of a real server on a free port, over HTTP and WebSockets.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::needless_pass_by_value,
    clippy::panic,
    clippy::print_stdout,
    missing_docs,
    reason = "tests fail by panicking; requests are written where they are sent"
)]

mod bot_user;
mod browser_user;
mod client;
mod http;
mod lobby_copy;
mod table_copy;
mod test_server;

mod absence;
mod accounts;
mod addresses;
mod agreements;
mod attacks;
mod bot_challenges;
mod bots;
mod catching_up;
mod challenges;
mod chat;
mod device;
mod failing_store;
mod games_played;
mod garbage;
mod history;
mod invitations;
mod latency;
mod leaving;
mod load;
mod lobby;
mod openapi;
mod pages;
mod refusals;
mod restarts;
mod running;
mod security;
mod starting;
mod tuning;
mod turns;
mod unloading;
