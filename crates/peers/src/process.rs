//! Other programs that run: the one place where processes are started, listened to and ended.
//!
//! A program may crash, be silent, flood us or close its output and live on. Whatever it does, everything here comes to an
//! end within the patience that was given, and no process is left behind.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rules::InputError;
use search::{EngineFailure, FailureKind};

use crate::command;

/// The longest line that is read.
const LONGEST_LINE: u64 = 1 << 16;
/// So many lines may wait to be read; a program that says more has to wait itself.
const WAITING: usize = 256;
/// A program that says so many lines, or so many bytes, and no answer has flooded us.
const FLOOD: (usize, usize) = (20_000, 1 << 22);
/// How often somebody who waits looks whether that is still wanted.
const GLANCE: Duration = Duration::from_millis(20);
/// How long a program that was asked to end may take.
const FAREWELL: Duration = Duration::from_millis(300);

/// How long to wait for an answer.
#[derive(Clone, Copy, Debug)]
pub struct Patience<'a> {
    /// So long.
    pub span: Duration,
    /// What it is called when the time is over.
    pub late: FailureKind,
    /// Raised when nobody wants the answer any more.
    pub stop: Option<&'a AtomicBool>,
}

impl Patience<'_> {
    /// For answers that need no thinking.
    pub const BRIEF: Patience<'static> =
        Patience { span: Duration::from_secs(10), late: FailureKind::Stall, stop: None };
}

/// A program that runs, and the lines it says.
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Said>,
    complaints: Arc<Mutex<String>>,
    /// Who reads what the program complains of.
    drain: Option<JoinHandle<()>>,
    /// What the program is told when it may go.
    farewell: &'static str,
    name: String,
    /// Whether it has ended and its exit code was taken.
    has_left: bool,
}

/// Something that came out of a program.
enum Said {
    Line(String),
    /// A line that had no end.
    TooLong,
}

