//! What is agreed on before a contest.

use rules::{Random, mix};
use table::Secret;

use crate::pace::Pace;

/// What is agreed on before a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// How many games, an even number: the games 2k and 2k + 1 are a pair.
    pub games: u64,
    /// How long the sides may think about a move.
    pub pace: Pace,
    /// What everything random follows from.
    pub seed: u64,
    /// How many moves are made at random before the sides take over.
    pub openings: u32,
    /// A game that is not over after so many moves is stopped and counts as a draw.
    pub max_plies: u32,
}

impl Terms {
    /// Moves after which a game is stopped if nothing else is agreed on.
    pub const USUAL_MAX_PLIES: u32 = 2000;

    /// Everything random of a pair.
    pub(crate) fn chances(&self, pair: u64) -> Chances {
        let seed = mix(mix(self.seed).wrapping_add(pair.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let mut random = Random::new(seed);
        let mut next = || random.next_u64();
        Chances {
            dice: Secret::from_seed(seed),
            opening: next(),
            engines: [[next(), next()], [next(), next()]],
        }
    }
}

/// Everything random of a pair: the same for both games, but for what the engines make of it themselves.
pub(crate) struct Chances {
    /// The dice.
    pub(crate) dice: Secret,
    /// The seed of the opening.
    pub(crate) opening: u64,
    /// The seed of each side's engine, in the first and in the return game.
    pub(crate) engines: [[u64; 2]; 2],
}
