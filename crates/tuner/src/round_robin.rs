//! Results between the candidates of a population.

use std::collections::HashMap;

use crate::method::{PairScore, Pairing, Ranked};

/// Results of all games between candidates, by pairs of candidates.
#[derive(Clone, Debug, Default)]
pub(crate) struct RoundRobin {
    scores: HashMap<[usize; 2], PairScore>,
}

impl RoundRobin {
    /// The score between two candidates, seen by the first.
    pub(crate) fn score(&self, one: usize, other: usize) -> PairScore {
        match self.scores.get(&[one.min(other), one.max(other)]) {
            None => PairScore::default(),
            Some(score) if one < other => *score,
            Some(score) => score.mirrored(),
        }
    }

    /// The next games between two candidates.
    pub(crate) fn next_games(&self, one: usize, other: usize, games: u32) -> Pairing {
        let candidates = [one.min(other), one.max(other)];
        Pairing { candidates, first_game: self.score(one, other).games, games }
    }

    /// Adds results of games between candidates, the lower number first as in [`next_games`](RoundRobin::next_games).
    pub(crate) fn add(&mut self, pairing: &Pairing, score: PairScore) {
        let sum = self.scores.entry(pairing.candidates).or_default();
        *sum = sum.plus(score);
    }

    /// Points of a candidate against another one, scaled to `games` games; `None` if they have not played.
    fn points(&self, one: usize, other: usize, games: u32) -> Option<f64> {
        let score = self.score(one, other);
        let scale = f64::from(games) / f64::from(score.games);
        (score.games > 0).then(|| f64::from(score.points[0]) * scale)
    }

    /// Ranks a population by points in pairings of `games` games. Of equal ones the older is better.
    pub(crate) fn ranking(&self, population: &[usize], games: u32) -> Vec<Ranked> {
        let points = |&candidate: &usize| Ranked {
            candidate,
            points: population.iter().filter_map(|&other| self.points(candidate, other, games)).sum(),
        };
        let mut ranking: Vec<Ranked> = population.iter().map(points).collect();
        ranking.sort_by(|one, other| {
            other.points.total_cmp(&one.points).then(one.candidate.cmp(&other.candidate))
        });
        ranking
    }

    /// Points of each candidate against each other one.
    pub(crate) fn matrix(&self, ranking: &[Ranked], games: u32) -> Vec<Vec<Option<f64>>> {
        let row = |one: &Ranked| {
            ranking.iter().map(|other| self.points(one.candidate, other.candidate, games)).collect()
        };
        ranking.iter().map(row).collect()
    }

    /// Forgets the results of candidates that are not in the population.
    pub(crate) fn retain(&mut self, population: &[usize]) {
        self.scores.retain(|pair, _| pair.iter().all(|candidate| population.contains(candidate)));
    }
}
