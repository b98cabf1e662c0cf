//! Whole games other than chess, by the keys of the device alone.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]

use device::panel::{Panel, PanelState};
use device::{Device, Game, Key, Message, Screen};
use device_home::TableGame;
use rules::Random;
use table::{Millis, record, verify};

fn press(game: &mut TableGame, keys: &str) {
    for key in keys.chars() {
        game.key(Key::of(key).unwrap(), Millis(0)).unwrap();
    }
}

/// Brings the cursor to a cell and picks it.
fn pick(game: &mut TableGame, cell: u8) {
    let (columns, _) = game.device().game().grid();
    while game.device().cursor() / columns != cell / columns {
        press(game, "8");
    }
    while game.device().cursor() != cell {
        press(game, "6");
    }
    press(game, "5");
}

/// A device that has begun a game of the menu.
fn begun(game: Game, colour_key: &str, seed: u64) -> TableGame {
    let mut table_game = TableGame::new(Device::new(), "Player", seed);
    let steps = Game::ALL.iter().position(|&other| other == game).unwrap();
    press(&mut table_game, &format!("58{colour_key}8{}5", "6".repeat(steps)));
    assert_eq!((table_game.device().screen(), table_game.device().game()), (Screen::Panel, game));
    table_game
}

fn opponent_plays(table_game: &mut TableGame, random: &mut Random) {
    let board = table_game.table().unwrap().board();
    let mv = board.read_move(&board.random_move(random).unwrap()).unwrap();
    table_game.opponent_plays(&mv, Millis(0)).unwrap();
}

fn targets(panel: &Panel) -> Vec<u8> {
    (0..64).filter(|&cell| panel.cells[usize::from(cell)].is_target()).collect()
}

/// Plays to the end, both sides at random; returns the state.
fn play(table_game: &mut TableGame, random: &mut Random) -> PanelState {
    for _ in 0..3000 {
        if table_game.device().is_over() {
            assert!(matches!(table_game.device().screen(), Screen::Result { .. }));
            return table_game.device().panel().state;
        }
        if table_game.device().awaits_opponent() {
            opponent_plays(table_game, random);
            continue;
        }
        let panel = table_game.device().panel().clone();
        let cells = match panel.game() {
            // The puzzle does not show where a queen may stand.
            Game::Queens => (0..64).collect(),
            _ => targets(&panel),
        };
        match random.pick(&cells) {
            Some(&cell) => pick(table_game, cell),
            None => press(table_game, "#"),
        }
        // Sometimes the power fails in the middle of a move.
        if random.below(40) == 0 {
            table_game.lose_power(Millis(0)).unwrap();
        }
    }
    panic!("the game does not end: {}", table_game.table().unwrap().board().position());
}

#[test]
fn every_game_is_played_to_its_end_by_keys() {
    let mut random = Random::new(3);
    for (game, count) in [(Game::Othello, 20), (Game::Queens, 20), (Game::Halma, 4), (Game::Backgammon, 12)] {
        let mut ends = Vec::new();
        for seed in 0..count {
            let mut table_game = begun(game, if seed % 2 == 0 { "" } else { "6" }, seed);
            ends.push(play(&mut table_game, &mut random));
            let table = table_game.table().unwrap();
            let read = record::read(&record::write(table.events())).unwrap();
            let rules = games::catalog::open_rules(&table.game().rules_text()).unwrap();
            let replayed = verify::replay_record(rules, &read).unwrap();
            assert_eq!(replayed.board().position(), table.board().position());
        }
        if matches!(game, Game::Othello | Game::Backgammon) {
            let both = ends.contains(&PanelState::Won) && ends.contains(&PanelState::Lost);
            assert!(both, "{game:?}: {ends:?}");
        }
    }
}

#[test]
fn cells_that_lead_nowhere_are_refused() {
    let mut othello = begun(Game::Othello, "6", 1);
    let free = targets(othello.device().panel());
    assert_eq!(free.len(), 4, "Black begins with four moves");
    pick(&mut othello, 0);
    assert_eq!(othello.device().message(), Some(Message::NotThere));
    assert!(othello.table().unwrap().moves().next().is_none());
    press(&mut othello, "0");
    assert_eq!(othello.device().message(), Some(Message::Score));
    assert_eq!(othello.device().panel().text(), "you 2 other 2");
    press(&mut othello, "A");
    assert_eq!(othello.device().screen(), Screen::Menu { row: 0 });
    press(&mut othello, "A");
    assert_eq!(othello.device().screen(), Screen::Panel);
}

/// A checker is lifted, put back with the erase key, and moved; the panel shows the board after each pick.
#[test]
fn a_move_of_backgammon_is_entered_step_by_step() {
    let mut game = begun(Game::Backgammon, "", 1);
    while game.device().awaits_opponent() {
        opponent_plays(&mut game, &mut Random::new(1));
    }
    let start = game.device().panel().clone();
    assert!(start.dice.iter().all(|die| (1..=6).contains(die)) && start.text().starts_with("pips"));
    let from = targets(&start)[0];
    pick(&mut game, from);
    let lifted = game.device().panel().clone();
    assert!(lifted.cells[usize::from(from)].is_picked() && lifted != start);
    press(&mut game, "*");
    assert_eq!(*game.device().panel(), start);
    pick(&mut game, from);
    let to = targets(game.device().panel())[0];
    pick(&mut game, to);
    let moved = game.device().panel();
    assert_ne!(moved.cells[usize::from(from)].pieces(), start.cells[usize::from(from)].pieces());
}
