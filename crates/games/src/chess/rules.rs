//! The rules of chess for any army.

use std::convert::Infallible;
use std::sync::Arc;

use rules::cpu::Portable;
use rules::{Claim, InputError, Outcome, Perft, Random, Repetition, Rules, Seat, Status, TableRules};
use search::SearchGame;

use super::army::Army;
use super::army_cache;
use super::compiled_army::CompiledArmy;
use super::insufficient_material::{self, OrthodoxKinds};
use super::move_batches::MoveBatches;
use super::move_sink::Counter;
use super::position::{Move, NO_SQUARE, Position, Special};
use super::reach::bit;
use crate::pext::Pext;

/// Moves of either side without a capture or a pawn's move after which a draw may be claimed, and after which the game
/// is drawn.
const CLAIM_AFTER: u16 = 100;
const DRAWN_AFTER: u16 = 150;
/// How often a position must stand for a claim, and for a draw.
const CLAIM_AT: u32 = 3;
const DRAWN_AT: u32 = 5;

/// Chess with an army.
#[derive(Clone, Debug)]
pub struct Chess<C: Pext = Portable> {
    pub(super) army: Arc<Army>,
    pub(super) compiled: Arc<CompiledArmy>,
    pub(super) start: Position,
    pub(super) cpu: C,
    /// If all kinds move as in ordinary chess, it is known which of them cannot mate.
    pub(super) orthodox: Option<OrthodoxKinds>,
}

impl<C: Pext> Chess<C> {
    /// Chess with this army.
    pub fn new(army: Army, cpu: C) -> Result<Chess<C>, InputError> {
        let compiled = army_cache::compiled(&army)?;
        Chess::with_compiled(army, compiled, cpu).map_err(|error| error.within("the start position"))
    }

    /// The same, where the army was compiled already: only its start can be at error.
    pub(super) fn with_compiled(
        army: Army,
        compiled: Arc<CompiledArmy>,
        cpu: C,
    ) -> Result<Chess<C>, InputError> {
        let orthodox = insufficient_material::orthodox(&army);
        let mut chess = Chess { army: Arc::new(army), compiled, start: Position::EMPTY, cpu, orthodox };
        chess.start = chess.read_fen(&chess.army.start)?;
        Ok(chess)
    }

    /// The army that is played with.
    pub fn army(&self) -> &Army {
        &self.army
    }

    /// Bytes of the army's tables.
    pub fn table_bytes(&self) -> usize {
        self.compiled.tables.bytes()
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self, position: &Position) -> bool {
        self.compiled.is_check(self.cpu, position)
    }

    /// What a position waits for in which the side to move has moves, or has none.
    #[inline(always)]
    fn stage_with(&self, position: &Position, has_moves: bool) -> Status {
        let turn = position.turn();
        if !has_moves {
            return Status::Over(if self.is_check(position) {
                Outcome::win(2, turn.other(), "checkmate")
            } else {
                Outcome::draw(2, "stalemate")
            });
        }
        self.drawn(position).map_or(Status::Turn(turn), Status::Over)
    }

    /// Any move of so many that they are better listed.
    #[inline(never)]
    fn any_listed(
        &self,
        position: &Position,
        random: &mut Random,
        room: &mut Vec<Move>,
    ) -> (Status, Option<Move>) {
        room.clear();
        let stage = self.legal_moves(position, room);
        (stage, random.pick(room).copied())
    }

    #[inline(always)]
    fn drawn(&self, position: &Position) -> Option<Outcome> {
        if position.halfmove_clock >= DRAWN_AFTER {
            return Some(Outcome::draw(2, "75 moves"));
        }
        let is_insufficient = self.orthodox.is_some_and(|kinds| kinds.is_insufficient(position));
        is_insufficient.then(|| Outcome::draw(2, "dead position"))
    }
}

impl<C: Pext> Rules for Chess<C> {
    type Position = Position;
    type Move = Move;
    type Roll = Infallible;

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> Position {
        self.start
    }

