//! A protocol engine as a child process.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::program::program;

/// Longest wait for a line.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A running engine.
pub struct Session {
    pub child: Child,
    pub input: ChildStdin,
    pub lines: Receiver<String>,
}

impl Session {
    /// Starts the program with these arguments.
    pub fn start(arguments: &[&str]) -> Session {
        let mut child = Command::new(program())
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Session { child, input, lines }
    }

    pub fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// The lines up to the one that begins with this word.
    pub fn until(&self, word: &str) -> Vec<String> {
        let mut found = Vec::new();
        loop {
            let line =
                self.lines.recv_timeout(TIMEOUT).unwrap_or_else(|_| panic!("no {word} after {found:?}"));
            found.push(line);
            if found.last().is_some_and(|line| line.split(' ').next() == Some(word)) {
                return found;
            }
        }
    }

    /// Sends commands and returns the lines up to `bestmove`.
    pub fn think(&mut self, commands: &[&str]) -> Vec<String> {
        for command in commands {
            self.send(command);
        }
        self.until("bestmove")
    }

    /// The move of such lines.
    pub fn best(&mut self, commands: &[&str]) -> String {
        let lines = self.think(commands);
        lines.last().unwrap().split(' ').nth(1).unwrap().to_owned()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
