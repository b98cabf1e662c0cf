//! How well shallow searches predict deep ones: the figures behind Multi-ProbCut and the tempo of the evaluation.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use games::othello::patterns::{PatternEvaluator, UNIT, Weights};
use games::othello::{Kernel, Othello, Position};
use rules::cpu::Portable;
use rules::{Rules, Seat, Status};
use search::alpha_beta::Features;
use search::{AlphaBeta, Engine, SearchLimits, SearchRequest};

use crate::samples::Sample;

/// Numbers of empty squares that are measured.
const EMPTIES: [u32; 4] = [20, 28, 36, 44];
const DEPTH: usize = 9;

/// Prints, for each number of empty squares, the mean score by depth and the standard deviation of the difference between
/// a search and the one two, four and six plies shallower, in discs.
pub fn measure(samples: &[Sample], weights: &Arc<Weights>, positions: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(v3) = rules::cpu::V3::detect() {
        return measure_on(v3, samples, weights, positions);
    }
    measure_on(Portable, samples, weights, positions);
}

fn measure_on<K: Kernel>(kernel: K, samples: &[Sample], weights: &Arc<Weights>, positions: usize) {
    let rules = Othello::new(Seat::FIRST, kernel);
    let evaluator = PatternEvaluator::with_weights(Arc::clone(weights));
    let features = Features { prob_cut: false, ..Features::ALL };
    let mut engine = AlphaBeta::new(kernel, evaluator, 1 << 24).with_features(features);
    for empties in EMPTIES {
        let chosen = samples.iter().filter(|sample| sample.is_held_out && 64 - sample.discs() == empties);
        let scores: Vec<[f64; DEPTH + 1]> = chosen
            .map(|sample| sample.position())
            .filter(|position| matches!(rules.status(position), Status::Turn(_)))
            .take(positions)
            .map(|position| scores(&rules, &mut engine, &position))
            .collect();
        let count = scores.len() as f64;
        let mean = |value: &dyn Fn(&[f64; DEPTH + 1]) -> f64| scores.iter().map(value).sum::<f64>() / count;
        let means: Vec<String> =
            (1..=DEPTH).map(|depth| format!("{:.2}", mean(&|scores| scores[depth]))).collect();
        println!("{empties} empties, {count} positions: mean by depth {}", means.join(" "));
        for depth in 3..=DEPTH {
            let deviations = (2..depth).step_by(2).map(|less| {
                let difference = |scores: &[f64; DEPTH + 1]| scores[depth] - scores[depth - less];
                let average = mean(&difference);
                let square = mean(&|scores| (difference(scores) - average).powi(2));
                format!("from {}: {:.2}", depth - less, square.sqrt())
            });
            println!("  depth {depth}, deviation {}", deviations.collect::<Vec<_>>().join(", "));
        }
    }
}

/// Scores in discs by depth.
fn scores<K: Kernel>(
    rules: &Othello<K>,
    engine: &mut AlphaBeta<PatternEvaluator, K>,
    position: &Position,
) -> [f64; DEPTH + 1] {
    let stop = AtomicBool::new(false);
    let mut scores = [0.0; DEPTH + 1];
    let limits = SearchLimits::until(&stop).depth(DEPTH as u32);
    Engine::<Othello<K>>::new_game(engine, 1);
    let _ = engine.search(&SearchRequest::new(rules, position, &[], limits), &mut |result| {
        scores[result.depth as usize] =
            result.score.clamp(-64.0 * f64::from(UNIT), 64.0 * f64::from(UNIT)) / f64::from(UNIT);
    });
    scores
}
