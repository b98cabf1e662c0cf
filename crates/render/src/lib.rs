//! Renders a [`Diagram`] as SVG or PNG.
//!
//! A diagram is first turned into a [`Scene`], a flat list of filled and stroked outlines, which both writers then encode,
//! so that both formats look the same. Text is drawn with a built-in stroke font: nothing here reads a file or a system
//! font, and a diagram always gives the same bytes.
//!
//! ```
//! use render::Theme;
//! use view::Diagram;
//! use view::diagram::{BoardMaterial, Shape};
//!
//! let mut diagram = Diagram::grid(BoardMaterial::Felt, 8, 8, |_, _| (Shape::Square { dark: false }, None, None));
//! diagram.caption = "An empty board".to_owned();
//! assert!(render::svg(&diagram, Theme::Light, 480).contains("<title>An empty board</title>"));
//! assert!(render::png(&diagram, Theme::Dark, 480).is_ok_and(|file| file.starts_with(b"\x89PNG")));
//! ```

mod board;
mod brush;
mod figures;
mod frame;
mod glyphs;
mod marks;
mod page;
mod palette;
mod path;
mod pieces;
mod png;
mod scene;
mod stack_layout;
mod svg;
mod tokens;

pub use palette::Theme;
pub use path::{Path, PathCommand, Point};
pub use png::PngError;
pub use scene::{Color, DrawItem, Fill, Outline, PaintStyle, Scene, Stop};

use palette::Palette;
use view::Diagram;
use view::diagram::Mark;

/// Renders a diagram as an SVG document with a default width in pixels.
pub fn svg(diagram: &Diagram, theme: Theme, width_px: u32) -> String {
    svg::write(&scene(diagram, theme), width_px)
}

/// Renders a diagram as a PNG file with this width in pixels.
pub fn png(diagram: &Diagram, theme: Theme, width_px: u32) -> Result<Vec<u8>, PngError> {
    png::write(&scene(diagram, theme), width_px)
}

/// The diagram as filled and stroked outlines.
pub fn scene(diagram: &Diagram, theme: Theme) -> Scene {
    let palette = Palette::of(theme);
    let page = page::Page::of(diagram);
    let mut scene = page.scene(palette);
    frame::draw(&mut scene, diagram.material, &page.board, palette);
    board::draw(&mut scene, diagram, &page.board);
    frame::names(&mut scene, diagram, &page.board, palette);
    mark(&mut scene, diagram, |mark| marks::is_below(mark, diagram.material));
    for spot in &diagram.spots {
        pieces::draw(&mut scene, spot);
    }
    mark(&mut scene, diagram, |mark| !marks::is_below(mark, diagram.material));
    for token in &diagram.tokens {
        tokens::draw(&mut scene, token, &diagram.marks, palette);
    }
    page.caption(&mut scene, palette);
    scene
}

/// Draws the marks that `is_wanted` selects.
fn mark(scene: &mut Scene, diagram: &Diagram, is_wanted: impl Fn(Mark) -> bool) {
    for (place, mark) in diagram.marks.iter().filter(|(_, mark)| is_wanted(*mark)) {
        for spot in diagram.spots.iter().filter(|spot| spot.place == *place) {
            marks::draw(scene, spot, *mark, diagram.material);
        }
    }
}
