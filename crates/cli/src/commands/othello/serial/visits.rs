//! Who comes to a line, and who leaves it.

use std::time::Duration;

use line::Event;

use super::super::link::Link;
use super::session::{Role, Session};
use crate::error::CliError;

/// How long the other end is given to answer when we leave.
const LAST_WORD: Duration = Duration::from_secs(1);

impl Session<'_> {
    /// Leaves the line. A game that is on is given up, and the other end is given a moment to hear it.
    pub(super) fn leave(&mut self) -> Result<(), CliError> {
        if self.leave_by.is_some() {
            return Ok(());
        }
        let now = self.clock.now();
        self.leave_by = Some(now + LAST_WORD);
        match self.role.station().give_up(now) {
            Ok(effects) => self.carry_out(&effects),
            Err(_) => {
                self.is_over = true;
                Ok(())
            }
        }
    }

    /// There is nobody to talk to any more; a device that listens waits for the next visitor.
    pub(super) fn lose_line(&mut self, why: &str, at: Duration) -> Result<(), CliError> {
        self.is_over |= self.reception.is_none() || self.leave_by.is_some();
        self.happened(&Event::Note(format!("the line is gone: {why}")))?;
        let now = self.clock.at(at);
        let effects = self.role.station().cut(now);
        self.carry_out(&effects)?;
        self.speaker = None;
        self.visit += 1;
        match &self.reception {
            Some(reception) if !self.is_over => {
                let address = reception.open()?;
                self.happened(&Event::Note(format!("the next PC is waited for on {address}")))?;
            }
            _ => self.witnesses.lose_line(0),
        }
        Ok(())
    }

    /// Another visitor is there.
    pub(super) fn welcome(&mut self, link: Link) -> Result<(), CliError> {
        let Some(reception) = &self.reception else { return Ok(()) };
        self.role = Role::Device(Box::new(reception.fresh.clone()));
        self.witnesses.begin_line(0);
        self.speaker = Some(reception.attach(link, self.visit, &self.clock));
        self.happened(&Event::Note("a PC is there".to_owned()))
    }
}
