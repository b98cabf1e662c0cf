//! `takhteh backgammon train`: networks trained by self-play.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use disk::replace_file;
use games::backgammon::narrad::Weights;
use games::backgammon::network::Networks;
use games::backgammon::training::{Trainer, TrainingPlan, measure};

use crate::bounded_read::{read_file, read_text_file};
use crate::error::CliError;
use crate::output::{Output, json};
use crate::progress::Progress;
use crate::signals::on_stop_signal;

/// Template of the progress bar.
const PROGRESS: &str = "[{bar:32}] {pos} of {len} games, {eta} left";
/// Games between two looks at the signals.
const STEP: u64 = 100;
/// Largest file of networks, in bytes.
const MAX_FILE: u64 = 1 << 24;

#[derive(Args)]
pub(crate) struct Arguments {
    /// File for the networks; training goes on if it exists
    file: PathBuf,

    /// Hidden units of the network for contact positions
    #[arg(long, default_value_t = 128, value_parser = clap::value_parser!(u16).range(8..=1024))]
    hidden: u16,

    /// Hidden units of the network for races
    #[arg(long, default_value_t = 32, value_parser = clap::value_parser!(u16).range(8..=1024))]
    race_hidden: u16,

    /// Number of games
    #[arg(long, default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// Seed of the first weights and of the dice
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Learning rate of the first game
    #[arg(long, default_value_t = 0.05)]
    rate: f32,

    /// Learning rate of the last game
    #[arg(long, default_value_t = 0.005)]
    last_rate: f32,

    /// Games between two measurements of the strength
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    measure_every: u64,
}

impl Arguments {
    fn plan(&self) -> Result<TrainingPlan, CliError> {
        for (name, rate) in [("--rate", self.rate), ("--last-rate", self.last_rate)] {
            if !(1e-6..=1.0).contains(&rate) {
                return Err(CliError::usage(format_args!(
                    "{name} cannot be {rate}: expected a number from 0.000001 to 1"
                )));
            }
        }
        Ok(TrainingPlan {
            hidden: [self.hidden, self.race_hidden].map(|size| usize::from(size.next_multiple_of(8))),
            games: self.games,
            seed: self.seed,
            rates: [self.rate, self.last_rate],
        })
    }

    /// The file with the state of the training.
    fn state_file(&self) -> PathBuf {
        let mut name = self.file.file_name().unwrap_or_default().to_owned();
        name.push(".state");
        self.file.with_file_name(name)
    }
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let plan = arguments.plan()?;
    let mut trainer = open(arguments, &plan)?;
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    on_stop_signal(move || raised.store(true, Ordering::Relaxed))?;
    let progress = Progress::new(plan.games, PROGRESS);
    progress.set(trainer.games);
    progress.reset_estimate();
    while trainer.games < plan.games && !stop.load(Ordering::Relaxed) {
        let until_measured = arguments.measure_every - trainer.games % arguments.measure_every;
        plan.train(&mut trainer, STEP.min(until_measured));
        progress.set(trainer.games);
        if trainer.games % arguments.measure_every == 0 || trainer.games == plan.games {
            save(arguments, &plan, &trainer)?;
            let (points, error) = measure(&trainer.networks, &Weights::EVOLVED, 2_000, 77);
            progress.suspend(|| {
                output.result(
                    || {
                        let games = trainer.games;
                        format!(
                            "{games} games: {points:+.3} +- {error:.3} points per game against narrad:depth=1"
                        )
                    },
                    || json!({"games": trainer.games, "points": points, "error": error}),
                )?;
                output.flush()
            })?;
        }
    }
    save(arguments, &plan, &trainer)
}

/// The trainer where it was left, or a new one.
fn open(arguments: &Arguments, plan: &TrainingPlan) -> Result<Trainer, CliError> {
    let state = arguments.state_file();
    if !state.exists() {
        if arguments.file.exists() {
            return Err(CliError::usage(format_args!(
                "cannot train {}: it exists without {}: expected a new file, or one whose training was interrupted",
                arguments.file.display(),
                state.display()
            )));
        }
        return Ok(Trainer::new(plan.hidden[0], plan.hidden[1], plan.seed));
    }
    let text = read_text_file(&state, 4096)?;
    let (heading, games) = text.trim_end().rsplit_once('\n').unwrap_or_default();
    if heading != heading_of(plan) {
        return Err(CliError::usage(format_args!(
            "cannot resume {}: it was begun with other options: expected\n{heading}",
            arguments.file.display()
        )));
    }
    let games = games.strip_prefix("games played ").and_then(|games| games.parse().ok());
    let games = games.ok_or_else(|| {
        CliError::usage(format_args!("cannot read {}: expected \"games played N\"", state.display()))
    })?;
    let networks = Networks::read(&read_file(&snapshot(&arguments.file, games), MAX_FILE)?)?;
    Ok(Trainer::resume(networks, games, plan.seed))
}

/// The plan as text.
fn heading_of(plan: &TrainingPlan) -> String {
    let [hidden, race_hidden] = plan.hidden;
    let [rate, last_rate] = plan.rates;
    format!(
        "--hidden {hidden} --race-hidden {race_hidden} --games {} --seed {} --rate {rate} --last-rate {last_rate}",
        plan.games, plan.seed
    )
}

/// The networks that a state refers to: a file of their own, so that state and networks always belong together.
fn snapshot(file: &Path, games: u64) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{games}"));
    file.with_file_name(name)
}

/// Writes the networks, then the state that refers to them, then the file for use.
fn save(arguments: &Arguments, plan: &TrainingPlan, trainer: &Trainer) -> Result<(), CliError> {
    let bytes = trainer.networks.write();
    let state = arguments.state_file();
    let before = read_text_file(&state, 4096).ok();
    replace_file(&snapshot(&arguments.file, trainer.games), &bytes)?;
    let text = format!("{}\ngames played {}\n", heading_of(plan), trainer.games);
    replace_file(&state, text.as_bytes())?;
    replace_file(&arguments.file, &bytes)?;
    // The snapshot of the state before is of no use any more.
    let games = before.and_then(|text| text.trim_end().rsplit_once("games played ")?.1.parse::<u64>().ok());
    if let Some(games) = games.filter(|&games| games != trainer.games) {
        let _ = std::fs::remove_file(snapshot(&arguments.file, games));
    }
    Ok(())
}
