//! Totals over the games of a match.

use std::collections::{BTreeMap, HashSet};

use crate::rating::Rating;
use crate::report::{GameReport, GameResult, MoveTimes, Termination};

/// Totals over the games of a match so far. They do not depend on the order of the games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    results: Vec<Option<GameResult>>,
    /// A's losses, draws and wins.
    trinomial: [u64; 3],
    /// Complete pairs by A's score in half points.
    pentanomial: [u64; 5],
    points: [i64; 2],
    plies: u64,
    move_times: [MoveTimes; 2],
    /// Games ended by each rule.
    rules: BTreeMap<String, u64>,
    stopped: u64,
    /// Failures of each side, by name.
    failures: [BTreeMap<String, u64>; 2],
    /// Number and message of the first game that each side lost by each failure.
    failure_messages: [BTreeMap<String, (u64, String)>; 2],
}

impl Tally {
    /// An empty tally of a match with this number of games.
    pub fn new(games: u64) -> Tally {
        Tally {
            results: vec![None; games as usize],
            trinomial: [0; 3],
            pentanomial: [0; 5],
            points: [0; 2],
            plies: 0,
            move_times: [MoveTimes::default(); 2],
            rules: BTreeMap::new(),
            stopped: 0,
            failures: [const { BTreeMap::new() }; 2],
            failure_messages: [const { BTreeMap::new() }; 2],
        }
    }

    /// Adds a game. Returns `false` if the match has no such game or it was added before.
    pub fn add(&mut self, report: &GameReport) -> bool {
        let Some(result @ None) = self.results.get_mut(report.game as usize) else { return false };
        *result = Some(report.result);
        let half_points = report.result.half_points();
        self.trinomial[half_points] += 1;
        // The numbers of a pair differ in the last bit.
        if let Some(Some(other)) = self.results.get(report.game as usize ^ 1) {
            self.pentanomial[half_points + other.half_points()] += 1;
        }
        self.plies += report.plies;
        for side in 0..2 {
            self.points[side] += report.points[side];
            self.move_times[side].merge(&report.move_times[side]);
        }
        match &report.termination {
            Termination::Rule(rule) => *self.rules.entry(rule.clone()).or_default() += 1,
            Termination::MaxPlies => self.stopped += 1,
            Termination::Failed { side, failure, message } => {
                *self.failures[side.index()].entry(failure.to_string()).or_default() += 1;
                if !message.is_empty() {
                    let new = (report.game, message.clone());
                    let first = self.failure_messages[side.index()].entry(failure.to_string());
                    let first = first.or_insert_with(|| new.clone());
                    *first = new.min(first.clone());
                }
            }
        }
        true
    }

    /// Numbers of the games added.
    pub fn games(&self) -> HashSet<u64> {
        let played = |(game, result): (u64, &Option<GameResult>)| result.map(|_| game);
        (0..).zip(&self.results).filter_map(played).collect()
    }

    /// Number of games added.
    pub fn played(&self) -> u64 {
        self.trinomial.iter().sum()
    }

    /// A's losses, draws and wins.
    pub fn trinomial(&self) -> [u64; 3] {
        self.trinomial
    }

    /// Complete pairs in which A scored 0, 1/2, 1, 3/2 and 2.
    pub fn pentanomial(&self) -> [u64; 5] {
        self.pentanomial
    }

    /// A's score in a pair in half points; `None` if the pair is not complete.
    pub fn pair(&self, pair: u64) -> Option<usize> {
        let result = |game: u64| self.results.get(usize::try_from(game).ok()?).copied().flatten();
        let first = pair.checked_mul(2)?;
        Some(result(first)?.half_points() + result(first + 1)?.half_points())
    }

    /// Rating by complete pairs, or by single games while no pair is complete.
    pub fn rating(&self) -> Option<Rating> {
        Rating::from_counts(&self.pentanomial).or_else(|| Rating::from_counts(&self.trinomial))
    }

    /// Points of each side by the game's own count.
    pub fn points(&self) -> [i64; 2] {
        self.points
    }

    /// Moves in all games, openings included.
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// Time used by each side.
    pub fn move_times(&self) -> &[MoveTimes; 2] {
        &self.move_times
    }

    /// Number of games ended by each rule.
    pub fn rules(&self) -> &BTreeMap<String, u64> {
        &self.rules
    }

    /// Number of games stopped after the maximum number of moves; they count as draws.
    pub fn stopped(&self) -> u64 {
        self.stopped
    }

    /// Failures of each side, by name.
    pub fn failures(&self) -> &[BTreeMap<String, u64>; 2] {
        &self.failures
    }

    /// Number (from 0) and message of the first game that each side lost by each failure.
    pub fn failure_messages(&self) -> &[BTreeMap<String, (u64, String)>; 2] {
        &self.failure_messages
    }
}
