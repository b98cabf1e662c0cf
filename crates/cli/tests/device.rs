//! The chess computer, without a screen: scripts of keys, pictures, records, armies.

use crate::program::{json_in, new_folder, takhteh};

const QUEEN: &str = "1#2#3#4#5#6#7#64#8#16#24#32#40#48#56#64#9#18#27#36#45#54#63#0#";
const ROOK: &str = "1#2#3#4#5#6#7#64#8#16#24#32#40#48#56#0#";
const BISHOP: &str = "9#18#27#36#45#54#63#0#";

/// Keys that define ordinary chess with another knight.
fn define(knight: &str) -> String {
    format!("5 6 5  1#64#8#64#9#0# {QUEEN} {ROOK} {BISHOP} {knight} 9#24#0#")
}

#[test]
fn a_game_is_played_and_recorded() {
    let folder = new_folder("device-game");
    let keys = "5 5  5 22 5 .  88 44 5 22 5";
    let played = json_in(&["device", "--script", keys, "--record", "game.record"], &folder);
    assert_eq!(played["screen"], "board");
    assert_eq!(played["moves"].as_array().unwrap().len(), 4, "{played}");
    assert_eq!((&played["moves"][0], &played["moves"][2]), (&"e4".into(), &"c4".into()));
    let verified = json_in(&["record", "verify", "game.record"], &folder);
    assert_eq!(verified["verified"], true, "{verified}");
    let exported = json_in(&["record", "export", "game.record"], &folder);
    assert_eq!(exported["format"], "pgn");
    assert!(exported["text"].as_str().unwrap().contains("\n1. e4 "), "{exported}");
    let refused = takhteh(&["record", "export", "game.record", "--to", "ggf"], &folder);
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(2) && message.contains("expected pgn or record"), "{message}");
    // The same keys and seed give the same game, and a loss of power changes nothing.
    let cut: String = keys.chars().flat_map(|key| [key, '!']).collect();
    let again = json_in(&["device", "--script", &cut], &folder);
    assert_eq!(again["moves"], played["moves"]);
    let other = json_in(&["device", "--script", keys, "--engine", "strong:level=1"], &folder);
    assert_eq!(other["moves"].as_array().unwrap().len(), 4);
}

/// An occupied 10 bars 17 in the program `10 17 0`, and not in `10 64 17 0`.
#[test]
fn a_new_knight_is_defined() {
    let folder = new_folder("device-knight");
    for (knight, moves, message) in [("10#17#0#", 0, "Illegal"), ("10#64#17#0#", 2, "")] {
        let keys = define(knight) + "8 66 5  22 4 5";
        let played = json_in(&["device", "--script", &keys, "--save-army", "keyed.toml"], &folder);
        assert_eq!(played["moves"].as_array().unwrap().len(), moves, "{knight}: {played}");
        assert_eq!(played["message"].as_str().unwrap_or(""), message, "{knight}");
        // The army is used everywhere.
        let shown = takhteh(&["chess", "army", "check", "keyed.toml"], &folder);
        assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
        let loaded = json_in(&["device", "--army", "keyed.toml", "--script", "5 5  8 66 5  22 4 5"], &folder);
        assert_eq!(loaded["moves"], played["moves"], "{knight}");
    }
}

#[test]
fn screens_become_pictures() {
    let folder = new_folder("device-pictures");
    let keys = "5 5  5 22 5 . .";
    let arguments =
        ["device", "--script", keys, "--png", "one.png", "--animation", "all.png", "--scale", "2"];
    let output = takhteh(&arguments, &folder);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 64);
    let one = std::fs::read(folder.join("one.png")).unwrap();
    let all = std::fs::read(folder.join("all.png")).unwrap();
    for (file, is_animated) in [(&one, false), (&all, true)] {
        assert!(file.starts_with(b"\x89PNG"));
        assert_eq!(file[16..24], [0, 0, 1, 0, 0, 0, 1, 0], "256 pixels wide and high");
        assert_eq!(file.windows(4).any(|part| part == b"acTL"), is_animated);
    }
}

#[test]
fn errors_name_what_was_expected() {
    let folder = new_folder("device-errors");
    std::fs::write(folder.join("cannon.toml"), "army = cannon\n").unwrap();
    for (arguments, code, part) in [
        (&["device", "--script", "5 x"][..], 2, "character 3: 'x' is no key; expected 0 to 9"),
        (&["device", "--script", "5", "--record", "none"], 1, "no game was begun"),
        (&["device", "--script", "5", "--army", "none.toml"], 2, "none.toml"),
        (&["device", "--script", "5", "--army", "cannon.toml"], 2, "expected"),
        (&["device", "--script", "5 5 5 22 5", "--engine", "none"], 2, "none"),
    ] {
        let output = takhteh(arguments, &folder);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(code) && message.contains(part), "{arguments:?}: {message}");
    }
}
