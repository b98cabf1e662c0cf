//! `takhteh othello`: serial line, endgame solver, and conversion of game files.

mod address;
mod clock;
mod convert;
mod engine_player;
mod json_events;
mod link;
mod log;
mod observers;
mod options;
mod page;
mod recorder;
mod relay;
mod serial;
mod signals;
mod solve;
mod terminal;

use clap::Subcommand;

use crate::error::CliError;
use crate::output::Output;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Convert games between file formats: transcripts, GGF, WTHOR
    Convert(convert::Arguments),
    /// Be one end of a serial line: the device, or the PC that drives it
    Serial(serial::Arguments),
    /// Let two devices play each other
    Relay(relay::Arguments),
    /// Solve endgame positions exactly and compare the scores with those of the file
    Solve(solve::Arguments),
}

pub(crate) fn run(command: &Command, output: &mut Output) -> Result<(), CliError> {
    match command {
        Command::Convert(arguments) => convert::run(arguments, output),
        Command::Serial(arguments) => serial::run(arguments, output),
        Command::Relay(arguments) => relay::run(arguments, output),
        Command::Solve(arguments) => solve::run(arguments, output),
    }
}
