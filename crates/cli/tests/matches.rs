//! `takhteh match` and `takhteh best`, as their users call them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::program::{command, json_in, new_folder, takhteh};

/// A new empty folder for one test.
fn folder(name: &str) -> PathBuf {
    new_folder(&format!("matches/{name}"))
}

fn text(arguments: &[&str]) -> String {
    let output = takhteh(arguments, Path::new("."));
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    json_in(arguments, Path::new("."))
}

/// A result without what depends on the machine and on how often it was interrupted.
pub fn timeless(mut result: Value) -> Value {
    for key in ["thinking", "threads", "seconds", "played_before"] {
        assert!(result.as_object_mut().unwrap().remove(key).is_some(), "{key}");
    }
    result
}

#[test]
fn results_are_printed_as_text_and_json() {
    let result = json(&["match", "tictactoe", "random", "random", "--games", "2000", "--seed", "5"]);
    let number = |key: &str| result[key].as_u64().unwrap();
    let (wins, draws, losses) = (number("wins"), number("draws"), number("losses"));
    assert_eq!((number("games"), wins + draws + losses), (2000, 2000));
    // Known of random tic-tac-toe: 12.7 % of the games are drawn, and with seats changed both win as often.
    assert!((200..=310).contains(&draws), "{draws}");
    assert!((800..=950).contains(&wins), "{wins}");
    assert_eq!(result["points"], serde_json::json!({"a": wins, "b": losses}));
    assert_eq!(result["endings"], serde_json::json!({"full board": draws, "three in a row": wins + losses}));
    let pairs: Vec<u64> =
        result["pentanomial"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    assert_eq!((pairs.len(), pairs.iter().sum::<u64>()), (5, 1000));
    let score = (wins as f64 + draws as f64 / 2.0) / 2000.0;
    assert!((result["score"].as_f64().unwrap() - score).abs() < 1e-12);
    assert!((result["elo"].as_f64().unwrap() - 400.0 * (score / (1.0 - score)).log10()).abs() < 1e-9);
    let error = result["elo_error"].as_f64().unwrap();
    assert!((5.0..20.0).contains(&error), "{error}");
    assert!(result["elo_low"].as_f64() < result["elo"].as_f64());
    assert!(result["elo_high"].as_f64() > result["elo"].as_f64());
    assert!((0.0..=1.0).contains(&result["superiority"].as_f64().unwrap()));
    assert_eq!((&result["stopped"], &result["seed"], &result["openings"]), (&0.into(), &5.into(), &0.into()));
    assert_eq!(result["failures"], serde_json::json!({"a": {}, "b": {}}));
    for side in ["a", "b"] {
        let thinking = &result["thinking"][side];
        assert!(thinking["moves"].as_u64().unwrap() > 6000);
        assert!(thinking["mean_ms"].as_f64() <= thinking["max_ms"].as_f64());
    }

    let text = text(&["match", "tictactoe", "random", "random", "--games", "2000", "--seed", "5"]);
    assert!(text.contains(&format!("random: {wins} won, {draws} drawn, {losses} lost")), "{text}");
    assert!(text.contains("Elo ") && text.contains(" ± ") && text.contains("time for a move: "), "{text}");
}

#[test]
fn the_stronger_engine_wins() {
    let arguments = ["match", "othello", "strong:level=2", "random", "--games", "20"];
    let result = json(&arguments);
    assert!(result["score"].as_f64().unwrap() >= 0.9, "{result}");
    let won = json(&["match", "othello", "strong:level=4", "random", "--games", "4", "--seed", "2"]);
    for key in ["elo", "elo_error", "elo_low", "elo_high", "superiority"] {
        assert_eq!(won[key], Value::Null, "{key}");
    }
    assert_eq!(won["elo_note"], "too few games");
    let text = text(&["match", "othello", "strong:level=4", "random", "--games", "4", "--seed", "2"]);
    assert!(text.contains("Elo: too few games"), "{text}");
}

#[test]
fn the_result_does_not_depend_on_the_threads() {
    for arguments in [
        &["match", "othello", "strong:level=2", "strong:level=1", "--games", "20", "--nodes", "150"][..],
        &["match", "backgammon", "random", "random", "--games", "30", "--openings", "3"],
        &["match", "halma", "random", "random", "--set", "Player_num=4", "--games", "10"],
    ] {
        let with = |threads| timeless(json(&[arguments, &["--threads", threads]].concat()));
        assert_eq!(with("1"), with("2"), "{arguments:?}");
        let other = timeless(json(&[arguments, &["--seed", "99"]].concat()));
        assert_ne!(with("3"), other, "{arguments:?}");
    }
}

#[test]
fn time_limit_is_respected() {
    let arguments =
        ["match", "othello", "strong:level=8", "random", "--games", "2", "--time", "2", "--threads", "2"];
    let thinking = &json(&arguments)["thinking"]["a"];
    // Without the limit it would be thousands; a busy machine may delay some moves.
    assert!(thinking["mean_ms"].as_f64().unwrap() < 100.0, "{thinking}");
}

#[test]
fn every_game_has_a_record_that_verifies() {
    for (name, arguments) in [
        ("othello", &["match", "othello", "strong:level=1", "random", "--games", "4"][..]),
        ("backgammon", &["match", "backgammon", "random", "random", "--games", "6", "--set", "length=3"]),
        ("stopped", &["match", "halma", "random", "random", "--games", "4", "--max-plies", "20"]),
    ] {
        let folder = folder(name);
        let arguments = [arguments, &["--records", "records"]].concat();
        let result = json_in(&arguments, &folder);
        let mut records: Vec<PathBuf> =
            std::fs::read_dir(folder.join("records")).unwrap().map(|entry| entry.unwrap().path()).collect();
        records.sort();
        assert_eq!(records.len() as u64, result["games"]);
        let mut moves = 0;
        for (index, record) in records.iter().enumerate() {
            let verdict = json_in(&["record", "verify", record.to_str().unwrap()], &folder);
            moves += verdict["moves"].as_u64().unwrap();
            let first = if index % 2 == 0 { &result["a"] } else { &result["b"] };
            assert_eq!((&verdict["verified"], &verdict["names"][0]), (&Value::Bool(true), first));
            assert_eq!(verdict["finished"], name != "stopped");
        }
        assert_eq!(result["moves"], moves);
        let again = takhteh(&arguments, &folder);
        assert_eq!(again.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&again.stderr).contains("expected a new or empty folder"));
    }
}

