//! Counting n queens against the textbook's way, in one run: `cargo bench -p games --bench queens`.
//!
//! Fails when the count by borders loses its lead over the plain recursion, or the second thread its worth.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark reports")]

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use games::queens::bits;

const ROWS: usize = 15;
const SOLUTIONS: u64 = 2_279_184;
const LEAST_LEAD_OVER_PLAIN: f64 = 1.3;
const LEAST_GAIN_OF_SECOND_THREAD: f64 = 1.8;

fn main() -> ExitCode {
    // One round on a machine that may be busy shows only that the counts agree; ratios are asked of a full run.
    let is_short = std::env::args().any(|argument| argument == "--short");
    let rounds = if is_short { 1 } else { 5 };
    let contestants: [(&str, &dyn Fn() -> u64); 3] = [
        ("plain bit-mask recursion", &|| plain(black_box(ROWS))),
        ("bits, one thread", &|| bits::count(black_box(ROWS), 1)),
        ("bits, two threads", &|| bits::count(black_box(ROWS), 2)),
    ];
    let mut best = [Duration::MAX; 3];
    for _ in 0..rounds {
        // They take turns, so that a busy machine slows all of them rather than one.
        for (best, (name, count)) in best.iter_mut().zip(contestants) {
            let start = Instant::now();
            let solutions = count();
            *best = start.elapsed().min(*best);
            assert_eq!(solutions, SOLUTIONS, "{name}");
        }
    }

    let [plain, one, two] = best.map(|time| time.as_secs_f64());
    let lead = plain / one;
    let gain = one / two;
    println!("{ROWS} queens, {SOLUTIONS} solutions, best of {rounds}:");
    println!("{:<26}{:>9}  ratio", "", "seconds");
    for ((name, _), (seconds, ratio)) in contestants.iter().zip([
        (plain, String::new()),
        (one, format!("{lead:.2} times as fast as plain")),
        (two, format!("{gain:.2} times as fast as one thread")),
    ]) {
        println!("{name:<26}{seconds:>9.3}  {ratio}");
    }

    let mut verdict = ExitCode::SUCCESS;
    for (ratio, least, subject) in [
        (lead, LEAST_LEAD_OVER_PLAIN, "one thread against plain"),
        (gain, LEAST_GAIN_OF_SECOND_THREAD, "two threads against one"),
    ] {
        if ratio < least && !is_short {
            eprintln!("{subject}: {ratio:.2} times as fast, expected at least {least} (on two idle cores).");
            verdict = ExitCode::FAILURE;
        }
    }
    verdict
}

/// The textbook's count, row by row, without symmetry: what `bits::count` has to beat.
fn plain(rows: usize) -> u64 {
    fn descend(board: u32, columns: u32, rising: u32, falling: u32) -> u64 {
        if columns == board {
            return 1;
        }
        let mut free = board & !(columns | rising | falling);
        let mut count = 0;
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            count += descend(board, columns | queen, (rising | queen) >> 1, (falling | queen) << 1);
        }
        count
    }
    descend((1 << rows) - 1, 0, 0, 0)
}
