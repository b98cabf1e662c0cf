//! Othello's perft through the contract against the same count written by hand, in one run.
//!
//! `cargo bench -p games --bench othello [DEPTH]`: prints seconds and ratios; fails if the contract is slower than the
//! straightforward loop. That loop knows no trait, no list of moves and no position type: two integers and shifts.
#![allow(clippy::print_stdout, reason = "a benchmark reports")]

use std::process::ExitCode;
use std::time::Instant;

use games::othello::{Kernel, Othello};
use rules::cpu::{Cpu, Portable, Task, V3};
use rules::{Rules, Seat, perft};

/// The textbook way: one shift after another in eight directions.
mod by_hand {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

    fn step(discs: u64, direction: usize) -> u64 {
        match direction {
            0 => (discs << 1) & NOT_A,
            1 => (discs << 9) & NOT_A,
            2 => discs << 8,
            3 => (discs << 7) & NOT_H,
            4 => (discs >> 1) & NOT_H,
            5 => (discs >> 9) & NOT_H,
            6 => discs >> 8,
            _ => (discs >> 7) & NOT_A,
        }
    }

    fn moves(mover: u64, other: u64) -> u64 {
        let mut found = 0;
        for direction in 0..8 {
            let mut run = step(mover, direction) & other;
            for _ in 0..5 {
                run |= step(run, direction) & other;
            }
            found |= step(run, direction);
        }
        found & !(mover | other)
    }

    fn flips(square: u32, mover: u64, other: u64) -> u64 {
        let mut flipped = 0;
        for direction in 0..8 {
            let mut run = 0;
            let mut front = step(1 << square, direction);
            while front & other != 0 {
                run |= front;
                front = step(front, direction);
            }
            if front & mover != 0 {
                flipped |= run;
            }
        }
        flipped
    }

    pub fn perft(mover: u64, other: u64, depth: u32) -> u64 {
        let mut squares = moves(mover, other);
        if depth == 1 {
            return u64::from(squares.count_ones().max(1));
        }
        if squares == 0 {
            return if moves(other, mover) == 0 { 1 } else { perft(other, mover, depth - 1) };
        }
        let mut total = 0;
        while squares != 0 {
            let square = squares.trailing_zeros();
            squares &= squares - 1;
            let flipped = flips(square, mover, other);
            total += perft(other ^ flipped, mover | flipped | 1 << square, depth - 1);
        }
        total
    }
}

/// The same loop by hand, but on our kernels: what is left of the difference is what the contract costs.
struct OnKernel<K> {
    kernel: K,
    mover: u64,
    other: u64,
    depth: u32,
}

impl<K: Kernel> Task for OnKernel<K> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let OnKernel { kernel, mover, other, depth } = self;
        let mut squares = kernel.moves(mover, other);
        if depth == 1 {
            return u64::from(squares.count_ones().max(1));
        }
        if squares == 0 {
            if kernel.moves(other, mover) == 0 {
                return 1;
            }
            return kernel.run(OnKernel { kernel, mover: other, other: mover, depth: depth - 1 });
        }
        let mut total = 0;
        while squares != 0 {
            let square = squares.trailing_zeros() as u8;
            squares &= squares - 1;
            let flipped = kernel.flips(square, mover, other);
            let (mover, other) = (other ^ flipped, mover | flipped | 1 << square);
            total += kernel.run(OnKernel { kernel, mover, other, depth: depth - 1 });
        }
        total
    }
}

fn by_contract<K: Kernel>(kernel: K, depth: u32) -> u64 {
    let rules = Othello::new(Seat::FIRST, kernel);
    perft(kernel, &rules, &rules.start(), depth)
}

fn main() -> ExitCode {
    let depth = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(11);
    let position = Othello::new(Seat::FIRST, Portable).start();
    let (mover, other) = (position.discs(Seat::FIRST), position.discs(Seat::SECOND));

    type Way = (&'static str, Box<dyn Fn() -> u64>);
    let mut ways: Vec<Way> = vec![
        ("by hand, shifts", Box::new(move || by_hand::perft(mover, other, depth))),
        ("contract, portable", Box::new(move || by_contract(Portable, depth))),
    ];
    if let Some(v3) = V3::detect() {
        ways.push((
            "by hand, x86-64-v3 kernel",
            Box::new(move || v3.run(OnKernel { kernel: v3, mover, other, depth })),
        ));
        ways.push(("contract, x86-64-v3", Box::new(move || by_contract(v3, depth))));
    }

    let mut best = vec![f64::INFINITY; ways.len()];
    let mut nodes = vec![0; ways.len()];
    // Taking turns, so that a busy moment does not fall on one of them alone.
    for _ in 0..3 {
        for (index, (_, way)) in ways.iter().enumerate() {
            let begin = Instant::now();
            nodes[index] = way();
            best[index] = best[index].min(begin.elapsed().as_secs_f64());
        }
    }
    println!("Othello perft {depth}, best of three");
    for (index, (name, _)) in ways.iter().enumerate() {
        let (seconds, ratio) = (best[index], best[0] / best[index]);
        println!("{name:28} {:>13} {seconds:8.3} s   {ratio:5.2} x by hand", nodes[index]);
    }
    let same = nodes.iter().all(|&count| count == nodes[0]);
    let fast = best[0] >= best[ways.len() - 1];
    if !same {
        println!("the counts differ");
    }
    if !fast {
        println!("the contract is slower than the loop written by hand");
    }
    if same && fast { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
