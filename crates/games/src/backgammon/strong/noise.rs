//! Errors of the lower levels.

use rules::Random;

use super::Board;

/// Errors that follow from a seed and a board, so that a level plays the same way twice.
pub(super) struct Noise {
    random: Random,
    spread: f32,
}

impl Noise {
    /// Errors with this standard deviation.
    pub(super) fn new(seed: u64, board: Board, spread: f32) -> Noise {
        let words = board.mover().words().into_iter().chain(board.opponent().words());
        Noise { random: Random::new(words.fold(seed, |key, word| rules::mix(key ^ word))), spread }
    }

    /// The next error, normally distributed but for its tails.
    pub(super) fn next(&mut self) -> f32 {
        if self.spread == 0.0 {
            return 0.0;
        }
        // The sum of twelve uniform numbers has variance 1.
        let sum: f32 = (0..12).map(|_| self.random.below(1 << 16) as f32 / 65_536.0).sum();
        (sum - 6.0) * self.spread
    }
}
