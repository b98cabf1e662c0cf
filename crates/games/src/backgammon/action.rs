//! Moves and rolls of a match.

use super::dice::{Dice, ROLLS};
use super::play::Play;

/// A player's move in a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Roll the dice instead of doubling.
    Roll,
    /// Offer to play on for twice the points.
    Double,
    /// Accept a double, and with it the cube.
    Take,
    /// Refuse a double and lose the game for what the cube showed before.
    Drop,
    /// Play the dice.
    Play(Play),
}

/// A roll in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchRoll {
    /// One die from each side, to begin a game.
    Opening {
        /// White's die.
        white: u8,
        /// Black's die, a different number.
        black: u8,
    },
    /// Both dice of the player on turn.
    Turn(Dice),
}

/// The opening rolls; equal dice are rolled again, so they are left out.
pub(super) static OPENING_ROLLS: [(MatchRoll, u32); 30] = openings();

const fn openings() -> [(MatchRoll, u32); 30] {
    let mut rolls = [(MatchRoll::Opening { white: 1, black: 2 }, 1); 30];
    let (mut index, mut pair) = (0, 0);
    while pair < 36 {
        let (white, black) = (pair / 6 + 1, pair % 6 + 1);
        if white != black {
            rolls[index] = (MatchRoll::Opening { white, black }, 1);
            index += 1;
        }
        pair += 1;
    }
    rolls
}

/// The rolls of a turn.
pub(super) static TURN_ROLLS: [(MatchRoll, u32); 21] = turn_rolls();

const fn turn_rolls() -> [(MatchRoll, u32); 21] {
    let mut rolls = [(MatchRoll::Opening { white: 1, black: 2 }, 0); 21];
    let mut index = 0;
    while index < rolls.len() {
        rolls[index] = (MatchRoll::Turn(ROLLS[index].0), ROLLS[index].1);
        index += 1;
    }
    rolls
}
