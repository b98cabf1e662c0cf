//! `takhteh chess` as its users call it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;

use crate::program::new_folder;

fn chess(arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("takhteh"));
    command.arg("chess").args(arguments).current_dir(folder).output().unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = chess(arguments, Path::new("."));
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&stdout(arguments)).unwrap()
}

#[test]
fn relations_are_reported() {
    let pawn = ["relations", "--position", "4k3/8/8/8/8/5N2/4P3/4K3 w - - 0 1", "--square", "e2"];
    let text = stdout(&pawn);
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows.len(), 8);
    assert_eq!(rows[3], " 0  0  0  0  0  0  0  0");
    assert_eq!(rows[4], " 0  0  0  0  1  0  0  0");
    assert_eq!(rows[5], " 0  0  0 10  1 11  0  0");
    let object = json(&[&pawn[..], &["--json"]].concat());
    assert_eq!(object["square"], "e2");
    let codes: Vec<u64> =
        object["codes"].as_array().unwrap().iter().map(|code| code.as_u64().unwrap()).collect();
    assert_eq!(codes.len(), 64);
    assert_eq!((codes[36], codes[43], codes[44], codes[45]), (1, 10, 1, 11));
    let words: Vec<u64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    assert_eq!(words, codes);
}

#[test]
fn relations_know_every_army() {
    let knight = ["relations", "--square", "B1", "--position", "4k3/8/8/8/8/8/8/1N2K3 w", "--json"];
    let reached = |arguments: &[&str]| {
        let object = json(arguments);
        object["codes"].as_array().unwrap().iter().filter(|code| **code == 1).count()
    };
    assert_eq!(reached(&knight), 3);
    assert_eq!(reached(&[&knight[..], &["--army", "knightrider"]].concat()), 7);
    let folder = new_folder("chess-relations");
    let file = folder.join("camels.toml");
    std::fs::write(&file, "name = \"camels\"\n[kind.N]\nmoves = [\"leap 3,1\"]\narmy = 3\n").unwrap();
    let named = file.to_str().unwrap();
    let output = chess(&[&knight[..], &["--army", named]].concat(), &folder);
    assert_eq!(output.status.code(), Some(2));
    std::fs::write(&file, "name = \"camels\"\narmy = \"ordinary\"\n[kind.N]\nmoves = [\"leap 3,1\"]\n")
        .unwrap();
    assert_eq!(reached(&[&knight[..], &["--army", named]].concat()), 3);
}

#[test]
fn armies_are_checked() {
    let text = stdout(&["army", "check", "griffon"]);
    assert!(text.starts_with("griffon: ok, griffon, hash "), "{text}");
    assert!(text.contains("6 kinds: K king, Q griffon"), "{text}");
    let folder = new_folder("chess-check");
    std::fs::write(folder.join("good.toml"), "name = \"good\"\narmy = \"ordinary\"\n").unwrap();
    let good = chess(&["army", "check", "good.toml", "--json"], &folder);
    let object: serde_json::Value = serde_json::from_slice(&good.stdout).unwrap();
    assert_eq!((&object["ok"], &object["name"]), (&true.into(), &"good".into()));
    assert_eq!(object["hash"].as_str().unwrap().len(), 16);
    assert_eq!(object["kinds"].as_array().unwrap().len(), 6);
    assert!(object["table_bytes"].as_u64().unwrap() > 10_000);

    std::fs::write(
        folder.join("bad.toml"),
        "name = \"bad\"\n[kind.K]\nname = \"king\"\nprogram = \"1 65 0\"\n",
    )
    .unwrap();
    let bad = chess(&["army", "check", "bad.toml", "--json"], &folder);
    assert_eq!(bad.status.code(), Some(1));
    let error = String::from_utf8(bad.stderr).unwrap();
    assert!(error.starts_with("{\"error\":\"bad.toml, line 4: "), "{error}");
    let object: serde_json::Value = serde_json::from_slice(&bad.stdout).unwrap();
    assert_eq!(object["ok"], false);
    assert!(object["error"].as_str().unwrap().contains("line 4"));
}

