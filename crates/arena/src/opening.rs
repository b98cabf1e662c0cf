//! Openings made of random moves.

use std::any::TypeId;
use std::convert::Infallible;
use std::time::Duration;

use rules::{InputError, Random, Rules};
use search::RandomPlayer;
use table::Secret;

use crate::playthrough::{NextStep, Playthrough};

/// Random moves before the engines take over, in a game of ordinary length.
const DEFAULT_PLIES: u32 = 6;
/// An opening takes at most one in `SHARE` moves of a random game.
const SHARE: u32 = 8;
/// Random games that estimate the length of a game.
const SAMPLE_GAMES: u32 = 16;
/// Attempts to draw an opening that does not end the game.
const MAX_ATTEMPTS: u64 = 1000;

/// Default number of random moves at the start of a game.
///
/// It is 0 in games with dice, where no two games are alike anyway, and 6 elsewhere, but at most an eighth of a random
/// game. A game as short as tic-tac-toe is then not decided by its opening.
pub fn default_opening_plies<R: Rules>(rules: &R) -> u32 {
    if TypeId::of::<R::Roll>() != TypeId::of::<Infallible>() {
        return 0;
    }
    let mut player = RandomPlayer::new(1);
    let mut moves = Vec::new();
    // Playing on beyond this length would not change the result.
    let max_plies = u64::from(2 * DEFAULT_PLIES * SHARE);
    let plies: u64 =
        (0..SAMPLE_GAMES).map(|_| player.playout(rules, &mut rules.start(), &mut moves, max_plies).0).sum();
    DEFAULT_PLIES.min((plies / u64::from(SAMPLE_GAMES * SHARE)) as u32)
}

/// Draws the opening of a seed: `plies` random moves that leave the game unfinished.
pub(crate) fn draw<R: Rules>(
    rules: &R,
    dice: &Secret,
    plies: u32,
    seed: u64,
    moves: &mut Vec<R::Move>,
) -> Result<Playthrough<R>, InputError> {
    let mut random = Random::new(seed);
    // Every attempt continues the same random stream, so a failed one is not repeated.
    (0..MAX_ATTEMPTS).find_map(|_| attempt(rules, dice, plies, &mut random, moves)).ok_or_else(|| {
        InputError::new(format!(
            "cannot start games with {plies} random moves: they finish the game; expected fewer"
        ))
    })
}

fn attempt<R: Rules>(
    rules: &R,
    dice: &Secret,
    plies: u32,
    random: &mut Random,
    moves: &mut Vec<R::Move>,
) -> Option<Playthrough<R>> {
    let mut playthrough = Playthrough::new(rules);
    loop {
        let NextStep::Turn(_) = playthrough.next(rules, dice, moves) else { return None };
        if playthrough.plies.len() >= plies as usize {
            return Some(playthrough);
        }
        let mv = *random.pick(moves)?;
        playthrough.play(rules, mv, Duration::ZERO);
    }
}
