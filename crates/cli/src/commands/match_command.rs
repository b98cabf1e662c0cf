//! `takhteh match`: two engines against each other.

mod match_files;
mod match_journal;
mod opening_args;
mod record_folder;
mod side_args;
mod sprt_args;
mod summary;

use std::path::PathBuf;
use std::thread::available_parallelism;

use arena::{Engines, Failure, FinishedGame, ListedOpening, Match, MatchConfig, SequentialTest, Side, Tally};
use clap::Args;
use engine::{StopFlags, timed};
use games::catalog::{self, Visitor};
use games::engines::{self, CatalogGame};
use peers::{EngineFailure, ProgramOptions};
use rules::cpu::Cpu;
use search::{Engine, EngineError, EngineName};

use self::match_files::MatchFiles;
use self::opening_args::OpeningArgs;
use self::side_args::SideArgs;
use self::sprt_args::SprtArgs;
use self::summary::Summary;
use crate::bearoff_file;
use crate::engine_args;
use crate::error::CliError;
use crate::game_args::GameArgs;
use crate::limit_args::LimitArgs;
use crate::output::Output;
use crate::program_args::ProgramArgs;
use crate::progress::Progress;
use crate::signals::stop_flags;

/// Template of the progress bar.
const PROGRESS: &str = "[{bar:32}] {pos} of {len} games, {msg}, {eta} left";

/// Default number of games.
const DEFAULT_GAMES: u64 = 100;

/// Default maximum of a match that a sequential test ends.
const DEFAULT_SPRT_GAMES: u64 = 100_000;

/// Maximum number of games.
const MAX_GAMES: u64 = 10_000_000;

#[derive(Args)]
#[command(after_help = "\
Games come in pairs: both start with the same random moves and use the same dice, and the engines swap seats. With four \
seats the engines alternate; the engine whose seats share the better places wins. A limit applies to every move of both \
engines, in addition to levels such as strong:level=4. With a limit in nodes or depth, or none, the same seed plays the \
same games on any number of threads.

External programs play any game by lines of JSON (exec:json:COMMAND), chess over UCI (exec:uci:COMMAND) or the xboard protocol (exec:xboard:COMMAND), Othello over GTP (exec:gtp:COMMAND) or the NBoard protocol (exec:nboard:COMMAND), and single games of \
backgammon over the judge protocol (exec:judge:COMMAND, a process for each game); each thread starts its own process. GTP and xboard receive --time in whole seconds, at least 1; GTP receives no depth; NBoard receives --depth and no \
time. None of the three receives --nodes, UCI receives all limits, and the judge protocol has no limits. A program that exits, does not answer, is 2 s late, breaks the protocol or plays an \
illegal move loses that game and is restarted for the next; the result lists these failures.

--sprt ELO0 ELO1 ends the match as soon as a sequential probability ratio test is decided: for H1, A is at least ELO1 \
better, or for H0, A is at most ELO0 better. The test is the generalised one over pairs of games (pentanomial), in logistic Elo; pairs enter it \
in their order, so that threads and interruptions do not change its decision.

--clock BASE+INC gives each side a clock, in seconds. A move that exceeds it by more than --clock-margin loses the game (late).

Ctrl-C stops the match and prints the result so far, with exit code 130. With --journal the same command continues the \
match later.

Examples:
  takhteh match othello strong:level=4 random --games 20
  takhteh match chess classic random --army mao --games 4
  takhteh match backgammon random random --seed 7 --journal games.journal
  takhteh match othello strong:level=3 strong:level=2 --nodes 300 --sprt 0 30
  takhteh match chess strong:level=3 strong:level=2 --openings 8 --balanced 80 --clock 1+0.01
  takhteh match chess strong exec:uci:stockfish --time-a 100 --nodes-b 1000 --option-b Hash=64
  takhteh match chess strong exec:xboard:fairymax --time 100 --engine-log fairymax.log
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

    /// Number of games, even; with --sprt the maximum [default: 100, with --sprt 100000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=MAX_GAMES))]
    games: Option<u64>,

    #[command(flatten)]
    sprt: SprtArgs,

    /// Number of games at the same time [default: number of cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    #[command(flatten)]
    limits: LimitArgs,

    /// Seed of openings, dice and engines
    #[arg(long, default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    sides: SideArgs,

    #[command(flatten)]
    openings: OpeningArgs,

    #[command(flatten)]
    programs: ProgramArgs,

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

