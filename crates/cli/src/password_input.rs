//! Passwords that are typed without being shown, or come from a pipe.

use std::io::{BufRead, IsTerminal, Read, stdin};

use crate::error::CliError;

/// Longest line of a pipe in bytes.
const MAX_LINE: u64 = 4096;

/// Reads a password: from the terminal without echo, else one line of stdin.
pub(crate) fn read(prompt: &str) -> Result<String, CliError> {
    let cannot = |error: std::io::Error| CliError::failed(format_args!("cannot read the password: {error}"));
    if stdin().is_terminal() {
        return rpassword::prompt_password(format!("{prompt}: ")).map_err(cannot);
    }
    let mut line = String::new();
    stdin().lock().take(MAX_LINE).read_line(&mut line).map_err(cannot)?;
    let Some(password) = line.strip_suffix('\n') else {
        return Err(CliError::usage("cannot read the password: expected a line on stdin"));
    };
    Ok(password.strip_suffix('\r').unwrap_or(password).to_owned())
}

/// Reads a new password, on a terminal twice.
pub(crate) fn read_new(prompt: &str) -> Result<String, CliError> {
    let password = read(prompt)?;
    if stdin().is_terminal() && read(&format!("{prompt} again"))? != password {
        return Err(CliError::failed("the two passwords differ: nothing has changed"));
    }
    Ok(password)
}
