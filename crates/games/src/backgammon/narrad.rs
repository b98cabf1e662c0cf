//! Narrad's evaluation: eight weights on each side's checkers.
//!
//! The costs of a side are its pips plus what the weights make of bar, blots, walls and checkers borne off; less is
//! better. Each term is a function of its own, so that another reading of it can be tried.

mod costs;
mod engine;
mod evaluator;
mod search;
mod tuning;

use rules::{InputError, Seat};

pub(super) use costs::BestByCosts;
pub use costs::{Costs, PIP};
pub use engine::{Narrad, choose};
pub use search::{MAX_DEPTH, Search};
pub(super) use tuning::{NarradGames, weight_table};

use super::position::{BAR, HOME, OFF, Position};

/// The eight weights, each under the name its first author gave it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// `COST_ON_BAR`: for each checker on the bar, besides its distance.
    pub on_bar: f64,
    /// `COST_BLOT`: for a point with one checker, while the sides have not passed each other.
    pub blot: f64,
    /// `COST_BLOT_HR`: factor on a blot in the own home, where a checker that was hit comes in.
    pub blot_at_home: f64,
    /// `COST_PRESENCE`: factor on a blot, times the points from which one die hits it.
    pub presence: f64,
    /// `COST_CONNECT`: for each wall that has another beside it.
    pub connected: f64,
    /// `COST_EATEN`: for each checker borne off.
    pub eaten: f64,
    /// `COST_WALL`: for a wall, a point with two or more checkers.
    pub wall: f64,
    /// `COST_WALL_HR`: factor on a wall in the own home.
    pub wall_at_home: f64,
}

impl Weights {
    /// The first guess.
    pub const GUESS: Weights = Weights {
        on_bar: 80.0,
        blot: 20.0,
        blot_at_home: 1.5,
        presence: 2.0,
        connected: -10.0,
        eaten: -10.0,
        wall: -10.0,
        wall_at_home: 3.0,
    };

    /// The weights found after fifty generations.
    pub const EVOLVED: Weights = Weights {
        on_bar: 182.8,
        blot: 7.0,
        blot_at_home: 1.0,
        presence: 4.15,
        connected: -47.8,
        eaten: -78.6,
        wall: -10.0,
        wall_at_home: 5.797,
    };

    /// Names of the weights, in the order of the fields.
    pub const NAMES: [&'static str; 8] = [
        "COST_ON_BAR",
        "COST_BLOT",
        "COST_BLOT_HR",
        "COST_PRESENCE",
        "COST_CONNECT",
        "COST_EATEN",
        "COST_WALL",
        "COST_WALL_HR",
    ];

    /// The weights in the order of [`NAMES`](Weights::NAMES).
    pub fn to_array(self) -> [f64; 8] {
        let Weights { on_bar, blot, blot_at_home, presence, connected, eaten, wall, wall_at_home } = self;
        [on_bar, blot, blot_at_home, presence, connected, eaten, wall, wall_at_home]
    }

    /// Weights in the order of [`NAMES`](Weights::NAMES).
    pub fn from_array(values: [f64; 8]) -> Weights {
        let [on_bar, blot, blot_at_home, presence, connected, eaten, wall, wall_at_home] = values;
        Weights { on_bar, blot, blot_at_home, presence, connected, eaten, wall, wall_at_home }
    }

    /// Reads the option `params` of the engine: `guess`, `evolved`, or the eight weights with `/` between them.
    pub fn read_option(text: &str) -> Result<Weights, InputError> {
        match text {
            "guess" => return Ok(Weights::GUESS),
            "evolved" => return Ok(Weights::EVOLVED),
            _ => {}
        }
        let values: Option<Vec<f64>> = text.split('/').map(|value| value.trim().parse().ok()).collect();
        let values = values.filter(|values| values.iter().all(|value| value.is_finite()));
        let values: [f64; 8] = values.and_then(|values| values.try_into().ok()).ok_or_else(|| {
            InputError::unexpected(text, "guess, evolved, or eight numbers with \"/\" between them")
        })?;
        Ok(Weights::from_array(values))
    }

    /// White's cost minus Black's: positive is bad for White.
    pub fn balance(&self, position: &Position) -> f64 {
        self.cost(position, Seat::FIRST) - self.cost(position, Seat::SECOND)
    }

    /// The cost of a seat's own checkers.
    pub fn cost(&self, position: &Position, seat: Seat) -> f64 {
        f64::from(position.pips(seat))
            + self.on_bar * f64::from(position.bar(seat))
            + self.eaten * f64::from(position.checkers(seat, OFF))
            + (1..BAR).map(|number| self.point(position, seat, number)).sum::<f64>()
    }

    fn point(&self, position: &Position, seat: Seat, number: u8) -> f64 {
        match position.checkers(seat, number) {
            0 => 0.0,
            1 => self.blot(position, seat, number),
            _ => self.wall(position, seat, number),
        }
    }

