//! Rollouts: a position is played to the end many times.
//!
//! Luck is taken out of the results: of every roll, the chances that it gives minus the average over all rolls is subtracted.
//! What remains varies far less, and its average is the same. The first rolls go through all 36 in turn.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rules::Random;
use rules::cpu::{Cpu, Task};

use super::bearoff::Bearoff;
use super::network::{Networks, finished};
use super::probabilities::Probabilities;
use super::{Board, Dice, Lookahead, ROLLS};

/// Trials that are computed together: the unit of work of a thread.
const CHUNK: u64 = 36;
/// Turns after which a trial is given up and evaluated; no sensible game lasts as long.
const LONGEST: u32 = 2_000;

/// A rollout to be made.
#[derive(Clone, Copy, Debug)]
pub struct RolloutPlan {
    /// Number of trials; rounded up to a multiple of 36.
    pub trials: u64,
    /// Seed of the dice. Trial `n` of every position has the same dice.
    pub seed: u64,
    /// Turns after which a trial is evaluated instead of played on.
    pub truncate: Option<u32>,
    /// Number of threads. The result does not depend on it.
    pub threads: usize,
}

/// The result of a rollout.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RolloutResult {
    /// Chances of the side on roll.
    pub chances: Probabilities,
    /// Standard error of the equity.
    pub error: f64,
    /// Number of trials.
    pub trials: u64,
}

/// Sums over trials.
#[derive(Clone, Copy, Default)]
struct Sums {
    chances: [f64; 5],
    equity: f64,
    squares: f64,
}

impl Sums {
    fn add(&mut self, chances: Probabilities) {
        for (sum, chance) in self.chances.iter_mut().zip(chances.to_array()) {
            *sum += f64::from(chance);
        }
        let equity = f64::from(chances.equity());
        self.equity += equity;
        self.squares += equity * equity;
    }

    fn merge(&mut self, other: &Sums) {
        for (sum, other) in self.chances.iter_mut().zip(other.chances) {
            *sum += other;
        }
        self.equity += other.equity;
        self.squares += other.squares;
    }
}

/// Rolls out a position before the roll of its mover. `progress` receives the number of finished trials; the rollout ends
/// early, with fewer trials, when `stop` is set.
pub fn roll_out<C: Cpu>(
    cpu: C,
    networks: &Networks,
    board: &Board,
    plan: &RolloutPlan,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Option<RolloutResult> {
    let chunks = plan.trials.div_ceil(CHUNK).max(1);
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = || {
        let mut found = Vec::new();
        loop {
            let chunk = next.fetch_add(1, Ordering::Relaxed);
            if chunk >= chunks || stop.load(Ordering::Relaxed) {
                return found;
            }
            let mut sums = Sums::default();
            for index in 0..CHUNK {
                let trial = chunk * CHUNK + index;
                sums.add(cpu.run(Trial { cpu, networks, board, plan, trial }));
            }
            found.push((chunk, sums));
            progress(CHUNK * (done.fetch_add(1, Ordering::Relaxed) + 1));
        }
    };
    let mut found: Vec<(u64, Sums)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (1..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut found = work();
        found.extend(threads.into_iter().filter_map(|thread| thread.join().ok()).flatten());
        found
    });
    // The order of the sums must not depend on the threads.
    found.sort_unstable_by_key(|&(chunk, _)| chunk);
    let trials = found.len() as u64 * CHUNK;
    let mut sums = Sums::default();
    found.iter().for_each(|(_, part)| sums.merge(part));
    let count = trials as f64;
    let mean = sums.equity / count;
    let variance = (sums.squares / count - mean * mean).max(0.0);
    (trials > 0).then(|| RolloutResult {
        chances: Probabilities::from_array(sums.chances.map(|sum| (sum / count) as f32)),
        error: (variance / (count - 1.0).max(1.0)).sqrt(),
        trials,
    })
}

