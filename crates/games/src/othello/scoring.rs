//! The score of a finished game.

/// The side that squares left empty at the end of the game count for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scoring {
    /// Neither side: the score is the disc difference. The rules of the game count this way.
    #[default]
    Plain,
    /// The winner; a draw stays 0. Tournaments, OBF files and WTHOR count this way, so every score is even.
    EmptiesToWinner,
}

impl Scoring {
    /// The score of a game that ended with this disc difference and number of empty squares.
    #[inline(always)]
    pub fn score(self, difference: i32, empties: u32) -> i32 {
        match self {
            Scoring::Plain => difference,
            Scoring::EmptiesToWinner => difference + difference.signum() * empties as i32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_squares_count_for_the_winner() {
        for (difference, empties, score) in [(4, 2, 6), (-3, 5, -8), (0, 6, 0), (16, 0, 16), (13, 51, 64)] {
            assert_eq!(Scoring::EmptiesToWinner.score(difference, empties), score);
            assert_eq!(Scoring::Plain.score(difference, empties), difference);
        }
    }
}
