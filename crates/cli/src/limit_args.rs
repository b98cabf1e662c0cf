//! Limits of a search, as options of a command.

use std::time::Duration;

use arena::MoveLimit;
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
    /// The limit; unlimited if none was given.
    pub(crate) fn move_limit(&self) -> Result<MoveLimit, CliError> {
        let (option, limit) = match (self.time, self.depth, self.nodes) {
            (Some(0), ..) => ("--time", None),
            (_, Some(0), _) => ("--depth", None),
            (.., Some(0)) => ("--nodes", None),
            (Some(time), ..) => ("--time", Some(MoveLimit::Time(Duration::from_millis(time)))),
            (_, Some(depth), _) => ("--depth", Some(MoveLimit::Depth(depth))),
            (.., Some(nodes)) => ("--nodes", Some(MoveLimit::Nodes(nodes))),
            (None, None, None) => ("", Some(MoveLimit::Unlimited)),
        };
        limit.ok_or_else(|| CliError::usage(format_args!("{option} cannot be 0: expected 1 or more")))
    }

    /// The same as limits of an engine.
    pub(crate) fn limits(&self) -> Result<Limits, CliError> {
        Ok(match self.move_limit()? {
            MoveLimit::Unlimited => Limits::default(),
            MoveLimit::Depth(depth) => Limits::depth(depth),
            MoveLimit::Nodes(nodes) => Limits::nodes(nodes),
            MoveLimit::Time(time) => Limits::move_time(time),
        })
    }
}
