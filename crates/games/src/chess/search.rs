//! The contract of chess with the searches.

use rules::{Rules, Status};
use search::{MoveStage, Score, SearchGame};

use super::generate::{NoisyMoves, QuietMoves};
use super::position::{Move, Position, Special};
use super::reach::bit;
use super::rules::Chess;
use crate::pext::Pext;

/// Halfmove clock up to which the clock is no part of the search key: the draws by move count are still far away.
const CLOCK_HORIZON: u16 = 70;
/// Bit of castling in a move key.
const CASTLING_BIT: u32 = 1 << 30;
/// Bit that every move key has, so that none is 0.
const KEY_BIT: u32 = 1 << 31;

impl<C: Pext> SearchGame for Chess<C> {
    const STAGED: bool = true;
    const HAS_NOISE: bool = true;
    const HAS_REPETITION: bool = true;
    const HISTORY_SIZE: usize = 64 * 64;

    /// A draw by rule is reported only if there is a legal move: checkmate and stalemate take precedence.
    #[inline]
    fn early_status(&self, position: &Position) -> Status {
        match self.drawn(position) {
            Some(outcome) if self.compiled.has_legal_move(self.cpu, position) => Status::Over(outcome),
            _ => Status::Turn(position.turn()),
        }
    }

    #[inline]
    fn generate(&self, position: &Position, stage: MoveStage, moves: &mut Vec<Move>) {
        match stage {
            MoveStage::Noisy => self.compiled.generate::<NoisyMoves, _, _>(self.cpu, position, moves),
            MoveStage::Quiet => self.compiled.generate::<QuietMoves, _, _>(self.cpu, position, moves),
            MoveStage::Evasions => self.compiled.legal_moves(self.cpu, position, moves),
        }
    }

    #[inline]
    fn in_check(&self, position: &Position) -> bool {
        self.compiled.in_check(self.cpu, position)
    }

    #[inline]
    fn noisy(&self, position: &Position, mv: Move) -> bool {
        position.sides[position.turn as usize & 1 ^ 1] & bit(mv.to) != 0
            || mv.promotion().is_some()
            || mv.is_en_passant()
    }

    #[inline]
    fn see_at_least(&self, position: &Position, mv: Move, threshold: Score) -> bool {
        let values = self.search_values();
        self.compiled.see_at_least(self.cpu, position, mv, threshold, values)
    }

    /// Not in check, and not with only royal and pawn-like pieces, where zugzwang is common.
    #[inline]
    fn null_move(&self, position: &Position) -> Option<Position> {
        let compiled = &self.compiled;
        let mut pieces = position.sides[position.turn as usize & 1] & !position.kinds[compiled.royal];
        let mut pawns = compiled.promotable | compiled.pawn_like;
        while pawns != 0 {
            pieces &= !position.kinds[pawns.trailing_zeros() as usize];
            pawns &= pawns - 1;
        }
        if pieces == 0 || self.in_check(position) {
            return None;
        }
        let mut after = *position;
        compiled.pass(&mut after);
        Some(after)
    }

    /// The key of the position, and of the halfmove clock where draws by move count come into sight.
    #[inline]
    fn search_key(&self, position: &Position) -> u64 {
        self.key(position) ^ u64::from(position.halfmove_clock.saturating_sub(CLOCK_HORIZON)) << 48
    }

    #[inline]
    fn reversible_plies(&self, position: &Position) -> usize {
        position.halfmove_clock.into()
    }

    #[inline]
    fn move_key(&self, mv: Move) -> u32 {
        let castling = if mv.special == Special::Castling { CASTLING_BIT } else { 0 };
        u32::from(mv.from) << 16
            | u32::from(mv.to) << 8
            | u32::from(mv.becomes) << 4
            | u32::from(mv.kind)
            | castling
            | KEY_BIT
    }

    fn move_from_key(&self, position: &Position, key: u32) -> Option<Move> {
        let square = |shift: u32| (key >> shift) as u8 & 63;
        let kind = |shift: u32| (key >> shift) as u8 & 15;
        let found = self.compiled.legal_move(
            self.cpu,
            position,
            (square(16), square(8)),
            (kind(0), kind(4)),
            key & CASTLING_BIT != 0,
        );
        found.filter(|&mv| self.move_key(mv) == key && self.drawn(position).is_none())
    }

    #[inline]
    fn history_index(&self, _position: &Position, mv: Move) -> usize {
        usize::from(mv.from) << 6 | usize::from(mv.to)
    }
}
