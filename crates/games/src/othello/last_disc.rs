//! Number of discs flipped by the last disc of a game, from tables of its four lines.

use super::Bitboard;
use super::kernel::{RAYS_DOWN, RAYS_UP};

/// Number of flipped discs by index on a line of eight and the mover's discs on it; all others are the opponent's.
static ON_LINE: [[u8; 256]; 8] = {
    let mut counts = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut mine = 0;
        while mine < 256 {
            let mut up = place + 1;
            while up < 8 && mine >> up & 1 == 0 {
                up += 1;
            }
            if up < 8 {
                counts[place][mine] += (up - place - 1) as u8;
            }
            let mut down = place;
            while down > 0 && mine >> (down - 1) & 1 == 0 {
                down -= 1;
            }
            if down > 0 {
                counts[place][mine] += (place - down) as u8;
            }
            mine += 1;
        }
        place += 1;
    }
    counts
};

/// For every square the two diagonals through it, without the square.
static DIAGONALS: [[Bitboard; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut which = 0;
        while which < 2 {
            diagonals[square][which] = RAYS_UP[square][2 + which] | RAYS_DOWN[square][2 + which];
            which += 1;
        }
        square += 1;
    }
    diagonals
};

/// Number of discs flipped by a disc of the mover on the only empty square.
#[inline(always)]
pub(super) fn count(square: u8, mover: Bitboard) -> u32 {
    let (column, row) = (square as usize & 7, square as usize >> 3 & 7);
    let [falling, rising] = DIAGONALS[square as usize & 63];
    let along_row = mover >> (8 * row) & 0xff;
    // The multiplications gather the bits of a column, or of a diagonal, in the highest byte.
    let along_column = (mover >> column & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let along_falling = (mover & falling).wrapping_mul(0x0101_0101_0101_0101) >> 56;
    let along_rising = (mover & rising).wrapping_mul(0x0101_0101_0101_0101) >> 56;
    let by_column = &ON_LINE[column];
    u32::from(by_column[along_row as usize])
        + u32::from(ON_LINE[row][along_column as usize])
        + u32::from(by_column[along_falling as usize])
        + u32::from(by_column[along_rising as usize])
}
