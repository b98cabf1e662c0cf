//! With `--json` a program at the terminal is told everything as objects, each with a word for what it is.

use std::io::{Read, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::props::{Program, folder, othello, pc_of_puppet, relay_of_puppets};

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
    let (mut pc, mut device) = pc_of_puppet("--seat human --strict --json", &folder);
    let mut stdin = pc.0.stdin.take().unwrap();
    for (command, answer) in [("AT", "OK"), ("RST", "OK"), ("ST 9", "OK"), ("SP W", ""), ("NG", "OK")] {
        device.hears(command);
        device.says(answer);
    }
    // What is typed before it is our turn is refused; so it is typed until it is heard.
    device.0.get_ref().set_read_timeout(Some(std::time::Duration::from_millis(200))).unwrap();
    while std::io::BufRead::fill_buf(&mut device.0).is_err() {
        stdin.write_all(b"help\na1\ne3\n").unwrap();
    }
    device.0.get_ref().set_read_timeout(Some(crate::PATIENCE)).unwrap();
    device.hears("MV E3");
    device.says("OK");
    device.says("MM D3");
    device.hears("OK");
    stdin.write_all(b"resign\n").unwrap();
    device.hears("WN");
    device.says("OK");
    let (is_well, said) = pc.end();
    assert!(is_well, "{said}");
    let told = objects(&said);
    assert!(told.iter().all(|object| object["event"].is_string()), "{said}");
    assert_eq!(first(&told, "said"), json!({"event": "said", "text": "AT"}));
    assert_eq!(first(&told, "heard"), json!({"event": "heard", "text": "OK"}));
    assert_eq!(
        first(&told, "began"),
        json!({"event": "began", "seat": 2, "first": 2, "sentence": "a game begins: White moves first, we have White"})
    );
    assert_eq!(
        first(&told, "your_turn"),
        json!({"event": "your_turn", "seat": 2, "seconds": 9.0, "sentence": "White to choose within 9 s"})
    );
    assert_eq!(
        first(&told, "awaits_move"),
        json!({
            "event": "awaits_move", "seat": 2, "moves": ["e3", "f4", "c5", "d6"],
            "position": "---------------------------OX------XO--------------------------- O",
            "sentence": "You have White. Your move:",
        })
    );
    assert!(first(&told, "refused")["sentence"].as_str().unwrap().starts_with("That cannot be done: "));
    assert!(first(&told, "help")["sentence"].as_str().unwrap().contains("resign"));
    assert_eq!(
        first(&told, "played"),
        json!({"event": "played", "seat": 2, "square": "e3", "sentence": "White plays E3"})
    );
    assert_eq!(first(&told, "leds")["leds"], json!([true, false, false]));
    assert_eq!(
        first(&told, "ended"),
        json!({
            "event": "ended", "winner": 1, "void": false, "why": "given up", "by": 2, "discs": [3, 3],
            "sentence": "the game is over: Black wins, Black 3, White 3: White gave up",
        })
    );
}

/// Standard output is the line itself there.
#[test]
fn a_device_on_stdin_and_stdout_tells_objects_on_stderr() {
    let folder = folder("objects-stdio");
    let mut command = othello("serial --stdio --role device --strict --engine first --json", &folder);
    let mut program = Program::start(command.stdin(Stdio::piped()));
    program.0.stdin.take().unwrap().write_all(b"nonsense\rSP B\r").unwrap();
    let mut told = String::new();
    program.0.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    let told = objects(&told);
    assert_eq!(first(&told, "heard")["text"], "nonsense");
    assert!(first(&told, "note")["sentence"].as_str().unwrap().contains("no message to a device"));
}

#[test]
fn a_relay_says_of_which_device() {
    let folder = folder("objects-relay");
    let (relay, mut devices) = relay_of_puppets("--json", &folder);
    devices[1].says("hello");
    devices[0].says("IT");
    devices[0].hears("PL");
    devices[1].says("QT");
    devices[1].hears("OK");
    devices[0].hears("WN");
    devices[0].says("OK");
    let (is_well, said) = relay.pc();
    assert!(is_well, "{said}");
    let told = objects(&said);
    let of = |kind: &str, text: &str| {
        let found = told.iter().find(|object| object["event"] == kind && object["text"] == text);
        found.unwrap_or_else(|| panic!("{kind} {text}: {said}"))["device"].clone()
    };
    assert_eq!((of("heard", "MM E3"), of("said", "MV E3")), (json!("A"), json!("B")));
    assert_eq!(first(&told, "began")["device"], "A");
    let played = first(&told, "played");
    assert_eq!(
        (&played["device"], &played["seat"], &played["square"]),
        (&json!("A"), &json!(2), &json!("e3"))
    );
    let note = first(&told, "note");
    assert_eq!(note["device"], "B");
    assert!(note["sentence"].as_str().unwrap().starts_with("\"hello\" is no message"), "{note}");
    assert_eq!(
        first(&told, "claimed"),
        json!({"event": "claimed", "claim": "late", "device": "A", "sentence": "the device claims: too late"})
    );
    assert_eq!(
        first(&told, "leds"),
        json!({"event": "leds", "leds": [true, false, false], "device": "A", "sentence": "LED 1 on"})
    );
    let ended = first(&told, "ended");
    assert_eq!((&ended["winner"], &ended["why"], &ended["by"]), (&json!(2), &json!("given up"), &json!(1)));
}

#[test]
fn where_a_line_is_found() {
    let folder = folder("objects-line");
    for (call, device) in
        [("serial --role device --pty", Value::Null), ("relay --port pty --port pty", json!("A"))]
    {
        let mut program = Program::start(&mut othello(&format!("{call} --json"), &folder));
        let mut said = std::io::BufReader::new(program.0.stdout.take().unwrap());
        let mut line = String::new();
        std::io::BufRead::read_line(&mut said, &mut line).unwrap();
        let told = first(&objects(&line), "line");
        assert!(told["address"].as_str().unwrap().starts_with("/dev/"), "{told}");
        assert_eq!(told["device"], device);
    }
}
