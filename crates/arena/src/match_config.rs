//! Configuration of a match.

use std::fmt;
use std::time::Duration;

use engine::Limits;
use rules::{Random, mix};
use table::Secret;

/// Time for all moves of one side in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchClock {
    /// Time at the start of the game.
    pub base: Duration,
    /// Time added after every move.
    pub increment: Duration,
    /// Time by which a move may exceed the clock without losing the game.
    pub margin: Duration,
}

impl fmt::Display for MatchClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "clock {}+{} s", self.base.as_secs_f64(), self.increment.as_secs_f64())?;
        write!(f, ", margin {} ms", self.margin.as_millis())
    }
}

/// Configuration of a match.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// Number of games, which must be even: games 2k and 2k + 1 are a pair.
    pub games: u64,
    /// Limits of the search for each move of side A and of side B.
    pub limits: [Limits; 2],
    /// Clock of each side; `None` for a match without clocks.
    pub clock: Option<MatchClock>,
    /// Seed of everything random in the match.
    pub seed: u64,
    /// Random moves at the start of each game.
    pub opening_plies: u32,
    /// Largest evaluation of a position after random moves, in the unit of the game; `None` for any.
    pub balance: Option<f64>,
    /// Description of the openings if they come from a list, for the journal and the result; see
    /// [`Match::with_openings`](crate::Match::with_openings).
    pub opening_list: Option<String>,
    /// Moves after which an unfinished game is stopped and counted as a draw.
    pub max_plies: u32,
}

impl MatchConfig {
    /// Default of [`MatchConfig::max_plies`].
    pub const DEFAULT_MAX_PLIES: u32 = 2000;

    /// The limits of both sides as text.
    pub fn limit_text(&self) -> String {
        let [a, b] = self.limits.each_ref().map(ToString::to_string);
        let limits = match (&self.clock, a == b) {
            (Some(_), true) if self.limits[0].is_unlimited() => String::new(),
            (_, true) => a,
            (_, false) => format!("A {a}, B {b}"),
        };
        let clock = self.clock.map(|clock| clock.to_string());
        [clock.unwrap_or_default(), limits]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// The openings as text, without a name for what they are.
    pub fn opening_text(&self) -> String {
        match (&self.opening_list, self.balance) {
            (Some(list), _) => list.clone(),
            (None, Some(bound)) => format!("{} within {bound}", self.opening_plies),
            (None, None) => self.opening_plies.to_string(),
        }
    }

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

impl Default for MatchConfig {
    /// One pair of games without limits and random moves.
    fn default() -> MatchConfig {
        MatchConfig {
            games: 2,
            limits: [Limits::default(), Limits::default()],
            clock: None,
            seed: 1,
            opening_plies: 0,
            balance: None,
            opening_list: None,
            max_plies: MatchConfig::DEFAULT_MAX_PLIES,
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
