//! Tests of protocols and external programs, in one binary.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod broken;
mod caia;
mod fuzz;
mod json;
mod judge;
mod transcripts;
