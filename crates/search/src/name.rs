//! Engines by name: `strong:level=6`.

use std::fmt;
use std::str::FromStr;

use rules::Fault;

/// An engine's name with its options, as people write it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineName {
    name: String,
    options: Vec<(String, String)>,
}

impl EngineName {
    /// The name without its options.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The options, for the engine to take one by one.
    pub fn options(&self) -> EngineOptions {
        EngineOptions { name: self.name.clone(), given: self.options.clone(), known: Vec::new() }
    }
}

impl FromStr for EngineName {
    type Err = Fault;

    /// Reads `random` or `strong:level=6,threads=2`.
    fn from_str(text: &str) -> Result<EngineName, Fault> {
        let expected = "an engine with its options, such as random or strong:level=6";
        let (name, rest) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let is_word = |word: &str| {
            !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
        };
        if !is_word(name) {
            return Err(Fault::unexpected(text, expected));
        }
        let mut options: Vec<(String, String)> = Vec::new();
        for part in rest.split(',').filter(|part| !part.is_empty()) {
            match part.split_once('=') {
                Some((key, value)) if is_word(key.trim()) && !value.trim().is_empty() => {
                    if options.iter().any(|(known, _)| known == key.trim()) {
                        return Err(Fault::new(format!("{} of {name} is set twice", key.trim())));
                    }
                    options.push((key.trim().to_owned(), value.trim().to_owned()));
                }
                _ => return Err(Fault::unexpected(part, "an option of the form key=value")),
            }
        }
        Ok(EngineName { name: name.to_owned(), options })
    }
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, (key, value)) in self.options.iter().enumerate() {
            write!(f, "{}{key}={value}", if index == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

/// The options of an engine, each taken by its maker and none left over.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    name: String,
    given: Vec<(String, String)>,
    known: Vec<&'static str>,
}

impl EngineOptions {
    /// Whether an option was given, and not taken yet.
    pub fn has(&self, key: &str) -> bool {
        self.given.iter().any(|(given, _)| given == key)
    }

    /// Takes a whole number within bounds, or the usual one if it was not given.
    pub fn number(
        &mut self,
        key: &'static str,
        usual: u64,
        bounds: std::ops::RangeInclusive<u64>,
    ) -> Result<u64, Fault> {
        self.known.push(key);
        let Some(index) = self.given.iter().position(|(given, _)| given == key) else { return Ok(usual) };
        let (_, value) = self.given.remove(index);
        value.parse().ok().filter(|number| bounds.contains(number)).ok_or_else(|| {
            Fault::new(format!(
                "{key} of {} cannot be {}: expected a whole number from {} to {}",
                self.name,
                Fault::quote(&value),
                bounds.start(),
                bounds.end()
            ))
        })
    }

    /// Makes sure that nothing was given that nobody asked for.
    pub fn finish(self) -> Result<(), Fault> {
        match self.given.first() {
            None => Ok(()),
            Some((key, _)) => Err(Fault::new(format!(
                "{} has no option {}: expected {}",
                self.name,
                Fault::quote(key),
                if self.known.is_empty() { "none at all".to_owned() } else { self.known.join(", ") }
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for text in ["random", "strong:level=6", "narrad:depth=2,params=evolved"] {
            assert_eq!(text.parse::<EngineName>().unwrap().to_string(), text);
        }
        for text in ["", ":", "a b", "strong:level", "strong:=3", "strong:level=", "strong:level=1,level=2"] {
            assert!(text.parse::<EngineName>().is_err(), "{text}");
        }
        let mut options = "strong:level=9,x=1".parse::<EngineName>().unwrap().options();
        assert!(options.number("level", 4, 1..=8).unwrap_err().to_string().contains("from 1 to 8"));
        assert_eq!(options.number("threads", 1, 1..=8).unwrap(), 1);
        assert_eq!(
            options.finish().unwrap_err().to_string(),
            "strong has no option \"x\": expected level, threads"
        );
    }
}
