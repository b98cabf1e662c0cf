//! Speed of the Othello endgame solver.
//!
//! `cargo bench -p games --bench othello_solve [-- --short]`: positions of games between weak players, solved with the
//! best kernel of this machine and some of them with the portable one, which must find the same with the same tree. With
//! `FFO=FILE` also the first ten positions of that OBF file, whose scores must be what it says; they are meant to be
//! numbers 40 to 49 of the FFO test. Every position is also solved on two threads, which never changes a score. Fails where
//! something differs, or is slower than required.
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
/// Limits for the first positions of the file together, on one thread.
struct Limits {
    positions: usize,
    seconds: f64,
    nodes: u64,
}

const FFO_LIMITS: [Limits; 2] = [
    Limits { positions: 5, seconds: 7.0, nodes: 150_000_000 },
    Limits { positions: 10, seconds: 60.0, nodes: 1_500_000_000 },
];

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
    let mut solvers = Solvers::new(kernel);
    println!("Othello, {count} positions with {empties} empty squares, kernel {}", K::NAME);
    let (mut nodes, mut seconds, mut is_fine) = (0, 0.0, true);
    let mut solutions = Vec::new();
    for position in &positions {
        let (solution, took) = solvers.solve(position);
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
    println!("{}", solvers.ratio());

    let mut portable = Solver::new(Portable, MEMORY);
    let (mut ours, mut theirs) = (0.0, 0.0);
    for (position, (solution, took)) in positions.iter().zip(&solutions).take(count / 3) {
        let (again, slower, _) = solve(&mut portable, position);
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
            Ok(text) => solve_file(&mut Solvers::new(kernel), &text),
            Err(error) => {
                println!("the file FFO could not be read: {error}");
                false
            }
        };
    }
    if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The positions of an OBF file: whether all scores are as it says, within the limits.
fn solve_file<K: Kernel>(solvers: &mut Solvers<K>, text: &str) -> bool {
    let problems = match obf::read(&Othello::new(Seat::FIRST, Portable), text) {
        Ok(problems) => problems,
        Err(error) => {
            println!("{error}");
            return false;
        }
    };
    let mut is_fine = problems.len() >= FFO_LIMITS[0].positions;
    let (mut all_nodes, mut all_seconds) = (0, 0.0);
    for (problem, number) in problems.iter().take(FFO_LIMITS[1].positions).zip(40..) {
        let (Solution { score, nodes, .. }, seconds) = solvers.solve(&problem.position);
        let speed = nodes as f64 / seconds / 1e6;
        println!("FFO {number}: score {score:+}, {nodes} nodes, {seconds:.2} s, {speed:.1} million a second");
        is_fine &= problem.known_score() == Some(score);
        all_nodes += nodes;
        all_seconds += seconds;
        for limits in FFO_LIMITS.iter().filter(|limits| number + 1 == 40 + limits.positions) {
            println!("FFO 40-{number}: {all_nodes} nodes, {all_seconds:.2} s");
            println!("{}", solvers.ratio());
            if all_seconds > limits.seconds || all_nodes > limits.nodes {
                println!("asked: {} s, {} nodes", limits.seconds, limits.nodes);
                is_fine = false;
            }
        }
    }
    if !is_fine {
        println!("the scores are not those of the file, it has too few, or they took too long");
    }
    is_fine
}

/// A solver on one thread and one on two, with the time that each has taken.
struct Solvers<K> {
    solvers: [Solver<K>; 2],
    elapsed: [f64; 2],
    nodes: [u64; 2],
}

impl<K: Kernel> Solvers<K> {
    fn new(kernel: K) -> Solvers<K> {
        let solvers = [1, 2].map(|threads| Solver::new(kernel, MEMORY).with_threads(threads));
        Solvers { solvers, elapsed: [0.0; 2], nodes: [0; 2] }
    }

    /// Solves a position with both. Returns the solution and the seconds of work of one thread.
    fn solve(&mut self, position: &Position) -> (Solution, f64) {
        let mut found = Vec::new();
        for ((solver, elapsed), nodes) in self.solvers.iter_mut().zip(&mut self.elapsed).zip(&mut self.nodes)
        {
            let (solution, seconds, waited) = solve(solver, position);
            *elapsed += waited;
            *nodes += solution.nodes;
            found.push((solution, seconds));
        }
        assert_eq!(found[0].0.score, found[1].0.score, "threads never change a score");
        found.swap_remove(0)
    }

    /// Elapsed time and nodes of one thread against two.
    fn ratio(&self) -> String {
        let ([one, two], [nodes, nodes_of_two]) = (self.elapsed, self.nodes);
        let (sooner, more) = (one / two, 100.0 * (nodes_of_two as f64 / nodes as f64 - 1.0));
        format!("two threads: {sooner:.2} times sooner ({one:.2} s, {two:.2} s), {more:+.1} % nodes")
    }
}

/// One position with nothing remembered: the solution, the seconds of work of this thread, and the elapsed seconds.
fn solve<K: Kernel>(solver: &mut Solver<K>, position: &Position) -> (Solution, f64, f64) {
    let stop = AtomicBool::new(false);
    solver.clear();
    let (begin, worked) = (Instant::now(), seconds_worked());
    let solution = solver.solve(position, &SearchLimits::until(&stop));
    let waited = begin.elapsed().as_secs_f64();
    // Processor time, because other processes may be running.
    let seconds = worked.zip(seconds_worked()).map_or(waited, |(before, after)| after - before);
    let nothing = |nodes| Solution { score: 0, line: Vec::new(), nodes };
    (solution.unwrap_or_else(nothing), seconds.max(1e-9), waited)
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
