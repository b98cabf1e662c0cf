//! `takhteh othello serial` and `relay`: the program twice and three times, over real pseudo-terminals and sockets.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

#[path = "serial/leaving.rs"]
mod leaving;
#[path = "serial/objects.rs"]
mod objects;

#[path = "serial/props.rs"]
mod props;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::time::{Duration, Instant};

use props::*;

/// Games of a device against a PC; no protocol error, and both have kept the same games.
fn play_over_cable(name: &str, games: usize, device: &str, pc: &str) {
    let folder = folder(name);
    let _cable = cable(&folder);
    let ours = format!(
        "serial --port A --role device --games {games} --quiet --log device.log --records device {device}"
    );
    let device = Program::start(&mut othello(&ours, &folder));
    let theirs = format!("serial --port B --role pc --games {games} --log pc.log --records pc {pc}");
    let (is_well, said) = Program::start(&mut othello(&theirs, &folder)).end();
    assert!(is_well, "{said}");
    let (is_well, said) = device.end();
    assert!(is_well, "{said}");
    for game in 1..=games {
        let record = |end: &str| format!("{end}/game-{game:04}.record");
        let (device, pc) = (verified(&folder, &record("device")), verified(&folder, &record("pc")));
        assert!(device.contains("more discs") || device.contains("equal discs"), "{device}");
        assert!(pc.contains("more discs") || pc.contains("equal discs"), "{pc}");
        assert_eq!(moves(&folder, &record("device")), moves(&folder, &record("pc")));
    }
    for log in ["device.log", "pc.log"] {
        let log = std::fs::read_to_string(folder.join(log)).unwrap();
        let errors = ["ER", "IL", "IT", "QT", "#   the"].map(|word| format!("{word}\\r"));
        assert!(!errors.iter().any(|error| log.contains(error)), "{log}");
        assert_eq!(log.matches("the game is over").count(), games);
        assert_eq!(log.matches("played to the end").count(), games);
    }
}

#[test]
fn the_program_twice_over_a_cable() {
    play_over_cable("first-random", 4, "--engine first --strict", "--engine random --strict");
    play_over_cable(
        "strong-first",
        2,
        "--engine strong:level=3 --strict",
        "--engine first --strict --first white",
    );
    play_over_cable(
        "black-first",
        2,
        "--engine random --first black",
        "--engine strong:level=2 --first black",
    );
    play_over_cable(
        "quirks",
        2,
        "--engine random --quirks echo,nul,sp-ok,sp-starts,print",
        "--engine random --plays black",
    );
    play_over_cable(
        "named-device",
        2,
        "--engine random --sp-is device",
        "--engine random --sp-is device --seconds 3",
    );
}

#[test]
fn a_cable_that_is_pulled_out_is_told_and_ends_the_program() {
    let folder = folder("pulled");
    let cable = cable(&folder);
    let device = Program::start(&mut othello("serial --port A --role device", &folder));
    let pc = "serial --port B --role pc --engine strong --seconds 9 --log pc.log";
    let pc = Program::start(&mut othello(pc, &folder));
    let begin = Instant::now();
    let log = || std::fs::read_to_string(folder.join("pc.log")).unwrap_or_default();
    while !log().contains("a game begins") {
        assert!(begin.elapsed() < PATIENCE, "no game began: {}", log());
        std::thread::sleep(Duration::from_millis(10));
    }
    drop(cable);
    for program in [device, pc] {
        let (is_well, said) = program.end();
        assert!(!is_well, "{said}");
        assert!(said.contains("the line is gone"), "{said}");
        assert!(said.contains("the line was cut"), "{said}");
    }
}

#[test]
fn two_devices_play_each_other_through_a_relay() {
    let folder = folder("relay");
    let mut a = Program::start(&mut othello(
        "serial --tcp 127.0.0.1:0 --role device --quiet --engine random --seed 3",
        &folder,
    ));
    let mut b = Program::start(&mut othello(
        "serial --pty --role device --quiet --engine first --strict --sp-is device",
        &folder,
    ));
    let ((a, _said_by_a), (b, _said_by_b)) = (a.line(), b.line());
    let call = format!(
        "relay --port tcp:{a} --port {b} --sp-is pc --sp-is device --games 2 --seconds 3 --log log --records games"
    );
    let (is_well, said) = Program::start(&mut othello(&call, &folder)).end();
    assert!(is_well, "{said}");
    assert_eq!(said.matches("played to the end").count(), 2, "{said}");
    for game in ["games/game-0001.record", "games/game-0002.record"] {
        let verified = verified(&folder, game);
        assert!(verified.contains(&a) && verified.contains(&b), "{verified}");
    }
}

