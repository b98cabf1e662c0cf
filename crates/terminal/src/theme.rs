//! Colours and characters that the terminal can show.

use ratatui::style::{Color, Modifier, Style};
use view::diagram::PieceColor;

/// A colour in red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rgb(pub(crate) u8, pub(crate) u8, pub(crate) u8);

impl Rgb {
    pub(crate) const PAPER: Rgb = Rgb(0x15, 0x11, 0x0d);
    pub(crate) const SHEET: Rgb = Rgb(0x1f, 0x19, 0x13);
    pub(crate) const INK: Rgb = Rgb(0xef, 0xe6, 0xd6);
    pub(crate) const INK_SOFT: Rgb = Rgb(0xa8, 0x9a, 0x86);
    pub(crate) const BRASS: Rgb = Rgb(0xd3, 0xa5, 0x45);
    pub(crate) const TURQUOISE: Rgb = Rgb(0x4c, 0xc0, 0xb5);
    pub(crate) const TURQUOISE_SOFT: Rgb = Rgb(0x16, 0x38, 0x33);
    pub(crate) const TURQUOISE_DEEP: Rgb = Rgb(0x06, 0x5a, 0x56);
    pub(crate) const SAFFRON: Rgb = Rgb(0xf0, 0xae, 0x3c);
    pub(crate) const POMEGRANATE: Rgb = Rgb(0xe0, 0x69, 0x6b);
    pub(crate) const BLACK: Rgb = Rgb(0x14, 0x0e, 0x09);
    pub(crate) const WHITE: Rgb = Rgb(0xff, 0xfa, 0xf0);

    /// Colour of a player's pieces.
    pub(crate) fn of(color: PieceColor) -> Rgb {
        match color {
            PieceColor::Black => Rgb(0x1d, 0x16, 0x10),
            PieceColor::White => Rgb(0xfb, 0xf5, 0xe8),
            PieceColor::Green => Rgb(0x2f, 0x9e, 0x54),
            PieceColor::Yellow => Rgb(0xf2, 0xc2, 0x2e),
            PieceColor::Blue => Rgb(0x2f, 0x6f, 0xd0),
            PieceColor::Red => Rgb(0xcf, 0x35, 0x3a),
        }
    }

    /// Mixture with another colour, of which `share` is taken.
    pub(crate) fn mix(self, other: Rgb, share: f32) -> Rgb {
        let part = |one: u8, two: u8| {
            (f32::from(one) + (f32::from(two) - f32::from(one)) * share.clamp(0.0, 1.0)).round() as u8
        };
        Rgb(part(self.0, other.0), part(self.1, other.1), part(self.2, other.2))
    }
}

/// Number of colours that the terminal shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColorDepth {
    /// None: everything is shown by characters.
    None,
    /// The 256 colours of xterm.
    Indexed,
    /// All colours.
    True,
}

/// Colours and characters that the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// Its colours.
    pub colors: ColorDepth,
    /// `true` if it shows Unicode.
    pub is_unicode: bool,
}

impl Theme {
    /// Theme by the environment: `NO_COLOR`, `COLORTERM`, `TERM`, and the locale.
    pub fn detect() -> Theme {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable).unwrap_or_default();
        let locale = locale.to_lowercase();
        let is_unicode = locale.contains("utf-8") || locale.contains("utf8");
        let term = variable("TERM").unwrap_or_default();
        let colors = match variable("COLORTERM").as_deref() {
            _ if variable("NO_COLOR").is_some() || term == "dumb" => ColorDepth::None,
            Some("truecolor" | "24bit") => ColorDepth::True,
            _ => ColorDepth::Indexed,
        };
        Theme { colors, is_unicode }
    }

    /// `true` if there are colours.
    pub(crate) fn has_colors(self) -> bool {
        self.colors != ColorDepth::None
    }

    /// A colour as the terminal shows it.
    pub(crate) fn color(self, rgb: Rgb) -> Color {
        match self.colors {
            ColorDepth::None => Color::Reset,
            ColorDepth::Indexed => Color::Indexed(indexed(rgb)),
            ColorDepth::True => Color::Rgb(rgb.0, rgb.1, rgb.2),
        }
    }

    /// Text in this colour.
    pub(crate) fn fg(self, rgb: Rgb) -> Style {
        Style::new().fg(self.color(rgb))
    }

    /// The whole screen.
    pub(crate) fn screen(self) -> Style {
        Style::new().fg(self.color(Rgb::INK)).bg(self.color(Rgb::PAPER))
    }

    /// Text of less weight.
    pub(crate) fn soft(self) -> Style {
        self.fg(Rgb::INK_SOFT)
    }

    /// Headings.
    pub(crate) fn heading(self) -> Style {
        self.fg(Rgb::BRASS).add_modifier(Modifier::BOLD)
    }

    /// Keys, links, and the side to move.
    pub(crate) fn accent(self) -> Style {
        self.fg(Rgb::TURQUOISE).add_modifier(Modifier::BOLD)
    }

    /// Errors.
    pub(crate) fn danger(self) -> Style {
        self.fg(Rgb::POMEGRANATE)
    }

    /// The chosen row of a list.
    pub(crate) fn chosen(self) -> Style {
        match self.has_colors() {
            true => Style::new().fg(self.color(Rgb::INK)).bg(self.color(Rgb::TURQUOISE_SOFT)),
            false => Style::new().add_modifier(Modifier::REVERSED),
        }
    }

    /// The Unicode text, or its replacement in ASCII.
    pub(crate) fn text(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.is_unicode { unicode } else { ascii }
    }
}

/// The nearest of the 256 colours: one of the cube of 6 x 6 x 6, or a grey.
fn indexed(Rgb(red, green, blue): Rgb) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let nearest = |value: u8| (0..6).min_by_key(|&step| STEPS[step].abs_diff(value)).unwrap_or(0);
    let [r, g, b] = [red, green, blue].map(nearest);
    let distance = |one: [u8; 3]| -> u32 {
        one.iter().zip([red, green, blue]).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let average = (u32::from(red) + u32::from(green) + u32::from(blue)) / 3;
    let step = (average.saturating_sub(3) / 10).min(23) as u8;
    let grey = 8 + 10 * step;
    if distance([grey; 3]) < distance([STEPS[r], STEPS[g], STEPS[b]]) {
        232 + step
    } else {
        16 + 36 * r as u8 + 6 * g as u8 + b as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_reduced_to_the_nearest() {
        assert_eq!(indexed(Rgb(0, 0, 0)), 16);
        assert_eq!(indexed(Rgb(255, 255, 255)), 231);
        assert_eq!(indexed(Rgb(8, 8, 8)), 232);
        assert_eq!(indexed(Rgb(255, 0, 0)), 196);
        assert_eq!(indexed(Rgb(0x15, 0x11, 0x0d)), 233);
    }

    #[test]
    fn colours_are_mixed() {
        assert_eq!(Rgb(0, 100, 200).mix(Rgb(100, 100, 0), 0.5), Rgb(50, 100, 100));
        assert_eq!(Rgb(1, 2, 3).mix(Rgb(9, 9, 9), 0.0), Rgb(1, 2, 3));
    }
}
