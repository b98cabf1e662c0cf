//! What a chess position is worth, for any army: its pieces, and how well they stand.

use rules::{Rules, Seat};
use search::{Evaluation, Evaluator, Score, Unit, WIN_IN_MAX_PLY};

use super::army::MAX_KINDS;
use super::position::{Move, Position, Special};
use super::reach::{self, Bitboard, bit, row_of};
use super::rules::Chess;
use crate::pext::Pext;

/// What each kind is worth on each square, in hundredths of a pawn.
#[derive(Clone, Debug)]
pub struct Standing {
    worth: Box<[[[Score; 64]; MAX_KINDS]; 2]>,
    /// The plain value of each kind, for trying captures in a good order.
    value: [Score; MAX_KINDS],
}

/// What one more square that a piece reaches from where it stands is worth.
const REACH: f64 = 4.0;
/// What a step nearer to the middle is worth to a piece, and a row nearer to promotion to a pawn.
const MIDDLE: Score = 4;
const ROW: Score = 6;
/// What the royal piece loses by standing on another row than its own back rank.
const EXPOSED: Score = 8;
/// What the pieces of a side are worth together at the start, at most: however highly an army values its pieces, a lead
/// must not look like a game that is won.
const MOST_TOGETHER: u64 = 20_000;

impl Standing {
    /// The worth of an army's pieces.
    pub fn new<C: Pext>(chess: &Chess<C>) -> Standing {
        let army = chess.army();
        let mut worth = Box::new([[[0; 64]; MAX_KINDS]; 2]);
        let mut value = [0; MAX_KINDS];
        let values: Vec<u64> = army.values().into_iter().map(u64::from).collect();
        let together = together(chess, &values).max(MOST_TOGETHER);
        for (index, kind) in army.kinds.iter().enumerate() {
            value[index] = (values[index] * MOST_TOGETHER / together) as Score;
            let counts: Vec<f64> = (0..64).map(|from| reach::of_kind(kind, 0, from).len() as f64).collect();
            let average = counts.iter().sum::<f64>() / 64.0;
            for (side, of_side) in worth.iter_mut().enumerate() {
                for square in 0..64u8 {
                    let seen = if side == 0 { square } else { square ^ 56 };
                    let reach = (counts[seen as usize] - average) * REACH;
                    let off_middle = |line: u8| Score::from((2 * i16::from(line) - 7).unsigned_abs()) / 2;
                    let middle = MIDDLE * (3 - off_middle(square % 8).max(off_middle(square / 8)));
                    let row = Score::from(row_of(side, square));
                    of_side[index][square as usize] = if kind.is_royal {
                        -EXPOSED * row - middle
                    } else if kind.promotion.is_some() {
                        value[index] + ROW * row + middle
                    } else {
                        value[index] + reach.clamp(-40.0, 40.0) as Score + middle
                    };
                }
            }
        }
        Standing { worth, value }
    }

    fn of(&self, position: &Position, side: usize) -> Score {
        let mut sum = 0;
        for (kind, squares) in position.kinds.iter().enumerate() {
            let mut left: Bitboard = squares & position.sides[side];
            while left != 0 {
                sum += self.worth[side][kind][left.trailing_zeros() as usize];
                left &= left - 1;
            }
        }
        sum
    }
}

/// What the pieces of the richer side are worth at the start, royal ones left out.
fn together<C: Pext>(chess: &Chess<C>, values: &[u64]) -> u64 {
    let start = chess.start();
    let of_side = |side: usize| -> u64 {
        let kinds = chess.army().kinds.iter().zip(values).enumerate().filter(|(_, (kind, _))| !kind.is_royal);
        kinds
            .map(|(index, (_, value))| {
                value * u64::from((start.kinds[index] & start.sides[side]).count_ones())
            })
            .sum()
    };
    of_side(0).max(of_side(1))
}

impl<C: Pext> Evaluator<Chess<C>> for Standing {
    /// White's sum minus Black's.
    type Accumulator = Score;
    type Delta = Score;

    fn refresh(&self, _rules: &Chess<C>, position: &Position, sum: &mut Score) {
        *sum = self.of(position, 0) - self.of(position, 1);
    }

    #[inline]
    fn delta(&self, _rules: &Chess<C>, before: &Position, mv: Move, _after: &Position) -> Option<Score> {
        if mv.special == Special::Castling || mv.is_en_passant() {
            return None;
        }
        let side = before.turn as usize & 1;
        let worth = &self.worth[side];
        let mut gain = worth[mv.becomes as usize & 15][mv.to as usize & 63]
            - worth[mv.kind as usize & 15][mv.from as usize & 63];
        if before.sides[side ^ 1] & bit(mv.to) != 0
            && let Some((kind, _)) = before.piece(mv.to)
        {
            gain += self.worth[side ^ 1][kind][mv.to as usize & 63];
        }
        Some(if side == 0 { gain } else { -gain })
    }

    #[inline]
    fn turn_delta(&self, _rules: &Chess<C>, _turned: &Position) -> Option<Score> {
        Some(0)
    }

    #[inline]
    fn update(&self, _rules: &Chess<C>, before: &Score, delta: Score, after: &mut Score) {
        *after = before + delta;
    }

    #[inline]
    fn evaluate(&self, _rules: &Chess<C>, _position: &Position, sum: &Score, seat: Seat) -> Score {
        // No game comes near the bound, but a position can be set up with queens on every square.
        let sum = (*sum).clamp(-WIN_IN_MAX_PLY, WIN_IN_MAX_PLY);
        if seat == Seat::FIRST { sum } else { -sum }
    }

    /// Centipawns as pawns.
    fn evaluation(&self, score: f64) -> Evaluation {
        Evaluation::from_score(score, 100.0, Unit::Pawns)
    }

    /// Most valuable victim first, then the least valuable attacker.
    #[inline]
    fn ordering_hint(&self, _rules: &Chess<C>, position: &Position, mv: Move) -> Score {
        let mut hint = 0;
        if position.sides[position.turn as usize & 1 ^ 1] & bit(mv.to) != 0
            && let Some((kind, _)) = position.piece(mv.to)
        {
            hint += 10 * self.value[kind] - self.value[mv.kind as usize & 15].min(1000) / 10 + 1000;
        }
        if mv.becomes != mv.kind {
            hint += 10 * self.value[mv.becomes as usize & 15];
        }
        hint
    }

    /// Value of the captured piece and gain of a promotion.
    #[inline]
    fn noisy_gain(&self, _rules: &Chess<C>, position: &Position, mv: Move) -> Option<Score> {
        let captured = match position.piece(mv.to) {
            Some((kind, _)) => self.value[kind],
            None if mv.is_en_passant() => self.value[mv.kind as usize & 15],
            None => 0,
        };
        let promotion = self.value[mv.becomes as usize & 15] - self.value[mv.kind as usize & 15];
        Some(captured + promotion.max(0))
    }
}