impl Process {
    /// Starts the program that a command names. `farewell` is the line that asks it to end.
    pub fn start(command: &str, farewell: &'static str) -> Result<Process, InputError> {
        let words = command::words(command)?;
        let name = words[0].clone();
        let mut command = Command::new(&name);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // In a group of its own, so that whatever it has started itself can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| {
            InputError::new(format!("{} could not be started: {error}", InputError::quote(&name)))
        })?;
        let (sender, lines) = sync_channel(WAITING);
        let complaints = Arc::new(Mutex::new(String::new()));
        if let Some(stdout) = child.stdout.take() {
            std::thread::spawn(move || read_lines(stdout, &sender));
        }
        let drain = child.stderr.take().map(|stderr| {
            let complaints = Arc::clone(&complaints);
            std::thread::spawn(move || drain(stderr, &complaints))
        });
        let stdin = child.stdin.take();
        Ok(Process { child, stdin, lines, complaints, drain, farewell, name, has_left: false })
    }

    /// The program's name, as it was called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Says a line to it.
    pub fn say(&mut self, line: &str) -> Result<(), EngineFailure> {
        let said = match &mut self.stdin {
            Some(stdin) => stdin.write_all(format!("{line}\n").as_bytes()).and_then(|()| stdin.flush()),
            None => Ok(()),
        };
        said.map_err(|_| self.ended())
    }

    /// Waits for the answer to `request`: `read` is shown every line, and says what it makes of it, or nothing if that
    /// line was not the answer.
    pub fn answer<T>(
        &mut self,
        request: &str,
        patience: Patience<'_>,
        mut read: impl FnMut(&str) -> Option<Result<T, EngineFailure>>,
    ) -> Result<T, EngineFailure> {
        let begin = Instant::now();
        let mut heard = (0, 0);
        let mut has_ended = false;
        loop {
            let left = patience.span.saturating_sub(begin.elapsed());
            let is_unwanted = patience.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
            if left.is_zero() || is_unwanted {
                return Err(self.failure(
                    patience.late,
                    format_args!(
                        "had not answered {} after {:.1} s{}",
                        InputError::quote(request),
                        begin.elapsed().as_secs_f64(),
                        if heard.0 == 0 { "" } else { ", though it had said other things" }
                    ),
                ));
            }
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(Said::Line(line)) => {
                    if let Some(answer) = read(&line) {
                        return answer;
                    }
                    heard = (heard.0 + 1, heard.1 + line.len());
                    if heard.0 > FLOOD.0 || heard.1 > FLOOD.1 {
                        let what =
                            format!("said {} lines and no answer to {}", heard.0, InputError::quote(request));
                        return Err(self.failure(FailureKind::Protocol, what));
                    }
                }
                Ok(Said::TooLong) => {
                    let what = format_args!("said a line of more than {LONGEST_LINE} bytes");
                    return Err(self.failure(FailureKind::Protocol, what));
                }
                // What it has started may hold its output open; what it said last is waited for once more.
                Err(RecvTimeoutError::Timeout) if has_ended => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) => has_ended = self.has_ended(),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// Something that has gone wrong with this program.
    pub fn failure(&self, kind: FailureKind, what: impl std::fmt::Display) -> EngineFailure {
        EngineFailure { kind, sentence: format!("{} {what}", self.name) }
    }

    /// The program says nothing any more: how it ended.
    fn ended(&mut self) -> EngineFailure {
        let how = match self.wait(FAREWELL) {
            Some(status) => format!("ended ({status})"),
            None => "closed its output".to_owned(),
        };
        // Its last words may be on their way.
        let begin = Instant::now();
        while self.drain.as_ref().is_some_and(|drain| !drain.is_finished()) && begin.elapsed() < FAREWELL {
            std::thread::sleep(Duration::from_millis(1));
        }
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let last = complaints.lines().rev().find(|line| !line.trim().is_empty());
        let last =
            last.map_or(String::new(), |line| format!(", and said last {}", InputError::quote(line.trim())));
        self.failure(FailureKind::Crash, format_args!("{how}{last}"))
    }

    /// How the program has ended, if it does so in time. Nothing that it has started is left then either.
    fn wait(&mut self, span: Duration) -> Option<ExitStatus> {
        let begin = Instant::now();
        while !self.has_ended() {
            if begin.elapsed() >= span {
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        self.end()
    }

    /// Whether the program has ended. It stays in the list of processes, so that no other can have its number yet.
    #[cfg(unix)]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.has_left || self.group().is_none_or(|id| !matches!(waitid(WaitId::Pid(id), options), Ok(None)))
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        self.has_left || !matches!(self.child.try_wait(), Ok(None))
    }

    #[cfg(unix)]
    fn group(&self) -> Option<rustix::process::Pid> {
        i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw)
    }

    /// Ends the program and all that it has started, and takes its exit code, or it would stay in the list of processes.
    fn end(&mut self) -> Option<ExitStatus> {
        if !self.has_left {
            #[cfg(unix)]
            if let Some(group) = self.group() {
                // If there is nobody left in it, so much the better.
                let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
            }
            let _ = self.child.kill();
        }
        self.has_left = true;
        self.child.wait().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.say(self.farewell);
        // Nothing more will come: who waits for a line now ends by itself.
        self.stdin = None;
        if self.wait(FAREWELL).is_none() {
            self.end();
        }
    }
}

/// Passes on line after line until there is none, or nobody listens.
fn read_lines(from: impl Read, lines: &SyncSender<Said>) {
    let mut from = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        let read = from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        let is_whole = line.ends_with(b"\n");
        let said = match read {
            Ok(1..) if is_whole || (line.len() as u64) < LONGEST_LINE => {
                let text = String::from_utf8_lossy(&line);
                Said::Line(text.trim_end_matches(['\n', '\r']).to_owned())
            }
            Ok(1..) => Said::TooLong,
            Ok(0) | Err(_) => return,
        };
        let is_end = matches!(said, Said::TooLong);
        if lines.send(said).is_err() || is_end {
            return;
        }
    }
}

/// Reads what a program complains of, so that it never has to wait for us, and keeps the last of it.
fn drain(from: impl Read, complaints: &Mutex<String>) {
    let mut from = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        match from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(1..) => {
                let mut kept = complaints.lock().unwrap_or_else(PoisonError::into_inner);
                let text = String::from_utf8_lossy(&line);
                if !text.trim().is_empty() {
                    text.trim().chars().take(400).collect::<String>().clone_into(&mut kept);
                }
            }
            Ok(0) | Err(_) => return,
        }
    }
}
