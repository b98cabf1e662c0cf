//! Where the pieces of a place stand.

use crate::path::{Point, middle};
use rules::diagram::{Growth, Shape, Spot};

/// The pieces of one place, standing in a row.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Pile {
    /// Half a square: as far as a piece may reach.
    pub(crate) reach: f32,
    /// Whether the pieces overlap and have to be counted for the reader.
    pub(crate) crowded: bool,
    first: Point,
    step: f32,
    top: usize,
}

impl Pile {
    /// The pile on this place. On a square every piece stands in its middle, so only the last can be seen.
    pub(crate) fn on(spot: &Spot) -> Pile {
        let area = &spot.area;
        let reach = area.width.min(area.height) / 2.0;
        let centre = middle(area);
        let top = spot.stack.len().saturating_sub(1);
        let (edge, direction) = match spot.shape {
            Shape::Square { .. } | Shape::Hollow => {
                return Pile { reach, crowded: false, first: centre, step: 0.0, top };
            }
            Shape::Point { growth: Growth::Down, .. } | Shape::Slot { growth: Growth::Down } => (area.y, 1.0),
            Shape::Point { growth: Growth::Up, .. } | Shape::Slot { growth: Growth::Up } => {
                (area.y + area.height, -1.0)
            }
        };
        // Pieces touch each other, unless there are so many that they must move together.
        let natural = 2.0 * reach * TOUCH;
        let room = area.height - 2.0 * reach;
        let crowded = top as f32 * natural > room + 0.01;
        let step = if crowded { room / top as f32 } else { natural };
        Pile { reach, crowded, first: (centre.0, edge + direction * reach), step: direction * step, top }
    }

    /// The middle of the piece at this level, counted from 0.
    pub(crate) fn level(&self, level: usize) -> Point {
        (self.first.0, self.first.1 + self.step * level as f32)
    }

    /// The middle of the last piece, or of the first that may come.
    pub(crate) fn top(&self) -> Point {
        self.level(self.top)
    }
}

/// The distance between two pieces of a pile that has room, as a share of a square.
const TOUCH: f32 = 0.94;
