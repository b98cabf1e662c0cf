//! The bearoff databases of backgammon in the data folder.

use std::path::{Path, PathBuf};

use games::backgammon::bearoff::Bearoff;

use crate::bounded_read::read_file;
use crate::data_folder::default_folder;
use crate::error::CliError;
use crate::progress::Progress;

/// Name of the file.
const NAME: &str = "bearoff.bin";

/// Path of the file in the default data folder.
pub(crate) fn path() -> Result<PathBuf, CliError> {
    default_folder().map(|folder| path_in(&folder))
}

/// Path of the file in a data folder.
pub(crate) fn path_in(folder: &Path) -> PathBuf {
    folder.join(NAME)
}

/// [Provides](provide) the databases if the engines of this game use them.
pub(crate) fn provide_for(game: &str) {
    if game == "backgammon" {
        provide(path().ok().as_deref());
    }
}

/// Makes the databases ready for the engines: reads the file, or computes and writes it with a progress bar. A folder that
/// cannot be used costs a second of computing each time and nothing else.
pub(crate) fn provide(path: Option<&Path>) {
    if let Some(bearoff) = path.and_then(|path| read(path).ok()) {
        return Bearoff::provide(bearoff);
    }
    let bearoff = build();
    if let Some(path) = path {
        let _ = write(path, &bearoff);
    }
    Bearoff::provide(bearoff);
}

/// Provides the databases if the file exists. Otherwise the first engine that needs them computes them.
pub(crate) fn provide_stored(path: &Path) {
    if let Ok(bearoff) = read(path) {
        Bearoff::provide(bearoff);
    }
}

/// Computes the databases with a progress bar.
pub(crate) fn build() -> Bearoff {
    let progress = Progress::percent();
    Bearoff::build(&mut |done| progress.set_fraction(done))
}

/// Reads the file.
pub(crate) fn read(path: &Path) -> Result<Bearoff, CliError> {
    Ok(Bearoff::read(&read_file(path, Bearoff::FILE_SIZE as u64)?)?)
}

/// Writes the file.
pub(crate) fn write(path: &Path, bearoff: &Bearoff) -> Result<(), CliError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)
            .map_err(|error| CliError::failed(format_args!("cannot create {}: {error}", folder.display())))?;
    }
    Ok(disk::replace_file(path, &bearoff.write())?)
}
