//! A device that sends back what it hears.

use std::collections::VecDeque;

/// As many lines may be on their way back.
const MOST: usize = 16;

/// What we have said and may hear again.
#[derive(Clone, Debug, Default)]
pub(super) struct Echo {
    /// Whether the device is known to echo, or not to.
    is_known: Option<bool>,
    said: VecDeque<String>,
}

impl Echo {
    /// We have said this line.
    pub(super) fn said(&mut self, line: String) {
        if self.is_known != Some(false) {
            self.said.push_back(line);
            if self.said.len() > MOST {
                self.said.pop_front();
            }
        }
    }

    /// What has not come back by now will not.
    pub(super) fn forget(&mut self) {
        self.said.clear();
    }

    /// Whether a line is only our own coming back. The first that we say is `AT`, which no device says by itself: it
    /// tells.
    pub(super) fn is_echo(&mut self, line: &str) -> bool {
        let line = line.trim();
        match self.is_known {
            Some(false) => false,
            None if line == "AT" => {
                self.is_known = Some(true);
                self.take(line)
            }
            None => {
                // Boards and greetings tell nothing.
                if line == "OK" {
                    self.is_known = Some(false);
                    self.said.clear();
                }
                false
            }
            Some(true) => self.take(line),
        }
    }

    /// Lines before the one that comes back have got lost.
    fn take(&mut self, line: &str) -> bool {
        match self.said.iter().position(|said| said == line) {
            Some(index) => {
                self.said.drain(..=index);
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
    fn echoes_are_told_from_answers() {
        let mut echo = Echo::default();
        echo.said("AT".to_owned());
        assert!(!echo.is_echo("Othello 1.0"));
        assert!(echo.is_echo("AT"));
        assert!(!echo.is_echo("OK"));
        echo.said("OK".to_owned());
        echo.said("MV G3".to_owned());
        assert!(echo.is_echo("OK") && echo.is_echo("MV G3"));
        assert!(!echo.is_echo("OK"));
    }

    #[test]
    fn a_device_that_does_not_echo_is_always_heard() {
        let mut echo = Echo::default();
        echo.said("AT".to_owned());
        assert!(!echo.is_echo("OK"));
        echo.said("OK".to_owned());
        assert!(!echo.is_echo("OK"));
    }
}
