//! Output with `--json`.

use std::io::{Read, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::harness::{Program, folder, othello, pc_with_scripted_device, relay_with_scripted_devices};

fn objects(text: &str) -> Vec<Value> {
    let read = |line: &str| serde_json::from_str(line).unwrap_or_else(|_| panic!("no object: {line}"));
    text.lines().map(read).collect()
}

/// The first object of this kind, without its time.
fn first(objects: &[Value], kind: &str) -> Value {
    let found = objects.iter().find(|object| object["event"] == kind);
    let mut object = found.unwrap_or_else(|| panic!("nothing is {kind}: {objects:#?}")).clone();
    object.as_object_mut().unwrap().remove("at");
    object
}

#[test]
fn a_game_of_a_person() {
    let folder = folder("objects-person");
    let (mut pc, mut device) = pc_with_scripted_device("--seat human --strict --json", &folder);
    let mut stdin = pc.0.stdin.take().unwrap();
    for (command, answer) in [("AT", "OK"), ("RST", "OK"), ("ST 9", "OK"), ("SP W", ""), ("NG", "OK")] {
        device.expect(command);
        device.send(answer);
    }
    // A move before our turn is refused, so it is typed until the device receives it.
    device.0.get_ref().set_read_timeout(Some(std::time::Duration::from_millis(200))).unwrap();
    while std::io::BufRead::fill_buf(&mut device.0).is_err() {
        stdin.write_all(b"help\na1\ne3\n").unwrap();
    }
    device.0.get_ref().set_read_timeout(Some(crate::TIMEOUT)).unwrap();
    device.expect("MV E3");
    device.send("OK");
    device.send("MM D3");
    device.expect("OK");
    stdin.write_all(b"resign\n").unwrap();
    device.expect("WN");
    device.send("OK");
    let (is_success, said) = pc.end();
    assert!(is_success, "{said}");
    let events = objects(&said);
    assert!(events.iter().all(|object| object["event"].is_string()), "{said}");
    assert_eq!(first(&events, "sent"), json!({"event": "sent", "text": "AT"}));
    assert_eq!(first(&events, "received"), json!({"event": "received", "text": "OK"}));
    assert_eq!(
        first(&events, "began"),
        json!({"event": "began", "seat": 2, "first": 2, "sentence": "a game begins: White moves first, we play White"})
    );
    assert_eq!(
        first(&events, "your_turn"),
        json!({"event": "your_turn", "seat": 2, "seconds": 9.0, "sentence": "White to move within 9 s"})
    );
    assert_eq!(
        first(&events, "awaits_move"),
        json!({
            "event": "awaits_move", "seat": 2, "moves": ["e3", "f4", "c5", "d6"],
            "position": "---------------------------OX------XO--------------------------- O",
            "sentence": "You play White. Your move:",
        })
    );
    assert!(first(&events, "refused")["sentence"].as_str().unwrap().starts_with("Not possible: "));
    assert!(first(&events, "help")["sentence"].as_str().unwrap().contains("resign"));
    assert_eq!(
        first(&events, "played"),
        json!({"event": "played", "seat": 2, "square": "e3", "sentence": "White plays E3"})
    );
    assert_eq!(first(&events, "leds")["leds"], json!([true, false, false]));
    assert_eq!(
        first(&events, "ended"),
        json!({
            "event": "ended", "winner": 1, "void": false, "why": "resigned", "by": 2, "discs": [3, 3],
            "sentence": "the game is over: Black wins, Black 3, White 3: White resigned",
        })
    );
}

/// Stdout is the line itself there.
#[test]
fn a_device_on_stdio_prints_objects_on_stderr() {
    let folder = folder("objects-stdio");
    let mut command = othello("serial --stdio --role device --strict --engine first --json", &folder);
    let mut program = Program::start(command.stdin(Stdio::piped()));
    program.0.stdin.take().unwrap().write_all(b"nonsense\rSP B\r").unwrap();
    let mut text = String::new();
    program.0.stderr.take().unwrap().read_to_string(&mut text).unwrap();
    let events = objects(&text);
    assert_eq!(first(&events, "received")["text"], "nonsense");
    assert!(first(&events, "note")["sentence"].as_str().unwrap().contains("no message to a device"));
}

#[test]
fn a_relay_names_the_device() {
    let folder = folder("objects-relay");
    let (relay, mut devices) = relay_with_scripted_devices("--json", &folder);
    devices[1].send("hello");
    devices[0].send("IT");
    devices[0].expect("PL");
    devices[1].send("QT");
    devices[1].expect("OK");
    devices[0].expect("WN");
    devices[0].send("OK");
    let (is_success, said) = relay.end();
    assert!(is_success, "{said}");
    let events = objects(&said);
    let of = |kind: &str, text: &str| {
        let found = events.iter().find(|object| object["event"] == kind && object["text"] == text);
        found.unwrap_or_else(|| panic!("{kind} {text}: {said}"))["device"].clone()
    };
    assert_eq!((of("received", "MM E3"), of("sent", "MV E3")), (json!("A"), json!("B")));
    assert_eq!(first(&events, "began")["device"], "A");
    let played = first(&events, "played");
    assert_eq!(
        (&played["device"], &played["seat"], &played["square"]),
        (&json!("A"), &json!(2), &json!("e3"))
    );
    let note = first(&events, "note");
    assert_eq!(note["device"], "B");
    assert!(note["sentence"].as_str().unwrap().starts_with("\"hello\" is no message"), "{note}");
    assert_eq!(
        first(&events, "claimed"),
        json!({"event": "claimed", "claim": "late", "device": "A", "sentence": "the device claims: too late"})
    );
    assert_eq!(
        first(&events, "leds"),
        json!({"event": "leds", "leds": [true, false, false], "device": "A", "sentence": "LED 1 on"})
    );
    let ended = first(&events, "ended");
    assert_eq!((&ended["winner"], &ended["why"], &ended["by"]), (&json!(2), &json!("resigned"), &json!(1)));
}

#[test]
fn the_address_of_a_line_is_printed() {
    let folder = folder("objects-line");
    for (call, device) in
        [("serial --role device --pty", Value::Null), ("relay --port pty --port pty", json!("A"))]
    {
        let mut program = Program::start(&mut othello(&format!("{call} --json"), &folder));
        let mut said = std::io::BufReader::new(program.0.stdout.take().unwrap());
        let mut line = String::new();
        std::io::BufRead::read_line(&mut said, &mut line).unwrap();
        let text = first(&objects(&line), "line");
        assert!(text["address"].as_str().unwrap().starts_with("/dev/"), "{text}");
        assert_eq!(text["device"], device);
    }
}
