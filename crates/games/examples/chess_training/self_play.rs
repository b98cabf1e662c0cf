//! Positions of self-play games.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use games::chess::{ArmyEvaluator, Chess, EvaluationWeights};
use rules::cpu::V3;
use rules::{Notation, Outcome, Random, Repetition, Rules, Seat, Status};
use search::{AlphaBeta, Engine, SearchGame, SearchLimits, SearchRequest};

use crate::armies;

/// Random moves at the start of a game, at least and at most.
const OPENING: [u32; 2] = [6, 13];
/// Score beyond which a game is decided and its positions teach nothing.
const DECIDED: f64 = 1_500.0;
/// Largest number of moves of a game.
const MAX_PLIES: usize = 300;

/// Games to play.
pub struct Plan {
    pub games: u64,
    pub seed: u64,
    pub nodes: u64,
    pub threads: u64,
}

/// Plays games and appends their quiet positions to a file.
pub fn generate(path: &Path, plan: &Plan) {
    let cpu = V3::detect().expect("training needs a processor with AVX2");
    let file = Mutex::new(OpenOptions::new().append(true).create(true).open(path).unwrap());
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..plan.threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= plan.games {
                        break;
                    }
                    let lines = play(cpu, plan, plan.seed * 1_000_000 + number);
                    file.lock().unwrap().write_all(lines.as_bytes()).unwrap();
                    if number.is_multiple_of(100) {
                        eprintln!("{number} of {} games", plan.games);
                    }
                }
            });
        }
    });
}

/// One game as lines: army, score for White in centipawns, result for White in halves, FEN.
fn play(cpu: V3, plan: &Plan, number: u64) -> String {
    let rules = armies::open(number, cpu);
    let evaluator = ArmyEvaluator::new(&rules, &EvaluationWeights::of(&rules));
    let mut engine = AlphaBeta::new(cpu, evaluator, 1 << 22);
    let mut random = Random::new(number ^ 0x5eed);
    let mut position = rules.start();
    let mut past = Vec::new();
    let opening = OPENING[0] + random.below(OPENING[1] - OPENING[0]);
    let mut samples = Vec::new();
    let result = loop {
        let mut moves = Vec::new();
        if let Status::Over(outcome) = rules.legal_moves(&position, &mut moves) {
            break halves(&outcome);
        }
        let key = rules.key(&position);
        let times = 1 + past.iter().filter(|&&earlier| earlier == key).count() as u32;
        if rules.repeated(&position, times) != Repetition::Nothing || past.len() >= MAX_PLIES {
            break 1;
        }
        let mv = if past.len() < opening as usize {
            *random.pick(&moves).unwrap()
        } else {
            let stop = AtomicBool::new(false);
            let limits = SearchLimits::until(&stop).nodes(plan.nodes);
            let request = SearchRequest::new(&rules, &position, &past, limits);
            let found = engine.search(&request, &mut |_| {}).unwrap();
            let sign = if position.turn() == Seat::FIRST { 1.0 } else { -1.0 };
            if found.score.abs() > DECIDED {
                break if found.score * sign > 0.0 { 2 } else { 0 };
            }
            if !rules.in_check(&position) && !rules.noisy(&position, found.best) {
                samples.push((found.score * sign, rules.write_position(&position)));
            }
            found.best
        };
        past.push(key);
        rules.play(&mut position, mv);
    };
    samples.iter().map(|(score, fen)| format!("{number} {score:.0} {result} {fen}\n")).collect()
}

/// White's half points.
fn halves(outcome: &Outcome) -> u32 {
    (2.0 * outcome.share(Seat::FIRST)).round() as u32
}

/// Opens the army of a line's number.
pub fn army(number: u64) -> Chess<V3> {
    armies::open(number, V3::detect().expect("training needs a processor with AVX2"))
}