#[test]
fn a_device_on_stdin_and_stdout() {
    let folder = folder("stdio");
    let mut command = othello("serial --stdio --role device --strict --engine first", &folder);
    let mut program = Program::start(command.stdin(Stdio::piped()));
    let mut stdin = program.0.stdin.take().unwrap();
    stdin.write_all(b"AT\rnonsense\rSP B\rNG\r").unwrap();
    let mut said = vec![0; b"OK\rER\r\rOK\rMM E3\r".len()];
    program.0.stdout.as_mut().unwrap().read_exact(&mut said).unwrap();
    assert_eq!(String::from_utf8_lossy(&said), "OK\rER\r\rOK\rMM E3\r");
    drop(stdin);
    let (is_well, told) = program.end();
    assert!(
        !is_well && told.contains("the line is gone") && told.contains("no message to a device"),
        "{told}"
    );
}

#[test]
fn a_person_plays_in_the_terminal() {
    let folder = folder("person");
    let mut device = Program::start(&mut othello("serial --pty --role device --engine first", &folder));
    let (line, _said) = device.line();
    let call = format!("serial --port {line} --role pc --seat human --seconds 9");
    let mut pc = Program::start(othello(&call, &folder).stdin(Stdio::piped()));
    let mut stdin = pc.0.stdin.take().unwrap();
    let mut said = BufReader::new(pc.0.stdout.take().unwrap());
    let mut until = |wanted: &str| {
        let mut text = String::new();
        while !text.contains(wanted) {
            assert_ne!(said.read_line(&mut text).unwrap(), 0, "{wanted:?} was never said: {text}");
        }
        text
    };
    let board = until("Your move:");
    assert!(board.contains("4 |   |   |   | W | B | V |   |   |"), "{board}");
    stdin.write_all(b"a1\n").unwrap();
    until("That cannot be done: a1 is not legal");
    stdin.write_all(b"hello\n").unwrap();
    until("expected a square from a1 to h8, or help");
    stdin.write_all(b"help\n").unwrap();
    until("resign     give up");
    stdin.write_all(b"e3\n").unwrap();
    until("White plays E3");
    until("Your move:");
    stdin.write_all(b"resign\n").unwrap();
    until("Black wins");
    assert!(pc.wait());
}

#[test]
fn lost_turns_and_moves_taken_back_are_kept() {
    let folder = folder("claims");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let call = format!("serial --tcp {address} --role pc --engine first --seconds 1 --records games");
    let pc = Program::start(&mut othello(&call, &folder));
    let mut device = Puppet::new(listener.accept().unwrap().0);
    for (command, answer) in [("AT", "OK"), ("RST", "OK"), ("ST 1", "OK"), ("SP W", ""), ("NG", "OK")] {
        device.hears(command);
        device.says(answer);
    }
    // ClaimCost, and then claimed to be illegal after all.
    device.hears("MV E3");
    device.says("OK");
    device.says("IL");
    device.hears("PL");
    // It goes on as if White had not moved.
    device.says("MM C4");
    device.hears("OK");
    device.hears("MV C3");
    device.says("QT");
    device.hears("OK");
    let (is_well, said) = pc.end();
    assert!(is_well, "{said}");
    let record = std::fs::read_to_string(folder.join("games/game-0001.record")).unwrap();
    for event in ["moved 2 e3", "took-back 1", "moved 2 pass", "moved 1 c4", "retired 1 resigned"] {
        assert!(record.contains(event), "{event}: {record}");
    }
    assert!(verified(&folder, "games/game-0001.record").contains("ended by resignation"));
}

#[test]
fn a_person_at_a_pc_has_nine_seconds_unless_told_otherwise() {
    let folder = folder("seconds");
    for (arguments, set) in [("--seat human", "ST 9"), ("--seat human --seconds 3", "ST 3"), ("", "SP W")] {
        let (_pc, mut device) = pc_of_puppet(arguments, &folder);
        for command in ["AT", "RST"] {
            device.hears(command);
            device.says("OK");
        }
        device.hears(set);
    }
}

