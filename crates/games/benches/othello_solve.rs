//! Speed of the Othello endgame solver.
//!
//! `cargo bench -p games --bench othello_solve [-- --short]`: positions of games between weak players, solved with the
//! best kernel of this machine and some of them with the portable one, which must find the same with the same tree. With
//! `FFO=FILE` also the first five positions of that OBF file, whose scores must be what it says; they are meant to be
//! numbers 40 to 44 of the FFO test. Fails where something differs, or is slower than required.
#![allow(clippy::print_stdout, reason = "a benchmark reports")]

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use games::othello::endgame::{Solution, Solver};
use games::othello::formats::obf;
use games::othello::{Kernel, MobilityEvaluator, Othello, Position};
use rules::cpu::{Portable, V3};
use rules::{Random, Rules, Seat, Status};
use search::{AlphaBeta, Engine, SearchLimits, SearchRequest};

/// Bytes of a solver's memory.
const MEMORY: usize = 1 << 27;
const LEAST_SPEED: f64 = 10e6;
/// Positions of the file that are solved, and the seconds they may take together.
const FFO_POSITIONS: usize = 5;
const FFO_SECONDS: f64 = 60.0;

fn main() -> ExitCode {
    let is_short = std::env::args().any(|argument| argument == "--short");
    match V3::detect() {
        Some(v3) => run(v3, is_short),
        None => run(Portable, is_short),
    }
}

fn run<K: Kernel>(kernel: K, is_short: bool) -> ExitCode {
    let (count, empties) = if is_short { (6, 14) } else { (20, 20) };
    let positions = positions(kernel, count, empties);
    let mut solver = Solver::new(kernel, MEMORY);
    println!("Othello, {count} positions with {empties} empty squares, kernel {}", K::NAME);
    let (mut nodes, mut seconds, mut is_fine) = (0, 0.0, true);
    let mut solutions = Vec::new();
    for position in &positions {
        let (solution, took) = solve(&mut solver, position);
        nodes += solution.nodes;
        seconds += took;
        solutions.push((solution, took));
    }
    let slowest = solutions.iter().map(|(_, took)| *took).fold(0.0, f64::max);
    let speed = nodes as f64 / seconds;
    println!(
        "{nodes} nodes, {seconds:.3} s, the slowest {slowest:.3} s, {:.1} million a second",
        speed / 1e6
    );

    let mut portable = Solver::new(Portable, MEMORY);
    let (mut ours, mut theirs) = (0.0, 0.0);
    for (position, (solution, took)) in positions.iter().zip(&solutions).take(count / 3) {
        let (again, slower) = solve(&mut portable, position);
        is_fine &= again == *solution;
        ours += took;
        theirs += slower;
    }
    println!("{:.2} times as fast as the portable kernel", theirs / ours);
    if !is_fine {
        println!("the two kernels do not walk the same tree");
    }
    if speed < LEAST_SPEED && !is_short {
        println!("asked: {} million a second", LEAST_SPEED / 1e6);
        is_fine = false;
    }
    if let Some(file) = std::env::var_os("FFO") {
        is_fine &= match std::fs::read_to_string(&file) {
            Ok(text) => solve_file(&mut solver, &text),
            Err(error) => {
                println!("the file FFO could not be read: {error}");
                false
            }
        };
    }
    if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The positions of an OBF file: whether all scores are as it says, in time.
fn solve_file<K: Kernel>(solver: &mut Solver<K>, text: &str) -> bool {
    let problems = match obf::read(&Othello::new(Seat::FIRST, Portable), text) {
        Ok(problems) => problems,
        Err(error) => {
            println!("{error}");
            return false;
        }
    };
    let (mut all_nodes, mut all_seconds, mut agree) = (0, 0.0, problems.len() >= FFO_POSITIONS);
    for (problem, number) in problems.iter().take(FFO_POSITIONS).zip(40..) {
        let (Solution { score, nodes, .. }, seconds) = solve(solver, &problem.position);
        let speed = nodes as f64 / seconds / 1e6;
        println!("FFO {number}: score {score:+}, {nodes} nodes, {seconds:.2} s, {speed:.1} million a second");
        agree &= problem.known_score() == Some(score);
        all_nodes += nodes;
        all_seconds += seconds;
    }
    let speed = all_nodes as f64 / all_seconds;
    println!("all: {all_nodes} nodes, {all_seconds:.2} s, {:.1} million a second", speed / 1e6);
    if !agree {
        println!("the scores are not those of the file, or it has too few");
    }
    let is_fast = all_seconds <= FFO_SECONDS && speed >= LEAST_SPEED;
    if !is_fast {
        println!("asked: {FFO_SECONDS} s in all, {} million a second", LEAST_SPEED / 1e6);
    }
    agree && is_fast
}

/// One position with nothing remembered: the solution, and the seconds of work.
fn solve<K: Kernel>(solver: &mut Solver<K>, position: &Position) -> (Solution, f64) {
    let stop = AtomicBool::new(false);
    solver.clear();
    let (begin, worked) = (Instant::now(), seconds_worked());
    let solution = solver.solve(position, &SearchLimits::until(&stop));
    let waited = begin.elapsed().as_secs_f64();
    // Processor time, because other processes may be running.
    let seconds = worked.zip(seconds_worked()).map_or(waited, |(before, after)| after - before);
    let nothing = |nodes| Solution { score: 0, line: Vec::new(), nodes };
    (solution.unwrap_or_else(nothing), seconds.max(1e-9))
}

/// Processor time of this process in seconds, where the system reports it.
fn seconds_worked() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split_whitespace().next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}

/// Positions with `empties` empty squares: a dozen random moves, then self-play of a weak engine.
fn positions<K: Kernel>(kernel: K, count: usize, empties: u32) -> Vec<Position> {
    let rules = Othello::new(Seat::FIRST, kernel);
    let stop = AtomicBool::new(false);
    let mut engine = AlphaBeta::new(kernel, MobilityEvaluator, 1 << 20);
    let mut random = Random::new(11);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = rules.start();
        Engine::<Othello<K>>::new_game(&mut engine, 1);
        while position.empties() >= empties {
            let mut moves = Vec::new();
            if matches!(rules.legal_moves(&position, &mut moves), Status::Over(_)) {
                break;
            }
            if position.empties() == empties {
                found.push(position);
                break;
            }
            let result = engine.search(
                &SearchRequest::new(&rules, &position, &[], SearchLimits::until(&stop).nodes(2_000)),
                &mut |_| {},
            );
            let chosen = if position.empties() > 48 { random.pick(&moves).copied() } else { None };
            match chosen.or(result.map(|result| result.best)) {
                Some(mv) => rules.play(&mut position, mv),
                None => break,
            }
        }
    }
    found
}
