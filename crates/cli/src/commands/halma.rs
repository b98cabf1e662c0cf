//! `takhteh halma`: the solo race.

use std::time::Instant;

use clap::{Args, Subcommand};
use games::catalog;
use games::halma::{Configuration, SoloRace};
use rules::{InputError, Seat};
use table::{DiceSource, Millis, SeatAction, Secret, Table, TimeControl};

use crate::error::CliError;
use crate::game_args::SettingArgs;
use crate::output::{Output, json};
use crate::progress::Progress;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Find the fewest moves in which one player brings a whole camp across, and print them as a record
    #[command(after_help = "\
The first player of the configuration moves alone; the second has a single bead that steps to and fro in a corner. The \
search starts narrow and widens until all its placements are used up. The result is the shortest race found, not always \
the shortest possible.

Examples:
  takhteh halma race --config confi.cfg
  takhteh halma race --preset 16x16 --set Jumps=ordinary --json")]
    Race(RaceArguments),
}

#[derive(Args)]
pub(crate) struct RaceArguments {
    #[command(flatten)]
    settings: SettingArgs,

    /// Number of placements to look at, in millions
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    placements: u64,
}

pub(crate) fn run(command: &Command, output: &mut Output) -> Result<(), CliError> {
    let Command::Race(arguments) = command;
    let settings = arguments.settings.settings("halma", None, output)?;
    let configuration = Configuration::read(&settings)?;
    let start = Instant::now();
    let progress = Progress::new(0, "{spinner} {elapsed}, {msg}");
    progress.set_message("looking for a race".to_owned());
    let race = SoloRace::search(&configuration, arguments.placements * 1_000_000, &mut |length| {
        progress.set_message(format!("shortest race so far: {length} moves"));
    })?;
    drop(progress);
    let (seconds, record) = (start.elapsed().as_secs_f64(), record(&race)?);
    output.result(
        || format!("{}{} moves in {seconds:.1} s", record, race.length()),
        || json!({"moves": race.length(), "seconds": seconds, "record": record}),
    )
}

/// The race replayed at a table.
fn record(race: &SoloRace) -> Result<String, InputError> {
    let game = catalog::open("halma", &race.settings)?;
    let names = vec!["racer".to_owned(), "bystander".to_owned()];
    let dice = DiceSource::Committed(Secret::from_seed(0));
    let mut table = Table::open(game, names, TimeControl::Unlimited, &race.start, dice)?;
    let check = |error: Option<table::ActionError>| match error {
        None => Ok(()),
        Some(error) => Err(InputError::new(format!("cannot replay the race: {error}"))),
    };
    check(table.begin(Millis(0)).error)?;
    for (text, seat) in race.moves.iter().zip([Seat::FIRST, Seat::SECOND].into_iter().cycle()) {
        let seen = table.latest();
        check(table.act(seat, seen, SeatAction::Move(text.clone()), Millis(0)).error)?;
    }
    Ok(table::record::write(table.events()))
}
