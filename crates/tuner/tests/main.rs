//! Tests of the tuner, in one binary.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod methods;
mod plans;
mod quadratic;
mod reports;
mod runs;
