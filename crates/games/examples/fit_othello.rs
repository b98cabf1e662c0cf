//! Fits the weights of Othello's patterns to self-play games.
//!
//! `cargo run --release -p games --example fit_othello -- GAMES SEED counts|stored > weights.bin` writes the
//! file of `src/othello/patterns`. The first generation of games is played by `counts` (the mobility evaluator), later ones
//! by the stored weights. The stored weights come from 60,000 games with seed 1, played by `counts`. The seed determines
//! everything. Games begin with random moves; with few empty squares they are solved, and the solved score is the target of
//! all positions of the game.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a development tool"
)]

use std::io::Write;
use std::sync::atomic::AtomicBool;

use games::othello::endgame::Solver;
use games::othello::patterns::{PatternEvaluator, Weights, for_each_feature, mirror_feature, stage};
use games::othello::{Kernel, MobilityEvaluator, Othello};
use rules::cpu::{Cpu, Portable, Task};
use rules::{Random, Rules, Seat, Status, mix};
use search::{AlphaBeta, Engine, Evaluator, SearchLimits, SearchRequest};

/// Nodes per move.
const NODES: u64 = 1_500;
/// Number of empty squares from which a game is solved.
const SOLVED: u32 = 14;
const EPOCHS: u32 = 16;
/// One position out of this many is held out for validation.
const LEFT_OUT: usize = 20;

/// A position and the final disc difference of its mover.
#[derive(Clone, Copy)]
struct Sample {
    mover: u64,
    other: u64,
    score: i8,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, seed, by] = &arguments[..] else { panic!("expected GAMES SEED counts|stored") };
    let (games, seed): (u64, u64) = (games.parse().unwrap(), seed.parse().unwrap());
    let samples = play_by(by, games, seed);
    eprintln!("{} positions", samples.len());
    let values = fit(&samples, seed);
    std::io::stdout().write_all(&Weights::write(|stage, feature| values[stage][feature])).unwrap();
}

/// The samples of all games, played by `counts` or by the stored weights.
fn play_by(by: &str, games: u64, seed: u64) -> Vec<Sample> {
    #[cfg(target_arch = "x86_64")]
    if let Some(v3) = rules::cpu::V3::detect() {
        return play_by_on(v3, by, games, seed);
    }
    play_by_on(Portable, by, games, seed)
}

fn play_by_on<K: Kernel>(kernel: K, by: &str, games: u64, seed: u64) -> Vec<Sample> {
    if by == "counts" {
        play_all(kernel, &MobilityEvaluator, games, seed)
    } else {
        play_all(kernel, &PatternEvaluator::new(), games, seed)
    }
}

/// The samples of all games, on two threads.
fn play_all<K: Kernel, E>(kernel: K, evaluator: &E, games: u64, seed: u64) -> Vec<Sample>
where
    E: Evaluator<Othello<K>> + Clone + 'static,
{
    let half = |from: u64| {
        let rules = Othello::new(Seat::FIRST, kernel);
        let mut engine = AlphaBeta::new(kernel, evaluator.clone(), 1 << 20);
        let mut solver = Solver::new(kernel, 1 << 22);
        let mut samples = Vec::new();
        for game in (from..games).step_by(2) {
            let mut random = Random::new(mix(seed).wrapping_add(mix(game)));
            play(&rules, &mut engine, &mut solver, &mut random, &mut samples);
            if game % 2000 == 0 {
                eprintln!("game {game}");
            }
        }
        samples
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        let mut samples = half(0);
        samples.extend(other.join().unwrap());
        samples
    })
}

