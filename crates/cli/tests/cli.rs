//! The command line as users call it.
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

fn takhteh(arguments: &[&str], folder: &Path, input: &str) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("takhteh"));
    command.args(arguments).current_dir(folder).write_stdin(input).output().unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = takhteh(arguments, Path::new("."), "");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> Vec<serde_json::Value> {
    stdout(arguments).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn games_are_listed() {
    let names: Vec<String> =
        json(&["games", "--json"]).iter().map(|game| game["name"].as_str().unwrap().to_owned()).collect();
    assert_eq!(names, ["chess", "othello", "halma", "backgammon", "queens", "tictactoe"]);
    let text = stdout(&["games"]);
    for name in names {
        assert!(text.lines().any(|line| line.starts_with(&name)), "{name}");
    }
    assert!(text.contains("first = black: side that moves first (black or white)\n"), "{text}");
    assert_eq!(json(&["games", "--json"])[3]["settings"][0]["values"], "0 to 64");
    assert!(text.contains("preset 8x8: "), "{text}");
    for game in json(&["games", "--json"]) {
        for preset in game["presets"].as_array().unwrap() {
            stdout(&["show", game["name"].as_str().unwrap(), "--preset", preset["name"].as_str().unwrap()]);
        }
    }
    assert_ne!(stdout(&["show", "halma", "--preset", "8X8"]), stdout(&["show", "halma"]));
}

#[test]
fn queens_are_counted_and_listed() {
    assert_eq!(stdout(&["queens", "count", "8"]), "92\n");
    assert_eq!(stdout(&["queens", "count", "12"]), "14200\n");
    let recursive = stdout(&["queens", "list", "8", "--solver", "recursive"]);
    assert_eq!(recursive.lines().count(), 92);
    assert_eq!(recursive.lines().next(), Some("0 4 7 5 2 6 1 3"));
    assert_eq!(recursive, stdout(&["queens", "list", "8", "--solver", "iterative"]));
    assert_eq!(recursive, stdout(&["queens", "list", "8", "--solver", "bits"]));
    assert!(stdout(&["queens", "classes", "8"]).ends_with("12 classes\n"));
    assert_eq!(json(&["queens", "list", "4", "--json"])[1]["columns"], serde_json::json!([2, 0, 3, 1]));
    assert!(stdout(&["queens", "complete", "--size", "8", "c1,e2"]).starts_with("c1,e2,"));
    assert_eq!(stdout(&["queens", "complete", "--size", "6", "--all"]).lines().count(), 4);
    assert!(stdout(&["queens", "show", "92"]).contains("Placement 92"));
}

#[test]
fn perft_counts() {
    for (arguments, nodes) in [
        (&["perft", "othello", "--depth", "8"][..], 390_216u64),
        (&["perft", "othello", "--depth", "0"], 1),
        (&["perft", "othello", "--depth", "1", "--first", "white"], 4),
        (&["perft", "tictactoe", "--depth", "9"], 127_872),
        (&["perft", "halma", "--depth", "3"], 48_035),
        (&["perft", "backgammon", "--set", "opening=white", "--depth", "1"], 447),
        (&["perft", "queens", "--set", "size=4", "--depth", "4"], 48),
    ] {
        let with_json: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
        let result = &json(&with_json)[0];
        assert_eq!(result["nodes"], nodes, "{arguments:?}");
        assert!(result["seconds"].is_f64());
        if nodes > 1 {
            let divided: Vec<&str> = with_json.iter().copied().chain(["--divide"]).collect();
            let lines = json(&divided);
            let (total, parts) = lines.split_last().unwrap();
            let sum: u64 = parts.iter().map(|part| part["nodes"].as_u64().unwrap()).sum();
            assert_eq!((total["nodes"].as_u64().unwrap(), sum), (nodes, nodes), "{arguments:?}");
        }
    }
}

#[test]
fn playouts_repeat_with_their_seed() {
    let play = |seed: &str| {
        let result = json(&["playouts", "othello", "--games", "50", "--seed", seed, "--json"]).remove(0);
        (result["games"].clone(), result["moves"].clone())
    };
    assert_eq!(play("1"), play("1"));
    assert_ne!(play("1"), play("2"));
    let stopped = json(&["playouts", "halma", "--games", "3", "--max-plies", "10", "--json"]).remove(0);
    assert_eq!((stopped["moves"].as_u64(), stopped["finished"].as_u64()), (Some(30), Some(0)));
}

#[test]
fn positions_are_drawn() {
    let folder = new_folder("drawn");
    for game in ["othello", "halma", "backgammon", "queens", "tictactoe"] {
        let output = takhteh(&["show", game, "--svg", "board.svg"], &folder, "");
        assert!(output.status.success());
        assert!(std::fs::read_to_string(folder.join("board.svg")).unwrap().starts_with("<svg"));
        let output = takhteh(&["show", game, "--png", "-", "--width", "200"], &folder, "");
        assert!(output.stdout.starts_with(b"\x89PNG\r\n"), "{game}");
        assert!(stdout(&["show", game]).lines().count() > 3, "{game}");
    }
    let position = "---------------------------OX------XO--------------------------- X";
    assert_eq!(stdout(&["show", "othello", "--position", position]), stdout(&["show", "othello"]));
    assert_eq!(
        stdout(&["show", "backgammon", "--position", "4HPwATDgc/ABMA"]),
        stdout(&["show", "backgammon", "--set", "opening=white"])
    );
}

/// The record of a game between engines is valid, and invalid with one character changed.
#[test]
fn a_played_game_is_recorded_and_verified() {
    for game in ["othello", "halma", "backgammon", "tictactoe"] {
        let folder = new_folder(&format!("recorded-{game}"));
        let mut arguments =
            vec!["play", game, "--seat", "1=random", "--seed", "5", "--record", "game.record"];
        if game == "backgammon" {
            arguments.extend(["--set", "length=3", "--client-seed", "2=chance"]);
        }
        let output = takhteh(&arguments, &folder, "");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(String::from_utf8_lossy(&output.stdout).contains(": place 1, "));
        let verified = takhteh(&["record", "verify", "game.record"], &folder, "");
        assert!(verified.status.success());
        let text = String::from_utf8(verified.stdout).unwrap();
        assert!(text.starts_with(&format!("game.record: verified, {game}, ")), "{text}");

        let record = std::fs::read_to_string(folder.join("game.record")).unwrap();
        let at = record.find("moved 1").unwrap() + 6;
        std::fs::write(folder.join("changed.record"), format!("{}2{}", &record[..at], &record[at + 1..]))
            .unwrap();
        let changed = takhteh(&["record", "verify", "changed.record", "--json"], &folder, "");
        assert_eq!(changed.status.code(), Some(1));
        let line = record[..at].lines().count();
        assert!(String::from_utf8_lossy(&changed.stderr).contains(&format!("changed.record, line {line}: ")));
        let object: serde_json::Value = serde_json::from_slice(&changed.stdout).unwrap();
        assert_eq!(object["verified"], false);

        // An existing record is not overwritten.
        let again = takhteh(&arguments, &folder, "");
        assert_eq!(again.status.code(), Some(2));
        assert_eq!(std::fs::read_to_string(folder.join("game.record")).unwrap(), record);
    }
}

/// Invalid input does not end the game.
#[test]
fn two_humans_play_with_offers_and_invalid_input() {
    let folder = new_folder("people");
    let typed = "help\nnonsense\nb2\nb2\nmoves\nboard\ndraw\nno\ntakeback\nyes\na1\na3\nb2\nc1\nc3\n";
    let arguments = ["play", "tictactoe", "--seat", "2=human", "--record", "game.record"];
    let output = takhteh(&arguments, &folder, typed);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    for expected in [
        "resign          resign the game",
        "Not possible: \"nonsense\" is not a legal move here: expected one of 9 such as \"a1\".",
        "Not possible: \"b2\" is not a legal move here: expected one of 8 such as \"a1\".",
        "8 moves: a1, b1, c1, a2, c2, a3, b3, c3",
        "O (seat 2, human) offers a draw.",
        "X (seat 1, human) declines.",
        "X (seat 1, human) proposes a takeback.",
        "One move is taken back.",
        "X (seat 1, human) wins: three in a row.",
    ] {
        assert!(text.contains(expected), "{expected:?} is missing in\n{text}");
    }
    let verified = takhteh(&["record", "verify", "game.record"], &folder, "");
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
}

#[test]
fn input_may_end_and_time_may_run_out() {
    let left = takhteh(&["play", "othello"], Path::new("."), "f5\n");
    assert!(left.status.success());
    assert!(String::from_utf8_lossy(&left.stdout).contains("left unfinished"));
    // A person who types nothing while the clock runs: the pipe stays open, so only the clock can end it.
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("takhteh"));
    command.args(["play", "othello", "--clock", "200ms", "--json"]);
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    let stdin = child.stdin.take().unwrap();
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    let text = String::from_utf8(output.stdout).unwrap();
    let last: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!((last["event"].as_str(), last["rule"].as_str()), (Some("ended"), Some("time")), "{text}");
}

