//! `takhteh backgammon`: match files, positions, analysis and training.

mod bearoff;
mod convert;
mod evaluate;
mod position;
mod positions;
mod rollout;
mod train;

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
    /// Print the chances of positions, the best plays, and the cube decision
    #[command(after_help = "\
A position with dice is evaluated play by play, one without dice before the roll. In a match the cube decision follows, as \
chances to win the match.

Examples:
  takhteh backgammon evaluate 4HPwATDgc/ABMA
  takhteh backgammon evaluate XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10 --turns 1
  takhteh backgammon evaluate --file positions.txt --json")]
    Evaluate(evaluate::Arguments),
    /// Roll a position out: play it to the end many times
    #[command(after_help = "\
Both sides play by the networks. Luck is taken out of the results, so that a few hundred trials are worth many thousand \
games; the figure after +- is the standard error. Trials have the same dice for every play, and the result does not depend \
on the number of threads.

Examples:
  takhteh backgammon rollout 4HPwATDgc/ABMA
  takhteh backgammon rollout XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10 --plays 3")]
    Rollout(rollout::Arguments),
    /// Train networks by self-play
    #[command(after_help = "\
The file is usable at any time. Training that was stopped or killed goes on where it was with the same command, and the \
result is the same.

Examples:
  takhteh backgammon train networks.bin --games 300000
  takhteh backgammon train small.bin --hidden 80 --games 50000 --seed 2")]
    Train(train::Arguments),
    /// Show or compute the exact bearoff databases
    #[command(after_help = "\
The databases are computed on first use and kept in the data folder.

Examples:
  takhteh backgammon bearoff
  takhteh backgammon bearoff --build --json")]
    Bearoff(bearoff::Arguments),
}

pub(crate) fn run(command: &Command, output: &mut Output) -> Result<(), CliError> {
    match command {
        Command::Convert(arguments) => convert::run(arguments, output),
        Command::Position(arguments) => position::run(arguments, output),
        Command::Evaluate(arguments) => evaluate::run(arguments, output),
        Command::Rollout(arguments) => rollout::run(arguments, output),
        Command::Train(arguments) => train::run(arguments, output),
        Command::Bearoff(arguments) => bearoff::run(arguments, output),
    }
}
