//! `takhteh xboard` as an engine, `exec:xboard:` as its client, and what holds for all external programs.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rules::Random;
use serde_json::Value;

use crate::engine_session::Session;
use crate::program::{command, json_in, new_folder, program, takhteh};

fn start() -> Session {
    let mut session = Session::start(&["xboard"]);
    session.send("xboard\nprotover 2");
    let lines = session.until("feature");
    assert_eq!(lines, ["feature done=0"]);
    let mut features = Vec::new();
    while features.last().is_none_or(|line| line != "feature done=1") {
        features.extend(session.until("feature"));
    }
    for expected in [
        "ping=1",
        "setboard=1",
        "usermove=1",
        "variants=\"normal,",
        "knightmate",
        "analyze=1",
        "myname=\"Takhteh",
    ] {
        assert!(features.iter().any(|line| line.contains(expected)), "{expected}: {features:?}");
    }
    session.send("accepted done\nnew\nlevel 40 5 0\npost\nhard");
    session
}

/// Waits for the answer to a ping; returns the lines before it.
fn settle(session: &mut Session, number: u32) -> Vec<String> {
    session.send(&format!("ping {number}"));
    let mut lines = session.until("pong");
    assert_eq!(lines.pop(), Some(format!("pong {number}")));
    lines
}

#[test]
fn a_game_is_played() {
    let mut session = start();
    session.send("sd 3\nusermove e2e4");
    let lines = session.until("move");
    let thinking: Vec<&str> = lines[lines.len() - 2].split_whitespace().collect();
    assert!(thinking.len() > 4 && thinking[..4].iter().all(|word| word.parse::<i64>().is_ok()), "{lines:?}");
    // Two moves back: White is to move again, and the engine waits.
    session.send("remove\nforce\nusermove f2f3\nusermove e7e5\nusermove g2g4");
    assert_eq!(settle(&mut session, 1), Vec::<String>::new());
    session.send("nopost\ngo");
    assert_eq!(session.until("0-1"), ["move d8h4", "0-1 {checkmate}"]);
    session.send("new\nforce\nusermove e2e5");
    assert!(session.until("Illegal").last().unwrap().ends_with(": e2e5"));
    session.send("setboard nonsense");
    assert!(session.until("tellusererror").last().unwrap().contains("Illegal position"));
    session.send("setboard k7/8/1K6/8/8/8/7R/8 w - - 0 1\nst 1\ngo");
    assert_eq!(session.until("1-0"), ["move h2h8", "1-0 {checkmate}"]);
    session.send("new\nforce\nusermove e2e4\nhint");
    assert!(session.until("Hint:").len() == 1);
    session.send("edit\nundo\nundo");
    assert!(session.until("Error").last().unwrap().contains("not supported: edit"));
    assert!(session.until("Error").last().unwrap().contains("there is no move to take back"));
    // The engine takes the other side: it moves after White has.
    session.send("new\nsd 2\nplayother\nforce\nusermove d2d4\nplayother\nusermove d7d5");
    session.until("move");
    session.send("quit");
    assert!(session.child.wait().unwrap().success());
}

#[test]
fn searches_end_at_once() {
    let mut session = start();
    session.send("level 0 600 0\ntime 6000000\notim 6000000\nusermove e2e4");
    std::thread::sleep(Duration::from_millis(50));
    let begun = Instant::now();
    session.send("?");
    session.until("move");
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    // A ping is answered after the move that is due.
    session.send("st 1\nsd 4\nusermove d2d4\nping 7");
    let lines = session.until("pong");
    assert!(lines[lines.len() - 2].starts_with("move "), "{lines:?}");
    // Clocks are kept.
    session.send("force\nlevel 0 0:10 0\ntime 30\notim 30");
    let begun = Instant::now();
    session.send("go");
    session.until("move");
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    // Analysis follows the moves, until it is left.
    session.send("force\nanalyze");
    let is_thinking = |session: &Session| session.lines.recv_timeout(Duration::from_secs(20)).is_ok();
    assert!(is_thinking(&session));
    session.send("usermove a2a3\nundo\nexit");
    settle(&mut session, 9);
    std::thread::sleep(Duration::from_millis(30));
    assert!(session.lines.try_recv().is_err(), "the analysis has ended");
}

