//! Gradient descent on the error of predicted results.
//!
//! The evaluation is nearly linear in its coefficients. Each round measures, for every position, how the evaluation changes
//! with each coefficient; gradient descent on that linear model then costs no evaluations. A few rounds are enough for
//! the terms that are not linear.

use std::collections::HashMap;
use std::path::PathBuf;

use games::chess::{ArmyEvaluator, Chess, EvaluationWeights, Position};
use rules::cpu::V3;
use rules::{Notation, Seat};
use search::Evaluator;

use crate::self_play;

/// Part of the target that is the result of the game in self-play; the rest is the score of the search.
const RESULT: f64 = 0.5;
/// The same for the games of another engine, whose scores say more.
const LABEL_RESULT: f64 = 0.05;
/// Centipawns of the evaluation for each one of that engine (Stockfish 15.1, for which 100 win every other game).
const LABEL_FACTOR: f64 = 1.15;
/// Centipawns at which 73 % of the points are expected.
const SCALE: f64 = 140.0;
/// Step of a coefficient in the measurement, as part of its range.
const STEP: f64 = 1.0 / 8.0;
/// Penalty on the squared change of a coefficient, as parts of its range, from the coefficients of the first round.
const DECAY: f64 = 1e-4;
/// Steps of gradient descent in a round.
const STEPS: usize = 500;
/// Size of a step as part of the range.
const RATE: f64 = 0.004;
/// One block of positions in this many is kept for the reported error.
const HELD_OUT: usize = 20;
/// Positions of a block: those of one game stay together.
const BLOCK: usize = 1_000;

/// Positions of one army.
struct Group {
    rules: Chess<V3>,
    positions: Vec<Sample>,
}

struct Sample {
    position: Position,
    /// White's score, in the centipawns of its source.
    score: f64,
    /// White's part of the point.
    result: f64,
    kind: SourceKind,
}

/// Where positions come from.
#[derive(Clone, Copy, PartialEq)]
pub enum SourceKind {
    /// Games of `strong` against itself.
    SelfPlay,
    /// Games of another engine.
    Labels,
}

/// A file of positions.
pub struct Source {
    pub path: PathBuf,
    pub kind: SourceKind,
}

/// A position in the linear model.
struct Row {
    eval: f32,
    target: f32,
    /// Change of the evaluation by each coefficient, in parts of its range.
    slopes: Vec<f32>,
}

/// Positions by army.
fn read(sources: &[Source]) -> Vec<Group> {
    let mut groups: HashMap<u64, Group> = HashMap::new();
    for source in sources {
        for line in std::fs::read_to_string(&source.path).unwrap().lines() {
            let mut words = line.splitn(4, ' ');
            let mut next = || words.next().unwrap();
            let (army, score, halves, fen): (u64, _, _, _) =
                (next().parse().unwrap(), next(), next(), next());
            // Orthodox games share a group.
            let army = if army.is_multiple_of(4) { 0 } else { army };
            let group = groups
                .entry(army)
                .or_insert_with(|| Group { rules: self_play::army(army), positions: Vec::new() });
            let position = group.rules.read_position(fen).unwrap();
            let (score, halves): (f64, f64) = (score.parse().unwrap(), halves.parse().unwrap());
            group.positions.push(Sample { position, score, result: halves / 2.0, kind: source.kind });
        }
    }
    let mut groups: Vec<(u64, Group)> = groups.into_iter().collect();
    groups.sort_by_key(|(army, _)| *army);
    groups.into_iter().map(|(_, group)| group).collect()
}

/// Expected points of a score.
fn expected(score: f64) -> f64 {
    1.0 / (1.0 + (-score / SCALE).exp())
}

