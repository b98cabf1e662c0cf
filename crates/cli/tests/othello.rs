//! `takhteh othello` on the command line.
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

/// Two endgames that can be counted by hand.
const FULL_BUT_ONE: &str = "OX-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX O;";
const OVER: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOO X;";

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
    let folder = new_folder("solved");
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

/// White takes Black's only disc, and 61 squares stay empty: they count for the winner, unless the option says otherwise.
#[test]
fn empty_squares_count_for_the_winner_by_default() {
    let position = format!("OX{} O;", "-".repeat(62));
    let run = |known: &str, arguments: &[&str]| {
        let arguments = [&["solve", "-", "--json"], arguments].concat();
        let output = othello(&arguments, Path::new("."), &format!("{position} C1:{known};\n"));
        let objects = objects(&output);
        let error = String::from_utf8(output.stderr).unwrap();
        let to = objects[1]["empties_to"].as_str().unwrap().to_owned();
        (objects[0]["score"].as_i64().unwrap(), to, output.status.code(), error)
    };
    for (known, arguments, score, to) in [
        ("+64", &[][..], 64, "winner"),
        ("+64", &["--empties", "winner"], 64, "winner"),
        ("+3", &["--empties", "neither"], 3, "neither"),
    ] {
        assert_eq!(run(known, arguments), (score, to.to_owned(), Some(0), String::new()));
    }
    // Only a plain count can be odd.
    let (score, _, code, error) = run("+3", &[]);
    assert_eq!((score, code), (64, Some(1)));
    assert!(error.contains(
        "differ from the known ones: odd scores are plain counts, expected with --empties neither"
    ));
    let (score, _, code, error) = run("+64", &["--empties", "neither"]);
    assert_eq!((score, code), (3, Some(1)));
    assert!(error.contains("1 of 1 scores differ from the known ones\""), "{error}");
}

/// The shortest game that wipes out a side, 13 to 0, as a record of a WTHOR file.
fn wthor_file(scores: &[u8]) -> Vec<u8> {
    let mut bytes = vec![20, 26, 1, 1, scores.len() as u8, 0, 0, 0, 0, 0, 0xd1, 7, 8, 0, 0, 0];
    for &score in scores {
        let mut record = vec![1, 0, 2, 0, 3, 0, score, 64, 65, 46, 35, 66, 57, 64, 75, 56, 53];
        record.resize(68, 0);
        bytes.extend(record);
    }
    bytes
}

#[test]
fn a_wthor_score_that_is_one_off_is_converted_with_a_warning() {
    let folder = new_folder("one-off");
    std::fs::write(folder.join("games.wtb"), wthor_file(&[64, 63, 13])).unwrap();
    let game = "e6f4e3f6g5d6e7f5c5";
    let warning = "game 2: byte 90: the score is 63, but the moves lead to 64 discs of Black";
    let output = othello(&["convert", "games.wtb"], &folder, "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{game}\n{game}\n{game}\n"));
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("takhteh: warning: games.wtb, {warning}\n"));
    assert_eq!(output.status.code(), Some(0));
    let ggf = othello(&["convert", "games.wtb", "--to", "ggf"], &folder, "");
    let ggf = String::from_utf8(ggf.stdout).unwrap();
    assert!(ggf.lines().all(|line| line.contains("PB[2]PW[3]EV[1]DT[2001]RE[+64.00]")), "{ggf}");

    let output = othello(&["convert", "games.wtb", "--json"], &folder, "");
    let warnings: Vec<serde_json::Value> =
        objects(&output).iter().map(|game| game["warning"].clone()).collect();
    assert_eq!(warnings, [serde_json::Value::Null, warning.into(), serde_json::Value::Null]);
    let reported: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(reported, serde_json::json!({"file": "games.wtb", "game": 2, "warning": warning}));

    // Two discs off is an error: the other games are converted.
    std::fs::write(folder.join("games.wtb"), wthor_file(&[62, 64])).unwrap();
    let output = othello(&["convert", "games.wtb", "--json"], &folder, "");
    assert_eq!((objects(&output).len(), output.status.code()), (1, Some(1)));
    let errors = String::from_utf8(output.stderr).unwrap();
    let errors: Vec<serde_json::Value> =
        errors.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(errors.len(), 2);
    assert!(errors[0]["error"].as_str().unwrap().starts_with("game 1: byte 22: the score is 62, but"));
    assert_eq!(errors[1]["error"], "cannot read 1 game of games.wtb");
}

