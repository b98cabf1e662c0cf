//! The fast move generator.
//!
//! The occupied squares of each row, column and diagonal are the bits of a word. On a line only the nearest bead can be
//! jumped: the landing square lies as far behind it as the mover stands before it. A table lists the jumps on lines of up
//! to 16 squares; on larger boards two bit scans tell whether nothing else stands between. A bead's chains are a flood fill over its landing squares. Jumps keep the parity of both
//! coordinates, so that a fill reaches at most a quarter of the board.

use super::LARGEST;
use super::bits::Bits;
use super::tables::{LINES, Tables, first_bit, has_jump_table};

/// Squares of the largest parity class.
const QUARTER: usize = LARGEST.div_ceil(2) * LARGEST.div_ceil(2);

/// Generates the moves of the beads of one position.
pub(super) struct Generator<'a, const W: usize> {
    tables: &'a Tables<W>,
    occupied: Bits<W>,
    lines: [u32; LINES],
    /// Landing squares that are still to be left by further jumps.
    stack: [u16; QUARTER],
}

impl<'a, const W: usize> Generator<'a, W> {
    #[inline(always)]
    pub(super) fn new(tables: &'a Tables<W>, occupied: Bits<W>) -> Generator<'a, W> {
        let mut lines = tables.empty_lines;
        let size = tables.size;
        for row in 0..size {
            lines[row as usize] |= occupied.slice(row * size, size) << first_bit(W);
        }
        occupied.for_each(|cell| {
            let square = tables.squares[cell as usize];
            for index in 1..4 {
                lines[square.lines[index] as usize] |= 1 << square.bits[index];
            }
        });
        Generator { tables, occupied, lines, stack: [0; QUARTER] }
    }

    /// Every square that the bead on a square can move to.
    #[inline(always)]
    pub(super) fn destinations(&mut self, from: u16) -> Bits<W> {
        let steps = self.tables.neighbours[from as usize].without(self.occupied);
        steps | self.jump_targets(from)
    }

    /// Every square that the bead on a square reaches by jumps. The bead is lifted: its square is empty meanwhile.
    #[inline(always)]
    pub(super) fn jump_targets(&mut self, from: u16) -> Bits<W> {
        let mut jumps = self.jumps(from);
        let mut reached = Bits::EMPTY;
        if jumps == 0 {
            return reached;
        }
        self.toggle_lines(from);
        reached.insert(from);
        let (mut waiting, mut at) = (0, from);
        loop {
            while jumps != 0 {
                let direction = jumps.trailing_zeros() / 4;
                let distance = (jumps >> (4 * direction) & 15) as u16;
                jumps &= !(15 << (4 * direction));
                let stride = self.tables.strides[direction as usize & 7];
                let landing = at.wrapping_add(stride.wrapping_mul(2 * distance));
                if !reached.contains(landing) {
                    reached.insert(landing);
                    self.stack[waiting] = landing;
                    waiting += 1;
                }
            }
            if waiting == 0 {
                break;
            }
            waiting -= 1;
            at = self.stack[waiting];
            jumps = self.jumps(at);
        }
        self.toggle_lines(from);
        reached.toggle(from);
        reached
    }

    /// Distances to the beads that can be jumped from a square: four bits for each direction, 0 without a jump.
    #[inline(always)]
    fn jumps(&self, at: u16) -> u32 {
        let square = self.tables.squares[at as usize];
        let mut jumps = 0;
        for index in 0..4 {
            let (line, bit) = (self.lines[square.lines[index] as usize], square.bits[index]);
            let both = if has_jump_table(W) {
                u32::from(self.tables.jumps.get(line as u16, bit))
            } else {
                let longest = if self.tables.super_jumps { LARGEST as u32 } else { 1 };
                forward(line, bit.into(), longest) | backward(line, bit.into(), longest) << 4
            };
            jumps |= both << (8 * index);
        }
        jumps
    }

    #[inline(always)]
    fn toggle_lines(&mut self, cell: u16) {
        let square = self.tables.squares[cell as usize];
        for (line, bit) in square.lines.into_iter().zip(square.bits) {
            self.lines[line as usize] ^= 1 << bit;
        }
    }
}

/// Distance to the bead that can be jumped towards higher bits from a bit of a line; 0 if there is none.
#[inline(always)]
fn forward(line: u32, bit: u32, longest: u32) -> u32 {
    // Beads stand beyond the edge, so that there are always two.
    let beyond = line >> (bit + 1);
    let gap = beyond.trailing_zeros();
    let next = (beyond & beyond.wrapping_sub(1)).trailing_zeros();
    if next > 2 * gap + 1 && gap < longest { gap + 1 } else { 0 }
}

/// Distance to the bead that can be jumped towards lower bits.
#[inline(always)]
fn backward(line: u32, bit: u32, longest: u32) -> u32 {
    let beyond = line << (32 - bit);
    let gap = beyond.leading_zeros();
    let next = (beyond & !(0x8000_0000_u32 >> gap)).leading_zeros();
    if next > 2 * gap + 1 && gap < longest { gap + 1 } else { 0 }
}
