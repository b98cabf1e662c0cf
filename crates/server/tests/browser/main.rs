//! The web app in a real Chromium, played by mouse and keyboard as people do.
//!
//! [`Driver`](driver::Driver) is the program that steers browsers, [`House`](house::House) a server with its visitors,
//! [`Window`](window::Window) what one visitor sees and does. Every test waits for what it wants to see, never for a time.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed, and what was measured is printed"
)]

mod accessible;
mod armies;
mod axe;
mod boards;
mod camera;
mod company;
mod driver;
mod editor;
mod games;
mod house;
mod line;
mod looks;
mod othello;
mod promotion;
mod queens;
mod screenshots;
mod table;
mod window;
