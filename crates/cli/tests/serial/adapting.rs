//! Devices that differ from the table, without an option that says so; and the log.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Command;

use super::harness::*;

/// A C program of `trials/devices`, as a program of the host, and the name of its line.
fn fake_device(name: &str, folder: &Path) -> (Program, String) {
    let devices = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../trials/devices");
    let built = Command::new(devices.join("build.sh")).arg(folder).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let mut device = Program::start(&mut Command::new(folder.join(name)));
    let mut port = String::new();
    BufReader::new(device.0.stdout.take().unwrap()).read_line(&mut port).unwrap();
    (device, port.trim().to_owned())
}

#[test]
fn a_device_that_needs_another_order_plays_in_both_colours() {
    let folder = folder("ng-first");
    let (_device, port) = fake_device("ngfirst", &folder);
    let call = format!("serial --role pc --port {port} --engine first --games 2 --records games --log log");
    let (is_success, said) = Program::start(&mut othello(&call, &folder)).end();
    assert!(is_success, "{said}");
    assert!(said.contains("though it has a move: trying the opening AT,RST,ST,NG,SP"), "{said}");
    assert_eq!(said.matches("played to the end").count(), 2, "{said}");
    // The game that did not begin leaves no record.
    for game in ["games/game-0001.record", "games/game-0002.record"] {
        assert!(verify(&folder, game).contains("more discs"));
        let record = std::fs::read_to_string(folder.join(game)).unwrap();
        assert!(record.contains("first = black"), "{record}");
    }
    assert_eq!(std::fs::read_dir(folder.join("games")).unwrap().count(), 2);
}

#[test]
fn the_probe_prints_the_options_of_a_device() {
    let folder = folder("probe");
    let mut device = Program::start(&mut othello(
        "serial --tcp 127.0.0.1:0 --role device --quiet --engine first --first black --sp-is device --quirks sp-ok",
        &folder,
    ));
    let (address, _said) = device.line();
    let call = format!("probe --tcp {address} --quiet --json");
    let (is_success, said) = Program::start(&mut othello(&call, &folder)).end();
    assert!(is_success, "{said}");
    let result = said.lines().find(|line| line.contains("\"probed\"")).unwrap_or_else(|| panic!("{said}"));
    for part in [
        "\"complete\":true",
        "--first black",
        "--sp-is device",
        "--opening AT,RST,ST,SP,NG",
        "--ok-after-ok no",
        "SP is answered by OK",
    ] {
        assert!(result.contains(part), "{part}: {result}");
    }
}

#[test]
fn the_probe_of_no_device_fails() {
    let folder = folder("probe-none");
    let (is_success, said) = Program::start(&mut othello("probe --pty --timeout 1", &folder)).end();
    assert!(!is_success, "{said}");
    assert!(
        said.contains("the device does not reply") && said.contains("the device played no game"),
        "{said}"
    );
}

#[test]
fn a_log_tells_its_runs_apart_and_has_dates() {
    let folder = folder("log");
    for _ in 0..2 {
        let call = "serial --pty --role pc --timeout 1 --log log";
        Program::start(&mut othello(call, &folder)).end();
    }
    let log = std::fs::read_to_string(folder.join("log")).unwrap();
    assert_eq!(log.lines().filter(|line| line.starts_with("==== run of 20")).count(), 2, "{log}");
    assert_eq!(log.matches("# this is a PC on pty").count(), 2, "{log}");
    for line in log.lines().filter(|line| !line.starts_with("====")) {
        let date = line.split(' ').next().unwrap();
        assert!(date.len() == 24 && date.starts_with("20") && date.ends_with('Z'), "{line}");
    }
}
