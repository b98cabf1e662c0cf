//! Least squares by stochastic gradient descent, one stage at a time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use games::othello::Kernel;
use games::othello::patterns::{
    FEATURES, Indices, STAGE_SIZE, STAGES, UNIT, Weights, features, mirror_feature, stage,
};
use rules::Random;
use rules::cpu::Portable;

use crate::samples::Sample;

const EPOCHS: u32 = 14;
const FIRST_STEP: f32 = 0.012;
const STEP_DECAY: f32 = 0.8;
/// Stages on either side whose positions are fitted too: a stage changes little within two plies.
const NEIGHBOURS: usize = 1;
/// Positions from which a stage is fitted. With fewer, it takes the weights of the next stage.
const MIN_SAMPLES: usize = 5_000;

/// A position with its features, mirror images identified.
struct Row {
    features: [u32; FEATURES],
    score: f32,
    is_validation: bool,
    /// Step that corrects half of the error. Early in the game a feature occurs in many places, and the common step
    /// would overshoot.
    max_step: f32,
}

/// Fitted weights as the bytes of a weights file.
pub fn fit(samples: &[Sample], threads: usize) -> Vec<u8> {
    let firsts: Vec<u32> =
        (0..STAGE_SIZE).map(|feature| feature.min(mirror_feature(feature)) as u32).collect();
    let fitted: Mutex<Vec<Option<Vec<f32>>>> = Mutex::new(vec![None; STAGES]);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= STAGES {
                        return;
                    }
                    let weights = fit_stage(samples, number, &firsts);
                    fitted.lock().unwrap()[number] = weights;
                }
            });
        }
    });
    let mut fitted = fitted.into_inner().unwrap();
    for number in (0..STAGES - 1).rev() {
        if fitted[number].is_none() {
            fitted[number] = fitted[number + 1].clone();
        }
    }
    let zero = vec![0.0; STAGE_SIZE];
    let value = |stage: usize, feature: usize| fitted[stage].as_ref().unwrap_or(&zero)[feature];
    Weights::write(value).unwrap()
}

fn fit_stage(samples: &[Sample], number: usize, firsts: &[u32]) -> Option<Vec<f32>> {
    let mut rows: Vec<Row> = samples
        .iter()
        .filter(|sample| stage(sample.discs()).abs_diff(number) <= NEIGHBOURS)
        // The held-out positions of this stage alone measure it; those of its neighbours are not used.
        .filter(|sample| !sample.is_held_out || stage(sample.discs()) == number)
        .map(|sample| row(sample, firsts))
        .collect();
    if rows.len() < MIN_SAMPLES {
        return None;
    }
    let mut values = vec![0f32; STAGE_SIZE];
    let mut random = Random::new(number as u64 + 1);
    for epoch in 0..EPOCHS {
        for index in (1..rows.len()).rev() {
            rows.swap(index, random.below(index as u32 + 1) as usize);
        }
        let step = FIRST_STEP * STEP_DECAY.powi(epoch as i32);
        for row in rows.iter().filter(|row| !row.is_validation) {
            let change = step.min(row.max_step) * (row.score - row.predicted(&values));
            for &feature in &row.features {
                values[feature as usize] += change;
            }
        }
    }
    let error = |is_validation: bool| {
        let errors: Vec<f32> = rows
            .iter()
            .filter(|row| row.is_validation == is_validation)
            .map(|row| (row.score - row.predicted(&values)).abs())
            .collect();
        errors.iter().sum::<f32>() / errors.len().max(1) as f32
    };
    eprintln!(
        "stage {number}: {} positions, mean error {:.3} discs, held out {:.3}",
        rows.len(),
        error(false),
        error(true)
    );
    Some(values)
}

/// Prints the error of an evaluation on the held-out games, by number of empty squares.
pub fn print_errors(samples: &[Sample], weights: &Weights) {
    for empties in [44, 36, 24, 20, 16, 12] {
        let errors: Vec<(f64, f64)> = samples
            .iter()
            .filter(|sample| sample.is_held_out && 64 - sample.discs() == empties)
            .map(|sample| {
                let Sample { mover, other, score, .. } = *sample;
                let (own, theirs) = (Portable.moves(mover, other), Portable.moves(other, mover));
                let sum = weights.sum(&Indices::of(mover, other), sample.discs(), own, theirs);
                (f64::from(sum) / f64::from(UNIT), f64::from(score))
            })
            .collect();
        let count = errors.len() as f64;
        let mean = |value: &dyn Fn(f64, f64) -> f64| {
            errors.iter().map(|&(found, exact)| value(found, exact)).sum::<f64>() / count
        };
        println!(
            "{empties} empties, {count} positions: mean absolute error {:.2} discs, bias {:+.2}, mean of always 0 {:.2}",
            mean(&|found, exact| (found - exact).abs()),
            mean(&|found, exact| found - exact),
            mean(&|_, exact| exact.abs())
        );
    }
}

fn row(sample: &Sample, firsts: &[u32]) -> Row {
    let Sample { mover, other, score, is_held_out } = *sample;
    let (own, theirs) = (Portable.moves(mover, other), Portable.moves(other, mover));
    let found = features(&Indices::of(mover, other), sample.discs(), own, theirs);
    let features = found.map(|feature| firsts[feature]);
    // A feature that occurs n times changes the sum by n squared times the step.
    let occurrences = |feature: &u32| features.iter().filter(|other| *other == feature).count() as f32;
    let max_step = 0.5 / features.iter().map(occurrences).sum::<f32>();
    Row { features, score: score.into(), is_validation: is_held_out, max_step }
}

impl Row {
    fn predicted(&self, values: &[f32]) -> f32 {
        self.features.iter().map(|&feature| values[feature as usize]).sum()
    }
}
