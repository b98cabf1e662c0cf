//! The chess computer in the terminal.

use device_home::army_file;
use terminal::{DeviceOptions, Theme};

use super::{Arguments, no_game, read_army, write_file};
use crate::bearoff_file;
use crate::error::CliError;
use crate::full_screen::{self, print_last, stop_hook};
use crate::output::Output;

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    if !full_screen::is_possible() {
        return Err(CliError::usage(
            "cannot show the chess computer: stdin or stdout is no terminal; use --script KEYS in a pipe",
        ));
    }
    let army = read_army(arguments)?;
    let folder = arguments.data.folder()?;
    let mut data = arguments.data.open()?;
    bearoff_file::provide_stored(&bearoff_file::path_in(&folder));
    let options = DeviceOptions {
        theme: Theme::detect(),
        engine: arguments.engine.clone(),
        seed: arguments.seed,
        army,
        on_stop: stop_hook(),
    };
    let end = terminal::run_device(&mut data, options)?;
    if let Some(path) = &arguments.save_army {
        write_file(path, army_file(&end.army).as_bytes())?;
    }
    if let Some(path) = &arguments.record {
        let last = end.last_game.as_ref().ok_or_else(no_game)?;
        let (_, record, _) = data.game(&last.id)?;
        write_file(path, record.as_bytes())?;
    }
    print_last(end.last_game, output)
}
