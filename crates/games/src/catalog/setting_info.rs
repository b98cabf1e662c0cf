//! Descriptions of a game's settings, detailed enough to build a form.

use std::fmt;

/// A setting of a game: its key, its values, the default, and its meaning.
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

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Values::Choice([words @ .., next_to_last, last]) => {
                words.iter().try_for_each(|word| write!(f, "{word}, "))?;
                write!(f, "{next_to_last} or {last}")
            }
            Values::Choice(words) => f.write_str(&words.concat()),
            Values::Number { least, most } => write!(f, "{least} to {most}"),
            Values::Text(words) => f.write_str(words),
        }
    }
}
