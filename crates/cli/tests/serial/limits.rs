//! Limits on input that never ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::harness::{Program, ScriptedPeer, TIMEOUT, folder, othello, pc_with_scripted_device};

/// Resident memory of a program in KiB.
fn memory(program: &Program) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", program.0.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn a_line_without_cr_is_reported_once_and_the_next_message_is_understood() {
    let folder = folder("endless-line");
    let call = "serial --tcp 127.0.0.1:0 --role device --engine first --strict";
    let mut device = Program::start(&mut othello(call, &folder));
    let (address, output) = device.line();
    let mut pc = ScriptedPeer::connect(&address);
    pc.request("AT", "OK");
    let before = memory(&device);
    let megabyte = vec![b'x'; 1 << 20];
    for _ in 0..32 {
        pc.0.get_mut().write_all(&megabyte).unwrap();
    }
    // The error comes before the end of the line, which may never come.
    pc.expect("ER");
    let grown = memory(&device).saturating_sub(before);
    assert!(grown < 16 << 10, "{grown} KiB for 32 MiB");
    pc.send("");
    pc.request("AT", "OK");
    drop(device);
    let output: Vec<String> = output.lines().map_while(Result::ok).collect();
    let reports = output.iter().filter(|line| line.contains("longer than 128 bytes")).count();
    assert_eq!(reports, 1, "{output:#?}");
}

/// The terminal output is not read, so the session blocks while the line is flooded.
#[test]
fn a_flood_of_messages_takes_no_memory() {
    let folder = folder("flood");
    let mut device = Program::start(&mut othello("serial --tcp 127.0.0.1:0 --role device", &folder));
    let (address, output) = device.line();
    let mut pc = ScriptedPeer::connect(&address);
    pc.request("AT", "OK");
    let before = memory(&device);
    pc.0.get_ref().set_write_timeout(Some(Duration::from_millis(500))).unwrap();
    let flood = "AT\r".repeat(1 << 16);
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(10) && pc.0.get_mut().write_all(flood.as_bytes()).is_ok() {}
    assert!(begin.elapsed() < Duration::from_secs(10), "the writer is never slowed down");
    let grown = memory(&device).saturating_sub(before);
    assert!(grown < 32 << 10, "{grown} KiB");
    drop(output);
}

#[test]
fn a_typed_line_has_a_limit() {
    let folder = folder("typed-limit");
    let (mut pc, _device) = pc_with_scripted_device("--seat human", &folder);
    let mut stdin = pc.0.stdin.take().unwrap();
    // The program may stop reading before the end.
    let _ = stdin.write_all(&vec![b'e'; 1 << 20]);
    let (_, output) = pc.end();
    let limit = "Cannot read stdin: line longer than 256 bytes, expected a square or help.";
    assert!(output.contains(limit), "{output}");
}

#[test]
fn an_endless_stdin_line_is_reported_on_stdio() {
    let folder = folder("stdio-endless");
    let zero = std::fs::File::open("/dev/zero").unwrap();
    let mut command = othello("serial --stdio --role device --strict --quiet", &folder);
    let mut program =
        Program(command.stdin(zero).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
    let mut reply = [0; 3];
    program.0.stdout.as_mut().unwrap().read_exact(&mut reply).unwrap();
    assert_eq!(&reply, b"ER\r");
    let mut errors = BufReader::new(program.0.stderr.take().unwrap());
    let (mut line, begin) = (String::new(), Instant::now());
    while !line.contains("longer than 128 bytes") {
        assert!(begin.elapsed() < TIMEOUT);
        assert_ne!(errors.read_line(&mut line).unwrap(), 0, "{line}");
    }
    std::thread::sleep(Duration::from_millis(300));
    let used = memory(&program);
    assert!(used < 512 << 10, "{used} KiB");
}