    #[inline(always)]
    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) -> Status {
        let base = moves.len();
        self.compiled.legal_moves(self.cpu, position, moves);
        let stage = self.stage_with(position, moves.len() > base);
        if matches!(stage, Status::Over(_)) {
            moves.truncate(base);
        }
        stage
    }

    #[inline(always)]
    fn random_move(
        &self,
        position: &Position,
        random: &mut Random,
        room: &mut Vec<Move>,
    ) -> (Status, Option<Move>) {
        let mut batches = MoveBatches::new();
        self.compiled.legal_moves(self.cpu, position, &mut batches);
        let Some(count) = batches.count() else {
            return self.any_listed(position, random, room);
        };
        let stage = self.stage_with(position, count > 0);
        match stage {
            Status::Turn(_) => (stage, batches.nth(random.below(count))),
            _ => (stage, None),
        }
    }

    #[inline(always)]
    fn play(&self, position: &mut Position, mv: Move) {
        self.compiled.play(position, mv);
        // A square passed over is remembered only if it changes the moves: else the same position would not be the same.
        if mv.special == Special::DoubleStep && !self.compiled.ep_square_matters(self.cpu, position) {
            position.ep_square = NO_SQUARE;
        }
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    fn repeated(&self, position: &Position, times: u32) -> Repetition {
        let draw = |rule| Outcome::draw(2, rule);
        if times >= DRAWN_AT {
            Repetition::Over(draw("fivefold repetition"))
        } else if times >= CLAIM_AT {
            Repetition::Claimable(Claim::ByRight(draw("threefold repetition")))
        } else if position.halfmove_clock >= CLAIM_AFTER {
            Repetition::Claimable(Claim::ByRight(draw("50 moves")))
        } else {
            Repetition::Nothing
        }
    }
}

impl<C: Pext> TableRules for Chess<C> {
    /// Out of time against who could never mate is a draw, where that is known.
    fn retire(&self, position: &mut Position, seat: Seat, why: rules::RetireReason) -> Option<Outcome> {
        let cannot_mate =
            self.orthodox.is_some_and(|kinds| kinds.cannot_mate(position, seat.other().index()));
        let cannot_win = cannot_mate && why == rules::RetireReason::OutOfTime;
        Some(if cannot_win {
            Outcome::draw(2, why.rule())
        } else {
            Outcome::win(2, seat.other(), why.rule())
        })
    }
}

impl<C: Pext> Perft for Chess<C> {
    /// Counts go on in dead positions and after 75 quiet moves.
    #[inline(always)]
    fn perft_moves(&self, position: &Position, moves: &mut Vec<Move>) -> Status {
        let base = moves.len();
        self.compiled.legal_moves(self.cpu, position, moves);
        if moves.len() > base { Status::Turn(position.turn()) } else { self.stage_with(position, false) }
    }

    #[inline(always)]
    fn count(&self, position: &Position, _moves: &mut Vec<Move>) -> u64 {
        let mut counter = Counter(0);
        self.compiled.legal_moves(self.cpu, position, &mut counter);
        counter.0
    }
}

impl<C: Pext> SearchGame for Chess<C> {
    const HAS_NOISE: bool = true;
    const HAS_REPETITION: bool = true;

    fn search_key(&self, position: &Position) -> u64 {
        // Far from the limits of the rules about quiet moves their count does not matter.
        position.key() ^ u64::from(position.halfmove_clock.saturating_sub(70)) << 48
    }

    #[inline]
    fn noisy(&self, position: &Position, mv: Move) -> bool {
        position.sides[position.turn as usize & 1 ^ 1] & bit(mv.to) != 0
            || mv.promotion().is_some()
            || mv.is_en_passant()
    }

    #[inline]
    fn move_key(&self, mv: Move) -> u32 {
        u32::from(mv.from) << 16
            | u32::from(mv.to) << 8
            | u32::from(mv.becomes) << 4
            | u32::from(mv.kind)
            | u32::from(mv.special == Special::Castling) << 30
            | 1 << 31
    }
}
