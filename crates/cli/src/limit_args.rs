//! Limits of a search, as options of a command.

use std::time::Duration;

use clap::Args;
use engine::Limits;

use crate::error::CliError;

/// A limit for every move.
#[derive(Args)]
pub(crate) struct LimitArgs {
    /// Time for a move in milliseconds
    #[arg(long, value_name = "MS", group = "limit")]
    time: Option<u64>,

    /// Maximum depth in plies
    #[arg(long, value_name = "N", group = "limit")]
    depth: Option<u32>,

    /// Maximum number of nodes per move
    #[arg(long, value_name = "N", group = "limit")]
    nodes: Option<u64>,
}

impl LimitArgs {
    /// The limits; none if no option was given.
    pub(crate) fn limits(&self) -> Result<Limits, CliError> {
        let is_zero = [
            ("--time", self.time == Some(0)),
            ("--depth", self.depth == Some(0)),
            ("--nodes", self.nodes == Some(0)),
        ];
        if let Some((option, _)) = is_zero.into_iter().find(|(_, is_zero)| *is_zero) {
            return Err(CliError::usage(format_args!("{option} cannot be 0: expected 1 or more")));
        }
        let move_time = self.time.map(Duration::from_millis);
        Ok(Limits { move_time, depth: self.depth, nodes: self.nodes, ..Limits::default() })
    }
}
