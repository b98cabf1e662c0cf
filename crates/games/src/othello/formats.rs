//! Files in which others keep Othello.

pub mod ggf;
pub mod obf;
mod played;
pub mod transcript;
pub mod wthor;

pub use played::PlayedGame;

/// A text without the mark by which some programs say that a file is UTF-8.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
