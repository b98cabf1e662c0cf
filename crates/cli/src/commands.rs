//! Commands, one module each.

pub(crate) mod account;
pub(crate) mod backgammon;
pub(crate) mod backup;
pub(crate) mod best;
pub(crate) mod chess;
pub(crate) mod device;
pub(crate) mod games;
pub(crate) mod gtp;
pub(crate) mod halma;
pub(crate) mod judge;
pub(crate) mod match_command;
pub(crate) mod menu;
pub(crate) mod narrad;
pub(crate) mod nboard;
pub(crate) mod othello;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod playouts;
pub(crate) mod queens;
pub(crate) mod record;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod tune;
pub(crate) mod uci;
pub(crate) mod xboard;
