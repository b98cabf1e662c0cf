//! Nodes per second of CPU time of the chess engine, for orthodox and other armies, in positions of random games:
//! `cargo bench --workspace --bench chess_search [-- --short]`. The last column is a digest of moves and scores: it stays
//! the same as long as the engine searches the same tree. `./trial chess-nodes` compares with GNU Chess. `SUITE=FILE` also
//! solves the positions of an EPD file with best moves.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark reports")]

use std::sync::atomic::AtomicBool;

use games::catalog::{self, Visitor};
use games::engines::{CatalogGame, create};
use rules::cpu::Cpu;
use rules::{Random, Status, mix};
use search::{SearchLimits, SearchRequest};

const ARMIES: [&str; 6] = ["ordinary", "knightmate", "amazon", "griffon", "cannon", "grasshopper"];
const POSITIONS: u32 = 12;

/// CPU time of this process in seconds.
fn cpu_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    // User time, in ticks of 1/100 s.
    fields[11].parse::<f64>().unwrap() / 100.0
}

/// Searches positions of random games: nodes, seconds, and a digest.
struct Search {
    nodes: u64,
}

impl Visitor for Search {
    type Output = (u64, f64, u64);

    fn visit<C: Cpu, R: CatalogGame>(self, _cpu: C, rules: R) -> (u64, f64, u64) {
        let mut random = Random::new(5);
        let mut engine = create(&rules, &"strong".parse().unwrap()).unwrap();
        let (mut nodes, mut digest) = (0, 0);
        let begin = cpu_time();
        for number in 0..POSITIONS {
            let mut position = rules.start();
            for _ in 0..6 + 4 * number {
                let mut moves = Vec::new();
                if !matches!(rules.legal_moves(&position, &mut moves), Status::Turn(_)) {
                    break;
                }
                rules.play(&mut position, *random.pick(&moves).unwrap());
            }
            engine.new_game(1);
            let stop = AtomicBool::new(false);
            let limits = SearchLimits::until(&stop).nodes(self.nodes);
            let request = SearchRequest::new(&rules, &position, &[], limits);
            if let Some(result) = engine.search(&request, &mut |_| {}) {
                nodes += result.nodes;
                for byte in rules.write_move(&position, result.best).bytes() {
                    digest = mix(digest ^ u64::from(byte));
                }
                digest = mix(digest ^ result.score.to_bits());
            }
        }
        (nodes, cpu_time() - begin, digest)
    }
}

/// Counts the positions of an EPD file whose best move is found.
struct Suite<'a> {
    text: &'a str,
    nodes: u64,
}

impl Visitor for Suite<'_> {
    type Output = (u32, u32);

    fn visit<C: Cpu, R: CatalogGame>(self, _cpu: C, rules: R) -> (u32, u32) {
        let mut engine = create(&rules, &"strong".parse().unwrap()).unwrap();
        let (mut solved, mut positions) = (0, 0);
        for line in self.text.lines().filter(|line| !line.trim().is_empty()) {
            let (fen, rest) = line.split_once(" bm ").unwrap();
            let position = rules::read_position(&rules, &format!("{fen} 0 1")).unwrap();
            let best = rest.split(';').next().unwrap();
            engine.new_game(1);
            let stop = AtomicBool::new(false);
            let limits = SearchLimits::until(&stop).nodes(self.nodes);
            let request = SearchRequest::new(&rules, &position, &[], limits);
            let found = engine.search(&request, &mut |_| {}).unwrap().best;
            solved += u32::from(best.split(' ').any(|san| {
                rules
                    .read_move(&position, san)
                    .is_ok_and(|mv| rules.write_move(&position, mv) == rules.write_move(&position, found))
            }));
            positions += 1;
        }
        (solved, positions)
    }
}

fn main() {
    if let Ok(file) = std::env::var("SUITE") {
        let text = std::fs::read_to_string(file).unwrap();
        let nodes = std::env::var("NODES").map_or(130_000, |nodes| nodes.parse().unwrap());
        let (solved, positions) = catalog::visit("chess", "", Suite { text: &text, nodes }).unwrap();
        println!("{solved} of {positions} positions solved with {nodes} nodes each");
        return;
    }
    let is_short = std::env::args().any(|argument| argument == "--short");
    let nodes = if is_short { 20_000 } else { 400_000 };
    println!("{:<14}{:>12}{:>10}{:>8}  digest", "army", "nodes", "CPU s", "Mn/s");
    for army in ARMIES {
        let settings = format!("army = {army}");
        let (nodes, seconds, digest) = catalog::visit("chess", &settings, Search { nodes }).unwrap();
        println!(
            "{army:<14}{nodes:>12}{seconds:>10.2}{:>8.2}  {:06x}",
            nodes as f64 / seconds / 1e6,
            digest & 0xff_ffff
        );
    }
}
