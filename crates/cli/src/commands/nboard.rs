//! `takhteh nboard`: our engines for the Othello board NBoard.

use clap::Args;
use peers::nboard::NBoardEngine;

use crate::conductor::{EngineChoice, conduct};
use crate::error::CliError;

#[derive(Args)]
#[command(after_help = "\
Both versions of the protocol are understood. The depth that the board sets holds besides the level of the engine, if one
is given as in strong:level=6, and besides --time; without those an engine goes as deep as the board says. Evaluations are
in discs, roughly.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    choice: EngineChoice,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let engine = NBoardEngine::new(&arguments.choice.engine.to_string());
    conduct(&arguments.choice, engine)
}
