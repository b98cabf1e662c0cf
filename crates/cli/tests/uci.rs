//! `takhteh uci` as an engine, and `exec:uci:` as its client.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rules::Random;

use crate::engine_session::Session;
use crate::program::{json_in, new_folder, program, takhteh};

#[test]
fn an_engine_introduces_itself_and_searches() {
    let mut session = Session::start(&["uci"]);
    session.send("uci");
    let lines = session.until("uciok");
    for expected in
        ["id name Takhteh", "id author", "option name Hash", "option name Threads", "option name MultiPV"]
    {
        assert!(lines.iter().any(|line| line.starts_with(expected)), "{expected}: {lines:?}");
    }
    assert!(
        lines.iter().any(|line| line.contains("UCI_Variant") && line.contains(" var knightmate")),
        "{lines:?}"
    );
    session.send("setoption name Hash value 16");
    session.send("setoption name Threads value 2");
    session.send("isready");
    assert_eq!(session.until("readyok"), ["readyok"]);
    let lines = session.think(&["position startpos moves e2e4 e7e5", "go depth 4"]);
    let last = &lines[lines.len() - 2];
    for part in ["info depth 4", " score cp ", " nodes ", " nps ", " time ", " pv "] {
        assert!(last.contains(part), "{part}: {last}");
    }
    // Scholar's mate, and what follows from it: the game is over.
    let position = "position startpos moves e2e4 e7e5 f1c4 b8c6 d1h5 g8f6";
    let lines = session.think(&[position, "go mate 1"]);
    assert!(lines.last().unwrap().starts_with("bestmove h5f7"), "{lines:?}");
    assert!(lines[lines.len() - 2].contains("score mate 1 "), "{lines:?}");
    assert_eq!(session.best(&[&format!("{position} h5f7"), "go depth 3"]), "0000");
}

#[test]
fn searches_are_limited() {
    let mut session = Session::start(&["uci"]);
    assert_eq!(session.best(&["position startpos", "go depth 3 searchmoves a2a3"]), "a2a3");
    session.send("setoption name MultiPV value 3");
    let lines = session.think(&["go depth 3"]);
    for number in 1..=3 {
        let part = format!("depth 3 multipv {number} ");
        assert!(lines.iter().any(|line| line.contains(&part)), "{part}: {lines:?}");
    }
    session.send("setoption name MultiPV value 1");
    let begun = Instant::now();
    session.think(&["go wtime 1000 btime 1000 winc 10 binc 10"]);
    assert!(begun.elapsed() < Duration::from_millis(900), "{:?}", begun.elapsed());
    session.think(&["go wtime -20 btime 1000"]);
    session.think(&["go movetime 20"]);
    session.think(&["go nodes 500"]);
    // The repetition that the moves lead to is known: White is a queen ahead and does not repeat.
    let shuffle = "g1h1 g8f8 h1g1 f8g8 g1h1 g8f8 h1g1 f8g8";
    let position = format!("position fen 6k1/8/8/8/8/8/8/Q5K1 w - - 0 1 moves {shuffle}");
    assert_ne!(session.best(&[&position, "go depth 3"]), "g1h1");
}

#[test]
fn every_search_has_one_best_move() {
    let mut session = Session::start(&["uci"]);
    // Stopped before it begins, while it runs, twice, and without end.
    for commands in [
        &["go infinite", "stop"][..],
        &["go depth 1", "stop", "stop"],
        &["go ponder wtime 1000 btime 1000", "ponderhit"],
        &["go ponder movetime 5", "stop"],
    ] {
        session.think(commands);
        session.send("isready");
        assert_eq!(session.until("readyok"), ["readyok"], "{commands:?}");
    }
    for _ in 0..20 {
        session.send("go infinite");
        std::thread::sleep(Duration::from_millis(10));
        let begun = Instant::now();
        session.think(&["stop"]);
        // 20 milliseconds on an idle machine.
        assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    }
    for _ in 0..5 {
        session.send("go infinite");
    }
    session.send("stop");
    for _ in 0..5 {
        session.until("bestmove");
    }
    // At the end of its input the engine finishes what was asked.
    session.send("go depth 2");
    drop(std::mem::replace(&mut session.input, {
        let mut other = Command::new("true").stdin(Stdio::piped()).spawn().unwrap();
        let input = other.stdin.take().unwrap();
        let _ = other.wait();
        input
    }));
    session.until("bestmove");
    assert!(session.child.wait().unwrap().success());
}

