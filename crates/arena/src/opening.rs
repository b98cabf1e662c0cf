//! Openings by random moves.

use std::any::TypeId;
use std::convert::Infallible;
use std::time::Duration;

use rules::{InputError, Random, Rules};
use search::RandomPlayer;
use table::Secret;

use crate::course::{Course, Next};

/// Random moves before the sides take over, if nothing else is agreed on.
const USUAL: u32 = 6;
/// An opening may take no more than one in so many moves of a game.
const SHARE: u32 = 8;
/// Games by which the length of a game is judged.
const SAMPLE: u32 = 16;
/// How often an opening is drawn again before it is given up.
const ATTEMPTS: u64 = 1000;

/// How many random moves a game usually begins with: none where dice see to it that no two games are alike, else six,
/// but not more than an eighth of a random game. So a game as short as tic-tac-toe is not decided before it begins.
pub fn usual_openings<R: Rules>(rules: &R) -> u32 {
    if TypeId::of::<R::Roll>() != TypeId::of::<Infallible>() {
        return 0;
    }
    let mut player = RandomPlayer::new(1);
    let mut moves = Vec::new();
    // Whether a game is long or very long makes no difference.
    let enough = u64::from(2 * USUAL * SHARE);
    let made: u64 =
        (0..SAMPLE).map(|_| player.playout(rules, &mut rules.start(), &mut moves, enough).0).sum();
    USUAL.min((made / u64::from(SAMPLE * SHARE)) as u32)
}

/// The opening of this seed: so many random moves after which the game still goes on.
pub(crate) fn draw<R: Rules>(
    rules: &R,
    dice: &Secret,
    plies: u32,
    seed: u64,
    moves: &mut Vec<R::Move>,
) -> Result<Course<R>, InputError> {
    let mut random = Random::new(seed);
    // One that ends the game is drawn again: the stream goes on, so the next one is another.
    (0..ATTEMPTS).find_map(|_| attempt(rules, dice, plies, &mut random, moves)).ok_or_else(|| {
        InputError::new(format!(
            "{plies} random moves at the beginning leave no game to play: expected fewer of them"
        ))
    })
}

fn attempt<R: Rules>(
    rules: &R,
    dice: &Secret,
    plies: u32,
    random: &mut Random,
    moves: &mut Vec<R::Move>,
) -> Option<Course<R>> {
    let mut course = Course::new(rules);
    loop {
        let Next::Turn(_) = course.next(rules, dice, moves) else { return None };
        if course.plies.len() >= plies as usize {
            return Some(course);
        }
        let mv = *random.pick(moves)?;
        course.play(rules, mv, Duration::ZERO);
    }
}
