//! Halma evaluation: the race of each seat.

use rules::{MAX_SEATS, Rules, Seat, Status};
use search::{Evaluation, Evaluator, Score, Unit, WIN_IN_MAX_PLY};

use super::bits::Bits;
use super::generator::{Generator, Lines};
use super::tables::Tables;
use super::weights::RaceWeights;
use super::{Halma, Layout, Move, Position};

/// Number of beads outside the target up to which each is measured to the nearest free square of it.
const FEW: u32 = 6;

/// Lead in moves from which the own race is ahead, and below which it is not any more.
const CLEAR_LEAD: f64 = 2.0;
const SMALL_LEAD: f64 = 1.0;

/// Moves of a node that are searched, by depth. Of the hundred or more that there are, the best is nearly always among the
/// first by gain, killers and history: 62 % of 100 games at the same time on 10x10.
const MAX_MOVES: [usize; 4] = [usize::MAX, 8, 16, 24];

/// Weight of the others' cost that is equal to the own, in 256ths.
const EVEN: Score = 256;

/// Evaluates the race of every seat: the distance of its beads by square tables, beads in the wrong parity class, free
/// squares of the target that the last beads still have to reach, and the clock of the leave-camp rule.
#[derive(Clone, Debug)]
pub struct RaceEvaluator {
    /// Costs of each seat.
    seats: Vec<SeatCosts>,
    /// Number of squares along each side.
    size: u16,
    /// Gain of a typical move.
    move_gain: f64,
    hole: Score,
    parity: Score,
    late: Score,
    trapped: Score,
    shut: Score,
    /// Weight of the others' cost against the own, in 256ths: in general, and while the own race is ahead.
    rivals: [Score; 2],
    /// The weight in use.
    rival: Score,
    /// The seat whose cost counts fully.
    own: Seat,
    /// Cost of a seat before the first move.
    start: Score,
}

/// Costs of the beads of one seat.
#[derive(Clone, Debug)]
struct SeatCosts {
    /// Cost of a bead on each square.
    squares: Vec<Score>,
    /// Distance of each square from the target.
    to_target: Vec<u8>,
    /// Squares of the target in each parity class, a byte each.
    target_classes: u32,
    /// Parity class of each square, as a byte of a sum.
    class_units: Vec<u32>,
}

/// Sums over the beads of each seat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RaceSums {
    cost: [Score; MAX_SEATS],
    /// Beads in each parity class, a byte each.
    classes: [u32; MAX_SEATS],
}

/// Change of the sums of one seat.
#[derive(Clone, Copy, Debug)]
pub struct RaceDelta {
    seat: Seat,
    cost: Score,
    classes: u32,
}

impl RaceEvaluator {
    /// Evaluator of a game with these weights.
    pub fn new<const W: usize>(rules: &Halma<W>, weights: &RaceWeights) -> RaceEvaluator {
        let (layout, tables) = (rules.layout(), &rules.tables);
        let seats: Vec<SeatCosts> =
            Seat::all(layout.seats()).map(|seat| SeatCosts::new(layout, tables, seat, weights)).collect();
        let total = |cells: &[u16]| cells.iter().map(|&cell| seats[0].squares[cell as usize]).sum::<Score>();
        let (start, goal) = (layout.camp(Seat::FIRST), layout.target(Seat::FIRST));
        // A camp is brought across in about three moves for every two beads.
        let moves = 1.5 * start.len() as f64;
        let start_cost = total(start);
        let move_gain = (f64::from(start_cost - total(goal)) / moves).max(1.0);
        RaceEvaluator {
            seats,
            size: layout.size() as u16,
            move_gain,
            hole: weights.hole as Score,
            parity: weights.parity as Score,
            late: weights.late as Score,
            trapped: weights.trapped as Score,
            shut: weights.shut as Score,
            rivals: [weights.rival, weights.ahead].map(|weight| (weight * f64::from(EVEN)) as Score),
            rival: (weights.rival * f64::from(EVEN)) as Score,
            own: Seat::FIRST,
            start: start_cost,
        }
    }

