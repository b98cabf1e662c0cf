//! `takhteh match`: two engines against each other.

mod match_files;
mod match_journal;
mod record_folder;
mod summary;

use std::path::PathBuf;
use std::thread::available_parallelism;

use arena::{Engines, Failure, FinishedGame, Match, MatchConfig, Tally, default_opening_plies};
use clap::Args;
use engine::timed;
use games::catalog::{self, Visitor};
use games::engines::CatalogGame;
use peers::EngineFailure;
use rules::Rules;
use rules::cpu::Cpu;
use search::{EngineError, EngineName};

use self::match_files::MatchFiles;
use self::summary::Summary;
use crate::bearoff_file;
use crate::engine_args;
use crate::error::CliError;
use crate::game_args::GameArgs;
use crate::limit_args::LimitArgs;
use crate::output::Output;
use crate::progress::Progress;
use crate::signals::stop_flags;

/// Template of the progress bar.
const PROGRESS: &str = "[{bar:32}] {pos} of {len} games, {msg}, {eta} left";

/// Maximum number of games.
const MAX_GAMES: u64 = 10_000_000;

#[derive(Args)]
#[command(after_help = "\
Games come in pairs: both start with the same random moves and use the same dice, and the engines swap seats. With four \
seats the engines alternate; the engine whose seats share the better places wins. A limit applies to every move of both \
engines, in addition to levels such as strong:level=4. With a limit in nodes or depth, or none, the same seed plays the \
same games on any number of threads.

External programs play any game by lines of JSON (exec:json:COMMAND), chess over UCI (exec:uci:COMMAND), Othello over GTP (exec:gtp:COMMAND) or the NBoard protocol (exec:nboard:COMMAND), and single games of \
backgammon over the judge protocol (exec:judge:COMMAND, a process for each game); each thread starts its own process. GTP receives --time in whole seconds, at least 1, and no depth; NBoard receives --depth and no \
time. Neither of the two receives --nodes, UCI receives all limits, and the judge protocol has no limits. A program that exits, does not answer, is 2 s late, breaks the protocol or plays an \
illegal move loses that game and is restarted for the next; the result lists these failures.

Ctrl-C stops the match and prints the result so far, with exit code 130. With --journal the same command continues the \
match later.

Examples:
  takhteh match othello strong:level=4 random --games 20
  takhteh match chess classic random --army mao --games 4
  takhteh match backgammon random random --seed 7 --journal games.journal
  takhteh match othello strong:level=6 exec:gtp:/usr/games/gtp-rhino --time 1000")]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgs,

    /// First engine, with options such as strong:level=6 (`takhteh games` lists the engines), or an external program such
    /// as "exec:gtp:COMMAND WITH OPTIONS"
    #[arg(value_name = "A", value_parser = engine_args::engine_name)]
    a: EngineName,

    /// Second engine
    #[arg(value_name = "B", value_parser = engine_args::engine_name)]
    b: EngineName,

    /// Number of games, even
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(..=MAX_GAMES))]
    games: u64,

    /// Number of games at the same time [default: number of cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    #[command(flatten)]
    limits: LimitArgs,

    /// Seed of openings, dice and engines
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Number of random moves at the start of each pair [default: 0 with dice, otherwise 6, fewer in short games]
    #[arg(long, value_name = "N")]
    openings: Option<u32>,

    /// Number of moves after which a game is stopped and counts as a draw
    #[arg(long, value_name = "N", default_value_t = MatchConfig::DEFAULT_MAX_PLIES, value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,

    /// Append every finished game to this file; a file with games of this match is continued
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    /// Write a record of every game to this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let settings = arguments.game.settings(output)?;
    bearoff_file::provide_for(&arguments.game.game);
    catalog::visit(&arguments.game.game, &settings, MatchVisitor { arguments, output })?
}

struct MatchVisitor<'a> {
    arguments: &'a Arguments,
    output: &'a mut Output,
}

/// Kind of an engine's error; only external programs have several.
fn failure(error: &EngineError) -> Failure {
    let failure = error.downcast_ref::<EngineFailure>();
    failure.map_or(Failure::Garbage, |failure| engine_args::failure(failure.kind))
}

impl Visitor for MatchVisitor<'_> {
    type Output = Result<(), CliError>;

    fn visit<C: Cpu, R: CatalogGame>(self, cpu: C, rules: R) -> Result<(), CliError> {
        let Arguments { game, a, b, .. } = self.arguments;
        let played_match = Match::new(cpu, &rules, self.arguments.config(&rules)?)?.classify_errors(failure);
        let config = played_match.config();
        let threads = self.arguments.threads();
        let make = || Ok([peers::make(&rules, a)?, peers::make(&rules, b)?]);
        let engines: Vec<Engines<R>> = (0..threads).map(|_| make()).collect::<Result<_, CliError>>()?;

        let [name_a, name_b] = [a.to_string(), b.to_string()];
        let names = [name_a.as_str(), name_b.as_str()];
        let mut tally = Tally::new(config.games);
        let mut files = MatchFiles::open(self.arguments, &rules, names, config, &mut tally)?;
        let before = tally.games();
        let progress = Progress::new(config.games, PROGRESS);
        show(&progress, &tally);
        progress.reset_estimate();
        let cancelled = stop_flags()?;
        let (played, took) = timed(|| {
            played_match.run_until(&cancelled, engines, &before, |finished: &[FinishedGame<R>]| {
                files.append(&rules, finished)?;
                for game in finished {
                    tally.add(&game.report);
                }
                show(&progress, &tally);
                Ok::<(), CliError>(())
            })
        });
        drop(progress);
        played?;
        let (played, games) = (tally.played(), config.games);
        Summary { game: &game.game, names, config, threads, before: before.len(), took, tally }
            .print(self.output)?;
        if played < games {
            self.output.flush()?;
            return Err(CliError::Interrupted(format!("interrupted after {played} of {games} games")));
        }
        Ok(())
    }
}

/// Shows the results so far.
fn show(progress: &Progress, tally: &Tally) {
    if progress.is_hidden() {
        return;
    }
    let [losses, draws, wins] = tally.trinomial();
    progress.set_message(format!("{wins} won, {draws} drawn, {losses} lost"));
    progress.set(wins + draws + losses);
}

impl Arguments {
    fn config<R: Rules>(&self, rules: &R) -> Result<MatchConfig, CliError> {
        Ok(MatchConfig {
            games: self.games,
            limits: self.limits.limits()?,
            seed: self.seed,
            opening_plies: self.openings.unwrap_or_else(|| default_opening_plies(rules)),
            max_plies: self.max_plies,
        })
    }

    /// Number of threads: the option or the number of cores, at most one for each pair.
    fn threads(&self) -> usize {
        let cores = || available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from).min((self.games / 2) as usize)
    }
}
