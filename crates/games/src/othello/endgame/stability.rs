//! Stable discs: those that can no longer be flipped.

use crate::othello::Bitboard;

const LEFT: Bitboard = 0x0101_0101_0101_0101;

/// The stable discs of an edge, for every state of its eight squares.
pub(super) struct EdgeStability {
    /// The bits of a byte read as ternary digits.
    ternary: [u16; 256],
    /// Own stable discs by the ternary number of an edge (1 for an own disc, 2 for the opponent's).
    stable: Box<[u8]>,
}

/// Number of states of an edge.
const EDGE_STATES: usize = 6561;

impl EdgeStability {
    /// Computes the table by playing out every edge in all ways.
    pub(super) fn new() -> EdgeStability {
        let mut ternary = [0; 256];
        for (bits, number) in ternary.iter_mut().enumerate() {
            *number = (0..8).map(|place| (bits as u16 >> place & 1) * 3u16.pow(place)).sum();
        }
        let mut edges = EdgeStability { ternary, stable: vec![0; EDGE_STATES].into_boxed_slice() };
        // Fuller edges first: the successors of a state are computed before it.
        let mut states: Vec<(u8, u8)> = (0..=255u8)
            .flat_map(|own| (0..=255u8).map(move |other| (own, other)))
            .filter(|(own, other)| own & other == 0)
            .collect();
        states.sort_by_key(|(own, other)| (own | other).count_zeros());
        for (own, other) in states {
            let mut stable = own;
            for place in (0..8).filter(|place| (own | other) >> place & 1 == 0) {
                // A disc may be placed even if it flips none on the edge: it may flip discs elsewhere.
                let mine = flips(place, own, other);
                stable &= edges.of(own | mine | 1 << place, other & !mine);
                let theirs = flips(place, other, own);
                stable &= edges.of(own & !theirs, other | theirs | 1 << place);
            }
            let index = edges.index(own, other);
            edges.stable[index] = stable;
        }
        edges
    }

    #[inline(always)]
    fn index(&self, own: u8, other: u8) -> usize {
        self.ternary[own as usize] as usize + 2 * self.ternary[other as usize] as usize
    }

    /// The own discs of an edge that are stable.
    #[inline(always)]
    fn of(&self, own: u8, other: u8) -> u8 {
        self.stable[self.index(own, other)]
    }
}

/// The discs flipped along an edge.
fn flips(place: u32, own: u8, other: u8) -> u8 {
    let mut flipped = 0;
    let mut run = 0;
    for at in place + 1..8 {
        if own >> at & 1 == 1 {
            flipped |= run;
        }
        if other >> at & 1 == 0 {
            break;
        }
        run |= 1 << at;
    }
    run = 0;
    for at in (0..place).rev() {
        if own >> at & 1 == 1 {
            flipped |= run;
        }
        if other >> at & 1 == 0 {
            break;
        }
        run |= 1 << at;
    }
    flipped
}

