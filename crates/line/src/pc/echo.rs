//! Detection of devices that echo received bytes.

use std::collections::VecDeque;

/// Number of lines that may be on their way back.
const MAX_PENDING: usize = 16;

/// Sent lines that may come back.
#[derive(Clone, Debug, Default)]
pub(super) struct Echo {
    /// `true` if the device echoes, `None` while unknown.
    echoes: Option<bool>,
    pending: VecDeque<String>,
}

impl Echo {
    /// Records a sent line.
    pub(super) fn sent(&mut self, line: String) {
        if self.echoes != Some(false) {
            self.pending.push_back(line);
            if self.pending.len() > MAX_PENDING {
                self.pending.pop_front();
            }
        }
    }

    /// `true` if the device is known to echo.
    pub(super) fn is_echoing(&self) -> bool {
        self.echoes == Some(true)
    }

    /// Drops lines that have not come back.
    pub(super) fn clear(&mut self) {
        self.pending.clear();
    }

    /// `true` if a received line is an echo. The first line sent is `AT`, which no device sends by itself, so its echo
    /// identifies a device that echoes.
    pub(super) fn is_echo(&mut self, line: &str) -> bool {
        let line = line.trim();
        match self.echoes {
            Some(false) => false,
            None if line == "AT" => {
                self.echoes = Some(true);
                self.take(line)
            }
            None => {
                // Boards and greetings prove nothing.
                if line == "OK" {
                    self.echoes = Some(false);
                    self.pending.clear();
                }
                false
            }
            Some(true) => self.take(line),
        }
    }

    /// Removes an echoed line and the lost ones before it.
    fn take(&mut self, line: &str) -> bool {
        match self.pending.iter().position(|pending| pending == line) {
            Some(index) => {
                self.pending.drain(..=index);
                true
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn echoes_are_distinguished_from_replies() {
        let mut echo = Echo::default();
        echo.sent("AT".to_owned());
        assert!(!echo.is_echo("Othello 1.0"));
        assert!(echo.is_echo("AT"));
        assert!(!echo.is_echo("OK"));
        echo.sent("OK".to_owned());
        echo.sent("MV G3".to_owned());
        assert!(echo.is_echo("OK") && echo.is_echo("MV G3"));
        assert!(!echo.is_echo("OK"));
    }

    #[test]
    fn replies_of_a_device_without_echo_are_delivered() {
        let mut echo = Echo::default();
        echo.sent("AT".to_owned());
        assert!(!echo.is_echo("OK"));
        echo.sent("OK".to_owned());
        assert!(!echo.is_echo("OK"));
    }
}
