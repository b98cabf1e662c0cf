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
mod solve;
mod witnesses;

use clap::Subcommand;

use crate::error::CliError;
use crate::output::Output;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Convert game files: transcripts, GGF, WTHOR
    #[command(after_help = "\
Examples:
  takhteh othello convert games.txt --to ggf
  takhteh othello convert games.wtb")]
    Convert(convert::Arguments),
    /// Play over a serial line, as the device or as the PC
    #[command(after_help = "\
Examples:
  takhteh othello serial --role pc --port /dev/ttyUSB0 --seat human
  takhteh othello serial --role device --pty --engine first --strict
  takhteh othello serial --role device --tcp 127.0.0.1:4000 --web")]
    Serial(serial::Arguments),
    /// Let two devices play each other
    Relay(relay::Arguments),
    /// Solve endgames exactly: score, best move and line
    #[command(after_help = "\
Examples:
  takhteh othello solve positions.obf
  takhteh othello solve positions.obf --time 5000 --json")]
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
