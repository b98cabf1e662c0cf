//! Logs of sealed lines, for work that can be resumed.

use rules::InputError;
use sha2::{Digest, Sha256};

use crate::hash_chain::{HashChain, hexadecimal, without_seal};

/// Longest line that is read, in bytes. A heading holds a whole army or configuration.
const MAX_LINE: usize = 1 << 20;

/// Writer and reader of a log to which finished work is appended, line by line.
///
/// The first line names the kind of the log and what it belongs to, with a digest. Every line ends with a seal (see
/// [`HashChain`]).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SealedLog {
    /// Start of the first line: what wrote the log, and its version.
    kind: &'static str,
    /// The first line, sealed.
    heading: String,
    /// Chain after the last line written or read.
    chain: HashChain,
}

/// Complete lines of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogLines<T> {
    /// Lines after the first, in the order of the file.
    pub lines: Vec<T>,
    /// Length of the complete lines in bytes; a torn last line follows and must be cut off.
    pub valid_len: usize,
}

/// Reason why a log cannot be resumed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SealedLogError {
    /// The text starts with a line of another kind.
    OtherKind,
    /// The log belongs to other work, which has this description.
    OtherWork(String),
    /// A line is damaged.
    Line(InputError),
}

impl SealedLog {
    /// Log of the work with this description, which is one line.
    pub fn new(kind: &'static str, description: &str) -> SealedLog {
        let digest = hexadecimal(&Sha256::digest(description)[..8]);
        let mut chain = HashChain::new();
        let heading = chain.seal(&format!("{kind} {digest} {description}"));
        SealedLog { kind, heading, chain }
    }

    /// The first line, with its line break.
    pub fn heading(&self) -> &str {
        &self.heading
    }

    /// Description of the work.
    pub fn description(&self) -> &str {
        self.description_in(&self.heading).unwrap_or_default()
    }

    /// Appends a line; returns it with its seal and its line break.
    pub fn append(&mut self, line: &str) -> String {
        self.chain.seal(line)
    }

    /// Reads a log, which must belong to this work; [`append`](SealedLog::append) then continues after its last complete
    /// line. A last line without a line break was torn when the program was killed, and is dropped. `read_line` reads a
    /// line without its seal; `expected` describes it in errors.
    pub fn read<T>(
        &mut self,
        text: &str,
        expected: &str,
        mut read_line: impl FnMut(&str) -> Option<T>,
    ) -> Result<LogLines<T>, SealedLogError> {
        if self.heading.starts_with(text) && text != self.heading {
            return Ok(LogLines { lines: Vec::new(), valid_len: 0 });
        }
        let Some(rest) = text.strip_prefix(&self.heading) else {
            let other = self.description_in(text.lines().next().unwrap_or_default());
            return Err(
                other.map_or(SealedLogError::OtherKind, |other| SealedLogError::OtherWork(other.to_owned()))
            );
        };
        let mut chain = HashChain::new();
        chain.check(self.heading.trim_end_matches('\n')).map_err(SealedLogError::Line)?;
        let mut read = LogLines { lines: Vec::new(), valid_len: self.heading.len() };
        for (line, number) in rest.split_inclusive('\n').zip(2..) {
            let at_line =
                |error: InputError| SealedLogError::Line(error.within(format_args!("line {number}")));
            if line.len() > MAX_LINE {
                return Err(at_line(InputError::new(format!(
                    "cannot read a line of {} bytes: expected at most {MAX_LINE}",
                    line.len()
                ))));
            }
            let Some(complete) = line.strip_suffix('\n') else { break };
            let line_text = chain.check(complete).map_err(at_line)?;
            let value =
                read_line(line_text).ok_or_else(|| at_line(InputError::unexpected(line_text, expected)))?;
            read.lines.push(value);
            read.valid_len += line.len();
        }
        self.chain = chain;
        Ok(read)
    }

    /// Description in a first line of this kind: what follows its digest, without the seal.
    fn description_in<'a>(&self, heading: &'a str) -> Option<&'a str> {
        let rest = without_seal(heading.trim_end()).strip_prefix(self.kind)?.strip_prefix(' ')?;
        Some(rest.split_once(' ').map_or(rest, |(_, description)| description))
    }
}
