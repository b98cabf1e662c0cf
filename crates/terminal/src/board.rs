//! Boards of all games, drawn from their diagrams.

mod canvas;
mod figures;
mod glyphs;
mod layout;
mod paint;

pub(crate) use layout::{BoardLayout, Direction, neighbor};
pub(crate) use paint::{BoardMarks, paint};
