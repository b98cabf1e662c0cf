//! scratch
#![allow(clippy::print_stdout, reason = "a benchmark reports")]
use games::othello::Othello;
use games::othello::endgame::Solver;
use games::othello::formats::obf;
use rules::cpu::{Portable, V3};
use rules::{Notation, Seat};
use search::Limits;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn main() {
    let path = std::env::var("FFO").unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let only: Vec<usize> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let rules = Othello::new(Seat::FIRST, Portable);
    let problems = obf::read(&rules, &text).unwrap();
    let stop = AtomicBool::new(false);
    let v3 = V3::detect().unwrap();
    let mut solver = Solver::new(v3, 1 << 27);
    let (mut all_nodes, mut all) = (0, 0.0);
    for (index, problem) in problems.iter().enumerate() {
        if !only.contains(&(index + 40)) {
            continue;
        }
        solver.clear();
        let begin = Instant::now();
        let solution = solver.solve(&problem.position, &Limits::until(&stop)).unwrap();
        let seconds = begin.elapsed().as_secs_f64();
        let mut at = problem.position;
        let line: Vec<String> = solution
            .line
            .iter()
            .map(|&mv| {
                let t = rules.write_move(&at, mv);
                rules::Rules::play(&rules, &mut at, mv);
                t
            })
            .collect();
        println!(
            "#{} {:+} (known {:+?}) {:.2} s {} nodes {:.1} Mn/s {}",
            index + 40,
            solution.score,
            problem.known_score(),
            seconds,
            solution.nodes,
            solution.nodes as f64 / seconds / 1e6,
            line.join(" ")
        );
        all_nodes += solution.nodes;
        all += seconds;
    }
    println!("all {all:.2} s {all_nodes} nodes {:.1} Mn/s", all_nodes as f64 / all / 1e6);
}
