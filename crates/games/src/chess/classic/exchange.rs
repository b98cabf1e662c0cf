//! Time value of the original chess computer: the material that the opponent can win by captures.
//!
//! For a piece under attack, u is its value and c is 0, and the cheapest attacker takes it. Then in turn: the cheapest
//! defender takes back and c grows by that attacker's value; if c is below u, that is not made good, and it is over. The
//! next attacker takes and u grows by that defender's value; if u is below c, it is over. It is also over when no piece is
//! left to take. The outcome is c - u. The time value of a side is the smallest of 0 and the outcomes of its pieces.
//!
//! A capturing piece leaves its square, so pieces behind it join and a hopper may lose its hurdle. A royal piece captures
//! only where no enemy can recapture. Pins, checks, en passant and promotions are ignored, as by the original.

use rules::Seat;

use crate::chess::army::{Army, MAX_KINDS};
use crate::chess::compiled_army::CompiledArmy;
use crate::chess::position::Position;
use crate::chess::reach::{Bitboard, bit};
use crate::chess::rules::Chess;
use crate::pext::Pext;

/// Largest value; sums of such values do not overflow.
const MAX_VALUE: u32 = 10_000_000;

/// Value of each kind in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceValues {
    values: [i32; MAX_KINDS],
}

impl PieceValues {
    /// Values by index of the kind; missing ones are 0.
    pub fn new(centipawns: &[u32]) -> PieceValues {
        let value = |kind: usize| centipawns.get(kind).copied().unwrap_or(0).min(MAX_VALUE) as i32;
        PieceValues { values: std::array::from_fn(value) }
    }

    /// Values of an army rounded to whole pawns, as the original has them: pawn 1, knight and bishop 3, rook 5, queen 9,
    /// king 40. A value above 0 is at least 1.
    pub fn whole(army: &Army) -> PieceValues {
        let whole = |value: u32| if value == 0 { 0 } else { ((value + 50) / 100).max(1) * 100 };
        let values: Vec<u32> = army.values().into_iter().map(whole).collect();
        PieceValues::new(&values)
    }

    /// Value of a kind.
    #[inline]
    pub fn of(&self, kind: usize) -> i32 {
        self.values[kind & (MAX_KINDS - 1)]
    }

    /// Value and square of the cheapest of `pieces`, the one with the lowest square number among equals.
    #[inline]
    fn cheapest(&self, position: &Position, pieces: Bitboard) -> Option<(i32, u8)> {
        let mut cheapest: Option<(i32, u8)> = None;
        for (squares, &value) in position.kinds.iter().zip(&self.values) {
            let found = squares & pieces;
            if found != 0 {
                let first = (value, found.trailing_zeros() as u8);
                cheapest = Some(cheapest.map_or(first, |known| known.min(first)));
            }
        }
        cheapest
    }
}

impl CompiledArmy {
    /// Pieces of a side that attack a square, without a royal piece that could be recaptured there.
    #[inline]
    fn legal_attackers<C: Pext>(
        &self,
        cpu: C,
        position: &Position,
        side: usize,
        at: u8,
        occupied: Bitboard,
    ) -> Bitboard {
        let all = self.attackers(cpu, position, side, at, occupied);
        let royal = all & position.kinds[self.royal];
        if royal != 0 && self.attackers(cpu, position, side ^ 1, at, occupied & !royal) != 0 {
            return all & !royal;
        }
        all
    }
}

impl<C: Pext> Chess<C> {
    /// Outcome in centipawns of the exchange on a square for the side of the piece there; `None` if it is not attacked.
    pub fn exchange(&self, position: &Position, square: u8, values: &PieceValues) -> Option<i32> {
        let (kind, side) = position.piece(square)?;
        let mut occupied = position.occupied();
        let cheapest = |side: usize, occupied: Bitboard| {
            values
                .cheapest(position, self.compiled.legal_attackers(self.cpu, position, side, square, occupied))
        };
        let (mut lost, mut won) = (values.of(kind), 0);
        let mut attacker = cheapest(side ^ 1, occupied)?;
        loop {
            occupied &= !bit(attacker.1);
            let Some(defender) = cheapest(side, occupied) else { break };
            won += attacker.0;
            occupied &= !bit(defender.1);
            if won < lost {
                break;
            }
            let Some(next) = cheapest(side ^ 1, occupied) else { break };
            lost += defender.0;
            if lost < won {
                break;
            }
            attacker = next;
        }
        Some(won - lost)
    }

    /// Smallest of 0 and the outcomes of all exchanges that the opponent of a seat can start.
    pub fn time_value(&self, position: &Position, seat: Seat, values: &PieceValues) -> i32 {
        let mut pieces = position.sides[seat.index() & 1];
        let mut smallest = 0;
        while pieces != 0 {
            let square = pieces.trailing_zeros() as u8;
            pieces &= pieces - 1;
            smallest = smallest.min(self.exchange(position, square, values).unwrap_or(0));
        }
        smallest
    }
}

#[cfg(test)]
mod tests;
