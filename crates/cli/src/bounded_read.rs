//! Reading files and streams that may never end.

use std::fs::File;
use std::io::{self, BufRead, ErrorKind, Read};
use std::path::Path;

use crate::error::CliError;

/// Reads a whole file of at most `limit` bytes.
pub(crate) fn read_file(path: &Path, limit: u64) -> Result<Vec<u8>, CliError> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| cannot_read(&name, &error))?;
    read_all(file, &name, limit)
}

/// Reads a whole UTF-8 text file of at most `limit` bytes.
pub(crate) fn read_text_file(path: &Path, limit: u64) -> Result<String, CliError> {
    let bytes = read_file(path, limit)?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        cannot_read(path.display(), format_args!("byte {at} is not UTF-8: expected text"))
    })
}

/// Reads a stream of at most `limit` bytes to its end. `name` is the name used in errors.
pub(crate) fn read_all(reader: impl Read, name: &str, limit: u64) -> Result<Vec<u8>, CliError> {
    disk::read_bounded(reader, limit).map_err(|error| cannot_read(name, &error))
}

fn cannot_read(name: impl std::fmt::Display, cause: impl std::fmt::Display) -> CliError {
    CliError::usage(format_args!("cannot read {name}: {cause}"))
}

/// Iterates over the lines of a stream without their line ends. Lines are converted to text lossily. A line of more
/// than `max_line` bytes is an error of kind [`ErrorKind::FileTooLarge`] and ends the iteration, as does any other error.
pub(crate) fn lines<R: BufRead>(reader: R, max_line: usize) -> Lines<R> {
    Lines { reader, max_line, is_finished: false }
}

/// Iterator returned by [`lines`].
pub(crate) struct Lines<R> {
    reader: R,
    max_line: usize,
    is_finished: bool,
}

impl<R: BufRead> Lines<R> {
    fn read_line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        // Two bytes more than allowed leave room for the line end.
        let limit = (self.max_line as u64).saturating_add(2);
        self.reader.by_ref().take(limit).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        if line.pop_if(|byte| *byte == b'\n').is_some() {
            line.pop_if(|byte| *byte == b'\r');
        }
        if line.len() > self.max_line {
            let message = format!("line longer than {} bytes", self.max_line);
            return Err(io::Error::new(ErrorKind::FileTooLarge, message));
        }
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<io::Result<String>> {
        if self.is_finished {
            return None;
        }
        let line = self.read_line().transpose();
        self.is_finished = !matches!(line, Some(Ok(_)));
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_streams_are_rejected() {
        let error = read_all(io::repeat(b'x'), "NAME", 10).unwrap_err();
        assert!(matches!(error, CliError::Usage(text) if text == "cannot read NAME: longer than 10 bytes"));
        assert_eq!(read_all(&b"0123456789"[..], "NAME", 10).unwrap(), b"0123456789");
        let error = read_file(Path::new("/dev/zero"), 100).unwrap_err();
        assert!(
            matches!(error, CliError::Usage(text) if text == "cannot read /dev/zero: longer than 100 bytes")
        );
    }

    #[test]
    fn lines_are_split_and_bounded() {
        let read: Vec<String> = lines(&b"1234\r\n\n12\n\xff"[..], 4).map(Result::unwrap).collect();
        assert_eq!(read, ["1234", "", "12", "\u{fffd}"]);
        let mut endless = lines(io::BufReader::new(io::repeat(b'x')), 4);
        let error = endless.next().unwrap().unwrap_err();
        assert_eq!(
            (error.kind(), error.to_string().as_str()),
            (ErrorKind::FileTooLarge, "line longer than 4 bytes")
        );
        assert!(endless.next().is_none());
    }
}
