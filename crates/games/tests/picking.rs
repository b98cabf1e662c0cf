//! Moves entered by picking places.

use games::catalog;
use rules::{Random, Status};
use view::{Diagram, MoveInput, Pick, after_picks, lifted};

/// Every game can be played to its end, or for a while, by picks alone.
#[test]
fn every_game_is_played_by_picks() {
    for info in &catalog::GAMES {
        for preset in info.presets {
            let mut board = catalog::open(info.name, preset.settings).unwrap().start();
            let mut random = Random::new(7);
            for _ in 0..60 {
                match board.status() {
                    Status::Over(_) => break,
                    Status::Chance => {
                        let rolls = board.rolls();
                        board.apply_roll(&random.pick(&rolls).unwrap().0).unwrap();
                    }
                    Status::Turn(_) => {
                        let diagram = board.diagram();
                        let mut input = MoveInput::default();
                        loop {
                            let targets = input.targets(&*board);
                            let place = *random.pick(&targets).unwrap();
                            match input.pick(&*board, &diagram, place) {
                                Pick::Move(mv) => {
                                    board.play(&mv).unwrap();
                                    break;
                                }
                                Pick::Changed => {}
                                Pick::Nowhere => panic!("{}: a target leads nowhere", preset.title),
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn picks_are_taken_back_and_changed() {
    let board = catalog::open("chess", "").unwrap().start();
    let diagram = board.diagram();
    let at = |name: &str| diagram.spots.iter().find(|spot| spot.name == name).unwrap().place;
    let mut input = MoveInput::default();
    assert!(matches!(input.pick(&*board, &diagram, at("e5")), Pick::Nowhere));
    assert!(matches!(input.pick(&*board, &diagram, at("e2")), Pick::Changed));
    assert!(matches!(input.pick(&*board, &diagram, at("d2")), Pick::Changed), "another piece");
    assert_eq!(input.picked(), [at("d2")]);
    assert!(matches!(input.pick(&*board, &diagram, at("d2")), Pick::Changed), "taken back");
    assert!(input.picked().is_empty() && !input.cancel());
    input.pick(&*board, &diagram, at("e2"));
    assert!(matches!(input.pick(&*board, &diagram, at("e4")), Pick::Move(_)));
}

/// Picks of random moves give the stacks of the position after them, wherever the move takes nothing off the board.
#[test]
fn a_step_moves_the_top_piece() {
    let board = catalog::open("backgammon", "opening = white").unwrap().start();
    let mut board = board;
    board.apply_roll("31").unwrap();
    let diagram = board.diagram();
    let at = |name: &str| diagram.spots.iter().find(|spot| spot.name == name).unwrap().place;
    let count = |diagram: &Diagram, name: &str| {
        diagram.spots.iter().find(|spot| spot.name == name).unwrap().stack.len()
    };
    let picked = [at("8"), at("5"), at("6")];
    let after = after_picks(&diagram, &picked);
    assert_eq!([count(&after, "8"), count(&after, "5"), count(&after, "6")], [2, 1, 5]);
    assert_eq!(lifted(&diagram, &picked), Some(at("6")));
    assert_eq!(lifted(&diagram, &picked[..2]), None);
}
