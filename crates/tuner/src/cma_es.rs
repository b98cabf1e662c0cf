//! Covariance matrix adaptation evolution strategy (Hansen, "The CMA evolution strategy: a tutorial", 2016).
//!
//! Each generation is drawn from a normal distribution and plays a round robin. The mean of the distribution moves towards
//! the better half, and its covariance towards the steps that were good. Coordinates are fractions of the
//! parameters' ranges; candidates outside are moved to the border.

use rules::{Random, mix};

use crate::candidate::{Candidate, Origin};
use crate::eigen::{Matrix, eigen, identity};
use crate::method::{Generation, Method, PairScore, Pairing};
use crate::plan::Plan;
use crate::round_robin::RoundRobin;
use crate::space::{Space, unit};

/// Standard deviation of the first generation, as a fraction of the ranges.
const FIRST_DEVIATION: f64 = 0.25;
/// Smallest standard deviation: noise must not stop the search.
const LEAST_DEVIATION: f64 = 0.01;
/// Smallest variance along an axis, relative to the deviation.
const LEAST_VARIANCE: f64 = 1e-6;

/// State of the strategy.
pub(crate) struct CmaEs {
    space: Space,
    random: Random,
    candidates: Vec<Candidate>,
    population: Vec<usize>,
    /// Step of each candidate of the population from the mean, in deviations.
    steps: Vec<Vec<f64>>,
    results: RoundRobin,
    is_complete: bool,
    generation: u32,
    games: u64,
    games_per_pairing: u32,
    rates: Rates,
    /// Candidate at the mean.
    mean_candidate: usize,
    mean: Vec<f64>,
    deviation: f64,
    covariance: Matrix,
    /// Evolution path of the covariance.
    path: Vec<f64>,
    /// Evolution path of the deviation.
    conjugate_path: Vec<f64>,
}

/// Weights and learning rates, which depend on the dimension and the population only.
struct Rates {
    /// Weights of the better half, the best first; their sum is 1.
    weights: Vec<f64>,
    effective_parents: f64,
    path: f64,
    deviation_path: f64,
    rank_one: f64,
    rank_mu: f64,
    damping: f64,
    /// Expected length of a normal vector.
    expected_length: f64,
}

