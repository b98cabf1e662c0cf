//! Tests of matches, journals and ratings, in one binary.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod journal;
mod matches;
mod players;
mod rating;
mod sprt;
