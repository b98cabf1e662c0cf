//! Which shapes a position has.

use super::super::{Bitboard, Kernel};

/// How many stages a game has.
pub(super) const STAGES: usize = 6;

/// A kind of shape: its name, and how many squares it has. Kinds without squares are counts.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// What it is called.
    pub name: &'static str,
    /// How many different ones there are.
    pub size: usize,
    /// Bitboard, or 0 for a count.
    pub squares: u32,
}

const fn shape(name: &'static str, squares: u32) -> Kind {
    Kind { name, size: 3usize.pow(squares), squares }
}

const fn count(name: &'static str, size: usize) -> Kind {
    Kind { name, size, squares: 0 }
}

/// The kinds of shapes, in the order their weights are kept.
pub const KINDS: [Kind; 13] = [
    shape("edge with both squares diagonally beside its corners", 10),
    shape("corner of nine", 9),
    shape("second row", 8),
    shape("third row", 8),
    shape("fourth row", 8),
    shape("diagonal of eight", 8),
    shape("diagonal of seven", 7),
    shape("diagonal of six", 6),
    shape("diagonal of five", 5),
    shape("diagonal of four", 4),
    count("the mover's moves", 32),
    count("the other's moves", 32),
    count("empty squares, even or odd", 2),
];

/// Where the weights of each kind begin, and behind them their number.
const BEGINNINGS: [usize; KINDS.len() + 1] = beginnings();

const fn beginnings() -> [usize; KINDS.len() + 1] {
    let mut beginnings = [0; KINDS.len() + 1];
    let mut kind = 0;
    while kind < KINDS.len() {
        beginnings[kind + 1] = beginnings[kind] + KINDS[kind].size;
        kind += 1;
    }
    beginnings
}

/// All weights of a stage.
pub(super) const SIZE: usize = BEGINNINGS[KINDS.len()];

/// Where the weights of a kind begin.
pub(super) const fn beginning(kind: usize) -> usize {
    BEGINNINGS[kind]
}

/// A shape of a position: the place of its weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature(pub usize);

/// Bits as digits to the base of three.
static TERNARY: [u16; 1024] = ternary(false);
/// The same for the nine squares of a corner seen in a mirror, three to a row.
static MIRRORED: [u16; 1024] = ternary(true);

const fn ternary(mirrored: bool) -> [u16; 1024] {
    let mut table = [0; 1024];
    let mut bits = 0;
    while bits < 1024 {
        let mut digit = 0;
        while digit < 10 {
            if bits >> digit & 1 == 1 {
                let at = if mirrored && digit < 9 { digit / 3 * 3 + 2 - digit % 3 } else { digit };
                table[bits] += 3u16.pow(at as u32);
            }
            digit += 1;
        }
        bits += 1;
    }
    table
}

/// The stage of a game, by the discs on the board.
#[inline(always)]
pub fn stage(mover: Bitboard, other: Bitboard) -> usize {
    let discs = (mover | other).count_ones() as usize;
    (discs.saturating_sub(5) / 10).min(STAGES - 1)
}

/// The first row and the squares diagonally beside its corners.
const EDGE: Bitboard = 0x42ff;
const CORNER: Bitboard = 0x0007_0707;
const OTHER_CORNER: Bitboard = CORNER << 5;
/// Diagonals that lead up from the lower left, by their length from eight to four: in the middle, and the two beside it.
const MIDDLE: Bitboard = 0x8040_2010_0804_0201;

const fn diagonals(step: u32) -> [Bitboard; 2] {
    let mut pair = [0; 2];
    let mut row = 0;
    while row < 8 {
        if row + step < 8 {
            pair[0] |= 1 << (row * 8 + row + step);
            pair[1] |= 1 << ((row + step) * 8 + row);
        }
        row += 1;
    }
    pair
}

/// The kinds from the diagonal of seven on, each with its two on one of the two sides of the board.
const SHORTER: [(usize, [Bitboard; 2]); 4] =
    [(6, diagonals(1)), (7, diagonals(2)), (8, diagonals(3)), (9, diagonals(4))];

/// Rows become columns.
#[inline(always)]
fn transposed(mut squares: Bitboard) -> Bitboard {
    let mut swap = |mask: Bitboard, shift: u32| {
        let moved = (squares ^ (squares >> shift)) & mask;
        squares ^= moved ^ (moved << shift);
    };
    swap(0x00aa_00aa_00aa_00aa, 7);
    swap(0x0000_cccc_0000_cccc, 14);
    swap(0x0000_0000_f0f0_f0f0, 28);
    squares
}

