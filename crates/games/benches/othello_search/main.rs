//! The generic search against the same search written by hand for Othello, in one run.
//!
//! `cargo bench -p games --bench othello_search [DEPTH]`: positions a second of both, how much sooner two threads are
//! done, and the ratios; fails where a ratio is below its minimum. Both find the same scores in trees of nearly
//! the same size: their tables replace entries differently.
#![allow(clippy::print_stdout, reason = "a benchmark reports")]

mod by_hand;

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use games::othello::{Kernel, MobilityEvaluator, Othello, Position};
use rules::cpu::{Portable, V3};
use rules::{Random, Rules, Seat};
use search::{AlphaBeta, Engine, SearchLimits, SearchRequest};

/// Bytes of every table.
const TABLE: usize = 1 << 24;
/// The generic search may cost a tenth.
const LEAST_SHARE: f64 = 0.9;
const LEAST_SPEED: f64 = 5e6;
const LEAST_GAIN_OF_SECOND_THREAD: f64 = 1.5;

/// Twenty positions of random games, from the opening to the late middle game.
fn positions(rules: &Othello) -> Vec<Position> {
    let mut random = Random::new(1);
    let mut found = Vec::new();
    while found.len() < 20 {
        let mut position = rules.start();
        let mut moves = Vec::new();
        for _ in 0..6 + 2 * found.len() {
            moves.clear();
            rules.legal_moves(&position, &mut moves);
            if let Some(&mv) = random.pick(&moves) {
                rules.play(&mut position, mv);
            }
        }
        moves.clear();
        rules.legal_moves(&position, &mut moves);
        if moves.len() > 3 {
            found.push(position);
        }
    }
    found
}

/// One search in a fresh table: the score, the positions looked at, and the seconds.
fn search<K: Kernel>(kernel: K, threads: usize, position: &Position, depth: u32) -> (i32, u64, f64) {
    let rules = Othello::new(Seat::FIRST, kernel);
    let mut engine = AlphaBeta::new(kernel, MobilityEvaluator, TABLE).with_threads(threads);
    // Clearing the table makes its memory real: a search is measured, not the system's handing out of pages.
    Engine::<Othello<K>>::new_game(&mut engine, 1);
    let stop = AtomicBool::new(false);
    let begin = Instant::now();
    let result = engine.search(
        &SearchRequest::new(&rules, position, &[], SearchLimits::until(&stop).depth(depth)),
        &mut |_| {},
    );
    let seconds = begin.elapsed().as_secs_f64();
    result.map_or((0, 0, seconds), |result| (result.score as i32, result.nodes, seconds))
}

fn main() -> ExitCode {
    let depth = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(13);
    let positions = positions(&Othello::new(Seat::FIRST, Portable));
    match V3::detect() {
        Some(v3) => run(v3, &positions, depth),
        None => run(Portable, &positions, depth),
    }
}

fn run<K: Kernel>(kernel: K, positions: &[Position], depth: u32) -> ExitCode {
    let (mut generic, mut hand, mut gains) = (0.0, 0.0, 0.0);
    let (mut nodes, mut plain_nodes) = (0u64, 0u64);
    let mut agree = true;
    for position in positions {
        let mut best = [f64::INFINITY; 3];
        for round in 0..3 {
            let (score, searched, seconds) = search(kernel, 1, position, depth);
            let mut plain = by_hand::Search::new(kernel, TABLE);
            let begin = Instant::now();
            let (plain_score, plain_searched) = plain.search(position, depth);
            let plain_seconds = begin.elapsed().as_secs_f64();
            agree &= score == plain_score;
            let (_, _, two_seconds) = search(kernel, 2, position, depth);
            best = [best[0].min(seconds), best[1].min(plain_seconds), best[2].min(two_seconds)];
            if round == 0 {
                nodes += searched;
                plain_nodes += plain_searched;
            }
        }
        generic += best[0];
        hand += best[1];
        gains += (best[0] / best[2]).ln();
    }
    // Speeds are compared per node.
    let (plain_speed, speed) = (plain_nodes as f64 / hand, nodes as f64 / generic);
    let share = speed / plain_speed;
    let gain = (gains / positions.len() as f64).exp();
    println!(
        "Othello, {} positions to depth {depth}, {nodes} positions searched, best of three",
        positions.len()
    );
    println!("by hand      {:8.3} s  {:6.2} million a second", hand, plain_speed / 1e6);
    println!("the generic  {:8.3} s  {:6.2} million a second, {share:.3} of by hand", generic, speed / 1e6);
    println!("two threads  {gain:.2} times sooner (geometric mean)");
    let is_same_size = plain_nodes.abs_diff(nodes) <= nodes / 10;
    if !agree || !is_same_size {
        println!("the two differ: {nodes} and {plain_nodes} nodes, the same scores: {agree}");
    }
    let is_short = depth < 10;
    let fine = share >= LEAST_SHARE && speed >= LEAST_SPEED && gain >= LEAST_GAIN_OF_SECOND_THREAD;
    if !fine && !is_short {
        println!(
            "asked: {LEAST_SHARE} of by hand, {} million a second, {LEAST_GAIN_OF_SECOND_THREAD} times sooner",
            LEAST_SPEED / 1e6
        );
    }
    if agree && (fine || is_short) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
