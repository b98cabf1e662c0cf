//! `takhteh nboard`: an Othello engine for NBoard.

use clap::Args;
use peers::nboard::NBoardEngine;

use crate::conductor::{EngineChoice, conduct};
use crate::error::CliError;

#[derive(Args)]
#[command(after_help = "\
Versions 1 and 2 of the protocol are supported. The depth set by NBoard applies in addition to a level such as \
strong:level=6 and to --time. Evaluations are estimates in discs.

Examples:
  takhteh nboard
  takhteh nboard --engine strong:level=6
  takhteh nboard --time 2000")]
pub(crate) struct Arguments {
    #[command(flatten)]
    choice: EngineChoice,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let engine = NBoardEngine::new(&arguments.choice.engine.to_string());
    conduct(&arguments.choice, engine)
}
