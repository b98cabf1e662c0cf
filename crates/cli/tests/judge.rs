//! `takhteh narrad` and `takhteh judge`: players that work and players that fail in every way.
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::{self, new_folder, program};

/// A new empty folder for one test.
fn folder(name: &str) -> PathBuf {
    new_folder(&format!("judge/{name}"))
}

fn command(arguments: &[&str], folder: &Path) -> Command {
    let mut command = program::command(arguments, folder);
    command.env("TAKHTEH", program());
    command
}

fn takhteh(arguments: &[&str], folder: &Path) -> Output {
    command(arguments, folder).output().unwrap()
}

/// The objects that a command prints.
fn objects(arguments: &[&str], folder: &Path) -> Vec<Value> {
    let output = takhteh(&[arguments, &["--json"]].concat(), folder);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The player of this program.
fn narrad(options: &str) -> String {
    format!("'{}' narrad --depth 1 --quiet {options}", program().display())
}

/// A player that fails in this way.
fn broken(way: &str) -> String {
    format!("bash '{}/tests/judge_player.sh' {way}", env!("CARGO_MANIFEST_DIR"))
}

/// stdout, stderr and exit code of the player for these lines.
fn play(arguments: &[&str], lines: &str, folder: &Path) -> (String, String, i32) {
    let mut child = command(&[&["narrad"], arguments].concat(), folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A player that has exited does not read the rest.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

#[test]
fn narrad_plays_and_reports() {
    let folder = folder("narrad");
    // The starter makes its 5-point with 31; the board is on stderr.
    let (stdout, stderr, code) = play(&["--depth", "1"], "3 1\n", &folder);
    assert_eq!((stdout.as_str(), code), ("16 19\n18 19\n", 0));
    assert!(stderr.contains("13 14 15 16 17 18    19 20 21 22 23 24"), "{stderr}");
    let (_, stderr, _) = play(&["--depth", "1", "--quiet"], "3 1\n", &folder);
    assert_eq!(stderr, "");
    // The second player reads the moves in any order.
    let (stdout, _, code) = play(&["--quiet"], "\n 1 3  18 19  16 19 3 1 \n", &folder);
    assert_eq!((stdout.as_str(), code), ("7 4\n5 4\n", 0));
    for (lines, error) in [
        (
            "3 1 16 19 18 20 6 4\n",
            "takhteh: cannot play on after \"3 1 16 19 18 20 6 4\": the opponent's move 18 20 with the roll 31: ",
        ),
        (
            "hello\n",
            "takhteh: cannot play on after \"hello\": cannot read \"hello\": expected a number from 0 to 25",
        ),
        (
            "3 1\n3 1\n",
            "takhteh: cannot play on after \"3 1\": the line has only two dice, but the game has started",
        ),
    ] {
        let (_, stderr, code) = play(&["--quiet", "--depth", "1"], lines, &folder);
        assert!(stderr.starts_with(error) && code == 1, "{lines}: {code} {stderr}");
    }
    let (_, stderr, code) = play(&["--quiet"], &"1".repeat(10_000), &folder);
    assert!(stderr.contains("line longer than 4096 bytes") && code == 1, "{stderr}");
    let (_, stderr, code) = play(&["--dialect", "caia", "--quiet"], "quit\n", &folder);
    assert_eq!((stderr.as_str(), code), ("R narrad\n", 0));
}

#[test]
fn narrad_reads_parameter_files() {
    let folder = folder("parameters");
    let guess = "COST_ON_BAR 80\nCOST_BLOT 20\nCOST_BLOT_HR 1.5\nCOST_PRESENCE 2\nCOST_CONNECT -10\nCOST_EATEN -10\n\
                 COST_WALL -10\nCOST_WALL_HR 3\n";
    std::fs::write(folder.join("guess.conf"), guess).unwrap();
    std::fs::write(folder.join("wrong.conf"), guess.replace("COST_WALL -10", "COST_WALL ten")).unwrap();
    // With 64, the sets choose differently.
    let moves = |params: &str| play(&["--depth", "1", "--quiet", "--params", params], "6 4\n", &folder);
    assert_eq!(moves("guess.conf"), moves("guess"));
    let (_, stderr, code) = moves("wrong.conf");
    assert_eq!(
        stderr,
        "takhteh: wrong.conf, line 7: COST_WALL: cannot read \"ten\": expected a number such as 7 or -47.8\n"
    );
    assert_eq!(code, 2);
    let (_, stderr, code) = moves("nothing");
    assert!(stderr.contains("there are no parameters nothing and no such file") && code == 2, "{stderr}");
    // A file beside the program with its name is read by itself.
    let copy = folder.join("player1");
    std::os::unix::fs::symlink(program(), &copy).unwrap();
    std::fs::write(folder.join("player1.conf"), guess.replace("COST_BLOT 20", "COST_BLOB 20")).unwrap();
    let output = Command::new(&copy).args(["narrad"]).stdin(Stdio::null()).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stderr.contains("player1.conf, line 2: unknown parameter \"COST_BLOB\""), "{stderr}");
    let output =
        Command::new(&copy).args(["narrad", "--params", "guess"]).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "--params has precedence");
}

#[test]
fn games_are_judged_with_points_and_logs() {
    let folder = folder("games");
    let (a, b) = (narrad(""), narrad("--params guess"));
    let run = || objects(&["judge", &a, &b, "--games", "6", "--seed", "3", "--logs", "logs"], &folder);
    let found = run();
    let (total, games) = found.split_last().unwrap();
    assert_eq!(games.len(), 6);
    let mut points = [0, 0];
    for (index, game) in games.iter().enumerate() {
        assert_eq!(game["starter"], ["a", "b"][index % 2]);
        assert_eq!((&game["failure"], &game["warnings"]), (&Value::Null, &json!([])), "{game}");
        let ending = game["ending"].as_str().unwrap();
        let won = game["points"].as_u64().unwrap();
        assert_eq!(won, if ending == "gammon" { 2 } else { 1 }, "{game}");
        points[usize::from(game["winner"] == "b")] += won;
    }
    let players = &total["players"];
    assert_eq!((&players[0]["points"], &players[1]["points"]), (&json!(points[0]), &json!(points[1])));
    assert_eq!(players[0]["wins"].as_u64().unwrap() + players[1]["wins"].as_u64().unwrap(), 6);
    // The same seed gives the same games.
    let without_times = |mut objects: Vec<Value>| {
        for object in &mut objects {
            for key in ["time_ms", "seconds", "players"] {
                object.as_object_mut().unwrap().remove(key);
            }
        }
        objects
    };
    assert_eq!(without_times(run()), without_times(found));
    let log = |name: &str| std::fs::read_to_string(folder.join("logs").join(name)).unwrap();
    let (player, referee) = (log("game-0002-a.log"), log("game-0002-referee.log"));
    assert!(player.contains("\n> ") && player.contains("\n< ") && player.contains("\n< finish "), "{player}");
    assert!(referee.starts_with("# game 2\nX is ") && referee.contains("\nO "), "{referee}");
    // The table of results.
    let output = takhteh(&["judge", &a, &b], &folder);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("games  won  gammons  points") && text.starts_with("game 1: a starts, "), "{text}");
}

