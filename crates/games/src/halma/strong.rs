//! The strong engine: a search while the sides meet, and a race solver once they have passed each other.

use rules::cpu::Cpu;
use rules::{InputError, Rules, Seat, Status, mix};
use search::{Engine, Evaluation, Progress, SearchRequest, SearchResult, Unit, WIN_IN_MAX_PLY};

use super::bits::Bits;
use super::evaluation::RaceEvaluator;
use super::race::Race;
use super::race_lead::RaceSearch;
use super::{Halma, Move, Position};

/// Widest round of the race solver.
const MAX_WIDTH: usize = 2_048;
/// Placements of the race solver for each node of the search, which takes much longer: on 16x16 with 5,000 nodes the engine
/// scores 71 % of 100 games with 16 against 1, and 63 % with 64 against 16.
const PLACEMENTS_PER_NODE: u64 = 64;
/// Placements of the race solver at most; more would rarely find a shorter race.
const MAX_PLACEMENTS: u64 = 2_000_000;
/// Nodes of a search that are too few for the race solver.
const MIN_RACE_NODES: u64 = 1_000;

/// Nodes up to which the engine plays by distance, as a beginner.
const BEGINNER_NODES: u64 = 30;

/// Nodes up to which the engine is careless, too: one move in three is any that does not go back.
const CARELESS_NODES: u64 = 10;

/// A search that never repeats a placement of its own beads if it can do otherwise, and a race solver.
pub(super) struct Strong<C, const W: usize> {
    search: Box<dyn RaceSearch<W>>,
    /// The search by distance, for the lowest levels.
    beginner: Box<dyn RaceSearch<W>>,
    cpu: C,
    evaluator: RaceEvaluator,
    /// Own placements of this game: the number of moves made and the key.
    seen: Vec<(u32, u64)>,
    /// The rest of the line that the race solver found.
    plan: Vec<Move>,
}

impl<C: Cpu, const W: usize> Strong<C, W> {
    pub(super) fn new(
        cpu: C,
        [search, beginner]: [Box<dyn RaceSearch<W>>; 2],
        evaluator: RaceEvaluator,
    ) -> Strong<C, W> {
        Strong { search, beginner, cpu, evaluator, seen: Vec::new(), plan: Vec::new() }
    }

    /// Moves after which the own beads stand as never before; empty if that holds for all moves or for none.
    fn new_placements(&mut self, request: &SearchRequest<'_, Halma<W>>, seat: Seat) -> Vec<Move> {
        let SearchRequest { rules, position, .. } = *request;
        // After a takeback the placements of the moves taken back do not count.
        self.seen.retain(|&(made, _)| made < position.moves_made);
        self.seen.push((position.moves_made, rules.beads_of_key(position, seat)));
        let moves = request.moves();
        let is_new = |mv: &Move| {
            let mut after = position.clone();
            rules.play(&mut after, *mv);
            let key = rules.beads_of_key(&after, seat);
            self.seen.iter().all(|&(_, seen)| seen != key) && !request.past.contains(&rules.key(&after))
        };
        let new: Vec<Move> = moves.iter().copied().filter(is_new).collect();
        if new.len() == moves.len() { Vec::new() } else { new }
    }

    /// A move of a careless player, if this position finds it so. It follows from the position alone.
    fn careless_move(
        &self,
        request: &SearchRequest<'_, Halma<W>>,
        seat: Seat,
        allowed: &[Move],
    ) -> Option<Move> {
        let chance = mix(request.rules.key(request.position));
        if request.limits.nodes > CARELESS_NODES || !chance.is_multiple_of(3) {
            return None;
        }
        let moves = if allowed.is_empty() { request.moves().into_owned() } else { allowed.to_vec() };
        let goes_on = |mv: &Move| *mv != Move::PASS && self.evaluator.gain(seat, *mv) >= 0;
        let forward: Vec<Move> = moves.into_iter().filter(goes_on).collect();
        let index = (chance / 3) as usize % forward.len().max(1);
        forward.get(index).copied()
    }

