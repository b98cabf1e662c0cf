//! The games of the house: each folder holds all there is to one of them, [`catalog`] is the one list.

pub mod backgammon;
pub mod catalog;
pub mod chess;
pub mod dyn_engine;
pub mod engines;
pub mod halma;
pub mod othello;
pub mod pext;
pub mod queens;
pub mod tictactoe;
