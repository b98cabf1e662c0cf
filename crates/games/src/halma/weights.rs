//! Weights of the evaluation, in one table.

use crate::tuning::{Weight, WeightTable};

/// Weights of the evaluation, in scores. Distances are those of a board of 10 squares.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RaceWeights {
    /// `FORWARD`: cost of a square of distance to the target corner along the longer of both directions.
    pub forward: f64,
    /// `SIDEWAYS`: cost of a square of distance along the shorter one.
    pub sideways: f64,
    /// `STRAGGLER`: factor on the square of the distance: a straggler costs more than two beads at half the distance.
    pub straggler: f64,
    /// `OUTSIDE`: cost of a bead outside the target camp.
    pub outside: f64,
    /// `HOLE`: cost of each step to the target camp, and of the last beads to its nearest free square.
    pub hole: f64,
    /// `PARITY`: cost of each bead that a step must bring into another parity class: jumps cannot.
    pub parity: f64,
    /// `LATE`: cost of each move that is missing to leave the own camp in time.
    pub late: f64,
    /// `TRAPPED`: cost of each step that beads in the own camp need to leave it, for each bead of others there.
    pub trapped: f64,
    /// `SHUT`: cost of each bead in the own camp that beads of others have shut in: it hardly ever gets out again. Half of it if
    /// they have surrounded it and a jump is left.
    pub shut: f64,
    /// `RIVAL`: weight of the others' cost against the own.
    pub rival: f64,
    /// `AHEAD`: the same while the own race is ahead: below 1 a won race is finished rather than the others hindered.
    pub ahead: f64,
}

impl RaceWeights {
    /// The weights of `strong`.
    pub const DEFAULT: RaceWeights = RaceWeights {
        forward: 15.0,
        sideways: 15.0,
        straggler: 3.0,
        outside: 30.0,
        hole: 20.0,
        parity: 20.0,
        late: 100.0,
        trapped: 30.0,
        shut: 2_000.0,
        rival: 0.8,
        ahead: 0.2,
    };

    /// The weights of `strong` with more than two players, of whom the fastest wins: it hurries the rear less.
    pub const FOUR: RaceWeights = RaceWeights {
        forward: 20.0,
        sideways: 20.0,
        straggler: 1.0,
        trapped: 0.0,
        shut: 0.0,
        ..RaceWeights::DEFAULT
    };

    /// The weights of `strong` with this number of players.
    pub fn of(seats: u8) -> RaceWeights {
        if seats == 2 { RaceWeights::DEFAULT } else { RaceWeights::FOUR }
    }

    /// The weights of races.
    pub const RACE: RaceWeights = RaceWeights {
        forward: 1.0,
        sideways: 21.0,
        straggler: 4.0,
        outside: 30.0,
        hole: 12.0,
        parity: 40.0,
        late: 0.0,
        trapped: 0.0,
        shut: 0.0,
        rival: 1.0,
        ahead: 1.0,
    };

    /// The weights of `greedy`: plain distance along the rows and columns; of equal moves that of the last bead.
    pub const PLAIN: RaceWeights = RaceWeights {
        forward: 20.0,
        sideways: 20.0,
        straggler: 0.5,
        outside: 0.0,
        hole: 0.0,
        parity: 0.0,
        late: 0.0,
        trapped: 0.0,
        shut: 0.0,
        rival: 1.0,
        ahead: 1.0,
    };

    /// The weights of the lowest levels: those of `greedy`, and the will to fill the target.
    pub const BEGINNER: RaceWeights =
        RaceWeights { outside: 30.0, hole: 12.0, trapped: 80.0, ..RaceWeights::PLAIN };

    /// Name and range of each weight, with these values as defaults.
    pub fn table(self) -> WeightTable {
        let RaceWeights {
            forward,
            sideways,
            straggler,
            outside,
            hole,
            parity,
            late,
            trapped,
            shut,
            rival,
            ahead,
        } = self;
        let weight =
            |(name, max, start): (&str, f64, f64)| Weight { name: name.to_owned(), min: 0.0, max, start };
        let weights = [
            ("FORWARD", 48.0, forward),
            ("SIDEWAYS", 48.0, sideways),
            ("STRAGGLER", 16.0, straggler),
            ("OUTSIDE", 200.0, outside),
            ("HOLE", 100.0, hole),
            ("PARITY", 200.0, parity),
            ("LATE", 200.0, late),
            ("TRAPPED", 100.0, trapped),
            ("SHUT", 4_000.0, shut),
            ("RIVAL", 1.5, rival),
            ("AHEAD", 1.5, ahead),
        ];
        WeightTable { weights: weights.map(weight).to_vec(), references: Vec::new() }
    }

    /// Weights in the order of [`table`](RaceWeights::table). Values that no search could work with are bounded.
    pub fn from_values(values: &[f64]) -> RaceWeights {
        let value = |index: usize| values.get(index).map_or(0.0, |value| value.clamp(0.0, 4_000.0));
        RaceWeights {
            forward: value(0),
            sideways: value(1),
            straggler: value(2),
            outside: value(3),
            hole: value(4),
            parity: value(5),
            late: value(6),
            trapped: value(7),
            shut: value(8),
            rival: value(9).min(4.0),
            ahead: value(10).min(4.0),
        }
    }

    /// Cost of a bead at this distance from its target corner and this number of steps from its target camp.
    pub(super) fn cost(&self, dx: f64, dy: f64, steps: f64, is_outside: bool) -> f64 {
        let outside = if is_outside { self.outside } else { 0.0 };
        let squares = self.straggler * (dx * dx + dy * dy);
        self.forward * dx.max(dy) + self.sideways * dx.min(dy) + squares + self.hole * steps + outside
    }
}
