//! Pictures of positions: a [`Diagram`] drawn as SVG or PNG.
//!
//! A diagram is first turned into a [`Scene`], a flat list of painted outlines, which two small writers then put into
//! their formats; so both look the same. Nothing here reads a file or asks the system for a font: words are drawn with
//! a pen of our own, and one diagram always gives the same bytes.
//!
//! ```
//! use render::Theme;
//! use view::Diagram;
//! use view::diagram::{Material, Shape};
//!
//! let mut diagram = Diagram::grid(Material::Felt, 8, 8, |_, _| (Shape::Square { dark: false }, None, None));
//! diagram.caption = "An empty board".to_owned();
//! assert!(render::svg(&diagram, Theme::Light, 480).contains("<title>An empty board</title>"));
//! assert!(render::png(&diagram, Theme::Dark, 480).is_ok_and(|file| file.starts_with(b"\x89PNG")));
//! ```

mod board;
mod brush;
mod figures;
mod frame;
mod letters;
mod marks;
mod page;
mod palette;
mod path;
mod pieces;
mod piles;
mod png;
mod scene;
mod svg;
mod tokens;

pub use palette::Theme;
pub use path::{Path, Point, Step};
pub use png::PngError;
pub use scene::{Coat, Color, Fill, Form, Item, Scene, Stop};

use palette::Palette;
use view::Diagram;
use view::diagram::Mark;

/// The diagram as an SVG document, which is this many pixels wide unless whoever embeds it says otherwise.
pub fn svg(diagram: &Diagram, theme: Theme, pixels_wide: u32) -> String {
    svg::write(&scene(diagram, theme), pixels_wide)
}

/// The diagram as a PNG file, exactly this many pixels wide.
pub fn png(diagram: &Diagram, theme: Theme, pixels_wide: u32) -> Result<Vec<u8>, PngError> {
    png::write(&scene(diagram, theme), pixels_wide)
}

/// The diagram as painted outlines.
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

/// Draws the marks of this sort.
fn mark(scene: &mut Scene, diagram: &Diagram, is_wanted: impl Fn(Mark) -> bool) {
    for (place, mark) in diagram.marks.iter().filter(|(_, mark)| is_wanted(*mark)) {
        for spot in diagram.spots.iter().filter(|spot| spot.place == *place) {
            marks::draw(scene, spot, *mark, diagram.material);
        }
    }
}