#[test]
fn the_first_game_of_a_person_waits_for_the_page_to_be_opened() {
    let folder = folder("visitor");
    let (mut pc, mut device) = pc_of_puppet("--seat human --web localhost:0", &folder);
    let (page, mut said) = pc.line();
    let mut told = String::new();
    said.read_line(&mut told).unwrap();
    assert_eq!(told, "The first game begins when the page is opened\n");
    device.0.get_ref().set_read_timeout(Some(Duration::from_millis(300))).unwrap();
    assert!(device.0.fill_buf().is_err(), "a game began before anybody was there");
    device.0.get_ref().set_read_timeout(Some(PATIENCE)).unwrap();
    let host = page.trim_start_matches("http://").trim_end_matches('/');
    let mut visitor = TcpStream::connect(host).unwrap();
    let request = format!(
        "GET /socket HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    visitor.write_all(request.as_bytes()).unwrap();
    device.hears("AT");
}

#[test]
fn a_reset_stops_the_thinking_about_the_game_before() {
    let folder = folder("stopped");
    let mut device = Program::start(&mut othello("serial --tcp 127.0.0.1:0 --role device", &folder));
    let (address, _said) = device.line();
    let mut pc = Puppet::call(&address);
    // Of nine seconds the engine would think about six.
    for (command, answer) in [("ST 9", "OK"), ("SP B", ""), ("NG", "OK")] {
        pc.asks(command, answer);
    }
    std::thread::sleep(Duration::from_millis(300));
    for (command, answer) in [("RST", "OK"), ("ST 1", "OK"), ("NG", "OK")] {
        pc.asks(command, answer);
    }
    let begin = Instant::now();
    let mut line = Vec::new();
    pc.0.read_until(b'\r', &mut line).unwrap();
    assert!(line.starts_with(b"MM "), "{line:?}");
    assert!(begin.elapsed() < Duration::from_secs(3), "{:?}", begin.elapsed());
}

/// Nobody reads what the program tells, so it stands still; but the move has come in time.
#[test]
fn a_move_is_judged_by_when_it_came() {
    let folder = folder("in-time");
    let mut device =
        Program::start(&mut othello("serial --tcp 127.0.0.1:0 --role device --engine first", &folder));
    let (address, mut said) = device.line();
    let mut pc = Puppet::call(&address);
    pc.asks("SP B", "");
    pc.asks("NG", "OK");
    pc.hears("MM E3");
    pc.says("OK");
    pc.0.get_mut().write_all("AT\r".repeat(4000).as_bytes()).unwrap();
    pc.says("MV D3");
    std::thread::sleep(Duration::from_millis(2500));
    std::thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
    for _ in 0..=4000 {
        pc.hears("OK");
    }
}

#[test]
fn wrong_calls_are_told() {
    let folder = folder("calls");
    for (call, sentence) in [
        ("serial --role pc", "required"),
        ("serial --pty", "--role"),
        ("serial --pty --stdio --role pc", "cannot be used with"),
        ("serial --port no-such-port --role pc", "the port no-such-port cannot be opened"),
        ("serial --tcp 127.0.0.1:1 --role pc", "127.0.0.1:1 cannot be reached"),
        ("serial --tcp nowhere --role device", "nobody can listen on nowhere"),
        ("serial --stdio --role pc --seat human", "nobody can type moves there"),
        ("serial --pty --role pc --seat me", "expected human"),
        ("serial --pty --role pc --seconds 10", "--seconds"),
        ("serial --pty --role device --quirks loud", "a quirk: lf"),
        ("serial --pty --role device --engine weak", "there is no engine"),
        ("serial --pty --role device --log no/such/file", "cannot become the log"),
        ("relay --port a", "1 place was given with --port: expected two devices"),
        ("relay --port a --port b --port c", "3 places were given"),
        (
            "serial --pty --role pc --print",
            "--print says nothing to a PC: expected it with --role device only",
        ),
        ("serial --pty --role pc --quirks echo", "--quirks says nothing to a PC"),
        ("serial --pty --role pc --claims-cost turn", "--claims-cost says nothing to a PC"),
        ("serial --pty --role pc --after-pl quit", "--after-pl says nothing to a PC"),
        ("serial --pty --role device --plays white", "--plays says nothing to a device"),
        ("serial --pty --role device --begins-at ng", "--begins-at says nothing to a device"),
        ("serial --pty --role pc --seat human --engine first", "cannot be used with"),
        ("serial --pty --role pc --web nowhere", "expected an address and a port, such as 127.0.0.1:8081"),
        ("relay --port no-such-port --port pty", "the port no-such-port cannot be opened"),
        ("relay --port a --port b --seconds 9", "--seconds"),
    ] {
        let (is_well, said) = Program::start(&mut othello(call, &folder)).end();
        assert!(!is_well && said.contains(sentence), "{call}: {said}");
    }
    // Nobody at the other end.
    let (is_well, said) = Program::start(&mut othello("serial --pty --role pc --patience 1", &folder)).end();
    assert!(!is_well && said.contains("the device does not answer"), "{said}");
}
