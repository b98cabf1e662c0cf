//! The board that a configuration makes: its squares and camps.

use rules::{InputError, Seat};

use super::{CELLS, Configuration};

/// The eight directions as steps of column and row.
pub(super) const DIRECTIONS: [(i32, i32); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// A board with its camps.
#[derive(Clone, Debug)]
pub struct Layout {
    size: usize,
    seats: u8,
    /// The squares of each seat's own camp, from the corner outwards.
    camps: Vec<Vec<u16>>,
    /// The number of the seat whose camp a square belongs to; 0 outside the camps.
    camp_of: [u8; CELLS],
}

impl Layout {
    /// The board of a configuration, if the camps fit on it.
    pub fn new(configuration: &Configuration) -> Result<Layout, InputError> {
        let (size, seats) = (configuration.size, configuration.colours.len() as u8);
        let triangle = triangle(size, &configuration.beads_order)?;
        let mut layout = Layout { size, seats, camps: Vec::new(), camp_of: [0; CELLS] };
        for seat in Seat::all(seats) {
            let mut camp = Vec::new();
            for &(along, down) in &triangle {
                let (x, y) = layout.rotated(seat, along, down);
                let cell = y * size + x;
                if layout.camp_of[cell] != 0 {
                    return Err(InputError::new(format!(
                        "the camps overlap: a camp of {} beads is too large for a board of {size} * {size} \
                         with {seats} players",
                        triangle.len()
                    )));
                }
                layout.camp_of[cell] = seat.number();
                camp.push(cell as u16);
            }
            layout.camps.push(camp);
        }
        Ok(layout)
    }

    /// A square given as seen from a seat's own corner.
    fn rotated(&self, seat: Seat, x: usize, y: usize) -> (usize, usize) {
        let far = self.size - 1;
        match (self.seats, seat.index()) {
            (_, 0) => (x, y),
            (4, 1) => (far - x, y),
            (2, 1) | (_, 2) => (far - x, far - y),
            _ => (x, far - y),
        }
    }

    /// Squares along each side.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Number of players.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// The squares of a seat's own camp, from the corner outwards.
    pub fn camp(&self, seat: Seat) -> &[u16] {
        &self.camps[seat.index()]
    }

    /// The squares a seat has to reach: the camp in the corner diagonally opposite.
    pub fn target(&self, seat: Seat) -> &[u16] {
        self.camp(self.opposite(seat))
    }

    fn opposite(&self, seat: Seat) -> Seat {
        Seat::new((seat.index() as u8 + self.seats / 2) % self.seats)
    }

    /// `true` if the square lies in the seat's own camp.
    pub fn in_camp(&self, seat: Seat, cell: u16) -> bool {
        self.camp_of[cell as usize] == seat.number()
    }

    /// `true` if the square lies in the camp the seat has to reach.
    pub fn in_target(&self, seat: Seat, cell: u16) -> bool {
        self.in_camp(self.opposite(seat), cell)
    }

    /// The seat whose own camp the square belongs to.
    pub fn camp_at(&self, cell: u16) -> Option<Seat> {
        Seat::numbered(self.camp_of[cell as usize])
    }

    /// The square `steps` steps away in a direction, if it lies on the board.
    pub fn ahead(&self, cell: u16, direction: (i32, i32), steps: usize) -> Option<u16> {
        let size = self.size as i32;
        let x = i32::from(cell) % size + direction.0 * steps as i32;
        let y = i32::from(cell) / size + direction.1 * steps as i32;
        ((0..size).contains(&x) && (0..size).contains(&y)).then(|| (y * size + x) as u16)
    }
}

/// The squares of a camp as seen from its corner: the k-th number of the order counts those on the k-th
/// anti-diagonal, centred.
fn triangle(size: usize, order: &[usize]) -> Result<Vec<(usize, usize)>, InputError> {
    if order.len() > size {
        return Err(InputError::new(format!(
            "the camp has {} diagonals but the board of {size} * {size} has only {size} that start at a corner",
            order.len()
        )));
    }
    let mut squares = Vec::new();
    for (line, &beads) in order.iter().enumerate() {
        let length = line + 1;
        if beads > length {
            return Err(InputError::new(format!(
                "diagonal {length} of the camp has only {length} squares, not {beads}"
            )));
        }
        if (length - beads) % 2 != 0 {
            return Err(InputError::new(format!(
                "{beads} beads cannot be centred on diagonal {length} of the camp, which has {length} squares"
            )));
        }
        let skipped = (length - beads) / 2;
        squares.extend((skipped..length - skipped).map(|down| (line - down, down)));
    }
    Ok(squares)
}
