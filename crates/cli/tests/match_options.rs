//! Options of `takhteh match`: sequential tests, openings, limits and clocks of each side.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::matches::timeless;
use crate::program::{json_in, new_folder, takhteh};

/// A new empty folder for one test.
fn folder(name: &str) -> PathBuf {
    new_folder(&format!("match_options/{name}"))
}

fn json(arguments: &[&str]) -> Value {
    json_in(arguments, Path::new("."))
}

fn text(arguments: &[&str]) -> String {
    let output = takhteh(arguments, Path::new("."));
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A decided test ends the match, on any number of threads at the same pair, and a journal continues it.
#[test]
fn a_sequential_test_ends_the_match() {
    let folder = folder("sprt");
    let game = ["match", "othello", "strong:level=3", "random", "--sprt", "0", "50", "--seed", "3"];
    let with = |threads| json(&[&game[..], &["--threads", threads]].concat());
    let (result, other) = (with("1"), with("2"));
    let sprt = &result["sprt"];
    assert_eq!(
        (&sprt["accepted"], &sprt["model"], &sprt["elo1"]),
        (&"H1".into(), &"logistic".into(), &50.0.into())
    );
    assert!(sprt["llr"].as_f64().unwrap() >= sprt["upper"].as_f64().unwrap(), "{sprt}");
    assert!((sprt["upper"].as_f64().unwrap() - 19.0f64.ln()).abs() < 1e-12);
    assert_eq!((&result["interrupted"], &other["sprt"]), (&false.into(), sprt));
    assert!(result["games"].as_u64().unwrap() < 1000, "{result}");

    let lost = ["match", "othello", "random", "strong:level=3", "--sprt", "-10", "10", "--alpha", "0.1"];
    let text = text(&lost);
    assert!(
        text.contains("SPRT of logistic Elo -10 against +10: H0 accepted (at most -10), LLR -"),
        "{text}"
    );
    assert!(text.contains("(-2.89, 2.25)"), "{text}");

    // Two even engines are not told apart in ten games; the journal then holds all games.
    let even = ["match", "tictactoe", "random", "random", "--games", "10", "--sprt", "0", "5"];
    let arguments = [&even[..], &["--journal", "journal"]].concat();
    let first = json_in(&arguments, &folder);
    assert_eq!((&first["sprt"]["accepted"], &first["sprt"]["pairs"]), (&Value::Null, &5.into()));
    assert_eq!(timeless(json_in(&arguments, &folder)), timeless(first));
    // A match that was decided is not continued.
    let arguments = [&game[..], &["--journal", "decided", "--threads", "1"]].concat();
    let first = json_in(&arguments, &folder);
    let again = json_in(&arguments, &folder);
    assert_eq!(again["played_before"], first["games"]);
    assert_eq!(timeless(again), timeless(first));
}

/// Openings of a file: EPD, FEN and PGN, in order or by the seed, both games of a pair alike.
#[test]
fn openings_come_from_files() {
    let folder = folder("openings");
    std::fs::write(
        folder.join("book.epd"),
        "# two positions\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5; id \"x\";\n\n\
         rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n",
    )
    .unwrap();
    std::fs::write(
        folder.join("book.pgn"),
        "[Event \"a\"]\n\n1. e4 e5 {open} 2. Nf3 (2. f4) Nc6 1-0\n\n[Event \"b\"]\n\n1. d4 d5 2. c4 *\n",
    )
    .unwrap();
    let game = ["match", "chess", "random", "random", "--games", "8", "--max-plies", "12"];
    let records = |name: &str, options: &[&str]| {
        let arguments = [&game[..], options, &["--records", name]].concat();
        let result = json_in(&arguments, &folder);
        let pgn = |number: u32| {
            let record = format!("{name}/game-{number}.record");
            let exported = takhteh(&["record", "export", &record], &folder);
            String::from_utf8(exported.stdout).unwrap()
        };
        (result, (1..=8).map(pgn).collect::<Vec<_>>())
    };
    let (result, games) = records("epd", &["--openings", "book.epd"]);
    assert!(result["opening_list"].as_str().unwrap().ends_with(", 2 in order"), "{result}");
    for (index, game) in games.iter().enumerate() {
        let start = if index / 2 % 2 == 0 { "4P3" } else { "3P4" };
        assert!(game.contains("[SetUp \"1\"]") && game.contains(start), "{index}: {game}");
    }
    let (_, games) = records("pgn", &["--openings", "book.pgn"]);
    assert!(games[0].contains("1. e4 e5 2. Nf3 Nc6 3.") && games[1].contains("1. e4 e5 2. Nf3 Nc6 3."));
    assert!(games[2].contains("1. d4 d5 2. c4 ") && !games[2].contains("SetUp"), "{}", games[2]);
    let (_, games) = records("short", &["--openings", "book.pgn", "--opening-plies", "1"]);
    assert!(games[0].contains("1. e4 ") && games[2].contains("1. d4 "));
    let (random, _) = records("random", &["--openings", "book.epd", "--opening-order", "random"]);
    assert!(random["opening_list"].as_str().unwrap().ends_with("in random order"), "{random}");
    for (text, words) in [
        ("rnbqkbnr/8 w - - 0 1\n", "book, line 1: "),
        ("[Event \"x\"]\n\n1. e4 e6 2. Ke3\n", "book, line 3, column 13: "),
        ("\n", "there is no opening"),
        ("1. f3 e5 2. g4 Qh4#\n", "the moves finish the game"),
    ] {
        std::fs::write(folder.join("book"), text).unwrap();
        let output = takhteh(&[&game[..], &["--openings", "book"]].concat(), &folder);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && error.contains(words), "{text:?}: {error}");
    }
    let output = takhteh(&[&game[..], &["--openings", "no-such-file"]].concat(), &folder);
    assert!(String::from_utf8_lossy(&output.stderr).contains("expected a number of random moves or a file"));
}

