//! `takhteh othello` on the command line.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;

/// Two endgames that can be counted by hand.
const FULL_BUT_ONE: &str = "OX-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX O;";
const OVER: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOO X;";

/// A new empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn othello(arguments: &[&str], folder: &Path, stdin: &str) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("takhteh"));
    command.arg("othello").args(arguments).current_dir(folder).write_stdin(stdin).output().unwrap()
}

fn objects(output: &Output) -> Vec<serde_json::Value> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn positions_of_a_file_are_solved() {
    let folder = folder("solved");
    let text = format!("% ends\n{FULL_BUT_ONE} C1:-58;\n{OVER}\n");
    std::fs::write(folder.join("ends.obf"), &text).unwrap();
    let output = othello(&["solve", "ends.obf", "--json"], &folder, "");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let solved = objects(&output);
    assert_eq!(solved.len(), 3);
    assert_eq!((solved[0]["number"].as_u64(), solved[0]["empties"].as_u64()), (Some(1), Some(1)));
    // White's disc on c1 turns b1 over: 3 white discs and 61 black ones.
    assert_eq!((solved[0]["score"].as_i64(), solved[0]["agrees"].as_bool()), (Some(-58), Some(true)));
    assert_eq!((solved[0]["move"].as_str(), solved[0]["pv"][0].as_str()), (Some("c1"), Some("c1")));
    assert!(solved[0]["nodes"].is_u64() && solved[0]["seconds"].is_f64());
    assert_eq!((solved[1]["score"].as_i64(), solved[1]["known"].as_i64()), (Some(16), None));
    assert_eq!(
        (solved[1]["move"].clone(), solved[1]["empties"].as_u64()),
        (serde_json::Value::Null, Some(0))
    );
    assert_eq!((solved[2]["positions"].as_u64(), solved[2]["differ"].as_u64()), (Some(2), Some(0)));

    let from_stdin = othello(&["solve", "-"], &folder, &text);
    let text = String::from_utf8(from_stdin.stdout).unwrap();
    assert!(text.starts_with("1: 1 empty, score -58 as known, "), "{text}");
    assert!(text.contains(": c1\n") && text.contains("\n2: 0 empty, score +16, "), "{text}");
    assert!(text.contains("\n2 positions, 2 solved, 1 with a known score, 0 of them differ, "), "{text}");
}

#[test]
fn a_position_can_be_given_by_itself() {
    let position = FULL_BUT_ONE.trim_end_matches(';');
    let output = othello(&["solve", "--position", position, "--json"], Path::new("."), "");
    assert_eq!(objects(&output)[0]["score"], -58);
}

#[test]
fn a_score_that_differs_is_a_failure() {
    let output = othello(&["solve", "-"], Path::new("."), &format!("{FULL_BUT_ONE} C1:-60;\n"));
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("score -58 (known: -60), "));
    assert!(String::from_utf8_lossy(&output.stdout).contains("\n1 position, 1 solved, "));
    assert!(String::from_utf8_lossy(&output.stderr).contains("1 of 1 scores differ from the known ones"));
}

#[test]
fn the_time_limit_stops_a_search() {
    let output = othello(&["solve", "--position", "start", "--time", "50", "--json"], Path::new("."), "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(objects(&output)[0]["score"], serde_json::Value::Null);
    assert!(String::from_utf8_lossy(&output.stderr).contains("1 of 1 positions took too long"));
}

#[test]
fn wrong_calls_name_what_was_expected() {
    for (arguments, stdin, words) in [
        (&["solve"][..], "", "<FILE>"),
        (&["solve", "missing.obf"], "", "cannot read missing.obf: "),
        (&["solve", "-"], "\nXO X;\n", "-, line 2: column 3: the board has 2 squares: expected 64"),
        (&["solve", "--position", "XO X"], "", "the board has 2 squares: expected 64"),
        (&["solve", "-", "--time", "0"], "", "--time"),
        (&[], "", "solve"),
    ] {
        let output = othello(arguments, Path::new(env!("CARGO_MANIFEST_DIR")), stdin);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(words), "{arguments:?}: {error}");
    }
}

#[test]
fn endless_files_are_rejected_with_their_limit() {
    for (arguments, limit) in [
        (["solve", "/dev/zero"], "longer than 16777216 bytes"),
        (["convert", "/dev/zero"], "longer than 67108864 bytes"),
    ] {
        let output = othello(&arguments, Path::new("."), "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains("cannot read /dev/zero: ") && error.contains(limit), "{error}");
    }
}

#[test]
fn endless_stdin_is_rejected_with_its_limit() {
    for (command, limit) in [("solve", "16777216"), ("convert", "67108864")] {
        let mut yes = std::process::Command::new("yes").stdout(std::process::Stdio::piped()).spawn().unwrap();
        let output = std::process::Command::new(assert_cmd::cargo::cargo_bin!("takhteh"))
            .args(["othello", command, "-"])
            .stdin(yes.stdout.take().unwrap())
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(&format!("cannot read stdin: longer than {limit} bytes")), "{error}");
        yes.wait().unwrap();
    }
}

/// Engine `first` plays the first legal square along the rows.
#[test]
fn first_is_an_engine_like_any_other() {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("takhteh"));
    let output = command.args(["best", "othello", "--engine", "first", "--json"]).output().unwrap();
    assert_eq!(objects(&output)[0]["move"], "d3");
}