/// Plays a game, and adds its positions.
fn play<K: Kernel>(
    rules: &Othello<K>,
    engine: &mut dyn Engine<Othello<K>>,
    solver: &mut Solver<K>,
    random: &mut Random,
    samples: &mut Vec<Sample>,
) {
    let stop = AtomicBool::new(false);
    let limits = SearchLimits::until(&stop);
    let mut position = rules.start();
    let mut moves = Vec::new();
    for _ in 0..4 + random.below(18) {
        moves.clear();
        rules.legal_moves(&position, &mut moves);
        let Some(&mv) = random.pick(&moves) else { return };
        rules.play(&mut position, mv);
    }
    engine.new_game(1);
    let mut positions = Vec::new();
    while rules.status(&position) == Status::Turn(position.turn()) && position.empties() > SOLVED {
        positions.push(position);
        let result = engine
            .search(&SearchRequest::new(rules, &position, &[], limits.nodes(NODES)), &mut |_| {})
            .unwrap();
        rules.play(&mut position, result.best);
    }
    // The rest of the game is the solver's principal variation.
    let solution = solver.solve(&position, &limits).unwrap_or_else(|_| panic!("nothing limits the solver"));
    let (solved_turn, score) = (position.turn(), solution.score);
    for mv in solution.line {
        positions.push(position);
        rules.play(&mut position, mv);
    }
    for position in positions {
        let turn = position.turn();
        let score = if turn == solved_turn { score } else { -score } as i8;
        samples.push(Sample { mover: position.discs(turn), other: position.discs(turn.other()), score });
    }
}

/// Extracts the features of a sample, of mirror images the first.
struct FeatureTask<'a, K> {
    kernel: K,
    sample: Sample,
    firsts: &'a [u32],
    found: &'a mut Vec<u32>,
}

impl<K: Kernel> Task for FeatureTask<'_, K> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Sample { mover, other, .. } = self.sample;
        let (own, theirs) = (self.kernel.moves(mover, other), self.kernel.moves(other, mover));
        self.found.clear();
        for_each_feature(self.kernel, mover, other, own, theirs, |feature| {
            self.found.push(self.firsts[feature.0]);
        });
    }
}

fn features(sample: Sample, firsts: &[u32], found: &mut Vec<u32>) {
    #[cfg(target_arch = "x86_64")]
    if let Some(kernel) = rules::cpu::V3::detect() {
        return kernel.run(FeatureTask { kernel, sample, firsts, found });
    }
    FeatureTask { kernel: Portable, sample, firsts, found }.run();
}

/// Least squares by stochastic gradient descent.
fn fit(samples: &[Sample], seed: u64) -> Vec<Vec<f32>> {
    let (stages, size) = Weights::dimensions();
    let firsts: Vec<u32> = (0..size).map(|feature| feature.min(mirror_feature(feature)) as u32).collect();
    let mut values = vec![vec![0f32; size]; stages];
    let mut seen = vec![vec![0u32; size]; stages];
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let mut random = Random::new(seed);
    let mut found = Vec::new();
    for epoch in 0..EPOCHS {
        for index in (1..order.len()).rev() {
            order.swap(index, random.below(index as u32 + 1) as usize);
        }
        let step = 0.012 * 0.8f32.powi(epoch as i32);
        let (mut errors, mut left_out) = ((0f64, 0u64), (0f64, 0u64));
        for &index in &order {
            let sample = samples[index as usize];
            let values = &mut values[stage(sample.mover, sample.other)];
            features(sample, &firsts, &mut found);
            let predicted: f32 = found.iter().map(|&feature| values[feature as usize]).sum();
            let error = f32::from(sample.score) - predicted;
            let tally = if (index as usize).is_multiple_of(LEFT_OUT) { &mut left_out } else { &mut errors };
            *tally = (tally.0 + f64::from(error * error), tally.1 + 1);
            if (index as usize).is_multiple_of(LEFT_OUT) {
                continue;
            }
            for &feature in &found {
                values[feature as usize] += step * error;
                if epoch == 0 {
                    seen[stage(sample.mover, sample.other)][feature as usize] += 1;
                }
            }
        }
        let root = |(sum, count): (f64, u64)| (sum / count.max(1) as f64).sqrt();
        eprintln!(
            "epoch {epoch}: training error {:.3} discs, validation error {:.3}",
            root(errors),
            root(left_out)
        );
    }
    // Weights of rare features are shrunk towards zero.
    for (values, seen) in values.iter_mut().zip(&seen) {
        for (value, &seen) in values.iter_mut().zip(seen) {
            *value *= seen as f32 / (seen as f32 + 4.0);
        }
    }
    values
}
