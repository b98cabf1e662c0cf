//! The engine `classic`: chooses a move as the chess computer did.
//!
//! A move that mates is taken at once. Otherwise every move is played and has three values, each of which counts only
//! among moves that are equal by those before:
//! 1. the piece value of what it captures plus the time value, see [`exchange`](super::classic::exchange);
//! 2. the position value: what the own pieces reach, cover, attack and press minus what the opponent's do;
//! 3. chance.
//!
//! A move that leaves the opponent no reply and does not mate is played only if there is no other: of the game that is over
//! in its first table the source says, play it if it wins, else the best of the others.
//!
//! A piece that is promoted becomes the most valuable it can be, but that counts for nothing in the first value: the chess
//! computer counted only what is captured.

pub mod exchange;

use rules::{Random, Rules, Seat};
use search::{Engine, Evaluation, Progress, SearchRequest, SearchResult, Unit};

use super::army::Army;
use super::compiled_army::CompiledArmy;
use super::move_sink::Counter;
use super::position::{Move, Position};
use super::reach::MoveMode;
use super::rules::Chess;
use crate::pext::Pext;
use exchange::PieceValues;

/// The chess computer.
#[derive(Clone, Debug)]
pub struct Classic {
    worth: PieceValues,
    random: Random,
}

impl Classic {
    /// The chess computer with an army, its kinds worth whole pawns.
    pub fn new(army: &Army) -> Classic {
        Classic::with_values(PieceValues::whole(army))
    }

    /// The chess computer to whom the kinds are worth this.
    pub fn with_values(worth: PieceValues) -> Classic {
        Classic { worth, random: Random::new(0) }
    }

    /// Whether a move is looked at: of promotions only the most valuable.
    fn considers(&self, compiled: &CompiledArmy, mv: Move) -> bool {
        let (Some(becomes), Some((_, to))) = (mv.promotion(), &compiled.promotions[mv.kind as usize]) else {
            return true;
        };
        to.iter().all(|&kind| self.worth.of(kind as usize) <= self.worth.of(becomes))
    }

    /// What the piece that a move captures is worth.
    fn captured(&self, position: &Position, mv: Move) -> i32 {
        let side = position.turn as usize & 1;
        let square = match (mv.is_en_passant(), side) {
            (false, _) => mv.to,
            (true, 0) => mv.to + 8,
            (true, _) => mv.to - 8,
        };
        let enemy = position.piece(square).filter(|(_, owner)| *owner != side);
        enemy.map_or(0, |(kind, _)| self.worth.of(kind))
    }
}

impl<C: Pext> Chess<C> {
    /// What the pieces of a seat reach, cover, attack and press, minus what the opponent's do: for each piece the squares
    /// with the [relation codes](super::relations) 1, 2, 3, 10 and 11, pinned or not.
    pub fn position_value(&self, position: &Position, seat: Seat) -> i32 {
        let reached = |side| self.compiled.reached_by(self.cpu, position, side) as i32;
        let side = seat.index() & 1;
        reached(side) - reached(side ^ 1)
    }

    /// How many legal moves the side to move has, whatever the rules about draws say.
    fn replies(&self, position: &Position) -> u64 {
        let mut counter = Counter(0);
        self.compiled.legal_moves(self.cpu, position, &mut counter);
        counter.0
    }
}

impl CompiledArmy {
    /// How many squares the pieces of a side reach, cover, attack or press, each piece's counted once.
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
    /// The score is what the first value comes to, in pawns; a mate is worth what the royal piece is.
    fn search(
        &mut self,
        request: &SearchRequest<'_, Chess<C>>,
        report: &mut Progress<'_, Move>,
    ) -> Option<SearchResult<Move>> {
        let SearchRequest { rules, position, limits, .. } = *request;
        let seat = position.turn();
        let result = |best: Move, hundredths: i32, nodes: u64| {
            let score = f64::from(hundredths) / 100.0;
            let evaluation = Evaluation::Value { value: score, unit: Unit::Pawns };
            let pv = vec![best];
            SearchResult { best, score, evaluation, pv, depth: 1, nodes, alternatives: Vec::new() }
        };
        let mut best: Option<(bool, i32, i32)> = None;
        let mut equals: Vec<Move> = Vec::new();
        let mut nodes = 0;
        for &mv in request.moves().iter().filter(|mv| self.considers(&rules.compiled, **mv)) {
            // However short the time is, one move is looked at.
            if nodes > 0 && (limits.is_stopped() || nodes >= limits.nodes) {
                break;
            }
            nodes += 1;
            let mut after = *position;
            rules.play(&mut after, mv);
            let goes_on = rules.replies(&after) > 0;
            if !goes_on && rules.is_check(&after) {
                let mate = result(mv, self.worth.of(rules.compiled.royal), nodes);
                report(&mate);
                return Some(mate);
            }
            let pieces = self.captured(position, mv) + rules.time_value(&after, seat, &self.worth);
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
        let chosen = result(*self.random.pick(&equals)?, best?.1, nodes);
        report(&chosen);
        Some(chosen)
    }

    fn new_game(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }
}

/// Which of our moves to play, by a table of what each reply leaves us with: rows are our moves, columns the opponent's
/// replies, and `None` stands where there is no such reply.
///
/// The opponent picks our minimum, and we pick the maximum of the minima, the first among equals. A move that leaves no
/// reply at all ends the game: if `wins` says that it wins, it is played at once, else only if there is no other.
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

/// What a move is worth when the opponent picks the reply: the smallest of its row, nothing if there is no reply at all.
pub fn minimum(replies: &[Option<i32>]) -> Option<i32> {
    replies.iter().copied().flatten().min()
}

#[cfg(test)]
mod tests;