#[test]
fn ggf_of_the_game_server_is_read_by_its_board() {
    let board = "--------------------*------***---O***-----OO--------------------";
    for kind in ["0", "8r18", "8"] {
        let game = format!("(;GM[Othello]TY[{kind}]BO[8 {board} O]W[F5];)");
        let output = othello(&["convert", "-", "--to", "ggf"], Path::new("."), &format!("1 {game}\n"));
        assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{game}\n"), "{output:?}");
        // A transcript has no place for the board.
        let output = othello(&["convert", "-"], Path::new("."), &game);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            error.contains("stdin, game 1 has its own start position") && error.contains("--to ggf"),
            "{error}"
        );
        assert_eq!(output.status.code(), Some(1));
    }
    let output = othello(&["convert", "-"], Path::new("."), "(;GM[Othello]TY[10]B[F5];)");
    assert!(
        String::from_utf8_lossy(&output.stderr)
            .contains("game 1: property TY: cannot read \"10\": expected 8")
    );
}

/// With `--json` every error is an object, also those of single games.
#[test]
fn errors_of_single_games_are_objects_with_json() {
    let folder = new_folder("bad-games");
    std::fs::write(folder.join("games.txt"), "f5f5\nf5d6\nz9\n").unwrap();
    let output = othello(&["convert", "games.txt", "--json"], &folder, "");
    assert_eq!((output.status.code(), objects(&output).len()), (Some(1), 1));
    let stderr = String::from_utf8(output.stderr).unwrap();
    let errors: Vec<serde_json::Value> =
        stderr.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((errors.len(), &errors[0]["game"], &errors[1]["game"]), (3, &1.into(), &3.into()), "{stderr}");
    assert_eq!(errors[2]["error"], "cannot read 2 games of games.txt");
}

/// The progress bar appears on a terminal, here a pseudo-terminal of `script`.
#[test]
fn solving_has_a_progress_bar() {
    let program = assert_cmd::cargo::cargo_bin!("takhteh");
    let solve = format!("'{}' othello solve --position start --time 1200", program.display());
    let shown = std::process::Command::new("script")
        .args(["-qec", &solve, "/dev/null"])
        .env("TERM", "xterm")
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(shown.contains("] 0/1 positions, "), "{shown:?}");
}

#[test]
fn empty_files_and_files_of_no_known_format_say_so() {
    let folder = new_folder("unknown-formats");
    for (file, bytes, error) in [
        ("empty.txt", &b""[..], "the file is empty: expected transcripts, GGF or WTHOR"),
        ("empty.wtb", b"", "the file is empty: expected transcripts, GGF or WTHOR"),
        ("blank.ggf", b" \n\n", "the file is empty: expected transcripts, GGF or WTHOR"),
        ("none.wtb", &wthor_file(&[]), "the file has no games"),
        ("text.WTB", b"f5d6c3\n", "not a WTHOR file of games: the file has 7 bytes: expected a header of 16"),
        (
            "short.wtb",
            &wthor_file(&[64])[..80],
            "not a WTHOR file of games: bytes 4 to 7: the header announces 1 games",
        ),
        (
            "image.png",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0",
            "not a WTHOR file of games: bytes 4 to 7",
        ),
        ("image.raw", b"\x89PNG\r\n\x1a\n", "neither text nor a WTHOR file"),
    ] {
        std::fs::write(folder.join(file), bytes).unwrap();
        let output = othello(&["convert", file], &folder, "");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.starts_with(&format!("takhteh: cannot read {file}: {error}")), "{stderr}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
        let output = othello(&["convert", file, "--json"], &folder, "");
        let object: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
        assert!(object["error"].as_str().unwrap().contains(error), "{object}");
    }
    let output = othello(&["convert", "-"], &folder, "");
    assert!(
        String::from_utf8_lossy(&output.stderr)
            .starts_with("takhteh: cannot read stdin: the file is empty: ")
    );
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
        (&["solve", "-"], "\nXO X;\n", "stdin, line 2: column 3: the board has 2 squares: expected 64"),
        (&["solve", "--position", "XO X"], "", "the board has 2 squares: expected 64"),
        (&["solve", "-", "--time", "0"], "", "--time"),
        (&["solve", "-", "--empties", "loser"], "", "winner, neither"),
        (&["solve", "-"], "", "cannot read stdin: the file is empty: expected OBF, one position per line"),
        (&["solve", "-"], " \r\n", "cannot read stdin: the file is empty: expected OBF"),
        (&["solve", "-"], "% none\n\n", "cannot read stdin: the file has no positions: expected OBF"),
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
