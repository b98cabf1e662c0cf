//! Screens kept as text in `golden/terminal`. `KEEP=1` writes them anew.

use std::path::{Path, PathBuf};

use store::example_data;

use super::pty::{PLAIN, Terminal, USUAL};
use super::{register, with_store};
use crate::program::{new_folder, program};

const ASCII: [(&str, &str); 3] = [("LC_ALL", "C"), ("NO_COLOR", "1"), ("TERM", "xterm")];
pub(super) const COLOURS: [(&str, &str); 3] =
    [("LC_ALL", "C.UTF-8"), ("COLORTERM", "truecolor"), ("TERM", "xterm-256color")];

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/terminal").join(format!("{name}.txt"))
}

/// The screen with all clocks at the same time.
fn without_times(screen: &str) -> String {
    let letters: Vec<char> = screen.chars().collect();
    let is_digit = |index: usize| letters.get(index).is_some_and(char::is_ascii_digit);
    let is_time = |colon: usize| {
        letters.get(colon) == Some(&':')
            && colon > 0
            && (colon - 1..=colon + 2).all(|at| at == colon || is_digit(at))
    };
    let is_masked = |index: usize| (index.saturating_sub(2)..=index + 1).any(is_time) && is_digit(index);
    letters.iter().enumerate().map(|(index, letter)| if is_masked(index) { '0' } else { *letter }).collect()
}

/// Compares a screen with the one that is kept.
fn check(name: &str, terminal: &Terminal) {
    let (file, screen) = (golden(name), without_times(&terminal.settled()));
    if std::env::var_os("KEEP").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, &screen).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(screen, kept, "{name} has changed; KEEP=1 keeps it");
}

#[test]
fn screens_of_the_menu_are_as_kept() {
    let folder = new_folder("screens-menu");
    with_store(&folder, async |store| example_data::store(store).await.unwrap());
    let mut terminal = Terminal::start(&["menu"], &folder, USUAL, &PLAIN);
    terminal.wait_for("You play as Guest");
    check("menu-guest", &terminal);
    terminal.send("\x1b[B\x1b[B\r").wait_for("Weakest player");
    check("statistics", &terminal);
    terminal.send("\x1b[C\x1b[C\x1b[C").wait_for("Darya (0 wins");
    check("statistics-halma", &terminal);
    terminal.send("\x1b").wait_for("Takhteh · Menu").send("\x1b[B\x1b[B\r").wait_for("Name");
    let password = example_data::PASSWORD;
    terminal.send(&format!("Anahita\r{password}"));
    check("log-in", &terminal);
    terminal.send("\r").wait_for("Welcome back, Anahita.");
    check("menu", &terminal);
    terminal.send("\x1b[B\x1b[B\x1b[B\r").wait_for("All games");
    check("own-statistics", &terminal);
    terminal.send("\x1b").wait_for("Takhteh · Menu").send("\x1b[A\x1b[A\x1b[A\r").wait_for("Standard chess");
    check("new-game", &terminal);
    terminal.send("\x1b[C\x1b[C\x1b[B\x1b[C\x1b[C\x1b[C").wait_for("8 × 8 for four");
    check("new-game-halma", &terminal);
}

#[test]
fn screens_of_games_are_as_kept() {
    let folder = new_folder("screens-games");
    register(&folder, "Laleh");
    let start = |arguments: &[&str], size, env: &[(&str, &str)]| {
        let arguments = [&["play"], arguments, &["--pace", "0", "--seed", "5"]].concat();
        let mut terminal = Terminal::start(&arguments, &folder, size, env);
        terminal.wait_for("hint");
        terminal
    };
    let chess = ["chess", "--seat", "2=human"];
    let mut terminal = start(&chess, USUAL, &PLAIN);
    check("chess", &terminal);
    terminal.send("m").wait_for("Type a move").send("e4\r").wait_for("1 e4");
    check("chess-flipped", &terminal);
    terminal.send("?").wait_for("Keys");
    check("help", &terminal);
    check("chess-compact", &start(&chess, (40, 20), &PLAIN));
    check("chess-wide", &start(&chess, (120, 40), &PLAIN));
    check("chess-ascii", &start(&chess, USUAL, &ASCII));
    check("othello", &start(&["othello", "--seat", "2=human", "--clock", "5m+3s"], USUAL, &PLAIN));
    check("halma-four", &start(&["halma", "--preset", "8x8-four", "--seat", "2=human"], USUAL, &PLAIN));
    check("backgammon", &start(&["backgammon", "--seat", "2=human", "--set", "length=3"], USUAL, &PLAIN));
    check("backgammon-compact", &start(&["backgammon", "--seat", "2=human"], (40, 20), &PLAIN));
    check("queens", &start(&["queens"], USUAL, &PLAIN));
    let mut terminal = start(&["tictactoe", "--seat", "2=human"], USUAL, &PLAIN);
    for mv in ["a1", "b1", "a2", "b2", "a3"] {
        terminal.send("m").wait_for("Type a move").send(&format!("{mv}\r")).wait_for(mv);
    }
    terminal.wait_for("wins");
    check("result", &terminal);
}

/// `NO_COLOR` leaves no colour, and a terminal of all colours gets those of the boards.
#[test]
fn colours_follow_the_environment() {
    let folder = new_folder("screens-colours");
    let bytes = |env: &[(&str, &str)]| {
        let mut terminal = Terminal::start(&["play", "othello"], &folder, USUAL, env);
        terminal.wait_for("No moves yet").send("q");
        terminal.end();
        String::from_utf8_lossy(&terminal.bytes()).into_owned()
    };
    let (plain, coloured) = (bytes(&PLAIN), bytes(&COLOURS));
    assert!(!plain.contains("38;2") && !plain.contains("48;2") && !plain.contains("38;5"), "colours");
    assert!(coloured.contains("48;2;43;106;75"), "the felt is missing");
    let indexed = bytes(&[("LC_ALL", "C.UTF-8"), ("TERM", "xterm-256color")]);
    assert!(indexed.contains("48;5;") && !indexed.contains("48;2;"));
}

/// A click plays a move in Othello, where every move is one place.
#[test]
fn clicks_play_moves() {
    let folder = new_folder("screens-mouse");
    let arguments = ["play", "othello", "--seat", "2=human"];
    let mut terminal = Terminal::start(&arguments, &folder, USUAL, &PLAIN);
    let screen = terminal.wait_for("No moves yet").settled();
    // The first possible move, f5 or another, is marked by a dot.
    let (row, line) = screen.lines().enumerate().find(|(_, line)| line.contains('•')).unwrap();
    let column = line.chars().position(|letter| letter == '•').unwrap();
    terminal.send(&format!("\x1b[<0;{};{}M", column + 1, row + 1));
    terminal.wait_until("a move", |screen| !screen.contains("No moves yet"));
}

/// A pipe still gets the game by lines, and so does a terminal with `--plain`.
#[test]
fn plain_play_is_by_lines() {
    let folder = new_folder("screens-plain");
    let mut terminal =
        Terminal::start(&["play", "othello", "--plain", "--seed", "1"], &folder, USUAL, &PLAIN);
    terminal.wait_for("your move (or help)").send("quit\r").wait_for("The game is left unfinished.");
    assert!(terminal.end().success());
    let menu = std::process::Command::new(program()).arg("menu").stdin(std::process::Stdio::null()).output();
    assert_eq!(menu.unwrap().status.code(), Some(2), "the menu needs a terminal");
}
