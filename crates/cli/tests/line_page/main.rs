//! The page of a serial line in a real Chromium: two ends of a line, both the real program, one of them with a page; and
//! that of a relay between two devices.
//!
//! Browsers, windows and boards are those of the server's tests.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

#[path = "../../../server/tests/browser/axe.rs"]
mod axe;
#[allow(dead_code, reason = "the tests of the app do more on boards")]
#[path = "../../../server/tests/browser/boards.rs"]
mod boards;
#[path = "../../../server/tests/browser/camera.rs"]
mod camera;
#[path = "../../../server/tests/browser/driver.rs"]
mod driver;
mod page;
mod page_window;
mod programs;
mod relay;
mod screenshots;
#[allow(dead_code, reason = "the tests of the app do more with windows")]
#[path = "../../../server/tests/browser/window.rs"]
mod window;
