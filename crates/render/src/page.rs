//! Page layout: the board, its surroundings and the caption.

use crate::frame;
use crate::glyphs;
use crate::palette::{DARK, Palette};
use crate::path::{Path, expanded, middle};
use crate::scene::{Fill, Scene};
use view::Diagram;
use view::diagram::Area;

/// Maximum size of the board in squares; larger boards are cut off.
const MAX_BOARD: f32 = 100.0;
// The layout is relative to the width of the page, so that the caption is equally legible for boards of all sizes.
/// Free space around everything.
const MARGIN: f32 = 0.045;
/// Width of the board's shadow.
const SHADOW: f32 = 0.032;
/// Free space above the caption.
const GAP: f32 = 0.04;
/// Height of the caption's capitals.
const CAPTION: f32 = 0.0265;
/// Height of a line of the caption, in capitals.
const LEADING: f32 = 1.9;

/// Layout of a page.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Page {
    /// The board inside its frame.
    pub(crate) board: Area,
    /// Visible area.
    view: Area,
    /// Width of the page without its margins.
    unit: f32,
    title: String,
    caption: Vec<String>,
    caption_top: f32,
}

impl Page {
    /// A page large enough for this diagram.
    pub(crate) fn of(diagram: &Diagram) -> Page {
        let board = Area { x: 0.0, y: 0.0, width: extent(diagram.width), height: extent(diagram.height) };
        let frame = expanded(&board, frame::WIDTH);
        let axis = middle(&board).0;
        let (mut reach, mut top, mut bottom) = (frame.width / 2.0, frame.y, frame.y + frame.height);
        for area in diagram.tokens.iter().map(|token| &token.area).filter(|area| is_near(area)) {
            // The board stays centred.
            reach = reach.max(axis - area.x).max(area.x + area.width - axis);
            top = top.min(area.y);
            bottom = bottom.max(area.y + area.height);
        }
        let unit = 2.0 * reach;
        let caption_size = CAPTION * unit;
        let caption = glyphs::lines(&diagram.caption, caption_size, unit);
        let caption_top = bottom + GAP * unit;
        if !caption.is_empty() {
            bottom = caption_top + caption.len() as f32 * caption_size * LEADING;
        }
        let content = Area { x: axis - reach, y: top, width: unit, height: bottom - top };
        let title = if diagram.caption.is_empty() { "A board" } else { &diagram.caption };
        let title = title.to_owned();
        Page { board, view: expanded(&content, MARGIN * unit), unit, title, caption, caption_top }
    }

    /// The empty page.
    pub(crate) fn scene(&self, palette: &Palette) -> Scene {
        let mut scene = Scene::new(self.view, self.title.clone());
        // The background extends beyond the view, which may end within the last row of pixels.
        scene.fill(Path::of_area(&expanded(&self.view, self.unit)), palette.paper);
        self.shadow(&mut scene);
        scene
    }

    /// The shadow of the frame: a core with fading edges and corners.
    fn shadow(&self, scene: &mut Scene) {
        let fade = SHADOW * self.unit;
        let core = expanded(&self.board, frame::WIDTH - 0.35 * fade);
        let [shade, dusk, clear] = [30, 9, 0].map(|opacity| DARK.paper.with_opacity(opacity));
        let stops = vec![(0.0, shade), (0.5, dusk), (1.0, clear)];
        // Before, within and after the core in each direction; edges fade away from the core.
        let parts = |start: f32, length: f32| {
            [(start - fade, fade, Some(1.0)), (start, length, None), (start + length, fade, Some(0.0))]
        };
        for (y, height, down) in parts(core.y + 0.6 * fade, core.height) {
            for (x, width, across) in parts(core.x, core.width) {
                let fill = match (across, down) {
                    (None, None) => Fill::Flat(shade),
                    (Some(across), None) => Fill::Linear((across, 0.0), (1.0 - across, 0.0), stops.clone()),
                    (None, Some(down)) => Fill::Linear((0.0, down), (0.0, 1.0 - down), stops.clone()),
                    (Some(across), Some(down)) => Fill::Radial((across, down), 1.0, stops.clone()),
                };
                scene.fill(Path::of_area(&Area { x, y, width, height }), fill);
            }
        }
    }

    /// Writes the caption.
    pub(crate) fn caption(&self, scene: &mut Scene, palette: &Palette) {
        let size = CAPTION * self.unit;
        let mut at = (middle(&self.view).0, self.caption_top + size * LEADING / 2.0);
        for line in &self.caption {
            glyphs::write(scene, line, at, glyphs::fitting(line, size, self.unit), palette.ink);
            at.1 += size * LEADING;
        }
    }
}

fn extent(length: f32) -> f32 {
    if length.is_finite() { length.clamp(0.0, MAX_BOARD) } else { 0.0 }
}

/// `true` if a token is close enough to the board to be shown.
fn is_near(area: &Area) -> bool {
    [area.x, area.y, area.x + area.width, area.y + area.height]
        .iter()
        .all(|length| length.is_finite() && length.abs() <= 2.0 * MAX_BOARD)
}

#[cfg(test)]
mod tests {
    use super::*;
    use view::Place;
    use view::diagram::BoardMaterial;

    #[test]
    fn the_page_holds_frame_buttons_and_caption() {
        let mut diagram = Diagram::new(BoardMaterial::Paper, 3.0, 3.0);
        let plain = Page::of(&diagram).view;
        diagram.add_button(Place(1), "One");
        diagram.add_button(Place(2), "Two");
        diagram.caption =
            "Whose turn it is, and much more than fits into a single line below so small a board".to_owned();
        let page = Page::of(&diagram);
        let right = page.view.x + page.view.width;
        let bottom = page.view.y + page.view.height;
        assert!(page.view.height > plain.height && page.caption.len() > 1);
        for token in &diagram.tokens {
            assert!(token.area.x + token.area.width < right);
            assert!(token.area.y + token.area.height < page.caption_top, "caption over buttons");
        }
        assert!(page.caption_top < bottom);
        assert!((middle(&page.view).0 - 1.5).abs() < 1e-4, "the board is in the middle");
    }

    #[test]
    fn impossible_boards_have_possible_pages() {
        for length in [f32::NAN, f32::INFINITY, -5.0, 0.0, 1e30] {
            let view = Page::of(&Diagram::new(BoardMaterial::Felt, length, length)).view;
            assert!((1.0..200.0).contains(&view.width) && (1.0..200.0).contains(&view.height), "{length}");
        }
    }
}