#[test]
fn unbalanced_openings_are_discarded() {
    let folder = folder("balanced");
    let game = ["match", "chess", "random", "random", "--games", "12", "--openings", "8", "--max-plies", "9"];
    let play = |name: &str, options: &[&str]| {
        json_in(&[&game[..], options, &["--records", name]].concat(), &folder);
        let evaluation = |number: u32| {
            let record = format!("{name}/game-{number:02}.record");
            let exported = takhteh(&["record", "export", &record], &folder);
            let pgn = String::from_utf8(exported.stdout).unwrap();
            let moves = pgn.lines().last().unwrap().split_whitespace();
            let moves: Vec<&str> =
                moves.filter(|word| !word.ends_with('.') && *word != "*").take(8).collect();
            let best = json(&["best", "chess", "--moves", &moves.join(" "), "--nodes", "5000"]);
            (moves.join(" "), best["score"].as_f64().map(f64::abs))
        };
        (1..=6).map(|pair| evaluation(2 * pair)).collect::<Vec<_>>()
    };
    let balanced = play("balanced", &["--balanced", "40"]);
    assert!(balanced.iter().all(|(_, score)| score.is_some_and(|score| score <= 0.4)), "{balanced:?}");
    assert_eq!(play("again", &["--balanced", "40", "--threads", "1"]), balanced);
    let any = play("any", &[]);
    assert!(any.iter().any(|(_, score)| score.is_none_or(|score| score > 0.4)), "{any:?}");
    let impossible = ["match", "tictactoe", "random", "random", "--balanced", "1", "--openings", "7"];
    let output = takhteh(&impossible, &folder);
    assert!(output.status.success() || String::from_utf8_lossy(&output.stderr).contains("expected"));
}

#[test]
fn sides_have_limits_clocks_and_options_of_their_own() {
    let folder = folder("sides");
    let game = ["match", "othello", "strong:level=8", "strong:level=8", "--games", "4", "--openings", "30"];
    let result =
        json(&[&game[..], &["--nodes", "200", "--nodes-a", "3000", "--option-b", "hash=2"]].concat());
    assert_eq!(result["limit"], "A 3000 nodes, B 200 nodes");
    assert_eq!(result["b"], "strong:level=8 [hash=2]");
    assert!(result["thinking"]["a"]["mean_ms"].as_f64() > result["thinking"]["b"]["mean_ms"].as_f64());
    let result = json(&[&game[..], &["--clock", "1+0.01", "--clock-margin", "500"]].concat());
    assert_eq!(result["limit"], "clock 1+0.01 s, margin 500 ms");
    assert_eq!(result["failures"], serde_json::json!({"a": {}, "b": {}}), "{result}");
    // An engine by UCI that thinks for a second after its flag has fallen.
    let there = format!("exec:json:sh -c 'while read -r line; do sleep 1; done' {}", folder.display());
    let late =
        json(&["match", "othello", "random", &there, "--games", "2", "--clock", "0.05", "--threads", "2"]);
    assert_eq!(late["failures"]["b"]["late"], 2, "{late}");
    for (arguments, words) in [
        (&["--clock", "0"][..], "expected seconds"),
        (&["--clock", "1+x"], "expected seconds"),
        (&["--clock", "1", "--time", "5"], "cannot be used with"),
        (&["--clock-margin", "5"], "--clock"),
        (&["--option-a", "hash"], "expected NAME=VALUE"),
        (&["--option-a", "speed=9"], "speed"),
        (&["--nodes-a", "0"], "--nodes-a"),
    ] {
        let output = takhteh(&[&game[..], arguments].concat(), &folder);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && error.contains(words), "{arguments:?}: {error}");
    }
}
