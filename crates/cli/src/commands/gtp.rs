//! `takhteh gtp`: our engines for programs that speak GTP.

use clap::Args;
use peers::gtp::GtpEngine;

use crate::conductor::{EngineChoice, conduct};
use crate::error::CliError;

#[derive(Args)]
#[command(after_help = "\
The game is Othello. `list_commands` says what is understood. The controller's clock (time_settings, time_left) is kept: a
move gets its share of what is left; --time limits a move besides. Without either, the level of the engine decides.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    choice: EngineChoice,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let engine = GtpEngine::new(&arguments.choice.engine.to_string());
    conduct(&arguments.choice, engine)
}
