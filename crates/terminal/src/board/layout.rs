//! Where the parts of a board are on the screen.

use ratatui::layout::Rect;
use view::diagram::Area;
use view::{Diagram, Place};

/// Sizes of a square in columns and lines, the largest first. A line is about as high as two columns are wide.
const SIZES: [(u16, u16); 9] = [(11, 5), (9, 4), (7, 3), (6, 3), (5, 2), (4, 2), (3, 1), (2, 1), (1, 1)];
/// Columns for the labels at each side.
const SIDE_LABELS: u16 = 3;

/// A rectangle of dots. A character is one dot wide and two dots high.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DotRect {
    pub(crate) x: u16,
    pub(crate) y: u16,
    pub(crate) width: u16,
    pub(crate) height: u16,
}

impl DotRect {
    /// Line of the middle.
    pub(crate) fn line(&self) -> u16 {
        (self.y + self.height / 2) / 2
    }

    fn contains(&self, x: u16, y: u16) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }
}

/// Layout of a board: sizes and positions in characters.
///
/// Squares with an even number of lines begin in the middle of a line, so that each has a line in its middle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BoardLayout {
    /// The whole board with its labels.
    pub(crate) area: Rect,
    /// Columns and lines of a square.
    pub(crate) cell: (u16, u16),
    /// Columns and lines around the board for labels.
    margin: (u16, u16),
}

impl BoardLayout {
    /// The largest layout that fits into an area, centred in it. A board that is too large even so is cut off.
    pub(crate) fn fit(diagram: &Diagram, area: Rect) -> BoardLayout {
        let has_side_labels = diagram.labels.iter().any(|label| label.x < 0.0);
        let full = (if has_side_labels { SIDE_LABELS } else { 1 }, 1);
        let (width, height) = (diagram.width.ceil() as u16, diagram.height.ceil() as u16);
        let size = |(across, down): (u16, u16), margin: (u16, u16)| {
            let lines = height.saturating_mul(down) + shift(down);
            (width.saturating_mul(across) + 2 * margin.0, lines + 2 * margin.1)
        };
        let choices = SIZES.iter().flat_map(|&cell| [(cell, full), (cell, (0, 0))]);
        let fits = |&(cell, margin): &((u16, u16), (u16, u16))| {
            let (across, down) = size(cell, margin);
            // Labels go before a square of one column.
            across <= area.width && down <= area.height && (margin == full || cell.0 <= 3)
        };
        let (cell, margin) = choices.clone().find(fits).unwrap_or(((1, 1), (0, 0)));
        let (across, down) = size(cell, margin);
        let (across, down) = (across.min(area.width), down.min(area.height));
        let area = Rect {
            x: area.x + (area.width - across) / 2,
            y: area.y + (area.height - down) / 2,
            width: across,
            height: down,
        };
        BoardLayout { area, cell, margin }
    }

    /// Column and dot of the board's upper left corner.
    fn origin(&self) -> (u16, u16) {
        (self.area.x + self.margin.0, 2 * (self.area.y + self.margin.1) + shift(self.cell.1))
    }

    /// An area of the board on the screen.
    pub(crate) fn dots(&self, area: &Area) -> DotRect {
        let (left, top) = self.origin();
        let at = |value: f32, cell: u16, origin: u16| {
            (f32::from(origin) + value * f32::from(cell)).round().max(0.0) as u16
        };
        let (x, right) = (at(area.x, self.cell.0, left), at(area.x + area.width, self.cell.0, left));
        let lines = 2 * self.cell.1;
        let (y, bottom) = (at(area.y, lines, top), at(area.y + area.height, lines, top));
        DotRect { x, y, width: right.saturating_sub(x), height: bottom.saturating_sub(y) }
    }

    /// The board without its labels.
    pub(crate) fn board(&self, diagram: &Diagram) -> DotRect {
        self.dots(&Area { x: 0.0, y: 0.0, width: diagram.width, height: diagram.height })
    }

    /// `true` if labels are shown.
    pub(crate) fn has_labels(&self) -> bool {
        self.margin != (0, 0)
    }

