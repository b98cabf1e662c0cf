//! The file with the session token of this terminal.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use store::secrets::{TOKEN_DIGITS, is_token};

use crate::error::TerminalError;

/// Name of the file in the data folder.
const NAME: &str = "terminal.session";

fn path(folder: &Path) -> PathBuf {
    folder.join(NAME)
}

fn failed(file: &Path, error: &std::io::Error) -> TerminalError {
    TerminalError::File { file: file.display().to_string(), why: error.to_string() }
}

/// Reads the token; `None` if there is no file, or no token in it.
pub(crate) fn read(folder: &Path) -> Result<Option<String>, TerminalError> {
    let file = path(folder);
    let mut text = String::new();
    let opened = match std::fs::File::open(&file) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        other => other.map_err(|error| failed(&file, &error))?,
    };
    let bound = TOKEN_DIGITS as u64 + 1;
    match opened.take(bound).read_to_string(&mut text) {
        Err(error) if error.kind() == ErrorKind::InvalidData => return Ok(None),
        other => other.map_err(|error| failed(&file, &error))?,
    };
    Ok(Some(text.trim().to_owned()).filter(|token| is_token(token)))
}

/// Replaces the token. The file is readable by its owner only.
pub(crate) fn write(folder: &Path, token: &str) -> Result<(), TerminalError> {
    let (file, new) = (path(folder), folder.join(format!("{NAME}.new")));
    let written = || -> std::io::Result<()> {
        let _ = std::fs::remove_file(&new);
        let mut opened = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&new)?;
        opened.write_all(format!("{token}\n").as_bytes())?;
        opened.sync_all()?;
        std::fs::rename(&new, &file)
    };
    written().map_err(|error| failed(&file, &error))
}

/// Removes the file.
pub(crate) fn remove(folder: &Path) -> Result<(), TerminalError> {
    let file = path(folder);
    match std::fs::remove_file(&file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(failed(&file, &error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_token_is_written_for_its_owner_only_and_read_again() {
        let folder = std::env::temp_dir().join(format!("takhteh-session-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        assert_eq!(read(&folder).unwrap(), None);
        let token = "0123456789abcdef".repeat(4);
        write(&folder, &token).unwrap();
        assert_eq!(read(&folder).unwrap(), Some(token));
        assert_eq!(std::fs::metadata(path(&folder)).unwrap().permissions().mode() & 0o777, 0o600);
        for damaged in [&b"short"[..], &[0xff; 64]] {
            std::fs::write(path(&folder), damaged).unwrap();
            assert_eq!(read(&folder).unwrap(), None);
        }
        remove(&folder).unwrap();
        remove(&folder).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
