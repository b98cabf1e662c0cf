//! `takhteh othello`: serial line, endgame solver, and conversion of game files.
//!
//! The protocol of the serial line is in the crate `line`; here are ports, time, engines and people. A move of the other
//! end takes this way: the reader thread of `link` reads bytes and their time of arrival; `serial/session` passes them to
//! the `observers` (log, records, terminal, page) and to the endpoint, and applies the endpoint's effects in order.
//! `recorder` plays a move at a table and writes it to disk before the writer thread sends the reply. `engine_player`
//! searches on its own thread, and its result is one more event of the session. Between events the session sleeps until the
//! endpoint's deadline. The queue of events is bounded, so a flood of input blocks its sender.

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
mod probe;
mod recorder;
mod relay;
mod serial;
mod solve;
mod terminal;

use clap::Subcommand;

use crate::error::CliError;
use crate::output::Output;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Convert game files: transcripts, GGF, WTHOR
    #[command(after_help = "\
Examples:
  takhteh othello convert games.txt --to ggf
  takhteh othello convert games.wtb
  takhteh othello convert games.wtb --json")]
    Convert(convert::Arguments),
    /// Play over a serial line, as the device or as the PC
    Serial(serial::Arguments),
    /// Let two devices play each other
    Relay(relay::Arguments),
    /// Find out the quirks of a device and print the options to use
    Probe(probe::Arguments),
    /// Solve endgames exactly: score, best move and line
    #[command(after_help = "\
Examples:
  takhteh othello solve positions.obf
  takhteh othello solve positions.obf --time 5000 --json
  takhteh othello solve positions.obf --empties neither")]
    Solve(solve::Arguments),
}

pub(crate) fn run(command: &Command, output: &mut Output) -> Result<(), CliError> {
    match command {
        Command::Convert(arguments) => convert::run(arguments, output),
        Command::Serial(arguments) => serial::run(arguments, output),
        Command::Relay(arguments) => relay::run(arguments, output),
        Command::Probe(arguments) => probe::run(arguments, output),
        Command::Solve(arguments) => solve::run(arguments, output),
    }
}