    /// Position of a label's middle: in the board as everything else, outside in the margin.
    pub(crate) fn label(&self, x: f32, y: f32, diagram: &Diagram) -> (u16, u16) {
        let (left, top) = self.origin();
        let column = match x {
            x if x < 0.0 => self.area.x + self.margin.0 / 2,
            x if x > diagram.width => self.area.right().saturating_sub(1 + self.margin.0 / 2),
            x => left + (x * f32::from(self.cell.0) - 0.5).max(0.0) as u16,
        };
        let line = match y {
            y if y < 0.0 => self.area.y,
            y if y > diagram.height => self.area.bottom().saturating_sub(1),
            y => (top + (y * f32::from(2 * self.cell.1)) as u16) / 2,
        };
        (column, line)
    }

    /// The place at a position of the screen.
    pub(crate) fn place_at(&self, diagram: &Diagram, column: u16, line: u16) -> Option<Place> {
        let at = |dot: u16| diagram.spots.iter().find(|spot| self.dots(&spot.area).contains(column, dot));
        at(2 * line + 1).or_else(|| at(2 * line)).map(|spot| spot.place)
    }
}

/// Dots, and lines, by which a board of squares with this number of lines is lower than the others.
fn shift(lines: u16) -> u16 {
    u16::from(lines.is_multiple_of(2))
}

/// Direction of a cursor key: columns and lines.
pub(crate) type Direction = (i8, i8);

/// The place next to another one in a direction; the place itself at the edge of the board.
pub(crate) fn neighbor(diagram: &Diagram, from: Place, (across, down): Direction) -> Place {
    let middle = |area: &Area| (area.x + area.width / 2.0, area.y + area.height / 2.0);
    let Some(origin) = diagram.spots.iter().find(|spot| spot.place == from).map(|spot| middle(&spot.area))
    else {
        return diagram.spots.first().map_or(from, |spot| spot.place);
    };
    let distance = |area: &Area| {
        let (x, y) = middle(area);
        let (x, y) = (x - origin.0, y - origin.1);
        let along = x * f32::from(across) + y * f32::from(down);
        let aside = (x * f32::from(down)).abs() + (y * f32::from(across)).abs();
        (along > 0.4).then_some(along + 3.0 * aside)
    };
    let candidates = diagram.spots.iter().filter_map(|spot| Some((distance(&spot.area)?, spot.place)));
    candidates.min_by(|one, two| one.0.total_cmp(&two.0)).map_or(from, |(_, place)| place)
}

#[cfg(test)]
mod tests {
    use games::catalog;

    use super::*;

    #[test]
    fn every_board_fits_a_usual_and_a_small_terminal() {
        for info in &catalog::GAMES {
            for preset in info.presets {
                let diagram = catalog::open(info.name, preset.settings).unwrap().start().diagram();
                for (width, height, least) in [(54, 20, 3), (40, 17, 2), (80, 34, 5)] {
                    let area = Rect { x: 0, y: 0, width, height };
                    let layout = BoardLayout::fit(&diagram, area);
                    assert!(layout.cell.0 >= least || diagram.width > 12.0, "{}: {layout:?}", preset.title);
                    for spot in &diagram.spots {
                        let rect = layout.dots(&spot.area);
                        assert!(rect.width >= 1 && rect.height >= 2, "{} {}", preset.title, spot.name);
                        assert_eq!(layout.place_at(&diagram, rect.x, rect.line()), Some(spot.place));
                    }
                }
            }
        }
    }

    #[test]
    fn the_cursor_reaches_every_place() {
        for info in &catalog::GAMES {
            let diagram = catalog::open(info.name, "").unwrap().start().diagram();
            let mut reached = vec![diagram.spots[0].place];
            let mut next = 0;
            while let Some(&place) = reached.get(next) {
                next += 1;
                for direction in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    let found = neighbor(&diagram, place, direction);
                    if !reached.contains(&found) {
                        reached.push(found);
                    }
                }
            }
            assert_eq!(reached.len(), diagram.spots.len(), "{}", info.name);
        }
    }
}
