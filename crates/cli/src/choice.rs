//! Which game is meant: its name and its settings.

use std::path::{Path, PathBuf};

use clap::Args;
use games::catalog;

use crate::failure::Failure;

/// The configuration file that Halma reads by itself if it lies in the current folder.
const CONFIGURATION: &str = "confi.cfg";

/// A game and its settings, as options of a command.
#[derive(Args)]
pub(crate) struct GameChoice {
    /// The game; `takhteh games` lists them
    pub(crate) game: String,

    /// A setting of the game; `takhteh games` lists them
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,

    /// Halma: its configuration file; confi.cfg in this folder is read by itself
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Othello: who moves first, black or white
    #[arg(long, value_name = "COLOUR")]
    first: Option<String>,
}

impl GameChoice {
    /// The settings as `key = value` lines.
    pub(crate) fn settings(&self) -> Result<String, Failure> {
        catalog::entry(&self.game)?;
        let mut lines = Vec::new();
        for setting in &self.settings {
            let (key, value) = setting.split_once('=').ok_or_else(|| {
                Failure::call(format_args!("--set {setting:?} was not understood: expected KEY=VALUE"))
            })?;
            lines.push(format!("{} = {}", key.trim(), value.trim()));
        }
        if let Some(first) = &self.first {
            if self.game != "othello" {
                return Err(Failure::call(format_args!(
                    "--first is an option of othello, not of {}",
                    self.game
                )));
            }
            lines.push(format!("first = {first}"));
        }
        match &self.config {
            Some(_) if self.game != "halma" => {
                Err(Failure::call(format_args!("--config is an option of halma, not of {}", self.game)))
            }
            Some(_) if !lines.is_empty() => {
                Err(Failure::call("--config and --set cannot be used together: the file holds all settings"))
            }
            Some(path) => read_configuration(path),
            None if self.game == "halma" && lines.is_empty() && Path::new(CONFIGURATION).is_file() => {
                read_configuration(Path::new(CONFIGURATION))
            }
            None => Ok(lines.join("\n")),
        }
    }
}

fn read_configuration(path: &Path) -> Result<String, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::call(format_args!("{} could not be read: {error}", path.display())))?;
    // Tell which file a fault is in; the reader itself knows only lines.
    games::halma::Configuration::read(&text)
        .map_err(|fault| Failure::call(format_args!("{}, {fault}", path.display())))?;
    Ok(text)
}