/// "kill -9 of a running match: the resumed result equals the uninterrupted one", here three times; `./trial
/// match-kill` does it more often.
#[test]
fn a_killed_match_continues_where_it_stopped() {
    let game = ["match", "othello", "strong:level=3", "strong:level=2", "--games", "120", "--nodes", "1000"];
    let whole = timeless(json(&game));
    for threads in ["1", "2"] {
        let folder = folder(&format!("killed-{threads}"));
        let arguments =
            [&game[..], &["--threads", threads, "--journal", "journal", "--records", "records"]].concat();
        let lines = || std::fs::read_to_string(folder.join("journal")).unwrap_or_default().lines().count();
        for stored in [1, 20, 50] {
            let mut child = command(&arguments, &folder).stdout(Stdio::null()).spawn().unwrap();
            while lines() < stored {
                std::thread::sleep(Duration::from_millis(1));
                assert!(child.try_wait().unwrap().is_none(), "it was to be killed before its end");
            }
            child.kill().unwrap();
            child.wait().unwrap();
        }
        // As if the last line had been torn off while it was written.
        let journal = std::fs::read(folder.join("journal")).unwrap();
        std::fs::write(folder.join("journal"), &journal[..journal.len() - 7]).unwrap();
        let resumed = json_in(&arguments, &folder);
        assert!(resumed["played_before"].as_u64().unwrap() >= 48, "{resumed}");
        assert_eq!(timeless(resumed), whole);
        assert_eq!(std::fs::read_dir(folder.join("records")).unwrap().count(), 120);
        // Once more, there is nothing left to play.
        let journal = std::fs::read(folder.join("journal")).unwrap();
        let again = json_in(&arguments, &folder);
        assert_eq!(again["played_before"], 120);
        assert_eq!(timeless(again), whole);
        assert_eq!(std::fs::read(folder.join("journal")).unwrap(), journal);
    }
}

