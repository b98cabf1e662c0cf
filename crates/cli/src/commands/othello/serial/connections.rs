//! Connections to the line: new ones, lost ones, and our own exit.

use std::time::Duration;

use line::Event;

use super::super::link::Link;
use super::session::{Role, SerialSession};
use crate::error::CliError;

/// Time for the other end to reply when we stop.
const CLOSING_TIME: Duration = Duration::from_secs(1);

impl SerialSession<'_> {
    /// Stops the session. A running game is resigned, and the other end gets time to reply.
    pub(super) fn stop(&mut self) -> Result<(), CliError> {
        if self.stop_by.is_some() {
            return Ok(());
        }
        let now = self.clock.now();
        self.stop_by = Some(now + CLOSING_TIME);
        match self.role.endpoint().resign(now) {
            Ok(effects) => self.apply(&effects),
            Err(_) => {
                self.is_over = true;
                Ok(())
            }
        }
    }

    /// Handles a lost line; a listening device waits for the next connection.
    pub(super) fn on_disconnect(&mut self, cause: &str, at: Duration) -> Result<(), CliError> {
        self.is_over |= self.reconnector.is_none() || self.stop_by.is_some();
        self.on_event(&Event::Note(format!("disconnected: {cause}")))?;
        let now = self.clock.at(at);
        let effects = self.role.endpoint().on_disconnect(now);
        self.apply(&effects)?;
        self.writer = None;
        self.connection += 1;
        match &self.reconnector {
            Some(reconnector) if !self.is_over => {
                let address = reconnector.listen()?;
                self.on_event(&Event::Note(format!("waiting for the next PC on {address}")))?;
            }
            _ => self.observers.disconnect(0),
        }
        Ok(())
    }

    /// Starts a new connection.
    pub(super) fn on_connect(&mut self, link: Link) -> Result<(), CliError> {
        let Some(reconnector) = &self.reconnector else { return Ok(()) };
        self.role = Role::Device(Box::new(reconnector.fresh.clone()));
        self.observers.reset_line(0);
        self.writer = Some(reconnector.attach(link, self.connection, &self.clock));
        self.on_event(&Event::Note("a PC has connected".to_owned()))
    }
}
