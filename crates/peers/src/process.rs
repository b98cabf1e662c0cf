//! Child processes: the only place where they are started, read and killed.
//!
//! A program may crash, hang, flood its output, or close it and live on. Every call here returns within its timeout, and
//! no process outlives its [`Process`]. With a [`Guard`] none outlives this program either, even if it is killed.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rules::InputError;

mod guard;
mod traffic_log;

use crate::command_line;
use crate::failure::{EngineFailure, FailureKind};
pub use guard::{Guard, run_guard};
pub use traffic_log::TrafficLog;

/// Longest line that is read, in bytes.
const MAX_LINE: u64 = 1 << 16;
/// Lines that may wait to be read before the program blocks.
const QUEUE_CAPACITY: usize = 256;
/// Lines a program may send instead of the expected answer.
const MAX_LINES: usize = 20_000;
/// Bytes a program may send instead of the expected answer.
const MAX_BYTES: usize = 1 << 22;
/// Characters of the last line of the error output that are stored.
const MAX_STDERR: usize = 400;
/// Interval at which the stop flag and the process are checked.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// Longest time in which a program must make room for a line.
const SEND_TIMEOUT: Duration = Duration::from_secs(3);
/// Time a program gets to exit after the quit command.
const EXIT_TIMEOUT: Duration = Duration::from_millis(300);

/// Limits on waiting for an answer.
#[derive(Clone, Copy, Debug)]
pub struct WaitPolicy<'a> {
    /// Maximum time to wait.
    pub timeout: Duration,
    /// Failure to report after the timeout.
    pub on_timeout: FailureKind,
    /// Cancels the wait when set.
    pub stop: Option<&'a AtomicBool>,
}

impl WaitPolicy<'_> {
    /// Policy for commands that need no search.
    pub const COMMAND: WaitPolicy<'static> =
        WaitPolicy { timeout: Duration::from_secs(10), on_timeout: FailureKind::Stall, stop: None };
}

/// A running program and its output lines.
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Output>,
    /// Last line of the error output.
    stderr: Arc<Mutex<String>>,
    stderr_reader: Option<JoinHandle<()>>,
    /// Command that ends the program.
    quit: Option<&'static str>,
    guard: Option<Arc<Guard>>,
    traffic: Option<Arc<TrafficLog>>,
    name: String,
    /// `true` once the program has exited and its status was collected.
    is_reaped: bool,
}

/// Receiver of output lines; gets `None` at the end of the output, and returns `false` to stop.
pub type LineReceiver = Box<dyn FnMut(Option<String>) -> bool + Send>;

/// Options of a program.
#[derive(Default)]
pub struct ProcessOptions {
    /// Command that ends the program; without one only its input is closed.
    pub quit: Option<&'static str>,
    /// Receives the lines of the output instead of [`Process::receive`].
    pub lines: Option<LineReceiver>,
    /// Receives the error output.
    pub stderr: Option<Box<dyn Write + Send>>,
    /// Kills the program if this one is killed.
    pub guard: Option<Arc<Guard>>,
    /// Maximum size of the program's data in bytes; without one it is unlimited. Linux only.
    pub memory: Option<u64>,
    /// Receives all lines in both directions.
    pub traffic: Option<Arc<TrafficLog>>,
}

/// Output of a program.
enum Output {
    Line(String),
    /// A line longer than [`MAX_LINE`].
    TooLong,
}

impl Process {
    /// Starts a program by its command line. `quit` is the command that ends it.
    pub fn start(command: &str, quit: Option<&'static str>) -> Result<Process, InputError> {
        Process::start_with(command, ProcessOptions { quit, ..ProcessOptions::default() })
    }

    /// Starts a program by its command line.
    pub fn start_with(command: &str, options: ProcessOptions) -> Result<Process, InputError> {
        Process::start_words(&command_line::split(command)?, options)
    }

