//! Counting chess through the general machinery against a program made for ordinary chess alone, and other armies against
//! ordinary chess, in one run: `cargo bench -p games --bench chess`.
//!
//! Fails when the counts differ, when we have less than a fifth of cozy-chess's speed, when the army of griffons and
//! knightriders has less than half of our ordinary speed, or when an army's tables are large or slow to make.
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used, reason = "a benchmark reports")]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use games::catalog::{self, Visitor};
use games::chess::{Chess, builtin};
use games::engines::CatalogGame;
use rules::cpu::{Cpu, Portable};
use rules::{Rules, perft};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const LEAST_OF_COZY: f64 = 0.2;
const LEAST_OF_ORDINARY: f64 = 0.5;
const LONGEST_MAKING: Duration = Duration::from_millis(50);
const LARGEST_TABLES: usize = 1 << 20;

/// Counts a position of the catalog's game, with the processor the catalog chooses.
struct Count<'a> {
    fen: &'a str,
    depth: u32,
}

impl Visitor for Count<'_> {
    type Output = (u64, f64);
    fn visit<C: Cpu, R: CatalogGame>(self, cpu: C, rules: R) -> (u64, f64) {
        let position = rules::read_position(&rules, self.fen).unwrap();
        let begin = Instant::now();
        let count = perft(cpu, &rules, &position, self.depth);
        (count, begin.elapsed().as_secs_f64())
    }
}

fn ours(army: &str, fen: &str, depth: u32) -> (u64, f64) {
    catalog::visit("chess", &format!("army = {army}"), Count { fen, depth }).unwrap()
}

fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                count += cozy(&next, depth - 1);
            }
        }
        false
    });
    count
}

fn main() -> ExitCode {
    let is_short = std::env::args().any(|argument| argument == "--short");
    let (rounds, less) = if is_short { (1, 1) } else { (5, 0) };
    let mut verdict = ExitCode::SUCCESS;
    let mut ordinary_speed: f64 = 0.0;
    println!("{:<28}{:>14}{:>12}{:>12}  ratio, best of {rounds}", "", "leaves", "Mn/s", "cozy Mn/s");
    for (name, fen, depth) in [("start", START, 6 - less), ("kiwipete", KIWIPETE, 5 - less)] {
        let board: cozy_chess::Board = fen.parse().unwrap();
        let (mut best, mut theirs, mut leaves) = (f64::MAX, f64::MAX, 0);
        for _ in 0..rounds {
            let (count, seconds) = ours("ordinary", fen, depth);
            let begin = Instant::now();
            assert_eq!(cozy(&board, depth), count, "{name}");
            theirs = theirs.min(begin.elapsed().as_secs_f64());
            (best, leaves) = (best.min(seconds), count);
        }
        let ratio = theirs / best;
        let speed = leaves as f64 / best / 1e6;
        ordinary_speed = ordinary_speed.max(speed);
        let theirs = leaves as f64 / theirs / 1e6;
        println!(
            "{:<28}{leaves:>14}{speed:>12.1}{theirs:>12.1}  {ratio:.2}",
            format!("{name}, depth {depth}")
        );
        if ratio < LEAST_OF_COZY && !is_short {
            eprintln!("{name}: {ratio:.2} of cozy-chess's speed, at least {LEAST_OF_COZY} was asked");
            verdict = ExitCode::FAILURE;
        }
    }
    let (_, plain) = (0..rounds).map(|_| ours("ordinary", "start", 6 - less)).fold((0, f64::MAX), faster);
    for army in ["griffon", "cannon", "amazon"] {
        let ordinary = ours("ordinary", "start", 6 - less).0 as f64 / plain / 1e6;
        let (leaves, seconds) =
            (0..rounds).map(|_| ours(army, "start", 5 - less)).fold((0, f64::MAX), faster);
        let speed = leaves as f64 / seconds / 1e6;
        let ratio = speed / ordinary;
        println!(
            "{:<28}{leaves:>14}{speed:>12.1}{:>12}  {ratio:.2} of ordinary",
            format!("{army}, depth {}", 5 - less),
            ""
        );
        if army == "griffon" && ratio < LEAST_OF_ORDINARY && !is_short {
            eprintln!("{army}: {ratio:.2} of our ordinary speed, at least {LEAST_OF_ORDINARY} was asked");
            verdict = ExitCode::FAILURE;
        }
    }
    println!("\n{:<28}{:>14}{:>12}", "tables", "bytes", "ms");
    for name in builtin::NAMES {
        // Under a name of its own it was not compiled before.
        let mut army = builtin::army(name).unwrap();
        army.name.push_str(" anew");
        let begin = Instant::now();
        let chess = Chess::new(army, Portable).unwrap();
        let making = begin.elapsed();
        let _ = chess.start();
        println!("{name:<28}{:>14}{:>12.1}", chess.table_bytes(), making.as_secs_f64() * 1e3);
        if chess.table_bytes() > LARGEST_TABLES || making > LONGEST_MAKING && !is_short {
            eprintln!("the tables of {name} are too large or too slow to make");
            verdict = ExitCode::FAILURE;
        }
    }
    verdict
}

/// The faster of two runs.
fn faster(one: (u64, f64), other: (u64, f64)) -> (u64, f64) {
    if other.1 < one.1 { other } else { one }
}
