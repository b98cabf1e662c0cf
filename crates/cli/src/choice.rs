//! Which game is meant: its name and its settings.

use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use games::catalog;
use games::chess::army_file::MAX_BYTES;
use games::chess::{Army, builtin};
use games::halma::Configuration;
use rules::InputError;

use crate::failure::Failure;

/// The configuration file that Halma reads by itself if it lies in the current folder.
const CONFIGURATION: &str = "confi.cfg";

/// A game and its settings, as options of a command.
#[derive(Args)]
pub(crate) struct GameChoice {
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

impl GameChoice {
    /// The settings as `key = value` lines that the game has accepted.
    pub(crate) fn settings(&self) -> Result<String, Failure> {
        let mut options = Vec::new();
        for setting in &self.settings {
            let (key, value) = setting.split_once('=').ok_or_else(|| {
                Failure::call(format_args!("--set {setting:?} was not understood: expected KEY=VALUE"))
            })?;
            options.push((key.trim(), value.trim()));
        }
        if let Some(first) = &self.first {
            if self.game != "othello" {
                return Err(Failure::call(format_args!(
                    "--first is an option of othello, not of {}",
                    self.game
                )));
            }
            options.push(("first", first));
        }
        let file = match &self.config {
            Some(_) if self.game != "halma" => {
                return Err(Failure::call(format_args!(
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
                return Err(Failure::call(format_args!(
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

/// The lines of a configuration file, read and found good; which file it was is told, since nobody may have named it.
fn read_configuration(path: &Path) -> Result<String, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::call(format_args!("{} could not be read: {error}", path.display())))?;
    let in_file = |error: InputError| Failure::call(format_args!("{}, {error}", path.display()));
    Configuration::read(&text).map_err(in_file)?;
    // If stderr is closed, nobody wants to know.
    let _ = writeln!(std::io::stderr(), "takhteh: settings from {}", path.display());
    Configuration::lines(&text).map_err(in_file)
}

/// The settings that an army's name or file stands for; a file was read and found good.
pub(crate) fn army_text(name_or_file: &str) -> Result<String, Failure> {
    let text = unchecked_army_text(name_or_file)?;
    Army::read(&text).map_err(|error| Failure::call(format_args!("{name_or_file}, {error}")))?;
    Ok(text)
}

/// The same, whatever is in the file.
pub(crate) fn unchecked_army_text(name_or_file: &str) -> Result<String, Failure> {
    if builtin::NAMES.iter().any(|name| name.eq_ignore_ascii_case(name_or_file)) {
        return Ok(format!("army = {name_or_file}"));
    }
    let unread = |error: std::io::Error| {
        let names = builtin::NAMES.join(", ");
        match error.kind() {
            ErrorKind::NotFound => Failure::call(format_args!(
                "there is no army {name_or_file} and no such file: expected a file, or one of {names}"
            )),
            _ => Failure::call(format_args!("{name_or_file} could not be read: {error}")),
        }
    };
    // One byte more than an army may have is enough to know that it is too long.
    let mut bytes = Vec::new();
    let file = std::fs::File::open(name_or_file).map_err(unread)?;
    file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(unread)?;
    if bytes.len() > MAX_BYTES {
        return Err(Failure::call(format_args!(
            "{name_or_file} has more than {MAX_BYTES} bytes: expected an army"
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::call(format_args!("{name_or_file}, byte {at}: no text: expected an army file in UTF-8"))
    })
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

fn without_line(error: &InputError) -> Failure {
    let sentence = error.to_string();
    match sentence.split_once(": ") {
        Some((line, rest)) if line.starts_with("line ") => Failure::call(rest),
        _ => Failure::call(sentence),
    }
}
