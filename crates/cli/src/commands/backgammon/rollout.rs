//! `takhteh backgammon rollout`: positions played to the end many times.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use games::backgammon::analysis::Analyst;
use games::backgammon::rollout::{RolloutPlan, RolloutResult};
use games::backgammon::{Backgammon, Board};
use rules::Notation;

use super::evaluate::{chances_object, chances_text};
use super::positions::AnyPosition;
use crate::bearoff_file;
use crate::error::CliError;
use crate::output::{Output, json};
use crate::progress::Progress;
use crate::signals::on_stop_signal;

/// Template of the progress bar.
const PROGRESS: &str = "[{bar:32}] {pos} of {len} trials, {eta} left";

#[derive(Args)]
pub(crate) struct Arguments {
    /// Position: XGID, Position ID, Position ID:Match ID, or FIBS board
    #[arg(allow_hyphen_values = true)]
    position: String,

    /// Number of trials, rounded up to a multiple of 36
    #[arg(long, default_value_t = 324, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    trials: u64,

    /// Number of plays to roll out if the position has dice
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=1000))]
    plays: u16,

    /// Turns after which a trial is evaluated instead of played on
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    truncate: Option<u32>,

    /// Seed of the dice
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Number of threads [default: number of cores]
    #[arg(long)]
    threads: Option<NonZero<u16>>,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let position = AnyPosition::read(&arguments.position)?;
    bearoff_file::provide_for("backgammon");
    let analyst = Analyst::builtin();
    let threads = arguments.threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, NonZero::get),
        |threads| threads.get().into(),
    );
    let plan =
        RolloutPlan { trials: arguments.trials, seed: arguments.seed, truncate: arguments.truncate, threads };
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    on_stop_signal(move || raised.store(true, Ordering::Relaxed))?;
    let roll_out = |board: &Board| {
        let progress = Progress::new(plan.trials.next_multiple_of(36), PROGRESS);
        analyst
            .roll_out(board, &plan, &stop, &|trials| progress.set(trials))
            .ok_or_else(|| CliError::failed("stopped before the first trials were played"))
    };
    let board = position.board();
    if board.dice().is_none() {
        let result = roll_out(&board.board())?;
        return print(None, &position, &result, output);
    }
    let mut plays = analyst.plays(board, 0);
    plays.truncate(arguments.plays.into());
    let mut results = Vec::new();
    for rated in &plays {
        let mut result = roll_out(&rated.board.flipped())?;
        result.chances = result.chances.flipped();
        results.push((rated.play, result));
    }
    results.sort_by(|(_, one), (_, two)| two.chances.equity().total_cmp(&one.chances.equity()));
    let rules = Backgammon::new();
    for (play, result) in &results {
        print(Some(&rules.write_move(board, *play)), &position, result, output)?;
    }
    Ok(())
}

fn print(
    play: Option<&str>,
    position: &AnyPosition,
    result: &RolloutResult,
    output: &mut Output,
) -> Result<(), CliError> {
    let RolloutResult { chances, error, trials } = *result;
    output.result(
        || {
            let play = play.map(|play| format!("{play:24} ")).unwrap_or_default();
            format!("{play}{}, +- {error:.4}, {trials} trials", chances_text(chances))
        },
        || {
            json!({
                "position": position.xgid(), "play": play, "chances": chances_object(chances),
                "error": error, "trials": trials,
            })
        },
    )
}
