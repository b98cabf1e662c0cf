//! Candidates: values of the parameters, with their origin.

use std::fmt;

/// Values of the parameters that play games.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// Values, in the order of the plan's parameters.
    pub values: Vec<f64>,
    /// Origin of the values.
    pub origin: Origin,
    /// Generation in which the candidate plays first.
    pub generation: u32,
}

/// Origin of a candidate's values. Candidates are numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The values of the plan.
    Start,
    /// All parameters at their minimum.
    Minimum,
    /// All parameters at their maximum.
    Maximum,
    /// Random values.
    Random,
    /// Each parameter from one of two parents.
    Crossover([usize; 2]),
    /// A parent with one parameter changed, which is the second number.
    Mutation(usize, usize),
    /// Drawn from a distribution around this mean.
    Sample(usize),
    /// A step from this candidate in a random direction.
    Step(usize),
    /// Moved from this candidate by the results of a generation.
    Update(usize),
}

impl Origin {
    /// Candidates that this one was made from.
    pub fn parents(self) -> Vec<usize> {
        match self {
            Origin::Start | Origin::Minimum | Origin::Maximum | Origin::Random => Vec::new(),
            Origin::Crossover([one, other]) => vec![one, other],
            Origin::Mutation(parent, _) | Origin::Sample(parent) | Origin::Step(parent) => vec![parent],
            Origin::Update(parent) => vec![parent],
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Start => f.write_str("start"),
            Origin::Minimum => f.write_str("minimum"),
            Origin::Maximum => f.write_str("maximum"),
            Origin::Random => f.write_str("random"),
            Origin::Crossover([one, other]) => write!(f, "{one} x {other}"),
            Origin::Mutation(parent, _) => write!(f, "{parent} mutated"),
            Origin::Sample(mean) => write!(f, "around {mean}"),
            Origin::Step(centre) => write!(f, "beside {centre}"),
            Origin::Update(before) => write!(f, "after {before}"),
        }
    }
}