#[test]
fn armies_are_shown() {
    let text = stdout(&["army", "show", "ordinary"]);
    for part in [
        "K king, worth 40, royal\nprogram 1 64 8 64 9 0\n",
        "N knight, worth 3\nprogram ",
        "P pawn, worth 1, promoted on rank 8 to QRBN\nprogram 9 24 0\n",
        "\n  . . x o x . . .\n  . . . P . . . .\n",
        "\n  . . * . * . . .\n  . * . . . * . .\n  . . . N . . . .\n  . * . . . * . .\n  . . * . * . . .\n",
    ] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
    let cannon = stdout(&["army", "show", "cannon"]);
    assert!(cannon.contains("\n  @ @ o B o @ @ @\n"), "{cannon}");
    let object = json(&["army", "show", "grasshopper", "--json"]);
    assert_eq!(object["name"], "grasshopper");
    let kinds = object["kinds"].as_array().unwrap();
    let knight = kinds.iter().find(|kind| kind["letter"] == "N").unwrap();
    assert_eq!(knight["program"], serde_json::Value::Null);
    assert_eq!(knight["reach"][4], "^^.N.^^^");
}

#[test]
fn wrong_calls_report_what_was_expected() {
    let alone = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for (arguments, words) in [
        (&["relations"][..], "--square"),
        (&["relations", "--square", "i9"], "cannot read \"i9\": expected a square from a1 to h8"),
        (&["relations", "--square", "e4"], "e4 is empty: expected a square with a piece on it"),
        (&["relations", "--square", "e1", "--position", "4k3 w"], "have 1 rows: expected 8"),
        (&["relations", "--square", "e1", "--position", "-"], "expected 8"),
        (&["relations", "--square", "e2", "--position", alone], "e2 is empty"),
        (&["relations", "--square", "e1", "--army", "grifon"], "there is no army grifon and no such file"),
        (&["relations", "--square", "e1", "--army", "."], "cannot read .: "),
        (
            &["relations", "--square", "e1", "--army", "/dev/zero"],
            "cannot read /dev/zero: longer than 65536 bytes",
        ),
        (&["relations", "--square", "64"], "or its number from 0 (a8) to 63"),
        (&["relations", "--square", "e1", "--army", "Cargo.toml"], "Cargo.toml, "),
        (&["army", "check", "missing.toml"], "no army missing.toml and no such file"),
        (&["army", "show", "Cargo.toml"], "Cargo.toml, "),
        (&["army"], "check"),
    ] {
        let output = chess(arguments, Path::new(env!("CARGO_MANIFEST_DIR")));
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(words), "{arguments:?}: {error}");
        assert!(!error.contains("panicked"), "{error}");
    }
}

/// Relations need no kings, and take squares by their numbers.
#[test]
fn relations_of_a_lone_piece() {
    let codes = |square: &str| {
        json(&["relations", "--position", "8/8/8/8/8/8/8/1N6 w", "--square", square, "--json"])["codes"]
            .clone()
    };
    assert_eq!(codes("b1"), codes("57"));
    let reached: Vec<usize> = (0..64).filter(|square| codes("b1")[square] == 1).collect();
    assert_eq!(reached, [40, 42, 51]);
}

/// Errors in the start position are reported with their line, even if it has no legal move.
#[test]
fn starts_are_checked_with_the_army() {
    let folder = new_folder("starts");
    for (start, words) in [
        ("4k3/8/8/8/8/8/4r3/4K3 b", "line 3: start: White's king on e1 could be captured at once"),
        ("7k/6Q1/6K1/8/8/8/8/8 b", "line 3: start: the game is over before the first move, by checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b", "by stalemate"),
        ("4k3/8/8/8/8/8/8/4K2Q w - - 150 90", "by 75 moves"),
    ] {
        let text = format!("name = \"mine\"\narmy = \"ordinary\"\nstart = \"{start}\"\n");
        std::fs::write(folder.join("mine.toml"), text).unwrap();
        let output = chess(&["army", "check", "mine.toml"], &folder);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(words) && error.contains("mine.toml, line 3: "), "{error}");
    }
    std::fs::write(
        folder.join("mine.toml"),
        "army = \"ordinary\"\n[kind.Q]\nmoves = [\"leap 2,1\"]\npicture = \"rok\"\n",
    )
    .unwrap();
    let stdout = String::from_utf8(chess(&["army", "check", "mine.toml"], &folder).stdout).unwrap();
    assert!(stdout.contains("ok, ordinary, changed, hash"), "{stdout}");
    assert!(stdout.contains("kind Q: there is no picture rok"), "{stdout}");
}

/// The chess computer is an engine like any other.
#[test]
fn classic_chooses_moves() {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("takhteh"));
    let position = "6k1/5ppp/8/7q/6P1/8/8/KN1R4 w - - 0 1";
    command.args(["best", "chess", "--engine", "classic", "--position", position, "--json"]);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("Rd8"), "{output:?}");
}
