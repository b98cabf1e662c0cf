//! Races: one seat brings its beads home while nothing interferes.
//!
//! A beam search keeps the best placements after each move. Every round is wider than the one before and looks only for
//! a shorter line.

use rules::Seat;
use rules::cpu::{Cpu, Task};
use search::{Score, SearchLimits};

use super::bits::Bits;
use super::evaluation::RaceEvaluator;
use super::generator::{Generator, Lines};
use super::position::bead_key;
use super::tables::Tables;
use super::{Halma, Move};

/// Placements kept after each move in the first round; each round has four times as many.
const FIRST_WIDTH: usize = 2;
/// Placements kept in the widest round.
const MAX_WIDTH: usize = 1 << 18;
/// Longest line that is looked for.
const MAX_MOVES: u32 = 400;
/// Candidates for each placement kept before the worse ones are dropped.
const CANDIDATES: usize = 8;

/// A race of one seat.
#[derive(Clone, Copy)]
pub(super) struct Race<'a, const W: usize> {
    pub(super) rules: &'a Halma<W>,
    pub(super) evaluator: &'a RaceEvaluator,
    pub(super) seat: Seat,
    /// The beads of the seat.
    pub(super) beads: Bits<W>,
    /// Squares with other beads before every other own move, the first of them first.
    pub(super) others: [Bits<W>; 2],
    /// Beads of seats that have left the game, which may fill the target.
    pub(super) left: Bits<W>,
    /// Squares that are never entered.
    pub(super) closed: Bits<W>,
}

/// The best line found, and the number of placements that were looked at.
pub(super) struct RaceResult {
    pub(super) line: Option<Vec<Move>>,
    pub(super) nodes: u64,
}

/// A placement after some moves.
#[derive(Clone, Copy)]
struct Placement<const W: usize> {
    beads: Bits<W>,
    key: u64,
    /// Sum of the square costs and of the parity classes, as the evaluator counts them.
    cost: Score,
    classes: u32,
}

/// A placement that a move leads to.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) score: Score,
    pub(super) key: u64,
    pub(super) parent: u32,
    pub(super) mv: Move,
}

impl<const W: usize> Race<'_, W> {
    /// Looks for the shortest line in rounds of growing width, until the limits are reached or no line can be shorter.
    pub(super) fn solve<C: Cpu>(
        &self,
        cpu: C,
        limits: &SearchLimits<'_>,
        max_width: usize,
        report: &mut dyn FnMut(&[Move]),
    ) -> RaceResult {
        let mut result = RaceResult { line: None, nodes: 0 };
        let mut width = FIRST_WIDTH;
        loop {
            let longest = result.line.as_ref().map_or(MAX_MOVES, |line| line.len() as u32 - 1);
            if longest < self.least_moves() {
                return result;
            }
            let task = BeamRound { cpu, race: self, limits, width, longest, nodes: &mut result.nodes };
            if let Some(line) = cpu.run(task) {
                report(&line);
                result.line = Some(line);
            }
            if width >= max_width.min(MAX_WIDTH) || limits.is_soft_stopped() || result.nodes >= limits.nodes {
                return result;
            }
            width *= 4;
        }
    }

    /// Every bead outside the target, or every free square of it with beads of others, needs a move.
    fn least_moves(&self) -> u32 {
        self.target().without(self.beads | self.left).count()
    }

    fn target(&self) -> Bits<W> {
        self.rules.tables.targets[self.seat.index()]
    }

    #[inline(always)]
    fn is_home(&self, beads: Bits<W>) -> bool {
        let target = self.target();
        match self.rules.layout().seats() {
            2 => beads.without(target).is_empty(),
            _ => target.without(beads | self.left).is_empty() && !(beads & target).is_empty(),
        }
    }

    fn start(&self) -> Placement<W> {
        let (cost, classes) = self.evaluator.sums(self.seat, self.beads);
        let mut key = 0;
        for cell in self.beads {
            key ^= bead_key(cell, self.seat);
        }
        Placement { beads: self.beads, key, cost, classes }
    }
}

/// One round of a beam search.
struct BeamRound<'a, C, const W: usize> {
    cpu: C,
    race: &'a Race<'a, W>,
    limits: &'a SearchLimits<'a>,
    width: usize,
    longest: u32,
    nodes: &'a mut u64,
}

