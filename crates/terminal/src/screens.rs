//! Screens of the full-screen program.

pub(crate) mod account;
pub(crate) mod frame;
pub(crate) mod game_keys;
pub(crate) mod game_screen;
pub(crate) mod game_view;
pub(crate) mod main_menu;
pub(crate) mod new_game_form;
pub(crate) mod saved_games;
pub(crate) mod side_panel;
pub(crate) mod statistics;
