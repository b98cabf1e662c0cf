//! Fits the weights of Othello's shapes to games of this program against itself.
//!
//! `cargo run --release -p games --example fit_othello -- GAMES SEED counts|stored > weights.bin`, and what it writes belongs
//! to `src/othello/shapes`. The first generation of games is played by `counts`, later ones by the stored weights.
//! The stored weights come from 60,000 games with seed 1, played by `counts`. Everything follows from the seed. Games begin
//! with random moves; when few squares are left, the end is solved, and its score is the target value of all positions of
//! the game.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a tool for those who build the program"
)]

use std::io::Write;
use std::sync::atomic::AtomicBool;

use games::othello::endgame::Solver;
use games::othello::shapes::{Shapes, Weights, each, stage, twin};
use games::othello::{Counts, Kernel, Othello};
use rules::cpu::{Cpu, Portable, Task};
use rules::{Random, Rules, Seat, Status, mix};
use search::{AlphaBeta, Engine, Evaluator, SearchLimits, SearchRequest};

/// Positions looked at for a move.
const NODES: u64 = 1_500;
/// With so few empty squares a game is solved.
const SOLVED: u32 = 14;
const EPOCHS: u32 = 16;
/// One position out of this many is held out for validation.
const LEFT_OUT: usize = 20;

/// A position, and by how many discs its mover wins.
#[derive(Clone, Copy)]
struct Sample {
    mover: u64,
    other: u64,
    worth: i8,
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
        play_all(kernel, &Counts, games, seed)
    } else {
        play_all(kernel, &Shapes::new(), games, seed)
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
    let mut course = Vec::new();
    while rules.status(&position) == Status::Turn(position.turn()) && position.empties() > SOLVED {
        course.push(position);
        let thought = engine
            .search(&SearchRequest::new(rules, &position, &[], limits.nodes(NODES)), &mut |_| {})
            .unwrap();
        rules.play(&mut position, thought.best);
    }
    // From here on the line of best play.
    let solution = solver.solve(&position, &limits).unwrap_or_else(|_| panic!("nothing limits the solver"));
    let (at, worth) = (position.turn(), solution.score);
    for mv in solution.line {
        course.push(position);
        rules.play(&mut position, mv);
    }
    for position in course {
        let turn = position.turn();
        let worth = if turn == at { worth } else { -worth } as i8;
        samples.push(Sample { mover: position.discs(turn), other: position.discs(turn.other()), worth });
    }
}

/// The shapes of a sample, of twins the first.
struct Shaping<'a, K> {
    kernel: K,
    sample: Sample,
    firsts: &'a [u32],
    found: &'a mut Vec<u32>,
}

impl<K: Kernel> Task for Shaping<'_, K> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Sample { mover, other, .. } = self.sample;
        let (own, theirs) = (self.kernel.moves(mover, other), self.kernel.moves(other, mover));
        self.found.clear();
        each(self.kernel, mover, other, own, theirs, |feature| self.found.push(self.firsts[feature.0]));
    }
}

fn shapes(sample: Sample, firsts: &[u32], found: &mut Vec<u32>) {
    #[cfg(target_arch = "x86_64")]
    if let Some(kernel) = rules::cpu::V3::detect() {
        return kernel.run(Shaping { kernel, sample, firsts, found });
    }
    Shaping { kernel: Portable, sample, firsts, found }.run();
}

/// Least squares by small steps, position after position.
fn fit(samples: &[Sample], seed: u64) -> Vec<Vec<f32>> {
    let (stages, size) = Weights::dimensions();
    let firsts: Vec<u32> = (0..size).map(|feature| feature.min(twin(feature)) as u32).collect();
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
            shapes(sample, &firsts, &mut found);
            let predicted: f32 = found.iter().map(|&feature| values[feature as usize]).sum();
            let error = f32::from(sample.worth) - predicted;
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
        eprintln!("epoch {epoch}: off by {:.3} discs, where left out {:.3}", root(errors), root(left_out));
    }
    // What was hardly ever seen is hardly known.
    for (values, seen) in values.iter_mut().zip(&seen) {
        for (value, &seen) in values.iter_mut().zip(seen) {
            *value *= seen as f32 / (seen as f32 + 4.0);
        }
    }
    values
}
