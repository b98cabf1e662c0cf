//! Halma's fast move generator against the plain one, in one run: `cargo bench --workspace --bench halma`.
//!
//! Fails when the fast generator loses its lead on the classic board, or the search becomes slow.
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used, reason = "a benchmark reports")]

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use games::engines::{self, CatalogGame};
use games::halma::{Configuration, Halma};
use rules::cpu::{Cpu, Portable};
use rules::{Rules, perft};
use search::{SearchLimits, SearchRequest};

const LEAST_LEAD_OVER_PLAIN: f64 = 9.0;

fn halma<const W: usize>(size: usize, order: &str, jumps: &str) -> Halma<W> {
    let text =
        format!("Size = {size} * {size}\nBeads-order = {order}\nJumps = {jumps}\nLeave-camp-value = 200");
    Halma::new(Configuration::read(&text).unwrap()).unwrap()
}

/// Counts with both generators; returns the lead of the fast one at the last depth.
fn compare<C: Cpu, const W: usize>(cpu: C, game: &Halma<W>, depths: u32, rounds: u32) -> f64 {
    let mut lead = 0.0;
    for depth in 1..=depths {
        let [mut fast_time, mut plain_time] = [f64::MAX; 2];
        let mut leaves = 0;
        for _ in 0..rounds {
            // They take turns, so that a busy machine slows both.
            let start = Instant::now();
            leaves = perft(cpu, game, &game.start(), depth);
            fast_time = start.elapsed().as_secs_f64().min(fast_time);
            let start = Instant::now();
            assert_eq!(leaves, game.plain_perft(&game.start(), depth));
            plain_time = start.elapsed().as_secs_f64().min(plain_time);
        }
        lead = plain_time / fast_time;
        let millions = |time: f64| leaves as f64 / time / 1e6;
        println!(
            "  perft {depth}: {leaves} leaves, {:.1} million a second, plain {:.1}, ratio {lead:.1}",
            millions(fast_time),
            millions(plain_time)
        );
    }
    lead
}

/// Nodes per second of a search of the start position.
fn search_speed<const W: usize>(name: &str, game: &Halma<W>, nodes: u64)
where
    Halma<W>: CatalogGame,
{
    let mut engine = engines::create(game, &"strong".parse().unwrap()).unwrap();
    let stop = AtomicBool::new(false);
    let position = game.start();
    let limits = SearchLimits::until(&stop).nodes(nodes);
    let (start, cpu_start) = (Instant::now(), cpu_seconds());
    let result = engine.search(&SearchRequest::new(game, &position, &[], limits), &mut |_| {}).unwrap();
    let millions = result.nodes as f64 / 1e6;
    let speed = millions / start.elapsed().as_secs_f64();
    println!("{name}: search {speed:.2} million nodes a second, depth {}", result.depth);
    if let (Some(before), Some(after)) = (cpu_start, cpu_seconds()) {
        println!("{name}: search by CPU time {:.2} million nodes a second", millions / (after - before));
    }
}

/// Processor time of this thread, where the system reports it: other programs slow only the clock.
fn cpu_seconds() -> Option<f64> {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = statistics.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

fn run<C: Cpu>(cpu: C, is_short: bool) -> ExitCode {
    let (depths, rounds, nodes) = if is_short { (3, 1, 1_000_000) } else { (4, 3, 4_000_000) };
    println!("processor {}", C::NAME);
    let mut classic = 0.0;
    for jumps in ["super", "ordinary"] {
        println!("16x16 with 1 2 3 4 5 4, {jumps} jumps");
        let lead = compare(cpu, &halma::<4>(16, "1 2 3 4 5 4", jumps), depths, rounds);
        if jumps == "super" {
            classic = lead;
        }
        println!("10x10 with 1 2 3 4 5, {jumps} jumps");
        compare(cpu, &halma::<2>(10, "1 2 3 4 5", jumps), depths, rounds);
    }
    search_speed("16x16", &halma::<4>(16, "1 2 3 4 5 4", "super"), nodes);
    search_speed("10x10", &halma::<2>(10, "1 2 3 4 5", "super"), nodes);
    if classic < LEAST_LEAD_OVER_PLAIN && !is_short {
        eprintln!("16x16: {classic:.1} times the plain generator, expected at least {LEAST_LEAD_OVER_PLAIN}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn main() -> ExitCode {
    let is_short = std::env::args().any(|argument| argument == "--short");
    #[cfg(target_arch = "x86_64")]
    if let Some(v3) = rules::cpu::V3::detect() {
        return run(v3, is_short);
    }
    run(Portable, is_short)
}
