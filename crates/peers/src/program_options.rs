//! Settings of external programs.

use std::sync::Arc;

use rules::InputError;

use crate::process::{Guard, Process, ProcessOptions, TrafficLog};

/// Settings of an external program, of this side and of its own.
#[derive(Clone, Default)]
pub struct ProgramOptions {
    /// Options of the program by name, set before its first game; protocols other than UCI and xboard have none.
    pub options: Vec<(String, String)>,
    /// Maximum size of the program's data in bytes.
    pub memory: Option<u64>,
    /// Receives all lines.
    pub traffic: Option<Arc<TrafficLog>>,
    /// Kills the program if this one is killed.
    pub guard: Option<Arc<Guard>>,
}

impl ProgramOptions {
    /// Starts a program by its command line; `quit` is the command that ends it.
    pub(crate) fn start(&self, command: &str, quit: Option<&'static str>) -> Result<Process, InputError> {
        let ProgramOptions { memory, traffic, guard, .. } = self.clone();
        Process::start_with(
            command,
            ProcessOptions { quit, memory, traffic, guard, ..ProcessOptions::default() },
        )
    }
}