/// One game from the position to its end.
struct Trial<'a, C> {
    cpu: C,
    networks: &'a Networks,
    board: &'a Board,
    plan: &'a RolloutPlan,
    trial: u64,
}

impl<C: Cpu> Task for Trial<'_, C> {
    type Output = Probabilities;

    /// The result for the side on roll, with the luck taken out.
    #[inline(always)]
    fn run(self) -> Probabilities {
        let mut lookahead = Lookahead::new(self.cpu, self.networks);
        let mut random = Random::new(rules::mix(self.plan.seed) ^ self.trial);
        let mut board = *self.board;
        let mut luck = Probabilities::default();
        let mut is_mover = true;
        let as_mover =
            |chances: Probabilities, is_mover: bool| if is_mover { chances } else { chances.flipped() };
        for turn in 0..self.plan.truncate.unwrap_or(LONGEST).min(LONGEST) {
            let is_known =
                finished(&board).is_some() || self.networks.bearoff.is_some() && Bearoff::covers(&board);
            if is_known {
                break;
            }
            let dice = if turn == 0 { first_dice(self.trial) } else { random_dice(&mut random) };
            // The chances after each roll, of which only one is played on.
            let mut average = Probabilities::default();
            let mut rolled = None;
            for &(other, weight) in &ROLLS {
                let (after, chances) = lookahead.best_turn(&board, other);
                average.add(weight as f32 / 36.0, chances);
                if other == dice {
                    rolled = Some((after, chances));
                }
            }
            let Some((after, chances)) = rolled else { break };
            luck.add(1.0, as_mover(chances, is_mover));
            luck.add(-1.0, as_mover(average, is_mover));
            board = after.flipped();
            is_mover = !is_mover;
        }
        let mut result = as_mover(lookahead.chances(&board, 0), is_mover);
        result.add(-1.0, luck);
        result
    }
}

/// The first roll of a trial: all 36 in turn.
fn first_dice(trial: u64) -> Dice {
    let mut index = (trial % 36) as u32;
    for &(dice, weight) in &ROLLS {
        if index < weight {
            return dice;
        }
        index -= weight;
    }
    ROLLS[0].0
}

fn random_dice(random: &mut Random) -> Dice {
    random.pick_weighted(&ROLLS).unwrap_or(ROLLS[0].0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::cpu::Portable;

    fn plan(trials: u64, threads: usize) -> RolloutPlan {
        RolloutPlan { trials, seed: 1, truncate: None, threads }
    }

    #[test]
    fn threads_leave_no_trace_and_the_start_is_a_little_better_for_the_side_on_roll() {
        let networks = Networks::builtin();
        let run = |threads| {
            let stop = AtomicBool::new(false);
            roll_out(Portable, &networks, &Board::start(), &plan(72, threads), &stop, &|_| {}).unwrap()
        };
        let result = run(1);
        assert_eq!(result, run(3));
        assert_eq!(result.trials, 72);
        // Rollouts of strong programs give the side on roll about +0.07 points.
        let equity = f64::from(result.chances.equity());
        assert!((equity - 0.07).abs() < 0.05 + 3.0 * result.error, "{equity} +- {}", result.error);
        assert!(result.error < 0.05, "{}", result.error);
    }

    #[test]
    fn the_error_is_that_of_the_average() {
        let networks = Networks::builtin();
        let stop = AtomicBool::new(false);
        // The same position with other dice: the difference is within a few standard errors.
        let run = |seed| {
            let plan = RolloutPlan { seed, truncate: Some(8), ..plan(36, 1) };
            roll_out(Portable, &networks, &Board::start(), &plan, &stop, &|_| {}).unwrap()
        };
        let (one, two) = (run(1), run(2));
        let difference = f64::from(one.chances.equity() - two.chances.equity()).abs();
        assert!(difference > 0.0 && difference < 5.0 * one.error.hypot(two.error), "{difference}");
    }
}