impl<C: Cpu, const W: usize> Task for BeamRound<'_, C, W> {
    type Output = Option<Vec<Move>>;

    fn run(self) -> Option<Vec<Move>> {
        let BeamRound { cpu, race, limits, width, longest, nodes } = self;
        let mut layer = vec![race.start()];
        // The moves that led to each placement, layer by layer.
        let mut trail: Vec<Vec<(u32, Move)>> = Vec::new();
        let mut candidates: Vec<Candidate> = Vec::new();
        for number in 0..longest {
            candidates.clear();
            let mut worst = Score::MAX;
            for (parent, placement) in (0..).zip(&layer) {
                if limits.is_stopped() || *nodes >= limits.nodes {
                    return None;
                }
                let others = race.others[number as usize % 2];
                let home = cpu.run(Expansion {
                    race,
                    placement,
                    others,
                    parent,
                    worst,
                    nodes,
                    out: &mut candidates,
                });
                if let Some(mv) = home {
                    return Some(line(&trail, parent, mv));
                }
                if candidates.len() > CANDIDATES * width {
                    select(&mut candidates, width);
                    worst = candidates.last().map_or(worst, |last| last.score);
                }
            }
            select(&mut candidates, width);
            if candidates.is_empty() {
                return None;
            }
            layer = candidates.iter().map(|candidate| race.after(&layer, candidate)).collect();
            trail.push(candidates.iter().map(|candidate| (candidate.parent, candidate.mv)).collect());
        }
        None
    }
}

/// Keeps the `width` best of the candidates, each placement once.
pub(super) fn select(candidates: &mut Vec<Candidate>, width: usize) {
    candidates.sort_unstable_by_key(|candidate| (candidate.score, candidate.key));
    candidates.dedup_by_key(|candidate| candidate.key);
    candidates.truncate(width);
}

/// The moves to a placement of the last layer and one more.
fn line(trail: &[Vec<(u32, Move)>], last: u32, mv: Move) -> Vec<Move> {
    let (mut moves, mut at) = (vec![mv], last);
    for layer in trail.iter().rev() {
        let (parent, mv) = layer[at as usize];
        moves.push(mv);
        at = parent;
    }
    moves.reverse();
    moves
}

impl<const W: usize> Race<'_, W> {
    fn after(&self, layer: &[Placement<W>], candidate: &Candidate) -> Placement<W> {
        let Placement { mut beads, cost, classes, .. } = layer[candidate.parent as usize];
        let mv = candidate.mv;
        beads.toggle(mv.from);
        beads.toggle(mv.to);
        Placement {
            beads,
            key: candidate.key,
            cost: cost - self.evaluator.gain(self.seat, mv),
            classes: classes.wrapping_add(self.evaluator.class_change(self.seat, mv)),
        }
    }
}

/// All moves of one placement; returns the one that brings the last bead home.
struct Expansion<'a, const W: usize> {
    race: &'a Race<'a, W>,
    placement: &'a Placement<W>,
    others: Bits<W>,
    parent: u32,
    /// Candidates must have a lower score.
    worst: Score,
    nodes: &'a mut u64,
    out: &'a mut Vec<Candidate>,
}

impl<const W: usize> Task for Expansion<'_, W> {
    type Output = Option<Move>;

    #[inline(always)]
    fn run(self) -> Option<Move> {
        let Expansion { race, placement, others, parent, worst, nodes, out } = self;
        let Race { evaluator, seat, .. } = *race;
        let tables: &Tables<W> = &race.rules.tables;
        let mut lines = Lines::new(tables, placement.beads | others);
        let mut generator = Generator::new(tables, &mut lines);
        let mut home = None;
        for from in placement.beads {
            let targets = generator.destinations(from).without(race.closed);
            for to in targets {
                *nodes += 1;
                let mv = Move { from, to };
                let mut beads = placement.beads;
                beads.toggle(from);
                beads.toggle(to);
                if race.is_home(beads) {
                    home = Some(mv);
                }
                let classes = placement.classes.wrapping_add(evaluator.class_change(seat, mv));
                let cost = placement.cost - evaluator.gain(seat, mv);
                let score = cost + evaluator.placement_cost(tables, seat, beads, classes);
                if score < worst {
                    let key = placement.key ^ bead_key(from, seat) ^ bead_key(to, seat);
                    out.push(Candidate { score, key, parent, mv });
                }
            }
        }
        home
    }
}
