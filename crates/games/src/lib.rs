//! The games: one folder for each, listed in [`catalog`].

pub mod backgammon;
pub mod catalog;
pub mod chess;
pub mod engines;
pub mod halma;
pub mod othello;
pub mod parameter_file;
pub mod pext;
pub mod queens;
pub mod tictactoe;
pub mod toml_keys;
pub mod tuning;
