//! What comes to a session.

use std::net::TcpListener;
use std::sync::mpsc::Sender;
use std::time::Duration;

use line::Device;
use line_page::PageRequest;

use super::super::clock::Clock;
use super::super::link::{Arriving, Link, Speaker};
use crate::error::CliError;
use crate::mind::Thought;

/// What comes to a session.
pub(super) enum Letter {
    /// From the line, of the visitor with this number, at this time.
    Line(u32, Duration, Arriving),
    /// Another visitor has called a device that listens.
    Called(Result<Link, CliError>),
    /// From the engine.
    Thought(Thought),
    /// From the terminal; nothing if it was closed.
    Typed(Option<String>),
    /// From the page.
    Ordered(PageRequest),
    /// The first visitor of the page is there.
    Visited,
    /// The program is asked to stop.
    Leave,
}

/// Lets a line write letters to a session; returns the way to speak on it.
pub(super) fn attach(
    link: Link,
    visit: u32,
    clock: &Clock,
    patience: Duration,
    letters: Sender<Letter>,
) -> Speaker {
    link.listen(clock.begun(), patience, move |at, arriving| {
        letters.send(Letter::Line(visit, at, arriving)).is_ok()
    })
}

/// Where a device waits for whoever calls next.
pub(super) struct Reception {
    pub(super) listener: TcpListener,
    /// Every visitor finds the device as if it had just been switched on.
    pub(super) fresh: Device,
    pub(super) patience: Duration,
    pub(super) letters: Sender<Letter>,
}

impl Reception {
    /// Lets a thread wait for the next visitor; where.
    pub(super) fn open(&self) -> Result<String, CliError> {
        let listener = self.listener.try_clone().map_err(CliError::failed)?;
        let address = listener.local_addr().map_err(CliError::failed)?;
        let letters = self.letters.clone();
        std::thread::spawn(move || {
            // If the session is over, nobody minds.
            let _ = letters.send(Letter::Called(Link::accept(&listener)));
        });
        Ok(address.to_string())
    }

    /// Lets the line of a visitor write letters.
    pub(super) fn attach(&self, link: Link, visit: u32, clock: &Clock) -> Speaker {
        attach(link, visit, clock, self.patience, self.letters.clone())
    }
}