    /// A checker alone on a point.
    fn blot(&self, position: &Position, seat: Seat, number: u8) -> f64 {
        if !has_conflict(position) {
            return 0.0;
        }
        let at_home = if number <= HOME { self.blot_at_home } else { 1.0 };
        let presence = match hitters(position, seat, number) {
            0 => 1.0,
            points => self.presence * f64::from(points),
        };
        self.blot * at_home * presence
    }

    /// A point that the other cannot enter.
    fn wall(&self, position: &Position, seat: Seat, number: u8) -> f64 {
        let at_home = if number <= HOME { self.wall_at_home } else { 1.0 };
        let is_wall = |number: u8| (1..BAR).contains(&number) && position.checkers(seat, number) >= 2;
        let connected = if is_wall(number - 1) || is_wall(number + 1) { self.connected } else { 0.0 };
        self.wall * at_home + connected
    }
}

/// `true` if a checker of one side still has to pass one of the other.
fn has_conflict(position: &Position) -> bool {
    let rearmost = |seat| (1..=BAR).rev().find(|&number| position.checkers(seat, number) > 0).unwrap_or(OFF);
    rearmost(Seat::FIRST) + rearmost(Seat::SECOND) > BAR
}

/// Number of the opponent's points, the bar included, from which one die hits this point; blocks are ignored.
fn hitters(position: &Position, seat: Seat, number: u8) -> u8 {
    let target = BAR - number;
    (target + 1..=(target + 6).min(BAR)).filter(|&from| position.checkers(seat.other(), from) > 0).count()
        as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backgammon::Side;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found}, expected {expected}");
    }

    fn position(white: &[(usize, u8)], black: &[(usize, u8)]) -> Position {
        let side = |points: &[(usize, u8)]| {
            let mut side: Side = [0; 26];
            points.iter().for_each(|&(number, checkers)| side[number] = checkers);
            side
        };
        Position::new([side(white), side(black)], Seat::FIRST, None).unwrap()
    }

    /// "Check: X's own sum at the start is 107 with `guess` and 79.03 with `evolved`."
    #[test]
    fn start_has_the_cost_of_the_source() {
        let start = Position::start();
        close(Weights::GUESS.cost(&start, Seat::FIRST), 107.0);
        close(Weights::EVOLVED.cost(&start, Seat::FIRST), 79.03);
        close(Weights::GUESS.balance(&start), 0.0);
    }

    /// "(a checker on the bar counts 25)"; "added for each checker on the bar (besides its distance)"; "added for each
    /// checker borne off".
    #[test]
    fn the_bar_and_the_tray() {
        let position = position(&[(25, 1), (6, 2)], &[(24, 2), (1, 3)]);
        // 37 pips, 80 for the bar, a wall at home, 12 off.
        close(Weights::GUESS.cost(&position, Seat::FIRST), 37.0 + 80.0 - 30.0 - 120.0);
    }

    /// "Blot = COST_BLOT x (in own home ? COST_BLOT_HR : 1) x (n > 0 ? COST_PRESENCE x n : 1), n = enemy-held points (or
    /// bar) from which one die (1-6 pips in the enemy's direction) hits it, blocks ignored."
    #[test]
    fn blots() {
        let off = -10.0 * 14.0;
        // White's blot on 3; Black on its bar (25) and on White's 24, which is Black's 1: only the bar hits, from 3 away.
        let hit_from_bar = position(&[(3, 1)], &[(25, 1), (1, 2)]);
        close(Weights::GUESS.cost(&hit_from_bar, Seat::FIRST), 3.0 + off + 20.0 * 1.5 * 2.0);
        // White's blot on 10 is Black's 15; Black on 16 and 21 hits it, on 22 not.
        let hit_from_two = position(&[(10, 1)], &[(16, 2), (21, 1), (22, 2)]);
        close(Weights::GUESS.cost(&hit_from_two, Seat::FIRST), 10.0 + off + 20.0 * 2.0 * 2.0);
        // No hitter within one die: no factor.
        let far = position(&[(10, 1)], &[(22, 2)]);
        close(Weights::GUESS.cost(&far, Seat::FIRST), 10.0 + off + 20.0);
        // "nothing once the sides have passed each other".
        let passed = position(&[(10, 1)], &[(5, 2)]);
        close(Weights::GUESS.cost(&passed, Seat::FIRST), 10.0 + off);
    }

    /// "added for each wall that has another wall beside it"; "factor on a wall's value on the six home points".
    #[test]
    fn walls() {
        let position = position(&[(8, 2), (7, 2), (6, 2), (4, 2), (24, 2)], &[(3, 2)]);
        let pips = 2.0 * (8.0 + 7.0 + 6.0 + 4.0 + 24.0);
        let walls = -10.0 * 3.0 + -10.0 * 3.0 * 2.0;
        close(Weights::GUESS.cost(&position, Seat::FIRST), pips + walls - 10.0 * 3.0 - 10.0 * 5.0);
    }
}
