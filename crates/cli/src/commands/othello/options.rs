//! Options shared by `serial` and `relay`.

use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use line::{ColourOf, DeviceProfile, Opening, Strictness, Terminator};
use rules::Seat;

use super::address::LineAddress;
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

/// Line ends of our messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Ends {
    Cr,
    Lf,
    Crlf,
}

impl Ends {
    pub(super) fn terminator(self) -> Terminator {
        match self {
            Ends::Cr => Terminator::Cr,
            Ends::Lf => Terminator::Lf,
            Ends::Crlf => Terminator::CrLf,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum YesNo {
    Yes,
    No,
}

fn parse_opening(text: &str) -> Result<Opening, String> {
    text.parse().map_err(|error: rules::InputError| error.to_string())
}

fn parse_preset(name: &str) -> Result<DeviceProfile, String> {
    DeviceProfile::named(name).ok_or_else(|| {
        let names: Vec<&str> = DeviceProfile::NAMED.iter().map(|(name, _)| *name).collect();
        format!("expected one of {}", names.join(", "))
    })
}

/// Known properties of a device. In a relay each option is given once for both devices, or twice for A and B.
#[derive(Args)]
pub(super) struct ProfileOptions {
    /// Ready-made settings for a kind of device; other options override them (see below)
    #[arg(long, value_name = "NAME", value_parser = parse_preset)]
    preset: Vec<DeviceProfile>,

    /// Order of the messages that open a game: AT, RST, ST, SP, NG with commas, or table, ng-first, rst-starts, short
    /// [default: found out; table with --strict]
    #[arg(long, value_name = "LIST", value_parser = parse_opening)]
    opening: Vec<Opening>,

    /// Side whose colour SP names [default: found out; pc with --strict]
    #[arg(long, value_enum, value_name = "WHO")]
    sp_is: Vec<SpIs>,

    /// Line ends of our messages [default: cr for a device and with --strict; else found out]
    #[arg(long, value_enum, value_name = "ENDS")]
    ends: Vec<Ends>,

    /// Send OK after the device's OK to our move; as a device, wait for it [default: no for a device and with --strict;
    /// else found out]
    #[arg(long, value_enum, value_name = "YES|NO", num_args = 0..=1, default_missing_value = "yes")]
    ok_after_ok: Vec<YesNo>,

    /// Send only after this many milliseconds without a byte [default: 80; 0 with --strict]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=5000))]
    quiet_ms: Vec<u64>,
}

impl ProfileOptions {
    /// Names of the given options that only a PC or relay has. A device accepts every order of the opening, and replies at
    /// once.
    pub(super) fn given(&self) -> Vec<&'static str> {
        [
            ("--preset", self.preset.is_empty()),
            ("--opening", self.opening.is_empty()),
            ("--quiet-ms", self.quiet_ms.is_empty()),
        ]
        .into_iter()
        .filter_map(|(name, is_empty)| (!is_empty).then_some(name))
        .collect()
    }

    pub(super) fn sp_is(&self) -> Option<ColourOf> {
        self.sp_is.first().map(|sp_is| sp_is.colour_of())
    }

    /// `true` if a device waits for `OK` after its `OK` to a move.
    pub(super) fn ok_after_ok(&self) -> bool {
        self.ok_after_ok.first() == Some(&YesNo::Yes)
    }

    pub(super) fn ends(&self) -> Option<Terminator> {
        self.ends.first().map(|ends| ends.terminator())
    }

    /// Profiles of `N` devices. Each option is given at most `N` times.
    pub(super) fn profiles<const N: usize>(&self) -> Result<[DeviceProfile; N], CliError> {
        let check = |option: &str, times: usize| match times {
            times if times <= N => Ok(()),
            _ if N == 1 => {
                Err(CliError::usage(format_args!("{option} was given too often: expected it once")))
            }
            _ => Err(CliError::usage(format_args!(
                "{option} was given too often: expected it once or twice, for A and B"
            ))),
        };
        check("--preset", self.preset.len())?;
        check("--opening", self.opening.len())?;
        check("--sp-is", self.sp_is.len())?;
        check("--ends", self.ends.len())?;
        check("--ok-after-ok", self.ok_after_ok.len())?;
        check("--quiet-ms", self.quiet_ms.len())?;
        Ok(std::array::from_fn(|device| {
            let given = DeviceProfile {
                opening: of_device(&self.opening, device).copied(),
                first: None,
                colour_of: of_device(&self.sp_is, device).map(|sp_is| sp_is.colour_of()),
                ends: of_device(&self.ends, device).map(|ends| ends.terminator()),
                ok_after_ok: of_device(&self.ok_after_ok, device).map(|value| *value == YesNo::Yes),
                quiet: of_device(&self.quiet_ms, device)
                    .map(|&milliseconds| Duration::from_millis(milliseconds)),
            };
            given.or(of_device(&self.preset, device).copied().unwrap_or_default())
        }))
    }
}

/// Value of an option for a device: its own, or the one for all.
fn of_device<T>(values: &[T], device: usize) -> Option<&T> {
    values.get(device).or(values.first())
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
#[group(required = true, multiple = false)]
pub(super) struct AddressOptions {
    /// A serial port, such as /dev/ttyUSB0
    #[arg(long, value_name = "DEVICE")]
    port: Option<String>,

    /// A new pseudo-terminal; its name is printed
    #[arg(long)]
    pty: bool,

    /// Standard input and output
    #[arg(long)]
    stdio: bool,

    /// A TCP address
    #[arg(long, value_name = "ADDRESS")]
    tcp: Option<String>,
}

impl AddressOptions {
    /// The address. Over TCP, `listens` is the default direction.
    pub(super) fn address(&self, listens: bool) -> LineAddress {
        match (&self.port, &self.tcp) {
            (Some(port), _) => LineAddress::Port(port.clone()),
            (_, Some(address)) => LineAddress::tcp(address, listens),
            _ if self.pty => LineAddress::Pty,
            _ => LineAddress::Stdio,
        }
    }
}

#[derive(Args)]
pub(super) struct Common {
    /// Baud rate of serial ports
    #[arg(long, value_name = "N", default_value_t = 9600)]
    pub(super) baud: u32,

    /// Require messages exactly as in the table; without it, deviations of real devices are tolerated
    #[arg(long)]
    pub(super) strict: bool,

    /// Side that moves first [default: white; a PC or relay without --strict finds it out]
    #[arg(long, value_enum, value_name = "COLOUR")]
    pub(super) first: Option<Colour>,

    /// Message at which a device begins a game: short for --opening with or without NG; either finds it out
    #[arg(long, value_enum, value_name = "WORD", conflicts_with = "opening")]
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

    /// Append every byte with its date and time to this file
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

    /// Side that moves first, as far as it is given.
    pub(super) fn first_or_default(&self) -> Seat {
        self.first.map_or(line::DEFAULT_FIRST, Colour::seat)
    }

    /// A profile with the options that all devices of a call share.
    pub(super) fn profile(&self, device: DeviceProfile) -> Result<DeviceProfile, CliError> {
        let opening = match self.begins_at {
            Some(Begins::Ng) => Some(Opening::TABLE),
            Some(Begins::Sp) => Some("AT,RST,ST,SP".parse()?),
            Some(Begins::Either) | None => None,
        };
        let given =
            DeviceProfile { first: self.first.map(Colour::seat), opening, ..DeviceProfile::default() };
        Ok(given.or(device))
    }

    /// Opens the recorder and the log. Called after the line is open, so that a failed call leaves no files.
    pub(super) fn recorder_and_log(&self, line: &str) -> Result<(Option<Recorder>, Log), CliError> {
        let recorder = self.records.as_deref().map(Recorder::open).transpose()?;
        Ok((recorder, Log::open(self.log.as_deref(), line)?))
    }

    pub(super) fn reply_timeout(&self) -> Duration {
        Duration::from_secs(self.timeout.into())
    }
}