#[test]
fn armies_are_announced() {
    let mut session = start();
    session.send("variant griffon");
    let lines = settle(&mut session, 1);
    assert!(lines[0].starts_with("setup (PNBRQ") && lines[0].contains("8x8+0_fairy rnbqkbnr/"), "{lines:?}");
    assert!(lines.contains(&"piece N& NN".to_owned()) && lines.contains(&"piece P& fmWifmnDfceF".to_owned()));
    session.send("force\nnopost\nsd 1\nusermove b1d5\nusermove a7a6\ngo");
    session.until("move");
    session.send("new\nvariant nonsense");
    assert!(session.until("Error").last().unwrap().contains("nonsense"));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/src/chess/armies/amazon.toml");
    session.send(&format!("option Army File={}", file.display()));
    assert!(session.until("setup").last().unwrap().starts_with("setup ("));
}

#[test]
fn garbage_changes_nothing() {
    let mut session = start();
    let mut random = Random::new(9);
    let words = [
        "new",
        "variant",
        "knightmate",
        "force",
        "go",
        "playother",
        "level",
        "40",
        "5",
        "0",
        "st",
        "1",
        "sd",
        "2",
        "time",
        "otim",
        "-7",
        "?",
        "ping",
        "draw",
        "result",
        "1-0",
        "setboard",
        "8/8/8/8/8/8/8/8 w",
        "edit",
        "hint",
        "undo",
        "remove",
        "hard",
        "post",
        "analyze",
        "exit",
        ".",
        "usermove",
        "e2e4",
        "e7e5",
        "O-O",
        "\u{0}",
        "é",
        "99999999999999999999",
        "protover",
        "rejected",
        "nps",
        "cores",
        "exclude",
        "{",
        "1/2-1/2",
    ];
    session.send("st 1\nsd 1");
    for _ in 0..1000 {
        let length = random.below(4) + 1;
        let line: Vec<&str> = (0..length).map(|_| *random.pick(&words).unwrap()).collect();
        session.send(&line.join(" "));
    }
    session.send("exit\nforce\n?");
    session.send("new\nst 1\nsd 1\nusermove e2e4\nping 4711");
    loop {
        let lines = session.until("pong");
        if lines.last().unwrap() == "pong 4711" {
            assert!(lines.iter().any(|line| line.starts_with("move ")), "{lines:?}");
            return;
        }
    }
}

fn timeless(mut result: Value) -> Value {
    for key in ["a", "b", "thinking", "threads", "seconds", "played_before"] {
        assert!(result.as_object_mut().unwrap().remove(key).is_some(), "{key}");
    }
    result
}

#[test]
fn the_protocol_does_not_change_the_games() {
    let folder = new_folder("xboard/same");
    let play = |a: &str, b: &str, army: &str| {
        let resigns = if b == "strong" { "hash=4" } else { "Resign=0" };
        let options = [
            "--games",
            "4",
            "--seed",
            "4",
            "--depth",
            "2",
            "--openings",
            "4",
            "--army",
            army,
            "--option-b",
            resigns,
        ];
        timeless(json_in(&[&["match", "chess", a, b][..], &options].concat(), &folder))
    };
    let there = format!("exec:xboard:'{}' xboard --engine strong", program().display());
    for army in ["ordinary", "knightmate"] {
        let (by_protocol, here) = (play("strong", &there, army), play("strong", "strong", army));
        assert_eq!(by_protocol, here, "{army}");
    }
    let othello = takhteh(&["match", "othello", &there, "random", "--games", "2"], &folder);
    assert!(
        String::from_utf8_lossy(&othello.stderr).contains("cannot play othello by xboard: expected chess")
    );
}

