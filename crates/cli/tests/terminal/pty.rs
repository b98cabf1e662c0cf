//! The program in a pseudo-terminal, and what its screen shows.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::program::program;

/// Longest wait for the program.
const TIMEOUT: Duration = Duration::from_secs(60);
/// A screen that has not changed for so long is complete.
const QUIET: Duration = Duration::from_millis(250);

/// Width and height of a usual terminal.
pub(super) const USUAL: (u16, u16) = (80, 24);

/// A running program and its screen.
pub(super) struct Terminal {
    child: Child,
    input: File,
    /// Time of the last keys.
    sent: Instant,
    shown: Arc<Mutex<Shown>>,
}

struct Shown {
    parser: vt100::Parser,
    /// Everything that the program has written.
    bytes: Vec<u8>,
    changed: Instant,
}

/// Environment of the program: a UTF-8 locale without colours.
pub(super) const PLAIN: [(&str, &str); 3] =
    [("LC_ALL", "C.UTF-8"), ("NO_COLOR", "1"), ("TERM", "xterm-256color")];

impl Terminal {
    /// Starts the program with its data in `folder`, which is the current folder too.
    pub(super) fn start(
        arguments: &[&str],
        folder: &Path,
        (width, height): (u16, u16),
        env: &[(&str, &str)],
    ) -> Terminal {
        let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&controller).unwrap();
        unlockpt(&controller).unwrap();
        let name = ptsname(&controller, Vec::new()).unwrap().into_string().unwrap();
        let size = Winsize { ws_row: height, ws_col: width, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&controller, size).unwrap();
        let terminal = || OpenOptions::new().read(true).write(true).open(&name).unwrap();
        // setsid makes the pseudo-terminal the controlling one, so that passwords are read from it.
        let child = Command::new("setsid")
            .args(["--ctty", "--wait"])
            .arg(program())
            .args(arguments)
            .args(["--data".as_ref(), folder.as_os_str()])
            .current_dir(folder)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .envs(env.iter().copied())
            .stdin(terminal())
            .stdout(terminal())
            .stderr(terminal())
            .spawn()
            .unwrap();
        let shown = Shown {
            parser: vt100::Parser::new(height, width, 0),
            bytes: Vec::new(),
            changed: Instant::now(),
        };
        let shown = Arc::new(Mutex::new(shown));
        let input = File::from(controller);
        let mut output = input.try_clone().unwrap();
        let reader = Arc::clone(&shown);
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            // The read fails once the program has ended.
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                let mut shown = reader.lock().unwrap();
                shown.parser.process(&buffer[..count]);
                shown.bytes.extend(&buffer[..count]);
                shown.changed = Instant::now();
            }
        });
        Terminal { child, input, sent: Instant::now(), shown }
    }

    /// Types keys.
    pub(super) fn send(&mut self, keys: &str) -> &mut Terminal {
        self.input.write_all(keys.as_bytes()).unwrap();
        self.sent = Instant::now();
        self
    }

    /// What the screen shows.
    pub(super) fn text(&self) -> String {
        self.shown.lock().unwrap().parser.screen().contents()
    }

    /// Reads the screen with its colours.
    pub(super) fn with_screen<T>(&self, read: impl FnOnce(&vt100::Screen) -> T) -> T {
        read(self.shown.lock().unwrap().parser.screen())
    }

    /// Everything that the program has written so far.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.shown.lock().unwrap().bytes.clone()
    }

    /// Waits until the screen shows a text.
    pub(super) fn wait_for(&mut self, text: &str) -> &mut Terminal {
        self.wait_until(text, |screen| screen.contains(text));
        self
    }

    /// Waits until the screen is as wanted; returns it.
    pub(super) fn wait_until(&mut self, what: &str, is_wanted: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let text = self.text();
            if is_wanted(&text) {
                return text;
            }
            assert!(start.elapsed() < TIMEOUT, "waited for {what}, found\n{text}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The screen once it has stopped changing after the last keys, without blanks at the ends of lines.
    pub(super) fn settled(&self) -> String {
        loop {
            let quiet = self.shown.lock().unwrap().changed.elapsed().min(self.sent.elapsed());
            if quiet >= QUIET {
                let text = self.text();
                return text.lines().map(|line| format!("{}\n", line.trim_end())).collect();
            }
            std::thread::sleep(QUIET - quiet);
        }
    }

    /// Changes the size of the terminal.
    pub(super) fn resize(&mut self, (width, height): (u16, u16)) -> &mut Terminal {
        let size = Winsize { ws_row: height, ws_col: width, ws_xpixel: 0, ws_ypixel: 0 };
        self.shown.lock().unwrap().parser = vt100::Parser::new(height, width, 0);
        tcsetwinsize(&self.input, size).unwrap();
        self
    }

    /// Time from a key until the program writes to the screen.
    pub(super) fn answer_time(&mut self, key: char) -> Duration {
        // Not at a blink of the cursor.
        let quiet = Duration::from_millis(30);
        while self.shown.lock().unwrap().changed.elapsed() < quiet {
            std::thread::sleep(Duration::from_millis(2));
        }
        self.send(&key.to_string());
        let sent = self.sent;
        loop {
            let changed = self.shown.lock().unwrap().changed;
            if changed > sent {
                return changed - sent;
            }
            assert!(sent.elapsed() < TIMEOUT, "no answer:\n{}", self.text());
            std::thread::sleep(Duration::from_micros(200));
        }
    }

    /// Share of a processor that the program uses while it is idle: the smallest of four measurements, so that work
    /// still under way at first, and the accounting of a loaded machine, do not count.
    pub(super) fn idle_cpu_share(&self) -> f64 {
        let window = Duration::from_secs(2);
        let shares = (0..4).map(|_| {
            let before = self.cpu_time();
            std::thread::sleep(window);
            self.cpu_time().saturating_sub(before).as_secs_f64() / window.as_secs_f64()
        });
        shares.fold(f64::INFINITY, f64::min)
    }

    /// Processor time of all threads of the program, which is the child of `setsid`.
    fn cpu_time(&self) -> Duration {
        let parent = self.child.id();
        let children = std::fs::read_to_string(format!("/proc/{parent}/task/{parent}/children")).unwrap();
        let child = children.split_whitespace().next().map_or(parent, |child| child.parse().unwrap());
        let threads = std::fs::read_dir(format!("/proc/{child}/task")).unwrap();
        let nanoseconds = threads.filter_map(|thread| {
            // A thread may end meanwhile. The first field is the time on a processor.
            let text = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
            text.split_whitespace().next()?.parse::<u64>().ok()
        });
        Duration::from_nanos(nanoseconds.sum())
    }

    /// Kills the program at once.
    pub(super) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits for the end of the program.
    pub(super) fn end(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < TIMEOUT, "the program does not end:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
