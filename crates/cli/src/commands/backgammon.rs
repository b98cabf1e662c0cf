//! `takhteh backgammon`: match files and positions.

mod convert;
mod position;

use clap::Subcommand;

use crate::error::CliError;
use crate::output::Output;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Convert between records and match files (.mat)
    #[command(after_help = "\
The format of the input is detected. A match file has what the players did and no clocks; the rolls of a record that is \
made from it are marked as given. GNU Backgammon and most other programs read match files.

Examples:
  takhteh backgammon convert game.record --to mat
  takhteh backgammon convert match.mat --to record
  takhteh backgammon convert match.mat --json")]
    Convert(convert::Arguments),
    /// Print a position in all formats: XGID, Position ID and Match ID, FIBS board
    #[command(after_help = "\
Examples:
  takhteh backgammon position 4HPwATDgc/ABMA
  takhteh backgammon position XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10 --json")]
    Position(position::Arguments),
}

pub(crate) fn run(command: &Command, output: &mut Output) -> Result<(), CliError> {
    match command {
        Command::Convert(arguments) => convert::run(arguments, output),
        Command::Position(arguments) => position::run(arguments, output),
    }
}