    /// Prepares the evaluation of a search by this seat, which counts its own race fully. Returns `true` if that changes
    /// the scores of positions.
    pub(super) fn prepare<const W: usize>(
        &mut self,
        rules: &Halma<W>,
        position: &Position<W>,
        seat: Seat,
    ) -> bool {
        let lead = f64::from(self.lead(rules, position, seat)) / self.move_gain;
        // Small changes of the lead do not change the scores to and fro.
        let rival = match lead {
            CLEAR_LEAD.. => self.rivals[1],
            SMALL_LEAD.. if seat == self.own => self.rival,
            _ => self.rivals[0],
        };
        let before = (std::mem::replace(&mut self.own, seat), std::mem::replace(&mut self.rival, rival));
        before != (seat, rival)
    }

    /// The lead of a seat in a position, with all races counted equally.
    pub(super) fn lead<const W: usize>(&self, rules: &Halma<W>, position: &Position<W>, seat: Seat) -> Score {
        let mut sums = RaceSums::default();
        self.refresh(rules, position, &mut sums);
        self.weighted_score(rules, position, &sums, seat, EVEN)
    }

    /// The evaluation of a position without an accumulator.
    pub(super) fn static_score<const W: usize>(
        &self,
        rules: &Halma<W>,
        position: &Position<W>,
        seat: Seat,
    ) -> Score {
        let mut sums = RaceSums::default();
        self.refresh(rules, position, &mut sums);
        self.evaluate(rules, position, &sums, seat)
    }

    /// The evaluation with this weight of the others' races. Their cost at the start is the same for all.
    #[inline(always)]
    fn weighted_score<const W: usize>(
        &self,
        rules: &Halma<W>,
        position: &Position<W>,
        sums: &RaceSums,
        seat: Seat,
        rival: Score,
    ) -> Score {
        if let Status::Over(outcome) = rules.status(position) {
            return ((outcome.share(seat) - 0.5) * 2.0 * f64::from(WIN_IN_MAX_PLY - 1)) as Score;
        }
        let cost = |seat: Seat| {
            let classes = sums.classes[seat.index()];
            sums.cost[seat.index()]
                + self.placement_cost(&rules.tables, seat, position.beads(seat), classes)
                + self.late * moves_missing(rules, position, seat)
                + self.camp_danger(rules, position, seat)
        };
        let weighted = |cost: Score| ((cost - self.start) * rival) >> 8;
        // Scores of both sides add up to nothing, whichever seat is evaluated: the own race counts fully in all of them.
        let score = if rules.seats() == 2 {
            let score = weighted(cost(self.own.other())) - cost(self.own) + self.start;
            if seat == self.own { score } else { -score }
        } else {
            let others = Seat::all(rules.seats()).filter(|&other| other != seat);
            let mean = others.map(cost).sum::<Score>() / (Score::from(rules.seats()) - 1);
            weighted(mean) - cost(seat) + self.start
        };
        // Heavy weights on a crowded board must not look like a forced win.
        score.clamp(-WIN_IN_MAX_PLY / 2, WIN_IN_MAX_PLY / 2)
    }

    /// Cost of beads in the own camp while beads of others arrive there: by the steps they need to leave it, and more if
    /// they are surrounded or even shut in.
    #[inline(always)]
    fn camp_danger<const W: usize>(&self, rules: &Halma<W>, position: &Position<W>, seat: Seat) -> Score {
        let (tables, own) = (&rules.tables, position.beads(seat));
        let layers = &tables.camp_layers[seat.index()];
        let inside = own & layers[0];
        if inside.is_empty() || self.trapped == 0 && self.shut == 0 {
            return 0;
        }
        let others = position.occupied().without(own);
        let arrived = (others & layers[0]).count();
        if arrived == 0 {
            return 0;
        }
        let steps: u32 = layers.iter().map(|&layer| (own & layer).count()).sum();
        let mut cost = self.trapped * (steps * arrived) as Score;
        let surrounded = tables.surrounded(inside, others);
        if !surrounded.is_empty() && self.shut > 0 {
            let immobile = immobile(tables, surrounded, position.occupied());
            // A bead that can still jump out counts half: it is shut in as soon as the landing square is taken.
            cost += self.shut * (surrounded.count() + immobile) as Score / 2;
        }
        cost
    }

