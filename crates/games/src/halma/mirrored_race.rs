//! Solo races that meet in the middle.
//!
//! Every move can be taken back, and turning the board round makes the goal the start. So a placement that is reached in
//! `m` moves, and whose image under the turn is reached in `n` moves, gives a race of `m + n` moves: the second half is
//! the way to the image, turned and backwards. A beam search needs only half the depth and prefers placements that are
//! their own image, with beads near both corners: a few that run ahead build the bridge for the rest.

use rules::Seat;
use rules::cpu::{Cpu, Task};
use search::{Score, SearchLimits};

use super::bits::Bits;
use super::generator::{Generator, Lines};
use super::position::bead_key;
use super::race::{Candidate, select};
use super::{Halma, Move};

/// Placements kept after each move in the first round; each round has four times as many.
const FIRST_WIDTH: usize = 64;
/// Placements kept in the widest round.
const MAX_WIDTH: usize = 1 << 20;
/// Candidates for each placement kept before the worse ones are dropped.
const CANDIDATES: usize = 8;
/// Longest half of a race.
const MAX_MOVES: usize = 200;
/// Cost of a square of distance to the target corner, along rows and columns.
const DISTANCE: Score = 10;
/// Gain of a square of distance to the diagonal half way.
const SPREAD: Score = 5;
/// Cost of a bead whose image is not occupied.
const ASYMMETRY: Score = 110;

/// The race of the first seat across a board that is empty except for its camp.
pub(super) struct MirroredRace<'a, const W: usize> {
    rules: &'a Halma<W>,
    /// Squares that are never entered; their images are in the set too.
    closed: Bits<W>,
    /// Cost of a bead on each square.
    costs: Vec<Score>,
}

/// A placement and its image.
#[derive(Clone, Copy)]
struct Half<const W: usize> {
    beads: Bits<W>,
    image: Bits<W>,
    key: u64,
    image_key: u64,
    cost: Score,
}

/// The placements after a number of moves: for each the one before it and the move.
struct Layer {
    trail: Vec<(u32, Move)>,
    /// Keys with their index, in order.
    keys: Vec<(u64, u32)>,
}

impl Layer {
    fn find(&self, key: u64) -> Option<u32> {
        let at = self.keys.binary_search_by_key(&key, |&(key, _)| key).ok()?;
        Some(self.keys[at].1)
    }
}

