//! The engine `classic`: chooses moves like the original chess computer.
//!
//! A mating move is played at once. Every other move has three values; each breaks ties of the one before:
//! 1. the value of the captured piece plus the time value, see [`exchange`];
//! 2. the position value: squares that the own pieces reach, cover and attack, minus those of the opponent;
//! 3. a random number.
//!
//! A move that leaves the opponent no reply and does not mate is played only if there is no other.
//!
//! Promotions choose the most valuable kind. They do not count in the first value: the original counts captures only.

pub mod exchange;

use rules::{Random, Rules, Seat, mix};
use search::{Engine, Evaluation, Progress, SearchRequest, SearchResult, Unit};

use super::army::Army;
use super::compiled_army::CompiledArmy;
use super::position::{Move, Position};
use super::reach::MoveMode;
use super::rules::Chess;
use crate::pext::Pext;
use exchange::PieceValues;

/// Engine that plays like the original chess computer.
#[derive(Clone, Debug)]
pub struct Classic {
    values: PieceValues,
    /// Seed of all games, instead of each game's own.
    fixed_seed: Option<u64>,
    /// Seed of the game, for the choice among equal moves.
    seed: u64,
}

impl Classic {
    /// Engine for an army, with values rounded to whole pawns.
    pub fn new(army: &Army) -> Classic {
        Classic::with_values(PieceValues::whole(army))
    }

    /// Engine with given piece values.
    pub fn with_values(values: PieceValues) -> Classic {
        Classic { values, fixed_seed: None, seed: 0 }
    }

    /// The engine with the same seed in every game.
    #[must_use]
    pub fn with_seed(self, seed: Option<u64>) -> Classic {
        Classic { fixed_seed: seed, seed: seed.unwrap_or(self.seed), ..self }
    }

    /// `true` if a move is considered; of promotions only the most valuable one is.
    fn considers(&self, compiled: &CompiledArmy, mv: Move) -> bool {
        let (Some(becomes), Some((_, to))) = (mv.promotion(), &compiled.promotions[mv.kind as usize]) else {
            return true;
        };
        to.iter().all(|&kind| self.values.of(kind as usize) <= self.values.of(becomes))
    }

    /// Value of the piece that a move captures.
    fn captured(&self, position: &Position, mv: Move) -> i32 {
        let side = position.turn as usize & 1;
        let square = position.capture_square(mv);
        let enemy = position.piece(square).filter(|(_, owner)| *owner != side);
        enemy.map_or(0, |(kind, _)| self.values.of(kind))
    }
}

impl<C: Pext> Chess<C> {
    /// Number of squares that the pieces of a seat reach, cover or attack, minus those of the opponent: for each piece the
    /// squares with [relation codes](super::relations) 1, 2, 3, 10 and 11. Pins are ignored.
    pub fn position_value(&self, position: &Position, seat: Seat) -> i32 {
        let reached = |side| self.compiled.reached_by(self.cpu, position, side) as i32;
        let side = seat.index() & 1;
        reached(side) - reached(side ^ 1)
    }
}

impl CompiledArmy {
    /// Number of squares that the pieces of a side reach, cover or attack, summed over the pieces.
    fn reached_by<C: Pext>(&self, cpu: C, position: &Position, side: usize) -> u32 {
        let occupied = position.occupied();
        let mut count = 0;
        for (kind, path_groups) in self.tables.of_kind.iter().enumerate() {
            let mut pieces = position.kinds[kind] & position.sides[side];
            while pieces != 0 {
                let from = pieces.trailing_zeros() as u8;
                pieces &= pieces - 1;
                let mut reached = 0;
                for &group in path_groups {
                    let group = &self.tables.path_groups[group as usize];
                    let squares = self.tables.reached(cpu, group, side, from, occupied);
                    reached |= if group.mode == MoveMode::Move { squares & !occupied } else { squares };
                }
                count += reached.count_ones();
            }
        }
        count
    }
}

impl<C: Pext> Engine<Chess<C>> for Classic {
    /// The score is the first value in pawns; a mate scores the value of the royal piece.
    fn search(
        &mut self,
        request: &SearchRequest<'_, Chess<C>>,
        report: &mut Progress<'_, Move>,
    ) -> Option<SearchResult<Move>> {
        let SearchRequest { rules, position, limits, .. } = *request;
        let seat = position.turn();
        let result = |best: Move, centipawns: i32, nodes: u64| {
            let score = f64::from(centipawns) / 100.0;
            let evaluation = Evaluation::Value { value: score, unit: Unit::Pawns };
            let pv = vec![best];
            SearchResult { best, score, evaluation, pv, depth: 1, nodes, alternatives: Vec::new() }
        };
        let mut best: Option<(bool, i32, i32)> = None;
        let mut equals: Vec<Move> = Vec::new();
        let mut nodes = 0;
        for &mv in request.moves().iter().filter(|mv| self.considers(&rules.compiled, **mv)) {
            // At least one move is evaluated, however short the time.
            if nodes > 0 && (limits.is_stopped() || nodes >= limits.nodes) {
                break;
            }
            nodes += 1;
            let mut after = *position;
            rules.play(&mut after, mv);
            let goes_on = rules.compiled.has_legal_move(rules.cpu, &after);
            if !goes_on && rules.in_check(&after) {
                let mate = result(mv, self.values.of(rules.compiled.royal), nodes);
                report(&mate);
                return Some(mate);
            }
            let pieces = self.captured(position, mv) + rules.time_value(&after, seat, &self.values);
            if best.is_some_and(|(on, most, _)| (goes_on, pieces) < (on, most)) {
                continue;
            }
            let values = (goes_on, pieces, rules.position_value(&after, seat));
            if best.is_none_or(|known| values > known) {
                best = Some(values);
                equals.clear();
            }
            if best == Some(values) {
                equals.push(mv);
            }
        }
        // The choice depends on the game alone, so that one continued later goes on in the same way.
        let moves_before = request.past.len() as u64;
        let mut random = Random::new(mix(mix(self.seed) ^ rules.key(position)) ^ moves_before);
        let chosen = result(*random.pick(&equals)?, best?.1, nodes);
        report(&chosen);
        Some(chosen)
    }

    fn new_game(&mut self, seed: u64) {
        self.seed = self.fixed_seed.unwrap_or(seed);
    }
}

/// Index of the move to play, given the outcome of each reply: rows are our moves, columns the opponent's replies, `None`
/// where there is no such reply.
///
/// The opponent picks the minimum of a row; we pick the first maximum of the minima. A move without any reply ends the
/// game: it is played at once if it wins, otherwise only if there is no other.
pub fn maximin<T: AsRef<[Option<i32>]>>(table: &[T], wins: impl Fn(usize) -> bool) -> Option<usize> {
    let mut best: Option<(Option<i32>, usize)> = None;
    for (mv, row) in table.iter().enumerate() {
        let value = minimum(row.as_ref());
        if value.is_none() && wins(mv) {
            return Some(mv);
        }
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

/// Smallest outcome of a move's replies; `None` if there is no reply.
pub fn minimum(replies: &[Option<i32>]) -> Option<i32> {
    replies.iter().copied().flatten().min()
}

#[cfg(test)]
mod tests;
