//! What an Othello position is worth, told by a few counts.

use rules::Seat;
use search::{Evaluation, Evaluator, Score, Unit, WIN_IN_MAX_PLY};

use super::{Bitboard, Kernel, Move, Othello, Position};

/// Mobility, corners and what lies beside them, and who will move last.
#[derive(Clone, Copy, Debug)]
pub struct Counts;

const CORNERS: Bitboard = 0x8100_0000_0000_0081;
/// The squares diagonally beside a corner.
const DIAGONALS: Bitboard = 0x0042_0000_0000_4200;
/// The squares beside a corner on the edge.
const BESIDE: Bitboard = 0x4281_0000_0000_8142;

/// A finished game counts more than anything else that can be counted, but less than a win the search has seen.
const FINISHED: Score = 20_000;

/// A score of `strong` in discs, as other programs count: exact where the game was searched to its end, else what is
/// expected. A game that is won by force is worth all of them, as nobody has counted.
pub fn discs(score: f64) -> f64 {
    let (ahead, finished) = (score.abs(), f64::from(FINISHED));
    let discs = match ahead {
        _ if ahead >= f64::from(WIN_IN_MAX_PLY) => 64.0,
        _ if ahead > finished / 2.0 => ahead - finished,
        _ => ahead / f64::from(super::shapes::UNIT),
    };
    discs.min(64.0).copysign(score)
}

/// How early a square is tried: corners first, what gives them away last.
pub(super) const PROMISE: [Score; 64] = promises();

const fn promises() -> [Score; 64] {
    let mut promises = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1u64 << square;
        let (x, y) = (square % 8, square / 8);
        promises[square] = if CORNERS & bit != 0 {
            1 << 20
        } else if DIAGONALS & bit != 0 {
            -(1 << 20)
        } else if BESIDE & bit != 0 {
            -(1 << 18)
        } else if x == 0 || x == 7 || y == 0 || y == 7 {
            64
        } else if x >= 2 && x <= 5 && y >= 2 && y <= 5 {
            16
        } else {
            0
        };
        square += 1;
    }
    promises
}

impl<K: Kernel> Evaluator<Othello<K>> for Counts {
    type Accumulator = ();
    type Delta = ();

    #[inline(always)]
    fn refresh(&self, _rules: &Othello<K>, _position: &Position, _accumulator: &mut ()) {}

    #[inline(always)]
    fn delta(&self, _rules: &Othello<K>, _before: &Position, _mv: Move, _after: &Position) -> Option<()> {
        Some(())
    }

    #[inline(always)]
    fn update(&self, _rules: &Othello<K>, _before: &(), _delta: (), _after: &mut ()) {}

    #[inline(always)]
    fn evaluate(&self, rules: &Othello<K>, position: &Position, _accumulator: &(), seat: Seat) -> Score {
        let score = counts(rules.kernel(), position.mover, position.other);
        if seat == position.turn { score } else { -score }
    }

    fn evaluation(&self, score: f64) -> Evaluation {
        Evaluation::Value { value: discs(score), unit: Unit::Discs }
    }

    #[inline(always)]
    fn ordering_hint(&self, _rules: &Othello<K>, _position: &Position, mv: Move) -> Score {
        mv.square().map_or(0, |square| PROMISE[square as usize & 63])
    }
}

/// What a game is worth that ends, or is sure to end, with so many discs more.
#[inline(always)]
pub(super) fn finished(ahead: Score) -> Score {
    ahead.signum() * FINISHED + ahead
}

#[inline(always)]
fn counts<K: Kernel>(kernel: K, mover: Bitboard, other: Bitboard) -> Score {
    let count = |squares: Bitboard| squares.count_ones() as Score;
    let (own, his) = (kernel.moves(mover, other), kernel.moves(other, mover));
    if own | his == 0 {
        let ahead = count(mover) - count(other);
        return finished(ahead);
    }
    let empty = !(mover | other);
    // A square beside a corner is a weakness only while the corner is empty.
    let open = empty & CORNERS;
    let diagonals = (open << 9 | open >> 9 | open << 7 | open >> 7) & DIAGONALS;
    let beside = (open << 1 | open >> 1 | open << 8 | open >> 8) & BESIDE;
    let parity = if empty.count_ones() % 2 == 1 { 6 } else { -6 };
    8 * (count(own) - count(his))
        + 12 * (count(own & CORNERS) - count(his & CORNERS))
        + 90 * (count(mover & CORNERS) - count(other & CORNERS))
        - 30 * (count(mover & diagonals) - count(other & diagonals))
        - 12 * (count(mover & beside) - count(other & beside))
        + parity
}
