//! Random games through a contest against bare playouts, in one run: `cargo bench -p arena --bench overhead`.
//!
//! A contest rolls dice that can be checked, keeps the keys of all positions, looks at the clock, and checks every move;
//! it fails here when that costs more than allowed.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark reports")]

use std::collections::HashSet;
use std::process::ExitCode;
use std::time::Duration;

use arena::{Contest, Engines, Pace, Terms, playouts, timed};
use games::catalog::{self, Visitor};
use games::engines::CatalogGame;
use rules::InputError;
use rules::cpu::Cpu;
use search::RandomPlayer;

/// A game through a contest may cost so many times a bare one.
const MOST: f64 = 1.3;

struct Race {
    games: u64,
    rounds: u32,
}

impl Visitor for Race {
    type Output = Result<[f64; 2], InputError>;

    /// The best time for a move, bare and in a contest, in nanoseconds.
    fn visit<C: Cpu, R: CatalogGame>(self, cpu: C, rules: R) -> Self::Output {
        let (games, max_plies) = (self.games, Terms::USUAL_MAX_PLIES);
        let terms = Terms { games, pace: Pace::Free, seed: 1, openings: 0, max_plies };
        let contest = Contest::new(cpu, &rules, terms)?;
        let mut best = [f64::INFINITY; 2];
        // They take turns, so that a busy machine slows both of them rather than one.
        for _ in 0..self.rounds {
            let (bare, bare_took) = timed(|| playouts(cpu, &rules, games, max_plies.into(), 1));
            let (moves, contest_took) = timed(|| {
                let engines: Engines<R> = [Box::new(RandomPlayer::new(1)), Box::new(RandomPlayer::new(2))];
                let mut moves = 0;
                contest.run(vec![engines], &HashSet::new(), |finished| {
                    moves += finished.iter().map(|game| game.report.plies).sum::<u64>();
                    Ok::<(), InputError>(())
                })?;
                Ok::<u64, InputError>(moves)
            });
            let per_move = |took: Duration, moves: u64| took.as_nanos() as f64 / moves as f64;
            for (best, now) in
                best.iter_mut().zip([per_move(bare_took, bare.moves), per_move(contest_took, moves?)])
            {
                *best = best.min(now);
            }
        }
        Ok(best)
    }
}

fn main() -> ExitCode {
    // One round on a machine that may be busy shows only that it works; ratios are asked of a full run.
    let is_short = std::env::args().any(|argument| argument == "--short");
    let rounds = if is_short { 1 } else { 25 };
    println!("random games, nanoseconds a move, best of {rounds}");
    println!("{:12}{:>10}{:>10}{:>8}", "", "bare", "contest", "ratio");
    let mut verdict = ExitCode::SUCCESS;
    for (game, games, is_asked) in [
        ("halma", 100, true),
        ("backgammon", 200, true),
        ("othello", 5_000, false),
        ("tictactoe", 50_000, false),
    ] {
        let [bare, contest] = match catalog::visit(game, "", Race { games, rounds }).and_then(|times| times) {
            Ok(times) => times,
            Err(error) => {
                eprintln!("{game}: {error}");
                return ExitCode::FAILURE;
            }
        };
        let ratio = contest / bare;
        let asked = if is_asked { format!("  (asked: at most {MOST})") } else { String::new() };
        println!("{game:12}{bare:>10.0}{contest:>10.0}{ratio:>8.2}{asked}");
        if is_asked && !is_short && ratio > MOST {
            eprintln!("{game}: a contest costs {ratio:.2} times a bare game, expected at most {MOST}.");
            verdict = ExitCode::FAILURE;
        }
    }
    verdict
}
