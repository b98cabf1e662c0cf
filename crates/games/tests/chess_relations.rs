//! The relation codes of chess against the second implementation.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use crate::second;

use games::chess::{Army, Chess, HopRule, builtin};
use rules::Random;
use rules::cpu::Portable;
use second::chess::{ordinary::ordinary, random};

/// Compares the codes of every piece on `boards` random boards and on as many positions of random games.
fn agree(army: &Army, random: &mut Random, boards: usize) {
    let chess = Chess::new(army.clone(), Portable).unwrap();
    let start = second::chess::Position::start(army);
    let mut positions: Vec<_> = (0..boards).map(|_| random::position(army, random)).collect();
    positions.extend(random::game(start, random, boards));
    for slow in &positions {
        // Pieces and turn are enough: the codes ignore castling and en passant.
        let fen: Vec<String> = slow.fen().split(' ').take(2).map(str::to_owned).collect();
        let fen = fen.join(" ");
        let fast = chess.read_fen(&fen).unwrap();
        for square in (0..64).filter(|&square| slow.board[square].is_some()) {
            let (found, expected) = (chess.relations(&fast, square as u8), slow.relations(square));
            assert_eq!(found, expected, "{} on square {square}: {fen}", army.name);
        }
    }
}

/// `true` if the codes cover every path of an army.
fn is_plain(army: &Army) -> bool {
    army.kinds.iter().flat_map(|kind| &kind.paths).all(|path| path.hop == HopRule::Plain)
}

#[test]
fn ordinary_chess_agrees() {
    agree(&ordinary(), &mut Random::new(1), 1000);
}

#[test]
fn number_programs_agree() {
    let mut random = Random::new(2);
    for _ in 0..100 {
        agree(&random::number_army(&mut random), &mut random, 20);
    }
}

#[test]
fn builtin_armies_agree() {
    let mut compared = 0;
    for (name, _) in builtin::all() {
        let army = builtin::army(name).unwrap();
        if is_plain(&army) {
            compared += 1;
            agree(&army, &mut Random::new(3), 150);
        }
    }
    assert!(compared > 0);
}

/// `true` if no promoted piece promotes again, so that every position survives writing and reading.
fn promotes_once(army: &Army) -> bool {
    let mut promotions = army.kinds.iter().filter_map(|kind| kind.promotion.as_ref());
    promotions.all(|promotion| promotion.to.iter().all(|&to| army.kinds[to].promotion.is_none()))
}

#[test]
fn armies_of_chance_agree() {
    let mut random = Random::new(4);
    let mut compared = 0;
    while compared < 60 {
        let army = random::army(&mut random);
        if is_plain(&army) && promotes_once(&army) {
            compared += 1;
            agree(&army, &mut random, 20);
        }
    }
}
