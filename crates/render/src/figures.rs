//! Chess figures, read from `figures.txt`, which describes the format.

use crate::glyphs;
use crate::palette::Tones;
use crate::path::{Path, Point};
use crate::scene::{Color, Fill, Scene};
use std::sync::LazyLock;
use view::diagram::{Piece, PieceShape};

/// The outlines as text.
const TEXT: &str = include_str!("figures.txt");
/// Centre of the square in drawing units.
const MIDDLE: f32 = 50.0;
/// Width of the dark edge in drawing units.
const EDGE: f32 = 2.6;
/// Centre and height of the letter on a shield and on a star, in drawing units.
const LETTER: (Point, f32) = ((50.0, 54.0), 27.0);
const STAR_LETTER: (Point, f32) = ((50.0, 33.0), 19.0);

static DRAWINGS: LazyLock<Vec<(PieceShape, Drawing)>> = LazyLock::new(|| {
    // A test reads the whole file.
    read(TEXT).unwrap_or_default()
});

/// Drawing of a figure.
#[derive(Clone, PartialEq, Debug)]
struct Drawing {
    /// Centre and half width of the base.
    foot: (f32, f32),
    layers: Vec<Layer>,
}

/// A layer of a drawing.
#[derive(Clone, PartialEq, Debug)]
enum Layer {
    /// Filled in the piece's colour, with a dark edge.
    Body(Path),
    /// Stroked in the contrast colour.
    Line(f32, Path),
    /// Filled in the contrast colour.
    Spot(Path),
}

/// Draws a piece with this centre and half width, if its shape has a drawing.
pub(crate) fn draw(scene: &mut Scene, piece: &Piece, at: Point, reach: f32) {
    let Some((_, drawing)) = DRAWINGS.iter().find(|(figure, _)| *figure == piece.shape) else { return };
    let tones = Tones::of(piece.color);
    let unit = reach / MIDDLE;
    let place = |(x, y): Point| (at.0 + (x - MIDDLE) * unit, at.1 + (y - MIDDLE) * unit);
    let (foot, half) = drawing.foot;
    shadow(scene, place((foot + 1.5, 90.5)), (1.28 * half * unit, 6.2 * unit));
    for layer in &drawing.layers {
        match layer {
            Layer::Body(path) => {
                scene.fill(path.map_points(place), lathe_shading(&tones));
                scene.stroke(path.map_points(place), tones.edge, EDGE * unit);
            }
            Layer::Line(width, path) => scene.stroke(path.map_points(place), tones.contrast, width * unit),
            Layer::Spot(path) => scene.fill(path.map_points(place), tones.contrast),
        }
    }
    let (middle, height) = match piece.shape {
        PieceShape::Letter => LETTER,
        PieceShape::Star => STAR_LETTER,
        _ => return,
    };
    let letter: String = piece.letter.to_uppercase().collect();
    let size = glyphs::fitting(&letter, height, 1.4 * height);
    glyphs::write_bold(scene, &letter, place(middle), size * unit, tones.contrast);
}

/// The shadow where a piece touches the board.
fn shadow(scene: &mut Scene, middle: Point, reach: Point) {
    let dark = Color::rgb(0x0b0603);
    let stops = vec![(0.0, dark.with_opacity(60)), (0.6, dark.with_opacity(42)), (1.0, dark.with_opacity(0))];
    scene.fill(Path::of_ellipse(middle, reach), Fill::Radial((0.5, 0.5), 0.5, stops));
}

/// Shading of a turned body lit from the left.
fn lathe_shading(tones: &Tones) -> Fill {
    let stops = vec![
        (0.0, tones.body.mix(tones.light, 0.5)),
        (0.3, tones.light.mix(tones.body, 0.1)),
        (0.62, tones.body),
        (1.0, tones.body.mix(tones.deep, 0.7)),
    ];
    Fill::Linear((0.0, 0.0), (1.0, 0.25), stops)
}