#[test]
fn clocks_options_and_logs_reach_external_programs() {
    let folder = new_folder("xboard/options");
    for (protocol, expected) in
        [("uci", " > go wtime 300 btime 300 winc 10 binc 10"), ("xboard", " > level 0 0:01 0.01")]
    {
        let there = format!("exec:{protocol}:'{}' {protocol}", program().display());
        let log = format!("{protocol}.log");
        let option = if protocol == "uci" { "Hash=8" } else { "memory=8" };
        let arguments = [
            "match",
            "chess",
            &there,
            "random",
            "--games",
            "2",
            "--clock",
            "0.3+0.01",
            "--clock-margin",
            "2000",
            "--max-plies",
            "20",
            "--option-a",
            option,
            "--engine-log",
            &log,
            "--engine-memory",
            "2000",
        ];
        let result = json_in(&arguments, &folder);
        assert_eq!(result["failures"], serde_json::json!({"a": {}, "b": {}}), "{result}");
        let log = std::fs::read_to_string(folder.join(log)).unwrap();
        assert!(log.contains(expected), "{log}");
        assert!(log.lines().all(|line| line.split(' ').next().unwrap().parse::<f64>().is_ok()), "{log}");
        let set = if protocol == "uci" { " > setoption name Hash value 8" } else { " > memory 8" };
        assert!(log.contains(set) && log.contains(" < "), "{log}");
        let unknown = takhteh(&["match", "chess", &there, "random", "--option-a", "Speed=9"], &folder);
        let error = String::from_utf8_lossy(&unknown.stderr).into_owned();
        assert!(!unknown.status.success() && error.contains("has no option \"Speed\""), "{error}");
    }
}

#[test]
fn best_takes_the_past() {
    let folder = new_folder("xboard/best");
    // White is a queen ahead: with the past known it does not repeat.
    let position = ["best", "chess", "--position", "6k1/8/8/8/8/8/8/Q5K1 w - - 0 1", "--depth", "3"];
    let moves = "g1h1 g8f8 h1g1 f8g8";
    let best = json_in(&[&position[..], &["--moves", moves]].concat(), &folder);
    assert_ne!(best["move"], "Kh1", "{best}");
    let there = format!("exec:xboard:'{}' xboard", program().display());
    let external = json_in(
        &[&position[..], &["--moves", moves, "--engine", &there, "--engine-log", "log"]].concat(),
        &folder,
    );
    assert_eq!(external["move"], best["move"]);
    assert!(std::fs::read_to_string(folder.join("log")).unwrap().contains(" > usermove f8g8"));
    let wrong = takhteh(&["best", "chess", "--moves", "e2e4 e2e4"], &folder);
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("cannot play --moves: "));
}

/// Numbers of the processes whose command line contains a text.
fn processes_with(text: &str) -> Vec<u32> {
    let folders =
        std::fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let is_found = |id: &u32| {
        let line = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).replace('\0', " ").contains(text)
    };
    folders.filter_map(|name| name.parse().ok()).filter(is_found).collect()
}

/// "no orphan process, also when we are killed"
#[test]
fn no_program_outlives_a_killed_match() {
    let folder = new_folder("xboard/orphans");
    let mark = format!("orphan-{}", std::process::id());
    let engine = format!("exec:uci:'{}' uci --log {mark}.log", program().display());
    let arguments = ["match", "chess", &engine, &engine, "--games", "2", "--time", "60000", "--threads", "1"];
    let mut child = command(&arguments, &folder).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let (own, match_id) = (format!("uci --log {mark}.log"), child.id());
    let engines = || -> Vec<u32> { processes_with(&own).into_iter().filter(|id| *id != match_id).collect() };
    let begun = Instant::now();
    while engines().len() < 2 {
        assert!(begun.elapsed() < Duration::from_secs(60), "the engines have not started");
        std::thread::sleep(Duration::from_millis(5));
    }
    let running = engines();
    child.kill().unwrap();
    child.wait().unwrap();
    let begun = Instant::now();
    while running.iter().any(|id| processes_with(&own).contains(id)) {
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?} are left", engines());
        std::thread::sleep(Duration::from_millis(5));
    }
}
