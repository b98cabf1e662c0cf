//! Arguments that choose a game and its settings.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use games::catalog;
use games::chess::army_file::MAX_BYTES;
use games::chess::{Army, builtin};
use games::halma::Configuration;
use rules::InputError;

use crate::bounded_read::read_text_file;
use crate::error::CliError;
use crate::output::Output;

/// Configuration file that Halma reads from the current folder without an option.
pub(crate) const CONFIGURATION: &str = "confi.cfg";

/// Maximum length of a configuration file in bytes.
pub(crate) const MAX_CONFIGURATION: u64 = 1 << 20;

/// Arguments that choose a game and its settings.
#[derive(Args)]
pub(crate) struct GameArgs {
    /// Game to use; `takhteh games` lists them
    #[arg(value_parser = game_names(), ignore_case = true, hide_possible_values = true)]
    pub(crate) game: String,

    #[command(flatten)]
    options: SettingArgs,
}

/// Arguments that choose the settings of a game.
#[derive(Args)]
pub(crate) struct SettingArgs {
    /// Setting of the game, repeatable; `takhteh games` lists the settings
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,

    /// Ready-made settings of the game; `takhteh games` lists them. --set overrides single settings
    #[arg(long, value_name = "NAME", conflicts_with_all = ["config", "army"])]
    preset: Option<String>,

    /// Halma: configuration file [default: confi.cfg if it exists]. --set overrides single lines
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Chess: name of a built-in army, or an army file
    #[arg(long, value_name = "NAME|FILE")]
    army: Option<String>,

    /// Othello: side that moves first, black or white
    #[arg(long, value_name = "COLOUR")]
    first: Option<String>,
}

/// Parser of game names. Shells can complete them, and a typing error gets the nearest name suggested.
fn game_names() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(catalog::GAMES.map(|entry| entry.name)).map(|name| name.to_ascii_lowercase())
}

impl GameArgs {
    /// Returns the settings as `key = value` lines that the game accepts.
    pub(crate) fn settings(&self, output: &Output) -> Result<String, CliError> {
        self.options.settings(&self.game, None, output)
    }
}

impl SettingArgs {
    /// Returns the settings of a game as `key = value` lines that it accepts. `usual` are those without options; a
    /// configuration file in the current folder counts only if there are none.
    pub(crate) fn settings(
        &self,
        game: &str,
        usual: Option<&str>,
        output: &Output,
    ) -> Result<String, CliError> {
        check_game("--first", "othello", game, self.first.is_some())?;
        check_game("--config", "halma", game, self.config.is_some())?;
        check_game("--army", "chess", game, self.army.is_some())?;
        let options = self.options()?;
        let lines = match (&self.preset, &self.config, &self.army, usual) {
            (Some(preset), ..) => preset_text(game, preset)?,
            (None, Some(path), ..) => read_configuration(path, output)?,
            (None, None, Some(army), _) => army_text(army)?,
            (None, None, None, Some(usual)) => usual.to_owned(),
            (None, None, None, None) if game == "halma" && Path::new(CONFIGURATION).is_file() => {
                read_configuration(Path::new(CONFIGURATION), output)?
            }
            (None, None, None, None) => String::new(),
        };
        let settings = with_options(&lines, &options);
        // Options have no line number; errors in files were reported with theirs above.
        catalog::open(game, &settings).map_err(|error| without_line(&error))?;
        Ok(settings)
    }

    /// Returns the keys and values of `--set` and `--first`. Rejects a setting that is given twice.
    fn options(&self) -> Result<Vec<(&str, &str)>, CliError> {
        let mut options: Vec<(&str, &str)> = Vec::new();
        options.extend(self.first.as_deref().map(|first| ("first", first)));
        for setting in &self.settings {
            let (key, value) = setting.split_once('=').ok_or_else(|| {
                CliError::usage(format_args!("cannot read --set {setting:?}: expected KEY=VALUE"))
            })?;
            let key = key.trim();
            if self.army.is_some() && key.eq_ignore_ascii_case("army") {
                return Err(CliError::usage(
                    "the army is given twice, by --army and --set army: expected it once",
                ));
            }
            if options.iter().any(|(given, _)| is_same_key(given, key)) {
                return Err(CliError::usage(format_args!("{key} is given twice: expected it once")));
            }
            options.push((key, value.trim()));
        }
        Ok(options)
    }
}

/// Returns the settings of a preset as lines.
fn preset_text(game: &str, name: &str) -> Result<String, CliError> {
    let presets = catalog::GAMES.iter().find(|info| info.name == game).map_or(&[][..], |info| info.presets);
    let preset = presets.iter().find(|preset| preset.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let names: Vec<&str> = presets.iter().map(|preset| preset.name).collect();
        CliError::usage(format_args!("{game} has no preset {name:?}: expected {}", names.join(", ")))
    })?;
    Ok(preset.settings.to_owned())
}

/// Rejects an option that belongs to another game.
fn check_game(option: &str, game: &str, chosen: &str, is_given: bool) -> Result<(), CliError> {
    if is_given && chosen != game {
        return Err(CliError::usage(format_args!("{option} is an option of {game}, not of {chosen}")));
    }
    Ok(())
}

/// Reads a configuration file, checks it and returns its settings as lines. Names the file on stderr, since it may have been
/// found without an option; with `--json` nothing but errors is printed there.
pub(crate) fn read_configuration(path: &Path, output: &Output) -> Result<String, CliError> {
    let text = read_text_file(path, MAX_CONFIGURATION)?;
    let in_file = |error: InputError| CliError::usage(format_args!("{}, {error}", path.display()));
    Configuration::read(&text).map_err(in_file)?;
    if !output.is_json() {
        // A closed stderr is no reason to stop.
        let _ = writeln!(std::io::stderr(), "takhteh: settings from {}", path.display());
    }
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
    if builtin::NAMES.iter().any(|name| name.eq_ignore_ascii_case(name_or_file)) {
        return Ok(format!("army = {name_or_file}"));
    }
    let path = Path::new(name_or_file);
    if !path.exists() {
        let names = builtin::NAMES.join(", ");
        return Err(CliError::usage(format_args!(
            "there is no army {name_or_file} and no such file: expected a file, or one of {names}"
        )));
    }
    read_text_file(path, MAX_BYTES as u64)
}

/// `true` if two keys name the same setting: case is ignored, and `_` equals `-`.
fn is_same_key(one: &str, other: &str) -> bool {
    one.replace('_', "-").eq_ignore_ascii_case(&other.replace('_', "-"))
}

/// Replaces the lines whose keys are given as options. Options come first, so that they precede the sections of an army
/// file; keys inside sections are left alone.
fn with_options(lines: &str, options: &[(&str, &str)]) -> String {
    let is_replaced = |line: &str| {
        let key = line.split('=').next().unwrap_or_default().trim();
        options.iter().any(|(option, _)| is_same_key(option, key))
    };
    let mut settings: Vec<String> = options.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    let mut is_in_section = false;
    for line in lines.lines() {
        is_in_section |= line.trim_start().starts_with('[');
        if is_in_section || !is_replaced(line) {
            settings.push(line.to_owned());
        }
    }
    settings.join("\n")
}

fn without_line(error: &InputError) -> CliError {
    let message = error.to_string();
    match message.split_once(": ") {
        Some((line, rest)) if line.starts_with("line ") => CliError::usage(rest),
        _ => CliError::usage(message),
    }
}
