//! Boards of all games, drawn from their diagrams.

mod canvas;
mod figures;
mod glyphs;
mod layout;
mod paint;
mod preview;
mod rotate;

pub(crate) use layout::{BoardLayout, Direction, buttons, neighbor};
pub(crate) use paint::{BoardMarks, paint};
pub(crate) use preview::{after_picks, lifted};
pub(crate) use rotate::{half_turn, is_upside_down};
