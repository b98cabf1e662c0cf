//! The page of a serial line, and of a relay between two devices, in a real Chromium.
//!
//! The helpers for browsers, windows and boards are shared with the tests of the server.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic fails the test")]

#[path = "../../../server/tests/browser/axe.rs"]
mod axe;
#[allow(dead_code, reason = "used by the tests of the web app")]
#[path = "../../../server/tests/browser/board_actions.rs"]
mod board_actions;
#[path = "../../../server/tests/browser/capture.rs"]
mod capture;
#[path = "../../../server/tests/browser/driver.rs"]
mod driver;
mod page;
mod page_window;
mod programs;
mod relay;
mod screenshots;
#[allow(dead_code, reason = "used by the tests of the web app")]
#[path = "../../../server/tests/browser/window.rs"]
mod window;
