//! The data folder.

use std::path::PathBuf;

use clap::Args;
use terminal::{TerminalData, TerminalError};

use crate::error::CliError;

/// The data folder as an option of a command.
#[derive(Args, Clone, Default)]
pub(crate) struct DataArgs {
    /// Data folder [default: takhteh in $XDG_DATA_HOME or ~/.local/share]
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
}

impl DataArgs {
    /// The data folder.
    pub(crate) fn folder(&self) -> Result<PathBuf, CliError> {
        self.data.clone().map_or_else(default_folder, Ok)
    }

    /// Opens the stored data.
    pub(crate) fn open(&self) -> Result<TerminalData, CliError> {
        Ok(TerminalData::open(&self.folder()?)?)
    }
}

/// Data folder of the XDG base directory specification.
pub(crate) fn default_folder() -> Result<PathBuf, CliError> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = absolute("XDG_DATA_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/share")));
    data.map(|folder| folder.join("takhteh"))
        .ok_or_else(|| CliError::usage("cannot find the home folder: expected --data FOLDER"))
}

/// A request about stored data that failed.
impl From<TerminalError> for CliError {
    fn from(error: TerminalError) -> CliError {
        match error {
            TerminalError::Input(error) => error.into(),
            other => CliError::failed(other),
        }
    }
}