/// Own discs that are certainly stable: on the edges, on lines that are full in all four directions, and those that are
/// adjacent to such discs in every direction whose line is not full.
#[inline(always)]
pub(super) fn stable_discs(edges: &EdgeStability, own: Bitboard, other: Bitboard) -> Bitboard {
    let column = |squares: Bitboard| ((squares & LEFT).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
    // The bits of a byte, one in each row.
    let upright = |bits: u8| {
        (u64::from(bits & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & LEFT) | u64::from(bits >> 7) << 56
    };
    let mut stable = u64::from(edges.of(own as u8, other as u8))
        | u64::from(edges.of((own >> 56) as u8, (other >> 56) as u8)) << 56
        | upright(edges.of(column(own), column(other)))
        | upright(edges.of(column(own >> 7), column(other >> 7))) << 7;
    let occupied = own | other;
    let [rows, columns, falling, rising] = full_lines(occupied);
    stable |= own & rows & columns & falling & rising;
    if stable == 0 {
        return 0;
    }
    let inside = own & 0x007e_7e7e_7e7e_7e00;
    loop {
        let safe = (rows | stable << 1 | stable >> 1)
            & (columns | stable << 8 | stable >> 8)
            & (falling | stable << 9 | stable >> 9)
            & (rising | stable << 7 | stable >> 7);
        let more = stable | safe & inside;
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

/// The squares of lines without an empty square: rows, columns, and diagonals that fall and rise to the right.
#[inline(always)]
fn full_lines(occupied: Bitboard) -> [Bitboard; 4] {
    let mut rows = occupied & occupied >> 4;
    rows &= rows >> 2;
    rows &= rows >> 1;
    let rows = (rows & LEFT).wrapping_mul(0xff);
    let mut columns = occupied & occupied.rotate_right(8);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(32);
    [rows, columns, full_diagonals::<9>(occupied, FALLING), full_diagonals::<7>(occupied, RISING)]
}

/// For a diagonal direction, the squares from which one, two and four steps leave the board, downwards and upwards.
const fn ends(to_right: bool) -> [[Bitboard; 2]; 3] {
    let (right, left) = (0x8080_8080_8080_8080u64, 0x0101_0101_0101_0101u64);
    let (right2, left2) = (right | right >> 1, left | left << 1);
    let (right4, left4) = (right2 | right2 >> 2, left2 | left2 << 2);
    let (one, two, four) = (0xffu64, 0xffffu64, 0xffff_ffffu64);
    let (down, up) = if to_right {
        ([right, right2, right4], [left, left2, left4])
    } else {
        ([left, left2, left4], [right, right2, right4])
    };
    [
        [down[0] | one << 56, up[0] | one],
        [down[1] | two << 48, up[1] | two],
        [down[2] | four << 32, up[2] | four],
    ]
}

const FALLING: [[Bitboard; 2]; 3] = ends(true);
const RISING: [[Bitboard; 2]; 3] = ends(false);

/// Diagonals on which a step down goes `SHIFT` bits up.
#[inline(always)]
fn full_diagonals<const SHIFT: u32>(occupied: Bitboard, ends: [[Bitboard; 2]; 3]) -> Bitboard {
    let (mut down, mut up) = (occupied, occupied);
    // Beyond the ends of a diagonal nothing is empty.
    for (doubled, [below, above]) in ends.into_iter().enumerate() {
        down &= below | down >> (SHIFT << doubled);
        up &= above | up << (SHIFT << doubled);
    }
    down & up
}

#[cfg(test)]
mod tests {
    use rules::Random;
    use rules::cpu::Portable;

    use super::*;
    use crate::othello::Kernel;
    use crate::othello::endgame::board::{Board, each};

    #[test]
    fn full_lines_are_full() {
        let mut random = Random::new(4);
        for _ in 0..5_000 {
            let occupied = random.next_u64() | random.next_u64() | random.next_u64();
            let lines = full_lines(occupied);
            for square in 0..64i32 {
                for (line, (dx, dy)) in lines.iter().zip([(1, 0), (0, 1), (1, 1), (-1, 1)]) {
                    let full = [1, -1].iter().all(|way| {
                        let (mut x, mut y) = (square % 8, square / 8);
                        while (0..8).contains(&x) && (0..8).contains(&y) {
                            if occupied >> (y * 8 + x) & 1 == 0 {
                                return false;
                            }
                            (x, y) = (x + way * dx, y + way * dy);
                        }
                        true
                    });
                    assert_eq!(line >> square & 1 == 1, full, "{square} {dx} {dy} {occupied:#x}");
                }
            }
        }
    }

    /// Whatever both sides play at random, what was stable stays.
    #[test]
    fn stable_discs_stay() {
        let edges = EdgeStability::new();
        let mut random = Random::new(5);
        let mut seen = 0;
        for _ in 0..400 {
            let mut board = Board { mover: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };
            let mut stable = [0u64; 2];
            let mut passes = 0;
            for turn in 0.. {
                let moves: Vec<u8> = each(board.moves(Portable)).collect();
                let now = [board.mover, board.other];
                for side in 0..2 {
                    let held = stable[(turn + side) % 2];
                    assert_eq!(held & !now[side], 0, "a stable disc was turned over: {board:?}");
                    let found = stable_discs(&edges, now[side], now[1 - side]);
                    assert_eq!(found & !now[side], 0);
                    stable[(turn + side) % 2] |= found;
                    seen += found.count_ones();
                }
                passes = if moves.is_empty() { passes + 1 } else { 0 };
                board = match random.pick(&moves) {
                    Some(&square) => board.after(square, Portable.flips(square, board.mover, board.other)),
                    None if passes == 2 => break,
                    None => board.pass(),
                };
            }
        }
        assert!(seen > 50_000, "only {seen}");
    }
}