#[test]
fn armies_are_variants() {
    let mut session = Session::start(&["uci"]);
    let best =
        session.best(&["setoption name UCI_Variant value knightmate", "position startpos", "go depth 3"]);
    assert!(best.len() == 4, "{best}");
    session.send("setoption name UCI_Variant value nonsense");
    let lines = session.until("info");
    assert!(lines[0].starts_with("info string"), "{lines:?}");
    // Another army during a search: its move is still told.
    session.think(&["go infinite", "setoption name UCI_Variant value chess", "stop"]);
    assert_eq!(session.best(&["position startpos", "go depth 1 searchmoves e2e4"]), "e2e4");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/src/chess/armies/amazon.toml");
    session.send(&format!("setoption name ArmyFile value {}", file.display()));
    // An amazon moves as a knight, too.
    let best =
        session.best(&["position fen k7/8/8/8/8/8/8/K3Q3 w - - 0 1", "go depth 1 searchmoves e1f3 e1e1"]);
    assert_eq!(best, "e1f3");
    session.send("setoption name ArmyFile value /no/such/file");
    assert!(session.until("info")[0].contains("cannot read"));
}

#[test]
fn garbage_changes_nothing() {
    let count = 1000;
    let mut session = Session::start(&["uci"]);
    let mut random = Random::new(5);
    let words = [
        "go",
        "stop",
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "depth",
        "-1",
        "99999999999999999999",
        "setoption",
        "name",
        "value",
        "Hash",
        "uci",
        "ponderhit",
        "\u{0}",
        "é",
        "isready",
        "ucinewgame",
        "searchmoves",
        "8/8/8/8/8/8/8/8",
        "w",
        "infinite",
        "nodes",
        "1",
        "MultiPV",
        "UCI_Variant",
        "debug",
        "on",
    ];
    for _ in 0..count {
        let length = random.below(6) + 1;
        let line: Vec<&str> = (0..length).map(|_| *random.pick(&words).unwrap()).collect();
        // A hash table of random size is allowed, but takes time.
        if !line.contains(&"Hash") {
            session.send(&line.join(" "));
        }
        session.send("stop");
    }
    session.send("ucinewgame");
    session.send("setoption name UCI_Variant value chess");
    session.send("setoption name MultiPV value 1");
    session.send("isready");
    session.until("readyok");
    session.send("position startpos");
    session.send("go depth 2 searchmoves b1c3");
    while session.until("bestmove").last().unwrap().split(' ').nth(1) != Some("b1c3") {}
}

#[test]
fn the_protocol_does_not_change_the_games() {
    let folder = new_folder("uci/same");
    let play = |a: &str, b: &str| {
        let arguments =
            ["match", "chess", a, b, "--games", "4", "--seed", "4", "--depth", "2", "--openings", "4"];
        let mut result = json_in(&arguments, &folder);
        for key in ["a", "b", "thinking", "threads", "seconds", "played_before"] {
            assert!(result.as_object_mut().unwrap().remove(key).is_some(), "{key}");
        }
        result
    };
    let there = format!("exec:uci:'{}' uci --engine strong", program().display());
    assert_eq!(play("strong", &there), play("strong", "strong"));
    let othello = takhteh(&["match", "othello", &there, "random", "--games", "2"], &folder);
    assert!(String::from_utf8_lossy(&othello.stderr).contains("cannot play othello by uci: expected chess"));
}