/// White's evaluations with these coefficients.
fn evaluations(group: &Group, coefficients: &[f64]) -> Vec<f64> {
    let mut values = EvaluationWeights::table(&group.rules).start();
    let start = values.len() - coefficients.len();
    values[start..].copy_from_slice(coefficients);
    let weights = EvaluationWeights::from_values(&group.rules, &values);
    let evaluator = ArmyEvaluator::new(&group.rules, &weights);
    let evaluate = |sample: &Sample| {
        let mut sums = Default::default();
        evaluator.refresh(&group.rules, &sample.position, &mut sums);
        f64::from(evaluator.evaluate(&group.rules, &sample.position, &sums, Seat::FIRST))
    };
    group.positions.iter().map(evaluate).collect()
}

/// Runs a task for every group on several threads; results in the order of the groups.
fn for_each_group<T: Send>(groups: &[Group], threads: usize, task: impl Fn(&Group) -> T + Sync) -> Vec<T> {
    let task = &task;
    let mut parts: Vec<(usize, T)> = std::thread::scope(|scope| {
        let run = |thread: usize| {
            let own = groups.iter().enumerate().skip(thread).step_by(threads);
            own.map(|(index, group)| (index, task(group))).collect::<Vec<_>>()
        };
        let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || run(thread))).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    parts.sort_by_key(|(index, _)| *index);
    parts.into_iter().map(|(_, part)| part).collect()
}

/// Fits the coefficients and prints them.
pub fn fit(sources: &[Source], rounds: u64, threads: usize) {
    let groups = read(sources);
    let count: usize = groups.iter().map(|group| group.positions.len()).sum();
    eprintln!("{count} positions of {} armies", groups.len());
    let table = EvaluationWeights::table(&groups[0].rules);
    let weights: Vec<_> =
        table.weights.into_iter().filter(|weight| !weight.name.starts_with("VALUE_")).collect();
    let start: Vec<f64> = weights.iter().map(|weight| weight.start).collect();
    let ranges: Vec<f64> = weights.iter().map(|weight| weight.max - weight.min).collect();
    let mut values = start.clone();
    let target = |sample: &Sample| {
        let (part, factor) = match sample.kind {
            SourceKind::SelfPlay => (RESULT, 1.0),
            SourceKind::Labels => (LABEL_RESULT, LABEL_FACTOR),
        };
        part * sample.result + (1.0 - part) * expected(sample.score * factor)
    };
    let targets: Vec<Vec<f64>> =
        groups.iter().map(|group| group.positions.iter().map(target).collect()).collect();
    for round in 1..=rounds {
        let rows = measure(&groups, &targets, &values, &steps_of_round(&ranges, round), &ranges, threads);
        let (fitted, held_out): (Vec<_>, Vec<_>) =
            rows.into_iter().enumerate().partition(|(index, _)| !(index / BLOCK).is_multiple_of(HELD_OUT));
        let origin: Vec<f64> =
            start.iter().zip(&values).zip(&ranges).map(|((s, v), r)| (s - v) / r).collect();
        let zero = vec![0.0; values.len()];
        let before = [&fitted, &held_out].map(|rows| error(rows, &zero));
        let change = descend(&fitted, &origin);
        let after = [&fitted, &held_out].map(|rows| error(rows, &change));
        eprintln!(
            "round {round}: error {:.6} -> {:.6}, held out {:.6} -> {:.6}",
            before[0], after[0], before[1], after[1]
        );
        for (index, value) in values.iter_mut().enumerate() {
            let weight = &weights[index];
            *value = (*value + change[index] * ranges[index]).clamp(weight.min, weight.max);
        }
    }
    let rounded: Vec<f64> = values
        .iter()
        .zip(&ranges)
        .map(
            |(value, range)| {
                if *range < 8.0 { (value * 1000.0).round() / 1000.0 } else { (value * 10.0).round() / 10.0 }
            },
        )
        .collect();
    let mut all = EvaluationWeights::table(&groups[0].rules).start();
    let first = all.len() - rounded.len();
    all[first..].copy_from_slice(&rounded);
    print!("{}", EvaluationWeights::from_values(&groups[0].rules, &all).coefficients.source_text());
}

