//! Pattern features of a position.

use super::super::{Bitboard, Kernel};

/// Number of game stages.
pub(super) const STAGES: usize = 6;

/// A pattern, or a count such as mobility.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// Name.
    pub name: &'static str,
    /// Number of configurations.
    pub size: usize,
    /// Number of squares, or 0 for a count.
    pub squares: u32,
}

const fn pattern(name: &'static str, squares: u32) -> Pattern {
    Pattern { name, size: 3usize.pow(squares), squares }
}

const fn count(name: &'static str, size: usize) -> Pattern {
    Pattern { name, size, squares: 0 }
}

/// Patterns in the order of their weights.
pub const PATTERNS: [Pattern; 13] = [
    pattern("edge with both X-squares", 10),
    pattern("3x3 corner", 9),
    pattern("second row", 8),
    pattern("third row", 8),
    pattern("fourth row", 8),
    pattern("diagonal of eight", 8),
    pattern("diagonal of seven", 7),
    pattern("diagonal of six", 6),
    pattern("diagonal of five", 5),
    pattern("diagonal of four", 4),
    count("mobility of the mover", 32),
    count("mobility of the opponent", 32),
    count("parity", 2),
];

/// Offset of each pattern's weights, followed by their total number.
const OFFSETS: [usize; PATTERNS.len() + 1] = offsets();

const fn offsets() -> [usize; PATTERNS.len() + 1] {
    let mut offsets = [0; PATTERNS.len() + 1];
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        offsets[pattern + 1] = offsets[pattern] + PATTERNS[pattern].size;
        pattern += 1;
    }
    offsets
}

/// Number of weights of a stage.
pub(super) const SIZE: usize = OFFSETS[PATTERNS.len()];

/// Offset of a pattern's weights.
pub(super) const fn offset(pattern: usize) -> usize {
    OFFSETS[pattern]
}

/// Configuration of a pattern: the index of its weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature(pub usize);

/// Bits as digits of base three.
static TERNARY: [u16; 1024] = ternary(false);
/// The same for a 3x3 corner mirrored left to right.
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

/// Stage of the game by number of discs.
#[inline(always)]
pub fn stage(mover: Bitboard, other: Bitboard) -> usize {
    let discs = (mover | other).count_ones() as usize;
    (discs.saturating_sub(5) / 10).min(STAGES - 1)
}

/// The first row and its X-squares.
const EDGE: Bitboard = 0x42ff;
const CORNER: Bitboard = 0x0007_0707;
const OTHER_CORNER: Bitboard = CORNER << 5;
/// The main diagonal from a1 to h8.
const MAIN_DIAGONAL: Bitboard = 0x8040_2010_0804_0201;

/// The two diagonals `step` squares beside the main diagonal.
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

/// Patterns of the shorter diagonals, each with its pair parallel to the main diagonal.
const SHORTER: [(usize, [Bitboard; 2]); 4] =
    [(6, diagonals(1)), (7, diagonals(2)), (8, diagonals(3)), (9, diagonals(4))];

/// Transposes the board: rows become columns.
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

/// Calls `visit` for every feature of a position. `own` and `theirs` are the legal moves of the mover and the opponent.
#[inline(always)]
pub fn for_each_feature<K: Kernel>(
    kernel: K,
    mover: Bitboard,
    other: Bitboard,
    own: Bitboard,
    theirs: Bitboard,
    mut visit: impl FnMut(Feature),
) {
    let digits = |table: &[u16; 1024], mover: usize, other: usize| {
        usize::from(table[mover & 1023]) + 2 * usize::from(table[other & 1023])
    };
    let original = [mover, other];
    let turned = original.map(transposed);
    // Each of the four edges in turn as the first row.
    for [mover, other] in [original, original.map(u64::swap_bytes), turned, turned.map(u64::swap_bytes)] {
        let edge = digits(&TERNARY, kernel.pext(mover, EDGE), kernel.pext(other, EDGE));
        visit(Feature(offset(0) + edge));
        for row in 1..4 {
            let of = |squares: Bitboard| (squares >> (8 * row)) as usize & 255;
            visit(Feature(offset(1 + row) + digits(&TERNARY, of(mover), of(other))));
        }
    }
    for [mover, other] in [original, original.map(u64::swap_bytes)] {
        let mut add = |pattern: usize, table: &[u16; 1024], mask: Bitboard| {
            let configuration = digits(table, kernel.pext(mover, mask), kernel.pext(other, mask));
            visit(Feature(offset(pattern) + configuration));
        };
        add(1, &TERNARY, CORNER);
        add(1, &MIRRORED, OTHER_CORNER);
        add(5, &TERNARY, MAIN_DIAGONAL);
        for (pattern, pair) in SHORTER {
            add(pattern, &TERNARY, pair[0]);
            add(pattern, &TERNARY, pair[1]);
        }
    }
    visit(Feature(offset(10) + (own.count_ones() as usize).min(31)));
    visit(Feature(offset(11) + (theirs.count_ones() as usize).min(31)));
    visit(Feature(offset(12) + (mover | other).count_ones() as usize % 2));
}

#[cfg(test)]
mod tests {
    use rules::Random;
    use rules::cpu::Portable;

    use super::super::weights::mirror_feature;
    use super::*;

    fn mirrored(squares: Bitboard) -> Bitboard {
        (0..64).filter(|square| squares >> square & 1 == 1).map(|square| 1 << (square ^ 7)).sum()
    }

    /// Sorted features of a position, mirror images identified.
    fn features(mover: Bitboard, other: Bitboard) -> Vec<usize> {
        let mut found = Vec::new();
        let (own, theirs) = (Portable.moves(mover, other), Portable.moves(other, mover));
        for_each_feature(Portable, mover, other, own, theirs, |feature| {
            found.push(feature.0.min(mirror_feature(feature.0)));
        });
        found.sort_unstable();
        found
    }

    #[test]
    fn features_are_invariant_under_symmetry() {
        let mut random = Random::new(4);
        for _ in 0..500 {
            let (a, b, c) = (random.next_u64(), random.next_u64(), random.next_u64());
            let (mover, other) = (a & (b | c), !a & (b | c));
            let expected = features(mover, other);
            assert_eq!(expected.len(), 41);
            for symmetry in [transposed, u64::swap_bytes, mirrored] {
                assert_eq!(features(symmetry(mover), symmetry(other)), expected);
            }
        }
    }

    #[test]
    fn transposing_twice_restores_the_board() {
        let mut random = Random::new(5);
        for _ in 0..100 {
            let squares = random.next_u64();
            assert_eq!(transposed(transposed(squares)), squares);
        }
        assert_eq!(transposed(0xff), 0x0101_0101_0101_0101);
        assert_eq!(transposed(1 << 7), 1 << 56);
    }

    #[test]
    fn features_are_equal_on_every_processor() {
        #[cfg(target_arch = "x86_64")]
        if let Some(v3) = rules::cpu::V3::detect() {
            let mut random = Random::new(6);
            for _ in 0..200 {
                let (a, b) = (random.next_u64(), random.next_u64());
                let (mut one, mut two) = (Vec::new(), Vec::new());
                for_each_feature(Portable, a & b, a & !b, 0, 0, |feature| one.push(feature.0));
                for_each_feature(v3, a & b, a & !b, 0, 0, |feature| two.push(feature.0));
                assert_eq!(one, two);
            }
        }
    }
}
