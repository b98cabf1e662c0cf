//! Simultaneous perturbation stochastic approximation (Spall, 1992).
//!
//! A generation plays `population` pairings. In each, the point of the search is moved by the same distance in every
//! parameter, up or down at random, and plays against the opposite point. The point then moves by the average result.
//! Coordinates are fractions of the parameters' ranges, so that all parameters have the same scale.

use rules::{Random, mix};

use crate::candidate::{Candidate, Origin};
use crate::method::{Generation, Method, PairScore, Pairing, Ranked};
use crate::plan::Plan;
use crate::space::Space;

/// Exponent of the decline of the steps.
const ALPHA: f64 = 0.602;
/// Exponent of the decline of the perturbations.
const GAMMA: f64 = 0.101;
/// Perturbation of the last generation, as a fraction of the ranges.
const LAST_PERTURBATION: f64 = 0.1;
/// Generations that the steps hardly decline in, relative to all.
const STABILITY: f64 = 0.1;
/// Fraction of a range that luck alone moves a parameter by over the whole run, about.
const NOISE: f64 = 0.08;

/// State of the approximation.
pub(crate) struct Spsa {
    space: Space,
    random: Random,
    candidates: Vec<Candidate>,
    /// The point of the search.
    point: Vec<f64>,
    point_candidate: usize,
    /// Directions of the current generation.
    directions: Vec<Vec<f64>>,
    /// Pairings of the current generation, each with its score once it is played.
    pairings: Vec<(Pairing, Option<PairScore>)>,
    generation: u32,
    generations: u32,
    games: u64,
    games_per_pairing: u32,
}

impl Spsa {
    pub(crate) fn new(plan: &Plan) -> Spsa {
        let space = plan.space.clone();
        let start = Candidate {
            values: space.values(|parameter| parameter.start),
            origin: Origin::Start,
            generation: 0,
        };
        let mut spsa = Spsa {
            random: Random::new(mix(plan.seed ^ 0x5b5a)),
            candidates: vec![start],
            point: space.start_fractions(),
            point_candidate: 0,
            directions: Vec::new(),
            pairings: Vec::new(),
            generation: 0,
            generations: plan.generations + 1,
            games: 0,
            games_per_pairing: plan.games_per_pairing,
            space,
        };
        spsa.perturb(plan.population as usize);
        spsa
    }

    /// Perturbation of the current generation.
    fn perturbation(&self) -> f64 {
        let remaining = f64::from(self.generations) / f64::from(self.generation + 1);
        LAST_PERTURBATION * remaining.max(1.0).powf(GAMMA)
    }

    /// Movement of the point for a point of lead in a game, in perturbations.
    fn step(&self, games_in_generation: f64) -> f64 {
        let generations = f64::from(self.generations);
        let stability = STABILITY * generations;
        let decline =
            ((stability + generations) / (stability + f64::from(self.generation) + 1.0)).powf(ALPHA);
        let last = NOISE / LAST_PERTURBATION / (generations * games_in_generation).sqrt();
        last * decline
    }

    /// Draws the directions of a generation.
    fn perturb(&mut self, count: usize) {
        let perturbation = self.perturbation();
        self.directions.clear();
        self.pairings.clear();
        for _ in 0..count {
            let mut sign = || if self.random.below(2) == 0 { 1.0 } else { -1.0 };
            let direction: Vec<f64> = self.point.iter().map(|_| sign()).collect();
            let first = self.candidates.len();
            for sign in [1.0, -1.0] {
                let moved = self.point.iter().zip(&direction);
                let fractions: Vec<f64> =
                    moved.map(|(at, direction)| at + sign * perturbation * direction).collect();
                self.candidates.push(Candidate {
                    values: self.space.at(&fractions),
                    origin: Origin::Step(self.point_candidate),
                    generation: self.generation,
                });
            }
            self.directions.push(direction);
            let candidates = [first, first + 1];
            self.pairings.push((Pairing { candidates, first_game: 0, games: self.games_per_pairing }, None));
        }
    }
}

impl Method for Spsa {
    fn wanted(&mut self) -> Vec<Pairing> {
        self.pairings.iter().filter(|(_, score)| score.is_none()).map(|(pairing, _)| *pairing).collect()
    }

    fn record(&mut self, _pairings: &[Pairing], scores: &[PairScore]) {
        for ((_, result), score) in self.pairings.iter_mut().zip(scores) {
            *result = Some(*score);
            self.games += u64::from(score.games);
        }
    }

    fn finish_generation(&mut self) -> Generation {
        let scores: Vec<PairScore> =
            self.pairings.iter().map(|(_, score)| score.unwrap_or_default()).collect();
        let games: u32 = scores.iter().map(|score| score.games).sum();
        let scale = self.step(f64::from(games.max(1))) * self.perturbation();
        for (axis, at) in self.point.iter_mut().enumerate() {
            let lead = |score: &PairScore| f64::from(score.points[0]) - f64::from(score.points[1]);
            let slope: f64 = self
                .directions
                .iter()
                .zip(&scores)
                .map(|(direction, score)| direction[axis] * lead(score))
                .sum();
            *at = (*at + scale * slope).clamp(0.0, 1.0);
        }
        let mut ranking: Vec<Ranked> = Vec::new();
        for ((pairing, _), score) in self.pairings.iter().zip(&scores) {
            for (candidate, points) in pairing.candidates.into_iter().zip(score.points) {
                ranking.push(Ranked { candidate, points: points.into() });
            }
        }
        ranking.sort_by(|one, other| {
            other.points.total_cmp(&one.points).then(one.candidate.cmp(&other.candidate))
        });
        let number = self.generation;
        let champion = self.candidates.len();
        self.candidates.push(Candidate {
            values: self.space.at(&self.point),
            origin: Origin::Update(self.point_candidate),
            generation: number,
        });
        self.point_candidate = champion;
        self.generation += 1;
        self.perturb(self.pairings.len());
        Generation { number, games: self.games, ranking, champion, matrix: Vec::new() }
    }

    fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }
}
