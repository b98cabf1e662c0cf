//! `takhteh uci`: a chess engine for programs that speak UCI.

use std::path::Path;

use clap::Args;
use games::chess::army_file::MAX_BYTES;
use peers::uci::UciEngine;
use rules::InputError;

use crate::bounded_read::read_text_file;
use crate::error::CliError;
use crate::game_args::SettingArgs;
use crate::output::Output;
use crate::stdio_loop::{self, EngineArgs};

#[derive(Args)]
#[command(after_help = "\
The army is chosen by --army, by the option UCI_Variant (chess and the names of the built-in armies), or by the option \
ArmyFile. --depth and --nodes apply in addition to the limits of the program. Moves are written in coordinates, such as \
e2e4 and e7e8q.

Examples:
  takhteh uci
  takhteh uci --army knightmate --engine strong:level=5
  takhteh uci --log uci.log")]
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
    let engine = UciEngine::new(&arguments.engine.engine.to_string(), &settings, read_army)?;
    stdio_loop::run(&arguments.engine, "chess", &settings, engine)
}
