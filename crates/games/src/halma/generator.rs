//! The fast move generator.
//!
//! The occupied squares of each row, column and diagonal are the bits of a word. On a line only the nearest bead can be
//! jumped: the landing square lies as far behind it as the mover stands before it. A bead's chains are a flood fill over
//! its landing squares, which on boards of up to 16 squares a side are a word of a quarter board ([`quarter`]); on larger
//! boards bit scans find them.
//!
//! [`quarter`]: super::quarter

use super::LARGEST;
use super::bits::Bits;
use super::quarter::QUARTER_LINES;
use super::tables::{LINES, Square, Tables, has_quarters};

/// Squares of the largest parity class.
const QUARTER: usize = LARGEST.div_ceil(2) * LARGEST.div_ceil(2);

/// The occupied squares of a board, and of each of its lines.
#[derive(Clone, Debug)]
pub struct Lines<const W: usize> {
    occupied: Bits<W>,
    /// Lines of a board with quarter boards.
    quarter_lines: [u16; QUARTER_LINES],
    /// Lines of a larger board.
    lines: [u32; LINES],
    /// `false` before the first position.
    is_filled: bool,
}

impl<const W: usize> Default for Lines<W> {
    fn default() -> Lines<W> {
        Lines {
            occupied: Bits::EMPTY,
            quarter_lines: [0; QUARTER_LINES],
            lines: [0; LINES],
            is_filled: false,
        }
    }
}

impl<const W: usize> Lines<W> {
    #[inline(always)]
    pub(super) fn new(tables: &Tables<W>, occupied: Bits<W>) -> Lines<W> {
        let quarter_lines = if has_quarters(W) { tables.empty_quarter_lines } else { [0; QUARTER_LINES] };
        let lines = if has_quarters(W) { [0; LINES] } else { tables.empty_lines };
        let mut filled = Lines { occupied, quarter_lines, lines, is_filled: true };
        for row in 0..tables.size {
            let beads = occupied.slice(row * tables.size, tables.size);
            if has_quarters(W) {
                filled.quarter_lines[row as usize % QUARTER_LINES] |= beads as u16;
            } else {
                filled.lines[row as usize] |= beads;
            }
        }
        for cell in occupied {
            filled.toggle(tables.squares[cell as usize], 1);
        }
        filled
    }

    /// Changes the occupied squares. Positions near each other in a search differ in a few.
    #[inline(always)]
    pub(super) fn update(&mut self, tables: &Tables<W>, occupied: Bits<W>) {
        if !self.is_filled {
            *self = Lines::new(tables, occupied);
            return;
        }
        for cell in self.occupied.without(occupied) | occupied.without(self.occupied) {
            self.toggle(tables.squares[cell as usize], 0);
        }
        self.occupied = occupied;
    }

    /// Puts a bead on the lines of a square from the `first` on, or lifts it.
    #[inline(always)]
    fn toggle(&mut self, square: Square, first: usize) {
        for index in first..4 {
            let (line, bit) = (usize::from(square.lines[index]), square.bits[index]);
            if has_quarters(W) {
                self.quarter_lines[line % QUARTER_LINES] ^= 1 << (bit & 15);
            } else {
                self.lines[line] ^= 1 << bit;
            }
        }
    }
}

/// Generates the moves of the beads of one position.
pub(super) struct Generator<'a, const W: usize> {
    tables: &'a Tables<W>,
    lines: &'a mut Lines<W>,
}

