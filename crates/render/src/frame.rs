//! The frame around the board, with its inlay and labels.

use crate::glyphs;
use crate::palette::{LIGHT, PARCHMENT, Palette};
use crate::path::{Path, Point, between, corners, expanded, square_around};
use crate::scene::{Color, Fill, Scene};
use view::Diagram;
use view::diagram::{Area, BoardMaterial};

/// Width of the frame, in squares.
pub(crate) const WIDTH: f32 = 0.75;
/// Radius of the frame's outer corners.
const ROUNDING: f32 = 0.14;
/// Distance of the inlay from the outer edge.
const INLAY: f32 = 0.455;
/// Width of the inlay.
const BAND: f32 = 0.2;
/// Cap height of labels.
const LABEL: f32 = 0.21;

/// Draws the frame of this board.
pub(crate) fn draw(scene: &mut Scene, material: BoardMaterial, board: &Area, palette: &Palette) {
    let outer = expanded(board, WIDTH);
    match material {
        BoardMaterial::Paper => mount(scene, &outer, palette),
        BoardMaterial::Felt
        | BoardMaterial::Maple
        | BoardMaterial::Tiles
        | BoardMaterial::Case
        | BoardMaterial::Board => {
            walnut(scene, &outer, palette);
        }
    }
    inlay(scene, &outer, palette);
}

/// Writes the labels on the frame or on the board.
pub(crate) fn names(scene: &mut Scene, diagram: &Diagram, board: &Area, palette: &Palette) {
    let on_frame = match diagram.material {
        BoardMaterial::Paper => LIGHT.ink_soft,
        BoardMaterial::Felt
        | BoardMaterial::Maple
        | BoardMaterial::Tiles
        | BoardMaterial::Case
        | BoardMaterial::Board => palette.maple,
    };
    for label in &diagram.labels {
        let across = board.x..board.x + board.width;
        let down = board.y..board.y + board.height;
        let is_on_board = across.contains(&label.x) && down.contains(&label.y);
        let ink = if is_on_board { Palette::upon(diagram.material).ink_soft } else { on_frame };
        let size = glyphs::fitting(&label.text, LABEL, 0.6);
        glyphs::write(scene, &label.text, (label.x, label.y), size, ink);
    }
}

/// The sheet on which a board of paper is drawn.
fn mount(scene: &mut Scene, outer: &Area, palette: &Palette) {
    // Slightly darker in the dark theme.
    let above = PARCHMENT.mix(Color::WHITE, 0.4).mix(palette.paper, 0.1);
    let below = PARCHMENT.mix(palette.paper, 0.1);
    scene.fill(Path::of_rounded(outer, 0.04), Fill::down(above, below));
}

/// A frame of walnut, with a lip around the board.
fn walnut(scene: &mut Scene, outer: &Area, palette: &Palette) {
    let (light, deep) = (palette.walnut, palette.walnut.mix(palette.walnut_deep, 0.6));
    scene.fill(Path::of_rounded(outer, ROUNDING), Fill::down(light, deep));
    grain(scene, outer, palette.walnut_deep.with_opacity(38));
    // A dark and a light edge make the wood look rounded.
    scene.stroke(
        Path::of_rounded(&expanded(outer, -0.015), ROUNDING),
        palette.walnut_deep.with_opacity(70),
        0.03,
    );
    scene.stroke(
        Path::of_rounded(&expanded(outer, -0.045), ROUNDING - 0.03),
        Color::WHITE.with_opacity(14),
        0.025,
    );
    scene.fill(Path::of_area(&expanded(outer, 0.04 - WIDTH)), palette.walnut_deep);
}

/// One side of a frame, mitred at its ends.
struct Side {
    start: Point,
    end: Point,
}

/// The sides of a frame with this outer edge, clockwise.
fn sides(outer: &Area) -> [Side; 4] {
    let corners = corners(outer);
    [0, 1, 2, 3].map(|index| Side { start: corners[index], end: corners[(index + 1) % 4] })
}