/// Tells every shape of a position. `own` and `his` are where the mover and the other could move.
#[inline(always)]
pub fn each<K: Kernel>(
    kernel: K,
    mover: Bitboard,
    other: Bitboard,
    own: Bitboard,
    his: Bitboard,
    mut tell: impl FnMut(Feature),
) {
    let digits = |table: &[u16; 1024], mover: usize, other: usize| {
        usize::from(table[mover & 1023]) + 2 * usize::from(table[other & 1023])
    };
    let upright = [mover, other];
    let lying = upright.map(transposed);
    // Each of the four sides once in the place of the first row.
    for [mover, other] in [upright, upright.map(u64::swap_bytes), lying, lying.map(u64::swap_bytes)] {
        let edge = digits(&TERNARY, kernel.pext(mover, EDGE), kernel.pext(other, EDGE));
        tell(Feature(beginning(0) + edge));
        for row in 1..4 {
            let of = |squares: Bitboard| (squares >> (8 * row)) as usize & 255;
            tell(Feature(beginning(1 + row) + digits(&TERNARY, of(mover), of(other))));
        }
    }
    for [mover, other] in [upright, upright.map(u64::swap_bytes)] {
        let mut shape = |kind: usize, table: &[u16; 1024], mask: Bitboard| {
            let place = digits(table, kernel.pext(mover, mask), kernel.pext(other, mask));
            tell(Feature(beginning(kind) + place));
        };
        shape(1, &TERNARY, CORNER);
        shape(1, &MIRRORED, OTHER_CORNER);
        shape(5, &TERNARY, MIDDLE);
        for (kind, pair) in SHORTER {
            shape(kind, &TERNARY, pair[0]);
            shape(kind, &TERNARY, pair[1]);
        }
    }
    tell(Feature(beginning(10) + (own.count_ones() as usize).min(31)));
    tell(Feature(beginning(11) + (his.count_ones() as usize).min(31)));
    tell(Feature(beginning(12) + (mover | other).count_ones() as usize % 2));
}

#[cfg(test)]
mod tests {
    use rules::Random;
    use rules::cpu::Portable;

    use super::super::weights::twin;
    use super::*;

    fn mirrored(squares: Bitboard) -> Bitboard {
        (0..64).filter(|square| squares >> square & 1 == 1).map(|square| 1 << (square ^ 7)).sum()
    }

    /// The shapes of a position, each as the one of its twins that is listed first.
    fn shapes(mover: Bitboard, other: Bitboard) -> Vec<usize> {
        let mut found = Vec::new();
        let (own, his) = (Portable.moves(mover, other), Portable.moves(other, mover));
        each(Portable, mover, other, own, his, |feature| found.push(feature.0.min(twin(feature.0))));
        found.sort_unstable();
        found
    }

    #[test]
    fn a_position_has_the_same_shapes_however_the_board_is_turned() {
        let mut random = Random::new(4);
        for _ in 0..500 {
            let (a, b, c) = (random.next_u64(), random.next_u64(), random.next_u64());
            let (mover, other) = (a & (b | c), !a & (b | c));
            let expected = shapes(mover, other);
            assert_eq!(expected.len(), 41);
            for turn in [transposed, u64::swap_bytes, mirrored] {
                assert_eq!(shapes(turn(mover), turn(other)), expected);
            }
        }
    }

    #[test]
    fn transposed_twice_is_as_it_was() {
        let mut random = Random::new(5);
        for _ in 0..100 {
            let squares = random.next_u64();
            assert_eq!(transposed(transposed(squares)), squares);
        }
        assert_eq!(transposed(0xff), 0x0101_0101_0101_0101);
        assert_eq!(transposed(1 << 7), 1 << 56);
    }

    #[test]
    fn processors_see_the_same_shapes() {
        #[cfg(target_arch = "x86_64")]
        if let Some(v3) = rules::cpu::V3::detect() {
            let mut random = Random::new(6);
            for _ in 0..200 {
                let (a, b) = (random.next_u64(), random.next_u64());
                let (mut one, mut two) = (Vec::new(), Vec::new());
                each(Portable, a & b, a & !b, 0, 0, |feature| one.push(feature.0));
                each(v3, a & b, a & !b, 0, 0, |feature| two.push(feature.0));
                assert_eq!(one, two);
            }
        }
    }
}