    /// Starts a program; the first word is its name, the others are its arguments.
    pub fn start_words(words: &[String], options: ProcessOptions) -> Result<Process, InputError> {
        let Some((name, arguments)) = words.split_first() else {
            return Err(InputError::new("cannot start a program without a name"));
        };
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A process group of its own, so that children of the program can be killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .spawn()
            .map_err(|error| InputError::new(format!("cannot start {}: {error}", InputError::quote(name))))?;
        if let Some(guard) = &options.guard {
            guard.add(child.id());
        }
        if let Some(memory) = options.memory {
            limit_memory(&child, memory);
        }
        let log = |direction: char| {
            let (traffic, name, id) = (options.traffic.clone(), name.clone(), child.id());
            move |line: &str| {
                if let Some(traffic) = &traffic {
                    traffic.write(&name, id, direction, line);
                }
            }
        };
        let (log_output, log_errors) = (log('<'), log('!'));
        let (sender, lines) = sync_channel(QUEUE_CAPACITY);
        let stderr = Arc::new(Mutex::new(String::new()));
        if let Some(stdout) = child.stdout.take() {
            std::thread::spawn(move || match options.lines {
                Some(receiver) => forward_lines(stdout, receiver),
                None => read_lines(stdout, |output| {
                    if let Output::Line(line) = &output {
                        log_output(line);
                    }
                    sender.send(output).is_ok()
                }),
            });
        }
        let stderr_reader = child.stderr.take().map(|pipe| {
            let last_line = Arc::clone(&stderr);
            std::thread::spawn(move || read_stderr(pipe, &last_line, options.stderr, log_errors))
        });
        let stdin = child.stdin.take();
        // A program that does not read must not block this one.
        #[cfg(unix)]
        if let Some(stdin) = &stdin {
            let _ = rustix::io::ioctl_fionbio(stdin, true);
        }
        Ok(Process {
            child,
            stdin,
            lines,
            stderr,
            stderr_reader,
            quit: options.quit,
            guard: options.guard,
            traffic: options.traffic,
            name: name.clone(),
            is_reaped: false,
        })
    }

    /// Name of the program, as in its command line.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Closes the input of the program.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Sends a line. A program that does not read it in time fails.
    pub fn send(&mut self, line: &str) -> Result<(), EngineFailure> {
        if let Some(traffic) = &self.traffic {
            traffic.write(&self.name, self.child.id(), '>', line);
        }
        let bytes = format!("{line}\n").into_bytes();
        let mut rest = &bytes[..];
        let begin = Instant::now();
        while let (Some(stdin), false) = (&mut self.stdin, rest.is_empty()) {
            match stdin.write(rest) {
                Ok(written) if written > 0 => rest = rest.get(written..).unwrap_or_default(),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // The pipe is full: the program has not read the beginning of a long line yet.
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if begin.elapsed() >= SEND_TIMEOUT {
                        return Err(self.failure(FailureKind::Stall, "does not read its input"));
                    }
                    std::thread::sleep(Duration::from_millis(2));
                }
                Ok(_) | Err(_) => return Err(self.exited()),
            }
        }
        Ok(())
    }

    /// Waits for the answer to `request`. `parse` receives every line and returns the answer, or `None` for a line that
    /// is not part of it or does not complete it.
    pub fn receive<T>(
        &mut self,
        request: &str,
        policy: WaitPolicy<'_>,
        mut parse: impl FnMut(&str) -> Option<Result<T, EngineFailure>>,
    ) -> Result<T, EngineFailure> {
        let begin = Instant::now();
        let (mut lines, mut bytes) = (0, 0);
        let mut has_exited = false;
        loop {
            let left = policy.timeout.saturating_sub(begin.elapsed());
            let is_cancelled = policy.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
            if left.is_zero() || is_cancelled {
                return Err(self.failure(
                    policy.on_timeout,
                    format_args!(
                        "did not answer {} within {:.1} s{}",
                        InputError::quote(request),
                        begin.elapsed().as_secs_f64(),
                        if lines == 0 { "" } else { ", but sent other lines" }
                    ),
                ));
            }
            match self.lines.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(Output::Line(line)) => {
                    if let Some(answer) = parse(&line) {
                        return answer;
                    }
                    (lines, bytes) = (lines + 1, bytes + line.len());
                    if lines > MAX_LINES || bytes > MAX_BYTES {
                        let what =
                            format!("sent {lines} lines without answering {}", InputError::quote(request));
                        return Err(self.failure(FailureKind::Protocol, what));
                    }
                }
                Ok(Output::TooLong) => {
                    let what = format_args!("sent a line longer than {MAX_LINE} bytes");
                    return Err(self.failure(FailureKind::Protocol, what));
                }
                // Children of the program may hold its output open, so one more timeout drains the queue.
                Err(RecvTimeoutError::Timeout) if has_exited => return Err(self.exited()),
                Err(RecvTimeoutError::Timeout) => has_exited = self.has_exited(),
                Err(RecvTimeoutError::Disconnected) => return Err(self.exited()),
            }
        }
    }

    /// A failure of this program.
    pub fn failure(&self, kind: FailureKind, what: impl std::fmt::Display) -> EngineFailure {
        EngineFailure { kind, sentence: format!("{} {what}", self.name) }
    }

    /// Failure of a program whose output has ended.
    fn exited(&mut self) -> EngineFailure {
        let how = match self.exit_status(EXIT_TIMEOUT) {
            Some(status) => format!("exited ({status})"),
            None => "closed its output".to_owned(),
        };
        // The last error output may still be in the pipe.
        let begin = Instant::now();
        while self.stderr_reader.as_ref().is_some_and(|reader| !reader.is_finished())
            && begin.elapsed() < EXIT_TIMEOUT
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        let stderr = self.stderr.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let detail = match stderr.is_empty() {
            true => String::new(),
            false => format!("; its error output ends with {}", InputError::quote(&stderr)),
        };
        self.failure(FailureKind::Crash, format_args!("{how}{detail}"))
    }

    /// Exit status, if the program exits within the timeout. Its process group is killed then as well.
    pub fn exit_status(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let begin = Instant::now();
        while !self.has_exited() {
            if begin.elapsed() >= timeout {
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        self.kill()
    }

    /// `true` if the program has exited. It is not reaped, so that its process id cannot be reused yet.
    #[cfg(unix)]
    fn has_exited(&mut self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.is_reaped || self.group().is_none_or(|id| !matches!(waitid(WaitId::Pid(id), options), Ok(None)))
    }

    #[cfg(not(unix))]
    fn has_exited(&mut self) -> bool {
        self.is_reaped || !matches!(self.child.try_wait(), Ok(None))
    }

    #[cfg(unix)]
    fn group(&self) -> Option<rustix::process::Pid> {
        i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw)
    }

    /// Kills the program and its process group, and reaps it.
    fn kill(&mut self) -> Option<ExitStatus> {
        if !self.is_reaped {
            #[cfg(unix)]
            if let Some(group) = self.group() {
                // An error means that the group is empty.
                let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
            }
            let _ = self.child.kill();
            // Removed before the process is reaped, since its id may be reused afterwards.
            if let Some(guard) = &self.guard {
                guard.remove(self.child.id());
            }
        }
        self.is_reaped = true;
        self.child.wait().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(quit) = self.quit {
            let _ = self.send(quit);
        }
        // End of input also ends a program that ignores the quit command.
        self.stdin = None;
        if self.exit_status(EXIT_TIMEOUT).is_none() {
            self.kill();
        }
    }
}

