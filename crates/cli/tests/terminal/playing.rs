//! Games in the terminal: started, saved, continued, finished, killed.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use games::engines;
use rules::Seat;
use search::SearchLimits;
use table::Table;

use super::pty::{PLAIN, Terminal, USUAL};
use super::{register, stored_table, unfinished};
use crate::program::{json_in, new_folder};

const DOWN: &str = "\x1b[B";
const LEFT: &str = "\x1b[D";
const RIGHT: &str = "\x1b[C";

/// A small board for four, on which a game ends soon.
const CONFIGURATION: &str = "confi.cfg {
    Size = 6 * 6
    Player_num = 4
    Leave-camp-value = 160
    Beads-order = 1 2
}
";

/// A player that searches a little.
struct ScriptedPlayer {
    folder: std::path::PathBuf,
    id: String,
}

impl ScriptedPlayer {
    fn new(folder: &Path, id: &str) -> ScriptedPlayer {
        ScriptedPlayer { folder: folder.to_owned(), id: id.to_owned() }
    }

    /// The table once a person is to move, or the game is over.
    fn turn(&self) -> Table {
        let start = Instant::now();
        loop {
            let table = stored_table(&self.folder, &self.id);
            if table.outcome().is_some() || table.turn().is_some_and(|seat| seat.number() <= 2) {
                return table;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "no turn");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn best_move(&self, table: &Table) -> String {
        let engine = "strong:level=2".parse().unwrap();
        let mut engine = engines::open_rules(&table.game().rules_text(), Some(&engine)).unwrap();
        engine.new_game(table.moves().len() as u64);
        let past = &table.keys()[..table.keys().len() - 1];
        let stop = AtomicBool::new(false);
        let found = engine.search(table.board(), past, &SearchLimits::until(&stop), &[], &mut |_| {});
        table.board().write_move(&found.unwrap().unwrap().best).unwrap()
    }

    /// Types `count` moves; `true` if the game is over.
    fn play(&self, terminal: &mut Terminal, count: usize) -> bool {
        for _ in 0..count {
            let table = self.turn();
            if table.outcome().is_some() {
                return true;
            }
            let (events, mv) = (table.events().len(), self.best_move(&table));
            terminal.send("m").wait_for("Type a move").send(&format!("{mv}\r"));
            let start = Instant::now();
            while stored_table(&self.folder, &self.id).events().len() == events {
                assert!(
                    start.elapsed() < Duration::from_secs(20),
                    "{mv} is not played:\n{}",
                    terminal.text()
                );
                std::thread::sleep(Duration::from_millis(10));
            }
        }
        self.turn().outcome().is_some()
    }
}

/// Halma for four with two people and two computers: started from the menu, saved, continued, and finished.
#[test]
fn a_game_for_four_is_saved_continued_and_finished() {
    let folder = new_folder("halma-four");
    register(&folder, "Laleh");
    std::fs::write(folder.join("confi.cfg"), CONFIGURATION).unwrap();
    let menu = || Terminal::start(&["menu", "--pace", "0"], &folder, USUAL, &PLAIN);
    let mut terminal = menu();
    terminal.wait_for("▸ New game").send("\r").wait_for("Clock");
    terminal.send(RIGHT).send(RIGHT).wait_for("Halma").wait_for("from confi.cfg").wait_for("3 of 4 players");
    terminal.send(DOWN).send(DOWN).send(LEFT).wait_for("2 of 4 players").send("\r").wait_for("resign");
    let id = unfinished(&folder).pop().unwrap();
    let player = ScriptedPlayer::new(&folder, &id);
    player.play(&mut terminal, 3);

    // Saved, back to the menu, and out.
    terminal.send("s").wait_for(&format!("Saved as {id}"));
    terminal.send("b").wait_for("Your game is saved.").wait_for("Continue a saved game (1)");
    terminal.send("q");
    assert!(terminal.end().success());

    // Continued from the menu, and quit in the middle of the game.
    let mut terminal = menu();
    terminal.wait_for("Continue a saved game (1)").send(DOWN).send("\r").wait_for("Halma: Laleh");
    terminal.send("\r").wait_for("resign");
    player.play(&mut terminal, 3);
    terminal.send("q");
    assert!(terminal.end().success());
    terminal.wait_for(&format!("takhteh record continue {id}"));

    // Continued by its id, and finished.
    let mut terminal = Terminal::start(&["record", "continue", &id, "--pace", "0"], &folder, USUAL, &PLAIN);
    terminal.wait_for("resign");
    assert!(player.play(&mut terminal, 400), "the game does not end");
    terminal.wait_for("place 1").wait_for("back to the menu");
    let table = stored_table(&folder, &id);
    let outcome = table.outcome().unwrap();
    let places: Vec<u8> = Seat::all(4).map(|seat| outcome.place(seat)).collect();
    terminal.send("\r").wait_for("Continue a saved game (none)").send("q");
    assert!(terminal.end().success());

    // Only the one who is logged in counts.
    let own = &json_in(&["account", "stats", "--data", "."], &folder)["own"];
    assert_eq!((&own["games"], &own["wins"]), (&1.into(), &u32::from(places[0] == 1).into()));
    let shown = json_in(&["record", "show", &id, "--data", "."], &folder);
    assert_eq!(shown["players"].as_array().unwrap().len(), 4);
    let counted: Vec<bool> = shown["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|player| player["counted"].as_bool().unwrap())
        .collect();
    assert_eq!(counted, [true, false, false, false]);
}

/// Moves that the screen has shown are on disk when the program is killed.
#[test]
fn a_killed_program_loses_no_shown_move() {
    let folder = new_folder("killed");
    let mut terminal =
        Terminal::start(&["play", "othello", "--seat", "2=random", "--pace", "0"], &folder, USUAL, &PLAIN);
    terminal.wait_for("No moves yet");
    let id = unfinished(&folder).pop().unwrap();
    let mut shown = String::new();
    for round in 0..5 {
        let table = stored_table(&folder, &id);
        let moves = table.board().moves();
        let mv = moves.first().unwrap().clone();
        terminal.send("m").wait_for("Type a move").send(&format!("{mv}\r"));
        // The program is killed as soon as it shows the move, without a wait for the computer's answer.
        shown = terminal.wait_until(&mv, |screen| {
            screen.lines().any(|line| line.contains(&format!("{} {mv}", round + 1)))
        });
        if round < 4 {
            let start = Instant::now();
            while stored_table(&folder, &id).turn() != Some(Seat::FIRST) {
                assert!(start.elapsed() < Duration::from_secs(20));
            }
        }
    }
    terminal.kill();
    let stored: Vec<String> =
        stored_table(&folder, &id).moves().map(|(_, played)| played.text.clone()).collect();
    assert!(stored.len() >= 9, "{stored:?}");
    for (index, mv) in stored.iter().enumerate().take(9) {
        assert!(shown.contains(mv.as_str()), "move {index}, {mv}, is not shown:\n{shown}");
    }
    let mut terminal = Terminal::start(&["record", "continue", &id, "--pace", "0"], &folder, USUAL, &PLAIN);
    terminal.wait_for(&format!("5 {}", stored[8])).send("q");
    assert!(terminal.end().success());
}

/// Keys are answered while an engine thinks, and undo stops it.
#[test]
fn keys_are_answered_while_an_engine_thinks() {
    let folder = new_folder("thinking");
    let arguments = ["play", "chess", "--seat", "1=human", "--seat", "2=strong:level=8", "--pace", "0"];
    let mut terminal = Terminal::start(&arguments, &folder, USUAL, &PLAIN);
    terminal.wait_for("No moves yet").send("m").wait_for("Type a move").send("e4\r").wait_for("Thinking");
    let start = Instant::now();
    terminal.send("?").wait_for("take the last move back");
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    terminal.send("?").send("u").wait_for("No moves yet");
    terminal.send("r").wait_for("Enter resigns").send("\r").wait_for("Black wins");
    terminal.send("q").wait_for("takhteh record show");
    assert!(terminal.end().success());
}

/// Backgammon is played with dice and buttons, promotion asks for the piece, and a friend answers an offer.
#[test]
fn dice_buttons_promotions_and_offers_work() {
    let folder = new_folder("choices");
    let start = |arguments: &[&str]| {
        let arguments = [&["play"], arguments, &["--pace", "0", "--seed", "3"]].concat();
        Terminal::start(&arguments, &folder, USUAL, &PLAIN)
    };
    let mut terminal = start(&["backgammon", "--set", "length=3", "--seat", "2=human"]);
    terminal.wait_for("to play");
    for _ in 0..8 {
        if !terminal.settled().contains("1 roll") {
            terminal.send("\t\r");
        }
    }
    // After the first turn the other player may roll or double.
    terminal
        .wait_for("1 roll")
        .wait_for("2 double")
        .send("2")
        .wait_for("1 take")
        .send("1")
        .wait_for("cube 2");
    terminal.send("q");
    assert!(terminal.end().success());

    let position = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let mut terminal = start(&["chess", "--seat", "2=human", "--position", position]);
    terminal.wait_for("No moves yet").send("m").wait_for("Type a move").send("Kd1\r").wait_for("Kd1");
    terminal.send("m").wait_for("Type a move").send("Kf7\r").wait_for("Kf7");
    // The cursor goes to the pawn and to its target by Tab: both are the first that can be picked.
    terminal.send("\t\r\t\r").wait_for("1 queen").wait_for("4 knight").send("2").wait_for("a8=R");
    terminal.send("d").wait_for("do you accept?").send("n").wait_for("declines");
    terminal.send("m").wait_for("Type a move").send("Kg7\r").wait_for("Kg7");
    terminal.send("d").wait_for("do you accept?").send("y").wait_for("by agreement");
    terminal.send("q");
    assert!(terminal.end().success());
}
