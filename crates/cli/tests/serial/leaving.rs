//! Disconnecting, reconnecting and stopping.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};
use std::time::Duration;

use crate::harness::{
    Program, ScriptedPeer, folder, othello, pc_with_scripted_device, relay_with_scripted_devices, verify,
};

/// Sends a signal to a program.
fn signal(program: &Program, name: &str) {
    let id = program.0.id().to_string();
    assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
}

fn assert_resigned(folder: &Path, said: &str, by: &str) {
    assert!(said.contains(&format!("{by} resigned")), "{said}");
    assert!(verify(folder, "games/game-0001.record").contains("ended by resignation"));
}

/// A person to move at a PC with a scripted device.
fn person_to_move(folder: &Path) -> (Program, BufReader<ChildStdout>, ScriptedPeer) {
    let (mut pc, mut device) = pc_with_scripted_device("--seat human --strict --records games", folder);
    for (command, answer) in [("AT", "OK"), ("RST", "OK"), ("ST 9", "OK"), ("SP W", ""), ("NG", "OK")] {
        device.expect(command);
        device.send(answer);
    }
    let mut said = BufReader::new(pc.0.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("Your move:") {
        assert_ne!(said.read_line(&mut line).unwrap(), 0, "{line}");
    }
    (pc, said, device)
}

#[test]
fn leaving_a_pc_during_a_game_resigns() {
    for method in ["quit", "closed", "INT", "TERM"] {
        let folder = folder(&format!("leaves-{method}"));
        let (mut pc, mut said, mut device) = person_to_move(&folder);
        let mut stdin = pc.0.stdin.take().unwrap();
        stdin.write_all(b"e3\n").unwrap();
        device.expect("MV E3");
        device.send("OK");
        device.send("MM D3");
        device.expect("OK");
        match method {
            "quit" => stdin.write_all(b"quit\n").unwrap(),
            "closed" => drop(stdin),
            name => signal(&pc, name),
        }
        device.expect("WN");
        device.send("OK");
        let mut rest = String::new();
        said.read_to_string(&mut rest).unwrap();
        assert!(pc.wait(), "{method}: {rest}");
        assert_resigned(&folder, &rest, "White");
    }
}

#[test]
fn a_device_stopped_during_a_game_resigns() {
    let folder = folder("stopped-device");
    let call = "serial --tcp 127.0.0.1:0 --role device --engine first --records games --json";
    let mut device = Program::start(&mut othello(call, &folder));
    let mut said = BufReader::new(device.0.stdout.take().unwrap());
    let mut first = String::new();
    said.read_line(&mut first).unwrap();
    let address = first.split('"').find(|word| word.starts_with("127.")).unwrap();
    let mut pc = ScriptedPeer::connect(address);
    for (command, answer) in [("SP B", ""), ("NG", "OK")] {
        pc.request(command, answer);
    }
    pc.expect("MM E3");
    pc.send("OK");
    signal(&device, "TERM");
    pc.expect("QT");
    pc.send("OK");
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    assert!(device.wait(), "{rest}");
    assert_resigned(&folder, &rest, "White");
}

#[test]
fn a_stopped_relay_ends_the_game_on_both_devices() {
    let folder = folder("stopped-relay");
    let (relay, mut devices) = relay_with_scripted_devices("--records games", &folder);
    signal(&relay, "INT");
    for (device, word) in devices.iter_mut().zip(["WN", "LS"]) {
        device.expect("EG");
        device.send("OK");
        device.send(word);
    }
    let (is_success, said) = relay.end();
    assert!(is_success, "{said}");
    assert!(said.contains("White wins, Black 1, White 4: the PC ended the game"), "{said}");
}

#[test]
fn devices_may_connect_to_a_relay_in_any_order() {
    let folder = folder("call-relay");
    let call = "relay --port tcp:listen:127.0.0.1:0 --port tcp:listen:127.0.0.1:0 --strict";
    let mut relay = Program::start(&mut othello(call, &folder));
    let mut said = BufReader::new(relay.0.stdout.take().unwrap());
    let addresses = ["Line A is ", "Line B is "].map(|words| {
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        line.trim().strip_prefix(words).unwrap_or_else(|| panic!("{line}")).to_owned()
    });
    let mut b = ScriptedPeer::connect(&addresses[1]);
    let mut a = ScriptedPeer::connect(&addresses[0]);
    b.expect("AT");
    a.expect("AT");
}

#[test]
fn a_listening_device_waits_for_the_next_connection() {
    let folder = folder("visitors");
    let call = "serial --tcp 127.0.0.1:0 --role device --engine first";
    let mut device = Program::start(&mut othello(call, &folder));
    let (address, mut said) = device.line();
    // The first disconnects during a game, the second within a message.
    let mut first = ScriptedPeer::connect(&address);
    for (command, answer) in [("SP B", ""), ("NG", "OK")] {
        first.request(command, answer);
    }
    first.expect("MM E3");
    drop(first);
    let mut second = ScriptedPeer::connect(&address);
    second.request("AT", "OK");
    second.0.get_mut().write_all(b"A").unwrap();
    drop(second);
    let mut third = ScriptedPeer::connect(&address);
    third.request("AT", "OK");
    third.request("SP B", "");
    third.request("NG", "OK");
    third.expect("MM E3");
    third.send("OK");
    third.request("WN", "OK");
    signal(&device, "TERM");
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    assert!(device.wait(), "a lost connection is no error of the device: {rest}");
    assert_eq!(rest.matches("waiting for the next PC on 127.0.0.1:").count(), 2, "{rest}");
    assert!(rest.contains("the line was disconnected"), "{rest}");
}

#[test]
fn a_reset_is_no_failure() {
    let folder = folder("reset");
    let call = "serial --tcp 127.0.0.1:0 --role device --engine first --games 1";
    let mut device = Program::start(&mut othello(call, &folder));
    let (address, mut said) = device.line();
    let mut pc = ScriptedPeer::connect(&address);
    pc.request("SP B", "");
    for _ in 0..2 {
        pc.request("NG", "OK");
        pc.expect("MM E3");
        pc.send("OK");
        pc.request("RST", "OK");
    }
    pc.request("NG", "OK");
    pc.expect("MM E3");
    pc.send("OK");
    pc.request("WN", "OK");
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    assert!(device.wait(), "{rest}");
}

#[test]
fn a_failed_call_leaves_no_files_and_logs_are_appended() {
    let folder = folder("logs");
    std::fs::write(folder.join("line.log"), "from before\n").unwrap();
    let log = || std::fs::read_to_string(folder.join("line.log")).unwrap();
    for call in [
        "serial --port no-such-port --role device",
        "serial --tcp nowhere --role device",
        "relay --port no-such-port --port pty",
    ] {
        let call = format!("{call} --log line.log --records games");
        let (is_success, said) = Program::start(&mut othello(&call, &folder)).end();
        assert!(!is_success, "{said}");
        assert_eq!(log(), "from before\n");
        assert!(!folder.join("games").exists());
    }
    let call = "serial --stdio --role device --log line.log";
    for _ in 0..2 {
        Program::start(&mut othello(call, &folder)).end();
    }
    assert!(log().starts_with("from before\n"), "{}", log());
    assert_eq!(log().matches("# this is a device on stdio\n").count(), 2, "{}", log());
}

/// A pseudo-terminal holds some 4,000 bytes; a slow reader is not disconnected.
#[test]
fn a_line_that_is_full_is_waited_for() {
    let folder = folder("full");
    let requests = "AT\r".repeat(6000);
    let mut device = Program::start(&mut othello("serial --pty --role device --quiet --timeout 60", &folder));
    let (address, _said) = device.line();
    let open = |address: &str| std::fs::File::options().read(true).write(true).open(address).unwrap();
    let mut line = open(&address);
    line.write_all(requests.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(700));
    let mut replies = vec![0; requests.len()];
    line.read_exact(&mut replies).unwrap();
    assert!(replies == "OK\r".repeat(6000).as_bytes());

    let mut device = Program::start(
        othello("serial --pty --role device --quiet --timeout 1", &folder).stderr(Stdio::piped()),
    );
    let (address, mut said) = device.line();
    open(&address).write_all(requests.as_bytes()).unwrap();
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("disconnected: the other end has read nothing for 1 s"), "{rest}");
}
