//! The army file: an army as a text that people write.
//!
//! ```toml
//! name = "ordinary"
//! start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
//! castling = "R"                          # the letter of the kind that castles with the royal one, or false
//! en_passant = true
//!
//! [kind.K]                                # K is its letter
//! name = "king"
//! royal = true
//! program = "1 64 8 64 9 0"               # how it moves, as a number program,
//!
//! [kind.N]
//! name = "knight"
//! value = 3.25                            # without a value it follows from how well it moves
//! moves = ["leap 2,1"]                    # or as a list of moves,
//!
//! [kind.P]
//! name = "pawn"
//! promotion = "N"                         # the letters of what it can become ...
//! promotion_rank = 8                      # ... on this rank and beyond, counted from the own side
//! pawn = "9 24 0"                      # or as a pawn's program
//! ```
//!
//! A file can begin with another army, `army = "ordinary"`, and say only what is different: keys replace keys, also inside a
//! kind, and new letters are new kinds. A kind that moves differently has no longer its old value. A text without kinds and
//! without such a line changes ordinary chess. The words of a list of moves are told in [`moves`].

mod check;
mod keys;
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
    /// A number for the army, the same wherever it is computed: equal armies have equal ones.
    pub fn hash(&self) -> u64 {
        let text = self.write();
        text.bytes().fold(mix(text.len() as u64), |hash, byte| mix(hash.rotate_left(8) ^ u64::from(byte)))
    }

    /// [`Army::hash`] as 16 hexadecimal digits.
    pub fn hash_text(&self) -> String {
        format!("{:016x}", self.hash())
    }
}