    /// Gain of a typical move.
    pub(super) fn move_gain(&self) -> f64 {
        self.move_gain
    }

    /// Weight of the others' races against the own.
    pub(super) fn rival(&self) -> f64 {
        f64::from(self.rival) / f64::from(EVEN)
    }

    /// Change of a seat's sum of square costs by a move.
    #[inline(always)]
    pub(super) fn gain(&self, seat: Seat, mv: Move) -> Score {
        let squares = &self.seats[seat.index()].squares;
        squares[mv.from as usize] - squares[mv.to as usize]
    }

    /// Sum of the square costs of these beads and their number in each parity class.
    pub(super) fn sums<const W: usize>(&self, seat: Seat, beads: Bits<W>) -> (Score, u32) {
        let costs = &self.seats[seat.index()];
        let (mut cost, mut classes) = (0, 0);
        for cell in beads {
            cost += costs.squares[cell as usize];
            classes += costs.class_units[cell as usize];
        }
        (cost, classes)
    }

    /// Change of the parity classes by a move.
    #[inline(always)]
    pub(super) fn class_change(&self, seat: Seat, mv: Move) -> u32 {
        let units = &self.seats[seat.index()].class_units;
        units[mv.to as usize].wrapping_sub(units[mv.from as usize])
    }

    /// Cost of the beads that a step has to bring into another parity class, and of those that are far from a free square
    /// of the target. Without the square costs.
    #[inline(always)]
    pub(super) fn placement_cost<const W: usize>(
        &self,
        tables: &Tables<W>,
        seat: Seat,
        beads: Bits<W>,
        classes: u32,
    ) -> Score {
        let costs = &self.seats[seat.index()];
        let mut cost = self.parity * excess(classes, costs.target_classes);
        let target = tables.targets[seat.index()];
        let outside = beads.without(target);
        if outside.count() <= FEW {
            let free = target.without(beads);
            for cell in outside {
                let extra = self.nearest(free, cell) - Score::from(costs.to_target[cell as usize]);
                cost += self.hole * extra.max(0);
            }
        }
        cost
    }

    /// Steps from a square to the nearest square of a set; 0 if the set is empty.
    #[inline(always)]
    fn nearest<const W: usize>(&self, set: Bits<W>, from: u16) -> Score {
        let (x, y) = (from % self.size, from / self.size);
        let mut least = u16::MAX;
        for cell in set {
            least = least.min((cell % self.size).abs_diff(x).max((cell / self.size).abs_diff(y)));
        }
        if least == u16::MAX { 0 } else { Score::from(least) }
    }
}

/// Beads in a class beyond the squares of the target in it, summed over the four classes.
#[inline(always)]
fn excess(classes: u32, target: u32) -> Score {
    let (classes, target) = (classes.to_le_bytes(), target.to_le_bytes());
    classes.into_iter().zip(target).map(|(beads, squares)| Score::from(beads.saturating_sub(squares))).sum()
}

impl SeatCosts {
    fn new<const W: usize>(
        layout: &Layout,
        tables: &Tables<W>,
        seat: Seat,
        weights: &RaceWeights,
    ) -> SeatCosts {
        let (size, target) = (layout.size(), layout.target(seat));
        let difference = |cell: usize, other: usize| {
            ((cell % size).abs_diff(other % size), (cell / size).abs_diff(other / size))
        };
        let to_target = |cell: usize| {
            let steps = target.iter().map(|&goal| difference(cell, goal as usize)).map(|(dx, dy)| dx.max(dy));
            steps.min().unwrap_or(0) as u8
        };
        let to_target: Vec<u8> = (0..size * size).map(to_target).collect();
        // Distances count as on a board of 10 squares, so that the weights mean the same on every board.
        let scale = 9.0 / (size - 1) as f64;
        let square_cost = |cell: usize| {
            let (dx, dy) = difference(cell, target[0] as usize);
            let is_outside = to_target[cell] > 0;
            weights.cost(dx as f64 * scale, dy as f64 * scale, f64::from(to_target[cell]), is_outside)
                as Score
        };
        let class_units: Vec<u32> = tables.squares.iter().map(|square| 1 << (8 * square.class)).collect();
        SeatCosts {
            squares: (0..size * size).map(square_cost).collect(),
            target_classes: target.iter().map(|&cell| class_units[cell as usize]).sum(),
            to_target,
            class_units,
        }
    }
}

