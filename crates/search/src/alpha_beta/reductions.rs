//! Late-move reductions by depth and number of the move.

/// Parts of a ply in which reductions are computed.
pub(super) const PLY: i32 = 1024;
/// Depths and move numbers beyond this have the reduction of the last one.
const SIZE: usize = 64;

/// Logarithmic reductions in parts of a ply.
pub(super) struct Reductions([[i16; SIZE]; SIZE]);

impl Reductions {
    pub(super) fn new() -> Reductions {
        let mut table = [[0; SIZE]; SIZE];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, entry) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (number as f64).ln();
                *entry = ((0.75 + product / 2.0) * f64::from(PLY)) as i16;
            }
        }
        Reductions(table)
    }

    /// Reduction of the move with this number, counted from 0, at this depth.
    #[inline(always)]
    pub(super) fn of(&self, depth: u32, number: usize) -> i32 {
        self.0[(depth as usize).min(SIZE - 1)][number.min(SIZE - 1)].into()
    }
}
