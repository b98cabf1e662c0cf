//! `takhteh othello`

mod solve;

use clap::Subcommand;

use crate::failure::Failure;
use crate::output::Output;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// The exact end of positions: score, best move and line, with what the file says compared
    Solve(solve::Arguments),
}

pub(crate) fn run(command: &Command, output: &mut Output) -> Result<(), Failure> {
    match command {
        Command::Solve(arguments) => solve::run(arguments, output),
    }
}
