//! `takhteh tune`: weights of engines tuned by games.

mod plan_source;
mod summary;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;
use std::time::Instant;

use clap::Args;
use disk::TuningFolder;
use games::tuning::GamePoints;
use tuner::{MethodName, Observer, Plan, Run};

use self::plan_source::PlanSource;
use self::summary::Summary;
use crate::error::CliError;
use crate::game_args::SettingArgs;
use crate::output::Output;
use crate::progress::Progress;
use crate::signals::on_stop_signal;

/// Template of the progress bar.
const PROGRESS: &str = "[{bar:32}] {pos} of {len} games, {msg}, {eta} left";

#[derive(Args)]
#[command(after_help = "\
A plan names the game, the engine, the parameters with their ranges, the method and the number of games; docs/tuning.md \
describes it. The methods are genetic, cma-es and spsa. The same seed gives the same result on any number of threads.

The folder gets the rankings of all generations (ga.log, generations.jsonl), the best weights (champion.conf, a parameter \
file for narrad --params and match), a page with plots (report.html) and the results of all games (journal). A run that was \
stopped by Ctrl-C or killed goes on with the same command and ends with the same result.

Examples:
  takhteh tune --list
  takhteh tune narrad
  takhteh tune narrad-fast --seed 7 --out seven --json
  takhteh tune plan.toml --method spsa --games 20000")]
pub(crate) struct Arguments {
    /// Plan file, or the name of a plan that comes with the program (--list)
    #[arg(value_name = "PLAN", required_unless_present = "list")]
    plan: Option<String>,

    /// List the plans that come with the program
    #[arg(long, conflicts_with = "plan")]
    list: bool,

    /// Folder of the run; an interrupted run is continued [default: tune-PLAN]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Number of games at the same time [default: number of cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Seed of everything random, instead of the plan's
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,

    /// Method, instead of the plan's: genetic, cma-es or spsa
    #[arg(long, value_name = "METHOD")]
    method: Option<MethodName>,

    /// Number of generations, instead of the plan's
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    generations: Option<u32>,

    /// Number of games of the search; it replaces the generations of the plan
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: Option<u64>,

    /// Number of games that confirm the champion, even, instead of the plan's
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    confirm: Option<u64>,

    /// Engine with options, instead of the plan's, such as narrad:depth=1
    #[arg(long, value_name = "ENGINE")]
    engine: Option<search::EngineName>,

    #[command(flatten)]
    settings: SettingArgs,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let Some(name) = &arguments.plan else { return summary::list(output) };
    let source = PlanSource::read(name)?;
    let (plan, tunable) = source.open(arguments, output)?;
    let path = arguments.out.clone().unwrap_or_else(|| PathBuf::from(format!("tune-{}", source.name())));
    let (folder, recorded) = TuningFolder::open(&path, &plan)?;
    let before = recorded.results.len() as u64;
    let progress = Progress::new(plan.expected_games(), PROGRESS);
    progress.set(before);
    progress.reset_estimate();
    let mut watcher =
        Watcher { folder, plan: &plan, progress, games: 0, started: Instant::now(), finished_generations: 0 };
    watcher.games = before;
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    on_stop_signal(move || raised.store(true, Ordering::Relaxed))?;
    let cores = || available_parallelism().map_or(1, usize::from);
    let threads = arguments.threads.map_or_else(cores, usize::from);
    let finished = tuner::run(&plan, tunable.as_ref(), threads, recorded, &stop, &mut watcher)?;
    let seconds = watcher.started.elapsed().as_secs_f64();
    watcher.folder.finish(&plan, &finished)?;
    drop(watcher);
    Summary { plan: &plan, run: &finished, folder: &path, threads, before, seconds }.print(output)?;
    if !finished.is_complete {
        output.flush()?;
        let (played, folder) = (finished.games, path.display());
        return Err(CliError::Interrupted(format!(
            "interrupted after {played} of about {} games; the same command resumes from {folder}",
            plan.expected_games()
        )));
    }
    Ok(())
}

/// Writes the files of a run and shows its progress.
struct Watcher<'a> {
    folder: TuningFolder,
    plan: &'a Plan,
    progress: Progress,
    /// Number of games played, those of the journal included.
    games: u64,
    started: Instant,
    finished_generations: usize,
}

impl Watcher<'_> {
    fn show(&self) {
        if !self.progress.is_hidden() {
            let generation = self.finished_generations;
            self.progress.set_message(format!("generation {generation} of {}", self.plan.generations));
            self.progress.set(self.games);
        }
    }
}

impl Observer for Watcher<'_> {
    type Error = CliError;

    fn on_results(&mut self, results: &[GamePoints]) -> Result<(), CliError> {
        self.games += results.len() as u64;
        self.show();
        Ok(self.folder.append(results)?)
    }

    fn on_generation(&mut self, run: &Run) -> Result<bool, CliError> {
        self.finished_generations = run.generations.len();
        self.show();
        self.folder.write_if_due(self.plan, run)?;
        let seconds = self.started.elapsed().as_secs();
        Ok(self.plan.max_seconds.is_none_or(|most| seconds < most))
    }

    fn on_end(&mut self, generation: u32) -> Result<(), CliError> {
        Ok(self.folder.append_end(generation)?)
    }
}
