//! Events of a session.

use std::net::TcpListener;
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use engine::EngineEvent;
use line::Device;
use line_page::PageRequest;

use super::super::clock::LineClock;
use super::super::link::{LineInput, LineWriter, Link};
use crate::error::CliError;

/// Event of a session.
pub(super) enum SessionEvent {
    /// Input of the line, with the number of its connection and the time of its arrival.
    Line(u32, Duration, LineInput),
    /// A new connection to a listening device.
    Connected(Result<Link, CliError>),
    /// Search result of the engine.
    Search(EngineEvent),
    /// Line typed in the terminal.
    Typed(String),
    /// End of stdin, or an error while reading it.
    StdinClosed(std::io::Result<()>),
    /// Request of the page.
    PageRequest(PageRequest),
    /// The first client of the page has connected.
    FirstClient,
    /// SIGINT or SIGTERM.
    Stop,
}

/// Starts a line whose input becomes session events; returns its writer.
pub(super) fn attach(
    link: Link,
    connection: u32,
    clock: &LineClock,
    reply_timeout: Duration,
    events: SyncSender<SessionEvent>,
) -> LineWriter {
    link.start(clock.started(), reply_timeout, move |at, input| {
        events.send(SessionEvent::Line(connection, at, input)).is_ok()
    })
}

/// Listener of a device for its next connection.
pub(super) struct Reconnector {
    pub(super) listener: TcpListener,
    /// Device in its initial state; each connection gets a copy.
    pub(super) fresh: Device,
    pub(super) reply_timeout: Duration,
    pub(super) events: SyncSender<SessionEvent>,
}

impl Reconnector {
    /// Waits for the next connection in a thread; returns the address.
    pub(super) fn listen(&self) -> Result<String, CliError> {
        let listener = self.listener.try_clone().map_err(CliError::failed)?;
        let address = listener.local_addr().map_err(CliError::failed)?;
        let events = self.events.clone();
        std::thread::spawn(move || {
            // The session may be over already.
            let _ = events.send(SessionEvent::Connected(Link::accept(&listener)));
        });
        Ok(address.to_string())
    }

    /// Starts the line of a connection.
    pub(super) fn attach(&self, link: Link, connection: u32, clock: &LineClock) -> LineWriter {
        attach(link, connection, clock, self.reply_timeout, self.events.clone())
    }
}
