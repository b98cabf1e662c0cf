//! Files with session tokens: that of this terminal, and those of sessions at other servers.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use store::secrets::{TOKEN_DIGITS, is_token};

use crate::error::TerminalError;

/// File of this terminal's session in a data folder.
pub(crate) fn of_terminal(folder: &Path) -> PathBuf {
    folder.join("terminal.session")
}

/// File of a session at another server, which `name` identifies.
pub fn of_server(folder: &Path, name: &str) -> PathBuf {
    folder.join("servers").join(format!("{name}.session"))
}

fn failed(file: &Path, error: &std::io::Error) -> TerminalError {
    TerminalError::File { file: file.display().to_string(), why: error.to_string() }
}

/// Reads the token; `None` if there is no file, or no token in it.
pub fn read(file: &Path) -> Result<Option<String>, TerminalError> {
    let mut text = String::new();
    let opened = match std::fs::File::open(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        other => other.map_err(|error| failed(file, &error))?,
    };
    let bound = TOKEN_DIGITS as u64 + 1;
    match opened.take(bound).read_to_string(&mut text) {
        Err(error) if error.kind() == ErrorKind::InvalidData => return Ok(None),
        other => other.map_err(|error| failed(file, &error))?,
    };
    Ok(Some(text.trim().to_owned()).filter(|token| is_token(token)))
}

/// Replaces the token. The file is readable by its owner only; its folder is created if needed.
pub fn write(file: &Path, token: &str) -> Result<(), TerminalError> {
    let new = file.with_extension("session.new");
    let written = || -> std::io::Result<()> {
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let _ = std::fs::remove_file(&new);
        let mut opened = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&new)?;
        opened.write_all(format!("{token}\n").as_bytes())?;
        opened.sync_all()?;
        std::fs::rename(&new, file)
    };
    written().map_err(|error| failed(file, &error))
}

/// Removes the file.
pub(crate) fn remove(file: &Path) -> Result<(), TerminalError> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(failed(file, &error)),
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
        let file = of_server(&folder, "http-localhost-80");
        assert_eq!(read(&file).unwrap(), None);
        let token = "0123456789abcdef".repeat(4);
        write(&file, &token).unwrap();
        assert_eq!(read(&file).unwrap(), Some(token));
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        for damaged in [&b"short"[..], &[0xff; 64]] {
            std::fs::write(&file, damaged).unwrap();
            assert_eq!(read(&file).unwrap(), None);
        }
        remove(&file).unwrap();
        remove(&file).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