#[test]
fn errors_name_what_was_expected() {
    let folder = folder("wrong");
    std::fs::write(folder.join("text"), "dear diary\n").unwrap();
    std::fs::write(folder.join("bytes"), [0x80, 0xff, b'\n']).unwrap();
    let journal = ["match", "tictactoe", "random", "random", "--games", "2", "--journal", "journal"];
    json_in(&journal, &folder);
    for (arguments, words) in [
        (&["match", "go", "random", "random"][..], "go"),
        (&["match", "othello", "random"], "<B>"),
        (
            &["match", "othello", "strongest", "random"],
            "there is no engine \"strongest\" here: expected random or strong or first",
        ),
        (
            &["match", "othello", "random", "strong:level=9"],
            "level of strong cannot be \"9\": expected a whole number",
        ),
        (&["match", "othello", "strong:depth=3", "random"], "strong has no option \"depth\": expected level"),
        (&["match", "othello", "random:", "no engine"], "an engine with its options"),
        (&["match", "queens", "random", "random"], "this is a game for one player"),
        (&["match", "othello", "random", "random", "--games", "7"], "expected an even number"),
        (&["match", "othello", "random", "random", "--games", "0"], "expected an even number"),
        (&["match", "othello", "random", "random", "--games", "99999999999"], "--games"),
        (
            &["match", "othello", "random", "random", "--nodes", "0"],
            "--nodes cannot be 0: expected 1 or more",
        ),
        (
            &["match", "othello", "random", "random", "--depth", "0"],
            "--depth cannot be 0: expected 1 or more",
        ),
        (&["match", "othello", "random", "random", "--time", "0"], "--time cannot be 0: expected 1 or more"),
        (&["match", "othello", "random", "random", "--time", "5", "--depth", "3"], "cannot be used with"),
        (&["match", "othello", "random", "random", "--threads", "0"], "--threads"),
        (&["match", "othello", "random", "random", "--sprt", "5", "0"], "expected the smaller first"),
        (&["match", "othello", "random", "random", "--sprt", "5"], "--sprt"),
        (&["match", "othello", "random", "random", "--alpha", "0.1"], "--sprt"),
        (
            &["match", "othello", "random", "random", "--sprt", "0", "5", "--beta", "0.5"],
            "expected more than 0 and less than 0.5",
        ),
        (
            &["match", "othello", "random", "random", "--openings", "70"],
            "70 random moves: they finish the game",
        ),
        (
            &["match", "tictactoe", "random", "random", "--journal", "text"],
            "it is not the journal of a match",
        ),
        (&["match", "tictactoe", "random", "random", "--journal", "bytes"], "it is not text in UTF-8"),
        (
            &["match", "tictactoe", "random", "random", "--journal", "no/such/folder"],
            "cannot use no/such/folder as the journal",
        ),
        (
            &["match", "tictactoe", "random", "random", "--journal", "journal"],
            "it belongs to another match, \"tictactoe 1",
        ),
        (&["match", "tictactoe", "random", "random", "--journal", "/dev/zero"], "it is not a file"),
        (&["match", "tictactoe", "random", "random", "--records", "text"], "cannot use text for the records"),
        (&["best", "othello", "--engine", "weak"], "there is no engine \"weak\" here"),
        (&["best", "othello", "--nodes", "0"], "--nodes cannot be 0: expected 1 or more"),
        (&["best", "othello", "--position", "X"], "expected"),
        (&["best", "backgammon"], "the dice are not rolled"),
        (&["best", "tictactoe", "--position", "XXXOO----"], "the game is over (three in a row)"),
    ] {
        let output = takhteh(arguments, &folder);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(words), "{arguments:?}: {error}");
        assert!(!error.contains("panicked") && output.stdout.is_empty(), "{error}");
    }
    // The rejected file is unchanged.
    assert_eq!(std::fs::read_to_string(folder.join("text")).unwrap(), "dear diary\n");
}

#[test]
fn best_prints_the_move_and_its_line() {
    let result = json(&["best", "othello", "--depth", "6"]);
    assert_eq!((&result["engine"], &result["depth"]), (&"strong".into(), &6.into()));
    let line = result["pv"].as_array().unwrap();
    assert_eq!(line.first(), Some(&result["move"]));
    assert!(
        result["nodes"].as_u64().unwrap() > 10 && result["score"].is_number() && result["seconds"].is_f64()
    );
    let text = text(&["best", "othello", "--nodes", "500"]);
    let best = text.lines().next().unwrap();
    assert!(["d3", "c4", "f5", "e6"].contains(&best), "{text}");

    for (game, unit) in
        [("chess", "pawns"), ("othello", "discs"), ("halma", "moves"), ("backgammon", "points")]
    {
        let position = if game == "backgammon" {
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
        } else {
            "start"
        };
        let result = json(&["best", game, "--position", position, "--depth", "1"]);
        assert_eq!(result["unit"], unit, "{result}");
        assert!(result["score"].as_f64().unwrap().abs() < 20.0 && result.get("win_in").is_none(), "{result}");
    }
    let mate = json(&["best", "chess", "--position", "k7/8/1K6/8/8/8/7R/8 w - - 99 120", "--depth", "3"]);
    assert_eq!((&mate["score"], &mate["win_in"]), (&Value::Null, &1.into()), "{mate}");
    let mated = "k7/8/1K6/8/8/8/8/7Q b - - 0 1";
    let mated = json(&["best", "chess", "--position", mated, "--depth", "4"]);
    assert!(mated["loss_in"].is_u64() && mated["score"].is_null(), "{mated}");

    let random = |seed| json(&["best", "halma", "--engine", "random", "--seed", seed])["move"].clone();
    assert_eq!(random("4"), random("4"));
    let timed = json(&["best", "othello", "--engine", "strong:level=8", "--time", "30"]);
    assert!(timed["seconds"].as_f64().unwrap() < 1.0, "{timed}");
}

