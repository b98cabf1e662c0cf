//! `exec:json:`: the Python example as a local program of every command that takes engines.

use std::path::Path;

use serde_json::Value;

use crate::program::{json_in, new_folder, takhteh};

/// The example bot as an engine.
fn python_bot() -> String {
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/python_bot/bot.py");
    format!("exec:json:'{}' --seed 7", bot.display())
}

#[test]
fn the_python_bot_plays_matches_of_many_games() {
    let folder = new_folder("json-matches");
    let bot = python_bot();
    for arguments in [
        &["othello"][..],
        &["backgammon"],
        &["backgammon", "--set", "length=3"],
        &["chess", "--army", "mao"],
        &["halma", "--set", "Player_num=4", "--set", "Size=8 * 8", "--set", "Beads-order=1 2 3"],
        &["tictactoe"],
    ] {
        let mut call = vec!["match", arguments[0], "random", &bot, "--games", "2", "--threads", "1"];
        call.extend(&arguments[1..]);
        let result = json_in(&call, &folder);
        assert_eq!(result["games"], 2, "{arguments:?}: {result}");
        let failures = result["failures"].as_array().map_or(0, Vec::len);
        assert_eq!(failures, 0, "{arguments:?}: {result}");
    }
}

#[test]
fn the_python_bot_plays_and_advises() {
    let folder = new_folder("json-play");
    let bot = python_bot();
    let best = json_in(&["best", "othello", "--engine", &bot], &folder);
    assert!(["c4", "d3", "e6", "f5"].contains(&best["move"].as_str().unwrap()), "{best}");
    let seats = [format!("1={bot}"), format!("2={bot}")];
    let output = takhteh(&["play", "tictactoe", "--json", "--seat", &seats[0], "--seat", &seats[1]], &folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let events: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(events.iter().any(|event| event["event"] == "ended"), "{text}");
    assert!(!text.contains("forfeit"), "{text}");
}
