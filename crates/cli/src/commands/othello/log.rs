//! Log of all bytes of a line with their dates and times.

use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::date::Date;
use crate::error::CliError;
use crate::log_file::LogFile;

/// Log of a line: `>` was sent, `<` was received, `#` is an event. Bytes that came together share a line. Every line has
/// its date and time (UTC), and the seconds since the line was opened.
pub(super) struct Log {
    file: Option<LogFile>,
    /// Date and time at which the line was opened, since the Unix epoch.
    opened: Duration,
}

impl Default for Log {
    fn default() -> Log {
        Log { file: None, opened: Duration::ZERO }
    }
}

impl Log {
    /// Opens a file for appending, if there is one, and writes a header that tells this run from earlier ones.
    pub(super) fn open(path: Option<&Path>, line: &str) -> Result<Log, CliError> {
        let opened = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut log = Log { file: path.map(LogFile::open).transpose()?, opened };
        if let Some(file) = &mut log.file {
            let process = std::process::id();
            file.write(&format!("==== run of {}, process {process} ====\n", date_and_time(opened)))?;
        }
        log.event(Duration::ZERO, &format!("this is {line}"))?;
        Ok(log)
    }

    /// Logs bytes; `sign` is `>` or `<`, followed by the device if there are two.
    pub(super) fn bytes(&mut self, at: Duration, sign: &str, bytes: &[u8]) -> Result<(), CliError> {
        if bytes.is_empty() {
            return Ok(());
        }
        let hex = bytes.iter().fold(String::new(), |mut hex, byte| {
            // Writing to a string cannot fail.
            let _ = write!(hex, "{byte:02x} ");
            hex
        });
        self.line(at, sign, &format!("{hex} {}", bytes.escape_ascii()))
    }

    /// Logs an event.
    pub(super) fn event(&mut self, at: Duration, what: &str) -> Result<(), CliError> {
        self.line(at, "#", what)
    }

    fn line(&mut self, at: Duration, sign: &str, rest: &str) -> Result<(), CliError> {
        match &mut self.file {
            Some(file) => {
                let time = date_and_time(self.opened + at);
                file.write(&format!("{time} {:12.6} {sign} {rest}\n", at.as_secs_f64()))
            }
            None => Ok(()),
        }
    }
}

/// Date and time (UTC) of a time since the Unix epoch, as `2026-11-17T08:43:33.250Z`.
fn date_and_time(since_epoch: Duration) -> String {
    let seconds = since_epoch.as_secs();
    let date = Date::of(since_epoch.as_millis() as i64);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    let milliseconds = since_epoch.subsec_millis();
    format!("{date}T{hour:02}:{minute:02}:{second:02}.{milliseconds:03}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399, "2000-02-28T23:59:59.000Z"),
            (951_782_400, "2000-02-29T00:00:00.000Z"),
            (1_709_251_199, "2024-02-29T23:59:59.000Z"),
            (1_735_689_599, "2024-12-31T23:59:59.000Z"),
            (4_107_542_400, "2100-03-01T00:00:00.000Z"),
        ] {
            assert_eq!(date_and_time(Duration::from_secs(seconds)), text);
        }
        assert_eq!(date_and_time(Duration::from_millis(1_794_904_413_250)), "2026-11-17T08:33:33.250Z");
    }
}
