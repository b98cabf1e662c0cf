//! Settings of a game as `key = value` lines.

use std::fmt::Display;

use crate::InputError;

/// One line of settings.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Line number, from 1.
    pub line: usize,
    /// The key as written.
    pub key: String,
    /// The value, trimmed.
    pub value: String,
}

impl Setting {
    /// Error about the value, with its line and what was expected.
    pub fn error(&self, expected: impl Display) -> InputError {
        InputError::new(format!(
            "line {}: {} cannot be {}: expected {expected}",
            self.line,
            self.key,
            InputError::quote(&self.value)
        ))
    }

    /// The value as a whole number within bounds.
    pub fn number(&self, bounds: std::ops::RangeInclusive<u32>) -> Result<u32, InputError> {
        let number = self.value.parse().ok().filter(|number| bounds.contains(number));
        number
            .ok_or_else(|| self.error(format!("a whole number from {} to {}", bounds.start(), bounds.end())))
    }

    /// The value as one of these words.
    pub fn word<T: Copy>(&self, words: &[(&str, T)]) -> Result<T, InputError> {
        let found = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(&self.value));
        found.map(|(_, meaning)| *meaning).ok_or_else(|| {
            let list: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.error(list.join(" or "))
        })
    }
}

/// Settings of a game. The game takes those it knows; any others are reported.
#[derive(Clone, Debug)]
pub struct Settings {
    entries: Vec<Setting>,
    known: Vec<&'static str>,
}

impl Settings {
    /// Reads `key = value` lines. Empty lines and lines that start with `#` are skipped.
    pub fn read(text: &str) -> Result<Settings, InputError> {
        Settings::read_numbered((1..).zip(text.lines()))
    }

    /// Reads `key = value` lines that come with their line numbers, for formats that are not one setting a line.
    pub fn read_numbered<'a>(
        lines: impl IntoIterator<Item = (usize, &'a str)>,
    ) -> Result<Settings, InputError> {
        let mut entries: Vec<Setting> = Vec::new();
        for (number, line) in lines {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let Some((key, value)) = line.split_once('=') else {
                return Err(InputError::unexpected(line, "a line of the form \"key = value\"")
                    .within(format_args!("line {number}")));
            };
            let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
            if let Some(before) = entries.iter().find(|entry| entry.key.eq_ignore_ascii_case(&key)) {
                return Err(InputError::new(format!(
                    "line {number}: {} is set twice, first on line {}",
                    InputError::quote(&key),
                    before.line
                )));
            }
            entries.push(Setting { line: number, key, value });
        }
        Ok(Settings { entries, known: Vec::new() })
    }

    /// Takes the setting with this key, ignoring case.
    pub fn take(&mut self, key: &'static str) -> Option<Setting> {
        self.known.push(key);
        let index = self.entries.iter().position(|entry| entry.key.eq_ignore_ascii_case(key))?;
        Some(self.entries.remove(index))
    }

    /// Reports settings that were not taken.
    pub fn finish(self) -> Result<(), InputError> {
        match self.entries.first() {
            None => Ok(()),
            Some(entry) => Err(InputError::new(format!(
                "line {}: unknown setting {}: expected {}",
                entry.line,
                InputError::quote(&entry.key),
                if self.known.is_empty() { "no settings".to_owned() } else { self.known.join(", ") }
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_line_and_the_expected_value() {
        let mut settings = Settings::read("# c\n\nsize = 9\ncolour=red").unwrap();
        assert_eq!(settings.take("Size").unwrap().number(1..=10).unwrap(), 9);
        assert_eq!(
            settings.finish().unwrap_err().to_string(),
            "line 4: unknown setting \"colour\": expected Size"
        );
        assert!(
            Settings::read("size 9").unwrap_err().to_string().starts_with("line 1: cannot read \"size 9\"")
        );
        assert!(Settings::read("a=1\nA=2").unwrap_err().to_string().contains("first on line 1"));
    }
}
