//! `takhteh account`.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Output, Stdio};

use store::example_data;

use super::pty::{PLAIN, Terminal, USUAL};
use super::with_store;
use crate::program::{command, json_in, new_folder};

const PASSWORD: &str = "open sesame 77";

/// Calls `account` with lines on stdin.
fn account(arguments: &[&str], folder: &Path, input: &str) -> Output {
    use std::io::Write;
    let arguments = [&["account"], arguments, &["--data", "."]].concat();
    let mut child = command(&arguments, folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A call that needs no input closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn accounts_work_in_a_pipe() {
    let folder = new_folder("accounts");
    let calls: [(&[&str], String, i32, &str); 14] = [
        (&["logout"], String::new(), 1, "you are not logged in"),
        (&["register", "Laleh"], "short\n".to_owned(), 1, "use at least 8 characters"),
        (&["register", "L"], format!("{PASSWORD}\n"), 1, "use 2 to 24 letters"),
        (&["register", "Laleh"], String::new(), 2, "expected a line on stdin"),
        (&["register", "Laleh"], format!("{PASSWORD}\n"), 0, "Laleh is registered"),
        (&["register", "Babak"], format!("{PASSWORD}\n"), 1, "you are logged in as Laleh"),
        (&["logout"], String::new(), 0, "Laleh is logged out"),
        (&["register", "LALEH"], format!("{PASSWORD}\n"), 1, "this name is taken"),
        (&["login", "Laleh"], "wrong password\n".to_owned(), 1, "the name or the password is wrong"),
        (&["login", "Nobody"], "wrong password\n".to_owned(), 1, "the name or the password is wrong"),
        (&["login", "laleh"], format!("{PASSWORD}\n"), 0, "Laleh is logged in"),
        (&["passwd"], "wrong password\nanother secret\n".to_owned(), 1, "the password is wrong"),
        (&["passwd"], format!("{PASSWORD}\nanother secret\n"), 0, "The password of Laleh is changed"),
        (&["logout"], String::new(), 0, "logged out"),
    ];
    for (arguments, input, code, expected) in calls {
        let output = account(arguments, &folder, &input);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", text(&output));
        assert!(text(&output).contains(expected), "{arguments:?}: {}", text(&output));
    }
    assert_eq!(account(&["login", "Laleh"], &folder, &format!("{PASSWORD}\n")).status.code(), Some(1));
    let output = account(&["login", "Laleh"], &folder, "another secret\n");
    assert!(output.status.success(), "{}", text(&output));
    let session = folder.join("terminal.session");
    assert_eq!(std::fs::metadata(&session).unwrap().permissions().mode() & 0o777, 0o600);
    // Passwords are in no file of the data folder.
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let bytes = std::fs::read(&path).unwrap();
            for password in [PASSWORD, "another secret"] {
                let is_found = bytes.windows(password.len()).any(|window| window == password.as_bytes());
                assert!(!is_found, "{} has a password", path.display());
            }
        }
    }
}

/// Nothing of a typed password appears on the screen, and the terminal echoes again afterwards.
#[test]
fn typed_passwords_are_not_echoed() {
    let folder = new_folder("echo");
    let typed = "Zq7#Xw9!pV";
    let is_echoed = |terminal: &Terminal| {
        let bytes = terminal.bytes();
        // Not even a part of it.
        typed.as_bytes().windows(2).any(|part| bytes.windows(2).any(|shown| shown == part))
    };
    let mut terminal = Terminal::start(&["account", "register", "Laleh"], &folder, USUAL, &PLAIN);
    terminal.wait_for("Password: ").send(&format!("{typed}\r")).wait_for("Password again: ");
    terminal.send(&format!("{typed}\r")).wait_for("Laleh is registered and logged in.");
    assert!(terminal.end().success() && !is_echoed(&terminal));
    let mut terminal = Terminal::start(&["account", "logout"], &folder, USUAL, &PLAIN);
    terminal.wait_for("logged out");
    let mut terminal = Terminal::start(&["account", "login", "Laleh"], &folder, USUAL, &PLAIN);
    terminal.wait_for("Password: ").send("wrong one 1\r").wait_for("the name or the password is wrong");
    assert_eq!(terminal.end().code(), Some(1));
    let mut terminal = Terminal::start(&["account", "login", "Laleh"], &folder, USUAL, &PLAIN);
    terminal.wait_for("Password: ").send(&format!("{typed}\r")).wait_for("Laleh is logged in.");
    assert!(terminal.end().success() && !is_echoed(&terminal));
    let mut terminal = Terminal::start(&["account", "passwd"], &folder, USUAL, &PLAIN);
    terminal.wait_for("Old password: ").send(&format!("{typed}\r")).wait_for("New password: ");
    terminal.send("one thing 11\r").wait_for("New password again: ").send("another 22\r");
    terminal.wait_for("the two passwords differ");
    assert!(!terminal.end().success() && !is_echoed(&terminal));

    // The same in the menu, where the password is a form's field.
    let mut terminal = Terminal::start(&["menu"], &folder, USUAL, &PLAIN);
    terminal.wait_for("You play as Laleh").send("\x1b[A\x1b[A\r").wait_for("Laleh is logged out.");
    terminal.wait_for("Log in").send("\x1b[A\x1b[A\x1b[A").wait_for("▸ Log in").send("\r").wait_for("Name");
    terminal.send(&format!("Laleh\t{typed}")).wait_for("********");
    assert!(!is_echoed(&terminal));
    terminal.send("\r").wait_for("Welcome back, Laleh.");
    terminal.send("q");
    assert!(terminal.end().success() && !is_echoed(&terminal));
}

/// The statistics of the example data, which were computed by hand.
#[test]
fn statistics_follow_the_source() {
    let folder = new_folder("statistics");
    with_store(&folder, async |store| example_data::store(store).await.unwrap());
    let [best, ..] = example_data::PLAYERS;
    let login = account(&["login", best], &folder, &format!("{}\n", example_data::PASSWORD));
    assert!(login.status.success(), "{}", text(&login));
    for expected in example_data::EXPECTED {
        let mut arguments = vec!["account", "stats", "--data", "."];
        arguments.extend(expected.game.iter().flat_map(|game| ["--game", game]));
        let found = json_in(&arguments, &folder);
        let [wins, draws, losses] = expected.totals;
        assert_eq!(found["game"].as_str(), expected.game);
        assert_eq!(found["games"], expected.games, "{expected:?}");
        assert_eq!(
            [&found["wins"], &found["draws"], &found["losses"]],
            [wins, draws, losses],
            "{expected:?}"
        );
        assert_eq!(found["best"], serde_json::json!(expected.best), "{expected:?}");
        assert_eq!(found["weakest"], serde_json::json!(expected.weakest), "{expected:?}");
    }
    let own = &json_in(&["account", "stats", "--data", "."], &folder)["own"];
    assert_eq!((&own["name"], &own["registered"]), (&best.into(), &true.into()));
    for (game, [wins, draws, losses]) in example_data::OWN {
        let of_game = own["by_game"].as_array().unwrap().iter().find(|entry| entry["game"] == game);
        let found = of_game.unwrap_or(own);
        assert_eq!([&found["wins"], &found["draws"], &found["losses"]], [wins, draws, losses], "{game}");
        assert_eq!(found["games"], wins + draws + losses);
    }
    let shown = text(&account(&["stats"], &folder, ""));
    assert!(shown.contains("Best player     Anahita (5 wins, 1 draw, 3 losses)"), "{shown}");
    assert!(shown.contains("Weakest player  Babak (4 wins, 1 draw, 5 losses)"), "{shown}");
}
