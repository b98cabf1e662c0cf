//! Match files, positions and real dice of backgammon.
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::{Value, json};

use crate::program::new_folder;

/// A new empty folder for one test.
fn folder(name: &str) -> PathBuf {
    new_folder(&format!("backgammon/{name}"))
}

/// stdout, stderr and exit code.
fn takhteh(arguments: &[&str], input: &str, folder: &Path) -> (String, String, i32) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("takhteh"));
    let output = command.args(arguments).current_dir(folder).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

fn object(arguments: &[&str], folder: &Path) -> Value {
    let (stdout, stderr, code) = takhteh(&[arguments, &["--json"]].concat(), "", folder);
    assert_eq!(code, 0, "{arguments:?}: {stderr}");
    serde_json::from_str(&stdout).unwrap()
}

#[test]
fn records_and_match_files_are_converted_both_ways() {
    let folder = folder("convert");
    for (name, settings) in [("match", "length=5"), ("nocrawford", "length=3"), ("single", "length=0")] {
        let (record, mat) = (format!("{name}.record"), format!("{name}.mat"));
        let crawford = if name == "nocrawford" { "crawford=no" } else { "triple=yes" };
        let play =
            ["play", "backgammon", "--set", settings, "--set", crawford, "--seed", "9", "--record", &record];
        let seats = ["--seat", "1=random", "--seat", "2=random", "--name", "1=Ann", "--name", "2=Bob B"];
        assert_eq!(takhteh(&[&play[..], &seats].concat(), "", &folder).2, 0);
        let first = object(&["backgammon", "convert", &record], &folder);
        assert_eq!((&first["names"], &first["finished"]), (&json!(["Ann", "Bob B"]), &json!(true)));
        std::fs::write(folder.join(&mat), first["text"].as_str().unwrap()).unwrap();
        // Back to a record, which is verified, and again to the same match file.
        let second = object(&["backgammon", "convert", &mat, "--to", "record"], &folder);
        for key in ["length", "games", "moves", "rolls", "finished", "position"] {
            assert_eq!(second[key], first[key], "{name}: {key}");
        }
        std::fs::write(folder.join("again.record"), second["text"].as_str().unwrap()).unwrap();
        let verdict = object(&["record", "verify", "again.record"], &folder);
        assert_eq!((&verdict["verified"], &verdict["dice_checked"]), (&json!(true), &json!(false)));
        assert_eq!(
            object(&["backgammon", "convert", "again.record"], &folder)["text"],
            first["text"],
            "{name}"
        );
    }
    let (text, _, _) = takhteh(&["record", "verify", "again.record"], "", &folder);
    assert!(text.contains(" rolls given by the players, "), "{text}");
}

#[test]
fn wrong_files_are_rejected() {
    let folder = folder("wrong");
    let record = ["play", "othello", "--seat", "1=random", "--record", "othello.record"];
    takhteh(&record, "", &folder);
    std::fs::write(folder.join("wrong.mat"), " 3 point match\n\n Game 1\n a : 0   b : 0\n  1) 31: 8/5 6/6\n")
        .unwrap();
    std::fs::write(folder.join("text.mat"), "hello\n").unwrap();
    for (file, error) in [
        ("othello.record", "the record is of another game: expected backgammon"),
        ("wrong.mat", "wrong.mat, game 1: turn 1: "),
        (
            "text.mat",
            "text.mat, line 1: cannot read \"hello\": expected a line such as \"7 point match\" first",
        ),
    ] {
        let (_, stderr, code) = takhteh(&["backgammon", "convert", file], "", &folder);
        assert!(stderr.contains(error) && code == 1, "{file}: {code} {stderr}");
    }
}

#[test]
fn a_position_has_the_form_that_its_text_needs() {
    let folder = folder("position");
    let xgid = "XGID=-b----E-C---eE---c-e----B-:1:1:-1:31:2:3:0:7:10";
    let found = object(&["backgammon", "position", xgid], &folder);
    assert_eq!((&found["xgid"], &found["length"]), (&json!(xgid), &json!(7)));
    let ids = format!("{}:{}", found["position_id"].as_str().unwrap(), found["match_id"].as_str().unwrap());
    for text in [ids.as_str(), found["fibs"].as_str().unwrap()] {
        assert_eq!(object(&["backgammon", "position", text], &folder)["xgid"], xgid, "{text}");
        let (_, stderr, code) = takhteh(&["show", "backgammon", "--position", text], "", &folder);
        assert!(stderr.contains("expected a match, --set length=7") && code == 2, "{stderr}");
        let shown = takhteh(&["show", "backgammon", "--set", "length=7", "--position", text], "", &folder);
        assert_eq!(shown.2, 0, "{}", shown.1);
    }
}

#[test]
fn real_dice_are_typed_or_read_from_a_file() {
    let folder = folder("dice");
    let play =
        ["play", "backgammon", "--dice", "manual", "--seat", "2=human", "--record", "game.record", "--json"];
    let (stdout, _, code) =
        takhteh(&play, "33\nhello\n31\n8/5 6/5\n6 6\n24/18(2) 13/7(2)\n2-1\nquit\n", &folder);
    let events: Vec<Value> = stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let rolls: Vec<&Value> =
        events.iter().filter(|event| event["event"] == "rolled").map(|event| &event["roll"]).collect();
    assert_eq!((rolls, code), (vec![&json!("3-1"), &json!("66"), &json!("21")], 0));
    assert_eq!(events.iter().filter(|event| event["refused"].is_string()).count(), 2, "{stdout}");
    assert_eq!(object(&["record", "verify", "game.record"], &folder)["rolls"], 3);
    // A file of rolls; the first die of the opening is White's.
    std::fs::write(folder.join("rolls.txt"), "13 # Black starts\n66 2-1\n").unwrap();
    let play =
        ["play", "backgammon", "--dice", "rolls.txt", "--seat", "1=random", "--seat", "2=random", "--json"];
    let (stdout, stderr, code) = takhteh(&play, "", &folder);
    assert_eq!(stdout.matches("\"event\":\"rolled\"").count(), 3);
    assert!(
        stderr.contains("rolls.txt has no more rolls: expected one for this turn") && code == 1,
        "{stderr}"
    );
    std::fs::write(folder.join("rolls.txt"), "13\n67\n").unwrap();
    let (_, stderr, _) = takhteh(&play, "", &folder);
    assert!(
        stderr.contains("rolls.txt, line 2: cannot use the roll \\\"67\\\": expected one such as 11"),
        "{stderr}"
    );
    let (_, stderr, code) = takhteh(&["play", "othello", "--dice", "manual"], "", &folder);
    assert!(stderr.contains("othello has no dice: expected no --dice") && code == 2, "{stderr}");
}
