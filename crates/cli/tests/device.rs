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

/// Keys of a whole game against `classic:seed=5`, and its moves.
pub(crate) fn whole_game() -> (String, Vec<String>) {
    let text = include_str!("../../../golden/device/whole-game.txt");
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let keys = lines.next().unwrap().to_owned();
    (keys, lines.next().unwrap().split(' ').map(str::to_owned).collect())
}

#[test]
fn a_whole_game_by_keys() {
    let folder = new_folder("device-whole-game");
    let (keys, moves) = whole_game();
    let played = json_in(&["device", "--engine", "classic:seed=5", "--script", &keys], &folder);
    assert_eq!(played["moves"], serde_json::json!(moves));
    assert_eq!((&played["result"], &played["screen"]), (&"checkmate".into(), &"result".into()));
}

/// The boards of the other games; `KEEP=1` stores them anew.
#[test]
fn other_games_have_their_boards() {
    let folder = new_folder("device-panels");
    for (name, keys) in [
        ("othello", "5 88 6 5"),
        ("othello-reply", "5 88 6 8 6 5  4 2 2 5"),
        ("queens", "5 88 66 5  5 466 8 5"),
        ("queens-solution", "5 88 66 5 ##"),
        ("halma", "5 88 666 5  88 66 6 5"),
        ("backgammon", "5 88 6666 5"),
        ("menu-games", "5 88 6"),
    ] {
        let output = takhteh(&["device", "--script", keys], &folder);
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        let found = String::from_utf8(output.stdout).unwrap();
        let path =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../golden/device/{name}.txt"));
        if std::env::var_os("KEEP").is_some() {
            std::fs::write(&path, &found).unwrap();
        }
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == expected, "{name} differs from {}:\n{found}", path.display());
    }
}

/// All 92 solutions come one after the other; then the first again.
#[test]
fn the_solutions_of_the_queens_are_browsed() {
    let folder = new_folder("device-queens");
    let picture = |count: usize| {
        let keys = "5 88 66 5".to_owned() + &"#".repeat(count);
        String::from_utf8(takhteh(&["device", "--script", &keys], &folder).stdout).unwrap()
    };
    let pictures: std::collections::HashSet<String> = (1..=92).map(picture).collect();
    assert_eq!(pictures.len(), 92);
    assert_eq!(picture(93), picture(1));
}

/// A loss of power changes nothing, except that an unfinished move is begun anew.
#[test]
fn other_games_survive_a_loss_of_power() {
    let folder = new_folder("device-panel-power");
    // Cells are tried one after the other; what leads nowhere is refused.
    let othello = ("56".repeat(8) + "8").repeat(4) + "*!";
    for (name, keys) in [
        ("othello", "588656!".to_owned() + &othello.repeat(3)),
        // The first roll of this seed is 3 and 2: from the 8-point to the 5-point, and from the 6-point to the 4-point.
        ("backgammon", "58866665! 44 5 6666 5 4 5 66 5 ! 222 !".to_owned()),
    ] {
        let played = json_in(&["device", "--script", &keys.replace('!', "")], &folder);
        assert_eq!(played["game"], name);
        assert!(played["moves"].as_array().unwrap().len() >= 2, "{played}");
        let cut = json_in(&["device", "--script", &keys], &folder);
        assert_eq!(cut["moves"], played["moves"], "{name}");
    }
}
