//! The chess computer in a pseudo-terminal.

use std::time::{Duration, Instant};

use super::pty::{PLAIN, Terminal, USUAL};
use super::{stored_table, unfinished, with_store};
use crate::device::whole_game;
use crate::program::new_folder;

/// The moves of the only game in a data folder.
fn moves(folder: &std::path::Path, id: &str) -> Vec<String> {
    stored_table(folder, id).moves().map(|(_, played)| played.text.clone()).collect()
}

/// Waits until the game in a data folder has some number of moves.
fn wait_for_moves(folder: &std::path::Path, id: &str, count: usize) {
    let start = Instant::now();
    while moves(folder, id).len() < count {
        assert!(start.elapsed() < Duration::from_secs(60), "{:?}", moves(folder, id));
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The same keys give the same record in the terminal and without a screen, also if the program is killed in mid game.
#[test]
fn a_whole_game_by_keys_is_that_of_the_headless_device() {
    let folder = new_folder("terminal-device");
    let (keys, expected) = whole_game();
    let arguments = ["device", "--engine", "classic:seed=5"];
    let mut terminal = Terminal::start(&arguments, &folder, USUAL, &PLAIN);
    terminal.wait_for("q quit");
    let (begin, keys) = keys.split_at(2);
    terminal.send(begin);
    let start = Instant::now();
    while unfinished(&folder).is_empty() {
        assert!(start.elapsed() < Duration::from_secs(60), "no game:\n{}", terminal.text());
        std::thread::sleep(Duration::from_millis(10));
    }
    let id = unfinished(&folder).remove(0);
    // Each turn has two keys 5: picking up and putting down.
    let (mut turn, mut fives, mut played) = (String::new(), 0, 0);
    for key in keys.chars() {
        turn.push(key);
        fives += usize::from(key == '5');
        if fives == 2 {
            terminal.send(&turn);
            played += 1;
            wait_for_moves(&folder, &id, (2 * played).min(expected.len()));
            (turn, fives) = (String::new(), 0);
            if played == 10 {
                // The state of the last key is stored soon.
                std::thread::sleep(Duration::from_millis(300));
                terminal.kill();
                terminal = Terminal::start(&arguments, &folder, USUAL, &PLAIN);
                terminal.wait_for("q quit");
            }
        }
    }
    assert_eq!(moves(&folder, &id), expected);
    terminal.send("q");
    assert!(terminal.end().success());
    assert!(terminal.text().contains("takhteh record show"), "{}", terminal.text());
    let finished = with_store(&folder, async |store| store.finished_game(&id).await.unwrap());
    assert!(finished.is_some(), "the result is stored");
}

/// Keys are answered while the engine thinks, and an idle device needs no processor time.
#[test]
fn keys_are_answered_while_the_engine_thinks() {
    let folder = new_folder("terminal-device-latency");
    let arguments = ["device", "--engine", "strong:level=8"];
    let mut terminal = Terminal::start(&arguments, &folder, (80, 36), &PLAIN);
    terminal.wait_for("q quit");
    terminal.send("55").wait_for("⣿");
    let idle = terminal.idle_cpu_share();
    println!("idle: {:.2} % of a processor", 100.0 * idle);
    assert!(idle < 0.01, "{idle}");
    terminal.send("5225").wait_for("thinking");
    let mut times: Vec<Duration> = "2468".repeat(10).chars().map(|key| terminal.answer_time(key)).collect();
    times.sort();
    println!("key to picture while the engine thinks: median {:?}, slowest {:?}", times[20], times[39]);
    assert!(times[20] < Duration::from_millis(16), "{times:?}");
    terminal.send("q");
    assert!(terminal.end().success());
}

/// Sizes of the terminal: half blocks, braille, too small.
#[test]
fn the_screen_follows_the_size() {
    let folder = new_folder("terminal-device-size");
    let mut terminal = Terminal::start(&["device"], &folder, (150, 70), &PLAIN);
    terminal.wait_for("q quit").wait_for("█");
    terminal.resize((84, 36)).wait_for("⣿");
    terminal.resize((40, 10)).wait_for("needs 64 columns");
    terminal.resize((150, 70)).wait_for("█");
    terminal.send("q");
    assert!(terminal.end().success());
}
