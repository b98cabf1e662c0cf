//! Test harness of the line: running programs, cables, and scripted ends of a line.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Longest time that a test waits.
pub const TIMEOUT: Duration = Duration::from_secs(120);

/// A new empty folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serial").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Running program, killed when dropped.
pub struct Program(pub Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Program {
    pub fn start(command: &mut Command) -> Program {
        Program(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    }

    /// Waits for the end; returns whether it succeeded, and its output.
    pub fn end(mut self) -> (bool, String) {
        let mut stdout = self.0.stdout.take().unwrap();
        let reading = std::thread::spawn(move || {
            let mut text = String::new();
            let _ = stdout.read_to_string(&mut text);
            text
        });
        let status = self.wait();
        let mut text = reading.join().unwrap();
        let _ = self.0.stderr.take().unwrap().read_to_string(&mut text);
        (status, text)
    }

    pub fn wait(&mut self) -> bool {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status.success();
            }
            assert!(begin.elapsed() < TIMEOUT, "the program hangs");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Address in the first line of the output, and the rest of the output.
    pub fn line(&mut self) -> (String, BufReader<ChildStdout>) {
        let mut stdout = BufReader::new(self.0.stdout.take().unwrap());
        let mut first = String::new();
        stdout.read_line(&mut first).unwrap();
        let (_, address) = first.trim().split_once(" is ").unwrap_or_else(|| panic!("{first:?}"));
        (address.to_owned(), stdout)
    }
}

pub fn othello(arguments: &str, folder: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("takhteh"));
    command.arg("othello").args(arguments.split_whitespace()).current_dir(folder).stdin(Stdio::null());
    command
}

pub fn verify(folder: &Path, record: &str) -> String {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("takhteh"));
    let Output { status, stdout, stderr } =
        command.args(["record", "verify", record]).current_dir(folder).output().unwrap();
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

/// The moves of a record.
pub fn moves(folder: &Path, record: &str) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join(record)).unwrap();
    let moves: Vec<String> = text
        .lines()
        .filter(|line| line.contains(" moved "))
        .map(|line| line.split(" moved ").nth(1).unwrap().to_owned())
        .collect();
    assert!(moves.len() > 8, "{text}");
    moves.iter().map(|line| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ")).collect()
}

/// Two pseudo-terminals tied together by socat.
pub fn cable(folder: &Path) -> Program {
    let cable = Program::start(
        Command::new("socat").current_dir(folder).args(["pty,raw,echo=0,link=A", "pty,raw,echo=0,link=B"]),
    );
    let begin = Instant::now();
    while !folder.join("A").exists() || !folder.join("B").exists() {
        assert!(begin.elapsed() < TIMEOUT, "socat made no cable");
        std::thread::sleep(Duration::from_millis(10));
    }
    cable
}

/// End of a line that a test drives message by message.
pub struct ScriptedPeer(pub BufReader<TcpStream>);

impl ScriptedPeer {
    pub fn new(stream: TcpStream) -> ScriptedPeer {
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        ScriptedPeer(BufReader::new(stream))
    }

    /// Connects to a device as a PC.
    pub fn connect(address: &str) -> ScriptedPeer {
        ScriptedPeer::new(TcpStream::connect(address).unwrap())
    }

    /// Sends a message and expects a reply.
    pub fn request(&mut self, line: &str, reply: &str) {
        self.send(line);
        self.expect(reply);
    }

    pub fn expect(&mut self, expected: &str) {
        let mut line = Vec::new();
        self.0.read_until(b'\r', &mut line).unwrap();
        assert_eq!(String::from_utf8_lossy(&line), format!("{expected}\r"));
    }

    pub fn send(&mut self, line: &str) {
        self.0.get_mut().write_all(format!("{line}\r").as_bytes()).unwrap();
    }
}

/// A PC connected to a scripted device.
pub fn pc_with_scripted_device(arguments: &str, folder: &Path) -> (Program, ScriptedPeer) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let call = format!("serial --role pc --tcp {} {arguments}", listener.local_addr().unwrap());
    let pc = Program::start(othello(&call, folder).stdin(Stdio::piped()));
    (pc, ScriptedPeer::new(listener.accept().unwrap().0))
}

/// A strict relay between two scripted devices, after the first move of A.
pub fn relay_with_scripted_devices(arguments: &str, folder: &Path) -> (Program, [ScriptedPeer; 2]) {
    let listeners = [(); 2].map(|()| std::net::TcpListener::bind("127.0.0.1:0").unwrap());
    let [a, b] = [0, 1].map(|at| listeners[at].local_addr().unwrap());
    let call = format!("relay --port tcp:{a} --port tcp:{b} --strict {arguments}");
    let relay = Program::start(&mut othello(&call, folder));
    let mut devices = listeners.map(|listener| ScriptedPeer::new(listener.accept().unwrap().0));
    for command in ["AT", "RST", "ST 3"] {
        for device in &mut devices {
            device.expect(command);
            device.send("OK");
        }
    }
    // The device that moves first begins first.
    for (device, colour) in devices.iter_mut().zip(["SP B", "SP W"]) {
        device.expect(colour);
        device.send("");
        device.expect("NG");
        device.send("OK");
    }
    devices[0].send("MM E3");
    devices[0].expect("OK");
    devices[1].expect("MV E3");
    devices[1].send("OK");
    (relay, devices)
}
