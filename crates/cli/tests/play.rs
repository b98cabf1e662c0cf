//! Games of engines in the terminal: their answers to offers, their claims, and the move limit.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

/// The objects that `play --json` prints.
fn play(arguments: &[&str], input: &str) -> Vec<Value> {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("takhteh"));
    let output = command.args(["play", "--json"]).args(arguments).write_stdin(input).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The first event of this kind.
fn event<'a>(objects: &'a [Value], kind: &str) -> &'a Value {
    objects.iter().find(|object| object["event"] == kind).unwrap_or_else(|| panic!("{kind}: {objects:?}"))
}

/// Engines evaluate the position in which a draw is offered, also before their first move.
#[test]
fn engines_answer_draws_by_the_current_position() {
    let answer = |position: &str| {
        let objects = play(&["chess", "--seat", "2=strong:level=3", "--position", position], "draw\nquit\n");
        event(&objects, "answered")["yes"].as_bool().unwrap()
    };
    assert!(answer("4k3/pppp4/8/8/8/8/8/Q1Q1K3 w - - 0 1"));
    assert!(!answer("start"));
    assert!(!answer("q1q1k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1"));
}

/// Engines accept a partial resignation unless playing on is worth more. The offer has its name.
#[test]
fn engines_answer_partial_resignations_by_the_current_position() {
    let offered = |what: &str, arguments: &[&str]| {
        let arguments = [&["backgammon", "--seat", "2=strong:level=3", "--seed", "3"], arguments].concat();
        let objects = play(&arguments, &format!("resign {what}\nquit\n"));
        let offer = event(&objects, "offered");
        assert_eq!(offer["offer"], "concession");
        (
            offer["resignation"].as_str().unwrap().to_owned(),
            event(&objects, "answered")["yes"].as_bool().unwrap(),
        )
    };
    assert_eq!(offered("single", &[]), ("single game".to_owned(), true));
    assert_eq!(offered("gammon", &[]), ("gammon".to_owned(), true));
    // Black bears off its last checker next turn and wins a gammon.
    let lost = "XGID=------------------O-----a-:0:0:1:31:0:0:0:0:10";
    assert_eq!(offered("single", &["--position", lost]), ("single game".to_owned(), false));
}

/// An engine that is not better claims the draw that the rules allow.
#[test]
fn engines_claim_draws() {
    let position = "4k3/8/8/8/8/8/8/4K2R w - - 99 80";
    let objects = play(&["chess", "--seat", "1=random", "--position", position, "--seed", "1"], "");
    assert_eq!(
        (&event(&objects, "offered")["offer"], &event(&objects, "offered")["seat"]),
        (&"claim".into(), &2.into())
    );
    assert_eq!(event(&objects, "ended")["rule"], "50 moves");
    assert_eq!(objects.iter().filter(|object| object["event"] == "moved").count(), 1);
}

/// A game between engines only ends at the move limit, as a draw that its record can express.
#[test]
fn games_between_engines_end_at_the_move_limit() {
    for (players, answers) in [("2", 1), ("4", 3)] {
        let name = format!("limit-{players}.record");
        let record = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_file(&record);
        let setting = format!("Player_num={players}");
        let arguments =
            ["halma", "--set", &setting, "--seat", "1=random", "--seed", "1", "--max-plies", "20"];
        let objects = play(&[&arguments[..], &["--record", record.to_str().unwrap()]].concat(), "");
        let count = |kind: &str| objects.iter().filter(|object| object["event"] == kind).count();
        assert_eq!((count("moved"), count("answered")), (20, answers));
        assert!(objects.iter().any(|object| object["move_limit"] == 20));
        let end = event(&objects, "ended");
        assert_eq!(end["rule"], "agreement");
        assert!(end["places"].as_array().unwrap().iter().all(|place| *place == 1), "{end}");
        let mut verify = Command::new(assert_cmd::cargo::cargo_bin!("takhteh"));
        assert!(verify.args(["record", "verify"]).arg(&record).output().unwrap().status.success());
    }
    // Backgammon has no draws: the game is left unfinished.
    let objects = play(&["backgammon", "--seat", "1=random", "--seed", "1", "--max-plies", "20"], "");
    assert_eq!(objects.last().unwrap()["move_limit"], 20);
    // A human in the game is not limited.
    let objects = play(&["othello", "--max-plies", "1", "--seed", "1"], "f5\nquit\n");
    assert!(objects.iter().all(|object| object.get("move_limit").is_none()));
    assert_eq!(objects.iter().filter(|object| object["event"] == "moved").count(), 2);
}
