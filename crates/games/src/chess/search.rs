//! The contract of chess with the searches.

use rules::{Rules, Status, mix};
use search::{MoveStage, Score, SearchGame};

use super::army::MAX_KINDS;
use super::cpu_tasks::{DetectCheck, DirectCheck, Exchange, Generate};
use super::position::{Move, Position, Special};
use super::reach::{bit, row_of};
use super::rules::Chess;
use crate::pext::Pext;

/// Halfmove clock up to which the clock is no part of the search key: the draws by move count are still far away.
const CLOCK_HORIZON: u16 = 70;
/// Bit of castling in a move key.
const CASTLING_BIT: u32 = 1 << 30;
/// Bit that every move key has, so that none is 0.
const KEY_BIT: u32 = 1 << 31;

impl<C: Pext> SearchGame for Chess<C> {
    type Scratch = ();

    const STAGED: bool = true;
    const HAS_NOISE: bool = true;
    const HAS_REPETITION: bool = true;
    const HISTORY_SIZE: usize = 64 * 64;
    const NOISY_SIZE: usize = Self::PIECE_TARGETS * MAX_KINDS;
    const PIECE_TARGETS: usize = MAX_KINDS * 64;

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
        self.cpu.run(Generate { compiled: &self.compiled, cpu: self.cpu, position, stage, moves });
    }

    #[inline]
    fn in_check(&self, position: &Position) -> bool {
        self.cpu.run(DetectCheck { compiled: &self.compiled, cpu: self.cpu, position })
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
        let (compiled, cpu) = (&*self.compiled, self.cpu);
        cpu.run(Exchange { compiled, cpu, position, mv, threshold, values })
    }

    #[inline]
    fn gives_check(&self, position: &Position, mv: Move) -> bool {
        self.cpu.run(DirectCheck { compiled: &self.compiled, cpu: self.cpu, position, mv })
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

    #[inline]
    fn noisy_index(&self, position: &Position, mv: Move) -> usize {
        // A promotion without a capture shares its slots with the capture of a royal piece, which never happens.
        let captured = match position.sides[position.turn as usize & 1 ^ 1] & bit(mv.to) {
            0 if mv.is_en_passant() => mv.kind.into(),
            0 => self.compiled.royal,
            _ => position.piece(mv.to).map_or(0, |(kind, _)| kind),
        };
        self.piece_target(position, mv) * MAX_KINDS + captured
    }

    #[inline]
    fn piece_target(&self, _position: &Position, mv: Move) -> usize {
        usize::from(mv.kind) << 6 | usize::from(mv.to)
    }

    /// Captures and promotions catch the eye, short steps forward less; moves back or far across the board are overlooked
    /// most.
    fn prominence(&self, position: &Position, mv: Move) -> u32 {
        if self.noisy(position, mv) {
            return 85;
        }
        let side = position.turn as usize & 1;
        let (from, to) = (row_of(side, mv.from), row_of(side, mv.to));
        let distance = from.abs_diff(to).max((mv.from % 8).abs_diff(mv.to % 8));
        let forward = if to > from { 25 } else { 0 };
        40 + forward - 5 * u32::from(distance.min(7))
    }

    /// Key of the pawns of both sides, or of the whole position if there are none: then it has no structure in common with
    /// others.
    #[inline]
    fn structure_key(&self, position: &Position) -> u64 {
        let (mut key, mut pawns) = (0, self.compiled.promotable | self.compiled.pawn_like);
        let mut all = 0;
        while pawns != 0 {
            let squares = position.kinds[pawns.trailing_zeros() as usize & 15];
            all |= squares;
            key = mix(key ^ squares & position.sides[0]).wrapping_add(squares & position.sides[1]);
            pawns &= pawns - 1;
        }
        if all == 0 {
            return position.key;
        }
        mix(key)
    }
}
