//! Who leaves a line takes leave, and who comes to one finds it as it should be.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};
use std::time::Duration;

use crate::props::{Program, Puppet, folder, othello, pc_of_puppet, relay_of_puppets, verified};

/// Asks a program to stop.
fn signal(program: &Program, name: &str) {
    let id = program.0.id().to_string();
    assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
}

fn is_given_up(folder: &Path, said: &str, by: &str) {
    assert!(said.contains(&format!("{by} gave up")), "{said}");
    assert!(verified(folder, "games/game-0001.record").contains("ended by resignation"));
}

/// A person at a PC whose turn it is, at a device for which the test speaks.
fn person_to_move(folder: &Path) -> (Program, BufReader<ChildStdout>, Puppet) {
    let (mut pc, mut device) = pc_of_puppet("--seat human --strict --records games", folder);
    for (command, answer) in [("AT", "OK"), ("RST", "OK"), ("ST 9", "OK"), ("SP W", ""), ("NG", "OK")] {
        device.hears(command);
        device.says(answer);
    }
    let mut said = BufReader::new(pc.0.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("Your move:") {
        assert_ne!(said.read_line(&mut line).unwrap(), 0, "{line}");
    }
    (pc, said, device)
}

#[test]
fn who_leaves_a_pc_in_mid_game_gives_it_up() {
    for way in ["quit", "closed", "INT", "TERM"] {
        let folder = folder(&format!("leaves-{way}"));
        let (mut pc, mut said, mut device) = person_to_move(&folder);
        let mut stdin = pc.0.stdin.take().unwrap();
        stdin.write_all(b"e3\n").unwrap();
        device.hears("MV E3");
        device.says("OK");
        device.says("MM D3");
        device.hears("OK");
        match way {
            "quit" => stdin.write_all(b"quit\n").unwrap(),
            "closed" => drop(stdin),
            name => signal(&pc, name),
        }
        // The device is told that it has won, which is the PC's word for giving up.
        device.hears("WN");
        device.says("OK");
        let mut rest = String::new();
        said.read_to_string(&mut rest).unwrap();
        assert!(pc.wait(), "{way}: {rest}");
        is_given_up(&folder, &rest, "White");
    }
}

#[test]
fn a_device_that_is_stopped_in_mid_game_gives_it_up() {
    let folder = folder("stopped-device");
    let call = "serial --tcp 127.0.0.1:0 --role device --engine first --records games --json";
    let mut device = Program::start(&mut othello(call, &folder));
    let mut said = BufReader::new(device.0.stdout.take().unwrap());
    let mut first = String::new();
    said.read_line(&mut first).unwrap();
    let address = first.split('"').find(|word| word.starts_with("127.")).unwrap();
    let mut pc = Puppet::call(address);
    for (command, answer) in [("SP B", ""), ("NG", "OK")] {
        pc.asks(command, answer);
    }
    pc.hears("MM E3");
    pc.says("OK");
    signal(&device, "TERM");
    pc.hears("QT");
    pc.says("OK");
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    assert!(device.wait(), "{rest}");
    is_given_up(&folder, &rest, "White");
}

#[test]
fn a_relay_that_is_stopped_tells_both_devices() {
    let folder = folder("stopped-relay");
    let (relay, mut devices) = relay_of_puppets("--records games", &folder);
    signal(&relay, "INT");
    for (device, word) in devices.iter_mut().zip(["WN", "LS"]) {
        device.hears("EG");
        device.says("OK");
        device.says(word);
    }
    let (is_well, said) = relay.pc();
    assert!(is_well, "{said}");
    assert!(said.contains("White wins, Black 1, White 4: the PC ended the game"), "{said}");
}

#[test]
fn devices_may_call_a_relay_in_any_order() {
    let folder = folder("call-relay");
    let call = "relay --port tcp:listen:127.0.0.1:0 --port tcp:listen:127.0.0.1:0 --strict";
    let mut relay = Program::start(&mut othello(call, &folder));
    let mut said = BufReader::new(relay.0.stdout.take().unwrap());
    let addresses = ["Line A is ", "Line B is "].map(|words| {
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        line.trim().strip_prefix(words).unwrap_or_else(|| panic!("{line}")).to_owned()
    });
    let mut b = Puppet::call(&addresses[1]);
    let mut a = Puppet::call(&addresses[0]);
    b.hears("AT");
    a.hears("AT");
}

#[test]
fn a_device_that_listens_waits_for_the_next_visitor() {
    let folder = folder("visitors");
    let call = "serial --tcp 127.0.0.1:0 --role device --engine first";
    let mut device = Program::start(&mut othello(call, &folder));
    let (address, mut said) = device.line();
    // The first leaves in the middle of a game, the second in the middle of a word.
    let mut first = Puppet::call(&address);
    for (command, answer) in [("SP B", ""), ("NG", "OK")] {
        first.asks(command, answer);
    }
    first.hears("MM E3");
    drop(first);
    let mut second = Puppet::call(&address);
    second.asks("AT", "OK");
    second.0.get_mut().write_all(b"A").unwrap();
    drop(second);
    let mut third = Puppet::call(&address);
    third.asks("AT", "OK");
    third.asks("SP B", "");
    third.asks("NG", "OK");
    third.hears("MM E3");
    third.says("OK");
    third.asks("WN", "OK");
    signal(&device, "TERM");
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    assert!(device.wait(), "a visitor who leaves is no error of the device: {rest}");
    assert_eq!(rest.matches("the next PC is waited for on 127.0.0.1:").count(), 2, "{rest}");
    assert!(rest.contains("the line was cut"), "{rest}");
}

#[test]
fn a_device_that_is_reset_has_not_failed() {
    let folder = folder("reset");
    let call = "serial --tcp 127.0.0.1:0 --role device --engine first --games 1";
    let mut device = Program::start(&mut othello(call, &folder));
    let (address, mut said) = device.line();
    let mut pc = Puppet::call(&address);
    pc.asks("SP B", "");
    for _ in 0..2 {
        pc.asks("NG", "OK");
        pc.hears("MM E3");
        pc.says("OK");
        pc.asks("RST", "OK");
    }
    pc.asks("NG", "OK");
    pc.hears("MM E3");
    pc.says("OK");
    pc.asks("WN", "OK");
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    assert!(device.wait(), "{rest}");
}

#[test]
fn a_call_that_fails_leaves_nothing_behind_and_a_log_grows() {
    let folder = folder("logs");
    std::fs::write(folder.join("line.log"), "from before\n").unwrap();
    let log = || std::fs::read_to_string(folder.join("line.log")).unwrap();
    for call in [
        "serial --port no-such-port --role device",
        "serial --tcp nowhere --role device",
        "relay --port no-such-port --port pty",
    ] {
        let call = format!("{call} --log line.log --records games");
        let (is_well, said) = Program::start(&mut othello(&call, &folder)).end();
        assert!(!is_well, "{said}");
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

/// Whoever does not read for a while has not gone: a pseudo-terminal holds some 4,000 bytes.
#[test]
fn a_line_that_is_full_is_waited_for() {
    let folder = folder("full");
    let questions = "AT\r".repeat(6000);
    let mut device =
        Program::start(&mut othello("serial --pty --role device --quiet --patience 60", &folder));
    let (address, _said) = device.line();
    let open = |address: &str| std::fs::File::options().read(true).write(true).open(address).unwrap();
    let mut line = open(&address);
    line.write_all(questions.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(700));
    let mut answers = vec![0; questions.len()];
    line.read_exact(&mut answers).unwrap();
    assert!(answers == "OK\r".repeat(6000).as_bytes());

    let mut device = Program::start(
        othello("serial --pty --role device --quiet --patience 1", &folder).stderr(Stdio::piped()),
    );
    let (address, mut said) = device.line();
    open(&address).write_all(questions.as_bytes()).unwrap();
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("the line is gone: the other end has read nothing for 1 s"), "{rest}");
}
