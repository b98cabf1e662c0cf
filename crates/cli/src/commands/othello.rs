//! `takhteh othello`: the serial line, the exact end of positions, and files of games.

mod chooser;
mod clock;
mod convert;
mod keeping;
mod link;
mod log;
mod objects;
mod options;
mod page;
mod place;
mod relay;
mod screen;
mod serial;
mod signals;
mod solve;
mod witnesses;

use clap::Subcommand;

use crate::error::CliError;
use crate::output::Output;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Games from one file format to another: transcripts, GGF, WTHOR
    Convert(convert::Arguments),
    /// One end of a serial line: the board on it, or the PC that drives one
    Serial(serial::Arguments),
    /// Two devices play each other through us
    Relay(relay::Arguments),
    /// The exact end of positions: score, best move and line, with what the file says compared
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
