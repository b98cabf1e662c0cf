//! The web app in a real Chromium, used by mouse and keyboard.
//!
//! [`Driver`](driver::Driver) runs chromedriver, [`TestServer`](test_server::TestServer) a server with browsers, and
//! [`Window`](window::Window) one browser window. Tests wait for conditions, never for a fixed time.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a panic fails the test, and measurements are printed"
)]

mod accessible;
mod accounts;
mod armies;
mod axe;
mod backgammon;
mod board_actions;
mod bots;
mod capture;
mod device;
mod driver;
mod editor;
mod games;
mod halma;
mod layout;
mod multiplayer;
mod opponents;
mod othello;
mod people;
mod promotion;
mod queens;
mod reconnecting;
mod screenshots;
mod table;
mod test_server;
mod tuning;
mod window;