impl<'a, const W: usize> Generator<'a, W> {
    /// The generator of the position with these lines.
    #[inline(always)]
    pub(super) fn new(tables: &'a Tables<W>, lines: &'a mut Lines<W>) -> Generator<'a, W> {
        Generator { tables, lines }
    }

    /// Every square that the bead on a square can move to.
    #[inline(always)]
    pub(super) fn destinations(&mut self, from: u16) -> Bits<W> {
        self.steps(from) | self.jump_targets(from)
    }

    /// Number of squares that the bead on a square can move to.
    #[inline(always)]
    pub(super) fn count(&mut self, from: u16) -> u32 {
        if !has_quarters(W) {
            return self.destinations(from).count();
        }
        // A step changes the parity of a coordinate, a jump does not: no square is counted twice.
        let (_, reached) = self.quarter_targets(from);
        self.steps(from).count() + reached.count_ones()
    }

    #[inline(always)]
    fn steps(&self, from: u16) -> Bits<W> {
        self.tables.neighbours[from as usize].without(self.lines.occupied)
    }

    /// Every square that the bead on a square reaches by jumps. The bead is lifted: its square is empty meanwhile.
    #[inline(always)]
    pub(super) fn jump_targets(&mut self, from: u16) -> Bits<W> {
        if !has_quarters(W) {
            return self.scanned_targets(from);
        }
        let (class, mut reached) = self.quarter_targets(from);
        let mut targets = Bits::EMPTY;
        while reached != 0 {
            targets.insert(self.tables.quarters.cell(class, reached.trailing_zeros()));
            reached &= reached - 1;
        }
        targets
    }

    /// The class of a square and the set of its quarter board that the bead on it reaches by jumps.
    #[inline(always)]
    fn quarter_targets(&mut self, from: u16) -> (u8, u64) {
        let (quarters, square) = (&self.tables.quarters, self.tables.squares[from as usize]);
        let (class, origin) = (square.class, 1 << square.place);
        let landings = quarters.landings(&self.lines.quarter_lines, class, square.place.into());
        if landings == 0 {
            return (class, 0);
        }
        self.lines.toggle(square, 0);
        let (mut reached, mut waiting) = (origin | landings, landings);
        while waiting != 0 {
            // The squares of one round do not depend on each other, so that their look-ups overlap.
            let mut found = 0;
            while waiting != 0 {
                found |= quarters.landings(&self.lines.quarter_lines, class, waiting.trailing_zeros());
                waiting &= waiting - 1;
            }
            waiting = found & !reached;
            reached |= found;
        }
        self.lines.toggle(square, 0);
        (class, reached ^ origin)
    }

    /// The same by bit scans.
    fn scanned_targets(&mut self, from: u16) -> Bits<W> {
        let square = self.tables.squares[from as usize];
        self.lines.toggle(square, 0);
        let mut reached = Bits::EMPTY;
        reached.insert(from);
        // Landing squares that are still to be left by further jumps.
        let mut stack = [0; QUARTER];
        let (mut waiting, mut at) = (0, from);
        loop {
            for (direction, stride) in self.tables.strides.into_iter().enumerate() {
                let landing = at.wrapping_add(stride.wrapping_mul(2 * self.jump(at, direction)));
                if !reached.contains(landing) {
                    reached.insert(landing);
                    stack[waiting] = landing;
                    waiting += 1;
                }
            }
            if waiting == 0 {
                break;
            }
            waiting -= 1;
            at = stack[waiting];
        }
        self.lines.toggle(square, 0);
        reached.toggle(from);
        reached
    }

    /// Distance to the bead that can be jumped from a square; 0 if there is none. Even directions are forward.
    fn jump(&self, at: u16, direction: usize) -> u16 {
        let square = self.tables.squares[at as usize];
        let line = self.lines.lines[square.lines[direction / 2] as usize];
        let bit = u32::from(square.bits[direction / 2]);
        // Beads stand beyond the edge, so that there are always two.
        let ahead = match direction % 2 {
            0 => (u64::from(line) | !0 << 32) >> (bit + 1),
            _ => ((u64::from(line) << 32 | u64::from(u32::MAX)) << (32 - bit)).reverse_bits(),
        };
        let (gap, next) = (ahead.trailing_zeros(), (ahead & (ahead - 1)).trailing_zeros());
        let is_allowed = gap == 0 || self.tables.super_jumps;
        if next > 2 * gap + 1 && is_allowed { gap as u16 + 1 } else { 0 }
    }
}
