//! The outlines of the chess pieces, read from `figures.txt`, where their format is told.

use crate::letters;
use crate::palette::Tones;
use crate::path::{Path, Point};
use crate::scene::{Color, Fill, Scene};
use std::sync::LazyLock;
use view::diagram::{Figure, Piece};

/// The outlines as text.
const TEXT: &str = include_str!("figures.txt");
/// Where the square ends in the units of the drawings, and where its middle is.
const MIDDLE: f32 = 50.0;
/// Width of the dark edge, in the same units.
const EDGE: f32 = 2.6;
/// Middle and height of the letter on a shield and on a star, in the same units.
const LETTER: (Point, f32) = ((50.0, 54.0), 27.0);
const STAR_LETTER: (Point, f32) = ((50.0, 33.0), 19.0);

static DRAWINGS: LazyLock<Vec<(Figure, Drawing)>> = LazyLock::new(|| {
    // What cannot be read is left out; a test reads everything.
    read(TEXT).unwrap_or_default()
});

/// How a figure is drawn.
#[derive(Clone, PartialEq, Debug)]
struct Drawing {
    /// The middle of its base, and how far the base reaches to either side.
    foot: (f32, f32),
    layers: Vec<Layer>,
}

/// Something that is painted over what lies below it.
#[derive(Clone, PartialEq, Debug)]
enum Layer {
    /// An inside in the piece's colour with a dark edge.
    Body(Path),
    /// A stroke of this width in the second tone.
    Line(f32, Path),
    /// An inside in the second tone.
    Spot(Path),
}

/// Draws a piece on a square that reaches this far from its middle; nothing if it has no drawing.
pub(crate) fn draw(scene: &mut Scene, piece: &Piece, at: Point, reach: f32) {
    let Some((_, drawing)) = DRAWINGS.iter().find(|(figure, _)| *figure == piece.figure) else { return };
    let tones = Tones::of(piece.paint);
    let unit = reach / MIDDLE;
    let place = |(x, y): Point| (at.0 + (x - MIDDLE) * unit, at.1 + (y - MIDDLE) * unit);
    let (foot, half) = drawing.foot;
    shadow(scene, place((foot + 1.5, 90.5)), (1.28 * half * unit, 6.2 * unit));
    for layer in &drawing.layers {
        match layer {
            Layer::Body(path) => {
                scene.fill(path.brought(place), turned(&tones));
                scene.stroke(path.brought(place), tones.edge, EDGE * unit);
            }
            Layer::Line(width, path) => scene.stroke(path.brought(place), tones.contrast, width * unit),
            Layer::Spot(path) => scene.fill(path.brought(place), tones.contrast),
        }
    }
    let (middle, height) = match piece.figure {
        Figure::Letter => LETTER,
        Figure::Star => STAR_LETTER,
        _ => return,
    };
    let letter: String = piece.letter.to_uppercase().collect();
    let size = letters::fitting(&letter, height, 1.4 * height);
    letters::blazon(scene, &letter, place(middle), size * unit, tones.contrast);
}

/// The shadow where a piece touches the board.
fn shadow(scene: &mut Scene, middle: Point, reach: Point) {
    let dark = Color::rgb(0x0b0603);
    let stops = vec![(0.0, dark.sheer(60)), (0.6, dark.sheer(42)), (1.0, dark.sheer(0))];
    scene.fill(Path::of_ellipse(middle, reach), Fill::Radial((0.5, 0.5), 0.5, stops));
}

/// Light from the left on something turned on a lathe.
fn turned(tones: &Tones) -> Fill {
    let stops = vec![
        (0.0, tones.body.toward(tones.light, 0.5)),
        (0.3, tones.light.toward(tones.body, 0.1)),
        (0.62, tones.body),
        (1.0, tones.body.toward(tones.deep, 0.7)),
    ];
    Fill::Linear((0.0, 0.0), (1.0, 0.25), stops)
}

/// The figures of a text; `None` if some line makes no sense.
fn read(text: &str) -> Option<Vec<(Figure, Drawing)>> {
    let mut figures: Vec<(Figure, Drawing)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let Some((kind, rest)) = line.split_once(' ') else {
            figures.push((Figure::named(line)?, Drawing { foot: (MIDDLE, 0.0), layers: Vec::new() }));
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
    use crate::path::Step;

    /// Those that are drawn otherwise.
    const OTHERS: [Figure; 6] =
        [Figure::Disc, Figure::Bead, Figure::Checker, Figure::Crown, Figure::Cross, Figure::Nought];

    fn drawing(figure: Figure) -> &'static Drawing {
        let known = DRAWINGS.iter().find(|(known, _)| *known == figure);
        &known.unwrap_or_else(|| panic!("{figure:?} is not drawn")).1
    }

    fn highest(figure: Figure) -> f32 {
        let bodies = drawing(figure).layers.iter().filter_map(|layer| match layer {
            Layer::Body(path) => Some(path),
            _ => None,
        });
        bodies.flat_map(|path| &path.steps).flat_map(Step::points).map(|(_, y)| y).fold(100.0, f32::min)
    }

    #[test]
    fn every_figure_is_drawn_once_and_stays_on_its_square() {
        assert!(read(TEXT).is_some(), "a line cannot be read");
        for figure in Figure::ALL {
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
                for (x, y) in path.steps.iter().flat_map(Step::points) {
                    let inside = pen / 2.0..=100.0 - pen / 2.0;
                    assert!(inside.contains(&x) && inside.contains(&y), "{figure:?}: {x} {y}");
                }
            }
        }
    }

    #[test]
    fn the_king_is_the_tallest_and_the_pawn_the_smallest() {
        let order = [Figure::King, Figure::Queen, Figure::Bishop, Figure::Rook, Figure::Pawn];
        for pair in order.windows(2) {
            assert!(highest(pair[0]) < highest(pair[1]), "{pair:?}");
        }
        for (figure, _) in DRAWINGS.iter().filter(|(figure, _)| *figure != Figure::King) {
            assert!(highest(*figure) > highest(Figure::King), "{figure:?}");
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
