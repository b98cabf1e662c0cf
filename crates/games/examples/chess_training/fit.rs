//! Coordinate descent on the error of predicted results.

use std::collections::HashMap;
use std::path::Path;

use games::chess::{ArmyEvaluator, Chess, EvaluationWeights, Position};
use rules::cpu::V3;
use rules::{Notation, Seat};
use search::Evaluator;

use crate::self_play;

/// Part of the target that is the result of the game; the rest is the score of the search.
const RESULT: f64 = 0.6;
/// First step of a coefficient, as part of its range.
const FIRST_STEP: f64 = 1.0 / 16.0;
/// Steps smaller than this part of the range are not tried.
const LAST_STEP: f64 = 1.0 / 256.0;

/// Positions of one army with White's score in centipawns and half points.
struct Group {
    rules: Chess<V3>,
    positions: Vec<(Position, f64, f64)>,
}

fn read(path: &Path) -> Vec<Group> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut groups: HashMap<u64, Group> = HashMap::new();
    for line in text.lines() {
        let mut words = line.splitn(4, ' ');
        let mut next = || words.next().unwrap();
        let (army, score, halves, fen) = (next().parse().unwrap(), next(), next(), next());
        // Orthodox games share a group.
        let army = if u64::is_multiple_of(army, 4) { 0 } else { army };
        let group = groups
            .entry(army)
            .or_insert_with(|| Group { rules: self_play::army(army), positions: Vec::new() });
        let position = group.rules.read_position(fen).unwrap();
        let halves: f64 = halves.parse().unwrap();
        group.positions.push((position, score.parse().unwrap(), halves / 2.0));
    }
    let mut groups: Vec<(u64, Group)> = groups.into_iter().collect();
    groups.sort_by_key(|(army, _)| *army);
    groups.into_iter().map(|(_, group)| group).collect()
}

/// Expected points of a score.
fn expected(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// Mean squared error of the evaluation with these coefficients.
fn error(groups: &[Group], coefficients: &[f64], scale: f64, threads: usize) -> f64 {
    let run = |thread: usize| {
        let own = groups.iter().skip(thread).step_by(threads);
        own.fold((0.0, 0), |(sum, count), group| {
            let mut values = EvaluationWeights::table(&group.rules).start();
            let start = values.len() - coefficients.len();
            values[start..].copy_from_slice(coefficients);
            let weights = EvaluationWeights::from_values(&group.rules, &values);
            let evaluator = ArmyEvaluator::new(&group.rules, &weights);
            let errors = group.positions.iter().map(|(position, score, result)| {
                let mut sums = Default::default();
                evaluator.refresh(&group.rules, position, &mut sums);
                let found = evaluator.evaluate(&group.rules, position, &sums, Seat::FIRST);
                let target = RESULT * result + (1.0 - RESULT) * expected(*score, scale);
                (expected(f64::from(found), scale) - target).powi(2)
            });
            (sum + errors.sum::<f64>(), count + group.positions.len())
        })
    };
    let parts: Vec<(f64, usize)> = std::thread::scope(|scope| {
        let run = &run;
        let parts: Vec<_> = (0..threads).map(|thread| scope.spawn(move || run(thread))).collect();
        parts.into_iter().map(|part| part.join().unwrap()).collect()
    });
    let (sum, count) = parts.iter().fold((0.0, 0), |(sum, count), part| (sum + part.0, count + part.1));
    sum / count as f64
}

/// Fits the coefficients and prints them.
pub fn fit(path: &Path, sweeps: u64, threads: usize) {
    let mut groups = read(path);
    let count: usize = groups.iter().map(|group| group.positions.len()).sum();
    eprintln!("{count} positions of {} armies", groups.len());
    // The largest group alone would be the work of one thread.
    let largest = groups.iter().map(|group| group.positions.len()).max().unwrap();
    if largest > count / 4 {
        let index = groups.iter().position(|group| group.positions.len() == largest).unwrap();
        let half = groups[index].positions.split_off(largest / 2);
        let rules = groups[index].rules.clone();
        groups.insert(0, Group { rules, positions: half });
        groups.swap(1, index + 1);
    }
    let table = EvaluationWeights::table(&groups[0].rules);
    let weights: Vec<_> =
        table.weights.into_iter().filter(|weight| !weight.name.starts_with("VALUE_")).collect();
    let mut values: Vec<f64> = weights.iter().map(|weight| weight.start).collect();
    let scale = (0..30)
        .map(|step| 120.0 + 10.0 * f64::from(step))
        .min_by(|one, other| {
            error(&groups, &values, *one, threads).total_cmp(&error(&groups, &values, *other, threads))
        })
        .unwrap();
    let mut best = error(&groups, &values, scale, threads);
    eprintln!("scale {scale}, error {best:.6}");
    let mut steps: Vec<f64> = weights.iter().map(|weight| (weight.max - weight.min) * FIRST_STEP).collect();
    for sweep in 1..=sweeps {
        for (index, weight) in weights.iter().enumerate() {
            let range = weight.max - weight.min;
            if steps[index].abs() < range * LAST_STEP {
                continue;
            }
            let before = values[index];
            let mut improved = false;
            for direction in [1.0, -1.0] {
                values[index] = (before + direction * steps[index]).clamp(weight.min, weight.max);
                let found = error(&groups, &values, scale, threads);
                if found < best {
                    best = found;
                    // The next sweep tries the same direction first.
                    steps[index] *= direction;
                    improved = true;
                    break;
                }
                values[index] = before;
            }
            if !improved {
                steps[index] /= 2.0;
            }
        }
        eprintln!("sweep {sweep}, error {best:.6}");
        let is_done = steps
            .iter()
            .zip(&weights)
            .all(|(step, weight)| step.abs() < (weight.max - weight.min) * LAST_STEP);
        if is_done {
            break;
        }
    }
    for (weight, value) in weights.iter().zip(values) {
        println!("{} {value:.2}", weight.name);
    }
}
