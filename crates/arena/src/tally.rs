//! Reports added up.

use std::collections::{BTreeMap, HashSet};

use crate::rating::Rating;
use crate::report::{Ending, Report, Thinking, Verdict};

/// The games of a contest so far, added up. The order in which they came leaves no trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    verdicts: Vec<Option<Verdict>>,
    /// A's losses, draws and wins.
    trinomial: [u64; 3],
    /// Whole pairs by the halves of games they brought A.
    pentanomial: [u64; 5],
    points: [i64; 2],
    plies: u64,
    thinking: [Thinking; 2],
    /// How often games ended by each rule.
    rules: BTreeMap<String, u64>,
    stopped: u64,
    /// How often each side failed, by the name of the failure.
    failures: [BTreeMap<String, u64>; 2],
    /// What is told of the first game that each side lost by each failure, and its number.
    sentences: [BTreeMap<String, (u64, String)>; 2],
}

impl Tally {
    /// Nothing yet of a contest of so many games.
    pub fn new(games: u64) -> Tally {
        Tally {
            verdicts: vec![None; games as usize],
            trinomial: [0; 3],
            pentanomial: [0; 5],
            points: [0; 2],
            plies: 0,
            thinking: [Thinking::default(); 2],
            rules: BTreeMap::new(),
            stopped: 0,
            failures: [const { BTreeMap::new() }; 2],
            sentences: [const { BTreeMap::new() }; 2],
        }
    }

    /// Adds a game, unless there is no such game or it was added before; says whether it was added.
    pub fn add(&mut self, report: &Report) -> bool {
        let Some(verdict @ None) = self.verdicts.get_mut(report.game as usize) else { return false };
        *verdict = Some(report.verdict);
        let halves = report.verdict.halves();
        self.trinomial[halves] += 1;
        // The other game of the pair has the number that differs in the last bit.
        if let Some(Some(other)) = self.verdicts.get(report.game as usize ^ 1) {
            self.pentanomial[halves + other.halves()] += 1;
        }
        self.plies += report.plies;
        for side in 0..2 {
            self.points[side] += report.points[side];
            self.thinking[side].merge(&report.thinking[side]);
        }
        match &report.ending {
            Ending::Rule(rule) => *self.rules.entry(rule.clone()).or_default() += 1,
            Ending::Stopped => self.stopped += 1,
            Ending::Failed { side, failure, sentence } => {
                *self.failures[side.index()].entry(failure.to_string()).or_default() += 1;
                if !sentence.is_empty() {
                    let told = (report.game, sentence.clone());
                    let first = self.sentences[side.index()].entry(failure.to_string());
                    let first = first.or_insert_with(|| told.clone());
                    *first = told.min(first.clone());
                }
            }
        }
        true
    }

    /// The numbers of the games that were added.
    pub fn games(&self) -> HashSet<u64> {
        let played = |(game, verdict): (u64, &Option<Verdict>)| verdict.map(|_| game);
        (0..).zip(&self.verdicts).filter_map(played).collect()
    }

    /// How many games were added.
    pub fn played(&self) -> u64 {
        self.trinomial.iter().sum()
    }

    /// A's losses, draws and wins.
    pub fn trinomial(&self) -> [u64; 3] {
        self.trinomial
    }

    /// How many whole pairs brought A 0, 1/2, 1, 3/2 and 2.
    pub fn pentanomial(&self) -> [u64; 5] {
        self.pentanomial
    }

    /// What the results say: those of the whole pairs, or of single games while there is no whole pair.
    pub fn rating(&self) -> Option<Rating> {
        Rating::of(&self.pentanomial).or_else(|| Rating::of(&self.trinomial))
    }

    /// The games' own count for each side.
    pub fn points(&self) -> [i64; 2] {
        self.points
    }

    /// Moves in all games, openings included.
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// How long each side has result.
    pub fn thinking(&self) -> &[Thinking; 2] {
        &self.thinking
    }

    /// How often games ended by each rule.
    pub fn rules(&self) -> &BTreeMap<String, u64> {
        &self.rules
    }

    /// How many games were stopped because they had gone on for too long; they count as draws.
    pub fn stopped(&self) -> u64 {
        self.stopped
    }

    /// How often each side failed, by the name of the failure.
    pub fn failures(&self) -> &[BTreeMap<String, u64>; 2] {
        &self.failures
    }

    /// What is told of the first game that each side lost by each failure, with the number of the game from 0.
    pub fn sentences(&self) -> &[BTreeMap<String, (u64, String)>; 2] {
        &self.sentences
    }
}