/// The steps of a round: forward and backward in turns.
fn steps_of_round(ranges: &[f64], round: u64) -> Vec<f64> {
    let sign = if round.is_multiple_of(2) { -1.0 } else { 1.0 };
    ranges.iter().map(|range| sign * range * STEP).collect()
}

/// The linear model at these coefficients.
fn measure(
    groups: &[Group],
    targets: &[Vec<f64>],
    values: &[f64],
    steps: &[f64],
    ranges: &[f64],
    threads: usize,
) -> Vec<Row> {
    let found = for_each_group(groups, threads, |group| {
        let base = evaluations(group, values);
        let mut slopes = vec![vec![0.0f32; values.len()]; base.len()];
        for index in 0..values.len() {
            let mut moved = values.to_vec();
            moved[index] += steps[index];
            for (slopes, (eval, base)) in slopes.iter_mut().zip(evaluations(group, &moved).iter().zip(&base))
            {
                slopes[index] = ((eval - base) / steps[index] * ranges[index]) as f32;
            }
        }
        (base, slopes)
    });
    let mut rows = Vec::new();
    for ((base, slopes), targets) in found.into_iter().zip(targets) {
        for ((eval, slopes), target) in base.into_iter().zip(slopes).zip(targets) {
            rows.push(Row { eval: eval as f32, target: *target as f32, slopes });
        }
    }
    rows
}

/// Evaluation of a row after a change of the coefficients.
fn changed(row: &Row, change: &[f32]) -> f32 {
    row.eval + row.slopes.iter().zip(change).map(|(slope, change)| slope * change).sum::<f32>()
}

/// Mean squared error after a change of the coefficients.
fn error(rows: &[(usize, Row)], change: &[f64]) -> f64 {
    let change: Vec<f32> = change.iter().map(|&change| change as f32).collect();
    let errors =
        rows.iter().map(|(_, row)| (expected(changed(row, &change).into()) - f64::from(row.target)).powi(2));
    errors.sum::<f64>() / rows.len() as f64
}

/// The change of the coefficients, in parts of their ranges, that lowers the error (Adam on all rows).
fn descend(rows: &[(usize, Row)], origin: &[f64]) -> Vec<f64> {
    let count = origin.len();
    let (mut change, mut mean, mut square) = (vec![0.0; count], vec![0.0; count], vec![0.0; count]);
    for step in 1..=STEPS {
        let current: Vec<f32> = change.iter().map(|&change: &f64| change as f32).collect();
        let mut sums = vec![0.0f32; count];
        let mut gradient = vec![0.0; count];
        for (number, (_, row)) in rows.iter().enumerate() {
            let points = expected(changed(row, &current).into());
            let slope = (2.0 * (points - f64::from(row.target)) * points * (1.0 - points) / SCALE) as f32;
            for (sum, own) in sums.iter_mut().zip(&row.slopes) {
                *sum += slope * own;
            }
            // Sums of many small numbers lose digits.
            if number % 1024 == 0 || number + 1 == rows.len() {
                gradient
                    .iter_mut()
                    .zip(&mut sums)
                    .for_each(|(gradient, sum)| *gradient += f64::from(std::mem::take(sum)));
            }
        }
        let rate = RATE * (1.0 - 0.9 * step as f64 / STEPS as f64);
        for index in 0..count {
            let slope = gradient[index] / rows.len() as f64 + 2.0 * DECAY * (change[index] - origin[index]);
            mean[index] = 0.9 * mean[index] + 0.1 * slope;
            square[index] = 0.999 * square[index] + 0.001 * slope * slope;
            let (mean, square) = (
                mean[index] / (1.0 - 0.9f64.powi(step as i32)),
                square[index] / (1.0 - 0.999f64.powi(step as i32)),
            );
            change[index] -= rate * mean / (square.sqrt() + 1e-9);
        }
    }
    change
}
