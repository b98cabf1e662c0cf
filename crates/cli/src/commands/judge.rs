//! `takhteh judge`: two programs of the judge protocol against each other.

mod caia;
mod game;
mod logs;
mod plan;
mod summary;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use engine::timed;
use games::backgammon::{Dice, ROLLS};
use rules::{Random, mix};

use self::game::GameSetup;
use self::logs::LogFolder;
use self::plan::Plan;
use self::summary::Summary;
use crate::commands::narrad::Dialect;
use crate::error::CliError;
use crate::output::Output;
use crate::program_args::start_guard;
use crate::signals::stop_flags;

/// Maximum number of games.
const MAX_GAMES: u64 = 1_000_000;

#[derive(Args)]
#[command(after_help = "\
A and B are command lines. The players start alternate games, and both games of a pair have the same dice. Every move is \
checked. A player that crashes, is silent, is late, plays an illegal move or sends garbage loses the game for what the \
position can still cost; the failure is named. A gammon counts 2, and nothing counts 3.

Without A and B, --plan or else manager.txt in the current folder is read: the number of games, then for each game player, \
log, player, log; the first player starts. One line of players may serve all games.

With --dialect caia a manager, a referee and the players run under a dispatcher. --manager is the command of the manager; \
without it this program is manager and referee.

Examples:
  takhteh judge \"takhteh narrad --depth 1\" ./player2 --games 20
  takhteh judge ./player1 ./player2 --time 5000 --logs logs --json
  takhteh judge --plan manager.txt --logs logs
  takhteh judge --dialect caia --manager ./manager")]
pub(crate) struct Arguments {
    /// Command of the first player
    #[arg(value_name = "A")]
    a: Option<String>,

    /// Command of the second player
    #[arg(value_name = "B")]
    b: Option<String>,

    /// Number of games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_GAMES))]
    games: Option<u64>,

    /// Time for a player in a game, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    time: u64,

    /// Write the logs of both players and the referee to this folder
    #[arg(long, value_name = "DIR")]
    logs: Option<PathBuf>,

    /// Games, players and logs, in the format of manager.txt
    #[arg(long, value_name = "FILE", conflicts_with_all = ["a", "b", "games"])]
    plan: Option<PathBuf>,

    /// Dialect of the protocol
    #[arg(long, value_enum, default_value_t = Dialect::Judge)]
    dialect: Dialect,

    /// Command of the manager, in the dialect caia
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["a", "b", "games", "plan"])]
    manager: Option<String>,

    /// Seed of the dice
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Part to play under another dispatcher: the referee of one game (A is its log), or the manager
    #[arg(long, value_enum, hide = true)]
    role: Option<Role>,
}

/// Part of this program under a dispatcher.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Role {
    Referee,
    Manager,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    match (arguments.role, arguments.dialect) {
        (Some(Role::Referee), _) => caia::run_referee(arguments),
        (Some(Role::Manager), _) => caia::run_manager(arguments),
        (None, Dialect::Caia) => caia::run_dispatcher(arguments, output),
        (None, Dialect::Judge) if arguments.manager.is_some() => {
            Err(CliError::usage("--manager is for the dialect caia: expected --dialect caia"))
        }
        (None, Dialect::Judge) => judge(arguments, output),
    }
}

/// Plays the games of the plan, one after another.
fn judge(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let plan = Plan::of(arguments)?;
    let guard = start_guard()?;
    let stop = stop_flags()?;
    let mut logs = LogFolder::new(arguments.logs.as_deref())?;
    let mut summary = Summary::new(&plan, arguments.seed);
    let (played, took) = timed(|| {
        for (number, planned) in (1..).zip(plan.games()) {
            let setup = GameSetup {
                players: &planned.players,
                budget: Duration::from_millis(arguments.time),
                logs: logs.open(number, &planned)?,
                guard: &guard,
                stop: &stop,
            };
            let Some(game) = game::play(setup, dice(arguments.seed, number))? else { return Ok(false) };
            summary.add(number, &planned, &game, output)?;
        }
        Ok::<bool, CliError>(true)
    });
    let is_complete = played?;
    summary.print(took, output)?;
    if !is_complete {
        output.flush()?;
        let (played, games) = (summary.played(), plan.len());
        return Err(CliError::Interrupted(format!("interrupted after {played} of {games} games")));
    }
    Ok(())
}

/// The dice of a game, numbered from 1. Both games of a pair have the same.
fn dice(seed: u64, game: u64) -> impl FnMut() -> Dice {
    let mut random = Random::new(mix(seed ^ mix((game - 1) / 2)));
    // The weights are constant and positive, so there is always a roll to pick.
    move || random.pick_weighted(&ROLLS).unwrap_or(ROLLS[0].0)
}