impl<const W: usize> Evaluator<Halma<W>> for RaceEvaluator {
    type Accumulator = RaceSums;
    type Delta = RaceDelta;

    fn refresh(&self, rules: &Halma<W>, position: &Position<W>, sums: &mut RaceSums) {
        *sums = RaceSums::default();
        for seat in Seat::all(rules.seats()) {
            let (cost, classes) = self.sums(seat, position.beads(seat));
            sums.cost[seat.index()] = cost;
            sums.classes[seat.index()] = classes;
        }
    }

    #[inline(always)]
    fn delta(
        &self,
        _rules: &Halma<W>,
        before: &Position<W>,
        mv: Move,
        _after: &Position<W>,
    ) -> Option<RaceDelta> {
        let seat = before.turn;
        if mv == Move::PASS {
            return Some(RaceDelta { seat, cost: 0, classes: 0 });
        }
        Some(RaceDelta { seat, cost: -self.gain(seat, mv), classes: self.class_change(seat, mv) })
    }

    #[inline(always)]
    fn turn_delta(&self, _rules: &Halma<W>, turned: &Position<W>) -> Option<RaceDelta> {
        Some(RaceDelta { seat: turned.turn, cost: 0, classes: 0 })
    }

    #[inline(always)]
    fn update(&self, _rules: &Halma<W>, before: &RaceSums, delta: RaceDelta, after: &mut RaceSums) {
        *after = *before;
        let RaceDelta { seat, cost, classes } = delta;
        after.cost[seat.index()] += cost;
        after.classes[seat.index()] = after.classes[seat.index()].wrapping_add(classes);
    }

    #[inline(always)]
    fn evaluate(&self, rules: &Halma<W>, position: &Position<W>, sums: &RaceSums, seat: Seat) -> Score {
        self.weighted_score(rules, position, sums, seat, self.rival)
    }

    /// Difference in moves. The score includes the moves of the search, which `RaceLead` subtracts.
    fn evaluation(&self, score: f64) -> Evaluation {
        Evaluation::from_score(score, self.move_gain, Unit::Moves)
    }

    #[inline(always)]
    fn max_moves(&self, depth: u32) -> usize {
        MAX_MOVES.get(depth as usize).copied().unwrap_or(usize::MAX)
    }

    #[inline(always)]
    fn ordering_hint(&self, _rules: &Halma<W>, position: &Position<W>, mv: Move) -> Score {
        if mv == Move::PASS { 0 } else { self.gain(position.turn, mv) }
    }
}

/// Moves reserved for each bead that has to leave the camp.
const MOVES_TO_LEAVE: u32 = 3;

/// Weight of each move that is missing though every bead needed only one.
const URGENT: u32 = 4;

/// Moves that are missing to leave the own camp in time; more with every move, and much more once there is hardly one for
/// each bead.
#[inline(always)]
fn moves_missing<const W: usize>(rules: &Halma<W>, position: &Position<W>, seat: Seat) -> Score {
    let limit = rules.configuration().leave_camp;
    if position.moves_made >= limit {
        return 0;
    }
    let left = (limit - position.moves_made) / u32::from(rules.seats());
    let inside = (position.beads(seat) & rules.tables.camps[seat.index()]).count();
    let urgent = if inside > 0 { (inside + 1).saturating_sub(left) } else { 0 };
    ((MOVES_TO_LEAVE * inside).saturating_sub(left) + URGENT * urgent) as Score
}

/// Number of these beads without a move.
#[cold]
fn immobile<const W: usize>(tables: &Tables<W>, beads: Bits<W>, occupied: Bits<W>) -> u32 {
    let mut lines = Lines::new(tables, occupied);
    let mut generator = Generator::new(tables, &mut lines);
    beads.into_iter().map(|cell| u32::from(generator.destinations(cell).is_empty())).sum()
}
