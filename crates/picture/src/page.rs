//! The page on which the board lies: how large it is, and what is written below.

use crate::frame;
use crate::letters;
use crate::palette::{DARK, Palette};
use crate::path::{Path, grown, middle};
use crate::scene::Scene;
use rules::Diagram;
use rules::diagram::Area;

/// The largest board that is drawn, in squares; a larger one is cut off rather than drawn for ever.
const LARGEST: f32 = 100.0;
// The page is laid out in shares of its width, so that it looks the same, and the caption is as legible, around three
// squares as around sixteen.
/// Free space around everything.
const MARGIN: f32 = 0.045;
/// How far the board's shadow fades.
const SHADOW: f32 = 0.024;
/// Of how many rings the shadow is made.
const SHADOW_RINGS: u32 = 12;
/// Free space above the caption.
const GAP: f32 = 0.036;
/// Height of the caption's capitals.
const CAPTION: f32 = 0.0265;
/// Height of a line of the caption, in capitals.
const LEADING: f32 = 1.9;

/// Where things are on the page.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Page {
    /// The board inside its frame.
    pub(crate) board: Area,
    /// Everything that is shown.
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
        let frame = grown(&board, frame::WIDTH);
        let axis = middle(&board).0;
        let (mut reach, mut top, mut bottom) = (frame.width / 2.0, frame.y, frame.y + frame.height);
        for area in diagram.tokens.iter().map(|token| &token.area).filter(|area| is_near(area)) {
            // The board stays in the middle, whatever lies beside it.
            reach = reach.max(axis - area.x).max(area.x + area.width - axis);
            top = top.min(area.y);
            bottom = bottom.max(area.y + area.height);
        }
        let unit = 2.0 * reach;
        let caption_size = CAPTION * unit;
        let caption = letters::lines(&diagram.caption, caption_size, unit);
        let caption_top = bottom + GAP * unit;
        if !caption.is_empty() {
            bottom = caption_top + caption.len() as f32 * caption_size * LEADING;
        }
        let content = Area { x: axis - reach, y: top, width: unit, height: bottom - top };
        let title = if diagram.caption.is_empty() { "A board" } else { &diagram.caption };
        let title = title.to_owned();
        Page { board, view: grown(&content, MARGIN * unit), unit, title, caption, caption_top }
    }

    /// The empty page.
    pub(crate) fn scene(&self, palette: &Palette) -> Scene {
        let mut scene = Scene::new(self.view, self.title.clone());
        // It goes on beyond the view: the last row of pixels need not end where the view does.
        scene.fill(Path::of_area(&grown(&self.view, self.unit)), palette.paper);
        // Rings of shade, each wider and each as faint, add up to a soft shadow.
        for ring in 1..=SHADOW_RINGS {
            let reach = SHADOW * self.unit * ring as f32 / SHADOW_RINGS as f32;
            let mut shade = grown(&self.board, frame::WIDTH + reach - 0.3 * SHADOW * self.unit);
            shade.y += 0.75 * SHADOW * self.unit;
            scene.fill(Path::of_rounded(&shade, frame::ROUNDING + reach), DARK.paper.sheer(4));
        }
        scene
    }

    /// Writes the caption.
    pub(crate) fn caption(&self, scene: &mut Scene, palette: &Palette) {
        let size = CAPTION * self.unit;
        let mut at = (middle(&self.view).0, self.caption_top + size * LEADING / 2.0);
        for line in &self.caption {
            letters::write(scene, line, at, letters::fitting(line, size, self.unit), palette.ink);
            at.1 += size * LEADING;
        }
    }
}

fn extent(length: f32) -> f32 {
    if length.is_finite() { length.clamp(0.0, LARGEST) } else { 0.0 }
}

/// Whether a token lies where it can be shown.
fn is_near(area: &Area) -> bool {
    [area.x, area.y, area.x + area.width, area.y + area.height]
        .iter()
        .all(|length| length.is_finite() && length.abs() <= 2.0 * LARGEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Place;
    use rules::diagram::Material;

    #[test]
    fn the_page_holds_frame_buttons_and_caption() {
        let mut diagram = Diagram::new(Material::Paper, 3.0, 3.0);
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
            let view = Page::of(&Diagram::new(Material::Felt, length, length)).view;
            assert!((1.0..200.0).contains(&view.width) && (1.0..200.0).contains(&view.height), "{length}");
        }
    }
}
