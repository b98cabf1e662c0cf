//! The interface of tuning methods.

use std::fmt;
use std::str::FromStr;

use rules::InputError;

use crate::candidate::Candidate;
use crate::cma_es::CmaEs;
use crate::genetic::Genetic;
use crate::plan::Plan;
use crate::spsa::Spsa;

/// Games between two candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The candidates.
    pub candidates: [usize; 2],
    /// Number of the first game; games between the same candidates are counted from 0.
    pub first_game: u32,
    /// Number of games.
    pub games: u32,
}

/// Sum of some games between two candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PairScore {
    /// Points of each candidate.
    pub points: [u32; 2],
    /// Number of games.
    pub games: u32,
}

impl PairScore {
    /// The same seen by the other candidate.
    #[must_use]
    pub fn mirrored(self) -> PairScore {
        PairScore { points: [self.points[1], self.points[0]], ..self }
    }

    /// Sum of two scores.
    #[must_use]
    pub fn plus(self, other: PairScore) -> PairScore {
        let [own, theirs] = [0, 1].map(|side| self.points[side] + other.points[side]);
        PairScore { points: [own, theirs], games: self.games + other.games }
    }
}

/// A candidate in the ranking of a generation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ranked {
    /// The candidate.
    pub candidate: usize,
    /// Points, scaled to the planned number of games where more were played.
    pub points: f64,
}

/// Result of a generation.
#[derive(Clone, PartialEq, Debug)]
pub struct Generation {
    /// Number, from 0.
    pub number: u32,
    /// Games played until its end.
    pub games: u64,
    /// All candidates of the generation, the best first.
    pub ranking: Vec<Ranked>,
    /// The candidate that the method would return now.
    pub champion: usize,
    /// Points of each ranked candidate (row) against each other one (column), where they have played; stored for the last
    /// generation of a run only.
    pub matrix: Vec<Vec<Option<f64>>>,
}

/// A tuning method: a state machine that plays no games itself.
///
/// A generation is over when no more games are wanted. Everything random follows from the seed of the plan.
pub trait Method {
    /// Games of the current generation that are wanted next.
    fn wanted(&mut self) -> Vec<Pairing>;

    /// Receives the results of all games that were wanted, in the same order.
    fn record(&mut self, pairings: &[Pairing], scores: &[PairScore]);

    /// Ends the generation and prepares the next one.
    fn finish_generation(&mut self) -> Generation;

    /// All candidates so far.
    fn candidates(&self) -> &[Candidate];
}

/// Names of the methods.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MethodName {
    /// The genetic algorithm of the source.
    Genetic,
    /// Covariance matrix adaptation.
    CmaEs,
    /// Simultaneous perturbation.
    Spsa,
}

impl MethodName {
    /// All methods.
    pub const ALL: [MethodName; 3] = [MethodName::Genetic, MethodName::CmaEs, MethodName::Spsa];

    /// The name in plans.
    pub const fn name(self) -> &'static str {
        match self {
            MethodName::Genetic => "genetic",
            MethodName::CmaEs => "cma-es",
            MethodName::Spsa => "spsa",
        }
    }

    /// Creates the method of a plan.
    pub fn create(plan: &Plan) -> Box<dyn Method> {
        match plan.method {
            MethodName::Genetic => Box::new(Genetic::new(plan)),
            MethodName::CmaEs => Box::new(CmaEs::new(plan)),
            MethodName::Spsa => Box::new(Spsa::new(plan)),
        }
    }

    /// Pairings in the first generation and in each later one, extra games left out.
    pub fn pairings(self, population: u32, judges_elites_anew: bool) -> [u64; 2] {
        let among = |count: u32| u64::from(count) * u64::from(count.saturating_sub(1)) / 2;
        match self {
            MethodName::Genetic if judges_elites_anew => [among(population); 2],
            MethodName::Genetic => [among(population), among(population) - among(population / 2)],
            MethodName::CmaEs => [among(population); 2],
            MethodName::Spsa => [u64::from(population); 2],
        }
    }
}

impl fmt::Display for MethodName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for MethodName {
    type Err = InputError;

    fn from_str(text: &str) -> Result<MethodName, InputError> {
        MethodName::ALL.into_iter().find(|method| method.name() == text).ok_or_else(|| {
            InputError::new(format!(
                "there is no method {}: expected {}",
                InputError::quote(text),
                MethodName::ALL.map(MethodName::name).join(", ")
            ))
        })
    }
}
