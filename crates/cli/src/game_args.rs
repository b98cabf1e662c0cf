//! Which game is meant: its name and its settings.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use games::catalog;
use games::chess::army_file::LONGEST;
use games::chess::{Army, shipped};
use games::halma::Configuration;
use rules::InputError;

use crate::bounded_read::read_text_file;
use crate::error::CliError;

/// Configuration file that Halma reads from the current folder without an option.
const CONFIGURATION: &str = "confi.cfg";

/// Maximum length of a configuration file in bytes.
const MAX_CONFIGURATION: u64 = 1 << 20;

/// A game and its settings, as options of a command.
#[derive(Args)]
pub(crate) struct GameArgs {
    /// The game; `takhteh games` tells about them
    #[arg(value_parser = game_names(), ignore_case = true, hide_possible_values = true)]
    pub(crate) game: String,

    /// A setting of the game; `takhteh games` lists them
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,

    /// Halma: its configuration file; confi.cfg in this folder is read by itself. --set changes single lines of it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Chess: the army, by the name of one that comes with the game, or its file
    #[arg(long, value_name = "NAME|FILE")]
    army: Option<String>,

    /// Othello: who moves first, black or white
    #[arg(long, value_name = "COLOUR")]
    first: Option<String>,
}

/// The names of the games, so that a shell can complete them and a slip of the finger is answered by the nearest.
fn game_names() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(catalog::GAMES.map(|entry| entry.name)).map(|name| name.to_ascii_lowercase())
}

impl GameArgs {
    /// The settings as `key = value` lines that the game has accepted.
    pub(crate) fn settings(&self) -> Result<String, CliError> {
        let mut options = Vec::new();
        for setting in &self.settings {
            let (key, value) = setting.split_once('=').ok_or_else(|| {
                CliError::usage(format_args!("--set {setting:?} was not understood: expected KEY=VALUE"))
            })?;
            options.push((key.trim(), value.trim()));
        }
        if let Some(first) = &self.first {
            if self.game != "othello" {
                return Err(CliError::usage(format_args!(
                    "--first is an option of othello, not of {}",
                    self.game
                )));
            }
            options.push(("first", first));
        }
        let file = match &self.config {
            Some(_) if self.game != "halma" => {
                return Err(CliError::usage(format_args!(
                    "--config is an option of halma, not of {}",
                    self.game
                )));
            }
            Some(path) => Some(path.as_path()),
            None => Some(Path::new(CONFIGURATION)).filter(|path| self.game == "halma" && path.is_file()),
        };
        let mut lines = file.map_or(Ok(String::new()), read_configuration)?;
        if let Some(army) = &self.army {
            if self.game != "chess" {
                return Err(CliError::usage(format_args!(
                    "--army is an option of chess, not of {}",
                    self.game
                )));
            }
            lines = army_text(army)?;
        }
        let settings = with_options(&lines, &options);
        // A error in what was typed has no line; one in a file was told with its line before.
        catalog::open(&self.game, &settings).map_err(|error| without_line(&error))?;
        Ok(settings)
    }
}

/// Reads a configuration file, checks it and returns its settings as lines. Names the file on stderr, since it may have been
/// found without an option.
fn read_configuration(path: &Path) -> Result<String, CliError> {
    let text = read_text_file(path, MAX_CONFIGURATION)?;
    let in_file = |error: InputError| CliError::usage(format_args!("{}, {error}", path.display()));
    Configuration::read(&text).map_err(in_file)?;
    // A closed stderr is no reason to stop.
    let _ = writeln!(std::io::stderr(), "takhteh: settings from {}", path.display());
    Configuration::lines(&text).map_err(in_file)
}

/// Returns the settings for an army given by name or file. A file is checked.
pub(crate) fn army_text(name_or_file: &str) -> Result<String, CliError> {
    let text = unchecked_army_text(name_or_file)?;
    Army::read(&text).map_err(|error| CliError::usage(format_args!("{name_or_file}, {error}")))?;
    Ok(text)
}

/// Returns the settings for an army given by name or file. The content of a file is not checked.
pub(crate) fn unchecked_army_text(name_or_file: &str) -> Result<String, CliError> {
    if shipped::NAMES.iter().any(|name| name.eq_ignore_ascii_case(name_or_file)) {
        return Ok(format!("army = {name_or_file}"));
    }
    let path = Path::new(name_or_file);
    if !path.exists() {
        let names = shipped::NAMES.join(", ");
        return Err(CliError::usage(format_args!(
            "there is no army {name_or_file} and no such file: expected a file, or one of {names}"
        )));
    }
    read_text_file(path, LONGEST as u64)
}

/// The lines with the options in place of those of the same key. They come first, so that they stand before the sections
/// of a file that has some, and keys inside sections are left alone.
fn with_options(lines: &str, options: &[(&str, &str)]) -> String {
    let is_replaced = |line: &str| {
        let key = line.split('=').next().unwrap_or_default().trim();
        options.iter().any(|(option, _)| option.eq_ignore_ascii_case(key))
    };
    let mut settings: Vec<String> = options.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    let mut is_inside = false;
    for line in lines.lines() {
        is_inside |= line.trim_start().starts_with('[');
        if is_inside || !is_replaced(line) {
            settings.push(line.to_owned());
        }
    }
    settings.join("\n")
}

fn without_line(error: &InputError) -> CliError {
    let sentence = error.to_string();
    match sentence.split_once(": ") {
        Some((line, rest)) if line.starts_with("line ") => CliError::usage(rest),
        _ => CliError::usage(sentence),
    }
}
