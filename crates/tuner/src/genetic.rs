//! The genetic algorithm of the source.
//!
//! Generation 0 holds the start, the all-minimum and the all-maximum candidate and random ones. Each generation is a full
//! round robin, ranked by points. The better half lives on; of the rest, half are children by crossover (each parameter from one of
//! two random parents) and half by mutation (one parameter of a random parent jumps to a random value in its range).
//! Results between survivors stay, and their games are not played again.
//!
//! Options that the source could not afford: more games for close pairings, and new games between survivors in every
//! generation, so that a lucky result does not stand forever.

use rules::{Random, mix};

use crate::candidate::{Candidate, Origin};
use crate::method::{Generation, Method, PairScore, Pairing};
use crate::plan::Plan;
use crate::round_robin::RoundRobin;
use crate::space::Space;

/// Largest difference in points of a close pairing.
const CLOSE: u32 = 1;

/// State of the genetic algorithm.
pub(crate) struct Genetic {
    space: Space,
    random: Random,
    candidates: Vec<Candidate>,
    /// Candidates of the current generation.
    population: Vec<usize>,
    results: RoundRobin,
    phase: Phase,
    generation: u32,
    games: u64,
    games_per_pairing: u32,
    extra_games: u32,
    judges_elites_anew: bool,
}

/// Games of a generation that are played next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    RoundRobin,
    ExtraGames,
    Complete,
}

impl Genetic {
    pub(crate) fn new(plan: &Plan) -> Genetic {
        let mut genetic = Genetic {
            space: plan.space.clone(),
            random: Random::new(mix(plan.seed ^ 0x6e7e_71c5)),
            candidates: Vec::new(),
            population: Vec::new(),
            results: RoundRobin::default(),
            phase: Phase::RoundRobin,
            generation: 0,
            games: 0,
            games_per_pairing: plan.games_per_pairing,
            extra_games: plan.extra_games_for_close_pairs,
            judges_elites_anew: plan.judge_elites_anew,
        };
        let start = genetic.space.values(|parameter| parameter.start);
        let minimum = genetic.space.values(|parameter| parameter.min);
        let maximum = genetic.space.values(|parameter| parameter.max);
        genetic.add(start, Origin::Start);
        genetic.add(minimum, Origin::Minimum);
        genetic.add(maximum, Origin::Maximum);
        while genetic.population.len() < plan.population as usize {
            let values = genetic.space.values(|parameter| parameter.random(&mut genetic.random));
            genetic.add(values, Origin::Random);
        }
        genetic
    }

    /// Adds a candidate to the population.
    fn add(&mut self, values: Vec<f64>, origin: Origin) {
        self.population.push(self.candidates.len());
        self.candidates.push(Candidate { values, origin, generation: self.generation });
    }

    /// A random element.
    fn pick(&mut self, from: &[usize]) -> usize {
        self.random.pick(from).copied().unwrap_or_default()
    }

    fn add_crossover(&mut self, parents: &[usize]) {
        let one = self.pick(parents);
        let others: Vec<usize> = parents.iter().copied().filter(|&parent| parent != one).collect();
        let other = self.pick(&others);
        let from = |index: usize, random: &mut Random| {
            let parent = if random.below(2) == 0 { one } else { other };
            self.candidates[parent].values[index]
        };
        let values = (0..self.space.parameters.len()).map(|index| from(index, &mut self.random)).collect();
        self.add(values, Origin::Crossover([one, other]));
    }

    fn add_mutation(&mut self, parents: &[usize]) {
        let parent = self.pick(parents);
        let index = self.random.below(self.space.parameters.len() as u32) as usize;
        let mut values = self.candidates[parent].values.clone();
        values[index] = self.space.parameters[index].random(&mut self.random);
        self.add(values, Origin::Mutation(parent, index));
    }

    /// Pairs of the population, in order.
    fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        let population = &self.population;
        let pairs_of =
            |(index, &one): (usize, &usize)| population[index + 1..].iter().map(move |&other| [one, other]);
        population.iter().enumerate().flat_map(pairs_of)
    }
}

impl Method for Genetic {
    fn wanted(&mut self) -> Vec<Pairing> {
        let results = &self.results;
        let next_games = |[one, other]: [usize; 2], games| results.next_games(one, other, games);
        match self.phase {
            Phase::RoundRobin => {
                let is_due = |&[one, other]: &[usize; 2]| {
                    self.judges_elites_anew || results.score(one, other).games == 0
                };
                self.pairs().filter(is_due).map(|pair| next_games(pair, self.games_per_pairing)).collect()
            }
            Phase::ExtraGames => {
                let is_close = |&[one, other]: &[usize; 2]| {
                    let PairScore { points: [a, b], games } = results.score(one, other);
                    games == self.games_per_pairing && a.abs_diff(b) <= CLOSE
                };
                self.pairs().filter(is_close).map(|pair| next_games(pair, self.extra_games)).collect()
            }
            Phase::Complete => Vec::new(),
        }
    }

    fn record(&mut self, pairings: &[Pairing], scores: &[PairScore]) {
        for (pairing, score) in pairings.iter().zip(scores) {
            self.results.add(pairing, *score);
            self.games += u64::from(score.games);
        }
        self.phase = match self.phase {
            Phase::RoundRobin if self.extra_games > 0 => Phase::ExtraGames,
            _ => Phase::Complete,
        };
    }

    fn finish_generation(&mut self) -> Generation {
        let ranking = self.results.ranking(&self.population, self.games_per_pairing);
        let finished = Generation {
            number: self.generation,
            games: self.games,
            champion: ranking.first().map_or(0, |best| best.candidate),
            matrix: self.results.matrix(&ranking, self.games_per_pairing),
            ranking,
        };
        self.generation += 1;
        self.phase = Phase::RoundRobin;
        let size = self.population.len();
        let survivors: Vec<usize> =
            finished.ranking.iter().take(size / 2).map(|ranked| ranked.candidate).collect();
        self.results.retain(&survivors);
        self.population.clone_from(&survivors);
        let children = size - survivors.len();
        for _ in 0..children / 2 {
            self.add_crossover(&survivors);
        }
        for _ in children / 2..children {
            self.add_mutation(&survivors);
        }
        finished
    }

    fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }
}
