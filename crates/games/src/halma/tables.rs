//! Tables of a board for the fast move generator and the rules.

use rules::{MAX_SEATS, Seat};

use super::LARGEST;
use super::bits::Bits;
use super::layout::Layout;
use super::moves::neighbours;
use super::quarter::{QUARTER_LINES, QuarterBoards};

/// Rows, columns, diagonals and anti-diagonals of the largest board.
pub(super) const LINES: usize = 6 * LARGEST - 2;

/// Layers of a camp that are distinguished.
const CAMP_LAYERS: usize = 4;

/// `true` if a board of `words` words has at most 16 squares a side, so that [`QuarterBoards`] have its jumps.
pub(super) const fn has_quarters(words: usize) -> bool {
    words <= 4
}

/// A square: its lines and its bit on them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Square {
    /// Index of the row, the column, the diagonal and the anti-diagonal among all lines.
    pub(super) lines: [u8; 4],
    /// Bit on the row, on both diagonals (by column), and on the column (by row).
    pub(super) bits: [u8; 4],
    /// Parity class: jumps keep the parity of both coordinates.
    pub(super) class: u8,
    /// Place on the quarter board of the class, on boards that have them.
    pub(super) place: u8,
}

impl Square {
    /// Index among the squares of all quarter boards.
    #[inline(always)]
    pub(super) fn quarter_index(self) -> usize {
        usize::from(self.class) << 6 | usize::from(self.place)
    }
}

/// Tables of one board.
#[derive(Clone, Debug)]
pub(super) struct Tables<const W: usize> {
    /// The squares of each seat's own camp.
    pub(super) camps: [Bits<W>; MAX_SEATS],
    /// The squares of each seat's own camp at least one, two, three and four steps from the rest of the board.
    pub(super) camp_layers: [[Bits<W>; CAMP_LAYERS]; MAX_SEATS],
    /// The squares each seat has to reach.
    pub(super) targets: [Bits<W>; MAX_SEATS],
    /// The up to eight squares around each square.
    pub(super) neighbours: Vec<Bits<W>>,
    pub(super) squares: Vec<Square>,
    /// The lines of the empty board.
    pub(super) empty_lines: [u32; LINES],
    /// The same lines of a board with quarter boards.
    pub(super) empty_quarter_lines: [u16; QUARTER_LINES],
    /// Distance between neighbours on a row, a column, a diagonal and an anti-diagonal, each forward and backward.
    pub(super) strides: [u16; 8],
    /// Jumps on boards of at most 16 squares a side.
    pub(super) quarters: QuarterBoards,
    /// `true` if a jump may cross empty squares.
    pub(super) super_jumps: bool,
    /// The first and last column.
    left: Bits<W>,
    right: Bits<W>,
    /// The first and last row.
    top: Bits<W>,
    bottom: Bits<W>,
    /// Squares along each side.
    pub(super) size: u32,
}

impl<const W: usize> Tables<W> {
    pub(super) fn new(layout: &Layout, super_jumps: bool) -> Tables<W> {
        let size = layout.size();
        let cells = || 0..(size * size) as u16;
        let where_cell = |at: &dyn Fn(usize, usize) -> bool| {
            Bits::of(cells().filter(|&c| at(c as usize % size, c as usize / size)))
        };
        let mut camps = [Bits::EMPTY; MAX_SEATS];
        let mut targets = [Bits::EMPTY; MAX_SEATS];
        for seat in Seat::all(layout.seats()) {
            camps[seat.index()] = Bits::of(layout.camp(seat).iter().copied());
            targets[seat.index()] = Bits::of(layout.target(seat).iter().copied());
        }
        let squares: Vec<Square> = cells().map(|cell| square(size, cell as usize)).collect();
        let mut empty_lines = [u32::MAX; LINES];
        for square in &squares {
            for (line, bit) in square.lines.into_iter().zip(square.bits) {
                empty_lines[line as usize] &= !(1 << bit);
            }
        }
        let quarters = QuarterBoards::new(size, &squares, super_jumps);
        Tables {
            camps,
            camp_layers: camps.map(|camp| camp_layers(layout, camp)),
            targets,
            neighbours: cells().map(|cell| Bits::of(neighbours(layout, cell))).collect(),
            squares,
            empty_lines,
            empty_quarter_lines: std::array::from_fn(|line| empty_lines[line] as u16),
            strides: strides(size as u16),
            quarters,
            super_jumps,
            left: where_cell(&|x, _| x == 0),
            right: where_cell(&|x, _| x + 1 == size),
            top: where_cell(&|_, y| y == 0),
            bottom: where_cell(&|_, y| y + 1 == size),
            size: size as u32,
        }
    }

