//! `takhteh match`: two engines against each other.

mod journal_file;
mod keeping;
mod progress;
mod record_folder;
mod summary;

use std::path::PathBuf;
use std::thread::available_parallelism;

use arena::{Contest, Engines, Finished, Tally, Terms, timed, usual_openings};
use clap::Args;
use games::catalog::{self, Visitor};
use games::engines::CatalogGame;
use rules::Rules;
use rules::cpu::Cpu;
use search::EngineName;

use self::keeping::Keeping;
use self::progress::Progress;
use self::summary::Summary;
use crate::error::CliError;
use crate::game_args::GameArgs;
use crate::output::Output;
use crate::pace::PaceChoice;

/// No match has more games than this.
const MOST_GAMES: u64 = 10_000_000;

#[derive(Args)]
#[command(after_help = "\
Games come in pairs: both begin with the same random moves and have the same dice, and the engines change seats. With
four seats the engines sit alternately; the one whose seats share the better places wins. A limit holds for every move
of both engines; levels such as strong:level=4 hold besides. With a limit in nodes or depth, or none, the same seed
plays the same games on any number of threads.

Other programs play Othello by GTP (exec:gtp:COMMAND) and by the protocol of NBoard (exec:nboard:COMMAND); each thread
starts its own. GTP is told --time in whole seconds, at least 1, and no depth; NBoard is told --depth and no time. Neither
is told --nodes. A program that ends, is silent, late or unintelligible, or plays an illegal move loses that game, is
started again for the next, and the result says what happened. It is late 2 s after its time.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgs,

    /// The first engine, with options as in strong:level=6 (`takhteh games` lists them), or another program as in
    /// "exec:gtp:COMMAND WITH OPTIONS"
    #[arg(value_name = "A")]
    a: EngineName,

    /// The engine it plays against
    #[arg(value_name = "B")]
    b: EngineName,

    /// How many games, an even number
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(..=MOST_GAMES))]
    games: u64,

    /// Games at the same time; as many as there are cores unless said otherwise
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    #[command(flatten)]
    pace: PaceChoice,

    /// What openings, dice and engines do at random follows from it
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Random moves at the beginning of each pair; none with dice, else six, or an eighth of a short game
    #[arg(long, value_name = "N")]
    openings: Option<u32>,

    /// A game is stopped after so many moves, and counts as a draw
    #[arg(long, value_name = "N", default_value_t = Terms::USUAL_MAX_PLIES, value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,

    /// Keep every finished game in this file; if it holds games of this match, go on behind them
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    /// Keep the record of every game in this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let settings = arguments.game.settings()?;
    catalog::visit(&arguments.game.game, &settings, Match { arguments, output })?
}

struct Match<'a> {
    arguments: &'a Arguments,
    output: &'a mut Output,
}

impl Visitor for Match<'_> {
    type Output = Result<(), CliError>;

    fn visit<C: Cpu, R: CatalogGame>(self, cpu: C, rules: R) -> Result<(), CliError> {
        let Arguments { game, a, b, .. } = self.arguments;
        let terms = self.arguments.terms(&rules)?;
        let contest = Contest::new(cpu, &rules, terms)?;
        let threads = self.arguments.threads();
        let make = || Ok([peers::make(cpu, &rules, a)?, peers::make(cpu, &rules, b)?]);
        let engines: Vec<Engines<R>> = (0..threads).map(|_| make()).collect::<Result<_, CliError>>()?;

        let [name_a, name_b] = [a.to_string(), b.to_string()];
        let names = [name_a.as_str(), name_b.as_str()];
        let mut tally = Tally::new(terms.games);
        let mut keeping = Keeping::open(self.arguments, &rules, names, terms, &mut tally)?;
        let before = tally.games();
        let progress = Progress::new(terms.games, &tally);
        let (played, took) = timed(|| {
            contest.run(engines, &before, |finished: &[Finished<R>]| {
                keeping.keep(&rules, finished)?;
                for game in finished {
                    tally.add(&game.report);
                }
                progress.show(&tally);
                Ok::<(), CliError>(())
            })
        });
        progress.finish();
        played?;
        Summary { game: &game.game, names, terms, threads, before: before.len(), took, tally }
            .print(self.output)
    }
}

impl Arguments {
    fn terms<R: Rules>(&self, rules: &R) -> Result<Terms, CliError> {
        Ok(Terms {
            games: self.games,
            pace: self.pace.pace()?,
            seed: self.seed,
            openings: self.openings.unwrap_or_else(|| usual_openings(rules)),
            max_plies: self.max_plies,
        })
    }

    /// As many threads as asked for, or as there are cores; more than pairs would have nothing to do.
    fn threads(&self) -> usize {
        let cores = || available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from).min((self.games / 2) as usize)
    }
}
