//! The data folder.

use std::path::PathBuf;

use crate::error::CliError;

/// Data folder of the XDG base directory specification.
pub(crate) fn default_folder() -> Result<PathBuf, CliError> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = absolute("XDG_DATA_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/share")));
    data.map(|folder| folder.join("takhteh"))
        .ok_or_else(|| CliError::usage("cannot find the home folder: expected --data FOLDER"))
}
