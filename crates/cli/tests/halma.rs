//! Halma by the command line: a scripted game for each ending, saved games, engines, and the solo race.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

use crate::program::{json_in, new_folder, takhteh};

/// The objects that `play --json` prints, with people on all seats.
fn play(settings: &[&str], position: &str, extra: &[&str], input: &str) -> Vec<Value> {
    let seats = if settings.contains(&"Player_num=4") { 4 } else { 2 };
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("takhteh"));
    command.args(["play", "halma", "--json", "--position", position]);
    for setting in settings {
        command.args(["--set", setting]);
    }
    for seat in 1..=seats {
        command.args(["--seat", &format!("{seat}=human")]);
    }
    let output = command.args(extra).write_stdin(input).output().unwrap();
    assert!(output.status.success(), "{position}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The rule that ended the game and the places.
fn end(objects: &[Value]) -> (String, Vec<u64>) {
    let ended = objects.iter().find(|object| object["event"] == "ended");
    let ended = ended.unwrap_or_else(|| panic!("the game is not over: {objects:?}"));
    let places = ended["places"].as_array().unwrap().iter().map(|place| place.as_u64().unwrap()).collect();
    (ended["rule"].as_str().unwrap().to_owned(), places)
}

/// Two players with three beads each on 6 x 6 squares; the camps are checked after move 11.
const SMALL: [&str; 3] = ["Size=6*6", "Beads-order=1 2", "Leave-camp-value=11"];

#[test]
fn games_end_by_each_rule() {
    let large = ["Size=8*8", "Beads-order=1 2 3 4 5", "Leave-camp-value=90"];
    for (settings, position, input, rule, places) in [
        (&SMALL, "6/6/2bbb1/6/4gg/5g green 0 --", "e5-e6\n", "goal", [1, 2]),
        (&large, "8/8/8/g1g5/gg6/b1g5/ggg5/g1g5 green 10 --", "c7-b6\n", "surrounded", [1, 2]),
        (&SMALL, "6/1ggg2/6/6/5b/3bb1 green 10 --", "c2-c3\n", "camp not left", [1, 2]),
        (&SMALL, "6/1ggg2/6/6/3b2/3bb1 green 20 --", "b2-a2\n", "back in the camp", [2, 1]),
        (&SMALL, "gg4/g5/6/6/5b/4bb green 9 --", "b1-c1\ne6-d6\n", "beads in every camp", [1, 1]),
    ] {
        let objects = play(settings, position, &[], input);
        assert_eq!(end(&objects), (rule.to_owned(), places.to_vec()), "{position}");
    }
}

/// One player who steps to and fro can be claimed against, whatever the other does meanwhile.
#[test]
fn claims_are_accepted_and_refused() {
    let settings = ["Size=6*6", "Beads-order=1 2", "Leave-camp-value=2"];
    let start = "6/1ggg2/6/6/1bbb2/6 green 10 --";
    // Blue never stands as before; green stands on b3 for the third time after its fifth move.
    let moves = "b2-b3\nb5-a5\nb3-b2\na5-a4\nb2-b3\nd5-e5\nb3-b2\ne5-e4\nb2-b3\n";
    let early = play(&settings, start, &[], "b2-b3\nb5-a5\nb3-b2\na5-a4\nb2-b3\nclaim\nquit\n");
    assert!(early.iter().all(|object| object["event"] != "offered"), "twice is not enough");
    let accepted = play(&settings, start, &[], &format!("{moves}claim\nyes\n"));
    assert_eq!(end(&accepted), ("repetition".to_owned(), vec![1, 1]));
    let refused = play(&settings, start, &[], &format!("{moves}claim\nno\nquit\n"));
    let answers: Vec<&Value> = refused.iter().filter(|object| object["event"] == "answered").collect();
    assert_eq!((answers.len(), &answers[0]["yes"]), (1, &Value::Bool(false)));
    assert!(refused.iter().all(|object| object["event"] != "ended"));
}

/// With four, those who lose or win leave the game and the others play on.
#[test]
fn players_are_eliminated_one_by_one() {
    let settings = ["Size=6*6", "Player_num=4", "Beads-order=1 2", "Leave-camp-value=30"];
    let position = "2bb1y/b4y/6/r5/r4g/r1yg1g green 40 ----";
    // Green reaches the goal, yellow goes back into its camp, blue resigns.
    let objects = play(&settings, position, &[], "d6-e6\nf1-e1\nresign\n");
    assert_eq!(end(&objects), ("resignation".to_owned(), vec![1, 4, 3, 2]));
}

/// A game of both engines ends at the goal, and its record verifies.
#[test]
fn a_game_of_engines_is_recorded() {
    let folder = new_folder("halma-engines");
    let seats = ["--seat", "1=strong:level=2", "--seat", "2=greedy", "--seed", "1", "--preset", "8x8"];
    let arguments = [&["play", "halma", "--record", "game.record"], &seats[..]].concat();
    assert!(takhteh(&arguments, &folder).status.success());
    let verified = json_in(&["record", "verify", "game.record"], &folder);
    assert_eq!(
        (&verified["finished"], &verified["rule"]),
        (&Value::Bool(true), &"goal".into()),
        "{verified}"
    );
}

/// The position of a win in two is won, not shuffled.
#[test]
fn a_won_game_is_not_stalled() {
    let position = "bbbb6/bbbb6/bbb7/bbb7/b9/9g/8gg/6gggg/6gggg/6gggg blue 101 --";
    for level in ["1", "3", "5"] {
        let engine = format!("strong:level={level}");
        let seats = [format!("1={engine}"), format!("2={engine}")];
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("takhteh"));
        command.args(["play", "halma", "--json", "--set", "Leave-camp-value=100", "--position", position]);
        for seat in &seats {
            command.args(["--seat", seat]);
        }
        let output = command.args(["--max-plies", "60"]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let objects: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(end(&objects).0, "goal", "level {level}");
    }
}

/// The solo race is printed as a record that verifies and ends at the goal.
#[test]
fn the_solo_race_is_a_record() {
    let folder = new_folder("halma-race");
    let text = "confi.cfg {\n Size = 8 * 8\n Beads-order = 1 2 3\n Leave-camp-value = 20\n}\n";
    std::fs::write(folder.join("small.cfg"), text).unwrap();
    let race = json_in(&["halma", "race", "--config", "small.cfg", "--placements", "2"], &folder);
    let length = race["moves"].as_u64().unwrap();
    assert!((8..=16).contains(&length), "{length} moves");
    std::fs::write(folder.join("race.record"), race["record"].as_str().unwrap()).unwrap();
    let verify = takhteh(&["record", "verify", "race.record"], Path::new(&folder));
    let shown = String::from_utf8_lossy(&verify.stdout).into_owned();
    assert!(verify.status.success() && shown.contains("goal"), "{shown}");
    let error = takhteh(&["halma", "race", "--set", "Jumps=long"], &folder);
    assert!(String::from_utf8_lossy(&error.stderr).contains("super or ordinary"));
}
