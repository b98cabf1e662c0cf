//! `takhteh record import`: PGN files as records.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use crate::program::{json_in, new_folder, takhteh};

const FILE: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4! {best by test} e5 (1... c5 $14) 2. Qh5 Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0\n\n\
    [White \"C\"]\n[Black \"D\"]\n[Variant \"Knightmate\"]\n\n1. e4 e5 1/2-1/2\n";

#[test]
fn games_become_records_and_pgn_again() {
    let folder = new_folder("pgn/import");
    std::fs::write(folder.join("games.pgn"), FILE).unwrap();
    let output = takhteh(&["record", "import", "games.pgn", "--records", "records"], &folder);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    assert_eq!(text, "game 1: A - B 1-0, 7 moves\ngame 2: C - D 1/2-1/2, 2 moves\n");
    let verdict = json_in(&["record", "verify", "records/game-1.record"], &folder);
    assert_eq!((&verdict["verified"], &verdict["moves"]), (&true.into(), &7.into()), "{verdict}");
    let pgn = takhteh(&["record", "export", "records/game-2.record"], &folder).stdout;
    let pgn = String::from_utf8(pgn).unwrap();
    assert!(pgn.contains("[Army \"") && pgn.ends_with("\n1. e4 e5 1/2-1/2\n"), "{pgn}");
    std::fs::write(folder.join("again.pgn"), &pgn).unwrap();
    let again = json_in(&["record", "import", "again.pgn"], &folder);
    assert_eq!((&again["white"], &again["result"]), (&"C".into(), &"1/2-1/2".into()), "{again}");
    assert!(again["record"].as_str().unwrap().contains("royal knight"), "{again}");
    let full = takhteh(&["record", "import", "again.pgn", "--records", "records"], &folder);
    assert!(String::from_utf8_lossy(&full.stderr).contains("expected a new or empty folder"));
}

#[test]
fn errors_have_file_line_and_column() {
    let folder = new_folder("pgn/errors");
    std::fs::write(folder.join("games.pgn"), format!("{FILE}\n[White \"E\"]\n\n1. e4 e5\n2. Ke3 *\n"))
        .unwrap();
    let output = takhteh(&["record", "import", "games.pgn"], &folder);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && error.contains("games.pgn, line 16, column 4: "), "{error}");
    let skipped = takhteh(&["record", "import", "games.pgn", "--records", "r", "--skip-invalid"], &folder);
    let error = String::from_utf8(skipped.stderr).unwrap();
    assert!(error.contains("1 of 3 games skipped, the first at line 16, column 4"), "{error}");
    assert_eq!(std::fs::read_dir(folder.join("r")).unwrap().count(), 2);
    std::fs::write(folder.join("open.pgn"), "1. e4 {").unwrap();
    let output = takhteh(&["record", "import", "open.pgn"], &folder);
    assert!(String::from_utf8_lossy(&output.stderr).contains("open.pgn, line 1, column 8: "));
}
