//! `takhteh othello serial` and `relay` over real pseudo-terminals and sockets.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

#[path = "serial/adapting.rs"]
mod adapting;
#[path = "serial/harness.rs"]
mod harness;
#[path = "serial/json_events.rs"]
mod json_events;
#[path = "serial/leaving.rs"]
mod leaving;
#[path = "serial/limits.rs"]
mod limits;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::time::{Duration, Instant};

use harness::*;

/// Plays a device against a PC: no protocol errors, and the same records at both ends.
fn play_over_cable(name: &str, games: usize, device: &str, pc: &str) {
    let folder = folder(name);
    let _cable = cable(&folder);
    let ours = format!(
        "serial --port A --role device --games {games} --quiet --log device.log --records device {device}"
    );
    let device = Program::start(&mut othello(&ours, &folder));
    let theirs = format!("serial --port B --role pc --games {games} --log pc.log --records pc {pc}");
    let (is_success, said) = Program::start(&mut othello(&theirs, &folder)).end();
    assert!(is_success, "{said}");
    let (is_success, said) = device.end();
    assert!(is_success, "{said}");
    for game in 1..=games {
        let record = |end: &str| format!("{end}/game-{game:04}.record");
        let (device, pc) = (verify(&folder, &record("device")), verify(&folder, &record("pc")));
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
fn device_and_pc_over_a_cable() {
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
        "--engine strong:level=2 --first black --quiet-ms 0",
    );
    play_over_cable(
        "quirks",
        2,
        "--engine random --quirks echo,nul,sp-ok,sp-starts,print",
        "--engine random --plays black --quiet-ms 0",
    );
    play_over_cable(
        "named-device",
        2,
        "--engine random --sp-is device",
        "--engine random --sp-is device --seconds 3 --quiet-ms 0",
    );
    play_over_cable(
        "ok-after-ok",
        2,
        "--engine random --ok-after-ok",
        "--engine random --ok-after-ok --quiet-ms 0",
    );
}

#[test]
fn an_unplugged_cable_ends_the_program() {
    let folder = folder("pulled");
    let cable = cable(&folder);
    let device = Program::start(&mut othello("serial --port A --role device", &folder));
    let pc = "serial --port B --role pc --engine strong --seconds 9 --log pc.log";
    let pc = Program::start(&mut othello(pc, &folder));
    let begin = Instant::now();
    let log = || std::fs::read_to_string(folder.join("pc.log")).unwrap_or_default();
    while !log().contains("a game begins") {
        assert!(begin.elapsed() < TIMEOUT, "no game began: {}", log());
        std::thread::sleep(Duration::from_millis(10));
    }
    drop(cable);
    for program in [device, pc] {
        let (is_success, said) = program.end();
        assert!(!is_success, "{said}");
        assert!(said.contains("disconnected: "), "{said}");
        assert!(said.contains("the line was disconnected"), "{said}");
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
        "relay --port tcp:{a} --port {b} --sp-is pc --sp-is device --games 2 --seconds 3 --quiet-ms 0 --log log --records games"
    );
    let (is_success, said) = Program::start(&mut othello(&call, &folder)).end();
    assert!(is_success, "{said}");
    assert_eq!(said.matches("played to the end").count(), 2, "{said}");
    for game in ["games/game-0001.record", "games/game-0002.record"] {
        let verified = verify(&folder, game);
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
    let (is_success, text) = program.end();
    assert!(
        !is_success && text.contains("disconnected: ") && text.contains("no message to a device"),
        "{text}"
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
    until("Not possible: a1 is not legal");
    stdin.write_all(b"hello\n").unwrap();
    until("expected a square from a1 to h8, or help");
    stdin.write_all(b"help\n").unwrap();
    until("resign     resign the game");
    stdin.write_all(b"e3\n").unwrap();
    until("White plays E3");
    until("Your move:");
    stdin.write_all(b"resign\n").unwrap();
    until("Black wins");
    assert!(pc.wait());
}

#[test]
fn lost_turns_and_moves_taken_back_are_recorded() {
    let folder = folder("claims");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let call = format!(
        "serial --tcp {address} --role pc --engine first --seconds 1 --opening table --first white --records games"
    );
    let pc = Program::start(&mut othello(&call, &folder));
    let mut device = ScriptedPeer::new(listener.accept().unwrap().0);
    for (command, answer) in [("AT", "OK"), ("RST", "OK"), ("ST 1", "OK"), ("SP W", ""), ("NG", "OK")] {
        device.expect(command);
        device.send(answer);
    }
    // Accepted, then claimed to be illegal.
    device.expect("MV E3");
    device.send("OK");
    device.send("IL");
    device.expect("PL");
    // The device plays on as if White had not moved.
    device.send("MM C4");
    device.expect("OK");
    device.expect("MV C3");
    device.send("QT");
    device.expect("OK");
    let (is_success, said) = pc.end();
    assert!(is_success, "{said}");
    let record = std::fs::read_to_string(folder.join("games/game-0001.record")).unwrap();
    for event in ["moved 2 e3", "took-back 1", "moved 2 pass", "moved 1 c4", "retired 1 resigned"] {
        assert!(record.contains(event), "{event}: {record}");
    }
    assert!(verify(&folder, "games/game-0001.record").contains("ended by resignation"));
}

#[test]
fn a_person_at_a_pc_has_nine_seconds_by_default() {
    let folder = folder("seconds");
    for (arguments, set) in [("--seat human", "ST 9"), ("--seat human --seconds 3", "ST 3"), ("", "SP W")] {
        let (_pc, mut device) = pc_with_scripted_device(arguments, &folder);
        for command in ["AT", "RST"] {
            device.expect(command);
            device.send("OK");
        }
        device.expect(set);
    }
}

#[test]
fn the_first_game_of_a_person_waits_for_the_page_to_be_opened() {
    let folder = folder("visitor");
    let (mut pc, mut device) = pc_with_scripted_device("--seat human --web localhost:0", &folder);
    let (page, mut said) = pc.line();
    let mut text = String::new();
    said.read_line(&mut text).unwrap();
    assert_eq!(text, "The first game begins when the page is opened\n");
    device.0.get_ref().set_read_timeout(Some(Duration::from_millis(300))).unwrap();
    assert!(device.0.fill_buf().is_err(), "a game began before the page was opened");
    device.0.get_ref().set_read_timeout(Some(TIMEOUT)).unwrap();
    let host = page.trim_start_matches("http://").trim_end_matches('/');
    let mut visitor = TcpStream::connect(host).unwrap();
    let request = format!(
        "GET /socket HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    visitor.write_all(request.as_bytes()).unwrap();
    device.expect("AT");
}

#[test]
fn a_reset_stops_the_search() {
    let folder = folder("stopped");
    let mut device = Program::start(&mut othello("serial --tcp 127.0.0.1:0 --role device", &folder));
    let (address, _said) = device.line();
    let mut pc = ScriptedPeer::connect(&address);
    // With nine seconds the engine would search about six.
    for (command, answer) in [("ST 9", "OK"), ("SP B", ""), ("NG", "OK")] {
        pc.request(command, answer);
    }
    std::thread::sleep(Duration::from_millis(300));
    for (command, answer) in [("RST", "OK"), ("ST 1", "OK"), ("NG", "OK")] {
        pc.request(command, answer);
    }
    let begin = Instant::now();
    let mut line = Vec::new();
    pc.0.read_until(b'\r', &mut line).unwrap();
    assert!(line.starts_with(b"MM "), "{line:?}");
    assert!(begin.elapsed() < Duration::from_secs(3), "{:?}", begin.elapsed());
}

/// The output of the program is not read, so it blocks; but the move arrives in time.
#[test]
fn a_move_is_judged_by_its_time_of_arrival() {
    let folder = folder("in-time");
    let mut device =
        Program::start(&mut othello("serial --tcp 127.0.0.1:0 --role device --engine first", &folder));
    let (address, mut said) = device.line();
    let mut pc = ScriptedPeer::connect(&address);
    pc.request("SP B", "");
    pc.request("NG", "OK");
    pc.expect("MM E3");
    pc.send("OK");
    pc.0.get_mut().write_all("AT\r".repeat(4000).as_bytes()).unwrap();
    pc.send("MV D3");
    std::thread::sleep(Duration::from_millis(2500));
    std::thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
    for _ in 0..=4000 {
        pc.expect("OK");
    }
}

#[test]
fn wrong_calls_are_reported() {
    let folder = folder("calls");
    for (call, sentence) in [
        ("serial --role pc", "required"),
        ("serial --pty", "--role"),
        ("serial --pty --stdio --role pc", "cannot be used with"),
        ("serial --port no-such-port --role pc", "cannot open port no-such-port"),
        ("serial --tcp 127.0.0.1:1 --role pc", "cannot connect to 127.0.0.1:1"),
        ("serial --tcp nowhere --role device", "cannot listen on nowhere"),
        ("serial --stdio --role pc --seat human", "cannot type moves on --stdio"),
        ("serial --pty --role pc --seat me", "expected human"),
        ("serial --pty --role pc --seconds 10", "--seconds"),
        ("serial --pty --role device --quirks loud", "a quirk: lf"),
        ("serial --pty --role device --engine weak", "there is no engine"),
        ("serial --pty --role device --log no/such/file", "cannot open the log"),
        ("serial --pty --role pc --opening AT,GO,SP", "AT, RST, ST, SP or NG"),
        ("serial --pty --role pc --opening AT,RST,NG", "an opening with SP"),
        ("serial --pty --role pc --opening table --begins-at ng", "cannot be used with"),
        ("serial --pty --role pc --preset loud", "expected one of table, ng-first"),
        ("serial --pty --role pc --ends cr --ends lf", "--ends was given too often: expected it once"),
        ("serial --pty --role device --opening table", "--opening is not an option of a device"),
        ("serial --pty --role device --quiet-ms 80", "--quiet-ms is not an option of a device"),
        (
            "relay --port pty --port pty --sp-is pc --sp-is pc --sp-is pc",
            "expected it once or twice, for A and B",
        ),
        ("probe", "required"),
        ("probe --port no-such-port", "cannot open port no-such-port"),
        ("relay --port a", "1 line was given with --port: expected two"),
        ("relay --port a --port b --port c", "3 lines were given"),
        ("serial --pty --role pc --print", "--print is not an option of a PC: expected --role device"),
        ("serial --pty --role pc --quirks echo", "--quirks is not an option of a PC"),
        ("serial --pty --role pc --claims-cost turn", "--claims-cost is not an option of a PC"),
        ("serial --pty --role pc --after-pl quit", "--after-pl is not an option of a PC"),
        ("serial --pty --role device --plays white", "--plays is not an option of a device"),
        ("serial --pty --role device --begins-at ng", "--begins-at is not an option of a device"),
        ("serial --pty --role pc --seat human --engine first", "cannot be used with"),
        ("serial --pty --role pc --web nowhere", "expected an address and a port, such as 127.0.0.1:8081"),
        ("relay --port no-such-port --port pty", "cannot open port no-such-port"),
        ("relay --port a --port b --seconds 9", "--seconds"),
    ] {
        let (is_success, said) = Program::start(&mut othello(call, &folder)).end();
        assert!(!is_success && said.contains(sentence), "{call}: {said}");
    }
    // Without a device.
    let (is_success, said) =
        Program::start(&mut othello("serial --pty --role pc --timeout 1", &folder)).end();
    assert!(!is_success && said.contains("the device does not reply"), "{said}");
}