/// The engine of a game that evaluates random openings: its strongest.
fn opening_evaluator<R: CatalogGame>(rules: &R) -> Option<Box<dyn Engine<R>>> {
    engines::create(rules, &"strong".parse().ok()?).ok()
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
        let (config, openings) = self.arguments.config(&rules)?;
        let played_match = Match::new(cpu, &rules, config)?
            .classify_errors(failure)
            .with_openings(openings)
            .evaluate_openings(opening_evaluator);
        let config = played_match.config();
        let threads = self.arguments.threads();
        let common = self.arguments.programs.options([a, b].iter().any(|name| name.program().is_some()))?;
        let options = Side::BOTH.map(|side| ProgramOptions {
            options: self.arguments.sides.options(side).to_vec(),
            ..common.clone()
        });
        let make =
            || Ok([peers::make_with(&rules, a, &options[0])?, peers::make_with(&rules, b, &options[1])?]);
        let engines: Vec<Engines<R>> = (0..threads).map(|_| make()).collect::<Result<_, CliError>>()?;

        let [name_a, name_b] = [(Side::A, a), (Side::B, b)]
            .map(|(side, name)| self.arguments.sides.name(side, &name.to_string()));
        let names = [name_a.as_str(), name_b.as_str()];
        let mut tally = Tally::new(config.games);
        let mut test = self.arguments.sprt.test()?;
        let mut files = MatchFiles::open(self.arguments, &rules, names, config, &mut tally)?;
        let before = tally.games();
        let progress = Progress::new(config.games, PROGRESS);
        let cancelled = stop_flags()?;
        update(test.as_mut(), &tally, &cancelled);
        show(&progress, &tally, test.as_ref());
        progress.reset_estimate();
        let (played, took) = timed(|| {
            played_match.run_until(&cancelled, engines, &before, |finished: &[FinishedGame<R>]| {
                files.append(&rules, finished)?;
                for game in finished {
                    tally.add(&game.report);
                }
                update(test.as_mut(), &tally, &cancelled);
                show(&progress, &tally, test.as_ref());
                Ok::<(), CliError>(())
            })
        });
        drop(progress);
        played?;
        let (played, games) = (tally.played(), config.games);
        let is_complete = played == games || test.as_ref().is_some_and(|test| test.accepted().is_some());
        let before = before.len();
        Summary { game: &game.game, names, config, threads, before, took, tally, test, is_complete }
            .print(self.output)?;
        if !is_complete {
            self.output.flush()?;
            return Err(CliError::Interrupted(format!("interrupted after {played} of {games} games")));
        }
        Ok(())
    }
}

/// Updates a sequential test; its decision ends the match.
fn update(test: Option<&mut SequentialTest>, tally: &Tally, cancelled: &StopFlags) {
    if let Some(test) = test {
        test.update(tally);
        if test.accepted().is_some() {
            cancelled.raise();
        }
    }
}

/// Shows the results so far.
fn show(progress: &Progress, tally: &Tally, test: Option<&SequentialTest>) {
    if progress.is_hidden() {
        return;
    }
    let [losses, draws, wins] = tally.trinomial();
    let test = test.map_or_else(String::new, |test| format!(", {}", sprt_args::llr_text(test)));
    progress.set_message(format!("{wins} won, {draws} drawn, {losses} lost{test}"));
    progress.set(wins + draws + losses);
}

impl Arguments {
    fn config<R: CatalogGame>(&self, rules: &R) -> Result<(MatchConfig, Vec<ListedOpening<R>>), CliError> {
        let mut config = MatchConfig {
            games: self.games(),
            limits: self.sides.limits(&self.limits.limits()?),
            clock: self.sides.clock()?,
            seed: self.seed,
            max_plies: self.max_plies,
            ..MatchConfig::default()
        };
        let openings = self.openings.configure(rules, &mut config)?;
        Ok((config, openings))
    }

    fn games(&self) -> u64 {
        self.games.unwrap_or(if self.sprt.is_given() { DEFAULT_SPRT_GAMES } else { DEFAULT_GAMES })
    }

    /// Number of threads: the option or the number of cores, at most one for each pair.
    fn threads(&self) -> usize {
        let cores = || available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from).min((self.games() / 2) as usize)
    }
}
