//! Line-by-line tamper detection for files that are appended to.

use rules::InputError;
use sha2::{Digest, Sha256};

/// Separator between a line and its seal.
const SEPARATOR: &str = "  ~";

/// Hash chain over the lines of a file.
///
/// Every line ends with a seal: the first four bytes, in hexadecimal, of a SHA-256 over the previous hash (32 zero bytes at
/// first) and the line. A change anywhere is detected at the first line it affects.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct HashChain {
    state: [u8; 32],
}

impl HashChain {
    /// A chain at the start of a file.
    pub fn new() -> HashChain {
        HashChain::default()
    }

    /// Appends a line; returns it with its seal and a line break.
    pub fn seal(&mut self, line: &str) -> String {
        let seal = self.advance(line);
        format!("{line}{SEPARATOR}{seal}\n")
    }

    /// Checks the seal of the next line, which comes without its line break; returns the line without the seal.
    pub fn check<'a>(&mut self, sealed: &'a str) -> Result<&'a str, InputError> {
        let (line, seal) = sealed.rsplit_once(SEPARATOR).ok_or_else(|| {
            InputError::unexpected(sealed, format_args!("a line that ends with its seal, \"{SEPARATOR}\""))
        })?;
        let expected = self.advance(line);
        if seal != expected {
            let quoted = InputError::quote(line);
            return Err(InputError::new(format!(
                "{quoted} or a line above it was changed: its seal is {}, expected {expected}",
                InputError::quote(seal)
            )));
        }
        Ok(line)
    }

    fn advance(&mut self, line: &str) -> String {
        self.state = Sha256::new().chain_update(self.state).chain_update(line.as_bytes()).finalize().into();
        hexadecimal(&self.state[..4])
    }
}

/// A sealed line without its seal, unchecked.
pub(crate) fn without_seal(line: &str) -> &str {
    line.rsplit_once(SEPARATOR).map_or(line, |(line, _)| line)
}

/// Bytes as lowercase hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_depends_on_its_line_and_on_all_lines_before() {
        let mut chain = HashChain::new();
        let lines = [chain.seal("one"), chain.seal("two")];
        let [one, two] = lines.each_ref().map(|line| line.strip_suffix('\n').unwrap());
        let mut reader = HashChain::new();
        assert_eq!((reader.check(one).unwrap(), reader.check(two).unwrap()), ("one", "two"));
        assert_eq!(reader, chain);
        assert!(HashChain::new().check(two).unwrap_err().to_string().contains("was changed"));
        assert!(HashChain::new().check("one").unwrap_err().to_string().contains("its seal"));
    }
}