#[test]
fn every_failure_is_named() {
    let folder = folder("failures");
    let good = narrad("");
    for (way, ending, words) in [
        ("early", "crash", "bash exited (exit status: 0)"),
        ("crash", "crash", "bash exited (exit status: 3); its error output ends with \"out of luck\""),
        ("signal", "crash", "bash exited (signal: 11 (SIGSEGV)"),
        ("silent", "silence", "bash did not answer"),
        ("late 0.9", "late", "ms late: its 600 ms are used up"),
        ("closed", "crash", "bash closed its output"),
        ("cheat", "illegal", "bash played \"0 7\" with the roll "),
        ("half", "silence", "; it sent 1 of "),
        ("garbage", "garbage", "bash sent \"what do you mean?\": expected a move, two numbers from 0 to 25"),
        ("flood", "garbage", "bash sent 20001 lines without answering"),
        ("long", "garbage", "bash sent a line longer than 65536 bytes"),
        ("noise", "silence", "bash did not answer"),
    ] {
        let begin = Instant::now();
        let found = objects(
            &["judge", &broken(way), &good, "--games", "1", "--time", "600", "--seed", "2", "--logs", way],
            &folder,
        );
        let game = &found[0];
        assert_eq!(
            (&game["ending"], &game["winner"], &game["points"]),
            (&json!(ending), &json!("b"), &json!(2)),
            "{way}: {game}"
        );
        let sentence = game["failure"].as_str().unwrap();
        assert!(sentence.contains(words), "{way}: {sentence}");
        assert_eq!(found[1]["players"][0]["failures"], json!({ending: 1}));
        assert!(begin.elapsed() < Duration::from_secs(20), "{way} took {:?}", begin.elapsed());
        let log = |name: &str| std::fs::read(folder.join(way).join(name)).unwrap();
        assert!(String::from_utf8(log("game-0001-referee.log")).unwrap().contains("X failed: "));
        assert!(log("game-0001-a.log").len() < 1_100_000, "{way}: logs are bounded");
    }
    assert_eq!(leftovers("8650"), Vec::<String>::new());
}

