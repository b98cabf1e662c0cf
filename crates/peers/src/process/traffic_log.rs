//! Log of the lines between this program and others.

use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Log of all lines to and from external programs.
///
/// A line has the seconds since it began, name and process id of the program, `>` for a line sent to it, `<` for one of its
/// output and `!` for one of its error output, and the text.
pub struct TrafficLog {
    out: Mutex<Box<dyn Write + Send>>,
    begin: Instant,
}

impl TrafficLog {
    /// A log that is written to `out`; its times count from `begin`.
    pub fn new(out: Box<dyn Write + Send>, begin: Instant) -> TrafficLog {
        TrafficLog { out: Mutex::new(out), begin }
    }

    pub(super) fn write(&self, program: &str, id: u32, direction: char, text: &str) {
        let name = program.rsplit('/').next().unwrap_or(program);
        let seconds = self.begin.elapsed().as_secs_f64();
        let lines: String =
            text.lines().map(|line| format!("{seconds:.3} {name}[{id}] {direction} {line}\n")).collect();
        // A log that cannot be written must not end a game.
        let _ = self.out.lock().unwrap_or_else(PoisonError::into_inner).write_all(lines.as_bytes());
    }
}
