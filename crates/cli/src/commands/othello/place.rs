//! Where a line is found, and how it is opened.

use std::fmt;
use std::net::{TcpListener, TcpStream};
use std::str::FromStr;

use serialport::{SerialPort, TTYPort};

use super::link::{Link, TICK};
use crate::error::CliError;

/// Where a line is found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// A serial port.
    Port(String),
    /// A pseudo-terminal of our own.
    Pty,
    /// Standard input and output.
    Stdio,
    /// Whoever connects to this address.
    Listen(String),
    /// Whoever listens on this address.
    Connect(String),
}

impl Place {
    /// Reads `ADDR`, `listen:ADDR` or `connect:ADDR`.
    pub(super) fn tcp(text: &str, listens: bool) -> Place {
        match (text.strip_prefix("listen:"), text.strip_prefix("connect:")) {
            (Some(address), _) => Place::Listen(address.to_owned()),
            (_, Some(address)) => Place::Connect(address.to_owned()),
            _ if listens => Place::Listen(text.to_owned()),
            _ => Place::Connect(text.to_owned()),
        }
    }

    /// Opens it; nobody is waited for.
    pub(super) fn open(&self, baud: u32) -> Result<Door, CliError> {
        match self {
            Place::Port(device) => {
                // 8 data bits, no parity, 1 stop bit and no flow control are what a port has unless it is told otherwise.
                let port = serialport::new(device, baud).timeout(TICK).open_native().map_err(|error| {
                    CliError::usage(format_args!(
                        "the port {device} cannot be opened: {error}{}",
                        known_ports()
                    ))
                })?;
                Ok(Door::Open { link: Link::of_port(port, None)?, name: None })
            }
            Place::Pty => {
                let (mut ours, theirs) = TTYPort::pair().map_err(|error| {
                    CliError::failed(format_args!("there is no pseudo-terminal to be had: {error}"))
                })?;
                ours.set_timeout(TICK).map_err(CliError::failed)?;
                let name = theirs.name();
                Ok(Door::Open { link: Link::of_port(ours, Some(theirs))?, name })
            }
            Place::Stdio => Ok(Door::Open { link: Link::of_stdio(), name: None }),
            Place::Listen(address) => {
                TcpListener::bind(address).map(Door::Listening).map_err(|error| refuse(address, &error))
            }
            Place::Connect(address) => {
                let stream = TcpStream::connect(address)
                    .map_err(|error| CliError::usage(format_args!("{address} cannot be reached: {error}")))?;
                Ok(Door::Open { link: Link::of_stream(stream)?, name: None })
            }
        }
    }
}

impl FromStr for Place {
    type Err = std::convert::Infallible;

    /// Reads what a relay is given: `pty`, `tcp:ADDR`, or the name of a port.
    fn from_str(text: &str) -> Result<Place, Self::Err> {
        Ok(match (text, text.strip_prefix("tcp:")) {
            ("pty", _) => Place::Pty,
            (_, Some(address)) => Place::tcp(address, false),
            _ => Place::Port(text.to_owned()),
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Port(device) => f.write_str(device),
            Place::Pty => f.write_str("pty"),
            Place::Stdio => f.write_str("stdio"),
            Place::Listen(address) | Place::Connect(address) => write!(f, "tcp:{address}"),
        }
    }
}

/// A place that is open: a line, or somewhere to wait for whoever calls.
pub(super) enum Door {
    Open {
        link: Link,
        /// By which others find it, if that was not known before.
        name: Option<String>,
    },
    Listening(TcpListener),
}

impl Door {
    /// What others have to know to reach it, if anything.
    pub(super) fn address(&self) -> Result<Option<String>, CliError> {
        match self {
            Door::Open { name, .. } => Ok(name.clone()),
            Door::Listening(listener) => {
                Ok(Some(listener.local_addr().map_err(CliError::failed)?.to_string()))
            }
        }
    }

    /// Waits until somebody is there. Where others may call later, that can be done again.
    pub(super) fn wait(self) -> Result<(Link, Option<TcpListener>), CliError> {
        match self {
            Door::Open { link, .. } => Ok((link, None)),
            Door::Listening(listener) => Ok((Link::accept(&listener)?, Some(listener))),
        }
    }
}

fn refuse(address: &str, error: &std::io::Error) -> CliError {
    CliError::usage(format_args!("nobody can listen on {address}: {error}"))
}

/// The ports there are, for whoever has named one that is not.
fn known_ports() -> String {
    let names: Vec<String> =
        serialport::available_ports().unwrap_or_default().into_iter().map(|port| port.port_name).collect();
    if names.is_empty() { String::new() } else { format!("; there is {}", names.join(", ")) }
}
