//! File formats for Othello games and positions.

pub mod game_file;
pub mod ggf;
pub mod obf;
mod played;
pub mod transcript;
pub mod wthor;

pub use played::PlayedGame;

/// The text without a leading byte order mark.
fn without_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
