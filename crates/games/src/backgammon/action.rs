//! Moves of a match, and rolls.

use rules::{InputError, Seat};

use super::dice::{Dice, ROLLS};
use super::play::Play;
use super::position::Position;

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

/// A roll: the opening roll of a game or the roll of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Roll {
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

impl Roll {
    /// The dice to play.
    pub fn dice(self) -> Option<Dice> {
        match self {
            Roll::Opening { white, black } => Dice::new(white, black),
            Roll::Turn(dice) => Some(dice),
        }
    }

    /// The board after this roll: the higher die of an opening roll starts, with both dice.
    pub(super) fn applied_to(self, board: Position) -> Position {
        let turn = match self {
            Roll::Opening { white, black } if white > black => Seat::FIRST,
            Roll::Opening { .. } => Seat::SECOND,
            Roll::Turn(_) => board.turn(),
        };
        board.with_turn(turn, self.dice())
    }

    /// Both dice as `53`; an opening roll as White's die and Black's, `5-3`.
    pub(super) fn write(self) -> String {
        match self {
            Roll::Opening { white, black } => format!("{white}-{black}"),
            Roll::Turn(dice) => dice.to_string(),
        }
    }

    /// Reads an opening roll such as `5-3`.
    pub(super) fn read_opening(text: &str) -> Result<Roll, InputError> {
        let mut rolls = OPENING_ROLLS.iter().map(|&(roll, _)| roll);
        rolls.find(|roll| roll.write() == text).ok_or_else(|| {
            InputError::unexpected(text, "White's die and Black's, two different ones, such as \"5-3\"")
        })
    }
}

/// The opening rolls; equal dice are rolled again, so they are left out.
pub(super) static OPENING_ROLLS: [(Roll, u32); 30] = openings();

const fn openings() -> [(Roll, u32); 30] {
    let mut rolls = [(Roll::Opening { white: 1, black: 2 }, 1); 30];
    let (mut index, mut pair) = (0, 0);
    while pair < 36 {
        let (white, black) = (pair / 6 + 1, pair % 6 + 1);
        if white != black {
            rolls[index] = (Roll::Opening { white, black }, 1);
            index += 1;
        }
        pair += 1;
    }
    rolls
}

/// The rolls of a turn.
pub(super) static TURN_ROLLS: [(Roll, u32); 21] = turn_rolls();

const fn turn_rolls() -> [(Roll, u32); 21] {
    let mut rolls = [(Roll::Opening { white: 1, black: 2 }, 0); 21];
    let mut index = 0;
    while index < rolls.len() {
        rolls[index] = (Roll::Turn(ROLLS[index].0), ROLLS[index].1);
        index += 1;
    }
    rolls
}