/// The configuration file is read without an option, and errors name the line.
#[test]
fn halma_reads_its_configuration() {
    let folder = new_folder("configuration");
    let text = "confi.cfg {\n    Size = 8 * 8\n    Player_num = 4\n    Beads-order = 1 2 3\n}\n";
    std::fs::write(folder.join("confi.cfg"), text).unwrap();
    let shown = |arguments: &[&str]| takhteh(arguments, &folder, "");
    assert!(
        String::from_utf8_lossy(&shown(&["show", "halma"]).stdout).contains(" 8  r  r  r  .  .  b  b  b  8")
    );
    let changed = shown(&["show", "halma", "--set", "Player_num=2"]);
    assert!(String::from_utf8_lossy(&changed.stdout).contains(" 8  .  .  .  .  .  b  b  b  8"));
    assert_eq!(String::from_utf8_lossy(&changed.stderr), "takhteh: settings from confi.cfg\n");
    for setting in ["Player-num=2", "player_NUM=2"] {
        let changed = shown(&["show", "halma", "--config", "confi.cfg", "--set", setting, "--json"]);
        let object: serde_json::Value = serde_json::from_slice(&changed.stdout).unwrap();
        assert!(object["text"].as_str().unwrap().contains(" 8  .  .  .  .  .  b  b  b  8"), "{object}");
        // With --json only errors are printed on stderr.
        assert!(changed.stderr.is_empty(), "{changed:?}");
    }
    let twice = shown(&["show", "halma", "--set", "Player_num=2", "--set", "player-num=4"]);
    assert!(String::from_utf8_lossy(&twice.stderr).contains("player-num is given twice"), "{twice:?}");
    std::fs::write(folder.join("other.cfg"), text.replace("8 * 8", "8 * 9")).unwrap();
    let output = shown(&["show", "halma", "--config", "other.cfg"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains("other.cfg, line 2: Size cannot be \"8 * 9\": expected two equal numbers"),
        "{error}"
    );
}

#[test]
fn errors_name_what_was_expected() {
    for (arguments, code, words) in [
        (
            &["perft", "go", "--depth", "1"][..],
            2,
            "[possible values: chess, othello, halma, backgammon, queens, tictactoe]",
        ),
        (&["perft", "othelo", "--depth", "1"], 2, "a similar value exists: 'othello'"),
        (&["perft", "othello", "--depth", "256"], 2, "--depth"),
        (&["perft", "othello"], 2, "--depth"),
        (&["perft", "othello", "--depth", "-1"], 2, "--depth"),
        (
            &["perft", "othello", "--depth", "1", "--position", "XX X"],
            2,
            "the board has 2 squares: expected 64",
        ),
        (&["show", "othello", "--first", "red"], 2, "black or white"),
        (&["show", "halma", "--first", "white"], 2, "--first is an option of othello"),
        (&["show", "othello", "--config", "x"], 2, "--config is an option of halma"),
        (&["show", "halma", "--preset", "9x9"], 2, "halma has no preset \"9x9\": expected 10x10, 8x8, "),
        (&["show", "chess", "--preset", "griffon", "--army", "mao"], 2, "cannot be used with"),
        (&["show", "halma", "--config", "missing.cfg"], 2, "cannot read missing.cfg: "),
        (&["show", "othello", "--set", "x"], 2, "expected KEY=VALUE"),
        (&["show", "chess", "--army", "mao", "--set", "army=griffon"], 2, "the army is given twice"),
        (&["show", "othello", "--first", "white", "--set", "first=black"], 2, "first is given twice"),
        (&["show", "othello", "--set", "first=white", "--set", "First=black"], 2, "First is given twice"),
        (&["show", "halma", "--config", "/dev/zero"], 2, "cannot read /dev/zero: longer than 1048576 bytes"),
        (&["show", "chess", "--army", "/dev/zero"], 2, "cannot read /dev/zero: longer than 65536 bytes"),
        (&["record", "verify", "/dev/zero"], 1, "cannot read /dev/zero: longer than 67108864 bytes"),
        (&["show", "othello", "--set", "x=1"], 2, "unknown setting \"x\": expected first, pass"),
        (&["show", "othello", "--png", "no/such/folder.png"], 1, "cannot write no/such/folder.png: "),
        (&["show", "othello", "--png", "a", "--svg", "b"], 2, "cannot be used with"),
        (&["show", "backgammon", "--position", "XGID=zzz"], 2, "expected"),
        (&["queens", "count", "0"], 2, "expected a size from 1 to 26"),
        (&["queens", "count", "27"], 2, "expected a size from 1 to 26"),
        (&["queens", "show", "93"], 2, "there is no placement 93: a board of size 8 has 92"),
        (&["queens", "complete", "--size", "8", "a1,b2"], 2, "the queens on a1 and b2 share a diagonal"),
        (&["queens", "complete", "--size", "3"], 1, "no solution"),
        (&["queens", "list", "8", "--solver", "magic"], 2, "recursive"),
        (&["show", "backgammon", "--set", "cube=no"], 2, "cube cannot be \"no\": expected a length too"),
        (&["show", "othello", "--json", "--png", "-"], 2, "expected a file for --png"),
        (&["play", "othello", "--client-seed", "1=luck"], 2, "this game has no dice"),
        (&["play", "backgammon", "--client-seed", "1= "], 2, "1 to 64 plain characters"),
        (
            &["play", "backgammon", "--client-seed", "1=a", "--word", "1=b"],
            2,
            "--client-seed is given twice for seat 1",
        ),
        (
            &["play", "othello", "--seat", "1=human", "--seat", "1=random"],
            2,
            "--seat is given twice for seat 1",
        ),
        (&["play", "othello", "--seat", "3=random"], 2, "expected a seat from 1 to 2"),
        (&["play", "othello", "--seat", "2=strongest"], 2, "there is no engine \"strongest\" here"),
        (&["play", "othello", "--clock", "soon"], 2, "such as none, 5m"),
        (
            &["play", "othello", "--record", "no/such/folder/x"],
            2,
            "cannot create the record no/such/folder/x: ",
        ),
        (&["record", "verify", "missing.record"], 1, "cannot read missing.record: "),
        (&["record", "verify", "Cargo.toml"], 1, "line 1: "),
        (&["record", "verify"], 2, "FILE"),
        (&["playouts", "othello", "--games", "0"], 2, "--games"),
        (&["fly"], 2, "fly"),
    ] {
        let output = takhteh(arguments, Path::new(env!("CARGO_MANIFEST_DIR")), "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
        assert!(error.contains(words), "{arguments:?}: {error}");
        assert!(!error.contains("panicked"), "{error}");
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let program = assert_cmd::cargo::cargo_bin!("takhteh");
    let script = format!("{} queens list 12 | head -n 1; exit ${{PIPESTATUS[0]}}", program.display());
    let output = std::process::Command::new("bash").args(["-c", &script]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// With `--json` a program can play through pipes: prompts and rejected input are objects.
#[test]
fn a_program_can_play() {
    let output =
        takhteh(&["play", "tictactoe", "--seat", "2=human", "--json"], Path::new("."), "zz\nmoves\na1\n");
    let lines = String::from_utf8(output.stdout).unwrap();
    let objects: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(objects.iter().any(|object| object["awaits"] == "move" && object["position"] == "---------"));
    assert!(objects.iter().any(|object| object["refused"].as_str().is_some_and(|why| why.contains("zz"))));
    assert!(objects.iter().any(|object| object["moves"].as_array().is_some_and(|moves| moves.len() == 9)));
    assert!(objects.iter().any(|object| object["event"] == "moved" && object["move"] == "a1"));
    assert_eq!(objects.last().unwrap()["seat"], 2);
}

/// A read error on stdin ends the game.
#[test]
fn unreadable_input_ends_the_game() {
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("takhteh"));
    let output = command.args(["play", "othello"]).stdin(std::fs::File::open("/").unwrap()).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("left unfinished"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot read stdin: "));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn completions_are_printed() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(stdout(&["completions", shell]).contains("playouts"), "{shell}");
    }
}

/// Runs the `sh` blocks of a document line by line. Returns the number of commands.
fn run_examples(document: &str, folder_name: &str) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let text = std::fs::read_to_string(root.join(document)).unwrap();
    let folder = new_folder(folder_name);
    std::os::unix::fs::symlink(root.join("golden"), folder.join("golden")).unwrap();
    let mut commands = 0;
    let mut is_example = false;
    for line in text.lines() {
        match line {
            "```sh" => is_example = true,
            "```" => is_example = false,
            _ if is_example => {
                let command = line.strip_prefix("takhteh ").unwrap_or_else(|| panic!("{line}"));
                let output = std::process::Command::new("bash")
                    .args(["-c", &format!("\"$0\" {command}")])
                    .arg(assert_cmd::cargo::cargo_bin!("takhteh"))
                    .current_dir(&folder)
                    .stdin(std::process::Stdio::null())
                    .output()
                    .unwrap();
                assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
                commands += 1;
            }
            _ => {}
        }
    }
    commands
}

#[test]
fn examples_of_the_documents_work() {
    let readme = run_examples("README.md", "readme");
    assert!(readme >= 3, "only {readme} commands were found");
    let reference = run_examples("docs/cli.md", "reference");
    assert!(reference >= 25, "only {reference} commands were found");
}

/// `yes |`, an endless line, and endless lines all end with an error.
#[test]
fn endless_input_ends_the_game() {
    let program = assert_cmd::cargo::cargo_bin!("takhteh");
    for (input, error) in [
        ("yes", "1000 lines in a row were not moves"),
        ("yes ''", "1000 lines in a row were not moves"),
        ("cat /dev/zero", "cannot read stdin: line longer than 4096 bytes"),
    ] {
        let script = format!("{input} | '{}' play othello >/dev/null", program.display());
        let output = std::process::Command::new("bash").args(["-c", &script]).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{input}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains(error), "{input}: {stderr}");
    }
}

#[test]
fn several_records_are_verified() {
    let folder = new_folder("several");
    for (name, seed) in [("one", "1"), ("two", "2")] {
        let record = format!("{name}.record");
        let arguments = ["play", "tictactoe", "--seat", "1=random", "--seed", seed, "--record", &record];
        assert!(takhteh(&arguments, &folder, "").status.success());
    }
    let both = takhteh(&["record", "verify", "one.record", "two.record"], &folder, "");
    assert!(both.status.success());
    assert_eq!(String::from_utf8(both.stdout).unwrap().matches(": verified, tictactoe, ").count(), 2);

    // A record that was cut off in its last line is valid up to the line before.
    let record = std::fs::read_to_string(folder.join("two.record")).unwrap();
    let torn = &record[..record.len() - 4];
    std::fs::write(folder.join("torn.record"), torn).unwrap();
    let valid = torn.lines().count() - 1;
    let arguments = ["record", "verify", "torn.record", "one.record", "--json"];
    let output = takhteh(&arguments, &folder, "");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let objects: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&objects[0]["verified"], &objects[1]["verified"]), (&false.into(), &true.into()));
    assert_eq!(objects[0]["valid_lines"], valid);
    let output = takhteh(&["record", "verify", "torn.record"], &folder, "");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains(&format!("(valid up to line {valid})")), "{stderr}");
    let prefix: String = torn.split_inclusive('\n').take(valid).collect();
    std::fs::write(folder.join("prefix.record"), prefix).unwrap();
    assert!(takhteh(&["record", "verify", "prefix.record"], &folder, "").status.success());

    // Every file has its line.
    let arguments = ["record", "verify", "torn.record", "missing.record", "one.record"];
    let output = takhteh(&arguments, &folder, "");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("torn.record: invalid, line "), "{text}");
    assert!(lines[0].ends_with(&format!(" (valid up to line {valid})")), "{text}");
    assert!(lines[1].starts_with("missing.record: cannot be read: "), "{text}");
    assert!(lines.len() == 3 && lines[2].starts_with("one.record: verified, "), "{text}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "takhteh: 2 of 3 records are invalid\n");
    let missing = takhteh(&["record", "verify", "missing.record"], &folder, "");
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stderr).starts_with("takhteh: cannot read missing.record: "));
}

