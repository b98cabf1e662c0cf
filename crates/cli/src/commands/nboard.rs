//! `takhteh nboard`: an Othello engine for NBoard.

use clap::Args;
use peers::nboard::NBoardEngine;

use crate::error::CliError;
use crate::stdio_loop::{self, EngineArgs};

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
    engine: EngineArgs,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let engine = NBoardEngine::new(&arguments.engine.engine.to_string());
    stdio_loop::run(&arguments.engine, "othello", "", engine)
}