/// Limits the data of a program; what it allocates beyond fails there.
#[cfg(target_os = "linux")]
fn limit_memory(child: &Child, bytes: u64) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    // A program that has ended already needs no limit.
    let _ = prlimit(id, Resource::Data, limit);
}

#[cfg(not(target_os = "linux"))]
fn limit_memory(_child: &Child, _bytes: u64) {}

/// Forwards output lines until the output ends, a line is too long, or the receiver returns `false`.
fn read_lines(from: impl Read, mut receive: impl FnMut(Output) -> bool) {
    let mut from = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        let read = from.by_ref().take(MAX_LINE).read_until(b'\n', &mut line);
        let is_complete = line.ends_with(b"\n");
        let output = match read {
            Ok(1..) if is_complete || (line.len() as u64) < MAX_LINE => {
                let text = String::from_utf8_lossy(&line);
                Output::Line(text.trim_end_matches(['\n', '\r']).to_owned())
            }
            Ok(1..) => Output::TooLong,
            Ok(0) | Err(_) => return,
        };
        let is_last = matches!(output, Output::TooLong);
        if !receive(output) || is_last {
            return;
        }
    }
}

/// Passes output lines to a receiver. A line that is too long ends the output.
fn forward_lines(from: impl Read, mut receiver: LineReceiver) {
    let mut is_open = true;
    read_lines(from, |output| {
        is_open = match output {
            Output::Line(line) => receiver(Some(line)),
            Output::TooLong => true,
        };
        is_open
    });
    if is_open {
        receiver(None);
    }
}

/// Drains the error output, so that the program never blocks on it, stores its last line, and copies it to `log`.
fn read_stderr(
    from: impl Read,
    last_line: &Mutex<String>,
    mut log: Option<Box<dyn Write + Send>>,
    log_line: impl Fn(&str),
) {
    let mut from = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        match from.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(1..) => {
                // A log that cannot be written must not stop the program.
                if log.as_mut().is_some_and(|log| log.write_all(&line).is_err()) {
                    log = None;
                }
                let text = String::from_utf8_lossy(&line);
                log_line(text.trim_end());
                if !text.trim().is_empty() {
                    let mut stored = last_line.lock().unwrap_or_else(PoisonError::into_inner);
                    text.trim().chars().take(MAX_STDERR).collect::<String>().clone_into(&mut stored);
                }
            }
            Ok(0) | Err(_) => return,
        }
    }
}
