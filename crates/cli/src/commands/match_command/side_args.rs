//! Limits, clocks and options of the two sides of a match.

use std::time::Duration;

use arena::{MatchClock, Side};
use clap::Args;
use engine::Limits;

use crate::error::CliError;
use crate::program_args::engine_option;

/// Longest time of a clock in seconds.
const MAX_SECONDS: f64 = 1e6;

/// What differs between the sides, and the clock.
#[derive(Args)]
pub(super) struct SideArgs {
    /// Time for a move of A in milliseconds, instead of the common limit
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    time_a: Option<u64>,

    /// Time for a move of B in milliseconds, instead of the common limit
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    time_b: Option<u64>,

    /// Maximum depth of A, instead of the common limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth_a: Option<u32>,

    /// Maximum depth of B, instead of the common limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth_b: Option<u32>,

    /// Maximum number of nodes of A, instead of the common limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes_a: Option<u64>,

    /// Maximum number of nodes of B, instead of the common limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes_b: Option<u64>,

    /// Option of A, repeatable: hash=MB or threads=N of an engine, or an option of a program by UCI or xboard
    #[arg(long, value_name = "NAME=VALUE", value_parser = engine_option)]
    option_a: Vec<(String, String)>,

    /// Option of B, repeatable
    #[arg(long, value_name = "NAME=VALUE", value_parser = engine_option)]
    option_b: Vec<(String, String)>,

    /// Clock of each side: seconds for the game, and after a + those added after every move, such as 1+0.01
    #[arg(long, value_name = "BASE+INC", value_parser = clock, conflicts_with_all = ["time", "time_a", "time_b"])]
    clock: Option<(Duration, Duration)>,

    /// Time by which a move may exceed the clock in milliseconds
    #[arg(long, value_name = "MS", requires = "clock", default_value_t = 0)]
    clock_margin: u64,
}

/// Reads `BASE` or `BASE+INCREMENT` in seconds.
fn clock(text: &str) -> Result<(Duration, Duration), String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| {
        let number = text.trim().parse::<f64>().ok().filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds));
        number.map(Duration::from_secs_f64)
    };
    match (seconds(base), seconds(increment)) {
        (Some(base), Some(increment)) if !base.is_zero() => Ok((base, increment)),
        _ => Err("expected seconds, such as 60 or 1+0.01".to_owned()),
    }
}

impl SideArgs {
    /// Limits of both sides; `common` are those of a side without its own.
    pub(super) fn limits(&self, common: &Limits) -> [Limits; 2] {
        let own = |time: Option<u64>, depth, nodes| match (time, depth, nodes) {
            (None, None, None) => common.clone(),
            _ => Limits { move_time: time.map(Duration::from_millis), depth, nodes, ..Limits::default() },
        };
        [own(self.time_a, self.depth_a, self.nodes_a), own(self.time_b, self.depth_b, self.nodes_b)]
    }

    pub(super) fn clock(&self) -> Result<Option<MatchClock>, CliError> {
        let margin = Duration::from_millis(self.clock_margin);
        Ok(self.clock.map(|(base, increment)| MatchClock { base, increment, margin }))
    }

    /// Options of a side.
    pub(super) fn options(&self, side: Side) -> &[(String, String)] {
        match side {
            Side::A => &self.option_a,
            Side::B => &self.option_b,
        }
    }

    /// Name of a side with its options.
    pub(super) fn name(&self, side: Side, engine: &str) -> String {
        let options: Vec<String> =
            self.options(side).iter().map(|(name, value)| format!("{name}={value}")).collect();
        if options.is_empty() { engine.to_owned() } else { format!("{engine} [{}]", options.join(", ")) }
    }
}
