//! Jumps on boards of up to 16 squares a side.
//!
//! A jump keeps the parity of both coordinates, so that a bead jumps on one of four quarter boards of at most 8 squares a
//! side. A set of squares of a quarter board is one word, and the landing squares on a line of it are a few bits that a
//! table lists by the occupied squares of the line on the whole board.

use std::sync::{Arc, OnceLock};

use super::tables::Square;

/// Squares of the longest line.
const LENGTH: usize = 16;
/// Squares along each side of a quarter board.
const SIDE: usize = LENGTH / 2;
/// Room for the lines of a board.
pub(super) const QUARTER_LINES: usize = 128;

/// Squares in a word of a quarter board for the landing squares on its first row, column, diagonal and anti-diagonal.
static SPREADS: [[u64; 1 << SIDE]; 4] = [spread(1), spread(8), spread(9), spread(64 - 7)];

/// For each set of places on a line: the places `stride` apart.
const fn spread(stride: u32) -> [u64; 1 << SIDE] {
    let mut sets = [0; 1 << SIDE];
    let mut set = 0;
    while set < sets.len() {
        let mut place = 0;
        while place < SIDE {
            if set >> place & 1 != 0 {
                sets[set] |= 1 << (place as u32 * stride % 64);
            }
            place += 1;
        }
        set += 1;
    }
    sets
}

/// The lines through a square of a quarter board.
#[derive(Clone, Copy, Default, Debug)]
struct QuarterSquare {
    /// Index of each line among all lines, and the square's bit on it.
    lines: [u8; 4],
    bits: [u8; 4],
    /// Rotations that bring the [`SPREADS`] onto the lines.
    turns: [u8; 4],
}

/// The four quarter boards of a board.
#[derive(Clone, Debug)]
pub(super) struct QuarterBoards {
    /// Squares by parity class and place, 64 for each class.
    squares: Box<[QuarterSquare; 256]>,
    /// The squares on the whole board.
    cells: Box<[u16; 256]>,
    jumps: JumpTable,
}

impl QuarterBoards {
    /// The quarter boards of a board with these squares; empty if it has more than 16 squares a side.
    pub(super) fn new(size: usize, squares: &[Square], super_jumps: bool) -> QuarterBoards {
        let mut boards = QuarterBoards {
            squares: Box::new([QuarterSquare::default(); 256]),
            cells: Box::new([0; 256]),
            jumps: JumpTable::shared(super_jumps),
        };
        if size > LENGTH {
            return boards;
        }
        for (cell, square) in squares.iter().enumerate() {
            let (x, y) = (cell % size / 2, cell / size / 2);
            let turn = |shift: usize| (8 * shift % 64) as u8;
            // The row is moved by rows, the column by columns; diagonals pass through (x, y) after a move by rows.
            let turns = [turn(y), x as u8, turn(y + SIDE - x), turn(x + y)];
            let index = square.quarter_index();
            boards.squares[index] = QuarterSquare { lines: square.lines, bits: square.bits, turns };
            boards.cells[index] = cell as u16;
        }
        boards
    }

    /// The squares on which a bead on this square lands by one jump.
    #[inline(always)]
    pub(super) fn landings(&self, lines: &[u16; QUARTER_LINES], class: u8, place: u32) -> u64 {
        let square = &self.squares[usize::from(class & 3) << 6 | place as usize & 63];
        let mut landings = 0;
        for (index, spread) in SPREADS.iter().enumerate() {
            let line = lines[usize::from(square.lines[index]) % QUARTER_LINES];
            let places = self.jumps.landings(line, square.bits[index]);
            landings |= spread[usize::from(places)].rotate_left(square.turns[index].into());
        }
        landings
    }

    /// The square of the whole board at a place of a quarter board.
    #[inline(always)]
    pub(super) fn cell(&self, class: u8, place: u32) -> u16 {
        self.cells[usize::from(class & 3) << 6 | place as usize & 63]
    }
}

/// Landing squares of the jumps from each square of each line of at most 16 squares, on its quarter board. Squares beyond
/// the end of a shorter line count as occupied. The squares of a line are adjacent: the lines of a position, which a flood
/// fill visits again and again, stay in the first cache.
#[derive(Clone, Debug)]
struct JumpTable(Arc<[u8]>);

impl JumpTable {
    /// The table, made once for each kind of jumps.
    fn shared(super_jumps: bool) -> JumpTable {
        static TABLES: [OnceLock<JumpTable>; 2] = [OnceLock::new(), OnceLock::new()];
        TABLES[usize::from(super_jumps)].get_or_init(|| JumpTable::new(super_jumps)).clone()
    }

    fn new(super_jumps: bool) -> JumpTable {
        let mut table = vec![0; LENGTH << LENGTH];
        for at in 0..LENGTH {
            let longest = if super_jumps { LENGTH } else { 1 };
            for line in 0..1usize << LENGTH {
                let forward = distance(line >> at >> 1, LENGTH - 1 - at, longest);
                let reversed = usize::from((line as u16).reverse_bits());
                let backward = distance(reversed >> (LENGTH - at), at, longest);
                let place = 1u8 << (at / 2);
                let landing = |distance: Option<usize>, to: fn(u8, usize) -> u8| {
                    distance.map_or(0, |distance| to(place, distance))
                };
                table[(line * LENGTH) | at] =
                    landing(forward, |place, by| place << by) | landing(backward, |place, by| place >> by);
            }
        }
        JumpTable(table.into())
    }

    #[inline(always)]
    fn landings(&self, line: u16, bit: u8) -> u8 {
        self.0[(usize::from(line) * LENGTH) | usize::from(bit & 15)]
    }
}

/// Distance to the bead that can be jumped, given the `length` squares ahead.
#[inline(always)]
fn distance(ahead: usize, length: usize, longest: usize) -> Option<usize> {
    if ahead == 0 {
        return None;
    }
    let bead = ahead.trailing_zeros() as usize + 1;
    let is_free = || ahead >> bead & ((1 << bead) - 1) == 0;
    (2 * bead <= length && bead <= longest && is_free()).then_some(bead)
}
