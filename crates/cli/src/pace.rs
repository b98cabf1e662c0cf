//! How long engines may think.

use std::time::Duration;

use arena::MoveLimit;
use clap::Args;

use crate::error::CliError;

/// A limit for every move, as options of a command.
#[derive(Args)]
pub(crate) struct PaceChoice {
    /// So many milliseconds for a move
    #[arg(long, value_name = "MS", group = "limit")]
    time: Option<u64>,

    /// Not deeper than so many turns
    #[arg(long, value_name = "N", group = "limit")]
    depth: Option<u32>,

    /// Not more than so many positions for a move
    #[arg(long, value_name = "N", group = "limit")]
    nodes: Option<u64>,
}

impl PaceChoice {
    /// The limit that was chosen, if one was.
    pub(crate) fn pace(&self) -> Result<MoveLimit, CliError> {
        let (option, pace) = match (self.time, self.depth, self.nodes) {
            (Some(0), ..) => ("--time", None),
            (_, Some(0), _) => ("--depth", None),
            (.., Some(0)) => ("--nodes", None),
            (Some(time), ..) => ("--time", Some(MoveLimit::Time(Duration::from_millis(time)))),
            (_, Some(depth), _) => ("--depth", Some(MoveLimit::Depth(depth))),
            (.., Some(nodes)) => ("--nodes", Some(MoveLimit::Nodes(nodes))),
            (None, None, None) => ("", Some(MoveLimit::Unlimited)),
        };
        pace.ok_or_else(|| {
            CliError::usage(format_args!("{option} 0 leaves no room to think: expected 1 or more"))
        })
    }
}
