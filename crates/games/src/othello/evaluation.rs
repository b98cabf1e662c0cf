//! Hand-written Othello evaluation, and what all evaluators share. `strong` uses `patterns.rs`; this one plays the first
//! generation of training games and serves benchmarks.

use rules::Seat;
use search::{Evaluation, Evaluator, Score, Unit, WIN_IN_MAX_PLY};

use super::{Bitboard, Kernel, Move, Othello, Position};

/// Evaluates mobility, corners, the squares next to them, and parity.
#[derive(Clone, Copy, Debug)]
pub struct MobilityEvaluator;

const CORNERS: Bitboard = 0x8100_0000_0000_0081;
/// X-squares: diagonally adjacent to a corner.
const X_SQUARES: Bitboard = 0x0042_0000_0000_4200;
/// C-squares: adjacent to a corner on the edge.
const C_SQUARES: Bitboard = 0x4281_0000_0000_8142;

/// Base score of a finished game: above every static evaluation, below a win found by the search.
const FINISHED: Score = 20_000;

/// Converts a score of `strong` to a disc difference: exact if the game was searched to its end, else an estimate. A
/// forced win without a disc count is 64.
pub fn discs(score: f64) -> f64 {
    let (ahead, finished) = (score.abs(), f64::from(FINISHED));
    let discs = match ahead {
        _ if ahead >= f64::from(WIN_IN_MAX_PLY) => 64.0,
        _ if ahead > finished / 2.0 => ahead - finished,
        _ => ahead / f64::from(super::patterns::UNIT),
    };
    discs.min(64.0).copysign(score)
}

/// Move-ordering score of each square: corners first, X-squares last.
pub(super) const ORDERING: [Score; 64] = ordering();

const fn ordering() -> [Score; 64] {
    let mut scores = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1u64 << square;
        let (x, y) = (square % 8, square / 8);
        scores[square] = if CORNERS & bit != 0 {
            1 << 20
        } else if X_SQUARES & bit != 0 {
            -(1 << 20)
        } else if C_SQUARES & bit != 0 {
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
    scores
}

impl<K: Kernel> Evaluator<Othello<K>> for MobilityEvaluator {
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
        mv.square().map_or(0, |square| ORDERING[square as usize & 63])
    }
}

/// Score of a finished or solved game that ends `ahead` discs ahead.
#[inline(always)]
pub(super) fn finished(ahead: Score) -> Score {
    ahead.signum() * FINISHED + ahead
}

#[inline(always)]
fn counts<K: Kernel>(kernel: K, mover: Bitboard, other: Bitboard) -> Score {
    let count = |squares: Bitboard| squares.count_ones() as Score;
    let (own, theirs) = (kernel.moves(mover, other), kernel.moves(other, mover));
    if own | theirs == 0 {
        let ahead = count(mover) - count(other);
        return finished(ahead);
    }
    let empty = !(mover | other);
    // X- and C-squares are weak only while their corner is empty.
    let open = empty & CORNERS;
    let x_squares = (open << 9 | open >> 9 | open << 7 | open >> 7) & X_SQUARES;
    let c_squares = (open << 1 | open >> 1 | open << 8 | open >> 8) & C_SQUARES;
    let parity = if empty.count_ones() % 2 == 1 { 6 } else { -6 };
    8 * (count(own) - count(theirs))
        + 12 * (count(own & CORNERS) - count(theirs & CORNERS))
        + 90 * (count(mover & CORNERS) - count(other & CORNERS))
        - 30 * (count(mover & x_squares) - count(other & x_squares))
        - 12 * (count(mover & c_squares) - count(other & c_squares))
        + parity
}
