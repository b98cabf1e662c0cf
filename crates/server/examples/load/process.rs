//! A server process, and what it uses.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A running `takhteh serve`. It is killed when dropped.
pub struct ServerProcess {
    child: Child,
    pub address: SocketAddr,
}

impl ServerProcess {
    /// Starts a server on a free port of this computer and waits until it listens.
    pub fn start(program: &Path, data: &Path) -> Result<ServerProcess, String> {
        ServerProcess::start_on(program, data, SocketAddr::from(([127, 0, 0, 1], 0)))
    }

    /// Starts a server on an address of this computer and waits until it listens.
    pub fn start_on(program: &Path, data: &Path, address: SocketAddr) -> Result<ServerProcess, String> {
        let mut child = Command::new(program)
            .args(["serve", "--listen", &address.to_string(), "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot start {}: {error}", program.display()))?;
        let mut line = String::new();
        let read = child.stdout.take().map(|output| BufReader::new(output).read_line(&mut line));
        let address = match read {
            Some(Ok(_)) => line.split("http://").nth(1).and_then(|rest| rest.split('/').next()?.parse().ok()),
            _ => None,
        };
        match address {
            Some(address) => Ok(ServerProcess { child, address }),
            None => {
                let _ = child.kill();
                let _ = child.wait();
                Err(format!("cannot start {}: it does not say where it listens", program.display()))
            }
        }
    }

    /// Kills the server at once, as a power cut would.
    pub fn kill(mut self) {
        self.end();
    }

    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Processor time used so far.
    pub fn cpu(&self) -> Duration {
        cpu_of(self.child.id())
    }

    /// Resident memory in megabytes.
    pub fn memory(&self) -> f64 {
        self.status("VmRSS:")
    }

    /// Largest resident memory so far in megabytes.
    pub fn peak_memory(&self) -> f64 {
        self.status("VmHWM:")
    }

    fn status(&self, key: &str) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(key));
        let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").trim().parse::<f64>().ok());
        kilobytes.unwrap_or(0.0) / 1024.0
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.end();
    }
}

/// Time of one tick of `/proc`, as Linux reports it to programs.
const TICK: Duration = Duration::from_millis(10);

/// Processor time of a process, by `/proc/PID/stat`.
fn cpu_of(pid: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let fields = stat.rsplit_once(") ").map_or("", |(_, fields)| fields);
    let ticks: u32 = fields.split(' ').skip(11).take(2).filter_map(|ticks| ticks.parse::<u32>().ok()).sum();
    TICK * ticks
}

/// Processor time of this process.
pub fn own_cpu() -> Duration {
    cpu_of(std::process::id())
}

/// Processor time that all programs of this computer have used.
pub fn machine_cpu() -> Duration {
    let stat = std::fs::read_to_string("/proc/stat").unwrap_or_default();
    let line = stat.lines().next().unwrap_or("");
    let fields: Vec<u32> = line.split_whitespace().skip(1).filter_map(|field| field.parse().ok()).collect();
    let used: u32 =
        fields.iter().enumerate().filter(|(index, _)| ![3, 4].contains(index)).map(|(_, n)| n).sum();
    TICK * used
}
