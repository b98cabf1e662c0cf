//! Pieces other than chess figures.

use crate::brush;
use crate::figures;
use crate::glyphs;
use crate::palette::{LIGHT, Tones};
use crate::path::{Path, Point};
use crate::scene::{Color, Fill, Outline, Scene};
use crate::stack_layout::StackLayout;
use view::diagram::{Piece, PieceColor, PieceShape, Shape, Spot};

/// Draws the pieces on a spot, with their number if they overlap.
pub(crate) fn draw(scene: &mut Scene, spot: &Spot) {
    let stack = StackLayout::on(spot);
    let hidden = match spot.shape {
        Shape::Square { .. } | Shape::Hollow => spot.stack.len().saturating_sub(1),
        Shape::Point { .. } | Shape::Slot { .. } => 0,
    };
    for (level, piece) in spot.stack.iter().enumerate().skip(hidden) {
        draw_piece(scene, piece, stack.level(level), stack.reach);
    }
    if let (true, Some(last)) = (stack.is_overlapping, spot.stack.last()) {
        let count = spot.stack.len().to_string();
        let size = glyphs::fitting(&count, 0.7 * stack.reach, stack.reach);
        glyphs::write(scene, &count, stack.top(), size, Tones::of(last.color).contrast);
    }
}

/// Draws a piece with this centre and half width.
fn draw_piece(scene: &mut Scene, piece: &Piece, at: Point, reach: f32) {
    let tones = Tones::of(piece.color);
    match piece.shape {
        PieceShape::Disc => disc(scene, &tones, at, 0.82 * reach),
        PieceShape::Bead => bead(scene, &tones, at, 0.72 * reach),
        PieceShape::Checker => checker(scene, &tones, at, 0.92 * reach),
        PieceShape::Crown => {
            disc(scene, &tones, at, 0.8 * reach);
            crown(scene, &tones, at, 0.8 * reach);
        }
        PieceShape::Cross => brush::cross(scene, at, 0.58 * reach, ink(piece.color)),
        PieceShape::Nought => brush::ring(scene, at, 0.56 * reach, ink(piece.color)),
        _ => figures::draw(scene, piece, at, reach),
    }
}

/// Ink for a colour; white would be invisible on paper.
fn ink(paint: PieceColor) -> Color {
    match paint {
        PieceColor::Black => LIGHT.ink,
        PieceColor::White => LIGHT.turquoise,
        _ => Tones::of(paint).body,
    }
}

/// A soft shadow under something round.
fn shadow(scene: &mut Scene, (x, y): Point, radius: f32) {
    let (dark, clear) = (Color::BLACK.with_opacity(46), Color::BLACK.with_opacity(0));
    let fill = Fill::Radial((0.5, 0.5), 0.5, vec![(0.0, dark), (0.82, dark), (1.0, clear)]);
    scene.fill(Outline::Circle((x + 0.03 * radius, y + 0.11 * radius), 1.1 * radius), fill);
}

/// A domed disc.
fn disc(scene: &mut Scene, tones: &Tones, at: Point, radius: f32) {
    shadow(scene, at, radius);
    scene.fill(Outline::Circle(at, radius), Fill::down(tones.body, tones.deep));
    let dome = vec![(0.0, tones.light), (0.5, tones.body), (1.0, tones.body.mix(tones.deep, 0.75))];
    scene.fill(
        Outline::Circle((at.0, at.1 - 0.015 * radius), 0.95 * radius),
        Fill::Radial((0.36, 0.28), 0.78, dome),
    );
}

/// A glossy bead.
fn bead(scene: &mut Scene, tones: &Tones, at: Point, radius: f32) {
    shadow(scene, at, radius);
    let ball = vec![(0.0, tones.light), (0.45, tones.body), (0.9, tones.deep), (1.0, tones.deep)];
    scene.fill(Outline::Circle(at, radius), Fill::Radial((0.36, 0.3), 0.76, ball));
    // A glow on the far side and a highlight on the near one.
    let glow = vec![(0.0, tones.light.with_opacity(50)), (1.0, tones.light.with_opacity(0))];
    let far = (at.0 + 0.32 * radius, at.1 + 0.42 * radius);
    scene.fill(Outline::Circle(far, 0.5 * radius), Fill::Radial((0.5, 0.5), 0.5, glow));
    let gloss = vec![
        (0.0, Color::WHITE.with_opacity(92)),
        (0.5, Color::WHITE.with_opacity(55)),
        (1.0, Color::WHITE.with_opacity(0)),
    ];
    let near = (at.0 - 0.34 * radius, at.1 - 0.42 * radius);
    scene.fill(Outline::Circle(near, 0.3 * radius), Fill::Radial((0.45, 0.42), 0.55, gloss));
}

/// A flat checker with a turned ring.
fn checker(scene: &mut Scene, tones: &Tones, at: Point, radius: f32) {
    shadow(scene, at, radius);
    scene.fill(Outline::Circle(at, radius), Fill::down(tones.body.mix(tones.light, 0.3), tones.deep));
    let face = Fill::Linear(
        (0.2, 0.0),
        (0.8, 1.0),
        vec![(0.0, tones.body.mix(tones.light, 0.55)), (1.0, tones.body.mix(tones.deep, 0.15))],
    );
    scene.fill(Outline::Circle(at, 0.9 * radius), face);
    scene.stroke(
        Outline::Circle((at.0, at.1 + 0.03 * radius), 0.6 * radius),
        tones.light.with_opacity(70),
        0.05 * radius,
    );
    scene.stroke(Outline::Circle(at, 0.6 * radius), tones.deep, 0.06 * radius);
}

/// A crown of five tips, each with a pearl, on a band.
fn crown(scene: &mut Scene, tones: &Tones, at: Point, radius: f32) {
    let place = |x: f32, y: f32| (at.0 + x * radius, at.1 + y * radius);
    let tips =
        [place(-0.56, -0.22), place(-0.3, -0.42), place(0.0, -0.5), place(0.3, -0.42), place(0.56, -0.22)];
    let valleys = [place(-0.3, 0.04), place(-0.13, -0.02), place(0.13, -0.02), place(0.3, 0.04)];
    let mut outline = vec![place(-0.4, 0.3)];
    for (index, tip) in tips.iter().enumerate() {
        outline.push(*tip);
        outline.extend(valleys.get(index));
    }
    outline.push(place(0.4, 0.3));
    scene.fill(Path::of_polygon(&outline), tones.contrast);
    scene.stroke(Path::of_polygon(&outline), tones.contrast, 0.05 * radius);
    for tip in tips {
        scene.fill(Outline::Circle(tip, 0.075 * radius), tones.contrast);
    }
    let mut band = Path::new();
    band.segment(place(-0.38, 0.46), place(0.38, 0.46));
    scene.stroke(band, tones.contrast, 0.11 * radius);
}
