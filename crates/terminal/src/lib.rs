//! The terminal program: accounts, statistics and stored games, and the full-screen menu and boards.
//!
//! [`TerminalData`] is the store as one user sees it. [`run`] shows the menu or a game. Boards are drawn from diagrams and
//! played by touching places, so every game of the catalog works. A move is stored before it is shown. [`run_device`] is the
//! chess computer.

mod app;
mod board;
mod data;
mod device;
mod error;
mod events;
mod game;
pub mod messages;
mod new_game;
mod screens;
mod session;
pub mod session_file;
mod stored_game;
mod theme;

pub use app::{LastGame, Options, Start, run};
pub use data::TerminalData;
pub use device::{DeviceEnd, DeviceOptions, run_device};
pub use error::TerminalError;
pub use events::StopHook;
pub use new_game::{NewGame, NewSeat};
pub use screens::new_game_form::ExtraPreset;
pub use screens::saved_games::game_text;
pub use screens::statistics::{own_rows, players_text};
pub use stored_game::EventSink;
pub use theme::{ColorDepth, Theme};
