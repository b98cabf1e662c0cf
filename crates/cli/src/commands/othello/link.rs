//! What a line runs over: a port, a pseudo-terminal, stdin and stdout, or TCP.

use std::fmt;
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::str::FromStr;
use std::sync::mpsc::Sender;
use std::time::Duration;

use serialport::{SerialPort, TTYPort};

use crate::failure::Failure;

/// How long a port is waited for at a time.
const WAIT: Duration = Duration::from_millis(100);

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

/// A line that is open.
pub(super) struct Link {
    reader: Box<dyn Read + Send>,
    writer: Box<dyn Write + Send>,
    /// The other end of a pseudo-terminal: as long as it is open, programs may come and go.
    _held: Option<TTYPort>,
}

/// What comes from a line.
pub(super) enum Arriving {
    Bytes(Vec<u8>),
    /// Nothing more, and why.
    Gone(String),
}

impl Link {
    /// Opens a line. `announce` hears what others have to know to reach it, before it is waited for them.
    pub(super) fn open(
        place: &Place,
        baud: u32,
        announce: impl FnOnce(&str) -> Result<(), Failure>,
    ) -> Result<Link, Failure> {
        match place {
            Place::Port(device) => {
                // 8 data bits, no parity, 1 stop bit and no flow control are what a port has unless it is told otherwise.
                let port = serialport::new(device, baud).timeout(WAIT).open_native().map_err(|error| {
                    Failure::call(format_args!(
                        "the port {device} cannot be opened: {error}{}",
                        known_ports()
                    ))
                })?;
                Link::of_port(port, None)
            }
            Place::Pty => {
                let (mut ours, theirs) = TTYPort::pair().map_err(|error| {
                    Failure::work(format_args!("there is no pseudo-terminal to be had: {error}"))
                })?;
                ours.set_timeout(WAIT).map_err(Failure::work)?;
                announce(&theirs.name().unwrap_or_default())?;
                Link::of_port(ours, Some(theirs))
            }
            Place::Stdio => Ok(Link {
                reader: Box::new(std::io::stdin()),
                writer: Box::new(std::io::stdout()),
                _held: None,
            }),
            Place::Listen(address) => {
                let refuse = |error| Failure::call(format_args!("nobody can listen on {address}: {error}"));
                let listener = TcpListener::bind(address).map_err(refuse)?;
                announce(&listener.local_addr().map_err(refuse)?.to_string())?;
                let (stream, _) = listener.accept().map_err(refuse)?;
                Link::of_stream(stream)
            }
            Place::Connect(address) => {
                let stream = TcpStream::connect(address)
                    .map_err(|error| Failure::call(format_args!("{address} cannot be reached: {error}")))?;
                Link::of_stream(stream)
            }
        }
    }

    fn of_port(port: TTYPort, held: Option<TTYPort>) -> Result<Link, Failure> {
        let writer = port.try_clone_native().map_err(Failure::work)?;
        Ok(Link { reader: Box::new(port), writer: Box::new(writer), _held: held })
    }

    fn of_stream(stream: TcpStream) -> Result<Link, Failure> {
        // A message is a few bytes: it must not wait for another.
        stream.set_nodelay(true)?;
        Ok(Link { reader: Box::new(stream.try_clone()?), writer: Box::new(stream), _held: None })
    }

    /// Lets a thread listen; what arrives goes to `heard`, through `wrap`. Returns the way to speak.
    pub(super) fn listen<T: Send + 'static>(
        self,
        heard: Sender<T>,
        wrap: impl Fn(Arriving) -> T + Send + 'static,
    ) -> Speaker {
        let Link { mut reader, writer, _held } = self;
        std::thread::spawn(move || {
            let mut buffer = [0; 256];
            loop {
                let arriving = match reader.read(&mut buffer) {
                    Ok(0) => Arriving::Gone("the other end has closed it".to_owned()),
                    Ok(length) => Arriving::Bytes(buffer[..length].to_vec()),
                    Err(error) if is_nothing(error.kind()) => Arriving::Bytes(Vec::new()),
                    Err(error) => Arriving::Gone(error.to_string()),
                };
                let is_gone = matches!(arriving, Arriving::Gone(_));
                // Silence is sent on, too, so that a thread notices that nobody wants to hear any more.
                if heard.send(wrap(arriving)).is_err() || is_gone {
                    return;
                }
            }
        });
        Speaker { writer, _held }
    }
}

/// The way to speak on a line.
pub(super) struct Speaker {
    writer: Box<dyn Write + Send>,
    _held: Option<TTYPort>,
}

impl Speaker {
    /// Sends bytes at once.
    pub(super) fn say(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        let mut rest = bytes;
        while !rest.is_empty() {
            match self.writer.write(rest) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(length) => rest = &rest[length..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.writer.flush()
    }
}

/// Whether an error of reading only says that there was nothing to read.
fn is_nothing(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::TimedOut | ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

/// The ports there are, for whoever has named one that is not.
fn known_ports() -> String {
    let names: Vec<String> =
        serialport::available_ports().unwrap_or_default().into_iter().map(|port| port.port_name).collect();
    if names.is_empty() { String::new() } else { format!("; there is {}", names.join(", ")) }
}