    /// `true` if jumps could lead from one square to the other: they keep the parity of both coordinates.
    #[inline(always)]
    pub(super) fn is_same_class(&self, from: u16, to: u16) -> bool {
        self.squares[usize::from(from)].class == self.squares[usize::from(to)].class
    }

    /// `true` if one jump leads from a square to an empty square of its class.
    #[inline(always)]
    pub(super) fn is_single_jump(&self, occupied: Bits<W>, from: u16, to: u16) -> bool {
        let place = |cell: u16| {
            let [x, y, ..] = self.squares[usize::from(cell)].bits;
            (x, y)
        };
        let ((from_x, from_y), (to_x, to_y)) = (place(from), place(to));
        let (dx, dy) = (from_x.abs_diff(to_x), from_y.abs_diff(to_y));
        let length = u16::from(dx.max(dy));
        if dx != dy && dx != 0 && dy != 0 || length > 2 && !self.super_jumps {
            return false;
        }
        let (first, last) = (from.min(to), from.max(to));
        let stride = (last - first) / length;
        let others = (1..length).filter(|&number| number != length / 2);
        occupied.contains(first + stride * (length / 2))
            && others.into_iter().all(|number| !occupied.contains(first + stride * number))
    }

    /// Those of the beads around which all squares are occupied by others, or by beads of which the same is true.
    #[inline(always)]
    pub(super) fn surrounded(&self, beads: Bits<W>, others: Bits<W>) -> Bits<W> {
        let mut surrounded = beads;
        loop {
            let still = surrounded & self.crowded(others | surrounded);
            if still == surrounded {
                return surrounded;
            }
            surrounded = still;
        }
    }

    /// The occupied squares without an empty square among their neighbours.
    #[inline(always)]
    pub(super) fn crowded(&self, occupied: Bits<W>) -> Bits<W> {
        let rows = occupied & (occupied.up(1) | self.left) & (occupied.down(1) | self.right);
        rows & (rows.up(self.size) | self.top) & (rows.down(self.size) | self.bottom)
    }
}

/// The squares of a camp from which at least 1, 2, ... steps lead out of it.
fn camp_layers<const W: usize>(layout: &Layout, camp: Bits<W>) -> [Bits<W>; CAMP_LAYERS] {
    let mut layers = [camp; CAMP_LAYERS];
    for number in 1..CAMP_LAYERS {
        let outer = layers[number - 1];
        let is_within = |&cell: &u16| neighbours(layout, cell).all(|other| outer.contains(other));
        layers[number] = Bits::of(outer.into_iter().filter(is_within));
    }
    layers
}

fn strides(size: u16) -> [u16; 8] {
    let forward = [1, size, size + 1, 1u16.wrapping_sub(size)];
    let [row, column, diagonal, anti] = forward;
    let [back_row, back_column, back_diagonal, back_anti] = forward.map(u16::wrapping_neg);
    [row, back_row, column, back_column, diagonal, back_diagonal, anti, back_anti]
}

fn square(size: usize, cell: usize) -> Square {
    let (x, y) = (cell % size, cell / size);
    let (diagonal, anti) = (x + size - 1 - y, x + y);
    let diagonals = 2 * size - 1;
    let lines = [y, size + x, 2 * size + diagonal, 2 * size + diagonals + anti];
    let bits = [x, y, x, x];
    Square {
        lines: lines.map(|line| line as u8),
        bits: bits.map(|bit| bit as u8),
        class: (x % 2 + 2 * (y % 2)) as u8,
        place: (y / 2 * 8 + x / 2) as u8 & 63,
    }
}
