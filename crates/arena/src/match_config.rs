//! Configuration of a match.

use engine::Limits;
use rules::{Random, mix};
use table::Secret;

/// Configuration of a match.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// Number of games, which must be even: games 2k and 2k + 1 are a pair.
    pub games: u64,
    /// Limits of the search for each move.
    pub limits: Limits,
    /// Seed of everything random in the match.
    pub seed: u64,
    /// Random moves at the start of each game.
    pub opening_plies: u32,
    /// Moves after which an unfinished game is stopped and counted as a draw.
    pub max_plies: u32,
}

impl MatchConfig {
    /// Default of [`MatchConfig::max_plies`].
    pub const DEFAULT_MAX_PLIES: u32 = 2000;

    /// Seeds of a pair of games.
    pub(crate) fn pair_seeds(&self, pair: u64) -> PairSeeds {
        let seed = mix(mix(self.seed).wrapping_add(pair.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let mut random = Random::new(seed);
        let mut next = || random.next_u64();
        PairSeeds {
            dice: Secret::from_seed(seed),
            opening: next(),
            engines: [[next(), next()], [next(), next()]],
        }
    }
}

/// Seeds of a pair of games. Both games share the dice and the opening; the engines are seeded for each game.
pub(crate) struct PairSeeds {
    /// Secret of the dice.
    pub(crate) dice: Secret,
    /// Seed of the opening.
    pub(crate) opening: u64,
    /// Seed of each side's engine, in the first and in the return game.
    pub(crate) engines: [[u64; 2]; 2],
}
