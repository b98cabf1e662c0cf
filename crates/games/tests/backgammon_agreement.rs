//! Two implementations of backgammon, written apart from the same rules, find the same turns.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use crate::second;

use std::collections::HashSet;

use games::backgammon::{BAR, Backgammon, OFF, Position, ROLLS, Side};
use rules::cpu::Portable;
use rules::{Random, Rules, Seat, Status, perft};
use second::backgammon::{self as other, State};

/// Our position in the terms of the second implementation: X moves from 0 to 23, the bar and the tray apart.
fn translate(position: &Position) -> State {
    let own = |seat, number: usize| u32::from(position.checkers(seat, number as u8));
    let mut state = other::start();
    for (point, checkers) in state.points.iter_mut().enumerate() {
        // X's own count of point p is 24 - p, O's is p + 1.
        *checkers = own(Seat::FIRST, 24 - point) as i32 - own(Seat::SECOND, point + 1) as i32;
    }
    state.bar = [own(Seat::FIRST, BAR.into()), own(Seat::SECOND, BAR.into())];
    state.off = [own(Seat::FIRST, OFF.into()), own(Seat::SECOND, OFF.into())];
    state.x_to_move = position.turn() == Seat::FIRST;
    state
}

/// The comparable parts of a board.
fn board(state: &State) -> ([i32; 24], [u32; 2], [u32; 2], bool) {
    (state.points, state.bar, state.off, state.x_to_move)
}

/// Compares the turns of one roll.
fn assert_same_turns(game: &Backgammon, position: &Position, context: &str) {
    let dice = position.dice().unwrap();
    let mut plays = Vec::new();
    game.legal_moves(position, &mut plays);
    let ours: Vec<_> = plays
        .iter()
        .map(|&play| {
            let mut next = *position;
            game.play(&mut next, play);
            // After the last checker no side is to move; the second implementation passes the turn all the same.
            let mut state = translate(&next);
            state.x_to_move = position.turn() != Seat::FIRST;
            board(&state)
        })
        .collect();
    let set: HashSet<_> = ours.iter().copied().collect();
    assert_eq!(set.len(), ours.len(), "{context}: an end position comes twice");
    let rolled = dice.to_string().into_bytes();
    let theirs: HashSet<_> =
        other::turns(&translate(position), rolled[0] - b'0', rolled[1] - b'0').iter().map(board).collect();
    assert_eq!(set, theirs, "{context}: {position:?}");
}

#[test]
fn both_find_the_same_turns_in_random_games() {
    let game = Backgammon::new();
    let mut random = Random::new(20);
    let (mut positions, mut wins) = (0, [0; 4]);
    for round in 0..60 {
        let mut position = game.start();
        loop {
            match game.status(&position) {
                Status::Over(outcome) => {
                    let winner = outcome.winner().unwrap();
                    let points = outcome.points(winner);
                    let mut state = translate(&position);
                    state.x_to_move = !state.x_to_move;
                    assert_eq!(other::result(&state), Some((winner == Seat::FIRST, points as u8)));
                    wins[points as usize] += 1;
                    break;
                }
                Status::Chance => {
                    let roll = random.pick_weighted(game.rolls(&position)).unwrap();
                    game.apply_roll(&mut position, roll);
                }
                Status::Turn(_) => {
                    assert_same_turns(&game, &position, &format!("game {round}"));
                    positions += 1;
                    let mut plays = Vec::new();
                    game.legal_moves(&position, &mut plays);
                    let play = *random.pick(&plays).unwrap();
                    game.play(&mut position, play);
                }
            }
        }
    }
    assert!(positions > 4_000 && wins[1] > 0 && wins[2] > 0, "{positions} positions, wins {wins:?}");
}

/// Boards that no game would bring about: blots, blocks, bars, and few checkers near home.
#[test]
fn both_find_the_same_turns_on_scattered_boards() {
    let game = Backgammon::new();
    let mut random = Random::new(21);
    let mut positions = 0;
    for _ in 0..6_000 {
        let mut sides: [Side; 2] = [[0; 26]; 2];
        let reach = [7, 13, 25][random.below(3) as usize];
        for side in 0..2 {
            for _ in 0..=random.below(6) {
                let number = 1 + random.below(reach) as usize;
                if number == 25 || sides[1 - side][25 - number] == 0 {
                    sides[side][number] += 1;
                }
            }
        }
        let roll = random.pick_weighted(&ROLLS).unwrap();
        let turn = Seat::new(random.below(2) as u8);
        if let Ok(position) = Position::new(sides, turn, Some(roll)) {
            assert_same_turns(&game, &position, "scattered");
            positions += 1;
        }
    }
    assert!(positions > 4_000, "only {positions} boards could be");
}

#[test]
fn both_count_the_same_trees() {
    let game = Backgammon::new();
    for (depth, expected) in [(1, 447), (2, 202_782)] {
        assert_eq!(perft(Portable, &game, &game.start(), depth), expected);
        assert_eq!(other::perft(&other::start(), depth), expected);
    }
}
