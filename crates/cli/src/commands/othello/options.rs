//! What `serial` and `relay` have in common.

use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use line::{BeginsAt, ColourOf, Reading};
use rules::Seat;

use super::keeping::Keeping;
use super::log::Log;
use crate::error::CliError;

/// A colour, as people write it.
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

/// Whose colour SP names.
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

/// When a device takes a game to have begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Begins {
    Ng,
    Sp,
    Either,
}

/// Where a page is to be found: an address or a name, and a port.
fn web_address(text: &str) -> Result<SocketAddr, String> {
    let expected = "expected an address and a port, such as 127.0.0.1:8081 or localhost:8081";
    let found: Vec<SocketAddr> =
        text.to_socket_addrs().map_err(|error| format!("{error}: {expected}"))?.collect();
    // Of the addresses of a name the older kind is what everybody can reach.
    let plain = found.iter().find(|address| address.is_ipv4()).or(found.first());
    plain.copied().ok_or_else(|| format!("that name has no address: {expected}"))
}

#[derive(Args)]
pub(super) struct Common {
    /// The speed of serial ports, in bits a second
    #[arg(long, value_name = "N", default_value_t = 9600)]
    pub(super) baud: u32,

    /// Keep to the table of messages to the letter; without it, all that real devices do is lived with
    #[arg(long)]
    pub(super) strict: bool,

    /// Who moves first
    #[arg(long, value_enum, value_name = "COLOUR", default_value = "white")]
    pub(super) first: Colour,

    /// When a device begins a game: at NG, at SP, or nobody knows; ng with --strict, else either
    #[arg(long, value_enum, value_name = "WORD")]
    pub(super) begins_at: Option<Begins>,

    /// How many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) games: Option<u32>,

    /// How long an answer is waited for before the other end is given up, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=3600))]
    patience: u32,

    /// A page for the browser that shows all of it, at this address; port 0 takes any that is free
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:8081", value_parser = web_address)]
    pub(super) web: Option<SocketAddr>,

    /// Keep every byte with its time behind what is in this file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Keep the record of every game in this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// Tell only results and what went wrong
    #[arg(long)]
    pub(super) quiet: bool,
}

impl Common {
    pub(super) fn reading(&self) -> Reading {
        if self.strict { Reading::Strict } else { Reading::Tolerant }
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

    /// Where the games and the bytes of a line are kept. Nothing is opened before the line is, so that a call that fails
    /// leaves nothing behind.
    pub(super) fn keeping_and_log(&self, line: &str) -> Result<(Option<Keeping>, Log), CliError> {
        let open = |folder| Keeping::open(folder, self.first.seat());
        let keeping = self.records.as_deref().map(open).transpose()?;
        Ok((keeping, Log::open(self.log.as_deref(), line)?))
    }

    pub(super) fn patience(&self) -> Duration {
        Duration::from_secs(self.patience.into())
    }
}
