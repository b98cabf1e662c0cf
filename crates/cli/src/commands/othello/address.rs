//! Addresses of lines, and opening them.

use std::fmt;
use std::net::{TcpListener, TcpStream};
use std::str::FromStr;

use serialport::{SerialPort, TTYPort};

use super::link::{Link, TICK};
use crate::error::CliError;

/// Address of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum LineAddress {
    /// A serial port.
    Port(String),
    /// A new pseudo-terminal.
    Pty,
    /// Standard input and output.
    Stdio,
    /// A TCP address to listen on.
    Listen(String),
    /// A TCP address to connect to.
    Connect(String),
}

impl LineAddress {
    /// Parses `ADDR`, `listen:ADDR` or `connect:ADDR`.
    pub(super) fn tcp(text: &str, listens: bool) -> LineAddress {
        match (text.strip_prefix("listen:"), text.strip_prefix("connect:")) {
            (Some(address), _) => LineAddress::Listen(address.to_owned()),
            (_, Some(address)) => LineAddress::Connect(address.to_owned()),
            _ if listens => LineAddress::Listen(text.to_owned()),
            _ => LineAddress::Connect(text.to_owned()),
        }
    }

    /// Opens the line without waiting for the other end.
    pub(super) fn open(&self, baud: u32) -> Result<OpenedLine, CliError> {
        match self {
            LineAddress::Port(device) => {
                // The defaults are 8 data bits, no parity, 1 stop bit and no flow control.
                let port = serialport::new(device, baud).timeout(TICK).open_native().map_err(|error| {
                    CliError::usage(format_args!("cannot open port {device}: {error}{}", existing_ports()))
                })?;
                Ok(OpenedLine::Connected { link: Link::of_port(port, None)?, name: None })
            }
            LineAddress::Pty => {
                let (mut ours, theirs) = TTYPort::pair().map_err(|error| {
                    CliError::failed(format_args!("cannot create a pseudo-terminal: {error}"))
                })?;
                ours.set_timeout(TICK).map_err(CliError::failed)?;
                let name = theirs.name();
                Ok(OpenedLine::Connected { link: Link::of_port(ours, Some(theirs))?, name })
            }
            LineAddress::Stdio => Ok(OpenedLine::Connected { link: Link::of_stdio(), name: None }),
            LineAddress::Listen(address) => TcpListener::bind(address)
                .map(OpenedLine::Listening)
                .map_err(|error| cannot_listen(address, &error)),
            LineAddress::Connect(address) => {
                let stream = TcpStream::connect(address)
                    .map_err(|error| CliError::usage(format_args!("cannot connect to {address}: {error}")))?;
                Ok(OpenedLine::Connected { link: Link::of_stream(stream)?, name: None })
            }
        }
    }
}

impl FromStr for LineAddress {
    type Err = std::convert::Infallible;

    /// Parses an address of `relay`: `pty`, `tcp:ADDR`, or a port.
    fn from_str(text: &str) -> Result<LineAddress, Self::Err> {
        Ok(match (text, text.strip_prefix("tcp:")) {
            ("pty", _) => LineAddress::Pty,
            (_, Some(address)) => LineAddress::tcp(address, false),
            _ => LineAddress::Port(text.to_owned()),
        })
    }
}

impl fmt::Display for LineAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineAddress::Port(device) => f.write_str(device),
            LineAddress::Pty => f.write_str("pty"),
            LineAddress::Stdio => f.write_str("stdio"),
            LineAddress::Listen(address) | LineAddress::Connect(address) => write!(f, "tcp:{address}"),
        }
    }
}

/// An opened line, which may still wait for a connection.
pub(super) enum OpenedLine {
    Connected {
        link: Link,
        /// Name of a new pseudo-terminal.
        name: Option<String>,
    },
    Listening(TcpListener),
}

impl OpenedLine {
    /// Address for the other end, if it was assigned by the system.
    pub(super) fn address(&self) -> Result<Option<String>, CliError> {
        match self {
            OpenedLine::Connected { name, .. } => Ok(name.clone()),
            OpenedLine::Listening(listener) => {
                Ok(Some(listener.local_addr().map_err(CliError::failed)?.to_string()))
            }
        }
    }

    /// Waits for a connection; returns the listener too, if there is one.
    pub(super) fn wait(self) -> Result<(Link, Option<TcpListener>), CliError> {
        match self {
            OpenedLine::Connected { link, .. } => Ok((link, None)),
            OpenedLine::Listening(listener) => Ok((Link::accept(&listener)?, Some(listener))),
        }
    }
}

fn cannot_listen(address: &str, error: &std::io::Error) -> CliError {
    CliError::usage(format_args!("cannot listen on {address}: {error}"))
}

/// Existing ports, for the error message.
fn existing_ports() -> String {
    let names: Vec<String> =
        serialport::available_ports().unwrap_or_default().into_iter().map(|port| port.port_name).collect();
    if names.is_empty() { String::new() } else { format!("; expected one of {}", names.join(", ")) }
}
