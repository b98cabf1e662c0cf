//! The rules of chess for any army.

use std::convert::Infallible;
use std::sync::Arc;

use rules::cpu::Portable;
use rules::{DrawClaim, InputError, Outcome, Perft, Random, Repetition, Rules, Seat, Status, TableRules};

use super::army::Army;
use super::army_cache;
use super::compiled_army::CompiledArmy;
use super::insufficient_material::{self, OrthodoxKinds};
use super::move_batches::MoveBatches;
use super::move_sink::Counter;
use super::position::{Move, NO_SQUARE, Position, Special};
use super::zobrist;
use crate::pext::Pext;

/// Halfmove clock at which a draw can be claimed (50-move rule).
const CLAIM_AFTER: u16 = 100;
/// Halfmove clock at which the game is drawn (75-move rule).
const DRAWN_AFTER: u16 = 150;
/// Number of occurrences of a position at which a draw can be claimed.
const CLAIM_AT: u32 = 3;
/// Number of occurrences of a position at which the game is drawn.
const DRAWN_AT: u32 = 5;

/// Chess with an army.
#[derive(Clone, Debug)]
pub struct Chess<C: Pext = Portable> {
    pub(super) army: Arc<Army>,
    pub(super) compiled: Arc<CompiledArmy>,
    pub(super) start: Position,
    pub(super) cpu: C,
    /// Kinds of an army that moves as orthodox chess does: insufficient material is known for these only.
    pub(super) orthodox: Option<OrthodoxKinds>,
}

impl<C: Pext> Chess<C> {
    /// Chess with an army.
    pub fn new(army: Army, cpu: C) -> Result<Chess<C>, InputError> {
        let compiled = army_cache::compiled(&army)?;
        Chess::with_compiled(army, compiled, cpu).map_err(|error| error.within("the start position"))
    }

    /// Chess with an army that has been compiled; fails only if its start position is invalid.
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

    /// The army of both sides.
    pub fn army(&self) -> &Army {
        &self.army
    }

    /// Number of groups of paths in the compiled tables.
    pub fn table_groups(&self) -> usize {
        self.compiled.tables.path_groups.len()
    }

    /// Size of the army's attack tables in bytes.
    pub fn table_bytes(&self) -> usize {
        self.compiled.tables.bytes()
    }

    /// `true` if the side to move is in check.
    pub fn in_check(&self, position: &Position) -> bool {
        self.compiled.in_check(self.cpu, position)
    }

    /// Status of a position, given that the side to move has legal moves or none.
    #[inline(always)]
    fn status_with(&self, position: &Position, has_moves: bool) -> Status {
        let turn = position.turn();
        if !has_moves {
            return Status::Over(if self.in_check(position) {
                Outcome::win(2, turn.other(), "checkmate")
            } else {
                Outcome::draw(2, "stalemate")
            });
        }
        self.drawn(position).map_or(Status::Turn(turn), Status::Over)
    }

    /// Random move of a position with too many batches.
    #[inline(never)]
    fn random_listed_move(
        &self,
        position: &Position,
        random: &mut Random,
        room: &mut Vec<Move>,
    ) -> (Status, Option<Move>) {
        room.clear();
        let status = self.legal_moves(position, room);
        (status, random.pick(room).copied())
    }

    /// Draw by the 75-move rule or insufficient material, provided that there is a legal move.
    #[inline(always)]
    pub(super) fn drawn(&self, position: &Position) -> Option<Outcome> {
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
        let status = self.status_with(position, moves.len() > base);
        if matches!(status, Status::Over(_)) {
            moves.truncate(base);
        }
        status
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
            return self.random_listed_move(position, random, room);
        };
        let status = self.status_with(position, count > 0);
        match status {
            Status::Turn(_) => (status, batches.nth(random.below(count))),
            _ => (status, None),
        }
    }

    #[inline(always)]
    fn play(&self, position: &mut Position, mv: Move) {
        self.compiled.play(position, mv);
        // An en passant square that changes no moves is dropped: otherwise equal positions would compare as different.
        if mv.special == Special::DoubleStep {
            if self.compiled.ep_square_matters(self.cpu, position) {
                position.key ^= zobrist::en_passant(position.ep_square);
            } else {
                position.ep_square = NO_SQUARE;
            }
        }
    }

    fn key(&self, position: &Position) -> u64 {
        position.key
    }

    fn repeated(&self, position: &Position, times: u32) -> Repetition {
        let draw = |rule| Outcome::draw(2, rule);
        if times >= DRAWN_AT {
            Repetition::Over(draw("fivefold repetition"))
        } else if times >= CLAIM_AT {
            Repetition::Claimable(DrawClaim::ByRight(draw("threefold repetition")))
        } else if position.halfmove_clock >= CLAIM_AFTER {
            Repetition::Claimable(DrawClaim::ByRight(draw("50 moves")))
        } else {
            Repetition::Nothing
        }
    }
}

impl<C: Pext> TableRules for Chess<C> {
    /// Running out of time is a draw if the opponent cannot mate.
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
    /// Perft ignores draws by insufficient material and the 75-move rule.
    #[inline(always)]
    fn perft_moves(&self, position: &Position, moves: &mut Vec<Move>) -> Status {
        let base = moves.len();
        self.compiled.legal_moves(self.cpu, position, moves);
        if moves.len() > base { Status::Turn(position.turn()) } else { self.status_with(position, false) }
    }

    #[inline(always)]
    fn count(&self, position: &Position, _moves: &mut Vec<Move>) -> u64 {
        let mut counter = Counter(0);
        self.compiled.legal_moves(self.cpu, position, &mut counter);
        counter.0
    }
}
