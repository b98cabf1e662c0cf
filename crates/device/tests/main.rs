//! Tests of the device: its rules against those of the table, key scripts, and the picture of every screen.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod golden_frames;
mod key_scripts;
mod rules_agree;
