//! `takhteh gtp`: an Othello engine for GTP controllers.

use clap::Args;
use peers::gtp::GtpEngine;

use crate::error::CliError;
use crate::stdio_loop::{self, EngineArgs};

#[derive(Args)]
#[command(after_help = "\
The GTP command `list_commands` lists the supported commands. The engine plays within the controller's clock \
(time_settings, time_left): a move gets a share of the remaining time. --time limits each move in addition. Without \
either, the engine's level is the limit.

Examples:
  takhteh gtp
  takhteh gtp --engine strong:level=6 --log gtp.log")]
pub(crate) struct Arguments {
    #[command(flatten)]
    engine: EngineArgs,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let engine = GtpEngine::new(&arguments.engine.engine.to_string());
    stdio_loop::run(&arguments.engine, "othello", "", engine)
}
