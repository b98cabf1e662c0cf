//! Army files.
//!
//! ```toml
//! name = "ordinary"
//! start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
//! castling = "R"                          # letter of the royal piece's castling partner, or false
//! en_passant = true
//!
//! [kind.K]                                # letter K
//! name = "king"
//! royal = true
//! program = "1 64 8 64 9 0"               # moves as a number program,
//!
//! [kind.N]
//! name = "knight"
//! value = 3.25                            # default: derived from the mobility
//! moves = ["leap 2,1"]                    # or as a list of moves,
//!
//! [kind.P]
//! name = "pawn"
//! promotion = "N"                         # letters of the kinds it promotes to ...
//! promotion_rank = 8                      # ... from this rank on, counted from the own side
//! pawn = "9 24 0"                         # or as a pawn's program
//! ```
//!
//! A file can start from another army, `army = "ordinary"`, and list the differences: keys replace keys, also inside a
//! kind, and new letters add kinds. A kind whose moves are changed loses its value. A text without kinds and without such
//! a line modifies ordinary chess. Lists of moves are described in [`moves`].

mod check;
pub mod moves;
mod read;
mod start;
#[cfg(test)]
mod tests;
mod write;

pub use check::{MAX_PATHS, MAX_STEPS, MAX_VALUE};
pub use read::{MAX_BYTES, about};

use rules::mix;

use super::army::Army;

impl Army {
    /// Hash of the canonical text, the same on every machine.
    pub fn hash(&self) -> u64 {
        let text = self.write();
        text.bytes().fold(mix(text.len() as u64), |hash, byte| mix(hash.rotate_left(8) ^ u64::from(byte)))
    }

    /// [`Army::hash`] as 16 hexadecimal digits.
    pub fn hash_text(&self) -> String {
        format!("{:016x}", self.hash())
    }
}