#[test]
fn errors_are_objects_with_json() {
    for (arguments, code, words) in [
        (&["perft", "othello", "--json"][..], 2, "--depth"),
        (&["--json", "perft", "othelo", "--depth", "1"], 2, "a similar value exists: 'othello'"),
        (&["show", "othello", "--set", "x", "--json"], 2, "expected KEY=VALUE"),
        (&["queens", "complete", "--size", "3", "--json"], 1, "no solution"),
    ] {
        let output = takhteh(arguments, Path::new("."), "");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        let object: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
        assert!(object["error"].as_str().unwrap().contains(words), "{object}");
        assert_eq!(object["exit_code"], code, "{object}");
    }
    assert!(stdout(&["perft", "--help", "--json"]).contains("Examples:"));
}

/// `resign` lists what can be resigned; a named choice is offered.
#[test]
fn backgammon_is_resigned_by_name() {
    let play = |typed: &str| {
        let output =
            takhteh(&["play", "backgammon", "--seat", "2=human", "--seed", "3"], Path::new("."), typed);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let listed = play("resign\nquit\n");
    for line in [
        "resign single     offer to lose it; the opponent may decline",
        "resign gammon     offer to lose it; the opponent may decline",
        "resign backgammon lose it at once",
    ] {
        assert!(listed.contains(line), "{line:?} is missing in\n{listed}");
    }
    assert!(listed.contains("left unfinished"), "{listed}");
    let accepted = play("resign gammon\nyes\n");
    assert!(accepted.contains("offers to resign a gammon."), "{accepted}");
    assert!(accepted.contains("place 1, 2 points"), "{accepted}");
    let declined = play("resign single\nno\nquit\n");
    assert!(declined.contains("declines.") && declined.contains("left unfinished"), "{declined}");
    assert!(play("resign backgammon\n").contains("place 1, 3 points"));
    assert!(
        play("resign money\nquit\n").contains("a money cannot be resigned here: expected resign single or")
    );
}

/// Progress bars appear on a terminal, here a pseudo-terminal of `script`, and nowhere else.
#[test]
fn progress_bars_appear_only_on_a_terminal() {
    let program = assert_cmd::cargo::cargo_bin!("takhteh");
    for (command, bar) in [
        ("perft othello --depth 11", " % "),
        ("queens count 16", " % "),
        ("playouts othello --games 400000", " games, "),
    ] {
        let bar = bar.trim_end();
        let shown = std::process::Command::new("script")
            .args(["-qec", &format!("'{}' {command}", program.display()), "/dev/null"])
            .env("TERM", "xterm")
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
        assert!(
            shown.contains("] ") && shown.contains(bar) && shown.contains(" left"),
            "{command}: {shown:?}"
        );
        let arguments: Vec<&str> = command.split(' ').collect();
        let piped = takhteh(&arguments, Path::new("."), "");
        assert!(piped.status.success() && piped.stderr.is_empty(), "{command}");
    }
}
