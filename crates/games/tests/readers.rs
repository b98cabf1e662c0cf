//! Whatever text comes in, a reader answers with a value or a sentence, and never panics.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use games::catalog;
use proptest::prelude::*;
use rules::{Random, Status};
use view::DynPosition;

/// Games and settings that differ in what their readers see.
const GAMES: &[(&str, &str)] = &[
    ("chess", ""),
    ("chess", "army = cannon"),
    ("othello", ""),
    ("tictactoe", ""),
    ("queens", "size = 6"),
    ("halma", "Size = 6 * 6\nBeads-order = 1 2\nLeave-camp-value = 20"),
    ("halma", "Size = 6 * 6\nPlayer_num = 4\nBeads-order = 1 2"),
    ("backgammon", ""),
    ("backgammon", "length = 3"),
];

/// A position after `moves` random moves.
fn wander(game: &str, settings: &str, moves: u32, seed: u64) -> Box<dyn DynPosition> {
    let mut board = catalog::open(game, settings).unwrap().start();
    let mut random = Random::new(seed);
    for _ in 0..moves {
        match board.status() {
            Status::Turn(_) => {
                let text = board.random_move(&mut random).unwrap();
                board.play_text(&text).unwrap();
            }
            Status::Chance => {
                let rolls: Vec<(usize, u32)> =
                    board.rolls().iter().enumerate().map(|(index, (_, weight))| (index, *weight)).collect();
                let index = random.pick_weighted(&rolls).unwrap();
                let text = board.rolls()[index].0.clone();
                board.apply_roll(&text).unwrap();
            }
            Status::Over(_) => break,
        }
    }
    board
}

/// A text with some of its characters changed, dropped or doubled.
fn damaged(text: &str, edits: &[(usize, u8, char)]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for &(at, kind, new) in edits {
        if characters.is_empty() {
            break;
        }
        let at = at % characters.len();
        match kind % 4 {
            0 => characters[at] = new,
            1 => drop(characters.remove(at)),
            2 => characters.insert(at, new),
            _ => characters.truncate(at),
        }
    }
    characters.into_iter().collect()
}

fn edits() -> impl Strategy<Value = Vec<(usize, u8, char)>> {
    let near = prop_oneof![any::<char>(), proptest::char::range(' ', '~'), proptest::char::range('0', '9')];
    proptest::collection::vec((any::<usize>(), any::<u8>(), near), 1..4)
}

/// Calls every method of a position, so that an accepted bad position shows itself.
fn use_board(board: &dyn DynPosition) {
    let status = board.status();
    let moves = board.moves();
    assert_eq!(matches!(status, Status::Turn(_)), !moves.is_empty());
    for text in moves.iter().take(20) {
        board.duplicate().play_text(text).unwrap();
    }
    for (text, _) in board.rolls().iter().take(3) {
        board.duplicate().apply_roll(text).unwrap();
    }
    board.diagram();
    board.key();
    board.touch(&[]);
}

fn sentence(error: &rules::InputError) {
    let text = error.to_string();
    assert!(text.len() > 10 && text.len() < 600, "{text}");
    assert!(!text.contains('\n'), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_answered(text in ".{0,80}", which in 0..GAMES.len()) {
        let (name, settings) = GAMES[which];
        let game = catalog::open(name, settings).unwrap();
        let mut board = game.start();
        if let Err(error) = game.read_position(&text) {
            sentence(&error);
        }
        if let Err(error) = board.play_text(&text) {
            sentence(&error);
        }
        if let Err(error) = board.apply_roll(&text) {
            sentence(&error);
        }
    }

    #[test]
    fn damaged_positions_are_refused_or_playable(
        which in 0..GAMES.len(), moves in 0u32..120, seed in any::<u64>(), edits in edits(),
    ) {
        let (name, settings) = GAMES[which];
        let game = catalog::open(name, settings).unwrap();
        let text = damaged(&wander(name, settings, moves, seed).position(), &edits);
        match game.read_position(&text) {
            Ok(board) => {
                use_board(&*board);
                let again = game.read_position(&board.position()).unwrap();
                prop_assert_eq!(again.position(), board.position(), "from {}", text);
            }
            Err(error) => sentence(&error),
        }
    }

    #[test]
    fn damaged_moves_are_refused_or_legal(
        which in 0..GAMES.len(), moves in 0u32..60, seed in any::<u64>(), edits in edits(),
    ) {
        let (name, settings) = GAMES[which];
        let board = wander(name, settings, moves, seed);
        if let Some(text) = board.random_move(&mut Random::new(seed)) {
            match board.duplicate().play_text(&damaged(&text, &edits)) {
                Ok(played) => prop_assert!(board.moves().contains(&played.text)),
                Err(error) => sentence(&error),
            }
        }
    }

    #[test]
    fn any_settings_are_answered(which in 0..GAMES.len(), text in "[A-Za-z_ =0-9*{}\n.-]{0,80}", edits in edits()) {
        let (name, settings) = GAMES[which];
        for settings in [text.clone(), damaged(settings, &edits)] {
            match catalog::open(name, &settings) {
                Ok(game) => use_board(&*game.start()),
                Err(error) => sentence(&error),
            }
        }
        let rules = catalog::open(name, settings).unwrap().rules_text();
        if let Err(error) = catalog::open_rules(&damaged(&rules, &edits)) {
            sentence(&error);
        }
    }
}
