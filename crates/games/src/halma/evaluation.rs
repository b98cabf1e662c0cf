//! Halma evaluation: distance of all beads to their target.

use rules::{MAX_SEATS, Rules, Seat, Status};
use search::{Evaluation, Evaluator, Score, Unit, WIN_IN_MAX_PLY};

use super::layout::Layout;
use super::{CELLS, Halma, Move, Position};
use crate::tuning::{Weight, WeightTable};

/// Weights of the evaluation, in scores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DistanceWeights {
    /// `FORWARD`: cost of a square of distance along the longer of both directions.
    pub forward: f64,
    /// `SIDEWAYS`: cost of a square of distance along the shorter one.
    pub sideways: f64,
    /// `STRAGGLER`: factor on the square of the distance: a straggler costs more than two beads at half the distance.
    pub straggler: f64,
    /// `LATE`: cost of each move that is missing to leave the own camp in time.
    pub late: f64,
}

impl DistanceWeights {
    /// The weights of `strong`.
    pub const DEFAULT: DistanceWeights =
        DistanceWeights { forward: 12.0, sideways: 6.0, straggler: 0.5, late: 40.0 };

    /// Name, range and default of each weight.
    pub fn table() -> WeightTable {
        let DistanceWeights { forward, sideways, straggler, late } = DistanceWeights::DEFAULT;
        let weight =
            |(name, max, start): (&str, f64, f64)| Weight { name: name.to_owned(), min: 0.0, max, start };
        let weights = [
            ("FORWARD", 24.0, forward),
            ("SIDEWAYS", 24.0, sideways),
            ("STRAGGLER", 16.0, straggler),
            ("LATE", 200.0, late),
        ];
        WeightTable { weights: weights.map(weight).to_vec(), references: Vec::new() }
    }

    /// Weights in the order of [`table`](DistanceWeights::table). Values that no search could work with are bounded.
    pub fn from_values(values: &[f64]) -> DistanceWeights {
        let value = |index: usize| values.get(index).map_or(0.0, |value| value.clamp(0.0, 1_000.0));
        DistanceWeights { forward: value(0), sideways: value(1), straggler: value(2), late: value(3) }
    }

    /// Cost of a bead at this distance from its target corner.
    fn cost(&self, dx: Score, dy: Score) -> Score {
        let [longer, shorter, squares] = [dx.max(dy), dx.min(dy), dx * dx + dy * dy].map(f64::from);
        (self.forward * longer + self.sideways * shorter + self.straggler * squares) as Score
    }
}

/// Evaluates the distance of every bead to its target corner with piece-square tables.
#[derive(Clone, Debug)]
pub struct DistanceEvaluator {
    /// Cost of a bead on each square, by seat.
    costs: Vec<[Score; CELLS]>,
    /// Gain of a typical move.
    move_gain: f64,
    /// Cost of each move that is missing to leave the own camp in time.
    late: Score,
}

impl DistanceEvaluator {
    /// Evaluator of a board layout with these weights.
    pub fn new(layout: &Layout, weights: &DistanceWeights) -> DistanceEvaluator {
        let costs = Seat::all(layout.seats()).map(|seat| costs(layout, seat, weights)).collect();
        let corner = (layout.size() - 1) as Score;
        let move_gain = weights.cost(corner, corner) - weights.cost(corner - 2, corner - 2);
        DistanceEvaluator { costs, move_gain: f64::from(move_gain.max(1)), late: weights.late as Score }
    }

    /// Gain of a typical move: a diagonal jump out of the corner of the own camp.
    pub(super) fn move_gain(&self) -> f64 {
        self.move_gain
    }

    /// Cost of each move that is missing to leave the own camp in time.
    pub(super) fn late(&self) -> Score {
        self.late
    }
}

/// Cost of each square. Beads in the target camp cost least when they fill it from the corner outwards.
fn costs(layout: &Layout, seat: Seat, weights: &DistanceWeights) -> [Score; CELLS] {
    let size = layout.size();
    let corner = layout.target(seat)[0] as usize;
    let mut costs = [0; CELLS];
    for (cell, square_cost) in costs.iter_mut().take(size * size).enumerate() {
        let (dx, dy) = ((cell % size).abs_diff(corner % size), (cell / size).abs_diff(corner / size));
        *square_cost = weights.cost(dx as Score, dy as Score);
    }
    costs
}

impl Evaluator<Halma> for DistanceEvaluator {
    type Accumulator = [Score; MAX_SEATS];
    /// A seat and the change of its cost.
    type Delta = (Seat, Score);

    fn refresh(&self, rules: &Halma, position: &Position, sums: &mut Self::Accumulator) {
        *sums = [0; MAX_SEATS];
        for cell in rules.cells() {
            if let Some(seat) = position.owner(cell) {
                sums[seat.index()] += self.costs[seat.index()][cell as usize];
            }
        }
    }

    #[inline]
    fn delta(&self, _rules: &Halma, before: &Position, mv: Move, _after: &Position) -> Option<(Seat, Score)> {
        let seat = before.turn;
        let costs = &self.costs[seat.index()];
        let change = if mv == Move::PASS { 0 } else { costs[mv.to as usize] - costs[mv.from as usize] };
        Some((seat, change))
    }

    #[inline]
    fn turn_delta(&self, _rules: &Halma, turned: &Position) -> Option<(Seat, Score)> {
        Some((turned.turn, 0))
    }

    #[inline]
    fn update(
        &self,
        _rules: &Halma,
        before: &Self::Accumulator,
        (seat, change): (Seat, Score),
        after: &mut Self::Accumulator,
    ) {
        *after = *before;
        after[seat.index()] += change;
    }

    fn evaluate(&self, rules: &Halma, position: &Position, sums: &Self::Accumulator, seat: Seat) -> Score {
        if let Status::Over(outcome) = rules.status(position) {
            return ((outcome.share(seat) - 0.5) * f64::from(WIN_IN_MAX_PLY)) as Score;
        }
        let cost = |seat: Seat| sums[seat.index()] + self.late * moves_missing(rules, position, seat);
        let others = Seat::all(rules.seats()).filter(|&other| other != seat);
        others.map(cost).sum::<Score>() / (Score::from(rules.seats()) - 1) - cost(seat)
    }

    /// Difference in moves. The score includes the moves of the search, which `RaceLead` subtracts.
    fn evaluation(&self, score: f64) -> Evaluation {
        Evaluation::from_score(score, self.move_gain, Unit::Moves)
    }

    #[inline]
    fn ordering_hint(&self, _rules: &Halma, position: &Position, mv: Move) -> Score {
        let costs = &self.costs[position.turn.index()];
        costs[mv.from as usize] - costs[mv.to as usize]
    }
}

/// Moves reserved for each bead that has to leave the camp.
pub(super) const MOVES_TO_LEAVE: u32 = 3;

/// Moves that are missing to leave the own camp in time; more with every move.
pub(super) fn moves_missing(rules: &Halma, position: &Position, seat: Seat) -> Score {
    let limit = rules.configuration().leave_camp;
    if position.moves_made >= limit {
        return 0;
    }
    let left = (limit - position.moves_made) / u32::from(rules.seats());
    let inside = rules.layout().camp(seat).iter().filter(|&&cell| position.owner(cell) == Some(seat)).count();
    (MOVES_TO_LEAVE * inside as u32).saturating_sub(left) as Score
}
