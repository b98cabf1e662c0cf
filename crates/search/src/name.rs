//! Engine names with options (`strong:level=6`) and external programs (`exec:gtp:gtp-rhino`).

use std::fmt;
use std::str::FromStr;

use rules::InputError;

/// Name of every external program, before protocol and command.
const PROGRAM: &str = "exec";

/// Name of an engine with its options, or an external program with its protocol and command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineName {
    name: String,
    options: Vec<(String, String)>,
    program: Option<ProgramName>,
}

/// External program: `exec:PROTOCOL:COMMAND`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramName {
    /// Protocol, such as `gtp`.
    pub protocol: String,
    /// Command line, unchanged.
    pub command: String,
}

impl EngineName {
    /// The name without options; `exec` for an external program.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value of an option, if it was given.
    pub fn option(&self, key: &str) -> Option<&str> {
        self.options.iter().find(|(given, _)| given == key).map(|(_, value)| value.as_str())
    }

    /// The same name with another value of an option.
    #[must_use]
    pub fn with_option(mut self, key: &str, value: &str) -> EngineName {
        self.options.retain(|(given, _)| given != key);
        self.options.push((key.to_owned(), value.to_owned()));
        self
    }

    /// The options, which the engine takes one by one.
    pub fn options(&self) -> EngineOptions {
        EngineOptions { name: self.name.clone(), given: self.options.clone(), known: Vec::new() }
    }

    /// The external program, if it is one.
    pub fn program(&self) -> Option<&ProgramName> {
        self.program.as_ref()
    }
}

impl ProgramName {
    /// Reads the text after `exec:`. The command may contain colons and commas but no control characters, because a
    /// journal stores a match in one line.
    fn read(text: &str) -> Result<ProgramName, InputError> {
        let expected = "exec:PROTOCOL:COMMAND, such as exec:gtp:gtp-rhino";
        let (protocol, command) = text.split_once(':').unwrap_or((text, ""));
        if !is_word(protocol) || command.trim().is_empty() || command.contains(char::is_control) {
            return Err(InputError::unexpected(&format!("{PROGRAM}:{text}"), expected));
        }
        Ok(ProgramName { protocol: protocol.to_owned(), command: command.trim().to_owned() })
    }
}

fn is_word(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

impl FromStr for EngineName {
    type Err = InputError;

    /// Reads `random`, `strong:level=6,threads=2` or `exec:gtp:gtp-rhino`.
    fn from_str(text: &str) -> Result<EngineName, InputError> {
        let expected = "an engine with its options, such as random or strong:level=6";
        let (name, rest) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        if name == PROGRAM {
            let program = Some(ProgramName::read(rest)?);
            return Ok(EngineName { name: name.to_owned(), options: Vec::new(), program });
        }
        if !is_word(name) {
            return Err(InputError::unexpected(text, expected));
        }
        let mut options: Vec<(String, String)> = Vec::new();
        for part in rest.split(',').filter(|part| !part.is_empty()) {
            match part.split_once('=') {
                Some((key, value)) if is_word(key.trim()) && !value.trim().is_empty() => {
                    if options.iter().any(|(known, _)| known == key.trim()) {
                        return Err(InputError::new(format!("{} of {name} is set twice", key.trim())));
                    }
                    options.push((key.trim().to_owned(), value.trim().to_owned()));
                }
                _ => return Err(InputError::unexpected(part, "an option of the form key=value")),
            }
        }
        Ok(EngineName { name: name.to_owned(), options, program: None })
    }
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if let Some(ProgramName { protocol, command }) = &self.program {
            return write!(f, ":{protocol}:{command}");
        }
        for (index, (key, value)) in self.options.iter().enumerate() {
            write!(f, "{}{key}={value}", if index == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

/// Options of an engine. The constructor takes each one and rejects the rest by [`finish`](EngineOptions::finish).
#[derive(Clone, Debug)]
pub struct EngineOptions {
    name: String,
    given: Vec<(String, String)>,
    known: Vec<&'static str>,
}

impl EngineOptions {
    /// `true` if the option was given and not taken yet.
    pub fn has(&self, key: &str) -> bool {
        self.given.iter().any(|(given, _)| given == key)
    }

    /// Takes a word, if it was given.
    pub fn word(&mut self, key: &'static str) -> Option<String> {
        self.known.push(key);
        let index = self.given.iter().position(|(given, _)| given == key)?;
        Some(self.given.remove(index).1)
    }

    /// Takes an integer within bounds; returns `default` if it was not given.
    pub fn number(
        &mut self,
        key: &'static str,
        default: u64,
        bounds: std::ops::RangeInclusive<u64>,
    ) -> Result<u64, InputError> {
        let Some(value) = self.word(key) else { return Ok(default) };
        value.parse().ok().filter(|number| bounds.contains(number)).ok_or_else(|| {
            InputError::new(format!(
                "{key} of {} cannot be {}: expected a whole number from {} to {}",
                self.name,
                InputError::quote(&value),
                bounds.start(),
                bounds.end()
            ))
        })
    }

    /// Reports options that were given but not taken.
    pub fn finish(self) -> Result<(), InputError> {
        match self.given.first() {
            None => Ok(()),
            Some((key, _)) => Err(InputError::new(format!(
                "{} has no option {}: expected {}",
                self.name,
                InputError::quote(key),
                if self.known.is_empty() { "none at all".to_owned() } else { self.known.join(", ") }
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_keep_their_command() {
        for command in ["gtp-rhino", "./a b --x=1,y=2", "sh -c 'a: b'", "x:y", "program \"with blanks\" é"] {
            let name: EngineName = format!("exec:gtp:{command}").parse().unwrap();
            assert_eq!(name.name(), "exec");
            let program = name.program().unwrap();
            assert_eq!((program.protocol.as_str(), program.command.as_str()), ("gtp", command));
            assert_eq!(name.to_string().parse::<EngineName>().unwrap(), name);
        }
        for text in ["exec", "exec:", "exec:gtp", "exec:gtp: ", "exec::x", "exec:g p:x", "exec:gtp:a\nb"] {
            let error = text.parse::<EngineName>().unwrap_err().to_string();
            assert!(error.contains("exec:PROTOCOL:COMMAND"), "{text}: {error}");
        }
        assert_eq!("random".parse::<EngineName>().unwrap().program(), None);
    }

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
