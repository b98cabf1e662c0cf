//! Options shared by `serial` and `relay`.

use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use line::{BeginsAt, ColourOf, Strictness};
use rules::Seat;

use super::log::Log;
use super::recorder::Recorder;
use crate::error::CliError;

/// Colour option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Colour {
    Black,
    White,
}

impl Colour {
    pub(super) fn seat(self) -> Seat {
        if self == Colour::Black { Seat::FIRST } else { Seat::SECOND }
    }
}

/// Side whose colour SP names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum SpIs {
    Pc,
    Device,
}

impl SpIs {
    pub(super) fn colour_of(self) -> ColourOf {
        if self == SpIs::Pc { ColourOf::Pc } else { ColourOf::Device }
    }
}

/// Message at which a device begins a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Begins {
    Ng,
    Sp,
    Either,
}

/// Parses the address of the page: a host and a port.
fn web_address(text: &str) -> Result<SocketAddr, String> {
    let expected = "expected an address and a port, such as 127.0.0.1:8081 or localhost:8081";
    let found: Vec<SocketAddr> =
        text.to_socket_addrs().map_err(|error| format!("{error}: {expected}"))?.collect();
    // IPv4 is preferred because every client can reach it.
    let plain = found.iter().find(|address| address.is_ipv4()).or(found.first());
    plain.copied().ok_or_else(|| format!("the name has no address: {expected}"))
}

#[derive(Args)]
pub(super) struct Common {
    /// Baud rate of serial ports
    #[arg(long, value_name = "N", default_value_t = 9600)]
    pub(super) baud: u32,

    /// Require messages exactly as in the table; without it, deviations of real devices are tolerated
    #[arg(long)]
    pub(super) strict: bool,

    /// Side that moves first
    #[arg(long, value_enum, value_name = "COLOUR", default_value = "white")]
    pub(super) first: Colour,

    /// Message at which a device begins a game [default: ng with --strict, else either]
    #[arg(long, value_enum, value_name = "WORD")]
    pub(super) begins_at: Option<Begins>,

    /// Number of games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) games: Option<u32>,

    /// Longest wait for a reply of the other end, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=3600))]
    timeout: u32,

    /// Serve a web page of the line at this address; port 0 takes any free port
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:8081", value_parser = web_address)]
    pub(super) web: Option<SocketAddr>,

    /// Append every byte with its time to this file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Write a record of every game to this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// Print only results and problems
    #[arg(long)]
    pub(super) quiet: bool,
}

impl Common {
    pub(super) fn strictness(&self) -> Strictness {
        if self.strict { Strictness::Strict } else { Strictness::Tolerant }
    }

    pub(super) fn begins_at(&self) -> BeginsAt {
        match self.begins_at {
            Some(Begins::Ng) => BeginsAt::NewGame,
            Some(Begins::Sp) => BeginsAt::Colour,
            Some(Begins::Either) => BeginsAt::Either,
            None if self.strict => BeginsAt::NewGame,
            None => BeginsAt::Either,
        }
    }

    /// Opens the recorder and the log. Called after the line is open, so that a failed call leaves no files.
    pub(super) fn recorder_and_log(&self, line: &str) -> Result<(Option<Recorder>, Log), CliError> {
        let open = |folder| Recorder::open(folder, self.first.seat());
        let recorder = self.records.as_deref().map(open).transpose()?;
        Ok((recorder, Log::open(self.log.as_deref(), line)?))
    }

    pub(super) fn reply_timeout(&self) -> Duration {
        Duration::from_secs(self.timeout.into())
    }
}
