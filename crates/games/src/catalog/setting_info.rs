//! Descriptions of a game's settings and of an engine's options, detailed enough to build a form.

use std::fmt;

/// A setting of a game or an option of an engine: its key, its values, the default, and its meaning.
#[derive(Clone, Copy, Debug)]
pub struct SettingInfo {
    /// The key.
    pub key: &'static str,
    /// The values it takes.
    pub values: Values,
    /// The value without the setting.
    pub default: &'static str,
    /// Its meaning.
    pub about: &'static str,
    /// The key of another setting; this one is an error while that one has its default.
    pub only_with: Option<&'static str>,
    /// The files of its choices, if each choice is a file.
    pub files: Option<Files>,
}

impl SettingInfo {
    pub(super) const fn new(
        key: &'static str,
        values: Values,
        default: &'static str,
        about: &'static str,
    ) -> SettingInfo {
        SettingInfo { key, values, default, about, only_with: None, files: None }
    }

    /// The same setting where it means something only together with another.
    pub(super) const fn only_with(self, key: &'static str) -> SettingInfo {
        SettingInfo { only_with: Some(key), ..self }
    }

    /// The same setting where each choice is a file.
    pub(super) const fn with_files(self, files: Files) -> SettingInfo {
        SettingInfo { files: Some(files), ..self }
    }
}

/// The files of a setting's choices. A player can write another file and pass it as the settings of the game.
#[derive(Clone, Copy, Debug)]
pub struct Files {
    /// The file of a choice.
    pub of: fn(&str) -> Option<&'static str>,
    /// Documentation of the file format.
    pub manual: &'static str,
}

/// The values a setting takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number.
    Number {
        /// The least it may be.
        least: u32,
        /// The most it may be.
        most: u32,
    },
    /// Free text, described in words; the game itself checks the value.
    Text(&'static str),
}

impl Values {
    /// A value in its usual form; `None` if it is not one of these.
    pub(super) fn normalize(&self, text: &str) -> Option<String> {
        match *self {
            Values::Choice(words) => words.contains(&text).then(|| text.to_owned()),
            Values::Number { least, most } => {
                let number = text.parse().ok().filter(|number| (least..=most).contains(number));
                number.map(|number: u32| number.to_string())
            }
            Values::Text(_) => Some(text.to_owned()),
        }
    }
}

/// A list of words in a sentence: "a, b or c".
pub(super) fn alternatives(words: &[&str]) -> String {
    match words {
        [words @ .., last] if !words.is_empty() => format!("{} or {last}", words.join(", ")),
        _ => words.concat(),
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Values::Choice(words) => f.write_str(&alternatives(words)),
            Values::Number { least, most } => write!(f, "{least} to {most}"),
            Values::Text(words) => f.write_str(words),
        }
    }
}
