//! `takhteh xboard`: a chess engine for programs that speak the xboard protocol.

use std::path::Path;

use clap::Args;
use games::chess::army_file::MAX_BYTES;
use peers::xboard::XboardEngine;
use rules::InputError;

use crate::bounded_read::read_text_file;
use crate::error::CliError;
use crate::game_args::SettingArgs;
use crate::output::Output;
use crate::stdio_loop::{self, EngineArgs};

#[derive(Args)]
#[command(after_help = "\
The protocol is version 2 of the xboard protocol (CECP). The army is chosen by --army, by the command variant (normal and the names of \
the built-in armies), or by the option Army File; armies other than the ordinary one are announced with setup and piece commands, in Betza \
notation where it can express a piece. --depth and --nodes apply in addition to the limits of the program. The engine \
resigns when it has been lost for three moves, unless the option Resign is 0.

Examples:
  takhteh xboard
  takhteh xboard --engine strong:level=5
  takhteh xboard --log xboard.log")]
pub(crate) struct Arguments {
    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    settings: SettingArgs,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), CliError> {
    let settings = arguments.settings.settings("chess", None, output)?;
    let read_army = |path: &str| {
        read_text_file(Path::new(path), MAX_BYTES as u64).map_err(|error| InputError::new(error.message()))
    };
    let engine = XboardEngine::new(&arguments.engine.engine.to_string(), &settings, read_army)?;
    stdio_loop::run(&arguments.engine, "chess", &settings, engine)
}
