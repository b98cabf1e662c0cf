//! What the opponent can win by capturing: the time value of the chess computer.
//!
//! For a piece under attack, u is its value and c is 0, and the cheapest attacker takes it. Then in turn: the cheapest
//! defender takes back and c grows by that attacker's value; if c is below u, that is not made good, and it is over. The
//! next attacker takes and u grows by that defender's value; if u is below c, it is over. It is also over when nobody is
//! left to take. The outcome is c - u. The time value of a side is the smallest of 0 and the outcomes of its pieces.
//!
//! Who takes leaves its square, so pieces behind join, and a hopper may lose its hurdle. A royal piece takes only where
//! no enemy can take it. Pins, checks, captures in passing and promotions are not result of, as they were not by the
//! chess computer.

use rules::Seat;

use crate::chess::army::{Army, MAX_KINDS};
use crate::chess::compiled_army::CompiledArmy;
use crate::chess::position::Position;
use crate::chess::reach::{Bitboard, bit};
use crate::chess::rules::Chess;
use crate::pext::Pext;

/// The largest value, so that sums stay within their numbers.
const MAX_VALUE: u32 = 10_000_000;

/// What each kind is worth, in hundredths of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceValues {
    values: [i32; MAX_KINDS],
}

impl PieceValues {
    /// Kinds with these values, by their index; those that are missing are worth nothing.
    pub fn new(hundredths: &[u32]) -> PieceValues {
        let value = |kind: usize| hundredths.get(kind).copied().unwrap_or(0).min(MAX_VALUE) as i32;
        PieceValues { values: std::array::from_fn(value) }
    }

    /// The values of an army rounded to whole pawns, since the chess computer knew no others: pawn 1, knight and
    /// bishop 3, rook 5, queen 9, king 40. What is worth anything is worth one at least.
    pub fn whole(army: &Army) -> PieceValues {
        let whole = |value: u32| if value == 0 { 0 } else { ((value + 50) / 100).max(1) * 100 };
        let values: Vec<u32> = army.values().into_iter().map(whole).collect();
        PieceValues::new(&values)
    }

    /// What a kind is worth.
    #[inline]
    pub fn of(&self, kind: usize) -> i32 {
        self.values[kind & (MAX_KINDS - 1)]
    }

    /// The cheapest of these pieces, the one with the lowest square number among equals: its value and its square.
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
    /// The same without a royal piece that could then be taken itself.
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
    /// How capturing the piece on a square ends for its side, in hundredths of a pawn: negative if it loses. Nothing if
    /// the piece is not under attack.
    pub fn exchange(&self, position: &Position, square: u8, worth: &PieceValues) -> Option<i32> {
        let (kind, side) = position.piece(square)?;
        let mut occupied = position.occupied();
        let cheapest = |side: usize, occupied: Bitboard| {
            worth
                .cheapest(position, self.compiled.legal_attackers(self.cpu, position, side, square, occupied))
        };
        let (mut lost, mut won) = (worth.of(kind), 0);
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

    /// The smallest of 0 and the outcomes of all exchanges that the opponent of a seat can begin.
    pub fn time_value(&self, position: &Position, seat: Seat, worth: &PieceValues) -> i32 {
        let mut pieces = position.sides[seat.index() & 1];
        let mut smallest = 0;
        while pieces != 0 {
            let square = pieces.trailing_zeros() as u8;
            pieces &= pieces - 1;
            smallest = smallest.min(self.exchange(position, square, worth).unwrap_or(0));
        }
        smallest
    }
}

#[cfg(test)]
mod tests;