#[test]
fn mistakes_after_the_last_move_are_warnings() {
    let folder = folder("warnings");
    for (way, words) in [
        ("polite", "expected \"finish "),
        ("liar", "sent \"finish 2 2\" at the end of the game: expected \"finish "),
        ("stays", "did not exit after the game"),
    ] {
        let found = objects(&["judge", &broken(way), &narrad(""), "--games", "1"], &folder);
        assert_eq!(found[0]["failure"], Value::Null, "{way}");
        let warnings = found[0]["warnings"].as_array().unwrap();
        assert_eq!(warnings.len(), 1, "{way}: {warnings:?}");
        assert_eq!(warnings[0]["player"], "a");
        assert!(warnings[0]["warning"].as_str().unwrap().contains(words), "{way}: {warnings:?}");
    }
}

/// Command lines of running processes that have an argument with this start.
fn leftovers(argument: &str) -> Vec<String> {
    let commands = std::fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| {
        let words = std::fs::read(entry.path().join("cmdline")).ok()?;
        let words: Vec<String> =
            words.split(|&byte| byte == 0).map(|word| String::from_utf8_lossy(word).into_owned()).collect();
        words.iter().any(|word| word.starts_with(argument)).then(|| words.join(" "))
    });
    commands.collect()
}

fn wait_until(what: &str, mut is_done: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_done() {
        assert!(begin.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn no_process_is_left_over() {
    let folder = folder("orphans");
    // A child of a player that has exited.
    objects(&["judge", &broken("family 86511"), &narrad(""), "--games", "1"], &folder);
    wait_until("a child of a player still runs", || leftovers("86511").is_empty());
    // Children of a judge that is killed, with no chance to clean up, and of one that is interrupted.
    for (signal, seconds) in [("KILL", "86512"), ("TERM", "86513")] {
        let (silent, deaf) = (broken(&format!("silent {seconds}1")), broken(&format!("deaf {seconds}2")));
        let mut judge = command(&["judge", &silent, &deaf, "--time", "600000"], &folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_until("the players have not started", || leftovers(&format!("{seconds}1")).len() == 1);
        let kill = Command::new("kill").args([format!("-{signal}"), judge.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let status = judge.wait().unwrap();
        assert_eq!(status.code(), (signal == "TERM").then_some(130));
        wait_until("players outlive the judge", || leftovers(seconds).is_empty());
    }
}

/// Largest memory of a process so far, in kB.
fn peak_memory(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
#[cfg(target_os = "linux")]
fn memory_is_bounded_against_floods() {
    let folder = folder("memory");
    let noise = broken("noise");
    let mut judge = command(&["judge", &noise, &broken("flood"), "--games", "1", "--time", "2500"], &folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut peak = 0;
    while judge.try_wait().unwrap().is_none() {
        peak = peak.max(peak_memory(judge.id()).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!((1..150_000).contains(&peak), "{peak} kB");
}

#[test]
fn plans_are_read() {
    let folder = folder("plans");
    for name in ["p1", "p2"] {
        let script = folder.join(name);
        std::fs::write(&script, format!("#!/bin/sh\nexec {}\n", narrad(""))).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&script, mode).unwrap();
    }
    std::fs::write(folder.join("manager.txt"), "2\np1 a.log p2 b.log\n./p2 c.log p1 d.log\n").unwrap();
    let found = objects(&["judge", "--logs", "logs"], &folder);
    assert_eq!((&found[0]["starter"], &found[1]["starter"]), (&json!("./p1"), &json!("./p2")));
    let names: Vec<&Value> =
        found[2]["players"].as_array().unwrap().iter().map(|player| &player["name"]).collect();
    assert_eq!(names, ["./p1", "./p2"]);
    for log in ["a.log", "b.log", "c.log", "d.log", "game-0001-referee.log"] {
        assert!(folder.join("logs").join(log).exists(), "{log}");
    }
    std::fs::write(folder.join("wrong.txt"), "2 p1 a.log p2").unwrap();
    for (arguments, error) in [
        (
            &["judge", "--plan", "wrong.txt"][..],
            "takhteh: wrong.txt: 3 words after the number of games: expected",
        ),
        (&["judge", "./p1"], "takhteh: there is only one player: expected two commands"),
        (&["judge", "./p1", "no-such-program"], "takhteh: cannot start \"no-such-program\": "),
        (&["judge", "--manager", "./p1"], "takhteh: --manager is for the dialect caia"),
    ] {
        let output = takhteh(arguments, &folder);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(stderr.starts_with(error) && output.status.code() == Some(2), "{arguments:?}: {stderr}");
    }
    std::fs::remove_file(folder.join("manager.txt")).unwrap();
    let stderr = String::from_utf8(takhteh(&["judge"], &folder).stderr).unwrap();
    assert!(stderr.starts_with("takhteh: there are no players and no manager.txt here"), "{stderr}");
}

#[test]
fn the_caia_dialect_runs_manager_referee_and_players() {
    let folder = folder("caia");
    let (a, b) = (narrad("--dialect caia"), narrad("--params guess --dialect caia"));
    let found = objects(&["judge", &a, &b, "--dialect", "caia", "--games", "2", "--logs", "logs"], &folder);
    let (total, games) = found.split_last().unwrap();
    assert_eq!(games.len(), 2);
    for game in games {
        assert!(["single_game", "gammon"].contains(&game["message"].as_str().unwrap()), "{game}");
    }
    assert_eq!((&total["players"][0]["games"], &total["players"][1]["games"]), (&json!(2), &json!(2)));
    for log in ["dispatcher.log", "game-0001-a.log", "game-0002-referee.log"] {
        assert!(folder.join("logs").join(log).exists(), "{log}");
    }
    for (way, message) in [
        ("crash", "player_1_crashed"),
        ("early", "player_1_stopped"),
        ("silent 86521", "player_1_timeout"),
        ("cheat", "player_1_illegal"),
        ("garbage", "player_1_garbage"),
    ] {
        let found = objects(
            &["judge", &broken(way), &b, "--dialect", "caia", "--games", "1", "--time", "500"],
            &folder,
        );
        assert_eq!((&found[0]["message"], &found[0]["points"]), (&json!(message), &json!([0, 2])), "{way}");
    }
    assert!(leftovers("86521").is_empty());
    for (manager, error) in [
        ("echo hello", "takhteh: the manager sent \"hello\": cannot read \"hello\""),
        ("true", "takhteh: the manager ended without stopping the dispatcher"),
    ] {
        let output = takhteh(&["judge", "--dialect", "caia", "--manager", manager], &folder);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(stderr.starts_with(error) && output.status.code() == Some(1), "{stderr}");
    }
}

#[test]
fn judge_programs_are_engines() {
    let folder = folder("engines");
    let engine = format!("exec:judge:{}", narrad(""));
    let found = objects(&["match", "backgammon", &engine, "random", "--games", "4", "--seed", "5"], &folder);
    assert_eq!((&found[0]["games"], &found[0]["failures"]), (&json!(4), &json!({"a": {}, "b": {}})));
    assert!(found[0]["wins"].as_u64().unwrap() >= 3, "{}", found[0]);
    // The protocol does not change the moves: with the same dice, each pair has the same game twice.
    let found = objects(&["match", "backgammon", "narrad:depth=1", &engine, "--games", "6"], &folder);
    assert_eq!(found[0]["pentanomial"], json!([0, 0, 3, 0, 0]), "{}", found[0]);
    assert_eq!(found[0]["points"]["a"], found[0]["points"]["b"]);
    for (way, failure) in
        [("crash", "crash"), ("cheat", "illegal"), ("garbage", "garbage"), ("silent 86531", "late")]
    {
        let broken = format!("exec:judge:{}", broken(way));
        let found = objects(
            &["match", "backgammon", &broken, "random", "--games", "2", "--time", "100", "--threads", "1"],
            &folder,
        );
        assert_eq!(found[0]["failures"]["a"], json!({failure: 2}), "{way}");
    }
    assert!(leftovers("86531").is_empty());
    let start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
    let found = objects(&["best", "backgammon", "--engine", &engine, "--position", start], &folder);
    assert_eq!(found[0]["move"], "8/5 6/5");
    let later = "XGID=-b----E-C---eE---c-e---A-A:0:0:1:31:0:0:0:0:10";
    let output = takhteh(&["best", "backgammon", "--engine", &engine, "--position", later], &folder);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stderr.contains("the judge protocol transmits games from the start position only"), "{stderr}");
    let seat = format!("2={engine}");
    let found =
        objects(&["play", "backgammon", "--seat", "1=random", "--seat", &seat, "--seed", "3"], &folder);
    assert!(found.iter().any(|event| event["event"] == "ended"), "the game ends");
}
