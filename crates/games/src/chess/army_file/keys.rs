//! Keys of a table of an army file. Unknown keys are errors.

use std::fmt::Display;

use rules::InputError;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A table of the file.
pub(super) struct Keys<'d> {
    text: &'d str,
    /// Context in errors, after the line: "" or ": kind N".
    place: String,
    entries: Vec<Key<'d>>,
    known: Vec<&'static str>,
}

/// A key with its value.
pub(super) struct Key<'d> {
    pub(super) line: usize,
    pub(super) name: &'d str,
    text: &'d str,
    place: String,
    value: &'d Spanned<DeValue<'d>>,
}

/// Line of a byte offset, counted from 1.
pub(super) fn line_at(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1
}

impl<'d> Keys<'d> {
    /// Keys of a table in file order.
    pub(super) fn new(text: &'d str, place: String, table: &'d DeTable<'d>) -> Keys<'d> {
        let mut ordered: Vec<_> = table.iter().collect();
        ordered.sort_by_key(|(name, _)| name.span().start);
        let key = |(name, value): (&'d Spanned<_>, &'d Spanned<DeValue<'d>>)| {
            let name: &'d Spanned<std::borrow::Cow<'d, str>> = name;
            let line = line_at(text, name.span().start);
            Key { line, name: name.get_ref(), text, place: place.clone(), value }
        };
        let entries = ordered.into_iter().map(key).collect();
        Keys { text, place, entries, known: Vec::new() }
    }

    /// Takes a key, if present.
    pub(super) fn take(&mut self, name: &'static str) -> Option<Key<'d>> {
        self.known.push(name);
        let index = self.entries.iter().position(|key| key.name == name)?;
        Some(self.entries.remove(index))
    }

    /// Takes all remaining keys.
    pub(super) fn take_all(&mut self) -> Vec<Key<'d>> {
        std::mem::take(&mut self.entries)
    }

    /// Reports a key that was not taken.
    pub(super) fn finish(self) -> Result<(), InputError> {
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

    /// Subtables of a key, such as the kinds.
    pub(super) fn tables(&self, key: &Key<'d>) -> Result<Keys<'d>, InputError> {
        match key.value.get_ref() {
            DeValue::Table(table) => Ok(Keys::new(self.text, self.place.clone(), table)),
            _ => Err(key.error("a table, such as [kind.K]")),
        }
    }
}

impl<'d> Key<'d> {
    /// Error of an invalid value.
    pub(super) fn error(&self, expected: impl Display) -> InputError {
        let written = self.text.get(self.value.span()).unwrap_or("");
        let value = self.value.get_ref().as_str().unwrap_or(written);
        self.within(InputError::new(format!(
            "{} cannot be {}: expected {expected}",
            self.name,
            InputError::quote(value.lines().next().unwrap_or(""))
        )))
    }

    /// Adds the line of the key to an error.
    pub(super) fn within(&self, error: InputError) -> InputError {
        self.at(self.line, error)
    }

    /// Adds a line within the value to an error.
    pub(super) fn at(&self, line: usize, error: InputError) -> InputError {
        error.within(format_args!("line {line}{}", self.place))
    }

    /// Keys of this key's table; `place` is its context in errors.
    pub(super) fn table(&self, place: String) -> Option<Keys<'d>> {
        match self.value.get_ref() {
            DeValue::Table(table) => Some(Keys::new(self.text, place, table)),
            _ => None,
        }
    }

    /// The value as a string.
    pub(super) fn string(&self, expected: &str) -> Result<&'d str, InputError> {
        self.value.get_ref().as_str().ok_or_else(|| self.error(expected))
    }

    /// The value as a boolean.
    pub(super) fn boolean(&self) -> Result<bool, InputError> {
        self.value.get_ref().as_bool().ok_or_else(|| self.error("true or false"))
    }

    /// `true` if the value is `false`.
    pub(super) fn is_false(&self) -> bool {
        self.value.get_ref().as_bool() == Some(false)
    }

    /// The value as a number from 1 to `most`.
    pub(super) fn number(&self, most: u8) -> Result<u8, InputError> {
        let number = match self.value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse().ok(),
            _ => None,
        };
        number
            .filter(|number| (1..=most).contains(number))
            .ok_or_else(|| self.error(format_args!("a whole number from 1 to {most}")))
    }

    /// The value times 100.
    pub(super) fn centipawns(&self, most: u32) -> Result<u32, InputError> {
        let number = match self.value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => centipawns(number.as_str()),
            DeValue::Float(number) => centipawns(number.as_str()),
            _ => None,
        };
        number.filter(|&number| number <= most).ok_or_else(|| {
            self.error(format_args!(
                "a number from 0 to {} with at most two decimals, such as 3.25",
                most / 100
            ))
        })
    }

    /// The value as a list of strings with their lines.
    pub(super) fn strings(&self, expected: &str) -> Result<Vec<(usize, &'d str)>, InputError> {
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

/// `3.25` as 325, with at most two significant decimals.
fn centipawns(text: &str) -> Option<u32> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let decimals = decimals.trim_end_matches('0');
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(decimals) || whole.is_empty() || decimals.len() > 2 {
        return None;
    }
    let whole: u32 = whole.parse().ok()?;
    let decimals: u32 = format!("{decimals:0<2}").parse().ok()?;
    whole.checked_mul(100)?.checked_add(decimals)
}
