//! `takhteh record list`, `show` and `continue`.

use serde_json::Value;
use store::{Home, WriteOp};

use super::pty::{PLAIN, Terminal, USUAL};
use super::{register, stored_table, unfinished, with_store};
use crate::program::{json_in, new_folder, takhteh};

#[test]
fn stored_games_are_listed_shown_and_continued() {
    let folder = new_folder("stored");
    register(&folder, "Laleh");
    let list = |arguments: &[&str]| -> Vec<Value> {
        let arguments = [&["record", "list", "--data", ".", "--json"], arguments].concat();
        let output = takhteh(&arguments, &folder);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    assert!(list(&[]).is_empty() && list(&["--unfinished"]).is_empty());
    let arguments = ["play", "tictactoe", "--seat", "2=human", "--name", "2=Babak", "--pace", "0"];
    let mut terminal = Terminal::start(&arguments, &folder, USUAL, &PLAIN);
    terminal.wait_for("No moves yet");
    let id = unfinished(&folder).pop().unwrap();
    assert_eq!(list(&["--unfinished"])[0]["id"], id);

    // A game that is open elsewhere is not opened twice.
    let mut second = Terminal::start(&["record", "continue", &id], &folder, USUAL, &PLAIN);
    second.wait_for("it is open in another terminal");
    assert_eq!(second.end().code(), Some(1));

    for mv in ["a1", "b1", "a2", "b2", "a3"] {
        terminal.send("m").wait_for("Type a move").send(&format!("{mv}\r")).wait_for(mv);
    }
    terminal.wait_for("X wins").send("q");
    assert!(terminal.end().success());

    let games = list(&["--game", "tictactoe", "--result", "win", "--since", "2020-01-01"]);
    assert_eq!(games.len(), 1);
    assert_eq!(games[0]["players"][1]["name"], "Babak");
    assert_eq!(games[0]["moves"], 5);
    for none in
        [&["--game", "chess"][..], &["--result", "loss"], &["--until", "2020-01-01"], &["--unfinished"]]
    {
        assert!(list(none).is_empty(), "{none:?}");
    }
    let shown = takhteh(&["record", "show", &id, "--data", "."], &folder);
    let shown = String::from_utf8(shown.stdout).unwrap();
    for part in ["Laleh: win, place 1", "Babak: loss, place 2", "1. a1  b1  2. a2", "after 5 moves", "X  O"] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    let unknown = takhteh(&["record", "show", "nosuchgame", "--data", "."], &folder);
    assert_eq!(unknown.status.code(), Some(1));
    let over =
        Terminal::start(&["record", "continue", &id], &folder, USUAL, &PLAIN).wait_for("it is over").end();
    assert_eq!(over.code(), Some(1));
    let no_terminal = takhteh(&["record", "continue", &id, "--data", "."], &folder);
    assert_eq!(no_terminal.status.code(), Some(2));
}

/// A game of the browser is continued here while no server runs, and only then.
#[test]
fn a_game_of_the_server_is_continued_while_none_runs() {
    let folder = new_folder("adopted");
    let mut terminal =
        Terminal::start(&["play", "othello", "--seat", "2=random", "--pace", "0"], &folder, USUAL, &PLAIN);
    terminal.wait_for("No moves yet").send("q");
    assert!(terminal.end().success());
    let id = unfinished(&folder).pop().unwrap();
    let home = WriteOp::Home { table: id.clone(), home: Home::Server };
    with_store(&folder, async |store| store.write(vec![home]).await.unwrap());
    assert!(unfinished(&folder).is_empty());
    let lock = store::lock_folder(&folder).unwrap().unwrap();
    let mut terminal = Terminal::start(&["record", "continue", &id], &folder, USUAL, &PLAIN);
    terminal.wait_for("a server is playing it; continue it in the browser");
    assert_eq!(terminal.end().code(), Some(1));
    drop(lock);
    let mut terminal = Terminal::start(&["record", "continue", &id], &folder, USUAL, &PLAIN);
    terminal.wait_for("The game continues.").send("q");
    assert!(terminal.end().success());
    assert_eq!(unfinished(&folder), std::slice::from_ref(&id));
    let row = with_store(&folder, async |store| store.table(&id).await.unwrap().unwrap());
    assert_eq!(row.home, Home::Terminal);
    assert_eq!(stored_table(&folder, &id).moves().len(), 0);
    // Games are private unless their players list them.
    let stranger = new_folder("adopted-stranger");
    assert_eq!(json_in(&["account", "stats", "--data", "."], &stranger)["games"], 0);
}
