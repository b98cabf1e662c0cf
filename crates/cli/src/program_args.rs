//! Settings of external programs, as options of a command.

use std::fs::OpenOptions;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use peers::ProgramOptions;
use peers::process::{Guard, TrafficLog};

use crate::error::CliError;

/// Settings of all external programs of a command.
#[derive(Args)]
pub(crate) struct ProgramArgs {
    /// Append all lines to and from external programs to this file
    #[arg(long, value_name = "FILE")]
    engine_log: Option<PathBuf>,

    /// Maximum memory of an external program in MB
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    engine_memory: Option<u64>,
}

impl ProgramArgs {
    /// The settings. A guard process is started if there are external programs.
    pub(crate) fn options(&self, has_programs: bool) -> Result<ProgramOptions, CliError> {
        if !has_programs {
            return Ok(ProgramOptions::default());
        }
        let traffic = match &self.engine_log {
            Some(path) => {
                let file = OpenOptions::new().append(true).create(true).open(path).map_err(|error| {
                    CliError::usage(format_args!("cannot open the log {}: {error}", path.display()))
                })?;
                Some(Arc::new(TrafficLog::new(Box::new(file), Instant::now())))
            }
            None => None,
        };
        let memory = self.engine_memory.map(|megabytes| megabytes << 20);
        Ok(ProgramOptions { options: Vec::new(), memory, traffic, guard: Some(start_guard()?) })
    }
}

/// Reads an option of an engine, `NAME=VALUE`.
pub(crate) fn engine_option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !text.contains(char::is_control) => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

/// Starts the process that kills external programs if this one is killed.
pub(crate) fn start_guard() -> Result<Arc<Guard>, CliError> {
    let program = own_path()?;
    Ok(Arc::new(Guard::start(&[program, "process-guard".to_owned()])?))
}

/// The path of this program.
pub(crate) fn own_path() -> Result<String, CliError> {
    let path = std::env::current_exe()
        .map_err(|error| CliError::failed(format_args!("cannot find the path of this program: {error}")))?;
    path.into_os_string().into_string().map_err(|path| {
        CliError::failed(format_args!("cannot use the path {}: it is not UTF-8", path.display()))
    })
}
