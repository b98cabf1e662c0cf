//! Colour palettes.

use crate::scene::Color;
use view::diagram::{BoardMaterial, PieceColor};

/// Theme of the page around the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// Colours of a page by purpose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Palette {
    /// Page background.
    pub(crate) paper: Color,
    /// Surfaces on the page.
    pub(crate) sheet: Color,
    /// Text.
    pub(crate) ink: Color,
    /// Text that commands back.
    pub(crate) ink_soft: Color,
    /// Borders.
    pub(crate) line: Color,
    /// Frames.
    pub(crate) walnut: Color,
    /// The shaded side of frames.
    pub(crate) walnut_deep: Color,
    /// Text and inlays on walnut.
    pub(crate) maple: Color,
    /// Ornament.
    pub(crate) brass: Color,
    /// Selection and buttons.
    pub(crate) turquoise: Color,
    /// The last move.
    pub(crate) saffron: Color,
    /// Danger.
    pub(crate) pomegranate: Color,
}

/// Palette for light backgrounds.
pub(crate) const LIGHT: Palette = Palette {
    paper: Color::rgb(0xf6f0e4),
    sheet: Color::rgb(0xfffaf0),
    ink: Color::rgb(0x241d16),
    ink_soft: Color::rgb(0x6a5d4e),
    line: Color::rgb(0xdccfb8),
    walnut: Color::rgb(0x6b4528),
    walnut_deep: Color::rgb(0x4a2e1a),
    maple: Color::rgb(0xecd9b4),
    brass: Color::rgb(0xb8892f),
    turquoise: Color::rgb(0x0b7a75),
    saffron: Color::rgb(0xc9780a),
    pomegranate: Color::rgb(0xa3262a),
};

/// Palette for dark backgrounds.
pub(crate) const DARK: Palette = Palette {
    paper: Color::rgb(0x15110d),
    sheet: Color::rgb(0x1f1913),
    ink: Color::rgb(0xefe6d6),
    ink_soft: Color::rgb(0xa89a86),
    line: Color::rgb(0x3a2f24),
    walnut: Color::rgb(0x8a5d39),
    walnut_deep: Color::rgb(0x2d1c10),
    maple: Color::rgb(0xd8c096),
    brass: Color::rgb(0xd3a545),
    turquoise: Color::rgb(0x4cc0b5),
    saffron: Color::rgb(0xf0ae3c),
    pomegranate: Color::rgb(0xe0696b),
};

/// The paper of a board that is drawn on paper.
pub(crate) const PARCHMENT: Color = Color::rgb(0xfaf1dd);

impl Palette {
    /// The colours of this theme.
    pub(crate) fn of(theme: Theme) -> &'static Palette {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }

    /// Palette for marks and labels on a board of this material.
    pub(crate) fn upon(material: BoardMaterial) -> &'static Palette {
        match material {
            BoardMaterial::Felt => &DARK,
            BoardMaterial::Maple
            | BoardMaterial::Tiles
            | BoardMaterial::Case
            | BoardMaterial::Board
            | BoardMaterial::Paper => &LIGHT,
        }
    }
}

/// Tones of a piece of one colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tones {
    /// Highlight.
    pub(crate) light: Color,
    /// Base colour.
    pub(crate) body: Color,
    /// Shadow.
    pub(crate) deep: Color,
    /// Outline, visible on squares of the same colour.
    pub(crate) edge: Color,
    /// Contrast colour for numbers, rings and crowns.
    pub(crate) contrast: Color,
}

impl Tones {
    /// Tones of a colour.
    pub(crate) fn of(color: PieceColor) -> Tones {
        let (light, body, deep, contrast) = match color {
            PieceColor::Black => (0x5a554f, 0x2e2a27, 0x14110f, 0xf0ae3c),
            PieceColor::White => (0xfffefa, 0xf3ecde, 0xc4b8a0, 0x6b4528),
            PieceColor::Green => (0x6cc094, 0x2b7f52, 0x10432a, 0xfffaf0),
            PieceColor::Yellow => (0xffe69c, 0xe8b034, 0x986710, 0x4a2e1a),
            PieceColor::Blue => (0x8cb2ec, 0x2d5fb0, 0x132f63, 0xfffaf0),
            PieceColor::Red => (0xee8c80, 0xb22f2e, 0x5e1016, 0xfffaf0),
        };
        let edge = match color {
            PieceColor::White => Color::rgb(0x3d2817),
            _ => Color::rgb(deep).mix(Color::BLACK, 0.4),
        };
        Tones {
            light: Color::rgb(light),
            body: Color::rgb(body),
            deep: Color::rgb(deep),
            edge,
            contrast: Color::rgb(contrast),
        }
    }
}
