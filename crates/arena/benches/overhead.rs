//! Random games through a match against bare playouts, in one run: `cargo bench -p arena --bench overhead`.
//!
//! A match rolls provably fair dice, stores position keys, reads the clock, and checks every move. The benchmark fails if
//! that costs more than allowed.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark reports")]

use std::collections::HashSet;
use std::process::ExitCode;
use std::time::Duration;

use arena::{Engines, Match, MatchConfig, playouts};
use engine::timed;
use games::catalog::{self, Visitor};
use games::engines::CatalogGame;
use rules::InputError;
use rules::cpu::Cpu;
use search::RandomPlayer;

/// Maximum cost of a match relative to bare playouts.
const MAX_RATIO: f64 = 1.3;

struct Race {
    games: u64,
    rounds: u32,
}

impl Visitor for Race {
    type Output = Result<[f64; 2], InputError>;

    /// Best time for a move in nanoseconds, bare and in a match.
    fn visit<C: Cpu, R: CatalogGame>(self, cpu: C, rules: R) -> Self::Output {
        let (games, max_plies) = (self.games, MatchConfig::DEFAULT_MAX_PLIES);
        let config = MatchConfig { games, max_plies, ..MatchConfig::default() };
        let played_match = Match::new(cpu, &rules, config)?;
        let mut best = [f64::INFINITY; 2];
        // Alternating, so that a busy machine slows both.
        for _ in 0..self.rounds {
            let (bare, bare_took) = timed(|| playouts(cpu, &rules, games, max_plies.into(), 1));
            let (moves, match_took) = timed(|| {
                let engines: Engines<R> = [Box::new(RandomPlayer::new(1)), Box::new(RandomPlayer::new(2))];
                let mut moves = 0;
                played_match.run(vec![engines], &HashSet::new(), |finished| {
                    moves += finished.iter().map(|game| game.report.plies).sum::<u64>();
                    Ok::<(), InputError>(())
                })?;
                Ok::<u64, InputError>(moves)
            });
            let per_move = |took: Duration, moves: u64| took.as_nanos() as f64 / moves as f64;
            for (best, now) in
                best.iter_mut().zip([per_move(bare_took, bare.moves), per_move(match_took, moves?)])
            {
                *best = best.min(now);
            }
        }
        Ok(best)
    }
}

fn main() -> ExitCode {
    // A short run only shows that the benchmark works; the ratio is required of a full run.
    let is_short = std::env::args().any(|argument| argument == "--short");
    let rounds = if is_short { 1 } else { 25 };
    println!("random games, nanoseconds a move, best of {rounds}");
    println!("{:12}{:>10}{:>10}{:>8}", "", "bare", "match", "ratio");
    let mut exit_code = ExitCode::SUCCESS;
    for (game, games, is_required) in [
        ("halma", 100, true),
        ("backgammon", 200, true),
        ("othello", 5_000, false),
        ("tictactoe", 50_000, false),
    ] {
        let [bare, in_match] = match catalog::visit(game, "", Race { games, rounds }).and_then(|times| times)
        {
            Ok(times) => times,
            Err(error) => {
                eprintln!("{game}: {error}");
                return ExitCode::FAILURE;
            }
        };
        let ratio = in_match / bare;
        let required = if is_required { format!("  (required: at most {MAX_RATIO})") } else { String::new() };
        println!("{game:12}{bare:>10.0}{in_match:>10.0}{ratio:>8.2}{required}");
        if is_required && !is_short && ratio > MAX_RATIO {
            eprintln!("{game}: a match costs {ratio:.2} times a bare game, expected at most {MAX_RATIO}.");
            exit_code = ExitCode::FAILURE;
        }
    }
    exit_code
}
