//! The fast generator against a plain one.

use std::collections::HashSet;

use rules::{Notation, Random, Seat};

use crate::backgammon::partial_turn::{PartialTurn, legal_plays};
use crate::backgammon::{Backgammon, Dice, Position, ROLLS, Side};

/// The ends of the longest sequences of steps, tried in every order of points and dice.
fn every_order(turn: &PartialTurn, ends: &mut Vec<PartialTurn>) {
    let before = ends.len();
    for (_, next) in turn.steps() {
        every_order(&next, ends);
    }
    if ends.len() == before {
        ends.push(*turn);
    }
}

fn expected(position: &Position) -> HashSet<Position> {
    let mut ends = Vec::new();
    every_order(&PartialTurn::begin(position).unwrap(), &mut ends);
    let longest = ends.iter().map(PartialTurn::played).max().unwrap();
    ends.retain(|end| end.played() == longest);
    let dice = position.dice().unwrap();
    if longest == 1 && !dice.is_double() && ends.iter().any(|end| end.unplayed.larger_is_played()) {
        ends.retain(|end| end.unplayed.larger_is_played());
    }
    ends.iter().map(|end| end.position).collect()
}

/// Checkers placed at random: blots, blocks, bars and bear-offs that no game would bring about.
fn scattered(random: &mut Random, dice: Dice) -> Option<Position> {
    let mut sides: [Side; 2] = [[0; 26]; 2];
    let reach = [7, 13, 25][random.below(3) as usize];
    for side in 0..2 {
        for _ in 0..=random.below(15) {
            let number = 1 + random.below(reach) as usize;
            if number == 25 || sides[1 - side][25 - number] == 0 {
                sides[side][number] += 1;
            }
        }
    }
    Position::new(sides, Seat::new(random.below(2) as u8), Some(dice)).ok()
}

#[test]
fn going_from_high_points_to_low_ones_loses_no_end_position() {
    let mut random = Random::new(3);
    let rounds = std::env::var("ROUNDS").map_or(400, |text| text.parse().unwrap());
    for _ in 0..rounds {
        for &(dice, _) in &ROLLS {
            let Some(position) = scattered(&mut random, dice) else { continue };
            let found = legal_plays(&position);
            let set: HashSet<Position> = found.iter().map(|legal| legal.after).collect();
            let text = Backgammon::new().write_position(&position);
            assert_eq!(set.len(), found.len(), "an end position comes twice in {text}");
            assert_eq!(set, expected(&position), "{text}");
            for legal in found {
                let mut played = position;
                legal.play.steps().iter().for_each(|&step| played.advance(step));
                assert_eq!(played, legal.after, "{:?} in {text}", legal.play);
                let sorted = legal.play.steps().is_sorted_by(|one, two| one.from >= two.from);
                assert!(sorted, "{:?} in {text}", legal.play);
            }
        }
    }
}
