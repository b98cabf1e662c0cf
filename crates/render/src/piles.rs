//! Where the pieces of a place stand.

use crate::path::{Point, middle};
use view::diagram::{Growth, Shape, Spot};

/// The distance between two pieces of a pile that has room, as a share of a square.
const TOUCH: f32 = 0.94;

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

#[cfg(test)]
mod tests {
    use super::*;
    use view::Place;
    use view::diagram::{Area, Figure, Paint, Piece};

    fn point(growth: Growth, count: usize) -> Spot {
        let checker = Piece::new(Figure::Checker, Paint::White, 'o');
        Spot {
            place: Place(1),
            name: "1".to_owned(),
            area: Area { x: 3.0, y: 2.0, width: 1.0, height: 5.0 },
            shape: Shape::Point { growth, dark: false },
            tint: None,
            stack: vec![checker; count],
        }
    }

    #[test]
    fn piles_of_any_height_stay_on_their_place() {
        for growth in [Growth::Down, Growth::Up] {
            for count in [0, 1, 2, 5, 6, 15, 1000] {
                let pile = Pile::on(&point(growth, count));
                assert_eq!(pile.crowded, count > 5, "{count}");
                for level in 0..count.max(1) {
                    let (x, y) = pile.level(level);
                    assert!(x == 3.5 && (2.499..=6.501).contains(&y), "{count}: {level} at {y}");
                }
            }
        }
    }

    #[test]
    fn piles_grow_from_their_base() {
        assert_eq!(Pile::on(&point(Growth::Down, 0)).top(), (3.5, 2.5));
        assert_eq!(Pile::on(&point(Growth::Up, 1)).top(), (3.5, 6.5));
        assert!(Pile::on(&point(Growth::Up, 2)).top().1 < 6.0);
    }
}
