//! Scores in a unit that players understand.

use std::fmt;

use crate::evaluator::{WIN, WIN_IN_MAX_PLY};

/// Unit of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Pawns of chess.
    Pawns,
    /// Discs of Othello.
    Discs,
    /// Moves ahead in a race, as in Halma.
    Moves,
    /// Points per game, as in backgammon.
    Points,
    /// Pips of a race.
    Pips,
    /// Expected share of the game, from 0 to 1.
    Share,
    /// The engine's own unit.
    Raw,
}

impl Unit {
    /// Name of the unit, in the plural.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Pawns => "pawns",
            Unit::Discs => "discs",
            Unit::Moves => "moves",
            Unit::Points => "points",
            Unit::Pips => "pips",
            Unit::Share => "share",
            Unit::Raw => "units",
        }
    }

    /// Deficit from which a player would be glad of a draw.
    fn clear_deficit(self) -> f64 {
        match self {
            Unit::Pawns => 1.0,
            Unit::Discs => 4.0,
            Unit::Moves => 3.0,
            Unit::Points => 0.3,
            Unit::Pips => 20.0,
            Unit::Share => 0.15,
            Unit::Raw => f64::INFINITY,
        }
    }
}

/// Value of a position for the seat to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Evaluation {
    /// An estimate.
    Value {
        /// The estimate; positive is good for the seat to move.
        value: f64,
        /// Its unit.
        unit: Unit,
    },
    /// A forced win.
    Win {
        /// Plies to the end.
        plies: u32,
        /// Unit of the game's estimates.
        unit: Unit,
    },
    /// A forced loss.
    Loss {
        /// Plies to the end.
        plies: u32,
        /// Unit of the game's estimates.
        unit: Unit,
    },
}

impl Evaluation {
    /// An even position.
    pub fn even(unit: Unit) -> Evaluation {
        Evaluation::Value { value: 0.0, unit }
    }

    /// Converts a score of the search: `scale` units of the score are one `unit`.
    pub fn from_score(score: f64, scale: f64, unit: Unit) -> Evaluation {
        let plies = |score: f64| (f64::from(WIN) - score.abs()).round().max(0.0) as u32;
        if score > f64::from(WIN_IN_MAX_PLY) {
            Evaluation::Win { plies: plies(score), unit }
        } else if score < -f64::from(WIN_IN_MAX_PLY) {
            Evaluation::Loss { plies: plies(score), unit }
        } else {
            Evaluation::Value { value: score / scale, unit }
        }
    }

    /// The evaluation as a number of its unit; a forced win is infinite.
    pub fn number(self) -> f64 {
        match self {
            Evaluation::Value { value, .. } => value,
            Evaluation::Win { .. } => f64::INFINITY,
            Evaluation::Loss { .. } => f64::NEG_INFINITY,
        }
    }

    /// The same position for the opponent, in a game of two.
    #[must_use]
    pub fn for_opponent(self) -> Evaluation {
        match self {
            Evaluation::Value { value, unit: unit @ Unit::Share } => {
                Evaluation::Value { value: 1.0 - value, unit }
            }
            Evaluation::Value { value, unit } => Evaluation::Value { value: -value, unit },
            Evaluation::Win { plies, unit } => Evaluation::Loss { plies, unit },
            Evaluation::Loss { plies, unit } => Evaluation::Win { plies, unit },
        }
    }

    /// `true` if the seat to move is better, so that a draw would be a loss.
    pub fn is_better(self) -> bool {
        match self {
            Evaluation::Value { value, unit: Unit::Share } => value > 0.5,
            Evaluation::Value { value, .. } => value > 0.0,
            Evaluation::Win { .. } => true,
            Evaluation::Loss { .. } => false,
        }
    }

    /// `true` if the seat to move is clearly worse, so that a draw would be a gain.
    pub fn is_clearly_worse(self) -> bool {
        match self {
            Evaluation::Value { value, unit: Unit::Share } => value < 0.5 - Unit::Share.clear_deficit(),
            Evaluation::Value { value, unit } => value <= -unit.clear_deficit(),
            Evaluation::Win { .. } => false,
            Evaluation::Loss { .. } => true,
        }
    }
}

/// Writes `+1.25 pawns`, `-3 discs`, `mate in 3`, `win in 3 moves`: the text that players read everywhere.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = |plies: u32| plies.div_ceil(2).max(1);
        match *self {
            Evaluation::Value { value, unit: Unit::Share } => write!(f, "{:.0} %", 100.0 * value),
            Evaluation::Value { value, unit } => {
                // Estimates of discs, moves and pips are no better than a whole one.
                let digits = if matches!(unit, Unit::Discs | Unit::Moves | Unit::Pips) { 0 } else { 2 };
                let number = format!("{value:+.digits$}");
                let is_zero = number.bytes().all(|byte| !matches!(byte, b'1'..=b'9'));
                f.write_str(if is_zero { &number[1..] } else { &number })?;
                match unit.name() {
                    "units" => Ok(()),
                    name if number[1..] == *"1" => write!(f, " {}", name.trim_end_matches('s')),
                    name => write!(f, " {name}"),
                }
            }
            Evaluation::Win { plies, unit: Unit::Pawns } => write!(f, "mate in {}", moves(plies)),
            Evaluation::Loss { plies, unit: Unit::Pawns } => write!(f, "mated in {}", moves(plies)),
            Evaluation::Win { plies, .. } => write!(f, "win in {}", counted(moves(plies))),
            Evaluation::Loss { plies, .. } => write!(f, "loss in {}", counted(moves(plies))),
        }
    }
}

/// A number of moves.
fn counted(moves: u32) -> String {
    if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_become_units_and_distances() {
        let pawns = |score| Evaluation::from_score(score, 100.0, Unit::Pawns);
        assert_eq!(pawns(125.0).to_string(), "+1.25 pawns");
        assert_eq!(pawns(-0.4).to_string(), "0.00 pawns");
        assert_eq!(pawns(29_995.0), Evaluation::Win { plies: 5, unit: Unit::Pawns });
        assert_eq!(pawns(29_995.0).to_string(), "mate in 3");
        assert_eq!(pawns(-29_998.0).to_string(), "mated in 1");
        let discs = |score| Evaluation::from_score(score, 1.0, Unit::Discs).to_string();
        assert_eq!([discs(3.4), discs(-1.2), discs(0.3)], ["+3 discs", "-1 disc", "0 discs"]);
        assert_eq!([discs(29_995.0), discs(-29_998.0)], ["win in 3 moves", "loss in 1 move"]);
        assert!(pawns(-100.0).is_clearly_worse() && !pawns(-99.0).is_clearly_worse());
        assert!(pawns(-29_000.5).is_clearly_worse());
        assert_eq!(Evaluation::Value { value: 0.5, unit: Unit::Share }.to_string(), "50 %");
        assert!(pawns(1.0).is_better() && !pawns(0.0).is_better() && !pawns(-29_995.0).is_better());
        assert_eq!(pawns(125.0).for_opponent(), pawns(-125.0));
        assert_eq!(pawns(29_995.0).for_opponent(), Evaluation::Loss { plies: 5, unit: Unit::Pawns });
        let share = |value| Evaluation::Value { value, unit: Unit::Share };
        assert_eq!(share(0.75).for_opponent(), share(0.25));
    }
}
