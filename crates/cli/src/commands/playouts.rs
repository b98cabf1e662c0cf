//! `takhteh playouts`: random games.

use std::time::Instant;

use arena::Playouts;
use clap::Args;
use games::catalog::{self, Visitor};
use games::engines::CatalogGame;
use rules::cpu::Cpu;

use crate::error::CliError;
use crate::game_args::GameArgs;
use crate::output::{Output, json};
use crate::progress::Progress;

/// Template of the progress bar.
const PROGRESS: &str = "[{bar:32}] {pos} of {len} games, {eta} left";

#[derive(Args)]
#[command(after_help = "\
Examples:
  takhteh playouts othello --games 10000
  takhteh playouts chess --army mao --seed 7 --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgs,

    /// Number of games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// Maximum number of moves in a game
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    max_plies: u64,

    /// Seed; the same seed plays the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

struct Play<'a>(&'a Arguments, &'a Progress);

impl Visitor for Play<'_> {
    type Output = (Playouts, f64);

    fn visit<C: Cpu, R: CatalogGame>(self, cpu: C, rules: R) -> Self::Output {
        let start = Instant::now();
        let Arguments { games, max_plies, seed, .. } = *self.0;
        let on_progress = |games| self.1.set(games);
        let played = arena::playouts_with_progress(cpu, &rules, games, max_plies, seed, &on_progress);
        (played, start.elapsed().as_secs_f64())
    }
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let settings = arguments.game.settings(output)?;
    let progress = Progress::new(arguments.games, PROGRESS);
    let (Playouts { games, finished, moves }, seconds) =
        catalog::visit(&arguments.game.game, &settings, Play(arguments, &progress))?;
    drop(progress);
    output.result(
        || {
            let speed = games as f64 / seconds.max(1e-9);
            format!("{games} games ({finished} finished), {moves} moves in {seconds:.3} s, {speed:.0} games per second")
        },
        || {
            json!({
                "game": arguments.game.game, "games": games, "finished": finished, "moves": moves,
                "seconds": seconds, "seed": arguments.seed,
            })
        },
    )
}
