//! Tests of the commands and of conventions of the code, in one binary. Serial lines and their page have their own: they depend on time.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod backgammon;
mod chess;
mod cli;
mod device;
mod engine_session;
mod halma;
mod json_bots;
mod judge;
mod match_options;
mod matches;
mod othello;
mod peers;
mod pgn;
mod play;
mod program;
mod remote;
mod server_data;
mod terminal;
mod tidy;
mod tune;
mod uci;
mod xboard;
