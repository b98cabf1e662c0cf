//! Halma evaluation: distance of all beads to their target.

use rules::{MAX_SEATS, Rules, Seat, Status};
use search::{Evaluation, Evaluator, Score, Unit, WIN_IN_MAX_PLY};

use super::layout::Layout;
use super::{CELLS, Halma, Move, Position};

/// Evaluates the distance of every bead to its target corner with piece-square tables.
#[derive(Clone, Debug)]
pub struct DistanceEvaluator {
    /// Cost of a bead on each square, by seat.
    costs: Vec<[Score; CELLS]>,
    /// Gain of a typical move.
    move_gain: f64,
}

impl DistanceEvaluator {
    /// Evaluator of a board layout.
    pub fn new(layout: &Layout) -> DistanceEvaluator {
        let costs = Seat::all(layout.seats()).map(|seat| costs(layout, seat)).collect();
        let corner = (layout.size() - 1) as Score;
        DistanceEvaluator { costs, move_gain: f64::from(cost(corner, corner) - cost(corner - 2, corner - 2)) }
    }

    /// Gain of a typical move: a diagonal jump out of the corner of the own camp.
    pub(super) fn move_gain(&self) -> f64 {
        self.move_gain
    }
}

/// Cost of each square. The quadratic term makes a straggler cost more than two beads at half the distance. Beads in the
/// target camp cost least when they fill it from the corner outwards.
fn costs(layout: &Layout, seat: Seat) -> [Score; CELLS] {
    let size = layout.size();
    let corner = layout.target(seat)[0] as usize;
    let mut costs = [0; CELLS];
    for (cell, square_cost) in costs.iter_mut().take(size * size).enumerate() {
        let (dx, dy) = ((cell % size).abs_diff(corner % size), (cell / size).abs_diff(corner / size));
        *square_cost = cost(dx as Score, dy as Score);
    }
    costs
}

/// Cost of a bead at this distance from its target corner.
fn cost(dx: Score, dy: Score) -> Score {
    12 * dx.max(dy) + 6 * dx.min(dy) + (dx * dx + dy * dy) / 2
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
        let cost = |seat: Seat| sums[seat.index()] + late_penalty(rules, position, seat);
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

/// Cost of each move that is missing to leave the own camp in time.
pub(super) const LATE: Score = 40;
/// Moves reserved for each bead that has to leave the camp.
pub(super) const MOVES_TO_LEAVE: u32 = 3;

/// Penalty for beads in the own camp once too few moves are left to leave it in time; it grows with every move.
pub(super) fn late_penalty(rules: &Halma, position: &Position, seat: Seat) -> Score {
    let limit = rules.configuration().leave_camp;
    if position.moves_made >= limit {
        return 0;
    }
    let left = (limit - position.moves_made) / u32::from(rules.seats());
    let inside = rules.layout().camp(seat).iter().filter(|&&cell| position.owner(cell) == Some(seat)).count();
    (MOVES_TO_LEAVE * inside as u32).saturating_sub(left) as Score * LATE
}