impl<'a, const W: usize> MirroredRace<'a, W> {
    /// The race that enters neither the squares of `closed` nor their images.
    pub(super) fn new(rules: &'a Halma<W>, closed: Bits<W>) -> MirroredRace<'a, W> {
        let half_way = rules.layout().size() as Score - 1;
        let cost = |cell: u16| {
            let size = rules.layout().size() as Score;
            let distance = 2 * half_way - Score::from(cell) % size - Score::from(cell) / size;
            DISTANCE * distance - SPREAD * (distance - half_way).abs()
        };
        let last = rules.cells().end - 1;
        let images = Bits::of(rules.cells().filter(|&cell| closed.contains(last - cell)));
        MirroredRace { rules, closed: closed | images, costs: rules.cells().map(cost).collect() }
    }

    /// Looks for a race shorter than `longest` moves in rounds of growing width until the limits are reached. Returns the
    /// shortest and the number of placements looked at.
    pub(super) fn solve<C: Cpu>(
        &self,
        cpu: C,
        limits: &SearchLimits<'_>,
        longest: usize,
        report: &mut dyn FnMut(&[Move]),
    ) -> (Option<Vec<Move>>, u64) {
        let (mut best, mut nodes, mut width): (Option<Vec<Move>>, u64, usize) = (None, 0, FIRST_WIDTH);
        loop {
            let most = best.as_ref().map_or(longest, Vec::len) - 1;
            if let Some(line) = self.round(cpu, limits, width, most, &mut nodes) {
                report(&line);
                best = Some(line);
            }
            if width >= MAX_WIDTH || limits.is_stopped() || nodes >= limits.nodes {
                return (best, nodes);
            }
            width *= 4;
        }
    }

    /// One beam search for a race of at most `most` moves.
    fn round<C: Cpu>(
        &self,
        cpu: C,
        limits: &SearchLimits<'_>,
        width: usize,
        most: usize,
        nodes: &mut u64,
    ) -> Option<Vec<Move>> {
        let start = self.start();
        let mut halves = vec![start];
        let mut layers = vec![Layer { trail: Vec::new(), keys: vec![(start.key, 0)] }];
        let mut candidates: Vec<Candidate> = Vec::new();
        for moves in 1..=most.div_ceil(2).min(MAX_MOVES) {
            candidates.clear();
            let mut worst = Score::MAX;
            for (parent, half) in (0..).zip(&halves) {
                if limits.is_stopped() || *nodes >= limits.nodes {
                    return None;
                }
                cpu.run(Expansion { race: self, half, parent, worst, nodes, out: &mut candidates });
                if candidates.len() > CANDIDATES * width {
                    select(&mut candidates, width);
                    worst = candidates.last().map_or(worst, |last| last.score);
                }
            }
            select(&mut candidates, width);
            halves = candidates.iter().map(|candidate| self.after(&halves, candidate)).collect();
            let mut keys: Vec<(u64, u32)> = halves.iter().map(|half| half.key).zip(0..).collect();
            keys.sort_unstable();
            let trail = candidates.iter().map(|candidate| (candidate.parent, candidate.mv)).collect();
            layers.push(Layer { trail, keys });
            // An odd number of moves is shorter.
            for other in [moves - 1, moves] {
                if moves + other > most {
                    continue;
                }
                let meeting = (0..)
                    .zip(&halves)
                    .find_map(|(index, half)| Some((index, layers[other].find(half.image_key)?)));
                if let Some((index, image)) = meeting {
                    return Some(self.join(&layers, (moves, index), (other, image)));
                }
            }
        }
        None
    }

    fn start(&self) -> Half<W> {
        let beads = self.rules.tables.camps[0];
        let mut half = Half { beads, image: Bits::EMPTY, key: 0, image_key: 0, cost: 0 };
        for cell in beads {
            half.cost += self.costs[cell as usize];
            half.image.insert(self.turned(cell));
            half.key ^= bead_key(cell, Seat::FIRST);
            half.image_key ^= bead_key(self.turned(cell), Seat::FIRST);
        }
        half
    }

    /// The image of a square when the board is turned round.
    #[inline(always)]
    fn turned(&self, cell: u16) -> u16 {
        (self.rules.tables.size * self.rules.tables.size) as u16 - 1 - cell
    }

    #[inline(always)]
    fn moved(&self, half: &Half<W>, mv: Move) -> Half<W> {
        let mut next = *half;
        for cell in [mv.from, mv.to] {
            next.beads.toggle(cell);
            next.image.toggle(self.turned(cell));
            next.key ^= bead_key(cell, Seat::FIRST);
            next.image_key ^= bead_key(self.turned(cell), Seat::FIRST);
        }
        next.cost += self.costs[mv.to as usize] - self.costs[mv.from as usize];
        next
    }

    fn after(&self, halves: &[Half<W>], candidate: &Candidate) -> Half<W> {
        self.moved(&halves[candidate.parent as usize], candidate.mv)
    }

    /// The way to one placement, and the way to its image turned and backwards.
    fn join(&self, layers: &[Layer], here: (usize, u32), image: (usize, u32)) -> Vec<Move> {
        let mut line = way(layers, here);
        let back = way(layers, image).into_iter().rev();
        line.extend(back.map(|mv| Move { from: self.turned(mv.to), to: self.turned(mv.from) }));
        line
    }
}

/// The moves to a placement, given by its layer and index.
fn way(layers: &[Layer], (last, index): (usize, u32)) -> Vec<Move> {
    let (mut moves, mut at) = (Vec::new(), index);
    for layer in layers[1..=last].iter().rev() {
        let (parent, mv) = layer.trail[at as usize];
        moves.push(mv);
        at = parent;
    }
    moves.reverse();
    moves
}

/// All moves of one placement.
struct Expansion<'a, const W: usize> {
    race: &'a MirroredRace<'a, W>,
    half: &'a Half<W>,
    parent: u32,
    /// Candidates must have a lower score.
    worst: Score,
    nodes: &'a mut u64,
    out: &'a mut Vec<Candidate>,
}

impl<const W: usize> Task for Expansion<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Expansion { race, half, parent, worst, nodes, out } = self;
        let mut lines = Lines::new(&race.rules.tables, half.beads);
        let mut generator = Generator::new(&race.rules.tables, &mut lines);
        for from in half.beads {
            for to in generator.destinations(from).without(race.closed) {
                *nodes += 1;
                let mv = Move { from, to };
                let next = race.moved(half, mv);
                let score = next.cost + ASYMMETRY * next.beads.without(next.image).count() as Score;
                if score < worst {
                    out.push(Candidate { score, key: next.key, parent, mv });
                }
            }
        }
    }
}
