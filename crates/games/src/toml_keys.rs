//! Keys of the tables of a TOML file. Errors name the line and the key; unknown keys are errors.

use std::fmt::Display;

use rules::InputError;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A table of the file.
pub struct Keys<'d> {
    /// Context in errors, after the line: "" or ": kind N".
    place: String,
    entries: Vec<Key<'d>>,
    known: Vec<&'static str>,
}

/// A key with its value.
pub struct Key<'d> {
    /// Line of the key, counted from 1.
    pub line: usize,
    /// The key.
    pub name: &'d str,
    text: &'d str,
    place: String,
    value: &'d Spanned<DeValue<'d>>,
}

/// Parses a file into its tables.
pub fn parse(text: &str) -> Result<Spanned<DeTable<'_>>, InputError> {
    DeTable::parse(text).map_err(|error| {
        let sentence = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
        match error.span() {
            Some(span) => {
                InputError::new(sentence).within(format_args!("line {}", line_at(text, span.start)))
            }
            None => InputError::new(sentence),
        }
    })
}

/// Line of a byte offset, counted from 1.
pub fn line_at(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1
}

impl<'d> Keys<'d> {
    /// Keys of a table in file order.
    pub fn new(text: &'d str, place: String, table: &'d DeTable<'d>) -> Keys<'d> {
        let mut ordered: Vec<_> = table.iter().collect();
        ordered.sort_by_key(|(name, _)| name.span().start);
        let key = |(name, value): (&'d Spanned<_>, &'d Spanned<DeValue<'d>>)| {
            let name: &'d Spanned<std::borrow::Cow<'d, str>> = name;
            let line = line_at(text, name.span().start);
            Key { line, name: name.get_ref(), text, place: place.clone(), value }
        };
        let entries = ordered.into_iter().map(key).collect();
        Keys { place, entries, known: Vec::new() }
    }

    /// Takes a key, if present.
    pub fn take(&mut self, name: &'static str) -> Option<Key<'d>> {
        self.known.push(name);
        let index = self.entries.iter().position(|key| key.name == name)?;
        Some(self.entries.remove(index))
    }

    /// Takes all remaining keys.
    pub fn take_all(&mut self) -> Vec<Key<'d>> {
        std::mem::take(&mut self.entries)
    }

    /// Reports a key that was not taken.
    pub fn finish(self) -> Result<(), InputError> {
        match self.entries.first() {
            None => Ok(()),
            Some(key) => Err(InputError::new(format!(
                "line {}{}: there is no key {}: expected {}",
                key.line,
                self.place,
                InputError::quote(key.name),
                self.known.join(", ")
            ))),
        }
    }

    /// Keys of the table of a key, in the same context.
    pub fn tables(&self, key: &Key<'d>, expected: &str) -> Result<Keys<'d>, InputError> {
        key.table(self.place.clone()).ok_or_else(|| key.error(expected))
    }
}

impl<'d> Key<'d> {
    /// Error of an invalid value.
    pub fn error(&self, expected: impl Display) -> InputError {
        let written = self.text.get(self.value.span()).unwrap_or("");
        let value = self.value.get_ref().as_str().unwrap_or(written);
        self.within(InputError::new(format!(
            "{} cannot be {}: expected {expected}",
            self.name,
            InputError::quote(value.lines().next().unwrap_or(""))
        )))
    }

    /// Adds the line of the key to an error.
    pub fn within(&self, error: InputError) -> InputError {
        self.at(self.line, error)
    }

    /// Adds a line within the value to an error.
    pub fn at(&self, line: usize, error: InputError) -> InputError {
        error.within(format_args!("line {line}{}", self.place))
    }

    /// Keys of this key's table; `place` is its context in errors.
    pub fn table(&self, place: String) -> Option<Keys<'d>> {
        match self.value.get_ref() {
            DeValue::Table(table) => Some(Keys::new(self.text, place, table)),
            _ => None,
        }
    }

    /// The value as a string.
    pub fn string(&self, expected: &str) -> Result<&'d str, InputError> {
        self.value.get_ref().as_str().ok_or_else(|| self.error(expected))
    }

    /// The value as a boolean.
    pub fn boolean(&self) -> Result<bool, InputError> {
        self.value.get_ref().as_bool().ok_or_else(|| self.error("true or false"))
    }

    /// `true` if the value is `false`.
    pub fn is_false(&self) -> bool {
        self.value.get_ref().as_bool() == Some(false)
    }

    /// The value as a whole number within bounds.
    pub fn number(&self, bounds: std::ops::RangeInclusive<u64>) -> Result<u64, InputError> {
        let number = match self.value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse().ok(),
            _ => None,
        };
        number.filter(|number| bounds.contains(number)).ok_or_else(|| {
            self.error(format_args!("a whole number from {} to {}", bounds.start(), bounds.end()))
        })
    }

    /// The value as a finite number.
    pub fn float(&self) -> Result<f64, InputError> {
        let number =
            self.decimal().and_then(|text| text.parse().ok()).filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| self.error("a number such as 7 or -47.8"))
    }

    /// The digits of a decimal number.
    pub fn decimal(&self) -> Option<&'d str> {
        match self.value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str()),
            DeValue::Float(number) => Some(number.as_str()),
            _ => None,
        }
    }

    /// A string, number or boolean as text.
    pub fn scalar(&self) -> Option<String> {
        let value = self.value.get_ref();
        let boolean = || value.as_bool().map(|value| value.to_string());
        value.as_str().or(self.decimal()).map(str::to_owned).or_else(boolean)
    }

    /// The value as a list of strings with their lines.
    pub fn strings(&self, expected: &str) -> Result<Vec<(usize, &'d str)>, InputError> {
        let DeValue::Array(array) = self.value.get_ref() else {
            return Err(self.error(expected));
        };
        let entry = |value: &'d Spanned<DeValue<'d>>| {
            let line = line_at(self.text, value.span().start);
            value.get_ref().as_str().map(|text| (line, text)).ok_or_else(|| self.error(expected))
        };
        array.iter().map(entry).collect()
    }
}