/// Reads figures; `None` if a line is invalid.
fn read(text: &str) -> Option<Vec<(PieceShape, Drawing)>> {
    let mut figures: Vec<(PieceShape, Drawing)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let Some((kind, rest)) = line.split_once(' ') else {
            figures.push((PieceShape::named(line)?, Drawing { foot: (MIDDLE, 0.0), layers: Vec::new() }));
            continue;
        };
        let (_, drawing) = figures.last_mut()?;
        match kind {
            "foot" => {
                let (middle, half) = rest.split_once(' ')?;
                drawing.foot = (middle.parse().ok()?, half.parse().ok()?);
            }
            "body" => drawing.layers.push(Layer::Body(Path::read(rest)?)),
            "line" => {
                let (width, path) = rest.split_once(' ')?;
                drawing.layers.push(Layer::Line(width.parse().ok()?, Path::read(path)?));
            }
            "spot" => drawing.layers.push(Layer::Spot(Path::read(rest)?)),
            _ => return None,
        }
    }
    Some(figures)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::PathCommand;

    /// Those that are drawn otherwise.
    const OTHERS: [PieceShape; 6] = [
        PieceShape::Disc,
        PieceShape::Bead,
        PieceShape::Checker,
        PieceShape::Crown,
        PieceShape::Cross,
        PieceShape::Nought,
    ];

    fn drawing(figure: PieceShape) -> &'static Drawing {
        let known = DRAWINGS.iter().find(|(known, _)| *known == figure);
        &known.unwrap_or_else(|| panic!("{figure:?} is not drawn")).1
    }

    fn highest(figure: PieceShape) -> f32 {
        let bodies = drawing(figure).layers.iter().filter_map(|layer| match layer {
            Layer::Body(path) => Some(path),
            _ => None,
        });
        bodies
            .flat_map(|path| &path.commands)
            .flat_map(PathCommand::points)
            .map(|(_, y)| y)
            .fold(100.0, f32::min)
    }

    #[test]
    fn every_figure_is_drawn_once_and_stays_on_its_square() {
        assert!(read(TEXT).is_some(), "a line cannot be read");
        for figure in PieceShape::ALL {
            let count = DRAWINGS.iter().filter(|(known, _)| *known == figure).count();
            assert_eq!(count, usize::from(!OTHERS.contains(&figure)), "{figure:?}");
        }
        for (figure, Drawing { foot, layers }) in DRAWINGS.iter() {
            assert!(matches!(layers.first(), Some(Layer::Body(_))), "{figure:?}");
            assert!((40.0..60.0).contains(&foot.0) && (20.0..40.0).contains(&foot.1), "{figure:?}");
            for layer in layers {
                let (path, pen) = match layer {
                    Layer::Body(path) => (path, EDGE),
                    Layer::Line(width, path) => (path, *width),
                    Layer::Spot(path) => (path, 0.0),
                };
                for (x, y) in path.commands.iter().flat_map(PathCommand::points) {
                    let inside = pen / 2.0..=100.0 - pen / 2.0;
                    assert!(inside.contains(&x) && inside.contains(&y), "{figure:?}: {x} {y}");
                }
            }
        }
    }

    #[test]
    fn the_king_is_the_tallest_and_the_pawn_the_smallest() {
        let order =
            [PieceShape::King, PieceShape::Queen, PieceShape::Bishop, PieceShape::Rook, PieceShape::Pawn];
        for pair in order.windows(2) {
            assert!(highest(pair[0]) < highest(pair[1]), "{pair:?}");
        }
        for (figure, _) in DRAWINGS.iter().filter(|(figure, _)| *figure != PieceShape::King) {
            assert!(highest(*figure) > highest(PieceShape::King), "{figure:?}");
        }
    }

    #[test]
    fn nonsense_is_not_read() {
        for text in
            ["dragon", "body M0 0Z", "king\nfoot 1", "king\nhat M0 0", "king\nbody M0", "king\nline M0 0"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