impl Rates {
    fn new(dimension: usize, population: usize) -> Rates {
        let parents = (population / 2).max(1);
        let raw: Vec<f64> =
            (1..=parents).map(|rank| (parents as f64 + 0.5).ln() - (rank as f64).ln()).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let effective = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let n = dimension as f64;
        let deviation_path = (effective + 2.0) / (n + effective + 5.0);
        let rank_one = 2.0 / ((n + 1.3).powi(2) + effective);
        let rank_mu = 2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0).powi(2) + effective);
        Rates {
            weights,
            effective_parents: effective,
            path: (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n),
            deviation_path,
            rank_one,
            rank_mu: rank_mu.min(1.0 - rank_one),
            damping: 1.0 + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + deviation_path,
            expected_length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

impl CmaEs {
    pub(crate) fn new(plan: &Plan) -> CmaEs {
        let space = plan.space.clone();
        let dimension = space.parameters.len();
        let start = Candidate {
            values: space.values(|parameter| parameter.start),
            origin: Origin::Start,
            generation: 0,
        };
        let mut strategy = CmaEs {
            mean: space.start_fractions(),
            random: Random::new(mix(plan.seed ^ 0xc3ae_5000)),
            candidates: vec![start],
            population: Vec::new(),
            steps: Vec::new(),
            results: RoundRobin::default(),
            is_complete: false,
            generation: 0,
            games: 0,
            games_per_pairing: plan.games_per_pairing,
            rates: Rates::new(dimension, plan.population as usize),
            mean_candidate: 0,
            deviation: FIRST_DEVIATION,
            covariance: identity(dimension),
            path: vec![0.0; dimension],
            conjugate_path: vec![0.0; dimension],
            space,
        };
        strategy.draw(plan.population as usize);
        strategy
    }

    /// Draws a population from the distribution.
    fn draw(&mut self, size: usize) {
        let (variances, axes) = eigen(self.covariance.clone());
        let lengths: Vec<f64> =
            variances.iter().map(|variance| variance.max(LEAST_VARIANCE).sqrt()).collect();
        self.population.clear();
        self.steps.clear();
        for _ in 0..size {
            let along: Vec<f64> = lengths.iter().map(|length| length * normal(&mut self.random)).collect();
            let fractions: Vec<f64> = axes
                .iter()
                .zip(&self.mean)
                .map(|(row, mean)| (mean + self.deviation * dot(row, &along)).clamp(0.0, 1.0))
                .collect();
            let step =
                fractions.iter().zip(&self.mean).map(|(at, mean)| (at - mean) / self.deviation).collect();
            self.steps.push(step);
            self.population.push(self.candidates.len());
            self.candidates.push(Candidate {
                values: self.space.at(&fractions),
                origin: Origin::Sample(self.mean_candidate),
                generation: self.generation,
            });
        }
    }

    /// Adapts the distribution to steps from the mean, the best first.
    fn adapt(&mut self, ranked_steps: &[Vec<f64>]) {
        let rates = &self.rates;
        let parents = || rates.weights.iter().zip(ranked_steps);
        let dimension = self.mean.len();
        let step: Vec<f64> =
            (0..dimension).map(|axis| parents().map(|(weight, step)| weight * step[axis]).sum()).collect();
        for (mean, step) in self.mean.iter_mut().zip(&step) {
            *mean = (*mean + self.deviation * step).clamp(0.0, 1.0);
        }

        let (variances, axes) = eigen(self.covariance.clone());
        // The step in coordinates in which the distribution is a sphere.
        let along: Vec<f64> = (0..dimension)
            .map(|axis| {
                let projected: f64 = axes.iter().zip(&step).map(|(row, step)| row[axis] * step).sum();
                projected / variances[axis].max(LEAST_VARIANCE).sqrt()
            })
            .collect();
        let decay = 1.0 - rates.deviation_path;
        let gain = (rates.deviation_path * (2.0 - rates.deviation_path) * rates.effective_parents).sqrt();
        for (path, row) in self.conjugate_path.iter_mut().zip(&axes) {
            *path = decay * *path + gain * dot(row, &along);
        }
        let length = dot(&self.conjugate_path, &self.conjugate_path).sqrt();
        let exponent = 2.0 * f64::from(self.generation + 1);
        // A long path means that the deviation is too small: the covariance then waits.
        let is_short = length / (1.0 - decay.powf(exponent)).sqrt()
            < (1.4 + 2.0 / (dimension as f64 + 1.0)) * rates.expected_length;
        let stall = f64::from(u8::from(is_short));
        let path_gain = stall * (rates.path * (2.0 - rates.path) * rates.effective_parents).sqrt();
        for (path, step) in self.path.iter_mut().zip(&step) {
            *path = (1.0 - rates.path) * *path + path_gain * step;
        }
        let lost = (1.0 - stall) * rates.rank_one * rates.path * (2.0 - rates.path);
        let old = 1.0 - rates.rank_one - rates.rank_mu + lost;
        for row in 0..dimension {
            for column in 0..dimension {
                let mu: f64 = parents().map(|(weight, step)| weight * step[row] * step[column]).sum();
                self.covariance[row][column] = old * self.covariance[row][column]
                    + rates.rank_one * self.path[row] * self.path[column]
                    + rates.rank_mu * mu;
            }
        }
        let growth = rates.deviation_path / rates.damping * (length / rates.expected_length - 1.0);
        self.deviation = (self.deviation * growth.exp()).clamp(LEAST_DEVIATION, 1.0);
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// A number from the standard normal distribution, by the method of Box and Muller.
fn normal(random: &mut Random) -> f64 {
    let radius = (-2.0 * (1.0 - unit(random)).ln()).sqrt();
    radius * (std::f64::consts::TAU * unit(random)).cos()
}

impl Method for CmaEs {
    fn wanted(&mut self) -> Vec<Pairing> {
        if self.is_complete {
            return Vec::new();
        }
        let pairs =
            self.population.iter().enumerate().flat_map(|(index, &one)| {
                self.population[index + 1..].iter().map(move |&other| (one, other))
            });
        pairs.map(|(one, other)| self.results.next_games(one, other, self.games_per_pairing)).collect()
    }

    fn record(&mut self, pairings: &[Pairing], scores: &[PairScore]) {
        for (pairing, score) in pairings.iter().zip(scores) {
            self.results.add(pairing, *score);
            self.games += u64::from(score.games);
        }
        self.is_complete = true;
    }

    fn finish_generation(&mut self) -> Generation {
        let ranking = self.results.ranking(&self.population, self.games_per_pairing);
        let matrix = self.results.matrix(&ranking, self.games_per_pairing);
        let first = self.population.first().copied().unwrap_or_default();
        let ranked_steps: Vec<Vec<f64>> =
            ranking.iter().map(|ranked| self.steps[ranked.candidate - first].clone()).collect();
        self.adapt(&ranked_steps);
        let number = self.generation;
        let champion = self.candidates.len();
        self.candidates.push(Candidate {
            values: self.space.at(&self.mean),
            origin: Origin::Update(self.mean_candidate),
            generation: number,
        });
        self.mean_candidate = champion;
        self.results = RoundRobin::default();
        self.is_complete = false;
        self.generation += 1;
        self.draw(ranking.len());
        Generation { number, games: self.games, ranking, champion, matrix }
    }

    fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }
}
