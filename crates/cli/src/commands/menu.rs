//! `takhteh menu`: the full-screen terminal program.

use clap::Args;
use terminal::Start;

use crate::bearoff_file;
use crate::data_folder::DataArgs;
use crate::error::CliError;
use crate::full_screen::{self, ScreenArgs};
use crate::output::Output;

#[derive(Args)]
#[command(after_help = "\
Games are stored in the data folder that `takhteh serve` uses, move by move: quit at any time and continue later, here or in \
the browser. Halma offers the settings of confi.cfg in the current folder. NO_COLOR is respected; without a UTF-8 locale \
boards are drawn in ASCII.

Examples:
  takhteh menu
  takhteh menu --data /srv/takhteh --pace 1000")]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: DataArgs,

    #[command(flatten)]
    screen: ScreenArgs,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    full_screen::require()?;
    let folder = arguments.data.folder()?;
    let mut data = arguments.data.open()?;
    bearoff_file::provide_stored(&bearoff_file::path_in(&folder));
    full_screen::run(&mut data, &arguments.screen, Start::Menu, output)
}