    /// The move of the shortest race, if the seat has passed all the others.
    fn race(&mut self, request: &SearchRequest<'_, Halma<W>>, seat: Seat) -> Option<SearchResult<Move>> {
        let SearchRequest { rules, position, limits, .. } = *request;
        let has_limits = limits.nodes < MIN_RACE_NODES || limits.multi_pv > 1 || request.root_moves.is_some();
        if has_limits || !has_passed(rules, position, seat) {
            self.plan.clear();
            return None;
        }
        let race = race(rules, &self.evaluator, position, seat);
        let most = limits.nodes.saturating_mul(PLACEMENTS_PER_NODE).min(MAX_PLACEMENTS);
        let own = race.solve(self.cpu, &limits.nodes(most), MAX_WIDTH, &mut |_| {});
        let mut nodes = own.nodes;
        let is_plan_better = |line: &Vec<Move>| !self.plan.is_empty() && self.plan.len() <= line.len();
        let line = match own.line {
            Some(line) if !is_plan_better(&line) || !rules.is_legal(position, self.plan[0]) => line,
            _ if self.plan.first().is_some_and(|&mv| rules.is_legal(position, mv)) => self.plan.clone(),
            _ => {
                self.plan.clear();
                return None;
            }
        };
        // The other side's race tells the lead.
        let other = Seat::all(rules.seats()).filter(|&other| other != seat && !position.has_left(other));
        let mut lead = f64::INFINITY;
        for other in other {
            let race = self::race(rules, &self.evaluator, position, other);
            let result = race.solve(self.cpu, &limits.nodes(most / 8), MAX_WIDTH / 64, &mut |_| {});
            nodes += result.nodes;
            let length = result.line.map_or(line.len() + 1, |line| line.len());
            lead = lead.min(length as f64 - line.len() as f64 + 0.5);
        }
        let best = line[0];
        self.plan = line[1..].to_vec();
        Some(SearchResult {
            best,
            score: lead * self.evaluator.move_gain(),
            evaluation: Evaluation::Value { value: lead, unit: Unit::Moves },
            pv: vec![best],
            depth: line.len() as u32,
            nodes: nodes.div_ceil(PLACEMENTS_PER_NODE),
            alternatives: Vec::new(),
        })
    }
}

/// The race of a seat while all others stand still.
fn race<'a, const W: usize>(
    rules: &'a Halma<W>,
    evaluator: &'a RaceEvaluator,
    position: &Position<W>,
    seat: Seat,
) -> Race<'a, W> {
    let mut left = Bits::EMPTY;
    for other in Seat::all(rules.seats()).filter(|&other| position.has_left(other)) {
        left |= position.beads(other);
    }
    let others = position.occupied().without(position.beads(seat));
    let is_camp_closed = rules.moves_to_camp_check(position).is_none();
    let closed = if is_camp_closed { rules.tables.camps[seat.index()] } else { Bits::EMPTY };
    Race { rules, evaluator, seat, beads: position.beads(seat), others: [others; 2], left, closed }
}

/// `true` if every bead of the seat is nearer to its target corner than every bead of the others who still play, and out
/// of its camp.
fn has_passed<const W: usize>(rules: &Halma<W>, position: &Position<W>, seat: Seat) -> bool {
    let (layout, own) = (rules.layout(), position.beads(seat));
    if !(own & rules.tables.camps[seat.index()]).is_empty() {
        return false;
    }
    let (size, corner) = (layout.size() as u16, layout.target(seat)[0]);
    let distance = |cell: u16| (cell % size).abs_diff(corner % size) + (cell / size).abs_diff(corner / size);
    let mut farthest = 0;
    for cell in own {
        farthest = farthest.max(distance(cell));
    }
    let mut nearest = u16::MAX;
    for other in Seat::all(rules.seats()).filter(|&other| other != seat && !position.has_left(other)) {
        for cell in position.beads(other) {
            nearest = nearest.min(distance(cell));
        }
    }
    farthest < nearest
}

impl<const W: usize, C: Cpu> Engine<Halma<W>> for Strong<C, W> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, Halma<W>>,
        report: &mut Progress<'_, Move>,
    ) -> Option<SearchResult<Move>> {
        let Status::Turn(seat) = request.rules.status(request.position) else { return None };
        let new = self.new_placements(request, seat);
        if let Some(result) = self.race(request, seat) {
            report(&result);
            return Some(result);
        }
        if let Some(mv) = self.careless_move(request, seat, &new) {
            return Some(SearchResult::unsearched(mv));
        }
        let is_beginner = request.limits.nodes <= BEGINNER_NODES;
        let search = if is_beginner { &mut self.beginner } else { &mut self.search };
        search.prepare(request.rules, request.position, seat);
        if request.root_moves.is_some() || new.is_empty() {
            return search.search(request, report);
        }
        let result = search.search(&request.with_root_moves(&new), report)?;
        if result.score > f64::from(-WIN_IN_MAX_PLY) {
            return Some(result);
        }
        // Rather a repetition than a loss.
        search.search(request, report)
    }

    fn new_game(&mut self, seed: u64) {
        self.seen.clear();
        self.plan.clear();
        self.search.new_game(seed);
        self.beginner.new_game(seed);
    }

    fn set_option(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        self.search.set_option(key, value)
    }
}
