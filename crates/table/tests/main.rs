//! Tests of tables and records, in one binary.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod absence;
mod generation;
mod given_dice;
mod hammer;
mod lag;
mod names;
mod readers;
mod records;
mod sample_games;
mod table;
