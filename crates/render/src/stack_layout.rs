//! Layout of stacked pieces.

use crate::path::{Point, middle};
use view::diagram::{Shape, Spot, StackDirection};

/// Distance between two pieces of a stack with enough room, in squares.
const SPACING: f32 = 0.94;

/// Layout of the pieces on one spot.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StackLayout {
    /// Half the width of a piece.
    pub(crate) reach: f32,
    /// `true` if the pieces overlap, so that their number must be shown.
    pub(crate) is_overlapping: bool,
    first: Point,
    step: f32,
    top: usize,
}

impl StackLayout {
    /// Layout for a spot. On a square all pieces share the centre, so that only the last is visible.
    pub(crate) fn on(spot: &Spot) -> StackLayout {
        let area = &spot.area;
        let reach = area.width.min(area.height) / 2.0;
        let centre = middle(area);
        let top = spot.stack.len().saturating_sub(1);
        let (edge, direction) = match spot.shape {
            Shape::Square { .. } | Shape::Hollow => {
                return StackLayout { reach, is_overlapping: false, first: centre, step: 0.0, top };
            }
            Shape::Point { direction: StackDirection::Down, .. }
            | Shape::Slot { direction: StackDirection::Down } => (area.y, 1.0),
            Shape::Point { direction: StackDirection::Up, .. }
            | Shape::Slot { direction: StackDirection::Up } => (area.y + area.height, -1.0),
        };
        // Pieces touch each other unless there are too many of them.
        let natural = 2.0 * reach * SPACING;
        let room = area.height - 2.0 * reach;
        let is_overlapping = top as f32 * natural > room + 0.01;
        let step = if is_overlapping { room / top as f32 } else { natural };
        StackLayout {
            reach,
            is_overlapping,
            first: (centre.0, edge + direction * reach),
            step: direction * step,
            top,
        }
    }

    /// Centre of the piece at this level, from 0.
    pub(crate) fn level(&self, level: usize) -> Point {
        (self.first.0, self.first.1 + self.step * level as f32)
    }

    /// Centre of the last piece, or of the first one of an empty stack.
    pub(crate) fn top(&self) -> Point {
        self.level(self.top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use view::Place;
    use view::diagram::{Area, Piece, PieceColor, PieceShape};

    fn point(direction: StackDirection, count: usize) -> Spot {
        let checker = Piece::new(PieceShape::Checker, PieceColor::White, 'o');
        Spot {
            place: Place(1),
            name: "1".to_owned(),
            area: Area { x: 3.0, y: 2.0, width: 1.0, height: 5.0 },
            shape: Shape::Point { direction, dark: false },
            tint: None,
            stack: vec![checker; count],
        }
    }

    #[test]
    fn stacks_of_any_height_stay_on_their_spot() {
        for direction in [StackDirection::Down, StackDirection::Up] {
            for count in [0, 1, 2, 5, 6, 15, 1000] {
                let stack = StackLayout::on(&point(direction, count));
                assert_eq!(stack.is_overlapping, count > 5, "{count}");
                for level in 0..count.max(1) {
                    let (x, y) = stack.level(level);
                    assert!(x == 3.5 && (2.499..=6.501).contains(&y), "{count}: {level} at {y}");
                }
            }
        }
    }

    #[test]
    fn stacks_grow_from_their_base() {
        assert_eq!(StackLayout::on(&point(StackDirection::Down, 0)).top(), (3.5, 2.5));
        assert_eq!(StackLayout::on(&point(StackDirection::Up, 1)).top(), (3.5, 6.5));
        assert!(StackLayout::on(&point(StackDirection::Up, 2)).top().1 < 6.0);
    }
}
