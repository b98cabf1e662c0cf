//! The pieces.

use crate::brush;
use crate::figures;
use crate::letters;
use crate::palette::{LIGHT, Tones};
use crate::path::{Path, Point};
use crate::piles::Pile;
use crate::scene::{Color, Fill, Form, Scene};
use view::diagram::{Figure, Paint, Piece, Shape, Spot};

/// Draws the pieces on this place, and their number where it cannot be seen.
pub(crate) fn draw(scene: &mut Scene, spot: &Spot) {
    let pile = Pile::on(spot);
    let hidden = match spot.shape {
        Shape::Square { .. } | Shape::Hollow => spot.stack.len().saturating_sub(1),
        Shape::Point { .. } | Shape::Slot { .. } => 0,
    };
    for (level, piece) in spot.stack.iter().enumerate().skip(hidden) {
        draw_piece(scene, piece, pile.level(level), pile.reach);
    }
    if let (true, Some(last)) = (pile.crowded, spot.stack.last()) {
        let count = spot.stack.len().to_string();
        let size = letters::fitting(&count, 0.7 * pile.reach, pile.reach);
        letters::write(scene, &count, pile.top(), size, Tones::of(last.paint).contrast);
    }
}

/// Draws a piece on a square that reaches this far from its middle.
fn draw_piece(scene: &mut Scene, piece: &Piece, at: Point, reach: f32) {
    let tones = Tones::of(piece.paint);
    match piece.figure {
        Figure::Disc => disc(scene, &tones, at, 0.82 * reach),
        Figure::Bead => bead(scene, &tones, at, 0.72 * reach),
        Figure::Checker => checker(scene, &tones, at, 0.92 * reach),
        Figure::Crown => {
            disc(scene, &tones, at, 0.8 * reach);
            crown(scene, &tones, at, 0.8 * reach);
        }
        Figure::Cross => brush::cross(scene, at, 0.58 * reach, wet(piece.paint)),
        Figure::Nought => brush::ring(scene, at, 0.56 * reach, wet(piece.paint)),
        _ => figures::draw(scene, piece, at, reach),
    }
}

/// The ink for a colour: white would not be seen on paper.
fn wet(paint: Paint) -> Color {
    match paint {
        Paint::Black => LIGHT.ink,
        Paint::White => LIGHT.turquoise,
        _ => Tones::of(paint).body,
    }
}

/// A soft shadow under something round.
fn shadow(scene: &mut Scene, (x, y): Point, radius: f32) {
    let (dark, clear) = (Color::BLACK.sheer(46), Color::BLACK.sheer(0));
    let fill = Fill::Radial((0.5, 0.5), 0.5, vec![(0.0, dark), (0.82, dark), (1.0, clear)]);
    scene.fill(Form::Circle((x + 0.03 * radius, y + 0.11 * radius), 1.1 * radius), fill);
}

/// A domed disc.
fn disc(scene: &mut Scene, tones: &Tones, at: Point, radius: f32) {
    shadow(scene, at, radius);
    scene.fill(Form::Circle(at, radius), Fill::down(tones.body, tones.deep));
    let dome = vec![(0.0, tones.light), (0.5, tones.body), (1.0, tones.body.toward(tones.deep, 0.75))];
    scene.fill(
        Form::Circle((at.0, at.1 - 0.015 * radius), 0.95 * radius),
        Fill::Radial((0.36, 0.28), 0.78, dome),
    );
}

/// A glossy bead.
fn bead(scene: &mut Scene, tones: &Tones, at: Point, radius: f32) {
    shadow(scene, at, radius);
    let ball = vec![(0.0, tones.light), (0.45, tones.body), (0.9, tones.deep), (1.0, tones.deep)];
    scene.fill(Form::Circle(at, radius), Fill::Radial((0.36, 0.3), 0.76, ball));
    // Light that has come through glows on the far side, and the window is reflected on the near one.
    let glow = vec![(0.0, tones.light.sheer(50)), (1.0, tones.light.sheer(0))];
    let far = (at.0 + 0.32 * radius, at.1 + 0.42 * radius);
    scene.fill(Form::Circle(far, 0.5 * radius), Fill::Radial((0.5, 0.5), 0.5, glow));
    let gloss =
        vec![(0.0, Color::WHITE.sheer(92)), (0.5, Color::WHITE.sheer(55)), (1.0, Color::WHITE.sheer(0))];
    let near = (at.0 - 0.34 * radius, at.1 - 0.42 * radius);
    scene.fill(Form::Circle(near, 0.3 * radius), Fill::Radial((0.45, 0.42), 0.55, gloss));
}

/// A flat checker with a turned ring.
fn checker(scene: &mut Scene, tones: &Tones, at: Point, radius: f32) {
    shadow(scene, at, radius);
    scene.fill(Form::Circle(at, radius), Fill::down(tones.body.toward(tones.light, 0.3), tones.deep));
    let face = Fill::Linear(
        (0.2, 0.0),
        (0.8, 1.0),
        vec![(0.0, tones.body.toward(tones.light, 0.55)), (1.0, tones.body.toward(tones.deep, 0.15))],
    );
    scene.fill(Form::Circle(at, 0.9 * radius), face);
    scene.stroke(
        Form::Circle((at.0, at.1 + 0.03 * radius), 0.6 * radius),
        tones.light.sheer(70),
        0.05 * radius,
    );
    scene.stroke(Form::Circle(at, 0.6 * radius), tones.deep, 0.06 * radius);
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
        scene.fill(Form::Circle(tip, 0.075 * radius), tones.contrast);
    }
    let mut band = Path::new();
    band.segment(place(-0.38, 0.46), place(0.38, 0.46));
    scene.stroke(band, tones.contrast, 0.11 * radius);
}
