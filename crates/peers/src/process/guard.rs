//! A guard process that kills programs whose owner was killed.
//!
//! A program that is killed cannot kill its children. The guard is a small process that knows their process groups and
//! has its input connected to the owner: when the input ends, it kills every group that is left.

use std::collections::BTreeSet;
use std::io::BufRead;
use std::sync::{Mutex, PoisonError};

use rules::InputError;

use super::{Process, ProcessOptions};

/// A running guard process.
///
/// Its input has a line for each change: `+` and a process group that was started, `-` and one that has ended.
pub struct Guard {
    process: Mutex<Process>,
}

impl Guard {
    /// Starts a guard with this command, which must call [`run_guard`] with its standard input.
    pub fn start(command: &[String]) -> Result<Guard, InputError> {
        Ok(Guard { process: Mutex::new(Process::start_words(command, ProcessOptions::default())?) })
    }

    pub(super) fn add(&self, group: u32) {
        self.send(&format!("+{group}"));
    }

    pub(super) fn remove(&self, group: u32) {
        self.send(&format!("-{group}"));
    }

    fn send(&self, line: &str) {
        // Without a guard the programs are still killed when their owner ends normally.
        let _ = self.process.lock().unwrap_or_else(PoisonError::into_inner).send(line);
    }
}

/// Runs a guard: reads process groups until the input ends, then kills those that are left.
pub fn run_guard(input: impl BufRead) {
    let mut groups = BTreeSet::new();
    for line in input.lines().map_while(Result::ok) {
        match line.split_at_checked(1) {
            Some(("+", group)) => groups.extend(group.parse::<i32>()),
            Some(("-", group)) => {
                if let Ok(group) = group.parse::<i32>() {
                    groups.remove(&group);
                }
            }
            _ => {}
        }
    }
    #[cfg(unix)]
    for group in groups.into_iter().filter(|&group| group > 1).filter_map(rustix::process::Pid::from_raw) {
        // An error means that the group is empty.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}