impl Side {
    fn length(&self) -> f32 {
        (self.end.0 - self.start.0).hypot(self.end.1 - self.start.1)
    }

    /// The point this far along the side and this deep inside the frame.
    fn at(&self, along: f32, depth: f32) -> Point {
        let length = self.length();
        let (dx, dy) = ((self.end.0 - self.start.0) / length, (self.end.1 - self.start.1) / length);
        // Sides run clockwise with y down, so inside is to the right.
        (self.start.0 + dx * along - dy * depth, self.start.1 + dy * along + dx * depth)
    }
}

/// The grain runs along every side, and the sides meet at a mitre.
fn grain(scene: &mut Scene, outer: &Area, color: Color) {
    let mut lines = Path::new();
    for (number, side) in sides(outer).iter().enumerate() {
        for line in 1_u8..=12 {
            let depth = WIDTH * f32::from(line) / 13.0;
            let (first, last) = (depth, side.length() - depth);
            let sway = |phase: f32| depth + 0.022 * (phase + f32::from(line) * 2.4 + number as f32).sin();
            let third = (last - first) / 3.0;
            lines.start(side.at(first, depth)).curve(
                side.at(first + third, sway(0.0)),
                side.at(last - third, sway(2.0)),
                side.at(last, depth),
            );
        }
        lines.segment(side.at(0.06, 0.06), side.at(WIDTH, WIDTH));
    }
    scene.stroke(lines, color, 0.012);
}

/// Khatam inlay: brass stars with turquoise centres, and maple rhombs between them.
fn inlay(scene: &mut Scene, outer: &Area, palette: &Palette) {
    let (mut stars, mut hearts, mut rhombs) = (Path::new(), Path::new(), Path::new());
    let axis = INLAY + BAND / 2.0;
    for side in &sides(outer) {
        let start = INLAY + BAND;
        let room = side.length() - 2.0 * start;
        let count = (room / BAND).round().max(1.0) as u16;
        let pitch = room / f32::from(count);
        for cell in 0..count {
            let middle = side.at(start + (f32::from(cell) + 0.5) * pitch, axis);
            stars.polygon(&star(middle, 0.47 * BAND));
            hearts.polygon(&rhomb(middle, 0.19 * BAND));
        }
        for seam in 1..count {
            rhombs.polygon(&rhomb(side.at(start + f32::from(seam) * pitch, axis), 0.21 * BAND));
        }
        stars.polygon(&star(side.at(axis, axis), 0.52 * BAND));
        hearts.polygon(&rhomb(side.at(axis, axis), 0.2 * BAND));
    }
    let edges = [expanded(outer, -INLAY), expanded(outer, -INLAY - BAND)];
    // The outer edge clockwise and the inner one counterclockwise enclose the band alone.
    let mut band = Path::of_area(&edges[0]);
    let mut inner = corners(&edges[1]);
    inner.reverse();
    band.polygon(&inner);
    scene.fill(band, palette.walnut_deep);
    for corner in corners(&expanded(outer, -axis)) {
        scene.fill(Path::of_area(&square_around(corner, BAND / 2.0)), LIGHT.turquoise);
    }
    scene.fill(rhombs, palette.maple);
    scene.fill(stars, palette.brass);
    scene.fill(hearts, LIGHT.turquoise);
    for edge in edges {
        scene.stroke(Path::of_area(&edge), palette.brass, 0.018);
    }
}

fn rhomb(middle: Point, reach: f32) -> [Point; 4] {
    let (x, y) = middle;
    [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
}

/// A star of four tips with hollow sides.
fn star(middle: Point, reach: f32) -> [Point; 8] {
    let tips = rhomb(middle, reach);
    let mut star = [middle; 8];
    for (index, tip) in tips.into_iter().enumerate() {
        star[2 * index] = tip;
        star[2 * index + 1] = between(middle, between(tip, tips[(index + 1) % 4], 0.5), 0.62);
    }
    star
}