#[test]
fn engines_play_in_the_terminal() {
    let folder = folder("seated");
    let arguments = ["play", "othello", "--seat", "1=random", "--seat", "2=strong:level=3", "--seed", "3"];
    let output = takhteh(&[&arguments[..], &["--clock", "2m", "--record", "game.record"]].concat(), &folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let verdict = json_in(&["record", "verify", "game.record"], &folder);
    assert_eq!(verdict["names"], serde_json::json!(["random", "strong:level=3"]));
    assert_eq!(verdict["places"], serde_json::json!([2, 1]));
}

/// A folder with other files is never changed.
#[test]
fn existing_files_are_not_changed() {
    let folder = folder("others");
    std::fs::create_dir(folder.join("games")).unwrap();
    std::fs::write(folder.join("games/game-1.record"), "other").unwrap();
    let begin = ["match", "tictactoe", "random", "random", "--games", "4", "--journal", "j"];
    let with_records: Vec<&str> = begin.iter().copied().chain(["--records", "games"]).collect();
    for _ in 0..2 {
        let output = takhteh(&with_records, &folder);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("expected a new or empty folder"));
        assert!(!folder.join("j").exists(), "nothing is left on disk");
    }
    assert_eq!(std::fs::read_to_string(folder.join("games/game-1.record")).unwrap(), "other");
    // A match begun without records cannot have them afterwards.
    assert!(takhteh(&begin, &folder).status.success());
    let late: Vec<&str> = begin.iter().copied().chain(["--records", "late"]).collect();
    let output = takhteh(&late, &folder);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("0 of the 4 records"), "{output:?}");
}

#[test]
fn a_clean_sweep_gives_a_bound() {
    let arguments = ["match", "othello", "strong:level=3", "first", "--games", "40", "--openings", "2"];
    let result = json(&arguments);
    assert_eq!(result["wins"], 40, "{result}");
    // 20 pairs: the score is at least 0.05^(1/20).
    let score = 0.05f64.powf(1.0 / 20.0);
    let bound = 400.0 * (score / (1.0 - score)).log10();
    assert!((result["elo_bound"].as_f64().unwrap() - bound).abs() < 1e-9, "{result}");
    assert_eq!((&result["elo"], &result["elo_note"]), (&Value::Null, &"at least +317 (95 %)".into()));
    assert!(text(&arguments).contains("\nElo: at least +317 (95 %)\n"));
    let few = json(&["match", "othello", "strong:level=3", "first", "--games", "2"]);
    assert_eq!((&few["elo_bound"], &few["elo_note"]), (&Value::Null, &"too few games".into()));
}

/// Waits until a program handles SIGINT itself.
fn wait_until_interruptible(process: u32) {
    const SIGINT: u64 = 1 << 1;
    let start = std::time::Instant::now();
    loop {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        if u64::from_str_radix(caught.trim(), 16).unwrap() & SIGINT != 0 {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "no handler: {status}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_match_interrupted_in_its_first_game_has_no_result() {
    let game = ["match", "othello", "strong:level=8", "strong:level=8", "--games", "4", "--time", "100000"];
    for is_json in [false, true] {
        let arguments = [&game[..], if is_json { &["--json"] } else { &[] }].concat();
        let mut command = command(&arguments, Path::new("."));
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        wait_until_interruptible(child.id());
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        let text = String::from_utf8(output.stdout).unwrap();
        if is_json {
            let result: Value = serde_json::from_str(&text).unwrap();
            assert_eq!((&result["games"], &result["score"]), (&0.into(), &Value::Null));
            assert_eq!(result["elo_note"], "no game was finished");
        } else {
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!((lines.len(), lines[1]), (2, "no game was finished"), "{text}");
        }
    }
}

/// Ctrl-C prints the result so far, and the journal continues the match.
#[test]
fn an_interrupted_match_prints_its_result() {
    let folder = folder("interrupted");
    let game = ["match", "othello", "strong:level=2", "random", "--games", "4000", "--json"];
    let arguments = [&game[..], &["--journal", "journal"]].concat();
    let child = command(&arguments, &folder).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let lines = || std::fs::read_to_string(folder.join("journal")).unwrap_or_default().lines().count();
    while lines() < 6 {
        std::thread::sleep(Duration::from_millis(1));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    let played = result["games"].as_u64().unwrap();
    assert!((1..4000).contains(&played) && result["interrupted"] == true, "{result}");
    assert_eq!(
        result["wins"].as_u64().unwrap()
            + result["draws"].as_u64().unwrap()
            + result["losses"].as_u64().unwrap(),
        played
    );
    let error: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(error["error"], format!("interrupted after {played} of 4000 games"));
    assert_eq!(lines() as u64, played + 1);
}
