//! Move generation and flipping on bitboards.

use rules::cpu::Portable;

use super::{Bitboard, last_disc};
use crate::pext::Pext;

/// A processor with implementations of both operations.
pub trait Kernel: Pext {
    /// The legal moves: empty squares where the mover flips at least one disc.
    fn moves(self, mover: Bitboard, other: Bitboard) -> Bitboard;

    /// The discs flipped by a disc of the mover on this empty square.
    fn flips(self, square: u8, mover: Bitboard, other: Bitboard) -> Bitboard;

    /// Number of discs flipped by a disc of the mover on the only empty square of the board.
    #[inline(always)]
    fn last_flips(self, square: u8, mover: Bitboard) -> u32 {
        last_disc::count(square, mover)
    }
}

/// The squares that are not on the a or h column: a line that runs sideways can only pass through these.
pub(super) const INNER: Bitboard = 0x7e7e_7e7e_7e7e_7e7e;

/// The four pairs of opposite directions: how far one step shifts, and the squares a line may pass through.
pub(super) const DIRECTIONS: [(u32, Bitboard); 4] = [(1, INNER), (8, !0), (7, INNER), (9, INNER)];

/// For every square the rays that lead to higher bits, in the order of [`DIRECTIONS`].
pub(super) static RAYS_UP: [[Bitboard; 4]; 64] = rays(true);
/// For every square the rays that lead to lower bits, in the order of [`DIRECTIONS`].
pub(super) static RAYS_DOWN: [[Bitboard; 4]; 64] = rays(false);

const fn rays(up: bool) -> [[Bitboard; 4]; 64] {
    // One step of each direction towards higher bits, as columns and rows.
    const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 1), (1, 1)];
    let mut rays = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (dx, dy) = if up { STEPS[direction] } else { (-STEPS[direction].0, -STEPS[direction].1) };
            let (mut x, mut y) = (square as i8 % 8 + dx, square as i8 / 8 + dy);
            while x >= 0 && x < 8 && y >= 0 && y < 8 {
                rays[square][direction] |= 1 << (y * 8 + x);
                x += dx;
                y += dy;
            }
            direction += 1;
        }
        square += 1;
    }
    rays
}

impl Kernel for Portable {
    /// Parallel prefix (Kogge-Stone): runs of opponent discs beside the mover's grow by one, one, two and two squares.
    #[inline(always)]
    fn moves(self, mover: Bitboard, other: Bitboard) -> Bitboard {
        let mut found = 0;
        for (shift, inside) in DIRECTIONS {
            let through = other & inside;
            let mut up = through & (mover << shift);
            let mut down = through & (mover >> shift);
            up |= through & (up << shift);
            down |= through & (down >> shift);
            let pairs_up = through & (through << shift);
            let pairs_down = pairs_up >> shift;
            up |= pairs_up & (up << (2 * shift));
            down |= pairs_down & (down >> (2 * shift));
            up |= pairs_up & (up << (2 * shift));
            down |= pairs_down & (down >> (2 * shift));
            found |= (up << shift) | (down >> shift);
        }
        found & !(mover | other)
    }

    #[inline(always)]
    fn flips(self, square: u8, mover: Bitboard, other: Bitboard) -> Bitboard {
        let mut flipped = 0;
        for ray in RAYS_UP[square as usize & 63] {
            // Adding one carries through the opponent's discs to the first other square of the ray.
            let end = (other | !ray).wrapping_add(1) & ray & mover;
            flipped |= end.wrapping_sub(u64::from(end != 0)) & ray;
        }
        for ray in RAYS_DOWN[square as usize & 63] {
            let first = (!other & ray) | 1;
            let end = (1 << 63 >> first.leading_zeros()) & ray & mover;
            // All bits above the end, if there is one.
            flipped |= (end << 1).wrapping_neg() & ray & u64::from(end == 0).wrapping_sub(1);
        }
        flipped
    }
}

#[cfg(test)]
mod tests {
    use rules::Random;

    use super::*;

    /// The rule read off the board, a square at a time.
    fn flips_by_walking(square: u8, mover: Bitboard, other: Bitboard) -> Bitboard {
        let mut flipped = 0;
        for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let (mut x, mut y) = (i32::from(square % 8) + dx, i32::from(square / 8) + dy);
            let mut run = 0;
            while (0..8).contains(&x) && (0..8).contains(&y) {
                let bit = 1u64 << (y * 8 + x);
                if mover & bit != 0 {
                    flipped |= run;
                }
                if other & bit == 0 {
                    break;
                }
                run |= bit;
                (x, y) = (x + dx, y + dy);
            }
        }
        flipped
    }

    fn agrees_with_walking<K: Kernel>(kernel: K) {
        let mut random = Random::new(1);
        for round in 0..20_000 {
            // Dense, sparse and lopsided boards: real games are only a part of them.
            let (a, b, c) = (random.next_u64(), random.next_u64(), random.next_u64());
            let occupied = [a, a | b, a & b, a | b | c][round % 4];
            let (mover, other) = (occupied & c, occupied & !c);
            let mut movable = 0;
            for square in (0..64).filter(|square| occupied >> square & 1 == 0) {
                let expected = flips_by_walking(square, mover, other);
                assert_eq!(kernel.flips(square, mover, other), expected, "{square} {mover:#x} {other:#x}");
                movable |= u64::from(expected != 0) << square;
            }
            assert_eq!(kernel.moves(mover, other), movable, "{mover:#x} {other:#x}");
            let square = (round % 64) as u8;
            let (mover, other) = (a & !(1 << square), !(a | 1 << square));
            let expected = flips_by_walking(square, mover, other).count_ones();
            assert_eq!(kernel.last_flips(square, mover), expected, "{square} {mover:#x}");
        }
    }

    #[test]
    fn portable_agrees_with_walking() {
        agrees_with_walking(Portable);
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn v3_agrees_with_walking() {
        match rules::cpu::V3::detect() {
            Some(v3) => agrees_with_walking(v3),
            None => println!("this machine has no x86-64-v3: its kernel was not compared"),
        }
    }
}
